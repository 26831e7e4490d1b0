"""The last answer, when even the error page's own queries would fail: needs no database, no session, no user."""

from __future__ import annotations

import sys

from django.core.exceptions import RequestDataTooBig
from django.db.utils import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.defaults import bad_request, server_error

from tdapp.kernel.middleware import refusal_response
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular.uploads import MOST

MEGABYTE = 1024 * 1024
AWAY = (OperationalError, InterfaceError)
RETRY_SECONDS = 3


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    """413 with a sentence for what is larger than any upload may be, Django's 400 for every other fault."""
    if not isinstance(exception, RequestDataTooBig):
        return bad_request(request, exception)
    sentence = _("This is larger than %(most)s MB, the most that can be sent here. Send a smaller file.")
    facts = {"most": getattr(exception, "most", MOST) // MEGABYTE}
    return refusal_response(request, Refusal("too-large", sentence % facts, status=413))


def handler500(request: HttpRequest) -> HttpResponse:
    """503 with `Retry-After` while the database is away (ASVS 16.5.2), Django's 500 for every other fault."""
    if not isinstance(sys.exc_info()[1], AWAY):
        return server_error(request)
    sentence = _("The database does not answer. Nothing was saved. Keep this page and try again.")
    if request.path.startswith("/api/") or "json" in request.headers.get("Accept", ""):
        problem = {"type": "about:blank", "title": sentence, "status": 503, "code": "database-away"}
        answer: HttpResponse = JsonResponse(problem, status=503, content_type="application/problem+json")
    else:
        page = format_html(
            '<!doctype html><html lang="{1}"><title>{0}</title><h1>{0}</h1></html>', sentence, get_language()
        )
        answer = HttpResponse(page, status=503)
    answer["Retry-After"] = str(RETRY_SECONDS)
    return answer
