"""Who may be whom: players of one name, or nearly one, listed for a person to look at. Nothing is merged by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations
from typing import NamedTuple
from uuid import UUID

from django.db.models import CharField
from django.db.models.functions import Cast

from tdapp.events.models import Entrant
from tdapp.people.models import Player
from tdapp.people.names import listed_name
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
# A pair in its place among them: how sure, the key, both numbers; the two, and why.
Pair = tuple[int, str, str, str, Row, Row, str]


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
    found = sorted(
        pair for pair in (*_same_name(players), *_near(players)) if not two or {pair[2], pair[3]} not in two
    )
    return [
        Suspicion(Light(*one), Light(*other), why)
        for _order, _key, _one, _other, one, other, why in found[:MOST]
    ]


class Known(NamedTuple):
    """One of a pair as the page shows it: the name, and the number with the club."""

    pk: UUID
    number: str
    name: str
    club: str


def players_of(some: Iterable[Suspicion]) -> list[tuple[Known, Known, str]]:
    """These pairs with names and clubs, and why; one query."""
    pairs = list(some)
    numbers = {who.number for pair in pairs for who in (pair.one, pair.other)}
    rows = Player.objects.filter(number__in=numbers).values_list(
        "pk", "number", "given", "surname", "club__name"
    )
    known = {
        number: Known(pk, number, listed_name(given, surname), club or "")
        for pk, number, given, surname, club in rows
    }
    return [
        (known[one.number], known[other.number], why)
        for one, other, why in pairs
        if one.number in known and other.number in known
    ]


def _pair(one: Row, other: Row, why: str) -> Pair:
    first, last = (one, other) if (one[1], one[0]) <= (other[1], other[0]) else (other, one)
    return ORDER[why], first[1], first[0], last[0], first, last, why


def _same_name(players: Iterable[Row]) -> Iterator[Pair]:
    by_key: dict[str, list[Row]] = defaultdict(list)
    for player in players:
        by_key[player[1]].append(player)
    for group in by_key.values():
        if len(group) > 1:
            for one, other in combinations(group, 2):
                yield _pair(one, other, SAME if one[2] == other[2] else NAME)


class Signs(dict[str, tuple[int, int]]):
    """Which letters are in a word, and how often each, eight bits a letter: of a name they are those of its words together. Of
    all the words of a list's names there are a few thousand, and no name has 256 letters.
    """

    def __missing__(self, word: str) -> tuple[int, int]:
        often = sum(1 << 8 * (ord(letter) & 31) for letter in word)
        self[word] = _which(often), often
        return self[word]

    def of(self, name: str) -> tuple[int, int]:
        """Of all its words together."""
        some = often = 0
        for word in name.split():
            which, counted = self[word]
            some |= which
            often += counted
        return some, often


# The lowest bit of each letter's eight.
LOWEST = int.from_bytes(b"\1" * 32)


def _near(players: Iterable[Row]) -> Iterator[Pair]:
    """Names of one club that differ by a letter or two; compared only where the first letter agrees."""
    buckets: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for player in players:
        _number, key, club = player
        if club:
            buckets[club, key[:1]].append(player)
    signs = Signs()
    return (pair for group in buckets.values() if len(group) > 1 for pair in _near_in(group, signs))


def _near_in(group: Sequence[Row], signs: Signs) -> Iterator[Pair]:
    # The shortest first; with which letters each has, how often, and how many of them may be left without a partner.
    signed = []
    for one in sorted(group, key=_length):
        some, often = signs.of(one[1])
        signed.append((len(one[1]), one, some, often, (1 - NEAR) * len(one[1])))
    for at, (length, one, some, mine_often, mine) in enumerate(signed, start=1):
        for longer, other, others, others_often, theirs in signed[at:]:
            # From here on all are too long.
            if longer - length > mine + theirs:
                break
            # Each letter only one of them has is left without a partner, and each that one has more often. Asked of all pairs,
            # so it is quick.
            if (some ^ others).bit_count() > mine + theirs:
                continue
            if _which(mine_often ^ others_often).bit_count() <= mine + theirs and one[1] != other[1]:
                alone = (_letters(one[1]) ^ _letters(other[1])).bit_count()
                if alone <= mine + theirs and _alike(one[1], other[1]):
                    yield _pair(one, other, NEARLY)


def _length(one: Row) -> int:
    return len(one[1])


def _which(often: int) -> int:
    """A bit for each letter whose eight hold anything."""
    often |= often >> 4
    often |= often >> 2
    return (often | often >> 1) & LOWEST


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
