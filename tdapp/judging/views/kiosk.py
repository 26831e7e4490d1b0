"""The players' own screen: the verdict on a play and nothing else. Its session is a kiosk's, and nobody's."""

from __future__ import annotations

import json
import time

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events import access, rulesets
from tdapp.judging import kiosk as kiosks
from tdapp.judging.asked import Asked
from tdapp.judging.commands.kiosks import close_kiosk
from tdapp.judging.commands.rulings import rule_at_kiosk
from tdapp.judging.kiosk_forms import LeaveKioskForm
from tdapp.judging.models import Kiosk
from tdapp.kernel import devices
from tdapp.kernel.answers import Answer, SeeOther, attempt, posted, sent
from tdapp.kernel.middleware import refusal_response
from tdapp.kernel.refusals import Refusal

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
    return render(request, "judging/kiosk.html", shown)


@never_cache
@require_safe
def state(request: HttpRequest) -> HttpResponse:
    """Whether the kiosk is still open, and the tables being played; asked every few seconds."""
    kiosk = kiosks.kiosk_of(request)
    kiosks.note_seen(kiosk)
    return JsonResponse(kiosks.state_of(kiosk))


@never_cache
@require_POST
def rule(request: HttpRequest) -> HttpResponse:
    """`word` (repeated), and `table`, `challenger`, `challenged` where known. Answer: verdict and penalty, never a word.

    `again` in the answer: this play was ruled on before and nothing new is; `another=1` says it is a later play.
    """
    begun = time.monotonic()
    kiosk = kiosks.kiosk_of(request)
    try:
        answer: HttpResponse = JsonResponse(_ruled(request, kiosk))
    except Refusal as refusal:
        answer = refusal_response(request, refusal, as_json=True)
    time.sleep(max(0.0, begun + FLOOR_SECONDS - time.monotonic()))
    return answer


def _ruled(request: HttpRequest, kiosk: Kiosk) -> Answer:
    if not kiosks.is_open(kiosk):
        raise kiosks.closed()
    number = _number(request, "table")
    table = kiosks.table_of(kiosk.division, number) if number is not None else None
    ctx = kiosks.context_of(request, kiosk)
    answer: Answer = rule_at_kiosk(ctx, kiosk.division, asked=_asked(request), table=table, kiosk=kiosk)
    return answer


def _asked(request: HttpRequest) -> Asked:
    words = tuple(word.strip()[:200] for word in request.POST.getlist("word")[:MOST_WORDS])
    challenger = _number(request, "challenger")
    return Asked(
        words, () if challenger is None else (challenger,), _number(request, "challenged"),
        new_play=request.POST.get("another") == "1",
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
    shown = {"form": form, "is_open": kiosks.is_open(kiosk)}
    return render(request, "judging/kiosk_leave.html", shown, status=form.status)


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
