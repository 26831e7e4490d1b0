"""The game of a sheet turn by turn, and whether the public may see it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdapp.events.screens import act
from tdapp.kernel.permissions import can
from tdapp.scoresheets.access import web_sheet
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay import replay_page
from tdapp.scoresheets.replay.commands import release as commands
from tdapp.scoresheets.sheet.reading import seats_of
from tdapp.scoresheets.sheet.state import address


@require_safe
def replay(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """Step through the game; `?turn=3` is the board after three rows, without it the end."""
    ctx, row = web_sheet(request, event, division, number, table, sheet)
    names = [slot.entrant.listed for slot in seats_of(row.table)]
    told = replay_page.replay_of(row, names)
    facts = replay_page.page(told, replay_page.turn_asked(request.GET.get("turn"), told))
    round_ = row.table.round
    shown = {
        "event": round_.division.event, "division": round_.division, "round": round_, "table": row.table,
        "sheet": row, "may_release": can(ctx, "sheet.release"), "public_sees": _public_sees(row), **facts,
    }  # fmt: skip
    return render(request, "scoresheets/replay/replay.html", shown)


def _public_sees(row: Sheet) -> bool:
    """Whether the public pages show this game now: a replay tells the result, so the round's results come first."""
    division = row.table.round.division
    out = division.event.public and division.released_round >= row.table.round.number
    return bool(row.released_at) and out


@require_POST
def release(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """Let the public replay this game."""
    ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.release")
    said = _("Made public: this game can be replayed as soon as the round's results are public.")
    return act(request, lambda: commands.release(ctx, row), said, address(row, "replay"))


@require_POST
def hide(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """Take the game off the public pages."""
    ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.release")
    return act(request, lambda: commands.hide(ctx, row), _("Hidden from the public."), address(row, "replay"))
