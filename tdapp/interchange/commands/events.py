"""Whole events from files, on the page: first a dry run that is carried out and taken back, then the same for good."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _

from core import canonical
from tdapp.desk.ledger import division_standings
from tdapp.desk.models import Result
from tdapp.events.entries.commands.minors import note_minors, refuse_other_answer, refuse_unreadable, unasked
from tdapp.events.models import Division, Event, Round
from tdapp.events.setup.commands.creating import STAGED
from tdapp.events.setup.event_fields import LENGTHS
from tdapp.interchange import staging
from tdapp.interchange.archives import importing
from tdapp.interchange.event_file import reading
from tdapp.interchange.models import EventPreview
from tdapp.interchange.results_book.reading import NO_RESULTS
from tdapp.interchange.tsh import importing as tsh
from tdapp.interchange.tsh.fill_division import move_in, refuse_filled, stage_division
from tdapp.kernel import audit, clock, commands
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.log.facts import ready, standing
from tdapp.kernel.log.gathering import Ready
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.kernel.running.legs import Legs, walk

Files = Sequence[tuple[str, bytes]]
KEEP = timedelta(hours=24)
LEADERS = 3


def preview_import(
    ctx: Context, target: Installation, *, files: Files, name: str = "", slug: str = "",
    starts_on: date | None = None, preset: str = "pspa-open", columns: str = "", known_people: bool = False,
    more_games: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Look at .t or TRF files, one division each, a tsh folder, one table of results (`columns`: what its headings mean), or
    one archive: what event they would make. Nothing is kept but the files; the event is made out of sight in short legs,
    looked at, and taken away again. Of a table whose headings are not understood the report `asks` what they mean.
    `known_people`, `more_games`: as `event.import` has them.

    Refuses what could not be imported, with the sentences the import itself has.
    """
    commands.check(ctx, target, "installation.create_event")
    wanted = {
        "name": name, "slug": slug, "starts_on": starts_on, "preset": preset, "columns": columns,
        "known_people": known_people, "more_games": more_games,
    }  # fmt: skip
    return keep_preview(ctx, target, files=files, wanted=wanted, report=_looked_at(ctx, files, wanted))


def _looked_at(ctx: Context, files: Files, wanted: dict[str, Any]) -> dict[str, Any]:
    try:
        return tried(_staged(ctx, files, wanted), report_of)
    except Refusal as refusal:
        if refusal.code != NO_RESULTS:
            raise
        return {"divisions": [], "name": files[0][0], "asks": True}


def choose_columns(ctx: Context, preview: EventPreview, *, seen: str, columns: str) -> dict[str, Any]:
    """Look at a table of results again with its `columns` as somebody said. Refuses as `preview_import`."""
    commands.check(ctx, Installation(), "installation.create_event")
    refuse_over(preview, seen)
    wanted = {**preview.wanted, "columns": columns}
    report = tried(_staged(ctx, files_of(preview), wanted), report_of)
    return keep_columns(ctx, preview, seen=seen, wanted=wanted, report=report)


@command(
    "event.import_columns",
    "columns of a table of results said",
    needs="installation.create_event",
    private=("wanted", "report"),
)
def keep_columns(
    ctx: Context, preview: EventPreview, *, seen: str, wanted: dict[str, Any], report: dict[str, Any]
) -> Change:
    """Keep what was said of the columns, with what the table makes under it."""
    refuse_over(preview, seen)
    preview.wanted, preview.report = canonical.plain(wanted), report
    preview.digest = canonical.digest([preview.files, preview.wanted])
    preview.save(update_fields=["wanted", "report", "digest"])
    told = {"divisions": [one["name"] for one in report["divisions"]]}
    return Change({"id": preview.pk, "digest": preview.digest}, str(preview), None, told)


@command(
    "event.preview_import",
    "files looked at for a new event",
    needs="installation.create_event",
    private=("files", "report"),
)
def keep_preview(
    ctx: Context, target: Installation, *, files: Files, wanted: dict[str, Any], report: dict[str, Any]
) -> Change:
    """Keep files that were looked at, with what they would make."""
    return keep(ctx, None, files, wanted, report)


@command("event.apply_import", "event made from files", needs="installation.create_event")
def apply_import(ctx: Context, preview: EventPreview, *, seen: str, minors: str = "") -> Legs:
    """Make the event of a dry run; `seen` is the digest of what was on the screen. `minors`: yes or no, whether there
    are minors among players without a birth date; without an answer they are shown as children until there is one.
    """
    refuse_over(preview, seen)
    refuse_unreadable(minors)
    event = yield from _staged(ctx, files_of(preview), preview.wanted)
    rows = yield lambda: ready(event.scope_key)
    refuse_over(preview, seen)
    _finished(replace(ctx, key=""), event, rows, minors)
    close(preview, EventPreview.Status.APPLIED)
    facts = {"slug": event.slug, "name": event.name}
    return Change({**facts, "id": preview.pk}, str(event), None, facts)


@command("event.discard_import", "files for a new event discarded", needs="installation.create_event")
def discard_import(ctx: Context, preview: EventPreview) -> Change:
    """Throw a dry run away, with its files."""
    refuse_over(preview, preview.digest)
    close(preview, EventPreview.Status.DISCARDED)
    return Change({"id": preview.pk}, str(preview))


def preview_fill(ctx: Context, division: Division, *, files: Files) -> dict[str, Any]:
    """Look at what filling an empty division with a .t or TRF file's players, rounds and results would make of it."""
    commands.check(ctx, division, "division.edit")
    refuse_filled(division)
    report = tried(_filled(ctx, division, files), report_of)
    return keep_fill(ctx, division, files=files, report=report)


@command(
    "division.preview_fill",
    "file looked at for a division",
    needs="division.edit",
    private=("files", "report"),
)
def keep_fill(ctx: Context, division: Division, *, files: Files, report: dict[str, Any]) -> Change:
    """Keep a file that was looked at, with what it would make of the division."""
    return keep(ctx, division, files, {}, report)


@command("division.fill", "division filled from a file", needs="division.edit")
def apply_fill(ctx: Context, preview: EventPreview, *, seen: str, minors: str = "") -> Legs:
    """Fill the division of a dry run; `seen` and `minors` as for an event."""
    refuse_over(preview, seen)
    division = preview.division
    assert division is not None
    refuse_other_answer(division.event, minors)
    event = yield from _filled(ctx, division, files_of(preview))
    rows = yield lambda: standing(event.scope_key)
    refuse_over(preview, seen)
    move_in(event, division, rows)
    _answered(ctx, division, minors)
    audit.write(replace(ctx, key=""), "event.import", str(division), after=preview.report)
    close(preview, EventPreview.Status.APPLIED)
    told = {"filled": True, **({"minors": minors} if minors else {})}
    return Change({"division": division.slug, "id": preview.pk}, str(division), None, told)


def _answered(ctx: Context, division: Division, minors: str) -> None:
    """Keep the answer that came with a division's file, unless the event was given one meanwhile."""
    event = Event.objects.get(pk=division.event_id)
    refuse_other_answer(event, minors)
    if minors and not event.guards_unknown:
        note_minors(ctx, event, minors)


@command("division.discard_fill", "file for a division discarded", needs="division.edit")
def discard_fill(ctx: Context, preview: EventPreview) -> Change:
    """Throw a dry run away, with its file."""
    refuse_over(preview, preview.digest)
    close(preview, EventPreview.Status.DISCARDED)
    return Change({"id": preview.pk}, str(preview))


def _staged(ctx: Context, files: Files, wanted: dict[str, Any]) -> Legs:
    """The event of these files, staged in legs: an archive by itself, or any number of .t files."""
    archives = [data for _name, data in files if reading.looks_like_one(data)]
    if archives and len(files) > 1:
        raise Refusal("one-archive", _("An archive is a whole event; send it alone."))
    if archives:
        # As the page says: a short name left blank is made from the name that was typed, else it is the archive's own.
        slug = wanted["slug"] or slugify(wanted["name"])[: LENGTHS["slug"]]
        event = yield from importing.staged(ctx, archives[0], slug=slug, name=wanted["name"])
    else:
        event = yield from tsh.staged(ctx, files=files, sure=True, **_wishes(wanted))
    return event


def _finished(ctx: Context, event: Event, rows: Ready, minors: str) -> None:
    """Make a staged event valid."""
    room = importing if importing.FACTS in event.extras else tsh
    room.finished(ctx, event, rows, minors)


def _wishes(wanted: dict[str, Any]) -> dict[str, Any]:
    day = wanted["starts_on"]
    return {**wanted, "starts_on": date.fromisoformat(day) if isinstance(day, str) else day}


def _filled(ctx: Context, division: Division, files: Files) -> Legs:
    if len(files) != 1 or reading.looks_like_one(files[0][1]):
        raise Refusal("one-file", _("A division is filled from one .t or TRF file."))
    row = Division.objects.select_related("event").get(pk=division.pk)
    event = yield from stage_division(ctx, row, *files[0], sure=True)
    return event


def tried(legs: Legs, look: Callable[[Event], dict[str, Any]]) -> dict[str, Any]:
    """What `look` tells of the event that is staged; afterwards nothing of it is left."""
    event = walk(legs)
    try:
        return look(event)
    finally:
        staging.clear(event)


def report_of(event: Event) -> dict[str, Any]:
    """What an event would be, as the dry run shows it."""
    rows = event.divisions.select_related("event").order_by("order", "name")
    facts: dict[str, Any] = {"name": event.name, "starts_on": event.starts_on, "unknown_ages": unasked(event)}
    facts["slug"] = event.extras.get(STAGED, event.slug)
    return canonical.plain({**facts, "divisions": [_division(row) for row in rows]})


def _division(row: Division) -> dict[str, Any]:
    last = division_standings.last_round(row)
    rounds = row.rounds.exclude(status=Round.Status.PLANNED)
    results = Result.objects.filter(table__round__division=row, in_force=True).count()
    return {
        "name": row.name, "slug": row.slug, "players": row.entrants.count(), "rounds": last, "results": results,
        "open": list(rounds.filter(status=Round.Status.PUBLISHED).values_list("number", flat=True)),
        "tables": [row.table_first, row.table_last],
        "leaders": division_standings.as_rows(row, last, public=False)[:LEADERS] if last else [],
        "lost": row.extras.get("not_in_the_file", []),
    }  # fmt: skip


def keep(
    ctx: Context, division: Division | None, files: Files, wanted: dict[str, Any], report: dict[str, Any]
) -> Change:
    """Store a dry run with its files; the answer holds its id, report and digest."""
    stored = [{"name": name, "data": base64.b64encode(data).decode()} for name, data in files]
    plain = canonical.plain(wanted)
    row = EventPreview.objects.create(
        division=division, files=stored, wanted=plain, report=report, digest=canonical.digest([stored, plain]),
        made_by=ctx.actor, made_name=ctx.actor_name[:150],
    )  # fmt: skip
    told = {"files": [name for name, _data in files], "divisions": report["divisions"]}
    return Change({"id": row.pk, "report": report, "digest": row.digest}, str(row), None, told)


def files_of(preview: EventPreview) -> list[tuple[str, bytes]]:
    """The files of a dry run, by name."""
    return [(one["name"], base64.b64decode(one["data"])) for one in preview.files or []]


def refuse_over(preview: EventPreview, seen: str) -> None:
    """Refuse a dry run that is over, or not the one that was looked at."""
    preview.refresh_from_db()
    if preview.status != EventPreview.Status.READY or preview.files is None:
        raise Refusal("preview-over", _("This dry run is over. Send the file again."))
    if preview.digest != seen:
        raise Conflict("changed-meanwhile", _("This is not the dry run you looked at. Look again."))


def close(preview: EventPreview, status: str) -> None:
    """End a dry run: its files are forgotten."""
    preview.status, preview.files, preview.applied_at = status, None, clock.now()
    preview.report = {**preview.report, "divisions": []}
    preview.save(update_fields=["status", "files", "report", "applied_at"])


def overdue() -> QuerySet[EventPreview]:
    """Dry runs nobody came back to within a day."""
    return EventPreview.objects.filter(made_at__lt=clock.now() - KEEP, status=EventPreview.Status.READY)


@command("event.forget_imports", "files for a new event forgotten", needs="installation.people")
def forget_imports(ctx: Context, target: Installation) -> Change:
    """Throw away the files of dry runs that are a day old."""
    count = overdue().update(status=EventPreview.Status.DISCARDED, files=None, report={})
    return Change({"forgotten": count}, "lists", None, {"forgotten": count})
