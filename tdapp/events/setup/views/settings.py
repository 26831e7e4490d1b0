"""Settings of an event and of its divisions. What round 1 fixed is said, not hidden."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.events.access import web_division, web_event
from tdapp.events.entries.commands.minors import say_minors
from tdapp.events.models import Division, Event, as_data
from tdapp.events.rules import overrides, rulesets
from tdapp.events.rules.divisions import fingerprint
from tdapp.events.screens import attempt, done, page, posted, sent
from tdapp.events.setup.commands import creating, editing
from tdapp.events.setup.event_fields import EVENT_FIELDS
from tdapp.events.setup.forms import (
    DivisionForm,
    EventSettingsForm,
    MinorsForm,
    PutAwayForm,
    division_initial,
    written,
)
from tdapp.events.setup.new_division import NewDivisionForm
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can

# Two forms of the page ask for a reason.
MINORS = "minors_%s"


@require_http_methods(["GET", "POST"])
def event_settings(request: HttpRequest, event: str) -> HttpResponse:
    """Name, days, place, whether it is public; a list of its divisions; putting it away."""
    ctx, row = web_event(request, event, "event.edit")
    form = EventSettingsForm(posted(request), initial=_event_initial(row))
    if sent(request, form) and attempt(form, lambda: editing.edit_event(ctx, row, **form.values())):
        return done(request, _("Saved."), "events:settings", row.slug)
    return _settings_page(request, ctx, row, form)


def _event_initial(row: Event) -> dict[str, Any]:
    return {**as_data(row, *EVENT_FIELDS), "seen": editing.event_fingerprint(row)}


def _settings_page(
    request: HttpRequest, ctx: Context, row: Event, form: EventSettingsForm | PutAwayForm | MinorsForm
) -> HttpResponse:
    """`form` is the one that was sent; the other stands empty beside it."""
    row.refresh_from_db()
    stored = _event_initial(row)
    asked = MinorsForm(initial={"minors": row.guards_unknown}, auto_id=MINORS)
    shown = {
        "event": row, "divisions": row.divisions.all(), "may_put_away": can(ctx, "event.delete"),
        "settings_form": form if isinstance(form, EventSettingsForm) else EventSettingsForm(initial=stored),
        "away": form if isinstance(form, PutAwayForm) else PutAwayForm(),
        "minors": form if isinstance(form, MinorsForm) else asked,
    }  # fmt: skip
    return page(request, "setup/settings", form, **shown)


@require_POST
def minors(request: HttpRequest, event: str) -> HttpResponse:
    """Say whether there are minors among players of unknown age."""
    ctx, row = web_event(request, event, "event.edit")
    form = MinorsForm(request.POST, auto_id=MINORS)
    if form.is_valid() and attempt(form, lambda: say_minors(ctx, row, **form.values())):
        back = "desk:overview" if request.POST.get("back") == "overview" else "events:settings"
        return done(request, _("Saved."), back, row.slug)
    return _settings_page(request, ctx, row, form)


@require_POST
def put_away(request: HttpRequest, event: str) -> HttpResponse:
    """Put the event away; its name has to be typed."""
    ctx, row = web_event(request, event, "event.delete")
    form = PutAwayForm(request.POST)
    if form.is_valid() and attempt(form, lambda: editing.delete_event(ctx, row, **form.values())):
        return done(request, _("%(name)s is put away. You can bring it back here.") % {"name": row.name}, "/")
    return _settings_page(request, ctx, row, form)


@require_http_methods(["GET", "POST"])
def add_division(request: HttpRequest, event: str) -> HttpResponse:
    """One more division, starting from the event's preset."""
    ctx, row = web_event(request, event, "division.edit")
    form = NewDivisionForm(
        posted(request), initial=division_initial(row.preset, school=row.school), preset=row.preset
    )
    if sent(request, form) and attempt(form, lambda: creating.add_division(ctx, row, **form.values())):
        return done(request, _("Division added."), "events:settings", row.slug)
    return page(request, "setup/division", form, event=row, division=None)


@require_http_methods(["GET", "POST"])
def division_settings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """A division's settings; the frozen ones are shown as such."""
    ctx, row = web_division(request, event, division, "division.edit")
    own = ((row.ruleset, rulesets.own_title(row)),) if row.ruleset_file else ()
    form = DivisionForm(posted(request), initial=_initial(row), frozen=bool(row.frozen_at), own=own)
    if sent(request, form) and attempt(form, lambda: _edit(ctx, row, form)):
        return done(request, _("Saved."), "events:division_settings", row.event.slug, row.slug)
    row.refresh_from_db()
    form.look_again(fingerprint(row))
    published = row.rounds.exclude(status="planned").count()
    return page(request, "setup/division", form, event=row.event, division=row, published=published)


def _edit(ctx: Context, row: Division, form: DivisionForm) -> dict[str, Any]:
    """`overrides` of a frozen division come from the disabled field, so they are not sent on.

    The painted board and tile table belong to the game they were painted for: another ruleset starts without them.
    """
    values = form.values()
    if values["ruleset"] == row.ruleset:
        values["overrides"] = overrides.beside_painted(row.overrides, values["overrides"])
    else:
        values["ruleset_file"] = ""
    for name in form.FROZEN if row.frozen_at else ():
        values.pop(name)
    return editing.edit_division(ctx, row, seen=form.cleaned_data["seen"], **values)


def _initial(row: Division) -> dict[str, Any]:
    return {**written(row), "seen": fingerprint(row)}
