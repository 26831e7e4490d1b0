""".tou files of AUPAIR and WESPA: a whole event in, each section a division, and a whole event out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.text import slugify
from django.utils.translation import gettext as _

from pairings.event.refusals import Refusals
from pairings.formats.aupair.reading import TouSection, looks_like_one, read_tou, to_history
from pairings.formats.aupair.writing import Section, write_tou
from pairings.formats.tsh import TshFile, TshPlayer
from tdapp.desk.ledger import history as halls
from tdapp.events.models import Division, Event
from tdapp.interchange.tsh.naming import surname_first
from tdapp.interchange.tsh.reading import MOST_BYTES, Read, faults_of, refuse
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.refusals import Refusal

__all__ = ["Sections", "export_tou", "looks_like_one", "read_sections"]


@dataclass(frozen=True, slots=True)
class Sections:
    """The event of a .tou file."""

    divisions: list[Read]
    name: str
    starts_on: date | None


def read_sections(data: bytes) -> Sections:
    """The divisions of a file. Refuses (422) with one sentence for each mistake."""
    if len(data) > MOST_BYTES or b"\x00" in data:
        refuse([_("This is not a .tou file.")])
    file = read_tou(data)
    if isinstance(file, Refusals):
        refuse(all_translated(file.sentences))
        raise AssertionError("a refusal without a sentence")
    digest = hashlib.sha256(data).hexdigest()
    found = [_read(section, digest) for section in file.sections]
    refuse([sentence for one in found for sentence in faults_of(one.file)])
    if len({one.slug for one in found}) < len(found):
        refuse([_("Two sections of the file have the same name; a division needs its own.")])
    return Sections(found, file.title, file.day)


def _read(section: TouSection, digest: str) -> Read:
    history = to_history(section)
    names = {entrant.id: surname_first(entrant.name) for entrant in history.entrants}
    entrants = tuple(replace(one, name=names[one.id]) for one in history.entrants)
    lines = tuple(
        TshPlayer(player.line, names[str(number)], 0)
        for number, player in enumerate(section.players, start=1)
    )
    lost = [_("The file holds no ratings and no table numbers.")]
    if any("," not in player.name for player in section.players):
        lost.append(_("Names without a comma: the last word is taken as the surname."))
    file = TshFile(lines, encoding="utf-8")
    slug = slugify(section.name)[:40] or "open"
    return Read(
        section.name, slug, digest, file, replace(history, entrants=entrants), tuple(lost), is_chess=True
    )


def export_tou(
    event: Event,
    divisions: Sequence[Division],
    *,
    full_names: bool = False,
    after: dict[str, int] | None = None,
) -> bytes:
    """The file, rounds up to `after` by slug. Guarded children by the name the public knows, unless `full_names`.

    Refuses tables of three or four.
    """
    sections = [_section(row, full_names, (after or {}).get(row.slug)) for row in divisions]
    found = write_tou(event.name, event.starts_on, sections)
    if isinstance(found, Refusals):
        raise Refusal("no-tou", *all_translated(found.sentences))
    return found


def _section(row: Division, full_names: bool, after: int | None) -> Section:
    history = halls.of_division(row, after=after)
    rows = row.entrants.select_related("club")
    names = {
        str(one.pk): one.public_name
        if one.guarded and not full_names
        else f"{one.given} {one.surname}".strip()
        for one in rows
    }
    entrants = tuple(replace(one, name=names.get(one.id, one.name)) for one in history.entrants)
    return Section(row.name, replace(history, entrants=entrants))
