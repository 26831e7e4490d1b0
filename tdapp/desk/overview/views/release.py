"""What the public sees, and the buttons that change it; closing and opening rounds."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdapp.desk.overview import releasing
from tdapp.desk.pairing import outdated_release
from tdapp.desk.pairing.commands.release import close_round, release_standings, reopen_round, show_pairings
from tdapp.events.access import web_division, web_event, web_round
from tdapp.events.models import Event
from tdapp.events.screens import act
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Refusal


@require_safe
def publish(request: HttpRequest, event: str) -> HttpResponse:
    """Per division: what is public, what could be."""
    ctx, row = web_event(request, event, "standings.release")
    may = {"show": can(ctx, "pair.publish"), "release": can(ctx, "standings.release")}
    may["export"], may["edit"] = can(ctx, "export.run"), can(ctx, "event.edit")
    # A server is reached by its own name; a laptop's number in the hall says nothing outside it.
    asks = settings.LOCAL and not settings.PUBLIC_URL
    facts = {
        "event": row,
        "shown": releasing.shown(row),
        "may": may,
        "here": request.path,
        "behind": releasing.behind(row),
        "asks": asks,
    }
    return render(request, "desk/overview/publish.html", facts)


@require_POST
def show(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Show the pairings of a round to the public, or take them off (`shown=0`)."""
    ctx, row = web_round(request, event, division, number, "pair.publish")
    wanted = request.POST.get("shown") != "0"
    said = (
        _("The pairings of round %(round)s are public.")
        if wanted
        else _("The pairings of round %(round)s are off.")
    )
    said = said % {"round": number} + _elsewhere(row.division.event, wanted)
    page = ("desk:round", event, division, number) if request.POST.get("back") else ("desk:publish", event)
    return act(request, lambda: show_pairings(ctx, row, shown=wanted), said, *page)


@require_POST
def release(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Make the standings after a round public; 0 takes them back."""
    ctx, row = web_division(request, event, division, "standings.release")
    text = request.POST.get("after", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Refusal("bad-round", _("Choose the round whose standings are to be public."))
    after = int(text)
    said = (
        _("Standings after round %(round)s are public.")
        if after
        else _("The standings are no longer public.")
    )
    said = said % {"round": after} + _elsewhere(row.event, bool(after))
    return act(
        request,
        lambda: release_standings(ctx, row, after=after),
        lambda _told: f"{said} {outdated_release.waits_for(row, after)}".strip(),
        "desk:publish",
        event,
    )


def _elsewhere(event: Event, shown: bool) -> str:
    """After something was hidden: where it still stands until it is taken away there too; "" for nowhere."""
    names = [] if shown else releasing.behind(event, changed=True)
    told = _(
        "It still stands on: %(names)s. It is taken away there first, and the page Website says when it is."
    )
    return f" {told % {'names': ', '.join(names)}}" if names else ""


@require_POST
def close(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Close a round whose every result counts."""
    ctx, row = web_round(request, event, division, number, "pair.publish")
    said = _("Round %(round)s is closed.") % {"round": number}
    return act(request, lambda: close_round(ctx, row), said, "desk:publish", event)


@require_POST
def reopen(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Open a closed round again, with a reason."""
    ctx, row = web_round(request, event, division, number, "pair.publish")
    reason = request.POST.get("reason", "")
    said = _("Round %(round)s is open again.") % {"round": number}
    return act(request, lambda: reopen_round(ctx, row, reason=reason), said, "desk:publish", event)
