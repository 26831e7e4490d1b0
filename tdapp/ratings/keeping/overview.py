"""A list as its keeper sees it: the runs in order, which of them no longer fit, what waits to be rated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from core import canonical
from tdapp.desk.models import Finalisation, Result
from tdapp.events.models import Division, Round, Table
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import RatingList
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs import planning
from tdapp.ratings.runs.commands import batches
from tdapp.ratings.runs.commands.runs import preview
from tdapp.ratings.runs.results import counted
from tdapp.ratings.settings.means import means_of


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run; `stale`: the event's results are not those that were rated; `otherwise`: the list rates otherwise now;
    `away`: the event was put away.
    """

    run: RatingRun
    name: str
    stale: bool
    otherwise: bool

    @property
    def away(self) -> bool:
        division = self.run.division
        return division is not None and division.event.deleted_at is not None


def runs_of(rating_list: RatingList) -> QuerySet[RatingRun]:
    """The runs that make the list, the newest first."""
    rows = RatingRun.objects.filter(rating_list=rating_list, state=RatingRun.State.CURRENT)
    found = rows.select_related("rating_list", "division__event").order_by("-on", "-order")
    return found.defer("division__ruleset_frozen", "division__ruleset_file")


def run_lines(runs: Iterable[RatingRun]) -> list[RunLine]:
    """The runs of one page, their digests compared with the results as they are now; two queries."""
    rows = list(runs)
    now = counted(run.division_id for run in rows if run.division_id)
    return [
        RunLine(run, _name(run), run.division_id is not None and run.digest != now[run.division_id].digest,
                run.division_id is not None and not _as_now(run.rating_list, run.partial, run.formula, run.settings))
        for run in rows
    ]  # fmt: skip


def _as_now(rating_list: RatingList, partial: bool, formula: str, settings: Mapping[str, Any]) -> bool:
    """Whether something was rated with the formula and the numbers the list has now; a list that has none is told so
    elsewhere.
    """
    try:
        chosen, now = means_of(rating_list, partial=partial)
    except Refusal:
        return True
    # Runs from before wins by the tie rule were told apart lack that setting; a run with such a game is marked by its
    # results, whose digest has them.
    known = {name: now[name] for name in now if name == "tie_rule_wins"} | dict(settings)
    return chosen.id == formula and canonical.digest(now) == canonical.digest(known)


def first_otherwise(rating_list: RatingList) -> RatingRun | None:
    """The earliest run rated with other settings than the list has now: rating it anew does all after it as well."""
    rows = runs_of(rating_list).filter(division__isnull=False, division__event__deleted_at=None).order_by()
    means = rows.values_list("partial", "formula", "settings").distinct()
    if all(_as_now(rating_list, *one) for one in means):
        return None
    found = rows.order_by("on", "order").iterator()
    return next(
        (run for run in found if not _as_now(rating_list, run.partial, run.formula, run.settings)), None
    )


def _name(run: RatingRun) -> str:
    return planning.planned(run.division).name if run.division else run.note


def waiting(rating_list: RatingList) -> QuerySet[Division, Any]:
    """Rated divisions with rounds that no run of the list holds: tables still open (`open`), rounds `posted`, and whether
    its standings were called final.
    """
    on_it = RatingRun.objects.filter(
        rating_list=rating_list, state=RatingRun.State.CURRENT, division=OuterRef("pk")
    )
    rows = Division.objects.filter(
        Exists(Round.objects.filter(division=OuterRef("pk"))), ~Exists(on_it),
        rating_kind__in=planning.RATED, event__deleted_at=None, event__demo=rating_list.demo,
    )  # fmt: skip
    if rating_list.starts_on:
        rows = rows.filter(event__ends_on__gte=rating_list.starts_on)
    done = Result.objects.filter(in_force=True, table=OuterRef("pk"))
    # Counted for those that are shown: joined to all their tables, ten thousand divisions took a fifth of a second to plan.
    open_ = _many(Table.objects.filter(~Exists(done), round__division=OuterRef("pk")), "round__division")
    posted = _many(
        Round.objects.filter(division=OuterRef("pk")).exclude(status=Round.Status.PLANNED), "division"
    )
    final = Exists(Finalisation.objects.filter(division=OuterRef("pk")))
    counted_rows = rows.annotate(open=open_, posted=posted, final=final).select_related("event")
    return counted_rows.order_by("event__ends_on", "event__sequence", "order")


def _many(rows: QuerySet[Any], by: str) -> Coalesce:
    counted_rows = rows.order_by().values(by).annotate(many=Count("pk")).values("many")
    return Coalesce(Subquery(counted_rows), 0)


def foresee(
    rating_list: RatingList, divisions: Sequence[Division], without: Sequence[UUID] = ()
) -> dict[str, Any]:
    """Who would move (`preview`); of more than sixty runs only how many there are (`many`): a job tells who.

    `unfinished`: a sentence for each division that is not over.
    """
    planning.refuse_unready(rating_list, divisions)
    open_ = planning.unfinished(divisions)
    steps = planning.plan_of(rating_list, divisions, without=without)
    if len(steps) > batches.FORESEEN:
        return {
            "runs": [],
            "moves": [],
            "version": rating_list.version,
            "many": len(steps),
            "unfinished": open_,
        }
    return {**preview(rating_list, divisions, without), "many": 0, "unfinished": open_}


def why_stale(runs: Iterable[RunLine]) -> dict[str, Any]:
    """What stands behind the stale ones of a page: their divisions, and whether anything still waits to be confirmed."""
    rows = [line.run for line in runs if line.stale and line.run.division_id]
    waiting = planning.open_tables([row.division_id for row in rows if row.division_id])
    ready = [row.division_id for row in rows if row.division_id not in waiting]
    return {"count": len(rows), "ready": ready, "open": sum(waiting.values())}
