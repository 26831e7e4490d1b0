"""The command palette's answers."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from tdapp.desk.overview import palette as facts
from tdapp.events.access import web_event


@require_safe
def palette(request: HttpRequest, event: str) -> JsonResponse:
    """`{"items": [{"label", "hint", "url"}]}` for `?q=`."""
    ctx, row = web_event(request, event)
    return JsonResponse({"items": facts.found(ctx, row, request.GET.get("q", ""))})
