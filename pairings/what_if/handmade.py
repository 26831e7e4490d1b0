"""What every price of a round made by hand needs: who is missing or twice, and how two prices differ in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pairings.event.refusals import Refusal
from pairings.rounds.explain import costs, measured
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Vector
from pairings.rounds.table_needs import unsuited

Ids = Sequence[str]


@dataclass(frozen=True, slots=True)
class Price:
    """A draft's price beside the best one's; `sentences` says each tier that differs, the most important
    first.
    """

    cost: Vector
    best: Vector
    extra: Vector
    sentence: str
    sentences: tuple[str, ...]
    broken: tuple[str, ...] = ()


def free_of_locks(request: Request) -> Request:
    """The request as if nothing had been fixed by hand."""
    return replace(request, constraints=replace(request.constraints, locked=(), whole_tables=()))


def seat_mistakes(found: Field, boards: Sequence[Ids], byes: Ids) -> Iterator[Refusal]:
    """Players of a draft who are absent, twice in it, or missing from it; tables of a size that cannot be."""
    named = [one for seats in boards for one in seats] + list(byes)
    known = {entrant.id: entrant.name or entrant.id for entrant in found.request.history.entrants}
    for one in dict.fromkeys(named):
        if one not in known:
            yield Refusal(
                "unknown_entrant", f"The draft names {one!r}, who is not among the entrants.", (one,)
            )
        elif one not in found.index:
            yield Refusal("not_present", f"{known[one]} does not play this round.", (one,))
        elif named.count(one) > 1:
            yield Refusal("already_paired", f"{known[one]} is twice in the draft.", (one,))
    for player in found.players:
        if player.id not in named:
            yield Refusal("not_paired", f"{known[player.id]} is not in the draft.", (player.id,))
    yield from size_mistakes(found, boards)


def size_mistakes(found: Field, boards: Sequence[Ids]) -> Iterator[Refusal]:
    """Tables of one, of more than four, or of more than two where two play."""
    most = 4 if found.request.system == "tables" else 2
    for seats in boards:
        if not 2 <= len(seats) <= most:
            known = {player.id: found.name(i) for i, player in enumerate(found.players)}
            names = ", ".join(known.get(one, one) for one in seats) or "nobody"
            text = f"A table of {len(seats)} ({names}): with {found.request.system} a table has 2"
            rest = " players." if most == 2 else f" to {most} players."
            yield Refusal("wrong_table_size", text + rest, tuple(seats))


def differences(extra: Vector) -> tuple[str, ...]:
    """Every tier that differs, in words."""
    return tuple(
        f"{'worse' if amount > 0 else 'better'}: {measured(tier, abs(amount))}"
        for tier, amount in extra
        if amount
    )


def at_tables(price: Price, request: Request, boards: Sequence[Ids], tables: Sequence[int]) -> Price:
    """The price with the table numbers: whoever sits where his need is not met, which the best round never has."""
    wrong = unsuited(request, boards, tables)
    if not wrong:
        return price
    extra = (("unsuited_table", wrong), *price.extra)
    text = price.sentence.replace(against_the_best(price.extra)[:-1], against_the_best(extra)[:-1])
    return replace(price, extra=extra, sentence=text, sentences=differences(extra))


def against_the_best(extra: Vector) -> str:
    """'This round is as good as the best one.' or what it costs more."""
    if all(amount == 0 for _, amount in extra):
        return "This round is as good as the best one."
    return f"Against the best round this {costs(extra)}."
