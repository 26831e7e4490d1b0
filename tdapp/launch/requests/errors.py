"""The last answer, when even the error page's own queries would fail: needs no database, no session, no user."""

from __future__ import annotations

import sys

from django.core.exceptions import RequestDataTooBig
from django.db.utils import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.defaults import bad_request, page_not_found, server_error

from tdapp.kernel.pages.middleware import refusal_response, wants_json
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular.uploads import MOST

MEGABYTE = 1024 * 1024
AWAY = (OperationalError, InterfaceError)
RETRY_SECONDS = 3


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    """413 with a sentence for what is larger than any upload may be, Django's 400 for every other fault."""
    _read_no_more(request)
    if not isinstance(exception, RequestDataTooBig):
        return _problem("invalid", _("This request cannot be read."), 400, request) or bad_request(
            request, exception
        )
    sentence = _("This is larger than %(most)s MB, the most that can be sent here. Send a smaller file.")
    facts = {"most": getattr(exception, "most", MOST) // MEGABYTE}
    return refusal_response(request, Refusal("too-large", sentence % facts, status=413))


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A page, or for programs a problem document: there is nothing at this address."""
    _read_no_more(request)
    sentence = _("There is nothing at this address.")
    return _problem("missing", sentence, 404, request) or page_not_found(request, exception)


def handler500(request: HttpRequest) -> HttpResponse:
    """503 with `Retry-After` while the database is away (ASVS 16.5.2), 500 without a detail for every other fault."""
    _read_no_more(request)
    if not isinstance(sys.exc_info()[1], AWAY):
        sentence = _("A fault of this program: it is in the log, with the number of this request.")
        return _problem("fault", sentence, 500, request) or server_error(request)
    sentence = _("The database does not answer. Nothing was saved. Keep this page and try again.")
    answer = _problem("database-away", sentence, 503, request)
    if answer is None:
        page = format_html(
            '<!doctype html><html lang="{1}"><title>{0}</title><h1>{0}</h1></html>', sentence, get_language()
        )
        answer = HttpResponse(page, status=503)
    answer["Retry-After"] = str(RETRY_SECONDS)
    return answer


def _read_no_more(request: HttpRequest) -> None:
    """The page that says so would read the form for its token, and a form that cannot be read would end that page too."""
    if not hasattr(request, "_post"):
        request._mark_post_parse_error()  # type: ignore[attr-defined]


def _problem(code: str, sentence: str, status: int, request: HttpRequest) -> HttpResponse | None:
    """The problem document (RFC 9457) for who asked for data; None for who asked for a page."""
    if not wants_json(request):
        return None
    return refusal_response(request, Refusal(code, sentence, status=status), as_json=True)
