"""An edition as a file: text, CSV, workbook or JSON. Each carries source, licence, attribution and the digest of its words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any

from django.utils.translation import gettext as _

from lexicon_admin.lists.editions import store_of
from lexicon_admin.models import Edition
from lexicon_admin.words.store import Found
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import Column, Sheet, Value, write_csv, write_workbook

FORMATS = {
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}


def check_format(format: str) -> None:
    """Refuse a format there is not."""
    if format not in FORMATS:
        facts = {"format": format, "known": ", ".join(FORMATS)}
        raise Refusal("bad-export", _("%(format)s is not a format; known are %(known)s.") % facts)


def facts_of(edition: Edition) -> dict[str, str]:
    """What goes with the words wherever they go; empty facts are left out."""
    told = {
        _("List"): str(edition), _("Source"): edition.source, _("Licence"): edition.licence,
        _("Attribution"): edition.attribution,
        _("In force from"): edition.effective_from.isoformat() if edition.effective_from else "",
        _("Words"): str(edition.words), "sha256": edition.sha256,
    }  # fmt: skip
    return {name: value for name, value in told.items() if value}


def file_name(edition: Edition, format: str) -> str:
    """A name for the download: letters, digits and hyphens only."""
    return f"{edition.lexicon.slug}-{edition.name}.{format}"


def write_export(edition: Edition, format: str, stream: IO[bytes]) -> None:
    """Write an edition in one of FORMATS."""
    check_format(format)
    WRITERS[format](edition, store_of(edition), stream)


def _text(edition: Edition, words: Iterable[Found], stream: IO[bytes]) -> None:
    lines_of(facts_of(edition), (word.printed for word in words), stream)


def lines_of(facts: dict[str, str], words: Iterable[str], stream: IO[bytes]) -> None:
    """One printed word a line, after the facts as remarks; importing it again gives the same words."""
    for name, value in facts.items():
        stream.write(f"# {name}: {_one_line(value)}\n".encode())
    for word in words:
        stream.write(f"{word}\n".encode())


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _sheet(edition: Edition, words: Iterable[Found]) -> Sheet:
    columns = [
        Column(_("Word"), 24),
        Column("key", 24),
        Column(_("Definition"), 48),
        Column(_("Fewest tiles")),
        Column(_("Most tiles")),
    ]
    rows: Iterator[list[Value]] = (
        [word.printed, word.key, word.definition, word.low, word.high] for word in words
    )
    return Sheet(str(edition), columns, rows, landscape=False, subtitle=edition.licence)


def facts_sheet(facts: dict[str, str]) -> Sheet:
    """The facts as a sheet of a workbook."""
    rows = [[name, value] for name, value in facts.items()]
    return Sheet(_("Source and licence"), [Column(_("Fact")), Column(_("Value"), 60)], rows)


def facts_rows(facts: dict[str, str], columns: int) -> Iterator[list[Value]]:
    """The facts as rows of a table of so many columns, the value in the third."""
    blank: list[Value] = [None] * (columns - 3)
    return ([f"# {name}", "", _one_line(value), *blank] for name, value in facts.items())


def _csv(edition: Edition, words: Iterable[Found], stream: IO[bytes]) -> None:
    sheet = _sheet(edition, words)
    in_csv(sheet, facts_rows(facts_of(edition), len(sheet.columns)), stream)


def in_csv(sheet: Sheet, facts: Iterable[list[Value]], stream: IO[bytes]) -> None:
    """The words, then a row for each fact: programs find the words first."""
    write_csv(stream, Sheet(sheet.title, sheet.columns, _chained(sheet.rows, facts)))


def _chained(*parts: Iterable[Any]) -> Iterator[Any]:
    for part in parts:
        yield from part


def _xlsx(edition: Edition, words: Iterable[Found], stream: IO[bytes]) -> None:
    write_workbook(stream, [_sheet(edition, words), facts_sheet(facts_of(edition))])


def _json(edition: Edition, words: Iterable[Found], stream: IO[bytes]) -> None:
    """One object, written word by word: a million of them take no memory."""
    head = {
        "lexicon": edition.lexicon.slug, "edition": edition.name, "source": edition.source, "licence": edition.licence,
        "attribution": edition.attribution, "language": edition.language, "effective_from": edition.effective_from,
        "sha256": edition.sha256,
    }  # fmt: skip
    stream.write((json.dumps(head, ensure_ascii=False, default=str)[:-1] + ', "words": [').encode())
    for number, word in enumerate(words):
        row = {"key": word.key, "word": word.printed, "definition": word.definition}
        stream.write((("," if number else "") + "\n" + json.dumps(row, ensure_ascii=False)).encode())
    stream.write(b"\n]}\n")


WRITERS: dict[str, Callable[[Edition, Iterable[Found], IO[bytes]], None]] = {
    "txt": _text,
    "csv": _csv,
    "xlsx": _xlsx,
    "json": _json,
}
