"""Create and clone events, add divisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.db.models import Max
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tdapp.events.models import Division, Event, Membership, as_data
from tdapp.events.rules import divisions
from tdapp.events.setup import cloning
from tdapp.events.setup.event_fields import (
    LENGTHS,
    describe,
    impossible_days,
    refuse_long,
    too_long,
)
from tdapp.events.setup.presets import PRESETS
from tdapp.events.setup.seeds import new_seed
from tdapp.kernel import audit, clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people.models import Club

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
        "look",
        "entering",
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
    demo: bool = False,
) -> Change:
    """Create an event from a preset with its divisions; the creator becomes its director.

    `divisions`: field values laid over the preset's (at least a name each); none: the preset's own. `demo`: invented.
    Refuses (422) with one sentence for each mistake; 409 when the short name is taken.
    """
    event, rows = made(name, slug, starts_on, ends_on, venue, preset, divisions, demo=demo)
    start_log(ctx, event, rows)
    return Change(describe(event), str(event), after=describe(event))


def made(
    name: str, slug: str, starts_on: date, ends_on: date | None, venue: str, preset: str,
    divisions: Sequence[dict[str, Any]], *, staged: bool = False, demo: bool = False, host: Club | None = None,
) -> tuple[Event, list[Division]]:  # fmt: skip
    """An event of a preset with its divisions, inside a command; `host`: the club that runs it."""
    chosen = _preset(preset)
    event = _new_event(name, slug, starts_on, ends_on or starts_on)
    event.demo, event.host = demo, host
    refuse_long({"venue": venue})
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
    venue: str = "", divisions: Sequence[dict[str, Any]] = (), demo: bool = False,
) -> Event:  # fmt: skip
    """An event as `event.create` makes it, out of everybody's sight and without a log: to be filled, then `reveal`ed."""
    event, _rows = made(name, slug, starts_on, ends_on, venue, preset, divisions, staged=True, demo=demo)
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
    start_log(ctx, event, list(event.divisions.all()))


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
    faults = too_long({"name": name, "slug": slug})
    if not name.strip():
        faults.append(_("The event needs a name."))
    if not slug or slug in RESERVED_SLUGS:
        faults.append(
            _("The short name %(slug)s cannot be used; use letters, digits and hyphens.") % {"slug": slug}
        )
    if ends_on < starts_on:
        faults.append(_("The event ends before it starts."))
    faults += impossible_days(starts_on, ends_on)
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


def _new_division(event: Event, values: dict[str, Any]) -> Division:
    first, last = divisions.free_tables(event)
    order = event.divisions.count() + 1
    row = Division(event=event, order=order, seed=new_seed(), table_first=first, table_last=last)
    # Who practises together came to meet others: where schools play, mates are kept apart unless somebody says otherwise.
    apart = {"avoid_clubs": bool(values.get("school") or event.school)}
    if faults := divisions.apply(row, {**apart, **values}):
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


def start_log(ctx: Context, event: Event, rows: Sequence[Division]) -> None:
    """Make the creator director and open the event's own log with its first entry. Where a club runs it, whoever holds an
    office there is what that comes to, as long as they hold it: the creator is nothing beside.
    """
    if ctx.actor.startswith("user:") and event.host_id is None:
        user = User.objects.get(pk=ctx.actor.removeprefix("user:"))
        Membership.objects.create(event=event, user=user, role="director")
    audit.write(replace(ctx, scope=event.scope_key), "event.create", str(event), after=describe(event))


@command("event.clone", "event cloned", needs="installation.create_event")
def clone_event(
    ctx: Context, target: Installation, *, source: Event, name: str, starts_on: date, slug: str = ""
) -> Change:
    """Create an event set up like `source`: same divisions and settings, nobody in it, fresh lots.

    What each room takes over beside the divisions' fields stands in `cloning`; the log counts it as `carried`.
    """
    return cloned(ctx, source, name, starts_on, slug)


def cloned(
    ctx: Context, source: Event, name: str, starts_on: date, slug: str, host: Club | None = None
) -> Change:
    """The event made like `source`, inside a command; `host`: the club that runs it."""
    event = _new_event(name, slug, starts_on, starts_on + (source.ends_on - source.starts_on))
    event.venue, event.preset, event.school = source.venue, source.preset, source.school
    event.host = host
    event.save(force_insert=True)
    kept = [name for name in divisions.FIELDS if name != "rounds_planned"]
    twins = {row.pk: _new_division(event, as_data(row, *kept)) for row in source.divisions.all()}
    carried = cloning.carry(source, event, twins)
    start_log(ctx, event, list(twins.values()))
    after = describe(event) | {"carried": carried}
    return Change(describe(event), str(event), before={"source": source.slug}, after=after)


@command("division.add", "division added", needs="division.edit")
def add_division(ctx: Context, event: Event, **values: Any) -> Change:
    """Add a division to an event, over its preset's values."""
    base = PRESETS[event.preset].division if event.preset in PRESETS else {}
    row = _new_division(event, {**base, **values})
    return Change({"slug": row.slug}, str(row), None, as_data(row, *divisions.FIELDS))
