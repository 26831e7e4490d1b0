"""The bytes of an archive checked, before anything is written: format, digest, and the shape of everything in it."""

from __future__ import annotations

import json

from django.utils.translation import gettext as _

from tdapp.interchange.event_file import checks, value_checks
from tdapp.interchange.event_file.fields import Data, damaged
from tdapp.interchange.event_file.writing import FORMAT, VERSION
from tdapp.kernel import canonical

MOST_BYTES = 64 * 1024 * 1024
# Our own archives nest to eleven, and an event's settings a little further.
MOST_DEPTH = 20


def looks_like_one(data: bytes) -> bool:
    """Whether the bytes begin as JSON does; everything else is taken for a .t file."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"


def read(data: bytes) -> Data:
    """The archive in `data`, whole and checked. Refuses (422) with one sentence for each mistake."""
    if len(data) > MOST_BYTES:
        raise damaged(_("The archive is larger than %(most)s MB.") % {"most": MOST_BYTES // 2**20})
    try:
        told = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise damaged(_("This is no archive of an event: it is not JSON.")) from None
    if canonical.nested_deeper(told, MOST_DEPTH):
        raise damaged(_("This is no archive of an event: it is nested too deeply."))
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise damaged(_("This is no archive of an event made by this program."))
    if not isinstance(told.get("version"), int) or told["version"] > VERSION:
        raise damaged(_("This archive was made by a newer version of this program."))
    _refuse_changed(told)
    if mistakes := list(value_checks.unfit_texts(told)) or list(checks.faults_in(told)):
        raise damaged(*mistakes)
    return told


def _refuse_changed(told: Data) -> None:
    kept = {name: value for name, value in told.items() if name not in {"digest", "made_at"}}
    try:
        whole = canonical.digest(kept) == told.get("digest")
    except ValueError:
        whole = False
    if not whole:
        raise damaged(_("The archive was changed or damaged after it was made: its digest does not fit."))
