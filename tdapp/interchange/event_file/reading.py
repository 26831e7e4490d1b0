"""The bytes of an archive checked, before anything is written: format, digest, and the shape of everything in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from core import canonical
from tdapp.events.day import schedule
from tdapp.events.day.commands.day_plan import LONGEST as DAY_PLAN_MOST
from tdapp.interchange.event_file import games, parts, value_checks
from tdapp.interchange.event_file.checks import listed
from tdapp.interchange.event_file.fields import Data, damaged
from tdapp.interchange.event_file.table_spec import TableSpec, inside
from tdapp.interchange.event_file.writing import FORMAT, VERSION

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
    if mistakes := list(value_checks.unfit_texts(told)) or list(_faults(told)):
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


def _faults(told: Data) -> Iterator[str]:
    """What does not fit the tables, one sentence each, with its place."""
    yield from games.EVENT.faults(told.get("event"), _("event"))
    yield from _day_plan(told)
    if not listed(told, "divisions"):
        yield _("The archive holds no division.")
        return
    yield from _within(games.DIVISION, told, "")
    yield from parts.faults_in(told)
    yield from _beyond(told)


def _within(one: TableSpec, above: Data, where: str) -> Iterator[str]:
    """What is wrong with the rows of a table that stand in another row, and with what stands in them."""
    found = above.get(one.name)
    rows = [found] if one.single and found else listed(above, one.name) or []
    for at, row in enumerate(rows, start=1):
        place = one.place(where, at, row)
        yield from one.faults(row, place)
        if (yield from one.check(row, place, above)) and isinstance(row, dict):
            for inner in inside(one.label):
                yield from _within(inner, row, place)


def _day_plan(told: Data) -> Iterator[str]:
    """The day plan of an archive that has one; it names rounds by number, whatever the divisions play."""
    line = told.get("day_plan") or ""
    if not isinstance(line, str) or len(line) > DAY_PLAN_MOST:
        yield _("The day plan is not as it should be.")
    else:
        yield from schedule.read(line, None).faults


def _beyond(told: Data) -> Iterator[str]:
    """Rounds kept back that the division does not have."""
    planned = {row["slug"]: row["rounds_planned"] for row in told["divisions"] if _is_plain(row)}
    for at, one in enumerate(listed(told.get("parts", {}), "freezes") or [], start=1):
        named = isinstance(one, dict) and isinstance(one.get("division"), str)
        most = planned.get(one["division"]) if named else None
        if most is not None and value_checks.is_number(one.get("last")) and one["last"] > most:
            yield value_checks.misfit(f"freezes {at}", "last")


def _is_plain(row: Any) -> bool:
    named = isinstance(row, dict) and isinstance(row.get("slug"), str)
    return named and value_checks.is_number(row.get("rounds_planned"))
