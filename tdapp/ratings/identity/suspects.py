"""Who may be whom: players of one name, or nearly one, listed for a person to look at. Nothing is merged by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import combinations
from typing import NamedTuple

from django.db.models import CharField
from django.db.models.functions import Cast

from tdapp.events.models import Entrant
from tdapp.people.models import Player
from tdapp.ratings.models import TwoPeople

NEAR = 0.88
MOST = 200
SAME, NEARLY, NAME = "same", "near", "name"
ORDER = {SAME: 0, NEARLY: 1, NAME: 2}


class Light(NamedTuple):
    """A player as far as names are compared: of ten thousand the rows themselves cost more than all comparing. The number
    says who it is, and the club's id is left as the database writes it, for to make twenty thousand ids of text is a third of
    the page.
    """

    number: str
    key: str
    club: str | None


# The same as the database hands it over: of ten thousand a few hundred are looked at closely.
Row = tuple[str, str, str | None]


class Suspicion(NamedTuple):
    """Two players who may be one, and why: `same` name and club, `name` alone, or `near` names of one club."""

    one: Light
    other: Light
    why: str


def suspects() -> list[Suspicion]:
    """Pairs that look like one person and of whom nobody said that they are two, the surest first; at most 200."""
    # Nobody of the demo is anybody.
    invented = Entrant.objects.filter(event__demo=True, player__isnull=False).values("player")
    real = Player.objects.filter(merged_into=None).exclude(pk__in=invented).order_by()
    players = list(real.values_list("number", "key", Cast("club", CharField())))
    two = {frozenset(pair) for pair in TwoPeople.objects.values_list("one__number", "other__number")}
    pairs = (
        pair
        for pair in (*_same_name(players), *_near(players))
        if {pair.one.number, pair.other.number} not in two
    )
    return sorted(pairs, key=_place)[:MOST]


def players_of(some: Iterable[Suspicion]) -> list[tuple[Player, Player, str]]:
    """These pairs as rows with their clubs, and why; one query."""
    pairs = list(some)
    numbers = {who.number for pair in pairs for who in (pair.one, pair.other)}
    known = {row.number: row for row in Player.objects.filter(number__in=numbers).select_related("club")}
    return [
        (known[one.number], known[other.number], why)
        for one, other, why in pairs
        if one.number in known and other.number in known
    ]


def _place(pair: Suspicion) -> tuple[int, str, str, str]:
    return ORDER[pair.why], pair.one.key, pair.one.number, pair.other.number


def _suspicion(one: Row, other: Row, why: str) -> Suspicion:
    first, last = sorted((Light(*one), Light(*other)), key=lambda who: (who.key, who.number))
    return Suspicion(first, last, why)


def _same_name(players: Iterable[Row]) -> Iterator[Suspicion]:
    by_key: dict[str, list[Row]] = defaultdict(list)
    for player in players:
        by_key[player[1]].append(player)
    for group in by_key.values():
        if len(group) > 1:
            for one, other in combinations(group, 2):
                yield _suspicion(one, other, SAME if one[2] == other[2] else NAME)


def _near(players: Iterable[Row]) -> Iterator[Suspicion]:
    """Names of one club that differ by a letter or two; compared only where the first letter agrees."""
    buckets: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for player in players:
        _number, key, club = player
        if club:
            buckets[club, key[:1]].append(player)
    return (pair for group in buckets.values() if len(group) > 1 for pair in _near_in(group))


def _near_in(group: Sequence[Row]) -> Iterator[Suspicion]:
    # With which letters each has, and how many of them may be left without a partner.
    signed = [(player, frozenset(player[1]), (1 - NEAR) * len(player[1])) for player in group]
    letters = cache(_letters)
    for at, (one, some, mine) in enumerate(signed, start=1):
        key = one[1]
        for other, others, theirs in signed[at:]:
            # Each letter only one of them has is left without a partner. Asked of all pairs, so it is quick.
            if len(some ^ others) <= mine + theirs and key != other[1]:
                alone = (letters(key) ^ letters(other[1])).bit_count()
                if alone <= mine + theirs and _alike(key, other[1]):
                    yield _suspicion(one, other, NEARLY)


def _letters(key: str) -> int:
    """The letters of a name, a bit each, and one more for each time a letter comes again."""
    bits = 0
    for letter in key:
        bit = 1 << (ord(letter) & 63)
        while bits & bit:
            bit <<= 64
        bits |= bit
    return bits


def _alike(one: str, other: str) -> bool:
    match = SequenceMatcher(None, one, other, autojunk=False)
    return match.quick_ratio() >= NEAR and match.ratio() >= NEAR
