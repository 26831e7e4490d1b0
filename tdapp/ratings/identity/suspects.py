"""Who may be whom: players of one name, or nearly one, listed for a person to look at. Nothing is merged by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from tdapp.people.models import Player
from tdapp.ratings.models import TwoPeople

NEAR = 0.88
MOST = 200


class Suspicion(NamedTuple):
    """Two players who may be one, and why: `same` name and club, `name` alone, or `near` names of one club."""

    one: Player
    other: Player
    why: str


def suspects() -> list[Suspicion]:
    """Pairs that look like one person and of whom nobody said that they are two, the surest first; at most 200."""
    # Nobody of the demo is anybody.
    real = Player.objects.filter(merged_into=None).exclude(entries__event__demo=True)
    players = list(real.select_related("club").order_by("key", "number"))
    same = list(_same_name(players))
    known = {frozenset((pair.one.pk, pair.other.pk)) for pair in same}
    near = [pair for pair in _near(players) if frozenset((pair.one.pk, pair.other.pk)) not in known]
    two = {frozenset(pair) for pair in TwoPeople.objects.values_list("one", "other")}
    found = [pair for pair in (*same, *near) if frozenset((pair.one.pk, pair.other.pk)) not in two]
    order = {"same": 0, "near": 1, "name": 2}
    return sorted(found, key=lambda pair: order[pair.why])[:MOST]


def _same_name(players: Iterable[Player]) -> Iterable[Suspicion]:
    by_key: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        by_key[player.key].append(player)
    for group in by_key.values():
        for at, one in enumerate(group):
            for other in group[at + 1 :]:
                yield Suspicion(one, other, "same" if one.club_id == other.club_id else "name")


def _near(players: Iterable[Player]) -> Iterable[Suspicion]:
    """Names of one club that differ by a letter or two; compared only where the first letter agrees."""
    buckets: dict[tuple[object, str], list[Player]] = defaultdict(list)
    for player in players:
        if player.club_id:
            buckets[player.club_id, player.key[:1]].append(player)
    for group in buckets.values():
        yield from _near_in(group)


def _near_in(group: Sequence[Player]) -> Iterable[Suspicion]:
    for at, one in enumerate(group):
        for other in group[at + 1 :]:
            if one.key != other.key and _alike(one.key, other.key):
                yield Suspicion(one, other, "near")


def _alike(one: str, other: str) -> bool:
    match = SequenceMatcher(None, one, other, autojunk=False)
    return match.quick_ratio() >= NEAR and match.ratio() >= NEAR
