"""Who may be whom: players of one name, or nearly one, listed for a person to look at. Nothing is merged by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple
from uuid import UUID

from tdapp.events.models import Entrant
from tdapp.people.models import Player
from tdapp.ratings.models import TwoPeople

NEAR = 0.88
MOST = 200


class Light(NamedTuple):
    """A player as far as names are compared: of ten thousand the rows themselves cost more than all comparing.

    `letters`: those of the name, a bit each, and one more for each time a letter comes again.
    """

    pk: UUID
    key: str
    club: UUID | None
    letters: int


Pair = tuple[Light, Light, str]


class Suspicion(NamedTuple):
    """Two players who may be one, and why: `same` name and club, `name` alone, or `near` names of one club."""

    one: Player
    other: Player
    why: str


def suspects() -> list[Suspicion]:
    """Pairs that look like one person and of whom nobody said that they are two, the surest first; at most 200."""
    # Nobody of the demo is anybody.
    invented = Entrant.objects.filter(event__demo=True, player__isnull=False).values("player")
    real = Player.objects.filter(merged_into=None).exclude(pk__in=invented).order_by("key", "number")
    players = [Light(*row, _letters(row[1])) for row in real.values_list("pk", "key", "club")]
    two = {frozenset(pair) for pair in TwoPeople.objects.values_list("one", "other")}
    pairs = (*_same_name(players), *_near(players))
    order = {"same": 0, "near": 1, "name": 2}
    found = sorted(
        (one for one in pairs if frozenset((one[0].pk, one[1].pk)) not in two), key=lambda one: order[one[2]]
    )[:MOST]
    shown = Player.objects.select_related("club").in_bulk([who.pk for one in found for who in one[:2]])
    return [Suspicion(shown[one.pk], shown[other.pk], why) for one, other, why in found]


def _letters(key: str) -> int:
    bits = 0
    for letter in key:
        bit = 1 << (ord(letter) & 63)
        while bits & bit:
            bit <<= 64
        bits |= bit
    return bits


def _same_name(players: Iterable[Light]) -> Iterable[Pair]:
    by_key: dict[str, list[Light]] = defaultdict(list)
    for player in players:
        by_key[player.key].append(player)
    for group in by_key.values():
        for at, one in enumerate(group):
            for other in group[at + 1 :]:
                yield one, other, "same" if one.club == other.club else "name"


def _near(players: Iterable[Light]) -> Iterable[Pair]:
    """Names of one club that differ by a letter or two; compared only where the first letter agrees."""
    buckets: dict[tuple[object, str], list[Light]] = defaultdict(list)
    for player in players:
        if player.club:
            buckets[player.club, player.key[:1]].append(player)
    for group in buckets.values():
        yield from _near_in(group)


def _near_in(group: Sequence[Light]) -> Iterable[Pair]:
    for at, one in enumerate(group):
        for other in group[at + 1 :]:
            if one.key != other.key and _may_be_alike(one, other) and _alike(one.key, other.key):
                yield one, other, "near"


def _may_be_alike(one: Light, other: Light) -> bool:
    """Whether `_alike` can say yes: each letter only one of them has is left without a partner. Asked of all, so it is quick."""
    alone = (one.letters ^ other.letters).bit_count()
    return alone <= (1 - NEAR) * (len(one.key) + len(other.key))


def _alike(one: str, other: str) -> bool:
    match = SequenceMatcher(None, one, other, autojunk=False)
    return match.quick_ratio() >= NEAR and match.ratio() >= NEAR
