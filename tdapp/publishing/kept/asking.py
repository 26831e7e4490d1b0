"""Which public page a request is for, and in which language the application would answer it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.utils.translation import get_language_from_request

from tdapp.kernel.pages.language import SPOKEN

Environ = dict[str, Any]
DOORS, NOW = ("/t/", "/embed/"), "now.json"
LOOKING = frozenset({"GET", "HEAD"})
LONGEST_QUERY = 120


class Key(NamedTuple):
    """What tells two kept answers apart."""

    asker: tuple[str, str, str]
    path: str
    query: str
    language: str
    part: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for a public page. `seen`: the version of its part the reader has, None when the page is asked for."""

    key: Key
    event: str
    rest: str
    seen: str | None

    @property
    def division(self) -> str:
        """The first step below the event, which names a division, "" at the event itself."""
        return self.rest.partition("/")[0] if "/" in self.rest else ""


def asked_for(environ: Environ) -> Asked | None:
    """The public page a request may be for; None what the layer has no part in."""
    path, query = str(environ.get("PATH_INFO", "")), str(environ.get("QUERY_STRING", ""))
    if environ["REQUEST_METHOD"] not in LOOKING or not path.startswith(DOORS) or len(query) > LONGEST_QUERY:
        return None
    language = language_of(str(environ.get("HTTP_COOKIE", "")), str(environ.get("HTTP_ACCEPT_LANGUAGE", "")))
    asker = (
        str(environ.get("wsgi.url_scheme")), str(environ.get("HTTP_HOST")), str(environ.get("HTTP_X_FORWARDED_PROTO")),
    )  # fmt: skip
    return _asked(path, query, language, asker)


@lru_cache(maxsize=4000)
def _asked(path: str, query: str, language: str, asker: tuple[str, str, str]) -> Asked | None:
    door = next(door for door in DOORS if path.startswith(door))
    event, slash, rest = path.removeprefix(door).partition("/")
    if not slash:
        return None
    pairs, seen = parse_qsl(query, keep_blank_values=True), None
    if any(name == "v" for name, _value in pairs):
        seen = next(value for name, value in pairs if name == "v")
        pairs = [pair for pair in pairs if pair[0] != "v"]
    if rest == NOW and (pairs or seen is not None):
        # A screen says in which language it asks.
        language = next((value for name, value in pairs if name == "lang" and value in SPOKEN), "")
        if not language or len(pairs) > 1:
            return None
        pairs = []
    return Asked(Key(asker, path, urlencode(pairs), language, seen is not None), event, rest, seen)


def language_of(cookies: str, accepted: str) -> str:
    """The language the application would answer in."""
    name, chosen = settings.LANGUAGE_COOKIE_NAME, ""
    if name in cookies:
        try:
            found = SimpleCookie(cookies).get(name)
        except CookieError:
            found = None
        chosen = found.value if found else ""
    return _language(chosen[:20], accepted[:200])


@lru_cache(maxsize=1000)
def _language(chosen: str, accepted: str) -> str:
    asks: Any = SimpleNamespace(
        META={"HTTP_ACCEPT_LANGUAGE": accepted}, COOKIES={settings.LANGUAGE_COOKIE_NAME: chosen}
    )
    return str(get_language_from_request(asks))
