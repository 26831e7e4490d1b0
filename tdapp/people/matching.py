"""Who of a file is who: evidence goes in; out comes who it certainly is, who has to be asked about, or somebody new.

Two ways to ask. `People`: the players of this installation, of whom a number or a name may mean one. `Pairs`: two lists
of the same people, of whom two of one name stay two. What is done with an answer is each reader's own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tdapp.people.models import Player

CLUB_LENGTH = 120
# How a temporary number begins, folded: it means nothing elsewhere, and gives way to another.
TEMPORARY = "t-"
# Of people who cannot be told apart by their key so many are compared with a row: a file of one name stays linear.
MOST_ALIKE = 20


class How(StrEnum):
    """Certain by `number` or by `name` and club. Asked: the number is `taken` by another name, there are `several` of
    the name and club, or `namesakes` of other clubs. Else `new`.
    """

    NUMBER = "number"
    NAME = "name"
    TAKEN = "taken"
    SEVERAL = "several"
    NAMESAKES = "namesakes"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a file says of somebody. Name and club are folded; no name: it says a number alone. year 0: not said."""

    number: str = ""
    name: str | None = None
    club: str = ""
    year: int = 0

    @property
    def key(self) -> tuple[str | None, str, int]:
        return self.name, self.club, self.year


@dataclass(frozen=True, slots=True)
class Found:
    """Who it is. `player`: where that is certain; `others`: who else it may be."""

    how: How
    player: Player | None = None
    others: tuple[Player, ...] = ()


class People:
    """Players here, with club and `merged_into`. `clubless`: name alone is enough where neither side has a club.
    `once`: nobody is meant twice, so ask those with numbers first.
    """

    def __init__(self, players: Iterable[Player], *, clubless: bool = False, once: bool = False) -> None:
        self._clubless, self._once = clubless, once
        self._met: set[Any] = set()
        self._numbers: dict[str, Player] = {}
        self._names: dict[str | None, list[Player]] = defaultdict(list)
        for player in players:
            self._numbers[player.number] = player
            if player.merged_into_id is None:
                self._names[player.key].append(player)

    def find(self, said: Evidence) -> Found:
        """By the number alone where one is said, else by name and club."""
        found = self._numbered(said) if said.number else self._named(said)
        if found.player and self._once:
            self._met.add(found.player.pk)
        return found

    def alike(self, said: Evidence) -> tuple[Player, ...]:
        """Everybody of the name who was not met yet."""
        return tuple(one for one in self._names.get(said.name, ()) if one.pk not in self._met)

    def _numbered(self, said: Evidence) -> Found:
        """Whose number it is, if the name goes with it; who was merged is the one who stayed."""
        player = self._numbers.get(said.number)
        player = player.merged_into or player if player else None
        if player is None:
            return Found(How.NEW)
        if said.name not in (None, player.key) or player.pk in self._met:
            return Found(How.TAKEN, None, (player,))
        return Found(How.NUMBER, player)

    def _named(self, said: Evidence) -> Found:
        club = said.club[:CLUB_LENGTH]
        same = tuple(one for one in self._names.get(said.name, ()) if self._of_club(one, club))
        if len(same) > 1:
            return Found(How.SEVERAL, None, same)
        if same and same[0].pk not in self._met:
            return Found(How.NAME, same[0])
        others = self.alike(said)
        return Found(How.NAMESAKES if others else How.NEW, None, others)

    def _of_club(self, player: Player, club: str) -> bool:
        own = player.club.key if player.club else ""
        return own == club and (bool(club) or self._clubless)


class Pairs:
    """Who of one list is who of another, by their places: by number, then by the whole key, then where one side says
    less. `distance`: of several that fit the nearest is taken, each once.
    """

    def __init__(
        self, said: Sequence[Evidence], known: Sequence[Evidence], distance: Callable[[int, int], int]
    ) -> None:
        self._said, self._known, self._distance = said, known, distance
        self.found: dict[int, int] = {}
        self._taken: set[int] = set()
        self._by(lambda one: one.number)
        self._by(lambda one: one.key)
        self._by_name_alone()

    def _by(self, key: Callable[[Evidence], Hashable]) -> None:
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for at, one in enumerate(self._known):
            if at not in self._taken and key(one):
                waiting[key(one)].append(at)
        for at, one in enumerate(self._said):
            if at in self.found:
                continue
            alike = islice(waiting.get(key(one), ()), MOST_ALIKE)
            if candidates := [other for other in alike if _may(one, self._known[other])]:
                best = min(candidates, key=partial(self._distance, at))
                self._take(at, best)
                waiting[key(one)].remove(best)

    def _by_name_alone(self) -> None:
        """One of each list of a name, club or birth year silent on one side: the same person."""
        left = _by_names(self._known, self._taken)
        for name, alone in _by_names(self._said, self.found).items():
            others = left.get(name, [])
            if len(alone) == len(others) == 1 and _agree(self._said[alone[0]], self._known[others[0]]):
                self._take(alone[0], others[0])

    def _take(self, at: int, other: int) -> None:
        self.found[at] = other
        self._taken.add(other)


def _by_names(people: Sequence[Evidence], met: Iterable[int]) -> dict[str | None, list[int]]:
    """The places of those who were not met yet, by name."""
    found: dict[str | None, list[int]] = defaultdict(list)
    for at in sorted({*range(len(people))} - {*met}):
        found[people[at].name].append(at)
    return found


def _may(a: Evidence, b: Evidence) -> bool:
    """Two different member numbers are two people, whatever their names; a temporary one may give way."""
    one, other = a.number, b.number
    silent = not one or not other
    return silent or one == other or one.startswith(TEMPORARY) != other.startswith(TEMPORARY)


def _agree(a: Evidence, b: Evidence) -> bool:
    """Nothing that both say speaks against it."""
    clubs = not a.club or not b.club or a.club == b.club
    return clubs and (not a.year or not b.year or a.year == b.year) and _may(a, b)
