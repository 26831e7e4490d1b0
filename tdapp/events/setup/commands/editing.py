"""Change an event or a division, put an event away and bring it back."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Max
from django.utils.translation import gettext as _

from core import canonical
from tdapp.events.day import notices
from tdapp.events.models import Division, Event, as_data
from tdapp.events.rules import divisions
from tdapp.events.setup.event_fields import (
    EVENT_FIELDS,
    describe,
    impossible_days,
    refuse_long,
)
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal


def event_fingerprint(event: Event) -> str:
    """What a page remembers of the event's settings it shows."""
    return canonical.digest(as_data(event, *EVENT_FIELDS))[:16]


@command("event.edit", "event changed", needs="event.edit")
def edit_event(ctx: Context, event: Event, *, seen: str = "", **values: Any) -> Change:
    """Change an event's name, place, dates, or whether it has a public page; `seen` as for a division."""
    event.refresh_from_db()
    _refuse_stale(event, seen, event_fingerprint(event), values)
    before = as_data(event, *EVENT_FIELDS)
    if unknown := set(values) - set(EVENT_FIELDS):
        raise Refusal("bad-event", _("An event has no %(names)s.") % {"names": ", ".join(sorted(unknown))})
    refuse_long(values)
    _refuse_invented(event, values)
    for name, value in values.items():
        setattr(event, name, value)
    if not event.name.strip() or event.ends_on < event.starts_on:
        raise Refusal("bad-event", _("An event needs a name, and cannot end before it starts."))
    if faults := impossible_days(event.starts_on, event.ends_on):
        raise Refusal("bad-event", *faults)
    event.save(update_fields=list(values))
    # Names and who is guarded show on every page of its divisions.
    event.divisions.update(version=F("version") + 1)
    return Change(describe(event), str(event), before, as_data(event, *EVENT_FIELDS))


@command("event.delete", "event put away", needs="event.delete")
def delete_event(ctx: Context, event: Event, *, typed_name: str, reason: str) -> Change:
    """Put an event away (it can be brought back for 30 days); its name must be typed to do it."""
    if typed_name.strip() != event.name:
        raise Refusal("name-differs", _("Type the event's name exactly to archive it."))
    event.deleted_at = clock.now()
    event.save(update_fields=["deleted_at"])
    return Change({"slug": event.slug}, str(event), None, {"deleted": True}, reason)


@command("event.undelete", "event brought back", needs="event.delete")
def undelete_event(ctx: Context, event: Event, *, reason: str = "") -> Change:
    """Bring back an event that was put away."""
    event.deleted_at = None
    event.save(update_fields=["deleted_at"])
    return Change({"slug": event.slug}, str(event), None, {"deleted": False}, reason)


@command("division.edit", "division changed", needs="division.edit")
def edit_division(
    ctx: Context, division: Division, *, seen: str = "", reason: str = "", **values: Any
) -> Change:
    """Change a division. Ruleset and starts are fixed once its round 1 is published; who confirms then takes a reason.

    `seen` is the fingerprint of the settings on the screen (`divisions.fingerprint`; "" from the command line):
    409 with both values when somebody changed them meanwhile.
    """
    division.refresh_from_db()
    _refuse_stale(division, seen, divisions.fingerprint(division), values)
    before = as_data(division, *divisions.FIELDS)
    changed = {name for name, value in values.items() if getattr(division, name, None) != value}
    _refuse_frozen(division, changed, reason)
    if faults := divisions.apply(division, values):
        raise Refusal("bad-division", *faults)
    _refuse_published_plan(division, before["plan"])
    division.version += 1
    division.save(update_fields=[*divisions.FIELDS, "version"])
    return Change(
        {"slug": division.slug}, str(division), before, as_data(division, *divisions.FIELDS), reason
    )


def _refuse_invented(event: Event, values: dict[str, Any]) -> None:
    """A rehearsal and the demo keep the name that says so on every print; a rehearsal is never public."""
    renamed = values.get("name", event.name) != event.name
    if notices.is_rehearsal(event) and (values.get("public") or renamed):
        raise Refusal("rehearsal", _("A rehearsal keeps its name and is never public."))
    if event.demo and renamed:
        sentence = _(
            "The demo keeps its name, which says on every print that it is one. Create an event of your own."
        )
        raise Refusal("demo", sentence)


def _refuse_stale(row: Event | Division, seen: str, now: str, values: dict[str, Any]) -> None:
    """Refuse (409) what was typed over settings that are no longer the stored ones; both values are told."""
    if not seen or seen == now:
        return
    sentence = _(
        "Somebody else changed these settings. Nothing was saved. %(field)s is now %(stored)s, you typed %(typed)s."
    )
    stored = {name: getattr(row, name) for name in values if getattr(row, name, None) != values[name]}
    told = [sentence % {"field": n, "stored": value, "typed": values[n]} for n, value in stored.items()]
    again = _("Somebody else changed these settings meanwhile. Look again.")
    raise Conflict("stale", *(told or [again]), stored=canonical.plain(stored))


def _refuse_frozen(division: Division, changed: set[str], reason: str) -> None:
    if not division.frozen_at:
        return
    if fixed := changed & divisions.FROZEN_WITH_ROUND_1:
        names = ", ".join(sorted(fixed))
        raise Refusal("frozen", _("%(names)s cannot change any more: round 1 is posted.") % {"names": names})
    if changed & divisions.ASKS_WHY_AFTER_ROUND_1 and not reason.strip():
        raise Refusal("no-reason", _("Round 1 is posted: say why it changes when a result counts."))


def _refuse_published_plan(division: Division, old: str) -> None:
    """The plan of unpublished rounds may change; what is already published may not."""
    last = division.rounds.exclude(status="planned").aggregate(last=Max("number"))["last"] or 0
    if division.rounds_planned < last:
        facts = {"rounds": division.rounds_planned, "last": last}
        raise Refusal(
            "plan-too-short", _("The plan has %(rounds)s rounds but round %(last)s is posted.") % facts
        )
    if last and not divisions.same_rounds(old, division.plan, last):
        sentence = _("Rounds 1 to %(last)s are posted; the plan may only change after them.") % {"last": last}
        raise Refusal("plan-published", sentence)
