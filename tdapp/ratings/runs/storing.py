"""Write runs aside, then make them the list in one step: no reader ever sees half of a batch."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Conflict
from tdapp.people.models import RatingList, RatingValue
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.runs.replay import Made, Moved
from tdapp.ratings.runs.values import Point, Values, since, values_at

ROWS = 1000
FEW = 500


def store(rating_list: RatingList, made: Made, batch: UUID, by: str) -> RatingRun:
    """One run of a batch with its changes, pending."""
    run = RatingRun.objects.create(
        rating_list=rating_list, kind=RatingRun.Kind.EVENT, division_id=made.planned.division,
        on=made.planned.point.on, order=made.planned.point.order, batch=batch, partial=made.planned.partial,
        formula=made.formula, settings=made.settings, digest=made.digest, outcome=made.outcome,
        games=made.games, players=len(made.moved), by_name=by,
    )  # fmt: skip
    RatingChange.objects.bulk_create([_change(run, moved) for moved in made.moved], batch_size=ROWS)
    return run


def _change(run: RatingRun, moved: Moved) -> RatingChange:
    before, after = moved.before, moved.after
    return RatingChange(
        run=run, player_id=moved.player, before=before.rating, after=after.rating,
        games_before=before.games, games_after=after.games, deviation_before=before.deviation,
        deviation=after.deviation, volatility=after.volatility, segments=list(moved.segments),
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
