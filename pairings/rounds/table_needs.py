"""Tables that suit a need: who has to sit at one, and which one he gets.

A need is a word ("step-free", "quiet"); the hall says which tables suit it (`Constraints.suited`). A fixed table
goes before any need. The tables are found by augmenting paths in the order of importance, each pairing trying the
tables nearest to the one it would have had: if the pairings can be seated at all, they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from core.messages import listed, say
from pairings.event.history import Entrant
from pairings.event.refusals import Refusal
from pairings.rounds.field import Field
from pairings.rounds.request import Request

P = TypeVar("P", bound=tuple[int, ...])
Numbers = frozenset[int]


def suited(request: Request, need: str) -> Numbers:
    """The tables that suit a need; none when the hall names none."""
    ranges = (given for name, given in request.constraints.suited if name == need)
    return frozenset(n for given in ranges for low, high in given for n in range(low, high + 1))


def own_tables(request: Request, entrant: Entrant) -> Numbers | None:
    """Where a player has to sit: at his fixed table, or at one that suits all his needs; None: anywhere."""
    if entrant.fixed_table:
        return frozenset({entrant.fixed_table})
    if not entrant.needs:
        return None
    return frozenset.intersection(*(suited(request, need) for need in entrant.needs))


def tables_for(field: Field, seats: Sequence[int]) -> Numbers | None:
    """The tables that suit everybody of one table; None: any."""
    wanted = [own_tables(field.request, field.players[i]) for i in seats]
    given = [tables for tables in wanted if tables is not None]
    return frozenset.intersection(*given) if given else None


def no_common_table(field: Field) -> frozenset[tuple[int, int]]:
    """Pairs of players who need different tables; two fixed tables are another matter."""
    tied = [i for i, player in enumerate(field.players) if player.needs or player.fixed_table]
    return frozenset(
        (i, j)
        for i, j in combinations(tied, 2)
        if not (field.players[i].fixed_table and field.players[j].fixed_table)
        and not tables_for(field, (i, j))
    )


def hall_numbers(field: Field) -> Numbers | None:
    """All table numbers of the hall; None: any number may be used."""
    ranges = field.request.constraints.tables
    return frozenset(n for low, high in ranges for n in range(low, high + 1)) if ranges else None


def choices(field: Field, seats: P, near: int, taken: Numbers) -> list[int]:
    """The tables of a pairing with a need, nearest to its usual one first."""
    wanted, hall = tables_for(field, seats) or frozenset(), hall_numbers(field)
    free = (wanted if hall is None else wanted & hall) - taken
    return sorted(free, key=lambda table: (abs(table - near), table))


def place(seats: P, wanted: Mapping[P, list[int]], sits: dict[int, P]) -> bool:
    """Seat one pairing, moving others where that helps; a loop over paths, so that long rows do no harm."""
    reached: dict[int, tuple[P, int]] = {}
    queue: list[tuple[P, int]] = [(seats, 0)]
    for one, before in queue:
        for table in wanted[one]:
            if table in reached:
                continue
            reached[table] = (one, before)
            if table not in sits:
                move_up(table, reached, sits)
                return True
            queue.append((sits[table], table))
    return False


def move_up(table: int, reached: Mapping[int, tuple[P, int]], sits: dict[int, P]) -> None:
    """Let everybody on the path to a free table move one on."""
    while table:
        one, before = reached[table]
        sits[table] = one
        table = before


def who_needs(field: Field, seats: Sequence[int]) -> str:
    """'A (step-free) and B'."""
    said = (field.players[i] for i in seats)
    return listed([f"{e.name or e.id} ({', '.join(e.needs)})" if e.needs else e.name or e.id for e in said])


def seat_needs(field: Field, usual: Mapping[P, int], taken: Numbers) -> dict[P, int] | tuple[Refusal, ...]:
    """A table for every pairing with a need; `usual`: the number each pairing would have, in order of importance."""
    needing = [seats for seats in usual if any(field.players[i].needs for i in seats)]
    wanted = {seats: choices(field, seats, usual[seats], taken) for seats in needing}
    sits: dict[int, P] = {}
    unseated = [seats for seats in needing if not place(seats, wanted, sits)]
    if unseated:
        return tuple(no_table(field, seats, bool(wanted[seats])) for seats in unseated)
    return {seats: table for table, seats in sits.items()}


def no_table(field: Field, seats: Sequence[int], some: bool) -> Refusal:
    """Why a pairing with a need has no table."""
    who = tuple(field.players[i].id for i in seats)
    if some:
        text = say(
            "There are not enough tables that suit %(seats)s; others need them too.",
            seats=who_needs(field, seats),
        )
        return Refusal("too_few_suited_tables", text, who)
    return Refusal(
        "no_suited_table",
        say("No free table of the hall suits %(seats)s.", seats=who_needs(field, seats)),
        who,
    )


def unsuited(request: Request, boards: Sequence[Sequence[str]], tables: Sequence[int]) -> int:
    """How many players sit at tables that do not meet a need of theirs; his own fixed table suits everybody."""
    known = {one.id: one for one in request.history.entrants if one.needs}
    seated = [
        (known[one], at) for seats, at in zip(boards, tables, strict=True) for one in seats if one in known
    ]
    return sum(
        at != one.fixed_table and any(at not in suited(request, need) for need in one.needs)
        for one, at in seated
    )


def need_notes(field: Field, tables: Mapping[P, int]) -> Iterator[str]:
    """Why somebody sits where he does, for the notes of a round."""
    for seats, table in tables.items():
        for entrant in (field.players[i] for i in seats if field.players[i].needs):
            name, needs = entrant.name or entrant.id, listed(entrant.needs)
            if all(table in suited(field.request, need) for need in entrant.needs):
                yield say("Table %(table)s suits %(name)s: %(needs)s.", table=table, name=name, needs=needs)
            else:
                yield say(
                    "Table %(table)s is fixed, although %(name)s needs one that is %(needs)s.",
                    table=table,
                    name=name,
                    needs=needs,
                )
