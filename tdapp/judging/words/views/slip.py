"""A slip of words at the judge's desk, checked at once."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tdapp.events.access import Place, web_division
from tdapp.events.screens import attempt, posted, sent
from tdapp.judging.words.commands.slips import check_slip
from tdapp.judging.words.forms import SlipForm
from tdapp.judging.words.layers import pinned
from tdapp.judging.words.lookup import says
from tdapp.judging.words.playing import plays_now, single_words


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def slip(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Paste or type a slip; the answer stands above it, and the words stay to be mended."""
    ctx, row = web_division(request, event, division, "judge.rule")
    stage = reverse("judging:desk", args=[row.event.slug])
    request.place = Place(ctx, row.event, row, stage=stage)  # type: ignore[attr-defined]
    form = SlipForm(posted(request))
    told = None
    if sent(request, form):
        told = attempt(form, lambda: check_slip(ctx, row, text=form.values()["words"]))
    shown: dict[str, Any] = {
        "event": row.event, "division": row, "form": form, "told": _in_words(told) if told else None,
        "pins": list(pinned(row)), "plays": plays_now(ctx, row), "single": single_words(ctx, row),
    }  # fmt: skip
    return render(request, "judging/words/slip.html", shown, status=form.status)


def _in_words(told: dict[str, Any]) -> dict[str, Any]:
    lines = [{**one, "says": says(one["layer"], one["name"], one["reason"])} for one in told["lines"]]
    return {**told, "lines": lines}
