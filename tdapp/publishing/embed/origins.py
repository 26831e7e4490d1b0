"""The websites that may show our pages in a frame, as somebody typed them. Pure."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Conflict, Refusal

MOST = 20
_NAME = re.compile(r"(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.ASCII)


def read(text: str) -> list[str]:
    """One website a line as a browser names it: `https://club.example.org`, `https://*.example.org`; each once, in order.

    Refuses 422, one sentence a line, what is no website, and more than MOST.
    """
    found: list[str] = []
    wrong: list[str] = []
    for line in filter(None, (line.strip() for line in text.replace(",", "\n").splitlines())):
        origin = _origin(line)
        if origin is None:
            told = _("“%(text)s” is no website; write it like https://club.example.org.")
            wrong.append(told % {"text": line[:80]})
        elif origin not in found:
            found.append(origin)
    if len(found) > MOST:
        wrong.append(
            _("%(n)s websites are named; at most %(most)s may be.") % {"n": len(found), "most": MOST}
        )
    if wrong:
        raise Refusal("bad-origin", *wrong)
    return found


def stale(stored: list[str]) -> Conflict:
    """What the second of two is told who change a list at once."""
    sentence = _("Somebody else changed this list. Nothing was saved; it stands below as it is now.")
    return Conflict("stale", sentence, stored={"frames": stored})


def _origin(line: str) -> str | None:
    """Scheme, name and port; the rest of an address that was copied whole is left out."""
    try:
        parts = urlsplit(line if "://" in line else f"https://{line}")
        name, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or parts.username or not _NAME.fullmatch(name):
        return None
    # A star alone, or before a name of one word, would be everybody.
    if name.startswith("*.") and name.count(".") < 2:
        return None
    return f"{parts.scheme}://{name}{f':{port}' if port else ''}"
