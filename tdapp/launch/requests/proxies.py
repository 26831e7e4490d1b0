"""Whose word counts about a visitor's address and scheme: that of the proxies an installation names, and of nobody else."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

log = logging.getLogger(__name__)
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
# A proxy that speaks through a Unix socket has no address; servers give it one of these.
UNIX, NAMELESS = "unix", ("", "localhost")
FORWARDED_FOR, FORWARDED_PROTO = "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO"
# Nothing here reads them, and nothing that comes later shall.
UNREAD = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT", "HTTP_X_REAL_IP")


class Trusted:
    """The proxies of `TD_TRUSTED_PROXIES`: addresses, networks, `unix`."""

    def __init__(self, names: Iterable[str]) -> None:
        given = [name.strip() for name in names if name.strip()]
        self.unix = UNIX in given
        self.networks: list[Network] = [_network(name) for name in given if name != UNIX]

    def __bool__(self) -> bool:
        return self.unix or bool(self.networks)

    def holds(self, peer: str) -> bool:
        """Whether the other end of a connection is one of them."""
        if peer in NAMELESS:
            return self.unix
        address = read(peer)
        return address is not None and self.has(address)

    def has(self, address: Address) -> bool:
        """Whether an address is one of theirs."""
        return any(address in network for network in self.networks)


def _network(name: str) -> Network:
    try:
        return ipaddress.ip_network(name)
    except ValueError as error:
        raise ValueError(
            f"TD_TRUSTED_PROXIES: {name!r} is no address and no network ({error}). "
            "Examples: 127.0.0.1 or 10.0.0.0/24 or fd00::/64; unix for a Unix socket."
        ) from None


def from_settings(names: list[str], behind_proxy: bool) -> Trusted:
    """The trusted proxies. ValueError for a name that is none, and for the older setting alone, which named nobody."""
    trusted = Trusted(names)
    if behind_proxy and not trusted:
        raise ValueError(
            "TD_BEHIND_PROXY is no longer enough: say which proxy may be believed, for example TD_TRUSTED_PROXIES=127.0.0.1"
        )
    return trusted


def read(text: str) -> Address | None:
    """An address as proxies write it (`::1`, `[::1]:80`, `10.0.0.1:80`); None for anything else."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ipaddress.ip_address(bare)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def visitor(peer: str, forwarded_for: str, trusted: Trusted) -> str:
    """The visitor's address: the nearest one on the way that is no proxy of ours. What stands before it they may have
    written themselves.
    """
    found = peer
    for hop in _from_the_right(forwarded_for):
        found = str(hop)
        if not trusted.has(hop):
            break
    return found


def _from_the_right(forwarded_for: str) -> Iterator[Address]:
    """The hops a proxy noted, nearest first, up to the first that is no address."""
    for text in reversed(forwarded_for.split(",")):
        hop = read(text)
        if hop is None:
            return
        yield hop


class RealVisitor:
    """Middleware, the first of all: REMOTE_ADDR is the visitor's, the scheme is the one they typed, and what a stranger
    says of either is gone. It works the same under any WSGI server.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        said = {name: request.META.pop(name, "") for name in (FORWARDED_FOR, FORWARDED_PROTO, *UNREAD)}
        scheme = said[FORWARDED_PROTO].rpartition(",")[2].strip().lower()
        peer = str(request.META.get("REMOTE_ADDR", ""))
        if settings.TRUSTED_PROXIES.holds(peer):
            _believe(request.META, peer, said[FORWARDED_FOR], scheme)
        elif scheme == "https" and request.scheme == "http" and settings.SECURE_SSL_REDIRECT:
            return _unknown_proxy(peer)
        return self.get_response(request)


def _believe(meta: dict[str, Any], peer: str, forwarded_for: str, scheme: str) -> None:
    meta["REMOTE_ADDR"] = visitor(peer, forwarded_for, settings.TRUSTED_PROXIES)
    if scheme in ("http", "https"):
        meta["wsgi.url_scheme"] = scheme


def _unknown_proxy(peer: str) -> HttpResponse:
    """Instead of a redirect to https that would come back as http for ever."""
    log.error("%s says it is a proxy with TLS; TD_TRUSTED_PROXIES does not name it", peer or UNIX)
    sentence = _(
        "This page was asked for through a proxy this program does not know. "
        "Who keeps the installation names its address in TD_TRUSTED_PROXIES; the address is in the log."
    )
    return HttpResponse(f"{sentence}\n", status=502, content_type="text/plain; charset=utf-8")
