"""The players' own screen: the verdict on a play and nothing else. Its session is a kiosk's, and nobody's."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events import access
from tdapp.events.rules import rulesets
from tdapp.judging.kiosk import session as kiosks
from tdapp.judging.kiosk.commands.kiosk_rulings import rule_at_kiosk
from tdapp.judging.kiosk.commands.kiosks import clear as clear_screen
from tdapp.judging.kiosk.commands.kiosks import close_kiosk, open_table
from tdapp.judging.kiosk.forms import LeaveKioskForm
from tdapp.judging.models import Kiosk
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.kernel.pages.answers import Answer, SeeOther, attempt, posted, sent
from tdapp.kernel.pages.middleware import refusal_response
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import devices

# Looking up takes a few milliseconds more or less; no answer is given sooner than this, so that it says nothing.
# Below the 50 ms a ruling may take, and the screen shows every verdict at the same beat besides.
FLOOR_SECONDS = 0.04
MOST_WORDS = 40


@never_cache
@require_safe
def screen(request: HttpRequest) -> HttpResponse:
    """The whole screen; its script asks `state` and `rule`."""
    kiosk = kiosks.kiosk_of(request)
    kiosks.note_seen(kiosk)
    shown = {
        "kiosk": kiosk, "division": kiosk.division, "event": kiosk.division.event,
        "rules": rulesets.of_division(kiosk.division).name, "pins": kiosks.lists_of(kiosk.division),
        "facts": json.dumps(kiosks.state_of(kiosk)),
    }  # fmt: skip
    return render(request, "judging/kiosk/kiosk.html", shown)


@never_cache
@require_safe
def state(request: HttpRequest) -> HttpResponse:
    """Whether the kiosk is still open, and the tables being played; asked every few seconds."""
    kiosk = kiosks.kiosk_of(request)
    kiosks.note_seen(kiosk)
    return JsonResponse(kiosks.state_of(kiosk))


def _steady(answer: Callable[[HttpRequest, Kiosk], Answer]) -> Callable[[HttpRequest], HttpResponse]:
    """A door of the screen's script: as data, never sooner than the floor, closed where the kiosk is."""

    @never_cache
    @require_POST
    @functools.wraps(answer)
    def run(request: HttpRequest) -> HttpResponse:
        begun = time.monotonic()
        kiosk = kiosks.kiosk_of(request)
        try:
            if not kiosks.is_open(kiosk):
                raise kiosks.closed()
            told: HttpResponse = JsonResponse(answer(request, kiosk))
        except Refusal as refusal:
            told = refusal_response(request, refusal, as_json=True)
        time.sleep(max(0.0, begun + FLOOR_SECONDS - time.monotonic()))
        return told

    return run


@_steady
def table(request: HttpRequest, kiosk: Kiosk) -> Answer:
    """`table` and `code`, or `link` off a card. Answer: who sits there, and the last turn of the table's sheet."""
    link = request.POST.get("link", "").rstrip("/").rpartition("/")[2][:80]
    card = kiosks.Card(_number(request, "table") or 0, request.POST.get("code", "")[:20], link)
    found = kiosks.table_by(kiosk, card)
    open_table(kiosks.context_of(request, kiosk), kiosk, table=found)
    return kiosks.at_screen(found)


@_steady
def rule(request: HttpRequest, kiosk: Kiosk) -> Answer:
    """`challenger`, and `play` (the last turn of the sheet) or `word` (repeated); `challenged` at a table of more than two.

    Answer: verdict and penalty, never a word. `again` in it: this play was ruled on before and nothing new is.
    """
    answer: Answer = rule_at_kiosk(kiosks.context_of(request, kiosk), kiosk, asked=_asked(request))
    return answer


@_steady
def clear(request: HttpRequest, kiosk: Kiosk) -> Answer:
    """The verdict was read."""
    answer: Answer = clear_screen(kiosks.context_of(request, kiosk), kiosk)
    return answer


def _asked(request: HttpRequest) -> Asked:
    words = tuple(word.strip()[:200] for word in request.POST.getlist("word")[:MOST_WORDS])
    challenger = _number(request, "challenger")
    return Asked(
        words, () if challenger is None else (challenger,), _number(request, "challenged"),
        play=request.POST.get("play", "")[:36],
    )  # fmt: skip


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.POST.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Refusal("no-number", _("“%(typed)s” is no number.") % {"typed": text[:20]})
    return int(text)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """End the kiosk by a director's password; one that was closed from the desk needs none."""
    kiosk = kiosks.kiosk_of(request)
    form = LeaveKioskForm(posted(request))
    if request.method == "POST" and not kiosks.is_open(kiosk):
        return _out(request)
    if sent(request, form) and attempt(form, lambda: _close(request, kiosk, form.cleaned_data)):
        return _out(request)
    shown = {"form": form, "is_open": kiosks.is_open(kiosk), "event": kiosk.division.event}
    return render(request, "judging/kiosk/kiosk_leave.html", shown, status=form.status)


def _close(request: HttpRequest, kiosk: Kiosk, typed: dict[str, str]) -> Answer:
    event, visitor = kiosk.division.event, devices.visitor(request, typed["username"])
    user = kiosks.director_of(event, typed["username"], typed["password"], visitor)
    answer: Answer = close_kiosk(
        access.event_context(user, event, "web", **access.request_facts(request)), kiosk
    )
    return answer


def _out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return SeeOther("/")
