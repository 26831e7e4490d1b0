"""Rating lists and reports of runs as files: xlsx, CSV, JSON, and .RT for AUPAIR."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core import canonical
from tdapp.kernel import clock
from tdapp.kernel.refusals import Missing
from tdapp.kernel.tabular import Column, Sheet, Value, write_csv, write_workbook
from tdapp.people.models import RatingList
from tdapp.ratings.formulas import Segment
from tdapp.ratings.models import RatingRun
from tdapp.ratings.ranking.public_names import Shown
from tdapp.ratings.ranking.ranking import Stand

FORMATS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8", "json": "application/json", "rt": "text/plain; charset=us-ascii",
}  # fmt: skip
HEADER = "NICK STA NAME                 GAME RATE LASTPLAY"


def list_file(rating_list: RatingList, told: Iterable[tuple[Stand, Shown]], format: str, full: bool) -> bytes:
    """The list as a file; `full`: whole names, for whoever keeps it."""
    if format == "rt":
        return _rt(told)
    rows = [
        (
            place,
            who.number,
            who.listed if full else who.name,
            who.club,
            rating,
            games,
            on.isoformat() if on else "",
        )
        for (_player, rating, games, on, place, _shared), who in told
    ]
    facts = {
        "list": rating_list.slug,
        "name": rating_list.name,
        "formula": rating_list.formula,
        "version": rating_list.version,
    }
    return _file(format, rating_list.name, LIST_COLUMNS, rows, facts)


LIST_COLUMNS = ("place", "number", "name", "club", "rating", "games", "last")
REPORT_COLUMNS = (
    "number",
    "name",
    "before",
    "after",
    "change",
    "games",
    "wins",
    "expected",
    "bonus",
    "feedback",
)


def report_file(run: RatingRun, format: str) -> bytes:
    """What one run did to everybody, with whole names: for the federation."""
    rows = [_change(row) for row in run.changes.select_related("player").order_by("-after", "player__number")]
    division = run.division
    name = f"{division.event.name}, {division.name}" if division else run.note
    facts = {
        "list": run.rating_list.slug, "event": name, "on": str(run.on), "formula": run.formula, "settings": run.settings,
        "results": run.digest, "outcome": run.outcome,
    }  # fmt: skip
    return _file(format, name or _("Ratings"), REPORT_COLUMNS, rows, facts)


def _change(row: Any) -> list[Value]:
    steps = [Segment(**one) for one in row.segments]
    sums = [
        round(sum(getattr(step, name) for step in steps), 3)
        for name in ("games", "wins", "expected", "bonus", "feedback")
    ]
    name = f"{row.player.surname}, {row.player.given}".strip(", ")
    change = row.after - row.before if row.before else None
    return [row.player.number, name, row.before or None, row.after, change, *sums]


def _file(
    format: str, title: str, names: Sequence[str], rows: Iterable[Sequence[Value]], facts: dict[str, Any]
) -> bytes:
    if format == "json":
        return canonical.dumps(
            {**facts, "rows": [dict(zip(names, row, strict=True)) for row in rows]}
        ).encode()
    sheet = Sheet(
        title, [Column(str(_headings()[name])) for name in names], rows, subtitle=f"{clock.today()}"
    )
    stream = io.BytesIO()
    if format == "xlsx":
        write_workbook(stream, [sheet])
    else:
        write_csv(stream, sheet)
    return stream.getvalue()


def _headings() -> dict[str, str]:
    """Headings in the language of the reader."""
    return {
        "place": _("Place"), "number": _("Number"), "name": _("Name"), "club": _("Club"), "rating": _("Rating"),
        "games": _("Games"), "last": _("Last event"), "before": pgettext("rating before", "Before"),
        "after": pgettext("rating after", "After"), "change": pgettext("change of a rating", "Change"),
        "wins": _("Won"), "expected": _("Expected"), "bonus": _("Bonus"), "feedback": _("Feedback"),
    }  # fmt: skip


def _rt(told: Iterable[tuple[Stand, Shown]]) -> bytes:
    """AUPAIR's columns; ASCII only, so accents go and what has no letter left becomes a question mark."""
    rows = [f"{'':4} {'':3} {_ascii(who.name):20.20} {_numbers(stand)}" for stand, who in told]
    return "".join(f"{row}\r\n" for row in [HEADER, *rows]).encode("ascii")


def _numbers(stand: Stand) -> str:
    day = f"{stand.on:%Y%m%d}" if stand.on else "00000000"
    return f"{min(stand.games, 9999):4} {min(stand.rating, 9999):4} {day}"


def _ascii(text: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return bare.encode("ascii", "replace").decode()


def refuse_unknown(format: str, formats: Iterable[str]) -> None:
    """Missing for a format there is none of."""
    if format not in formats:
        raise Missing("missing", _("Known formats are %(known)s.") % {"known": ", ".join(formats)})
