"""What a play being typed would score, as JSON."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_GET

from tdapp.scoresheets.access import web_sheet
from tdapp.scoresheets.editor.expecting import expected_score
from tdapp.scoresheets.sheet.reading import Data

LONGEST = {"position": 8, "word": 120, "rack": 120}


@require_GET
def expected(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> JsonResponse:
    """`position`, `word`, `rack` and `seat` as typed, `above`: the row over it. `{"score": 19}`, null for nothing to expect."""
    _ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.write")
    turn = {name: request.GET.get(name, "")[:most] for name, most in LONGEST.items()}
    seat = request.GET.get("seat", "")
    asked: Data = {"kind": "play", **{name: text for name, text in turn.items() if text}}
    asked |= {"seat": int(seat)} if seat in {"1", "2", "3", "4"} else {}
    score = expected_score(row, asked, request.GET.get("above", "")) if turn["word"] else None
    return JsonResponse({"score": score})
