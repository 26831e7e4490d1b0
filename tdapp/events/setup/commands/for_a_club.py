"""Events that a club makes for itself: nobody who keeps the installation is asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.events.setup.commands import creating
from tdapp.events.setup.event_fields import describe
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import SYSTEM, Context
from tdapp.kernel.models import User
from tdapp.kernel.permissions import granted
from tdapp.kernel.refusals import Conflict, Missing
from tdapp.people import officers
from tdapp.people.models import ClubHome


@command("club.create_event", "event created for the club", needs="club.create_event")
def create_event(
    ctx: Context, home: ClubHome, *, name: str, starts_on: date, preset: str = "pspa-open", slug: str = "",
    ends_on: date | None = None, venue: str = "", divisions: Sequence[dict[str, Any]] = (),
) -> Change:  # fmt: skip
    """Create an event of the club as `event.create` does; its officers run it."""
    event, rows = creating.made(name, slug, starts_on, ends_on, venue, preset, divisions, host=home.club)
    creating.start_log(ctx, event, rows)
    return Change(describe(event), str(event), after=describe(event))


@command("club.clone_event", "event cloned for the club", needs="club.create_event")
def clone_event(
    ctx: Context, home: ClubHome, *, source: Event, name: str, starts_on: date, slug: str = ""
) -> Change:
    """Create an event of the club set up like one of its earlier ones. Missing where `source` is another's."""
    if source.host_id != home.club_id:
        raise Missing("missing", _("There is no such event here."))
    return creating.cloned(ctx, source, name, starts_on, slug, host=home.club)


@command("event.host", "event handed to a club", needs="event.delete")
def hand_over(ctx: Context, event: Event, *, home: ClubHome) -> Change:
    """Hand an event that no club runs to one, for good: its officers run it from now on, beside who works there.

    Takes a director of the event who may make events of the club. Refuses 409 what a club runs already.
    """
    user = User.objects.filter(pk=ctx.actor.removeprefix("user:")).first() if ctx.actor != SYSTEM else None
    if user is not None and "club.create_event" not in granted(officers.roles_at(user, home.club_id)):
        raise Missing("missing", _("There is no such thing here."))
    if not Event.objects.filter(pk=event.pk, host=None).update(host=home.club):
        raise Conflict("has-host", _("A club runs this event already."))
    return Change({"slug": event.slug, "club": home.slug}, str(event), None, {"club": home.slug})
