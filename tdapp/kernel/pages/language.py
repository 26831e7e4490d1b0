"""The choice of a language, kept in a cookie of this browser."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

SPOKEN = tuple(code for code, _name in settings.LANGUAGES)


def asked_for(request: HttpRequest) -> str:
    """The language an address names (`?lang=fil`), for what nobody stands at; "" when it names none we speak."""
    code = request.GET.get("lang", "")
    return code if code in SPOKEN else ""


@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponseBase:
    """Take `language` and go back to `next`.

    Public pages are kept by every cache on the way and can carry no token: a form of our own origin is taken without.
    """
    return set_language(request) if _is_ours(request) else csrf_protect(set_language)(request)


def _is_ours(request: HttpRequest) -> bool:
    """Whether the browser says that the form stood on a page of this server."""
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
