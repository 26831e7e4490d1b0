"""Files the command line is handed, read within bounds; a missing or unreadable one is one sentence."""

from __future__ import annotations

import sys
from pathlib import Path

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Refusal


def read(path: str, most: int) -> bytes:
    """At most `most` + 1 bytes of a file ("-": standard input), so that what is too large shows as such."""
    try:
        if path == "-":
            return sys.stdin.buffer.read(most + 1)
        with open(path, "rb") as stream:
            return stream.read(most + 1)
    except OSError as error:
        facts = {"path": path, "why": error.strerror or error}
        raise Refusal("unreadable-file", _("%(path)s cannot be read: %(why)s.") % facts) from error


def name_of(path: str) -> str:
    """The name a file goes by."""
    return _("standard input") if path == "-" else Path(path).name
