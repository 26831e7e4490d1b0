"""An answer that is kept, and what of it goes to who asks: all of it, packed, or that he has it already. Pure."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tdapp.desk.day.now import MOMENT
from tdapp.publishing.kept.asking import Asked, Environ

Headers = list[tuple[str, str]]
WORTH_PACKING = 200
NOTHING = re.compile(r"q\s*=\s*0(\.0*)?")
# Of one answer, or of the one who asked: said anew each time, or by the server.
NOT_KEPT = frozenset(
    {"x-request-id", "content-length", "content-encoding", "date", "set-cookie", "etag", MOMENT.lower()}
)


class Said(NamedTuple):
    """What is sent."""

    status: str
    headers: Headers
    body: bytes


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer of the application under a `version`; `part`: the version of the fragment it is, "" a whole page."""

    version: str
    headers: Headers
    body: bytes
    packed: bytes
    etag: str
    part: str = ""

    @property
    def size(self) -> int:
        """Bytes it takes."""
        return len(self.body) + len(self.packed)


def keep(version: str, headers: Headers, body: bytes) -> Kept:
    """An answer as it is kept."""
    told = {name.lower(): value for name, value in headers}
    etag = told.get("etag", "").removeprefix("W/") or f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    packed = gzip.compress(body, 6, mtime=0) if len(body) >= WORTH_PACKING else b""
    left = [(name, value) for name, value in headers if name.lower() not in NOT_KEPT]
    return Kept(
        version, left, body, packed if len(packed) < len(body) else b"", etag, told.get("x-version", "")
    )


def may_be_kept(headers: Headers) -> bool:
    """Whether an answer says that it is everybody's."""
    told = {name.lower(): value for name, value in headers}
    return "public" in told.get("cache-control", "") and "set-cookie" not in told


def said(asked: Asked, kept: Kept, environ: Environ, more: Headers) -> Said:
    """The answer, `more` headers with it; without its content for who has it already."""
    if asked.seen is not None and asked.seen == kept.part:
        return Said("204 No Content", kept.headers, b"")
    if asked.seen is None and has(str(environ.get("HTTP_IF_NONE_MATCH", "")), kept.etag):
        return Said("304 Not Modified", [*kept.headers, ("ETag", kept.etag), *more], b"")
    body, etag = kept.body, [("ETag", kept.etag)]
    if kept.packed and takes_gzip(str(environ.get("HTTP_ACCEPT_ENCODING", ""))):
        body, etag = kept.packed, [("ETag", f"W/{kept.etag}"), ("Content-Encoding", "gzip")]
    headers = [*kept.headers, *etag, *more, ("Content-Length", str(len(body)))]
    return Said("200 OK", headers, b"" if environ["REQUEST_METHOD"] == "HEAD" else body)


@lru_cache(maxsize=200)
def takes_gzip(told: str) -> bool:
    """Whether `Accept-Encoding` takes gzip: named, and not with a weight of nothing (RFC 9110 12.5.3)."""
    for one in told.lower().split(","):
        name, _semicolon, weight = one.partition(";")
        if name.strip() == "gzip":
            return not NOTHING.fullmatch(weight.strip())
    return False


def has(told: str, etag: str) -> bool:
    """Whether `If-None-Match` names this answer (RFC 9110 13.1.2: weakly compared)."""
    if not told:
        return False
    return told.strip() == "*" or any(one.strip().removeprefix("W/") == etag for one in told.split(","))
