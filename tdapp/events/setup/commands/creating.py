"""Create, clone and change events and divisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.db.models import F, Max
from django.utils.text import slugify
from django.utils.translation import gettext as _

from core import canonical
from tdapp.events.day import notices
from tdapp.events.models import Division, Event, Membership, as_data
from tdapp.events.rules import divisions
from tdapp.events.setup import cloning
from tdapp.events.setup.presets import PRESETS
from tdapp.events.setup.seeds import new_seed
from tdapp.kernel import audit, clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Conflict, Refusal

EVENT_FIELDS = ("name", "venue", "starts_on", "ends_on", "school", "public")
LENGTHS = {"name": 120, "venue": 160, "slug": 60}
EARLIEST_YEAR, LATEST_YEAR = 1950, 2100
RESERVED_SLUGS = frozenset({"new", "join", "api", "static", "media"})
# A division's address stands beside the event's own pages: /e/<event>/<division>/.
RESERVED_DIVISIONS = frozenset(
    {
        "settings",
        "people",
        "log",
        "entries",
        "eligible",
        "checkin",
        "enter",
        "confirm",
        "question",
        "back",
        "publish",
        "export",
        "backup",
        "copies",
        "palette",
        "in",
        "library",
        "sheets",
        "judges",
        "incidents",
        "paper",
        "phones",
        "me",
        "by-school",
        "hall",
        "prizes",
        "certificate",
        "screen",
        "screens",
    }
)


@command("event.create", "event created", needs="installation.create_event")
def create_event(
    ctx: Context,
    target: Installation,
    *,
    name: str,
    starts_on: date,
    preset: str = "pspa-open",
    slug: str = "",
    ends_on: date | None = None,
    venue: str = "",
    divisions: Sequence[dict[str, Any]] = (),
) -> Change:
    """Create an event from a preset with its divisions; the creator becomes its director.

    `divisions`: field values laid over the preset's (at least a name each); none: the preset's own.
    Refuses (422) with one sentence for each mistake; 409 when the short name is taken.
    """
    event, rows = _made(name, slug, starts_on, ends_on, venue, preset, divisions)
    _start_log(ctx, event, rows)
    return Change(describe(event), str(event), after=describe(event))


def _made(
    name: str, slug: str, starts_on: date, ends_on: date | None, venue: str, preset: str,
    divisions: Sequence[dict[str, Any]], *, staged: bool = False,
) -> tuple[Event, list[Division]]:  # fmt: skip
    chosen = _preset(preset)
    event = _new_event(name, slug, starts_on, ends_on or starts_on)
    _refuse_long({"venue": venue})
    event.venue, event.preset, event.school = venue.strip(), preset, chosen.school
    if staged:
        event.extras = {STAGED: event.slug}
        event.slug, event.deleted_at = f"staged-{event.pk.hex}", clock.now()
    event.save(force_insert=True)
    wanted = divisions or [{"name": str(title)} for title in chosen.divisions]
    return event, [_new_division(event, {**chosen.division, **values}) for values in wanted]


# The short name an event will have once everything of it is there; until then it lies in the bin, with one of its own.
STAGED = "staged"


def stage_event(
    *, name: str, starts_on: date, preset: str = "pspa-open", slug: str = "", ends_on: date | None = None,
    venue: str = "", divisions: Sequence[dict[str, Any]] = (),
) -> Event:  # fmt: skip
    """An event as `event.create` makes it, out of everybody's sight and without a log: to be filled, then `reveal`ed."""
    event, _rows = _made(name, slug, starts_on, ends_on, venue, preset, divisions, staged=True)
    return event


def reveal(ctx: Context, event: Event) -> None:
    """Make a staged event one like any other, inside a command; the log starts now. Refuses a name taken meanwhile."""
    extras = dict(event.extras)
    slug = extras.pop(STAGED)
    if Event.objects.filter(slug=slug).exists():
        raise Conflict("slug-taken", _("The short name %(slug)s is taken; choose another.") % {"slug": slug})
    event.slug, event.deleted_at, event.extras = slug, None, extras
    event.save(update_fields=["slug", "deleted_at", "extras"])
    audit.write(replace(ctx, key=""), "event.create", str(event), after=describe(event))
    _start_log(ctx, event, list(event.divisions.all()))


def _preset(key: str) -> Any:
    if key not in PRESETS:
        known = ", ".join(PRESETS)
        raise Refusal(
            "unknown-preset",
            _("%(key)s is not a preset; known are %(known)s.") % {"key": key, "known": known},
        )
    return PRESETS[key]


def _new_event(name: str, slug: str, starts_on: date, ends_on: date) -> Event:
    slug = slugify(slug or name[: LENGTHS["slug"]]) or _plain_slug(name, slug, starts_on)
    faults = _too_long({"name": name, "slug": slug})
    if not name.strip():
        faults.append(_("The event needs a name."))
    if not slug or slug in RESERVED_SLUGS:
        faults.append(
            _("The short name %(slug)s cannot be used; use letters, digits and hyphens.") % {"slug": slug}
        )
    if ends_on < starts_on:
        faults.append(_("The event ends before it starts."))
    faults += _impossible_days(starts_on, ends_on)
    if Event.objects.filter(slug=slug).exists():
        faults.append(_("The short name %(slug)s is taken; choose another.") % {"slug": slug})
    if faults:
        raise Refusal("bad-event", *faults)
    last = Event.objects.aggregate(last=Max("sequence"))["last"] or 0
    return Event(name=name.strip(), slug=slug, starts_on=starts_on, ends_on=ends_on, sequence=last + 1)


def _plain_slug(name: str, slug: str, starts_on: date) -> str:
    """A short name for an event whose name has no Latin letter or digit: by its day, numbered when there are more."""
    if slug or not any(letter.isalnum() for letter in name):
        return ""
    wanted = f"event-{starts_on.isoformat()}"
    taken = set(Event.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    return next(one for one in [wanted, *(f"{wanted}-{n}" for n in range(2, 1000))] if one not in taken)


def _impossible_days(*days: date) -> list[str]:
    years = {day.year for day in days if not EARLIEST_YEAR <= day.year <= LATEST_YEAR}
    return [_("No event is held in the year %(year)s.") % {"year": year} for year in sorted(years)]


def _too_long(values: dict[str, Any]) -> list[str]:
    sentence = _("%(field)s may have %(most)s characters, not %(many)s.")
    return [
        sentence % {"field": name, "most": most, "many": len(values[name])}
        for name, most in LENGTHS.items()
        if name in values and len(values[name]) > most
    ]


def _refuse_long(values: dict[str, Any]) -> None:
    if faults := _too_long(values):
        raise Refusal("bad-event", *faults)


def _new_division(event: Event, values: dict[str, Any]) -> Division:
    first, last = divisions.free_tables(event)
    order = event.divisions.count() + 1
    row = Division(event=event, order=order, seed=new_seed(), table_first=first, table_last=last)
    if faults := divisions.apply(row, values):
        raise Refusal("bad-division", *faults, division=str(values.get("name", "")))
    if row.slug in RESERVED_DIVISIONS:
        sentence = _("A division cannot have the short name %(slug)s; name it otherwise.") % {
            "slug": row.slug
        }
        raise Refusal("bad-division", sentence, division=row.name)
    if event.divisions.filter(slug=row.slug).exists():
        sentence = _("There is already a division with the short name %(slug)s.") % {"slug": row.slug}
        raise Refusal("division-taken", sentence, division=row.name)
    row.save(force_insert=True)
    return row


def _start_log(ctx: Context, event: Event, rows: Sequence[Division]) -> None:
    """Make the creator director and open the event's own log with its first entry."""
    if ctx.actor.startswith("user:"):
        user = User.objects.get(pk=ctx.actor.removeprefix("user:"))
        Membership.objects.create(event=event, user=user, role="director")
    audit.write(replace(ctx, scope=event.scope_key), "event.create", str(event), after=describe(event))


def describe(event: Event) -> dict[str, Any]:
    """An event and its divisions as plain data, without ids."""
    shown = ("name", "slug", "plan", "ruleset", "confirm_policy", "rating_kind", "table_first", "table_last")
    rows = [as_data(row, *shown) for row in event.divisions.all()]
    return {"slug": event.slug, **as_data(event, *EVENT_FIELDS), "divisions": rows}


@command("event.clone", "event cloned", needs="installation.create_event")
def clone_event(
    ctx: Context, target: Installation, *, source: Event, name: str, starts_on: date, slug: str = ""
) -> Change:
    """Create an event set up like `source`: same divisions and settings, nobody in it, fresh lots.

    What each room takes over beside the divisions' fields stands in `cloning`; the log counts it as `carried`.
    """
    event = _new_event(name, slug, starts_on, starts_on + (source.ends_on - source.starts_on))
    event.venue, event.preset, event.school = source.venue, source.preset, source.school
    event.save(force_insert=True)
    kept = [name for name in divisions.FIELDS if name != "rounds_planned"]
    twins = {row.pk: _new_division(event, as_data(row, *kept)) for row in source.divisions.all()}
    carried = cloning.carry(source, event, twins)
    _start_log(ctx, event, list(twins.values()))
    after = describe(event) | {"carried": carried}
    return Change(describe(event), str(event), before={"source": source.slug}, after=after)


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
    _refuse_long(values)
    _refuse_rehearsed(event, values)
    for name, value in values.items():
        setattr(event, name, value)
    if not event.name.strip() or event.ends_on < event.starts_on:
        raise Refusal("bad-event", _("An event needs a name, and cannot end before it starts."))
    if faults := _impossible_days(event.starts_on, event.ends_on):
        raise Refusal("bad-event", *faults)
    event.save(update_fields=list(values))
    # Names and who is guarded show on every page of its divisions.
    event.divisions.update(version=F("version") + 1)
    return Change(describe(event), str(event), before, as_data(event, *EVENT_FIELDS))


@command("event.delete", "event put away", needs="event.delete")
def delete_event(ctx: Context, event: Event, *, typed_name: str, reason: str) -> Change:
    """Put an event away (it can be brought back for 30 days); its name must be typed to do it."""
    if typed_name.strip() != event.name:
        raise Refusal("name-differs", _("Type the event's name exactly to put it away."))
    event.deleted_at = clock.now()
    event.save(update_fields=["deleted_at"])
    return Change({"slug": event.slug}, str(event), None, {"deleted": True}, reason)


@command("event.undelete", "event brought back", needs="event.delete")
def undelete_event(ctx: Context, event: Event, *, reason: str = "") -> Change:
    """Bring back an event that was put away."""
    event.deleted_at = None
    event.save(update_fields=["deleted_at"])
    return Change({"slug": event.slug}, str(event), None, {"deleted": False}, reason)


@command("division.add", "division added", needs="division.edit")
def add_division(ctx: Context, event: Event, **values: Any) -> Change:
    """Add a division to an event, over its preset's values."""
    base = PRESETS[event.preset].division if event.preset in PRESETS else {}
    row = _new_division(event, {**base, **values})
    return Change({"slug": row.slug}, str(row), None, as_data(row, *divisions.FIELDS))


@command("division.edit", "division changed", needs="division.edit")
def edit_division(
    ctx: Context, division: Division, *, seen: str = "", reason: str = "", **values: Any
) -> Change:
    """Change a division. Ruleset, starts and confirmation are fixed once its round 1 is published.

    `seen` is the fingerprint of the settings on the screen (`divisions.fingerprint`; "" from the command line):
    409 with both values when somebody changed them meanwhile.
    """
    division.refresh_from_db()
    _refuse_stale(division, seen, divisions.fingerprint(division), values)
    before = as_data(division, *divisions.FIELDS)
    changed = {name for name, value in values.items() if getattr(division, name, None) != value}
    _refuse_frozen(division, changed)
    if faults := divisions.apply(division, values):
        raise Refusal("bad-division", *faults)
    _refuse_published_plan(division, before["plan"])
    division.version += 1
    division.save(update_fields=[*divisions.FIELDS, "version"])
    return Change(
        {"slug": division.slug}, str(division), before, as_data(division, *divisions.FIELDS), reason
    )


def _refuse_rehearsed(event: Event, values: dict[str, Any]) -> None:
    """A rehearsal keeps the name that says so on every print, and is never public."""
    if notices.is_rehearsal(event) and (values.get("public") or values.get("name", event.name) != event.name):
        raise Refusal("rehearsal", _("A rehearsal keeps its name and is never public."))


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


def _refuse_frozen(division: Division, changed: set[str]) -> None:
    if division.frozen_at and (fixed := changed & divisions.FROZEN_WITH_ROUND_1):
        names = ", ".join(sorted(fixed))
        raise Refusal(
            "frozen", _("%(names)s cannot change any more: round 1 is published.") % {"names": names}
        )


def _refuse_published_plan(division: Division, old: str) -> None:
    """The plan of unpublished rounds may change; what is already published may not."""
    last = division.rounds.exclude(status="planned").aggregate(last=Max("number"))["last"] or 0
    if division.rounds_planned < last:
        facts = {"rounds": division.rounds_planned, "last": last}
        raise Refusal(
            "plan-too-short", _("The plan has %(rounds)s rounds but round %(last)s is published.") % facts
        )
    if last and not divisions.same_rounds(old, division.plan, last):
        sentence = _("Rounds 1 to %(last)s are published; the plan may only change after them.") % {
            "last": last
        }
        raise Refusal("plan-published", sentence)
