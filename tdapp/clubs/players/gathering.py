"""A career as released, made once for each state of what is public; who has a page is asked at each look, beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tdapp.events.models import Entrant
from tdapp.kernel.running.written_once import WrittenOnce
from tdapp.people.models import Player, RatingList
from tdapp.people.names import spoken_name
from tdapp.people.registry import numbers_of
from tdapp.publishing.released import personal, single_flight
from tdapp.publishing.released.personal import Entry
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.ranking import history, pages
from tdapp.ratings.ranking.history import Step
from tdapp.ratings.ranking.public_names import answers

STAMPED = (
    "pk", "number", "player__merged_into", "division", "division__name", "division__slug", "division__rounds_planned",
    "division__released_round", "division__released_version", "division__freeze__last", "division__freeze__unveiled_at",
    "event__slug", "event__name", "event__starts_on", "event__ends_on", "event__public", "event__deleted_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Path:
    """A way on one public list: every change, the oldest first, and what each division made of it (before, after)."""

    name: str
    slug: str
    national: bool
    steps: tuple[Step, ...]
    by_division: dict[UUID, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Career:
    """Entries, the newest first; ways on lists, the one most people know first."""

    entries: tuple[Entry, ...]
    paths: tuple[Path, ...]

    def moved(self, entry: Entry) -> tuple[int, int] | None:
        """The rating before and after an entry, on the first list that rated it; 0 before: the first one."""
        return next(
            (path.by_division[entry.division_id] for path in self.paths if entry.division_id in path.by_division), None
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody with a page: the name, the club, the code of its address."""

    name: str
    club: str
    code: str


TOLD = WrittenOnce(
    lambda player: Entrant.objects.filter(player__in=numbers_of(player)).order_by("pk").values_list(*STAMPED)
)
LISTS = WrittenOnce(
    lambda: RatingList.objects.filter(public=True).order_by("pk").values_list("pk", "version")
)
MERGED = WrittenOnce(
    lambda: Player.objects.exclude(merged_into=None).order_by("pk").values_list("pk", "merged_into")
)
CHANGES = WrittenOnce(
    lambda player: (
        RatingChange.objects.filter(
            player__in=numbers_of(player), run__rating_list__public=True, run__state=RatingRun.State.CURRENT
        )
        .select_related("run__division__event", "run__rating_list")
        .order_by("run__on", "run__order")
        .defer("run__settings", "segments", "run__division__ruleset_frozen", "run__division__ruleset_file")
    )
)
NAMED = WrittenOnce(
    lambda ids: Player.objects.filter(pk__in=ids).values_list("pk", "given", "surname", "club__name")
)


def career(player: UUID) -> Career:
    """Everything public of a player; three queries while nothing changed.

    A second late at most with their own entries, what is released of them, ratings, and who was merged (an opponent, too),
    which the stamp holds; ten minutes (`single_flight.KEEP_SECONDS`) with others ranked in the same division.
    """
    stamp = hashlib.sha256(repr((TOLD(player), LISTS(), MERGED())).encode()).hexdigest()
    return single_flight.fly(f"public:career:{player}", stamp, lambda: _built(player))


def _built(player: UUID) -> Career:
    return Career(personal.of_entrants(personal.entrants_of(player)), tuple(_paths(player)))


def _paths(player: UUID) -> list[Path]:
    found: dict[Any, list[RatingChange]] = {}
    for row in CHANGES(player):
        found.setdefault(row.run.rating_list_id, []).append(row)
    made = [_path(some) for some in found.values()]
    return sorted(made, key=lambda path: (not path.national, -len(path.steps), path.name))


def _path(rows: Sequence[RatingChange]) -> Path:
    rating_list = rows[0].run.rating_list
    steps = tuple(
        Step(
            row.run_id, row.run.on, history.event_name(row.run.division, False),
            row.run.kind == RatingRun.Kind.EVENT, row.before, row.after, row.games_after, "",
        )
        for row in rows
    )  # fmt: skip
    moved = {row.run.division_id: (row.before, row.after) for row in rows if row.run.division_id}
    national = rating_list.kind == RatingList.Kind.NATIONAL
    return Path(rating_list.name, rating_list.slug, national, steps, moved)


def named(ids: Iterable[UUID]) -> dict[UUID, Named]:
    """Who of these has a page, with the name to link; nobody else is told."""
    found = pages.of_ids(ids)
    return {
        pk: Named(spoken_name(given, surname), club or "", found[pk].code)
        for pk, given, surname, club in answers(NAMED, list(found))
    }
