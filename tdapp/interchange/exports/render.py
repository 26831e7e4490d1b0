"""An event as the bytes of a file, in one of several formats."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from core import canonical
from tdapp.desk.ledger import division_standings
from tdapp.desk.pairing import freezing
from tdapp.events.models import Division, Event
from tdapp.interchange.event_facts import Facts
from tdapp.interchange.event_file.writing import archive
from tdapp.interchange.exports.sheets import KINDS, has, sheet
from tdapp.interchange.exports.trf import export_trf
from tdapp.interchange.tsh.aupair import export_tou
from tdapp.interchange.tsh.exporting import export_t
from tdapp.interchange.tsh.exporting_folder import export_folder
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.kernel.tabular import Column, Paper, Sheet, Value, write_csv, write_workbook

ROWS_A_STEP = 1000
Step = Callable[[int, int], None]
FORMATS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "tou": "text/plain",
    "tsh": "application/zip",
    "t": "text/plain",
    "trf": "text/plain",
    "trf26": "text/plain",
}
ENDINGS = {"tsh": "zip", "trf26": "trf"}
ONE_DIVISION = frozenset({"t", "trf", "trf26"})


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants exported. after 0: all published rounds. sheet: for CSV. full_names: guarded children's too.

    private (JSON only): birth dates, guardians, contacts and consents as well.
    """

    format: str
    division: str = ""
    after: int = 0
    sheet: str = "standings"
    paper: str = "a4"
    full_names: bool = False
    private: bool = False

    @property
    def needs(self) -> str:
        """The permission it takes."""
        if not self.for_public:
            return "roster.private"
        return "export.archive" if self.format == "json" else "export.run"

    @property
    def for_public(self) -> bool:
        """Whether it may go to anybody: then it holds nothing that is kept back until the prize giving."""
        return not self.full_names and not self.private


def check(event: Event, wish: Wish) -> None:
    """Refuse a wish nobody can fulfil, one sentence for each mistake."""
    faults = []
    if wish.format not in FORMATS:
        faults.append(_("%(format)s is not a format; known are %(known)s.") % _choices(wish.format, FORMATS))
    if wish.sheet not in KINDS:
        faults.append(_("%(format)s is not a sheet; known are %(known)s.") % _choices(wish.sheet, KINDS))
    if wish.paper not in PAPERS:
        faults.append(_("%(format)s is not a paper; known are %(known)s.") % _choices(wish.paper, PAPERS))
    if faults:
        raise Refusal("bad-export", *faults)
    rows = divisions_of(event, wish)
    if wish.format in ONE_DIVISION and len(rows) > 1:
        sentence = _("A .%(format)s file holds one division; say which: %(names)s.")
        facts = {
            "format": ENDINGS.get(wish.format, wish.format),
            "names": ", ".join(row.slug for row in rows),
        }
        raise Refusal("which-division", sentence % facts)
    last = max(division_standings.last_round(row) for row in rows)
    if not 0 <= wish.after <= last:
        raise Refusal("bad-round", _("Choose a round from 1 to %(last)s.") % {"last": last})
    if wish.for_public and wish.after > max(_last(row, wish) for row in rows):
        sentence = _(
            "These rounds are kept back until the prize giving. With full names the file is for the desk."
        )
        raise Refusal("held-back", sentence)


def _last(row: Division, wish: Wish) -> int:
    """The newest round of a division that may be in a file: what is kept back stays out of one for the public."""
    last, bound = division_standings.last_round(row), freezing.bound(row) if wish.for_public else None
    return last if bound is None else min(last, bound)


def _choices(value: str, known: Iterable[str]) -> dict[str, str]:
    return {"format": value, "known": ", ".join(known)}


def divisions_of(event: Event, wish: Wish) -> list[Division]:
    """The divisions a wish is about; Missing for an unknown one, a refusal when there is none at all."""
    rows = list(event.divisions.select_related("event").order_by("order", "name"))
    found = [row for row in rows if not wish.division or row.slug == wish.division]
    if not found:
        names = ", ".join(row.slug for row in rows) or "-"
        sentence = _("There is no division %(slug)s; known are %(names)s.")
        raise Missing("unknown-division", sentence % {"slug": wish.division, "names": names})
    return found


def render(event: Event, wish: Wish, step: Step = lambda _done, _total: None) -> bytes:
    """The file. Does no permission checks: `check` and the export command do. `step` is told how far a workbook is."""
    return _workbook(event, wish, step) if wish.format == "xlsx" else RENDERERS[wish.format](event, wish)


def file_name(event: Event, wish: Wish) -> str:
    """A name for the download: letters, digits and hyphens only."""
    parts = [event.slug, wish.division, wish.sheet if wish.format == "csv" else ""]
    return "-".join(part for part in parts if part) + f".{ENDINGS.get(wish.format, wish.format)}"


def _facts(event: Event, wish: Wish) -> Iterator[Facts]:
    for row in divisions_of(event, wish):
        last = _last(row, wish)
        yield Facts(row, min(wish.after, last) if wish.after else last, wish.full_names)


def _workbook(event: Event, wish: Wish, step: Step) -> bytes:
    found, paper = list(_facts(event, wish)), PAPERS[wish.paper]
    sheets = [
        sheet(facts, kind, len(found) > 1, paper) for facts in found for kind in KINDS if has(facts, kind)
    ]
    told = [replace(one, rows=_with_steps(one.rows, step, at, len(sheets))) for at, one in enumerate(sheets)]
    stream = io.BytesIO()
    write_workbook(stream, told)
    return stream.getvalue()


def _with_steps(
    rows: Iterable[Sequence[Value]], step: Step, done: int, total: int
) -> Iterator[Sequence[Value]]:
    """The rows, with a sign of life at the first one and now and then: a large sheet takes longer than a job's lease."""
    for number, row in enumerate(rows):
        if number % ROWS_A_STEP == 0:
            step(done, total)
        yield row


def _csv(event: Event, wish: Wish) -> bytes:
    sheets = [(facts, sheet(facts, wish.sheet, False, Paper.A4)) for facts in _facts(event, wish)]
    stream = io.BytesIO()
    write_csv(stream, sheets[0][1] if len(sheets) == 1 else _together(sheets))
    return stream.getvalue()


def _together(sheets: list[tuple[Facts, Sheet]]) -> Sheet:
    """Several divisions in one table, by their headings, the division in front."""
    heads = list(dict.fromkeys(column.heading for _f, one in sheets for column in one.columns))
    columns = [Column(_("Division")), *map(Column, heads)]
    return replace(sheets[0][1], columns=columns, rows=_rows_together(sheets, heads))


def _rows_together(sheets: list[tuple[Facts, Sheet]], heads: list[str]) -> Iterator[list[Value]]:
    for facts, one in sheets:
        places = {column.heading: at for at, column in enumerate(one.columns)}
        for row in one.rows:
            yield [facts.division.name, *[row[places[head]] if head in places else None for head in heads]]


def _json(event: Event, wish: Wish) -> bytes:
    return canonical.dumps(archive(event, private=wish.private)).encode()


def _t(event: Event, wish: Wish) -> bytes:
    row = divisions_of(event, wish)[0]
    return export_t(row, full_names=wish.full_names, after=_last(row, wish))


def _tsh(event: Event, wish: Wish) -> bytes:
    rows = divisions_of(event, wish)
    return export_folder(event, rows, full_names=wish.full_names, after=_rounds(rows, wish))


def _tou(event: Event, wish: Wish) -> bytes:
    rows = divisions_of(event, wish)
    return export_tou(event, rows, full_names=wish.full_names, after=_rounds(rows, wish))


def _rounds(rows: Iterable[Division], wish: Wish) -> dict[str, int]:
    """The round up to which each division goes out, by slug."""
    return {row.slug: min(wish.after or _last(row, wish), _last(row, wish)) for row in rows}


def _trf(event: Event, wish: Wish) -> bytes:
    row = divisions_of(event, wish)[0]
    form_26 = wish.format == "trf26"
    return export_trf(row, after=wish.after or _last(row, wish), full_names=wish.full_names, form_26=form_26)


PAPERS = {"a4": Paper.A4, "letter": Paper.LETTER}
RENDERERS: dict[str, Callable[[Event, Wish], bytes]] = {
    "csv": _csv,
    "json": _json,
    "t": _t,
    "tou": _tou,
    "trf": _trf,
    "trf26": _trf,
    "tsh": _tsh,
}
