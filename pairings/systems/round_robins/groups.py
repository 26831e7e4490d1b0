"""Round robins inside small groups: forming the groups, and the table of each.

Groups hold for a whole span: they are formed from who was there in its first round and stay, whoever leaves. Who
comes later is in none and plays those who are left over.

| source | implemented |
|---|---|
| quads and sixes (baxter) | clustered: neighbours; distributed: one of each tile; snaked: tiles dealt forth and back. |
| | An odd field's bye is its lowest place. Two left over by quads: the last six of the standings are a group; by |
| | sixes: the last eight or four are quads |
| tsh, Initial Fontes residues | the rest of a division by the size: one short group when only one is missing, else it |
| | joins the last group (groups of 4: 5, 6 or 3), so that an odd field has one bye a round |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from core.messages import say
from pairings.event.records import fold
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.standings.metrics import Stand
from pairings.standings.standings import order_of, ranked
from pairings.systems.drawing.draft import Scheme
from pairings.systems.round_robins.circle import Table, table_of
from pairings.systems.round_robins.completion import Begun, next_round
from pairings.systems.round_robins.timetable import (
    Met,
    Timetable,
    indexed,
    locked_slots,
    meetings_since,
    met_slots,
    outcomes_since,
    sat,
    scheme_of,
)

Groups = list[list[str]]
Former = Callable[[Request, list[str]], Groups]
Tables = Callable[[int], Table]
QUAD = 4


def members_at(request: Request, first: int, by_standing: bool) -> list[str]:
    """Who played in round `first`, best first: by the standings the groups rest on, or by rating.

    A house player is one of them when the others were odd.
    """
    there = [one for one in request.history.entrants if one.absence_in(first) is None]
    ids = {entrant.id for entrant in there if not entrant.house}
    house = sorted((one for one in there if one.house), key=lambda one: (one.seed, one.id))
    if house and len(ids) % 2:
        ids.add(house[0].id)
    after = min(request.basis, first - 1) if by_standing else 0
    stand = Stand(fold(request.history.upto(after), after), after)
    placed = ranked(stand, order_of(request.precedence, after))
    return [one.record.entrant.id for one in placed if one.record.entrant.id in ids]


def sizes(players: int, size: int) -> list[int]:
    """The sizes of the groups, the odd one last."""
    whole, rest = divmod(players, size)
    if rest == 0:
        return [size] * whole
    if rest == size - 1 or whole == 0:
        return [*[size] * whole, rest]
    return [*[size] * (whole - 1), size + rest]


def clustered(members: Sequence[str], size: int) -> Groups:
    """Neighbours together: 1-4, 5-8 ..."""
    found: Groups = []
    for length in sizes(len(members), size):
        done = sum(map(len, found))
        found.append(list(members[done : done + length]))
    return found


def dealt(members: Sequence[str], size: int, snaked: bool = False) -> Groups:
    """One of each tile to each group: 1, 3, 5, 7 and 2, 4, 6, 8 of eight; snaked 1, 4, 5, 8 and 2, 3, 6, 7.

    Groups that are full are passed over, so the odd group's further players are the last ones.
    """
    wanted = sizes(len(members), size)
    found: Groups = [[] for _ in wanted]
    left, row = list(members), 0
    while left:
        turn = list(range(len(wanted)))
        for at in reversed(turn) if snaked and row % 2 else turn:
            if left and len(found[at]) < wanted[at]:
                found[at].append(left.pop(0))
        row += 1
    return found


def rest_of(players: int, size: int) -> list[int]:
    """The groups of another size at the end of an even field: one of six after quads, quads after sixes."""
    over = players % size
    if over == 0 or players < size:
        return [players] if over else []
    if size == QUAD:
        return [QUAD + over] if over == QUAD // 2 else [over]
    return [QUAD] * ((over if over == QUAD else over + size) // QUAD)


def grouped(members: Sequence[str], size: int, how: str) -> Groups:
    """Quads or sixes as the field makes them: the last of the standings in a group of another size, the others dealt."""
    seats: list[str | None] = [*members, *([None] if len(members) % 2 else [])]
    rest = rest_of(len(seats), size)
    last = len(seats) - sum(rest)
    rows = last // size
    lines = [seats[at : at + rows] for at in range(0, last, rows)] if rows else []
    if how == "clustered":
        found = [seats[at : at + size] for at in range(0, last, size)]
    else:
        turned = [line[::-1] if how == "snaked" and at % 2 else line for at, line in enumerate(lines)]
        found = [list(group) for group in zip(*turned, strict=True)]
    for length in rest:
        found.append(seats[last : last + length])
        last += length
    return [group for row in found if (group := [one for one in row if one is not None])]


def by_lot(request: Request, salt: str, members: Sequence[str]) -> list[str]:
    """An order drawn from the seed of the event."""

    def lot(one: str) -> str:
        return sha256(f"{request.lasting_seed}:{salt}:{one}".encode()).hexdigest()

    return sorted(members, key=lot)


def group_row(
    field: Field, group: list[str], met: Met, first: int, table: Tables
) -> tuple[list[int], int, bool]:
    """The partners of one group by slot, its leg, and whether its table had to be completed anew."""
    count = len(group) + len(group) % 2
    leg, turn = divmod(max(0, field.request.round - first), max(1, count - 1))
    at = {entrant_id: slot for slot, entrant_id in enumerate(group)}
    phantom = len(group) if len(group) % 2 else None
    rounds = outcomes_since(field.request, first + leg * (count - 1))[:turn]
    played = [sat(outcomes, at, phantom) for outcomes in rounds]
    empty = {pair for pairs in played for pair in pairs if pair[1] == phantom}
    done = frozenset(met_slots(met, at, leg) | empty)
    begun = Begun(table(count), played, done, locked_slots(field, at))
    row, mended = next_round(begun, rename=True)
    return row, leg, mended


def timetable(field: Field, groups: Groups, met: Met, first: int, table: Tables) -> Timetable:
    """Every group's table put together."""
    partner, legs, said = [-1] * field.n, [0] * field.n, [""] * field.n
    any_mended = False
    turn = max(1, field.request.round - first + 1)
    for number, group in enumerate(groups, start=1):
        if len(group) < 2:
            continue
        row, leg, mended = group_row(field, group, met, first, table)
        any_mended = any_mended or mended
        found, words = (
            indexed(field, group, row),
            say(
                "in group %(number)s of %(groups)s, round %(turn)s",
                number=number,
                groups=len(groups),
                turn=turn,
            ),
        )
        for i in (field.index[one] for one in group if one in field.index):
            partner[i], legs[i], said[i] = found[i], leg, words
    return Timetable(partner, legs, said, any_mended)


def by_circle(slots: int) -> Table:
    """All rounds of a group by the circle."""
    return table_of(slots, "circle")


def scheme_by(field: Field, form: Former, by_standing: bool = True, table: Tables = by_circle) -> Scheme:
    """The prices of a round inside groups, each with its `table` by its size."""
    first = int(field.request.params.get("first", 1))
    members = members_at(field.request, first, by_standing)
    met = meetings_since(field.request, first)
    return scheme_of(field, met, timetable(field, form(field.request, members), met, first, table))
