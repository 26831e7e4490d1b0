"""The way out: one place where a connection to a typed host is made. It resolves once, looks at the address it connects to,
and waits no longer than it must. On a server nobody reaches the inside of its network by naming it as a web host.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from django.conf import settings

from core.later import later
from tdapp.publishing.site.push.faults import Fault

if TYPE_CHECKING:
    import certifi
    import urllib3
else:
    certifi, urllib3 = later("certifi"), later("urllib3")

CONNECT_SECONDS, ANSWER_SECONDS = 10.0, 60.0
NAT64 = ipaddress.ip_network("64:ff9b::/96")
# The part of IPv6 that is handed out to the public network. Beside it lie old and local ways of writing an IPv4 address
# (`::127.0.0.1`, `64:ff9b:1::/48`, `::ffff:0:0:0/96`) and site-local ones, all of which the library calls global.
HANDED_OUT = ipaddress.ip_network("2000::/3")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def is_outside(text: str) -> bool:
    """Whether an address is one of the public network, also where it is wrapped into another one."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if address.version == 6 and address not in HANDED_OUT and address not in NAT64:
        return False
    return all(one.is_global and not one.is_multicast for one in (address, *_wrapped(address)))


def _wrapped(address: Address) -> Iterator[ipaddress.IPv4Address]:
    if isinstance(address, ipaddress.IPv6Address):
        found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address in NAT64:
            found.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        yield from (one for one in found if one)


def connect(
    host: str, port: int, patience: float = CONNECT_SECONDS, most: int | None = None
) -> socket.socket:
    """A connection to a host somebody typed. Fault when it cannot be reached, or lies inside and that is not allowed.

    Waits `patience` seconds for each of its addresses, of which the first `most` are tried.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Fault("no-network", host=host, why=_why(error)) from None
    allowed = [one for one in found if settings.PUSH_PRIVATE or is_outside(str(one[4][0]))]
    if not allowed:
        raise Fault("inside", host=host)
    last: OSError = OSError("no address")
    for family, kind, protocol, _name, address in allowed[:most]:
        line = socket.socket(family, kind, protocol)
        line.settimeout(patience)
        try:
            line.connect(address)
        except OSError as error:
            line.close()
            last = error
            continue
        line.settimeout(ANSWER_SECONDS)
        return line
    raise Fault("no-network", host=host, why=_why(last))


def _why(error: Exception) -> str:
    return str(getattr(error, "strerror", "") or error or type(error).__name__)


def pool(lanes: int, made_by: Callable[[str, int], socket.socket] = connect) -> Any:
    """A pool of HTTP connections that are made by `connect`; certificates are checked, nothing is passed on by redirect."""

    def made(self: Any) -> socket.socket:
        return made_by(self._dns_host, self.port)

    plain = type("_Plain", (urllib3.connection.HTTPConnection,), {"_new_conn": made})
    secure = type("_Secure", (urllib3.connection.HTTPSConnection,), {"_new_conn": made})
    kinds = {
        "http": type("_Http", (urllib3.HTTPConnectionPool,), {"ConnectionCls": plain}),
        "https": type("_Https", (urllib3.HTTPSConnectionPool,), {"ConnectionCls": secure}),
    }
    manager = urllib3.PoolManager(
        timeout=urllib3.Timeout(connect=CONNECT_SECONDS, read=ANSWER_SECONDS), maxsize=lanes,
        cert_reqs="CERT_REQUIRED", ca_certs=os.environ.get("SSL_CERT_FILE") or certifi.where(),
        retries=urllib3.Retry(total=2, connect=0, redirect=0, backoff_factor=0.2, status_forcelist=(500, 502, 503, 504)),
    )  # fmt: skip
    manager.pool_classes_by_scheme = kinds
    return manager
