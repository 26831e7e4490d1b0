"""What the overview says of the ratings after an event's last round: rated, to be rated, or no list to rate on."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from tdapp.desk.overview.after import DONE, DUE, OFFERED, WAITS, Later
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


def steps(ctx: Context, event: Event, final: bool) -> Iterable[Later]:
    """One step for who keeps the ratings, where a division of the event is rated; at most three queries."""
    rated = [row for row in event.divisions.all() if row.rating_kind in RATED]
    if not rated or notices.is_rehearsal(event) or not _keeps(ctx):
        return []
    label = _("Ratings")
    on = set(
        RatingRun.objects.filter(state=RatingRun.State.CURRENT, division__in=rated).values_list(
            "division", flat=True
        )
    )
    if left := [row for row in rated if row.pk not in on]:
        return [_to_rate(event, [str(row.pk) for row in left], label, final)]
    return [Later("rate", label, _("The event is rated."), DONE, _("Look"), reverse("ratings:index"))]


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
    asked = urlencode([("division", pk) for pk in divisions])
    url = f"{reverse('ratings:preview', args=[lists[0].slug])}?{asked}"
    said = _("Not rated yet on %(name)s.") % {"name": lists[0].name}
    return Later("rate", label, said, DUE, _("Preview"), url)
