"""Every error of the API is a problem document (RFC 9457), whoever raised it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework.exceptions import APIException, NotFound, Throttled, ValidationError
from rest_framework.exceptions import PermissionDenied as Denied
from rest_framework.response import Response
from rest_framework.views import set_rollback

from tdapp.kernel.pages.middleware import problem
from tdapp.kernel.refusals import Refusal

MEDIA_TYPE = "application/problem+json"
LONGEST_SENTENCE = 300


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: a Refusal, or what the framework itself refuses, as a problem document."""
    if isinstance(error, Http404):
        error = NotFound()
    elif isinstance(error, PermissionDenied):
        error = Denied()
    if isinstance(error, APIException):
        return _answer(_refusal(error), _headers(error))
    if isinstance(error, Refusal):
        return _answer(error, {})
    return None


def _answer(refusal: Refusal, headers: dict[str, str]) -> Response:
    set_rollback()
    return Response(problem(refusal), status=refusal.status, headers=headers, content_type=MEDIA_TYPE)


def _refusal(error: APIException) -> Refusal:
    codes = error.get_codes()
    code = codes if isinstance(codes, str) else "invalid"
    return Refusal(code, *_sentences(error.detail), status=error.status_code)


def _headers(error: APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if isinstance(error, Throttled) and (seconds := getattr(error, "wait", None)):
        headers["Retry-After"] = str(int(seconds) + 1)
    return headers


def _sentences(detail: Any, where: str = "") -> Iterable[str]:
    """One sentence for each mistake, with the field it is in."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _sentences(inner, where if name == "non_field_errors" else _path(where, str(name)))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _sentences(inner, where)
    else:
        yield _sendable(f"{where}: {detail}" if where else str(detail))


def _sendable(text: str) -> str:
    """A sentence that repeats what was sent: cut to a readable length, without characters UTF-8 cannot carry."""
    return text[:LONGEST_SENTENCE].encode("utf-8", "replace").decode()


def _path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def invalid(**mistakes: str) -> ValidationError:
    """A mistake outside the body: a header or a query parameter."""
    return ValidationError({name.replace("_", "-"): [text] for name, text in mistakes.items()})
