"""Which runs a list needs: what is asked for, and everything that stands after it in the order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.models import Finalisation, Freeze, Result
from tdapp.events.day import notices
from tdapp.events.models import Division, RatingKind, Round, Table
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import RatingList
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs.replay import Given, Planned, Step
from tdapp.ratings.runs.values import Point, current_runs, since

DIVISIONS_A_SEQUENCE = 1000
ASKED = 500
RATED = (RatingKind.FULL, RatingKind.PARTIAL)


def point_of(division: Division) -> Point:
    """A division's place in every list: the day its event ended, then the event's sequence, then its own order."""
    return Point(division.event.ends_on, division.event.sequence * DIVISIONS_A_SEQUENCE + division.order)


def planned(division: Division) -> Planned:
    """The run of a division."""
    name = f"{division.event.name}, {division.name}"
    return Planned(division.pk, point_of(division), division.rating_kind == RatingKind.PARTIAL, name)


def plan_of(
    rating_list: RatingList, divisions: Iterable[Division], *, without: Iterable[Any] = ()
) -> list[Step]:
    """The asked divisions and every current run from the first of them on, in order.

    `without`: runs that are taken off the list; what stands after them is rated anew as well.
    """
    new = [planned(division) for division in divisions]
    gone = list(RatingRun.objects.filter(pk__in=without))
    points = [step.point for step in new] + [Point(run.on, run.order) for run in gone]
    if not points:
        return []
    asked = {step.division for step in new}
    later = steps_from(rating_list, min(points), without=[run.pk for run in gone])
    again = [step for step in later if isinstance(step, Given) or step.division not in asked]
    return sorted([*new, *again], key=lambda step: step.point)


def start_of(steps: Sequence[Step], without: Iterable[Any] = ()) -> Point:
    """The place in the list's order from which something is rated anew."""
    gone = RatingRun.objects.filter(pk__in=list(without))
    return min([step.point for step in steps] + [Point(run.on, run.order) for run in gone])


def steps_from(rating_list: RatingList, point: Point, *, without: Iterable[Any] = ()) -> list[Step]:
    """Everything that stands on the list from a point on, in order, to be done again."""
    rows = current_runs(rating_list).filter(since(point)).exclude(pk__in=list(without))
    # Of the rules, nine kilobytes each, nothing is asked here; and ten thousand runs need not stand in memory together.
    light = rows.select_related("division__event").defer(
        "division__ruleset_frozen", "division__ruleset_file", "settings"
    )
    return [_again(run) for run in light.iterator(chunk_size=500)]


def many_from(rating_list: RatingList, point: Point) -> int:
    """How many that is; one query that reads none of them."""
    return current_runs(rating_list).filter(since(point)).count()


def given(run: RatingRun) -> Given:
    """Values from outside, at their place."""
    return Given(run.pk, Point(run.on, run.order))


def _again(run: RatingRun) -> Step:
    if run.division is None:
        return given(run)
    return planned(run.division)


def refuse_unready(rating_list: RatingList, divisions: Sequence[Division]) -> None:
    """A division is rated when its kind says so, every table of its rounds is confirmed and the list has begun."""
    waiting = open_tables([division.pk for division in divisions])
    held = set(Freeze.objects.filter(unveiled_at=None).values_list("division", flat=True))
    for division in divisions:
        _refuse_kind(rating_list, division, held=division.pk in held)
        if missing := waiting.get(division.pk, 0):
            sentence = ngettext(
                "%(division)s: %(n)s table has no confirmed result yet; confirm it, then rate.",
                "%(division)s: %(n)s tables have no confirmed result yet; confirm them, then rate.",
                missing,
            )
            raise Refusal("not-ready", sentence % {"division": planned(division).name, "n": missing})


def unfinished(divisions: Sequence[Division]) -> list[str]:
    """One sentence for each division that is not over: rounds to come, or nobody called its standings final."""
    rows = Division.objects.filter(pk__in=[division.pk for division in divisions]).select_related("event")
    played = Count("rounds", filter=~Q(rounds__status=Round.Status.PLANNED), distinct=True)
    final = Exists(Finalisation.objects.filter(division=OuterRef("pk")))
    counted = rows.annotate(played=played, final=final).order_by("event__ends_on", "event__sequence", "order")
    return [sentence for row in counted if (sentence := _not_over(row, row.played, row.final))]


def _not_over(division: Division, played: int, final: bool) -> str:
    facts = {"division": planned(division).name, "played": played, "rounds": division.rounds_planned}
    if final:
        return ""
    if played < division.rounds_planned:
        return _("%(division)s is not over: %(played)s of %(rounds)s rounds are posted.") % facts
    return _("%(division)s is not final yet: its results may still change.") % facts


def refuse_unfinished(divisions: Sequence[Division]) -> None:
    """What is not over is rated only when somebody says yes to it."""
    if sentences := unfinished(divisions):
        raise Refusal(
            "unfinished", *sentences, _("Wait until it is final, or say that it is rated all the same.")
        )


def _refuse_kind(rating_list: RatingList, division: Division, *, held: bool) -> None:
    facts = {"division": planned(division).name, "day": rating_list.starts_on}
    if notices.is_rehearsal(division.event):
        raise Refusal("rehearsal", _("%(division)s is of a rehearsal: its results are invented.") % facts)
    if division.event.demo and not rating_list.demo:
        raise Refusal(
            "demo", _("%(division)s is of the demo: it is rated on the demo's own list alone.") % facts
        )
    if rating_list.demo and not division.event.demo:
        sentence = _("This is the demo's rating list: %(division)s is rated on a list of your own.")
        raise Refusal("demo", sentence % facts)
    if held:
        sentence = _(
            "%(division)s: the last rounds are kept back until the prize giving. Unveil them, then rate."
        )
        raise Refusal("held-back", sentence % facts)
    if division.rating_kind not in RATED:
        raise Refusal("unrated", _("%(division)s is not a rated division; its settings say so.") % facts)
    if rating_list.starts_on and division.event.ends_on < rating_list.starts_on:
        raise Refusal("too-early", _("%(division)s ended before the list began on %(day)s.") % facts)


def open_tables(divisions: Sequence[UUID]) -> dict[UUID, int]:
    """Tables of published rounds without a result in force, by division; who has none is left out."""
    done = Exists(Result.objects.filter(in_force=True, table=OuterRef("pk")))
    found: dict[UUID, int] = {}
    for at in range(0, len(divisions), ASKED):
        rows = Table.objects.filter(round__division__in=divisions[at : at + ASKED]).exclude(done)
        found.update(rows.order_by().values_list("round__division").annotate(n=Count("pk")))
    return found
