"""What the editor sends. Every answer is the sheet's new state, or a problem document with both sides of a conflict.

Plain forms (`Accept` without JSON) may finish and reopen too: they go back to the sheet with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tdapp.events.screens import act
from tdapp.kernel.context import Context
from tdapp.kernel.pages.middleware import refusal_response, wants_json
from tdapp.kernel.refusals import NotSignedIn, Refusal
from tdapp.scoresheets.access import sheets, web_sheet
from tdapp.scoresheets.editor.commands import closing, writing
from tdapp.scoresheets.editor.views.bodies import body_of, number_in, text_in
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.state import address, state_of

Call = Callable[[], Any]


@require_POST
def write(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """`{"operations": [...]}`; see `commands.writing.write`."""
    ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.write")
    return _as_state(
        request, ctx, row, lambda: writing.write(ctx, row, operations=body_of(request).get("operations"))
    )


@require_POST
def undo(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """`{"seen": version}`: the writer's own last writing is taken back."""
    ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.write")
    return _as_state(request, ctx, row, lambda: writing.undo(ctx, row, seen=_seen(request)))


@require_POST
def finish(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """`{"seen": version}`: the sheet is complete as the paper has it."""
    ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.write")
    return _answer(
        request, ctx, row, lambda: closing.finish(ctx, row, seen=_seen(request)), _("The sheet is finished.")
    )


@require_POST
def reopen(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """`{"seen": version, "reason": "..."}`: the sheet is written in again."""
    ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.write")
    return _answer(request, ctx, row, lambda: _reopen(request, ctx, row), _("The sheet is open again."))


def _reopen(request: HttpRequest, ctx: Context, row: Sheet) -> Any:
    body = body_of(request)
    return closing.reopen(ctx, row, seen=number_in(body, "seen"), reason=text_in(body, "reason"))


def _seen(request: HttpRequest) -> int:
    return number_in(body_of(request), "seen")


def _answer(request: HttpRequest, ctx: Context, row: Sheet, call: Call, sentence: str) -> HttpResponse:
    if wants_json(request) or request.content_type == "application/json":
        return _as_state(request, ctx, row, call)
    return act(request, call, sentence, address(row))


def _as_state(request: HttpRequest, ctx: Context, row: Sheet, call: Call) -> HttpResponse:
    """The state after the command; a refusal is data here, whatever the client accepts."""
    try:
        _refuse_another(request)
        call()
    except Refusal as refusal:
        return refusal_response(request, refusal, as_json=True)
    return JsonResponse(state_of(ctx, sheets().get(pk=row.pk)))


def _refuse_another(request: HttpRequest) -> None:
    """Rows belong to who typed them: after a change of person at this laptop they wait in their page (401)."""
    if request.headers.get("X-Page-User", "") not in {"", str(request.user.pk)}:
        raise NotSignedIn(
            "another-person", _("Typed by another person. Log in again; nothing typed is lost.")
        )
