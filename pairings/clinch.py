"""Marks beside the standings: who has won what, who can still win it, who cannot any more; each says why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pairings.explain import nth
from pairings.finish import Finish, finishes
from pairings.gibson import gibsons, rounds_left, spread_decides, wins_decide
from pairings.history import History
from pairings.metrics import Stand
from pairings.outlook import Outlook, Rest, outlooks
from pairings.records import fold
from pairings.stakes import Stakes
from pairings.standings import PRECEDENCE, Placed, order_of, ranked

State = Literal["gibson", "sure", "open", "out"]


@dataclass(frozen=True, slots=True)
class Mark:
    """What a player can still reach.

    `best` and `worst` are the places still possible, `klass_best` and `klass_worst` those inside his class (0:
    he has none). `state`: gibson (his place, or his share of an equal one, is won), sure (of a prize), open,
    out (no prize any more, a class prize included). `prize`, `class_prize`: it is won.
    """

    entrant: str
    state: State
    best: int
    worst: int
    sentence: str
    klass_best: int = 0
    klass_worst: int = 0
    prize: bool = False
    class_prize: bool = False


def range_text(finish: Finish) -> str:
    """'2nd place' or 'between 2nd and 7th place', without the article."""
    if finish.best == finish.worst:
        return f"{nth(finish.best)} place"
    return f"a place between {nth(finish.best)} and {nth(finish.worst)}"


def open_sentence(one: Outlook, finish: Finish, last: int, left: int) -> str:
    """A player who is no Gibson, in one sentence."""
    where = f"{one.name} can still take {range_text(finish)} with {rounds_left(left)} left"
    if not left:
        return f"{one.name} has taken {range_text(finish)}."
    if finish.worst <= last:
        return f"{where}: sure of a prize."
    if finish.best > last:
        return f"{where}: out of reach of the prizes."
    return f"{where}."


def class_sentence(one: Outlook, finish: Finish | None, places: int) -> str:
    """What a class prize adds."""
    if finish is None or not places:
        return ""
    klass = one.entrant.klass
    if finish.worst <= places:
        return f" Sure of a prize of class {klass}."
    if finish.best > places:
        return f" No longer in reach of a prize of class {klass}."
    return f" Can still win a prize of class {klass}."


def table_at(history: History, after: int, precedence: Sequence[str]) -> list[Placed]:
    """The ranking after a round as the marks read it."""
    return ranked(Stand(fold(history, after), after), order_of(precedence, after))


def by_class(field: Sequence[Outlook]) -> dict[str, list[Outlook]]:
    """The players of each class in order; no class is nobody's."""
    found: dict[str, list[Outlook]] = {}
    for one in field:
        if one.entrant.klass:
            found.setdefault(one.entrant.klass, []).append(one)
    return found


def class_finishes(field: Sequence[Outlook], rest: Rest, by_spread: bool) -> dict[str, Finish]:
    """The places still possible inside each class."""
    found: dict[str, Finish] = {}
    for group in by_class(field).values():
        found |= finishes(field, rest, by_spread, group)
    return found


def settled(table: Sequence[Placed]) -> tuple[dict[str, Finish], dict[str, Finish]]:
    """The places of an event with nothing left to play, overall and by class; shared ones stay shared."""
    found, inside, classes = dict[str, Finish](), dict[str, Finish](), dict[str, list[int]]()
    for one in table:
        if not one.out and one.rank is not None:
            entrant, ranks = one.record.entrant, classes.setdefault(one.record.entrant.klass, [])
            ranks.append(one.rank)
            place = ranks.index(one.rank) + 1
            found[entrant.id] = Finish(one.rank, one.rank)
            if entrant.klass:
                inside[entrant.id] = Finish(place, place)
    return found, inside


def state_of(finish: Finish, inside: Finish | None, last: int, places: int) -> State:
    """Whether a prize is sure, open or out of reach."""
    in_class = inside is not None and inside.best <= places
    if finish.worst <= last:
        return "sure"
    return "open" if finish.best <= last or in_class else "out"


def marks(
    history: History,
    after: int,
    rounds: int,
    stakes: Stakes = Stakes(),  # noqa: B008 - frozen
    precedence: Sequence[str] = PRECEDENCE,
) -> dict[str, Mark]:
    """For each ranked player, by id, what is won and what can still be won after a round of `rounds`.

    Nobody outside the ranking has a mark; nobody has one while `rounds` is 0 (unknown) or where the division ranks
    by something else than wins, points or shares of tables first.
    """
    if not rounds or not wins_decide(precedence):
        return {}
    rest = Rest(history, after, rounds, stakes)
    table = table_at(history, after, precedence)
    field = outlooks(table, rest, precedence[0])
    by_spread = spread_decides(precedence, field)
    places = {prize.klass: prize.places for prize in stakes.class_prizes}
    safe = {one.entrant: one.sentence for one in gibsons(field, rest, precedence)} if rest.left else {}
    found, inside = finishes(field, rest, by_spread), class_finishes(field, rest, by_spread)
    if not any(one.games for one in field):
        found, inside = settled(table)
    last = stakes.last_prize(len(field))
    return {
        one.entrant.id: mark_of(one, found[one.entrant.id], inside.get(one.entrant.id), last,
                                places.get(one.entrant.klass, 0), safe.get(one.entrant.id, ""), rest.left)
        for one in field
    }  # fmt: skip


def mark_of(
    one: Outlook, finish: Finish, inside: Finish | None, last: int, places: int, safe: str, left: int
) -> Mark:
    """One player's mark."""
    text = safe or open_sentence(one, finish, last, left)
    return Mark(
        entrant=one.entrant.id,
        state="gibson" if safe else state_of(finish, inside, last, places),
        best=finish.best,
        worst=finish.worst,
        sentence=f"{text}{class_sentence(one, inside, places)}",
        klass_best=inside.best if inside else 0,
        klass_worst=inside.worst if inside else 0,
        prize=finish.worst <= last,
        class_prize=inside is not None and inside.worst <= places,
    )
