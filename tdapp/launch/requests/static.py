"""Static files on a laptop: served where they are installed, with the content's hash in the address."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest
from django.http.response import HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

FOR_GOOD = "public, max-age=31536000, immutable"


def stamp(name: str) -> str:
    """Ten hex digits of the file's content, "" for a file that does not exist. While programming it may change."""
    return _stamp.__wrapped__(name) if settings.DEBUG else _stamp(name)


@lru_cache(maxsize=512)
def _stamp(name: str) -> str:
    found = finders.find(name)
    if not isinstance(found, str):
        return ""
    return hashlib.sha256(Path(found).read_bytes()).hexdigest()[:10]


class StampedFiles:
    """Middleware: a file asked for under its own stamp is kept for good, so a second visit asks for the page alone.

    One without a stamp (what a script imports) is asked about again, as before.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path_info.startswith(settings.STATIC_URL) and response.status_code in (200, 304):
            name = request.path_info.removeprefix(settings.STATIC_URL)
            if request.GET.get("v", "") == (stamp(name) or None):
                response["Cache-Control"] = FOR_GOOD
        return response


class Unpadded(GZipMiddleware):
    """Answers packed, and nothing else."""

    max_random_bytes = 0


class Compressed(GZipMiddleware):
    """Answers packed for the way; behind pages so many random bytes that their length tells nothing of what is secret in
    them. A file that is the same for everybody has no secret, and a phone on the hall's Wi-Fi is spared the bytes.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        self.files = Unpadded(get_response)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, packed."""
        if request.path_info.startswith(settings.STATIC_URL):
            return self.files.process_response(request, response)
        return super().process_response(request, response)


class Stamped(StaticFilesStorage):
    """`/static/td/td.css?v=3f2a…`: a new program version is a new address, without a collectstatic step."""

    def url(self, name: str | None) -> str:
        """The address of one static file."""
        address = super().url(name)
        mark = stamp(name or "")
        return f"{address}?v={mark}" if mark else address
