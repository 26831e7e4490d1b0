"""The words a search found, as a file or on paper: with the search itself, and all that goes with the edition's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import IO

from django.utils.translation import gettext as _

from lexicon_admin.lists.exports import FORMATS, facts_of, facts_rows, facts_sheet, in_csv, lines_of
from lexicon_admin.lists.searching import Row, Search
from lexicon_admin.prints.learning_files import cards, in_tiles
from lexicon_admin.prints.lists import Line, Printed, Section, count_of, credit
from lexicon_admin.words.learning import hooked
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import Column, Sheet, Value, write_workbook

MOST_IN_A_FILE = 10_000
MOST_ON_PAPER = 3_000
FOUND_FORMATS = {
    **{name: FORMATS[name] for name in ("txt", "csv", "xlsx")},
    "cards": "text/tab-separated-values; charset=utf-8", "tiles": "text/plain; charset=utf-8",
}  # fmt: skip
# A cell of a spreadsheet keeps fifteen digits.
MOST_EXACT = 10**15
# What a format is called by a file system, where it is not its own name.
ENDINGS = {"cards": "cards.tsv", "tiles": "tiles.txt"}


def refuse_many(found: Search, most: int) -> None:
    """Refuse more words than a file or a paper of a search holds: the edition as a whole is a file of its own."""
    if found.total > most:
        sentence = _("The search finds %(n)s words; at most %(most)s go on here. Narrow it.")
        raise Refusal("too-many-found", sentence % {"n": found.total, "most": most})


def write_found(found: Search, rows: Iterable[Row], format: str, stream: IO[bytes]) -> None:
    """Write the words of a search in one of FOUND_FORMATS, in the order they are shown."""
    if format not in WRITERS:
        facts = {"format": format, "known": ", ".join(WRITERS)}
        raise Refusal("bad-export", _("%(format)s is not a format; known are %(known)s.") % facts)
    WRITERS[format](found, rows, stream)


def told(found: Search) -> dict[str, str]:
    """The facts of the edition, and what was searched and found."""
    return {**facts_of(found.edition), _("Search"): found.line, _("Words found"): str(found.total)}


def printed(found: Search, rows: Iterable[Row], *, hooks: bool = False, title: str = "") -> Printed:
    """The words of a search ready for paper; `hooks`: with those before their meaning; `title`: what this list is called."""
    lines = tuple(Line(row.word.key, _laid(row), _gloss(row, hooks), row.book) for row in rows)
    heading = count_of(found.total)
    section = Section(f"{heading} · {found.line}" if title else heading, lines)
    return Printed(title or found.line, (section,), credit(found.edition, (section,)))


def _laid(row: Row) -> str:
    """The tiles of the way that was asked for, where they are not simply its letters: NG of two tiles is N and G."""
    return "" if len(row.laid) == len(row.word.key) else "·".join(row.laid)


def _gloss(row: Row, hooks: bool) -> str:
    parts = (hooked(row.front, row.back) if hooks else "", row.word.definition)
    return " · ".join(part for part in parts if part)


def _text(found: Search, rows: Iterable[Row], stream: IO[bytes]) -> None:
    lines_of(told(found), (row.word.printed for row in rows), stream)


def _sheet(found: Search, rows: Iterable[Row]) -> Sheet:
    columns = [
        Column(_("Word"), 24), Column("key", 24), Column(_("Definition"), 48), Column(_("Fewest tiles")),
        Column(_("Most tiles")), Column(_("Points")), Column(_("Front hooks"), 20), Column(_("Back hooks"), 20),
        Column(_("Ways to draw it"), 20), Column(_("One in so many draws"), 20),
    ]  # fmt: skip
    return Sheet(
        str(found.edition), columns, map(_cells, rows), landscape=True, subtitle=found.edition.licence
    )


def _cells(row: Row) -> list[Value]:
    """Points and ways are numbers, to sort by; ways larger than a cell keeps exactly, and points that differ, are text."""
    points: Value = row.points[0] if len(row.points) == 1 else "/".join(map(str, row.points))
    ways: Value = row.ways if row.ways < MOST_EXACT else str(row.ways)
    return [
        row.word.printed, row.word.key, row.word.definition, row.sizes[0], row.sizes[-1], points, " ".join(row.front),
        " ".join(row.back), ways, row.one_in,
    ]  # fmt: skip


def _csv(found: Search, rows: Iterable[Row], stream: IO[bytes]) -> None:
    sheet = _sheet(found, rows)
    in_csv(sheet, facts_rows(told(found), len(sheet.columns)), stream)


def _xlsx(found: Search, rows: Iterable[Row], stream: IO[bytes]) -> None:
    write_workbook(stream, [_sheet(found, rows), facts_sheet(told(found))])


WRITERS: dict[str, Callable[[Search, Iterable[Row], IO[bytes]], None]] = {
    "txt": _text,
    "csv": _csv,
    "xlsx": _xlsx,
    "cards": cards,
    "tiles": in_tiles,
}
