"""What an event plays for: prize places, prize bands, class prizes, and how much spread may still change hands.

All of it is optional: an event that says nothing plays for the upper quarter of the field (tsh `prize_bands`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from core.messages import say

Reading = Literal["tsh", "liwords", "cop"]
GIBSON_SPREAD = (500,)
FIELD_PART = 4
PLACES_MAX = 1000
SPREAD_MAX = 2000


@dataclass(frozen=True, slots=True)
class ClassPrize:
    """So many prizes for the best of one class."""

    klass: str
    places: int = 1


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is at stake.

    `prizes` is the last place that wins one (0: the upper quarter of the field); `bands` the last place of
    each prize band (none given: every prize place is one). `gibson_spread`: points a player may gain in one
    round, counted from the last round, its last entry standing for all earlier ones (NASPA 2016: 500).
    `gibson_groups`: ranges of places that are worth the same, both ends included.
    """

    prizes: int = 0
    bands: tuple[int, ...] = ()
    gibson_spread: tuple[int, ...] = GIBSON_SPREAD
    gibson_groups: tuple[tuple[int, int], ...] = ()
    reading: Reading = "tsh"
    class_prizes: tuple[ClassPrize, ...] = ()

    def last_prize(self, players: int) -> int:
        """The last place that wins a prize in a field of so many."""
        return min(players, self.prizes or max(1, players // FIELD_PART))

    def bands_in(self, players: int) -> tuple[int, ...]:
        """The last places of the prize bands in a field of so many, from the top."""
        last = self.last_prize(players)
        return (
            tuple(sorted({min(band, last) for band in self.bands} | {last}))
            if self.bands
            else tuple(range(1, last + 1))
        )

    def group_of(self, place: int) -> tuple[int, int]:
        """The places worth the same as this one, first and last."""
        return next((group for group in self.gibson_groups if group[0] <= place <= group[1]), (place, place))

    def spread_in(self, left: int) -> int:
        """Points a player may gain when `left` rounds are left, this one included (1: the last round)."""
        return self.gibson_spread[min(left, len(self.gibson_spread)) - 1] if self.gibson_spread else 0


def mistakes_in(stakes: Stakes) -> Iterator[str]:
    """One sentence for each number that makes no sense."""
    if not 0 <= stakes.prizes <= PLACES_MAX:
        yield say(
            "%(prizes)s prize places are planned; it has to be 0 to %(it)s.",
            prizes=stakes.prizes,
            it=PLACES_MAX,
        )
    for number in stakes.gibson_spread:
        if not 0 <= number <= SPREAD_MAX:
            yield say(
                "A Gibson spread of %(number)s is named; it has to be 0 to %(it)s.",
                number=number,
                it=SPREAD_MAX,
            )
    for band in stakes.bands:
        if band < 1:
            yield say("A prize band ends at place %(band)s; places count from 1.", band=band)
    for first, last in stakes.gibson_groups:
        if not 1 <= first <= last:
            yield say(
                "The places %(first)s-%(last)s are no range; write the higher place first, counting from 1.",
                first=first,
                last=last,
            )
    yield from class_mistakes(stakes.class_prizes)


def class_mistakes(prizes: tuple[ClassPrize, ...]) -> Iterator[str]:
    """Class prizes without a class, without places, or named twice."""
    seen: set[str] = set()
    for prize in prizes:
        if not prize.klass or not 1 <= prize.places <= PLACES_MAX:
            yield say(
                "The class prize %(klass)s has %(places)s places; it needs a class and 1 or more.",
                klass=f"{prize.klass!r}",
                places=prize.places,
            )
        if prize.klass in seen:
            yield say(
                "Class %(klass)s has two class prizes; give it one with all its places.", klass=prize.klass
            )
        seen.add(prize.klass)
