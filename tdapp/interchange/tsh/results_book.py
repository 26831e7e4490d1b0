"""A workbook or CSV file of results as the divisions of an event, checked as .t files are."""

from __future__ import annotations

import hashlib

from django.utils.text import slugify
from django.utils.translation import gettext as _

from pairings.formats.tsh import TshFile, TshPlayer
from tdapp.interchange.results_book.building import Built, build
from tdapp.interchange.results_book.columns import said_columns
from tdapp.interchange.results_book.reading import Person, read_book
from tdapp.interchange.tsh.naming import surname_first
from tdapp.interchange.tsh.packed import holds, is_packed
from tdapp.interchange.tsh.reading import Read, faults_of, refuse

ENDINGS = (".xlsx", ".csv", ".tsv")
# What every workbook has at its top, and no folder of tsh.
WORKBOOK = "[Content_Types].xml"


def looks_like_one(name: str, data: bytes) -> bool:
    """Whether a file is a table: by its ending, a workbook also by what is in it."""
    return name.lower().endswith(ENDINGS) or (is_packed(data) and holds(data, WORKBOOK))


def read_results(data: bytes, columns: str = "", more_games: bool = False) -> list[Read]:
    """The divisions of a file; `columns`: lines of "Heading = field"; `more_games`: somebody may have several in one round.
    Refuses (422, 413) with one sentence a mistake.
    """
    built, faults = build(read_book(data, said_columns(columns)), more_games)
    refuse(faults)
    digest = hashlib.sha256(data).hexdigest()
    found = [_read(one, digest) for one in built]
    refuse([sentence for one in found for sentence in faults_of(one.file)])
    if len({one.slug for one in found}) < len(found):
        refuse([_("Two divisions of the file have the same name.")])
    return found


def _read(one: Built, digest: str) -> Read:
    lines = tuple(
        TshPlayer(at, _listed(person), person.rating) for at, person in enumerate(one.people, start=1)
    )
    lost = list(one.lost)
    if any("," not in person.name for person in one.people):
        lost.append(_("Names without a comma: the last word is taken as the surname."))
    file = TshFile(lines, encoding="utf-8")
    slug = slugify(one.name)[:40] or "open"
    return Read(one.name, slug, digest, file, one.history, tuple(lost), is_chess=True)


def _listed(person: Person) -> str:
    """A name as division files have it: surname, given name, member number."""
    listed = surname_first(person.name.replace(":", " "))
    return f"{listed}:{person.member}" if person.member else listed
