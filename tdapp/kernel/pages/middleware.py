"""Refusals become answers: a page or a problem document with its status."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.db import DataError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import is_valid_path
from django.utils.translation import gettext as _

from tdapp.kernel.refusals import NeedsPassword, Refusal, broken_text

GetResponse = Callable[[HttpRequest], HttpResponse]


class Refusals:
    """Turn a Refusal into a page or a problem document with its status, and a lost database into 503."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and _looks(request):
            return redirect(_page_above(request.path))
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Refusal):
            return refusal_response(request, exception)
        if isinstance(exception, OperationalError) or _is_only_read(exception):
            return refusal_response(request, _storage_refusal(exception))
        if _holds_no_text(exception):
            return refusal_response(request, broken_text())
        return None


def _holds_no_text(exception: Exception) -> bool:
    """Whether a database was asked about a character that is none: PostgreSQL knows no NUL, neither knows half of one."""
    return isinstance(exception, UnicodeEncodeError) or (
        isinstance(exception, DataError) and "NUL" in str(exception)
    )


def _is_only_read(exception: Exception) -> bool:
    """Whether PostgreSQL reads and does not write, as a replica does."""
    return isinstance(exception, InternalError) and "read-only" in str(exception)


def _storage_refusal(error: Exception) -> Refusal:
    said = str(error).lower()
    if "full" in said or "no space left" in said:
        return Refusal(
            "disk-full", _("The disk is full. This was NOT saved. Free some space, then repeat."), status=507
        )
    if "readonly" in said or "unable to open database file" in said:
        sentence = _(
            "The data folder cannot be written to. This was NOT saved. Look at its disk, then repeat."
        )
        return Refusal("disk-read-only", sentence, status=507)
    if _is_only_read(error):
        sentence = _("The database can only be read at the moment. This was NOT saved. Try again.")
        return Refusal("database-read-only", sentence, status=503)
    return Refusal(
        "database-away", _("The database does not answer. This was NOT saved. Try again."), status=503
    )


def _looks(request: HttpRequest) -> bool:
    """Whether somebody opens a page: a refused form stands under the address it was sent to, which only takes forms,
    and is opened again by a reload or a change of the language.
    """
    return (
        request.method == "GET"
        and "text/html" in request.headers.get("Accept", "")
        and not wants_json(request)
    )


def _page_above(path: str) -> str:
    """The nearest address above that there is."""
    while path.strip("/"):
        path = f"{path.rstrip('/').rpartition('/')[0]}/"
        for one in (path, path.rstrip("/")):
            if one and is_valid_path(one):
                return one
    return "/"


def wants_json(request: HttpRequest) -> bool:
    """Whether the client asked for data rather than a page."""
    return "json" in request.headers.get("Accept", "") or f"{request.path}/".startswith("/api/")


def refusal_response(request: HttpRequest, refusal: Refusal, *, as_json: bool = False) -> HttpResponse:
    """The refusal as problem+json (RFC 9457) or as a page; `as_json` whatever the client asked for."""
    if as_json or wants_json(request):
        response: HttpResponse = JsonResponse(problem(refusal), status=refusal.status)
        response["Content-Type"] = "application/problem+json"
    elif refusal.status == 401:
        return _to_log_in(request)
    elif isinstance(refusal, NeedsPassword):
        response = render(request, "td/again.html", _again(request, refusal), status=refusal.status)
    else:
        response = render(request, "td/error.html", {"refusal": refusal}, status=refusal.status)
    if wait := 2 if refusal.status == 503 else refusal.facts.get("retry_after"):
        response["Retry-After"] = str(wait)
    return response


def _again(request: HttpRequest, refusal: NeedsPassword) -> dict[str, object]:
    """The page that asks for the password: a form that was sent is in it, whole, and is sent again with the password.

    A file that was sent has to be chosen again: it is not even read.
    """
    if request.method == "POST" and request.content_type == "application/x-www-form-urlencoded":
        sent = [(name, value) for name in request.POST for value in request.POST.getlist(name)]
        kept = [(name, value) for name, value in sent if name != "csrfmiddlewaretoken"]
        return {"refusal": refusal, "to": request.get_full_path(), "kept": kept}
    wanted = request.get_full_path() if request.method == "GET" else _came_from(request)
    return {"refusal": refusal, "to": resolve_url("events:again"), "next": wanted}


def _came_from(request: HttpRequest) -> str:
    return urlsplit(request.headers.get("Referer", "")).path or "/"


def _to_log_in(request: HttpRequest) -> HttpResponse:
    """To the log-in and afterwards back; from a form that was sent back to the page it stands on."""
    wanted = request.get_full_path() if request.method == "GET" else _came_from(request)
    return redirect(f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': wanted})}")


def problem(refusal: Refusal) -> dict[str, object]:
    """A refusal as an RFC 9457 problem document."""
    return {
        "type": "about:blank",
        "title": str(refusal),
        "detail": " ".join(refusal.sentences),
        **refusal.as_dict(),
    }
