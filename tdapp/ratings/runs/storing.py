"""Write runs aside, then make them the list in one step: no reader ever sees half of a batch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from core import canonical
from tdapp.kernel.refusals import Conflict
from tdapp.kernel.running.bulk import Into, told
from tdapp.people.models import RatingList, RatingValue
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.runs.replay import Made, Moved
from tdapp.ratings.runs.values import Point, Values, since, values_at

ROWS = 1000
FEW = 500


RUN = (
    "id", "rating_list_id", "kind", "division_id", "on", "order", "batch", "partial", "formula", "settings", "digest",
    "outcome", "games", "players", "by_name",
)  # fmt: skip
CHANGE = (
    "id", "run_id", "player_id", "before", "after", "games_before", "games_after", "deviation_before", "deviation",
    "volatility", "segments",
)  # fmt: skip


def store(rating_list: RatingList, made: Sequence[Made], batch: UUID, by: str) -> None:
    """Runs of a batch with their changes, pending. In bulk: a million games leave two hundred thousand changes."""
    ids = _ids(len(made))
    Into(RatingRun, *RUN).write(
        (
            pk, rating_list.pk.hex, RatingRun.Kind.EVENT.value, one.planned.division.hex, str(one.planned.point.on),
            one.planned.point.order, batch.hex, one.planned.partial, one.formula, told(one.settings), one.digest,
            one.outcome, one.games, len(one.moved), by,
        )
        for pk, one in zip(ids, made, strict=True)
    )  # fmt: skip
    rows = [(run, moved) for run, one in zip(ids, made, strict=True) for moved in one.moved]
    Into(RatingChange, *CHANGE).write(
        _change(pk, run, moved) for pk, (run, moved) in zip(_ids(len(rows)), rows, strict=True)
    )


def _ids(count: int) -> list[str]:
    """So many new ids, one after the other: an index takes a row beside the last one far sooner than anywhere."""
    first = uuid4().int - count
    return [f"{one:032x}" for one in range(first, first + count)]


def _change(pk: str, run: str, moved: Moved) -> tuple[Any, ...]:
    before, after = moved.before, moved.after
    return (
        pk, run, moved.player.hex, before.rating, after.rating, before.games, after.games, before.deviation,
        after.deviation, after.volatility, canonical.dumps_plain(moved.segments),
    )  # fmt: skip


def adopt(rating_list: RatingList, batch: UUID, point: Point, gone: Iterable[UUID] = ()) -> None:
    """Make a batch current: what stood from `point` on is superseded, values follow. Inside one transaction."""
    old = RatingRun.objects.filter(rating_list=rating_list, state=RatingRun.State.CURRENT)
    replaced = old.filter(since(point), kind=RatingRun.Kind.EVENT) | old.filter(pk__in=list(gone))
    new = RatingRun.objects.filter(batch=batch)
    touched = _players_of(replaced) | _players_of(new)
    # Asked by condition, not by a list of ids: ten thousand runs are one statement.
    RatingChange.objects.filter(run__in=replaced.values("pk")).delete()
    replaced.update(state=RatingRun.State.SUPERSEDED)
    new.update(state=RatingRun.State.CURRENT)
    write_values(rating_list, touched)


def _players_of(runs: QuerySet[RatingRun]) -> set[UUID]:
    rows = RatingChange.objects.filter(run__in=runs.values("pk")).order_by()
    return set(rows.values_list("player_id", flat=True).distinct())


def write_values(rating_list: RatingList, players: set[UUID]) -> None:
    """Bring the current values of these players to what the runs say; a player without a change has none."""
    # A short list of players is asked for by name; a long one is faster found in one reading of the whole list.
    only = players if len(players) <= FEW else None
    values: Values = {
        who: value for who, value in values_at(rating_list, None, only).items() if who in players
    }
    rows = [
        RatingValue(rating_list=rating_list, player_id=who, rating=value.rating, games=value.games,
                    deviation=value.deviation, volatility=value.volatility, changed_on=value.on)
        for who, value in values.items()
    ]  # fmt: skip
    gone = list(players - set(values))
    for at in range(0, len(gone), 500):
        RatingValue.objects.filter(rating_list=rating_list, player__in=gone[at : at + 500]).delete()
    RatingValue.objects.bulk_create(
        rows, batch_size=ROWS, update_conflicts=True, unique_fields=["rating_list", "player"],
        update_fields=["rating", "games", "deviation", "volatility", "changed_on"],
    )  # fmt: skip


def next_version(rating_list: RatingList, seen: int) -> None:
    """Compare and swap: whoever worked from an older list starts again, nothing of his is stored."""
    if not RatingList.objects.filter(pk=rating_list.pk, version=seen).update(version=F("version") + 1):
        raise Conflict("stale", _("The list changed meanwhile. Look again, then repeat."))
    rating_list.version = seen + 1


def discard_pending(rating_list: RatingList, keep: UUID | None = None) -> int:
    """Forget runs that were being written when their job died; `keep`: values from outside still to be put in force."""
    pending = RatingRun.objects.filter(rating_list=rating_list, state=RatingRun.State.PENDING)
    if keep:
        pending = pending.exclude(pk=keep)
    RatingChange.objects.filter(run__in=pending.values("pk")).delete()
    return pending.delete()[0]


def refuse_incomplete(batch: UUID, runs: int) -> None:
    """Refuse a batch that is not whole: another job tidied up while this one was writing."""
    if RatingRun.objects.filter(batch=batch, state=RatingRun.State.PENDING).count() != runs:
        raise Conflict(
            "incomplete", _("Another rating of this list was started meanwhile. Start this one again.")
        )
