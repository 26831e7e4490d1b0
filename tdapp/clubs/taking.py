"""What a club takes home: the sealed copies of its events, or its data as open files others can read. One ZIP each."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from django.utils.translation import gettext as _

from tdapp.clubs import roll
from tdapp.events.models import Event
from tdapp.interchange.commands import copies
from tdapp.interchange.copies import plans
from tdapp.interchange.exports.render import Wish, render
from tdapp.kernel import clock, context
from tdapp.kernel.tabular import Column, Sheet, Value, write_csv
from tdapp.people import registry
from tdapp.people.models import ClubHome, ClubMember

COPIES, EXPORT = "copies", "export"
Step = Callable[[int, int, str], None]
ARCHIVE = Wish("json", private=True)


def write(home: ClubHome, what: str, path: Path, step: Step) -> int:
    """Write the club's file; how many events are in it. `step` is told of each event and may raise to stop."""
    events = list(Event.objects.filter(host=home.club_id, deleted_at=None, demo=False).order_by("sequence"))
    written = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        path.chmod(0o600)
        if what == EXPORT:
            archive.writestr("members.csv", _members(home))
        for number, event in enumerate(events):
            step(number, len(events), event.name)
            written += (_add_copy if what == COPIES else _add_archive)(archive, event)
    return written


def _add_copy(archive: zipfile.ZipFile, event: Event) -> int:
    path = copies.up_to_date(context.system(event.scope_key), event)
    plan = plans.plan_of(event)
    if path is None or plan is None:
        return 0
    # Sealed bytes cannot be packed any smaller.
    archive.write(path, plans.file_name(event, plan.told), zipfile.ZIP_STORED)
    return 1


def _add_archive(archive: zipfile.ZipFile, event: Event) -> int:
    if not event.divisions.exists():
        return 0
    archive.writestr(f"events/{event.slug}.json", render(event, ARCHIVE))
    return 1


def _members(home: ClubHome) -> bytes:
    headings = (
        _("Number"), _("Given name"), _("Surname"), _("Member since"), _("Paid until"), _("Birth date"), _("Guardian"),
        _("Contact"),
    )  # fmt: skip
    out = io.BytesIO()
    write_csv(out, Sheet(_("Members"), [Column(heading) for heading in headings], _rows(home)))
    return out.getvalue()


def _rows(home: ClubHome) -> Iterator[list[Value]]:
    lines = roll.lines(home, clock.today())
    told = registry.of_players([line.player for line in lines], home.scope_key)
    for line in lines:
        row, player, private = line.row, line.player, told.get(line.player.pk)
        yield [
            row.number or player.number, player.given, player.surname, row.since, row.paid_until,
            private.birth_date if private else None, private.guardian if private else "",
            private.contact if private else "",
        ]  # fmt: skip


def count(home: ClubHome) -> tuple[int, int]:
    """How many events and members would be in it."""
    events = Event.objects.filter(host=home.club_id, deleted_at=None, demo=False).count()
    return events, ClubMember.objects.filter(club=home.club_id).count()
