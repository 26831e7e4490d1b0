"""How old an event's newest copy is, where it is, and whether somebody has seen its key."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.interchange.copies import places, plans
from tdapp.interchange.models import CopyPlan
from tdapp.kernel import clock
from tdapp.kernel.managers import find
from tdapp.launch.host.disks import Disk

PLAN = "copy_plan__"
FRESH, MAKING, OLDER, NONE, IDLE = "fresh", "making", "older", "none", "idle"
# The copy of what was decided just now is on its way; nobody is alarmed before it can be there.
ON_ITS_WAY = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class NewestCopy:
    """`state`: fresh; making (it was decided just now); older than what was decided last; none though a round is closed;
    idle while none is (and for rehearsals and the demo). `at`: when it was made. `places`: where it is, this
    laptop first. `key_unseen`: the words that open it wait to be shown.
    """

    state: str = IDLE
    at: datetime | None = None
    places: tuple[str, ...] = ()
    key_unseen: bool = False


def of_event(event: Event) -> NewestCopy:
    """The newest copy as the event's page tells it. One query."""
    if plans.is_thrown_away(event):
        return NewestCopy()
    names = [f"{PLAN}{name}" for name in ("told", "words", "disks")]
    found: dict[str, Any] = find(plans.decided(names), pk=event.pk)
    told = found[f"{PLAN}told"] or {}
    there = bool(told) and plans.newest(event).is_file()
    at = datetime.fromisoformat(told["at"]) if there else None
    places = _places(event, told, found[f"{PLAN}disks"] or {}) if there else ()
    return NewestCopy(
        _state(plans.newest_decision(found), told, there),
        at,
        places,
        bool(plans.unboxed(event.pk, found[f"{PLAN}words"])),
    )


def _state(decided: datetime | None, told: dict[str, Any], there: bool) -> str:
    """Held against what was decided when it was gathered; copies from before that was told, against their own moment."""
    if decided is None:
        return FRESH if there else IDLE
    if not there:
        return NONE
    held = told["closed"] if "closed" in told else told["at"]
    if held and datetime.fromisoformat(held) >= decided:
        return FRESH
    return MAKING if clock.now() - decided < ON_ITS_WAY else OLDER


@dataclass(frozen=True, slots=True)
class DiskTold:
    """One disk on the page of the copies: where, a state and its word, since when, what is wrong."""

    path: str
    state: str
    word: str
    at: datetime | None = None
    text: str = ""


def disks_told(plan: CopyPlan | None, seen: list[Disk]) -> list[DiskTold]:
    """The disks that are in, then those that were, as the page tells them."""
    known: dict[str, Any] = plan.disks if plan else {}
    inside = [_inside(plan, disk, known.get(str(disk.path), {})) for disk in seen]
    there = {one.path for one in inside}
    gone = [
        DiskTold(path, "later", _("taken out"), _at(told))
        for path, told in known.items()
        if path not in there
    ]
    return inside + gone


def _inside(plan: CopyPlan | None, disk: Disk, told: dict[str, Any]) -> DiskTold:
    path = str(disk.path)
    if not disk.writable:
        return DiskTold(
            path, "stop", _("read-only"), text=_("It cannot be written to, so no copy goes there.")
        )
    if plan and plan.told and not places.lacks(disk, plan.event, plan.told):
        return DiskTold(path, "ok", _("holds the newest copy"), _at(told))
    if "fault" in told:
        return DiskTold(path, "stop", _("failed"), _at(told), told["fault"])
    return DiskTold(path, "ask", _("waiting"))


def _at(told: dict[str, Any]) -> datetime | None:
    return datetime.fromisoformat(told["at"]) if "at" in told else None


def _places(event: Event, told: dict[str, Any], disks: dict[str, Any]) -> tuple[str, ...]:
    name = plans.file_name(event, told)
    elsewhere = [one["file"] for one in disks.values() if Path(one.get("file", "")).name == name]
    second = [told["second"]] if told.get("second") else []
    return (str(plans.newest(event)), *second, *elsewhere)
