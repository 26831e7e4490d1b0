"""What the overview says of the ratings after an event's last round: rated, to be rated, or no list to rate on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from tdapp.desk.overview.after import DONE, DUE, OFFERED, WAITS, Later
from tdapp.desk.prizes import overtaken
from tdapp.events.access import installation_context
from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.permissions import can
from tdapp.people.models import RatingList
from tdapp.ratings.access import KEEPS
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs.planning import RATED
from tdapp.ratings.runs.results import counted


def steps(ctx: Context, event: Event, final: bool) -> Iterable[Later]:
    """One step for who keeps the ratings, where a division of the event is rated; at most four queries, and the games
    of a division that was corrected since.
    """
    rated = [row for row in event.divisions.all() if row.rating_kind in RATED]
    if not rated or notices.is_rehearsal(event) or not _keeps(ctx):
        return []
    label = _("Ratings")
    rows = RatingRun.objects.filter(state=RatingRun.State.CURRENT, division__in=rated)
    runs = list(rows.select_related("rating_list").order_by("rating_list", "order"))
    on = {run.division_id for run in runs}
    if left := [row for row in rated if row.pk not in on]:
        return [_to_rate(event, [str(row.pk) for row in left], label, final)]
    if stale := _stale(event, runs):
        return [_again(stale, label, final)]
    return [Later("rate", label, _("The event is rated."), DONE, _("Look"), reverse("ratings:index"))]


def _stale(event: Event, runs: Sequence[RatingRun]) -> list[RatingRun]:
    """The runs whose division has other results now than those that were rated."""
    at = overtaken.newest_results(event)
    late = [
        run for run in runs if run.division_id and (newest := at.get(run.division_id)) and newest > run.at
    ]
    now = counted([run.division_id for run in late if run.division_id]) if late else {}
    return [run for run in late if run.division_id and run.digest != now[run.division_id].digest]


def _again(stale: Sequence[RatingRun], label: str, final: bool) -> Later:
    """Rated on results that were corrected since: once more, when what was corrected is final."""
    if not final:
        return Later("rate", label, _("Rated before the correction: once it is final, rate again."), WAITS)
    rating_list = stale[0].rating_list
    divisions = [str(run.division_id) for run in stale if run.rating_list_id == rating_list.pk]
    said = _("Results were corrected after they were rated on %(name)s.") % {"name": rating_list.name}
    return Later("rate", label, said, "ask", _("Rate again"), _preview(rating_list, divisions))


def _keeps(ctx: Context) -> bool:
    """Whether who looks keeps the installation's ratings: that is not theirs by a role of the event, nor by a PIN."""
    if ctx.by_pin or not ctx.actor.startswith("user:"):
        return False
    user = User.objects.filter(pk=ctx.actor.removeprefix("user:")).first()
    return user is not None and can(installation_context(user, ctx.via), KEEPS)


def _to_rate(event: Event, divisions: list[str], label: str, final: bool) -> Later:
    lists = [
        row
        for row in RatingList.objects.filter(demo=event.demo)
        if not row.starts_on or row.starts_on <= event.ends_on
    ]
    if not lists:
        said = _("There is no rating list yet: make one if you want this event rated.")
        return Later("rate", label, said, OFFERED, _("Make a rating list"), reverse("ratings:new"))
    if not final:
        return Later("rate", label, _("When every division is final."), WAITS)
    if len(lists) > 1:
        return Later(
            "rate",
            label,
            _("The event is not rated yet."),
            DUE,
            _("Choose the list"),
            reverse("ratings:index"),
        )
    said = _("Not rated yet on %(name)s.") % {"name": lists[0].name}
    return Later("rate", label, said, DUE, _("Preview"), _preview(lists[0], divisions))


def _preview(rating_list: RatingList, divisions: Sequence[str]) -> str:
    asked = urlencode([("division", pk) for pk in divisions])
    return f"{reverse('ratings:preview', args=[rating_list.slug])}?{asked}"
