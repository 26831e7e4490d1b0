"""The desk's buttons that make a round fact or change it: publish, recall, as played, leave out."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.desk.pairing import as_played_page, pairing_page
from tdapp.desk.pairing.commands import as_played as places
from tdapp.desk.pairing.commands.publishing import publish_round
from tdapp.desk.pairing.commands.recalling import recall_round
from tdapp.desk.pairing.pairing_forms import AsPlayedForm, read_places
from tdapp.desk.pairing.views.drafts import draft_of, draw, number_of
from tdapp.desk.pairing.views.round_page import PAGE, names_of, round_place
from tdapp.events.entries.commands.presence import mark_missing
from tdapp.events.models import Round
from tdapp.events.screens import act, attempt, done
from tdapp.kernel.context import Context
from tdapp.kernel.pages.pressing import for_script, press_of

MOST_TYPED = 8000
# Tables of the actual pairings that are shown at first, and at most.
AT_FIRST, MOST_TABLES = 60, 2000


@require_POST
def publish(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Make the draft's pairings facts."""
    ctx, round_ = round_place(request, event, division, number, "pair.publish")
    run = draft_of(round_)
    said = _("Round %(n)s is posted.") % {"n": number}
    return act(
        request,
        lambda: publish_round(ctx, run, seen=number_of(request, "seen"), sure="sure" in request.POST),
        said,
        PAGE,
        *names_of(round_),
    )


@require_POST
def recall(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Take a published round back while nothing is entered for it."""
    ctx, round_ = round_place(request, event, division, number, "pair.recall")
    said = _("Round %(n)s is recalled; its prints are void.") % {"n": number}
    return act(request, lambda: _recalled(request, ctx, round_), said, PAGE, *names_of(round_))


def _recalled(request: HttpRequest, ctx: Context, round_: Round) -> dict[str, Any]:
    """Recall, and say who came while the round stood and is in its draw now."""
    told = recall_round(ctx, round_, reason=request.POST.get("reason", ""))
    if names := told["in_again"]:
        said = _("Now in the draw of round %(n)s, too: %(names)s.")
        messages.info(request, said % {"n": round_.number, "names": "; ".join(names)})
    return told


@require_http_methods(["GET", "POST"])
def as_played(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Record what was really played at single tables: picked from the round as it stands, or typed."""
    ctx, round_ = round_place(request, event, division, number, "table.as_played")
    press = press_of(request)
    if press or request.method == "GET":
        return _where_they_sat(request, round_, press)
    form = AsPlayedForm(request.POST)
    if form.is_valid() and attempt(form, lambda: _record(ctx, round_, form)):
        return done(request, _("Recorded as played."), PAGE, *names_of(round_))
    return _where_they_sat(request, round_, "", form)


def _where_they_sat(
    request: HttpRequest, round_: Round, press: str, form: AsPlayedForm | None = None
) -> HttpResponse:
    """The round as it would be recorded; nothing is stored."""
    typed = request.POST
    sat = as_played_page.shown(round_, press, typed.get("places", "")[:MOST_TYPED], typed.get("picked", ""))
    playing = form or AsPlayedForm(initial={"places": sat.lines, "reason": typed.get("reason", "")})
    facts = {
        "asked": playing.refusal is not None and playing.refusal.code == "ask",
        "round": round_, "event": round_.division.event, "division": round_.division, "sat": sat, "playing": playing,
        **_part(sat, press, typed),
    }  # fmt: skip
    part = "_as_played" if for_script(request) and press else "as_played"
    return render(request, f"desk/pairing/{part}.html", facts, status=playing.status)


def _part(sat: as_played_page.Shown, press: str, typed: QueryDict) -> dict[str, Any]:
    """Which tables are shown: those looked for, or so many; `more:N` shows N of them."""
    wanted = press.removeprefix("more:") if press.startswith("more:") else typed.get("most", "")
    most = min(int(wanted), MOST_TABLES) if wanted.isdecimal() and len(wanted) < 6 else AT_FIRST
    asked = typed.get("find", "")[:60]
    part = sat.part(asked, most)
    return {
        "part": part,
        "asked_for": asked,
        "most": most,
        "more": most + AT_FIRST,
        "long": max(len(sat.tables), len(sat.apart)) > AT_FIRST,
    }


def _record(ctx: Context, round_: Round, form: AsPlayedForm) -> dict[str, Any]:
    found = read_places(form.cleaned_data["places"])
    typed = form.cleaned_data
    return places.as_played(ctx, round_, reason=typed["reason"], sure=bool(typed["sure"]), **found)


@require_POST
def leave_out(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pair without those who were never seen (`again`: a draft that has them is made anew)."""
    ctx, round_ = round_place(request, event, division, number, "checkin.edit")
    said = _("They are left out from round %(n)s on, until they are checked in.") % {"n": number}
    return act(
        request, lambda: _left_out(ctx, round_, again="again" in request.POST), said, PAGE, *names_of(round_)
    )


def _left_out(ctx: Context, round_: Round, *, again: bool) -> dict[str, Any]:
    numbers = [row.number for row in pairing_page.unseen(round_.division, round_.number)]
    told = mark_missing(ctx, round_.division, round_number=round_.number, numbers=numbers)
    return draw(ctx, round_, again=True) if again else told
