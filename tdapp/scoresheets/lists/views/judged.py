"""For the judges' room below: the words of the play that was written last, carried to the form that rules on it."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.scoresheets.access import sheets, web_table
from tdapp.scoresheets.sheet.plays import last_play


@require_safe
def to_ruling(request: HttpRequest, event: str, division: str, number: int, table: int) -> HttpResponse:
    """On to the ruling form (`?call=` that of a call), its fields filled from the newest sheet of the table."""
    _ctx, at = web_table(request, event, division, number, table, "judge.rule")
    where = _form(request.GET.get("call", ""), event, division, number, table)
    found = [last_play(sheet) for sheet in sheets().filter(table=at).order_by("-number")]
    play = next((one for one in found if one is not None), None)
    if play is None:
        messages.info(request, _("No sheet of this table has a play with its words."))
        return redirect(where)
    return redirect(f"{where}?{urlencode(play)}")


def _form(call: str, event: str, division: str, number: int, table: int) -> str:
    try:
        return reverse("judging:call", args=[event, UUID(call)])
    except ValueError:
        return reverse("judging:rule_at", args=[event, division, number, table])
