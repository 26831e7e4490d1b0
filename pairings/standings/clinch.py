"""Marks beside the standings: who has won what, who can still win it, who cannot any more; each says why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import merge
from itertools import islice
from typing import Literal

from core.messages import joined, put, say
from pairings.event.history import History
from pairings.event.ordinals import nth
from pairings.event.records import fold
from pairings.standings.gibson import gibsons, rounds_left, spread_decides, wins_decide
from pairings.standings.metrics import Stand
from pairings.standings.outlook import Outlook, Rest, outlooks
from pairings.standings.reachable_places import Among, Finish, supply_of
from pairings.standings.stakes import Stakes
from pairings.standings.standings import PRECEDENCE, Placed, order_of, ranked

State = Literal["gibson", "sure", "open", "out"]


@dataclass(frozen=True, slots=True)
class Paying:
    """The places that win a prize, of the whole field and inside each class, where they are known one by one.

    `beyond`: so many who stand before may be passed over, because they hold other prizes and nobody gets more.
    """

    places: frozenset[int]
    classes: Mapping[str, frozenset[int]]
    beyond: int = 0

    def of_class(self, klass: str) -> frozenset[int]:
        """The places inside a class that win one of its prizes."""
        return self.classes.get(klass, frozenset())


@dataclass(frozen=True, slots=True)
class Mark:
    """What a player can still reach.

    `best` and `worst` are the places still possible, `klass_best` and `klass_worst` those inside his class (0:
    he has none). `state`: gibson (his place, or his share of an equal one, is won), sure (of a prize), open,
    out (no prize any more, a class prize included). `prize`, `class_prize`: it is won. `safe`: why he is a Gibson.
    """

    entrant: str
    name: str
    klass: str
    state: State
    best: int
    worst: int
    klass_best: int
    klass_worst: int
    prize: bool
    class_prize: bool
    paying: Paying
    left: int
    safe: str

    @property
    def sentence(self) -> str:
        """All of it in words; made when it is asked for, as a page shows some of a thousand."""
        text = self.safe or open_sentence(self.name, Finish(self.best, self.worst), self.paying, self.left)
        inside = Finish(self.klass_best, self.klass_worst) if self.klass_best else None
        of_class = class_sentence(self.klass, inside, self.paying)
        return joined("", (text, of_class)) if of_class else text


def planned(stakes: Stakes, players: int) -> Paying:
    """The places that win a prize by what is at stake: from the first to the last one, without a gap."""
    classes = {prize.klass: frozenset(range(1, prize.places + 1)) for prize in stakes.class_prizes}
    return Paying(frozenset(range(1, stakes.last_prize(players) + 1)), classes)


def is_sure(finish: Finish, places: frozenset[int]) -> bool:
    """Whether every place still possible wins a prize."""
    return bool(places) and places.issuperset(range(finish.best, finish.worst + 1))


def is_open(finish: Finish, places: frozenset[int], beyond: int = 0) -> bool:
    """Whether some place still possible wins a prize, `beyond` of those before passed over at most."""
    return not places.isdisjoint(range(finish.best - beyond, finish.worst + 1))


@lru_cache(maxsize=4096)
def range_text(finish: Finish) -> str:
    """'2nd place' or 'between 2nd and 7th place', without the article."""
    if finish.best == finish.worst:
        return say("%(best)s place", best=nth(finish.best))
    return say("a place between %(best)s and %(worst)s", best=nth(finish.best), worst=nth(finish.worst))


def open_sentence(name: str, finish: Finish, paying: Paying, left: int) -> str:
    """A player who is no Gibson, in one sentence."""
    if not left:
        return say("%(name)s has taken %(finish)s.", name=name, finish=range_text(finish))
    where = say(
        "%(name)s can still take %(finish)s with %(left)s left",
        name=name,
        finish=range_text(finish),
        left=rounds_left(left),
    )
    if is_sure(finish, paying.places):
        return say("%(where)s: sure of a prize.", where=where)
    if paying.places and not is_open(finish, paying.places, paying.beyond):
        return say("%(where)s: out of reach of the prizes.", where=where)
    return put("%(where)s.", where=where)


def class_sentence(klass: str, finish: Finish | None, paying: Paying) -> str:
    """What a class prize adds."""
    places = paying.of_class(klass)
    if finish is None or not places:
        return ""
    if is_sure(finish, places):
        return say(" Sure of a prize of class %(klass)s.", klass=klass)
    if not is_open(finish, places, paying.beyond):
        return say(" No longer in reach of a prize of class %(klass)s.", klass=klass)
    return say(" Can still win a prize of class %(klass)s.", klass=klass)


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


def state_of(finish: Finish, inside: Finish | None, paying: Paying, in_class: frozenset[int]) -> State:
    """Whether a prize is sure, open or out of reach; open while no place wins any."""
    if is_sure(finish, paying.places):
        return "sure"
    mine = [(finish, paying.places), *([(inside, in_class)] if inside is not None else [])]
    still = any(is_open(one, places, paying.beyond) for one, places in mine)
    return "open" if still or not (paying.places or in_class) else "out"


class Reckoning:
    """What marks are made of: the field after a round of `rounds`, and the places of one when they are asked for.

    `paying`: the places that win a prize where they are known one by one; by what is at stake otherwise. `table`: `table_at`
    of the same, where it is counted already.
    """

    def __init__(
        self, history: History, after: int, rounds: int, stakes: Stakes, precedence: Sequence[str],
        paying: Paying | None = None, table: Sequence[Placed] | None = None,
    ) -> None:  # fmt: skip
        self.rest = rest = Rest(history, after, rounds, stakes)
        table = table_at(history, after, precedence) if table is None else table
        self.field = outlooks(table, rest, precedence[0])
        by_spread = spread_decides(precedence, self.field)
        safe = gibsons(self.field, rest, precedence) if rest.left else ()
        self.safe = {one.entrant: one.sentence for one in safe}
        self.paying = paying or planned(stakes, len(self.field))
        self.over = None if any(one.games for one in self.field) else settled(table)
        supply = supply_of(rest)
        self.everybody = Among(self.field, by_spread, supply, supply.least)
        # A class may be all there is.
        self.classes = {
            klass: Among(group, by_spread, supply, supply.least if len(group) == len(self.field) else 0)
            for klass, group in by_class(self.field).items()
        }

    def mark(self, one: Outlook) -> Mark:
        """One player's mark."""
        key, klass = one.entrant.id, self.classes.get(one.entrant.klass)
        if self.over is not None:
            finish, inside = self.over[0][key], self.over[1].get(key)
        else:
            finish, inside = self.everybody.finish(key), klass.finish(key) if klass else None
        return mark_of(one, finish, inside, self.paying, self.safe.get(key, ""), self.rest.left)

    def in_reach(self, most: int) -> list[Mark]:
        """Who can still win a prize, by the best place still possible, then the worst, then as they stand; the first `most`.

        Whoever stands higher with as much to come reaches no lower place, the best and the worst: players with as much to
        come are asked in their order, and none of them further than it takes.
        """
        alike: dict[tuple[int, int, int], list[Outlook]] = {}
        for one in self.field:
            alike.setdefault((one.games, one.gain, one.loss), []).append(one)
        place = self.everybody.at
        asked = merge(
            *map(self._still, alike.values()), key=lambda mark: (mark.best, mark.worst, place[mark.entrant])
        )
        return list(islice(asked, most))

    def _still(self, alike: Sequence[Outlook]) -> Iterator[Mark]:
        """Those of players with as much to come who can still win a prize."""
        paying, passed = self.paying, set[str]()
        for one in alike:
            klass = one.entrant.klass
            open_to = {"": paying.places} | ({klass: paying.of_class(klass)} if klass else {})
            kinds = {name for name, places in open_to.items() if places}
            if kinds and kinds <= passed and one.entrant.id not in self.safe:
                continue
            mark = self.mark(one)
            best = {"": mark.best, klass: mark.klass_best} if klass else {"": mark.best}
            passed |= {name for name in kinds if best[name] - paying.beyond > max(open_to[name])}
            if mark.state != "out":
                yield mark


def marks(
    history: History,
    after: int,
    rounds: int,
    stakes: Stakes = Stakes(),  # noqa: B008 - frozen
    precedence: Sequence[str] = PRECEDENCE,
    paying: Paying | None = None,
    only: Collection[str] | None = None,
    table: Sequence[Placed] | None = None,
) -> dict[str, Mark]:
    """For each ranked player, by id, what is won and what can still be won after a round of `rounds`.

    Nobody outside the ranking has a mark; nobody has one while `rounds` is 0 (unknown) or where the division ranks
    by something else than wins, points or shares of tables first. `only`: nobody but these ids, for a page that shows some
    of a thousand. The others: as of `Reckoning`.
    """
    if not rounds or not wins_decide(precedence):
        return {}
    known = Reckoning(history, after, rounds, stakes, precedence, paying, table)
    return {one.entrant.id: known.mark(one) for one in known.field if only is None or one.entrant.id in only}


def in_reach(
    history: History, after: int, rounds: int, stakes: Stakes, precedence: Sequence[str],
    paying: Paying | None, most: int, table: Sequence[Placed],
) -> list[Mark]:  # fmt: skip
    """Of `marks` those who can still win a prize, by the places they can reach, then as they stand; the first `most`."""
    if not rounds or not wins_decide(precedence):
        return []
    return Reckoning(history, after, rounds, stakes, precedence, paying, table).in_reach(most)


def mark_of(
    one: Outlook, finish: Finish, inside: Finish | None, paying: Paying, safe: str, left: int
) -> Mark:
    """One player's mark."""
    in_class = paying.of_class(one.entrant.klass)
    return Mark(
        entrant=one.entrant.id,
        name=one.name,
        klass=one.entrant.klass,
        state="gibson" if safe else state_of(finish, inside, paying, in_class),
        best=finish.best,
        worst=finish.worst,
        klass_best=inside.best if inside else 0,
        klass_worst=inside.worst if inside else 0,
        prize=is_sure(finish, paying.places),
        class_prize=inside is not None and is_sure(inside, in_class),
        paying=paying,
        left=left,
        safe=safe,
    )
