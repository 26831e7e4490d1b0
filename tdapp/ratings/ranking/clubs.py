"""How the clubs of a list compare: by the mean of their best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, F, Window
from django.db.models.functions import RowNumber

from tdapp.people.models import RatingList
from tdapp.ratings.ranking.public_names import shown
from tdapp.ratings.ranking.ranking import active

BEST = 5


class Line(NamedTuple):
    """A club by its best active players: how many counted, their mean, how many there are, who counted with their ratings."""

    club: str
    counted: int
    mean: float
    members: int
    best: Sequence[tuple[UUID, int]]


def clubs(rating_list: RatingList, best: int = BEST) -> list[Line]:
    """Clubs by the mean of their best; those with enough players first. One query, which brings those who count alone."""
    club, order = [F("player__club")], [F("rating").desc(), F("games").desc(), F("player__number").asc()]
    counted = active(rating_list).filter(player__club__isnull=False)
    counted = counted.annotate(
        at=Window(RowNumber(), partition_by=club, order_by=order),
        members=Window(Count("pk"), partition_by=club),
    ).filter(at__lte=best)
    rows = counted.order_by("player__club", "at")
    found: list[tuple[str, int, list[tuple[UUID, int]]]] = []
    for at, name, members, player, rating in rows.values_list(
        "at", "player__club__name", "members", "player_id", "rating"
    ):
        if at == 1:
            found.append((name, members, []))
        found[-1][2].append((player, rating))
    lines = (
        Line(name, len(top), sum(rating for _who, rating in top) / len(top), members, top)
        for name, members, top in found
    )
    return sorted(lines, key=lambda row: (-row.counted, -row.mean, row.club))


def named(rating_list: RatingList, lines: Iterable[Line]) -> list[tuple[Line, list[str]]]:
    """These clubs with their best by name; three queries."""
    some = list(lines)
    ids = [who for line in some for who, _rating in line.best]
    people = shown(ids, rating_list)
    return [(line, [f"{people[who].name} {rating}" for who, rating in line.best]) for line in some]
