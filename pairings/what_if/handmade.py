"""What every price of a round made by hand needs: who is missing or twice, and how two prices differ in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.messages import joined, say, unpointed
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
                "unknown_entrant",
                say("The draft names %(one)s, who is not among the entrants.", one=f"{one!r}"),
                (one,),
            )
        elif one not in found.index:
            yield Refusal("not_present", say("%(one)s does not play this round.", one=known[one]), (one,))
        elif named.count(one) > 1:
            yield Refusal("already_paired", say("%(one)s is twice in the draft.", one=known[one]), (one,))
    for player in found.players:
        if player.id not in named:
            yield Refusal("not_paired", say("%(id)s is not in the draft.", id=known[player.id]), (player.id,))
    yield from size_mistakes(found, boards)


def size_mistakes(found: Field, boards: Sequence[Ids]) -> Iterator[Refusal]:
    """Tables of one, of more than four, or of more than two where two play."""
    most = 4 if found.request.system == "tables" else 2
    for seats in boards:
        if not 2 <= len(seats) <= most:
            known = {player.id: found.name(i) for i, player in enumerate(found.players)}
            names = ", ".join(known.get(one, one) for one in seats) or "nobody"
            text = say(
                "A table of %(seats)s (%(names)s): with %(system)s a table has 2",
                seats=len(seats),
                names=names,
                system=found.request.system,
            )
            rest = " players." if most == 2 else say(" to %(most)s players.", most=most)
            yield Refusal("wrong_table_size", joined("", (text, rest)), tuple(seats))


def differences(extra: Vector) -> tuple[str, ...]:
    """Every tier that differs, in words."""
    return tuple(
        say("worse: %(what)s", what=measured(tier, amount))
        if amount > 0
        else say("better: %(what)s", what=measured(tier, -amount))
        for tier, amount in extra
        if amount
    )


def at_tables(price: Price, request: Request, boards: Sequence[Ids], tables: Sequence[int]) -> Price:
    """The price with the table numbers: whoever sits where his need is not met, which the best round never has."""
    wrong = unsuited(request, boards, tables)
    if not wrong:
        return price
    extra = (("unsuited_table", wrong), *price.extra)
    is_best = price.sentence == against_the_best(price.extra)
    text = against_the_best(extra) if is_best else as_found(extra)
    return replace(price, extra=extra, sentence=text, sentences=differences(extra))


def against_the_best(extra: Vector) -> str:
    """'This round is as good as the best one.' or what it costs more."""
    if all(amount == 0 for _, amount in extra):
        return say("This round is as good as the best one.")
    return say("Against the best round this %(extra)s.", extra=costs(extra))


def as_found(extra: Vector) -> str:
    """The same where no round was proven to be the best."""
    return say("%(extra)s (the best that was found).", extra=unpointed(against_the_best(extra)))
