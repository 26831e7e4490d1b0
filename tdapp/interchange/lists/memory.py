"""What the columns of a list were said to be, remembered by its set of headings: the same form next month asks nothing.

For the whole installation: a club's form keeps its headings whatever event it is sent to. Headings only, never a cell below.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tdapp.interchange.models import ListHeadings
from tdapp.interchange.roster import Reading, SheetReading
from tdapp.interchange.roster.headings import folded
from tdapp.kernel import clock
from tdapp.kernel.tabular import Row

LOOK_AT = 15
FEWEST = 2


def key_of(headings: Iterable[str]) -> str:
    """A set of headings, in whatever order; "" for fewer than two of them."""
    known = sorted({key for text in headings if (key := folded(text))})
    return hashlib.sha256("\n".join(known).encode()).hexdigest() if len(known) >= FEWEST else ""


def recalled(reading: Reading, tops: Mapping[str, Sequence[Row]]) -> Reading:
    """The reading, with what is remembered of sheets of which nothing was said; one query."""
    places = {
        key: (sheet, row) for sheet, top in tops.items() if reading.of(sheet).columns is None and not reading.headings
        for row in top[:LOOK_AT] if (key := key_of(_words(row)))
    }  # fmt: skip
    if not places:
        return reading
    sheets = dict(reading.sheets)
    for one in ListHeadings.objects.filter(key__in=list(places)):
        sheet, row = places[one.key]
        sheets[sheet] = replace(reading.of(sheet), heading=row.number, columns=_columns(row, one.fields))
    return replace(reading, sheets=sheets)


def _words(row: Row) -> list[str]:
    return [value for value in row.values if isinstance(value, str)]


def _columns(row: Row, fields: Mapping[str, str]) -> dict[int, str]:
    return {
        at: fields.get(folded(value), "") for at, value in enumerate(row.values) if isinstance(value, str)
    }


def keep(sheets: Iterable[dict[str, Any]], reading: Reading) -> None:
    """Remember what was said of these sheets (as `Book.told` shows them), where they have headings. Call inside a command."""
    for sheet in sheets:
        said: SheetReading = reading.of(sheet["name"])
        headings = {column["at"]: column["heading"] for column in sheet["columns"] if column["heading"]}
        key = key_of(headings.values())
        if said.columns is None or not said.heading or not key:
            continue
        fields = {folded(text): said.columns.get(at, "") for at, text in headings.items() if folded(text)}
        ListHeadings.objects.update_or_create(key=key, defaults={"fields": fields, "used_at": clock.now()})
