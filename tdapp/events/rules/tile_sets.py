"""A division's tile table: rows as typed or pasted, and what its overrides are when somebody changes it."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.board.tiles import BLANK_TEXT, Tile
from scoring.marks import ASSUMED
from scoring.rules.loading import Ruleset
from scoring.rules.tile_table import MAX_KINDS, plain_tile
from scoring.rules.value_kinds import whole_number

FIELDS = ("tiles.name", "tiles.table", "tiles.total", "tiles.alphabet", "tiles.confirmed")
COLUMNS = ("id", "letters", "value", "count", "bag")
Row = dict[str, Any]
_HEADINGS = {
    "tile": "id", "id": "id", "shown": "id", "letter": "id", "letters": "letters", "spells": "letters",
    "value": "value", "points": "value", "count": "count", "number": "count", "how many": "count", "bag": "bag",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TileRows:
    """A tile table as its editor sends it; `total` is how many tiles the whole set has."""

    rows: tuple[Row, ...]
    total: int
    name: str = ""
    confirmed: bool = False


def shown(tiles: Iterable[Tile]) -> list[Row]:
    """Rows as the editor shows them; letters only where they are not the tile's own name."""
    return [
        {
            "id": tile.id,
            "letters": "" if tile.is_blank or tile.letters == tile.id else tile.letters,
            "value": tile.value,
            "count": tile.count,
            "bag": tile.bag,
        }
        for tile in tiles
    ]


def row_of(texts: Sequence[str]) -> Row | None:
    """A row from its five fields as typed; None for an empty one. Numbers that are none stay texts, to be refused."""
    cells = [text.strip() for text in texts]
    if not any(cells):
        return None
    name, letters, value, count, bag = cells
    row: Row = {
        "id": name.upper(),
        "value": whole_number(value or "0"),
        "count": whole_number(count),
        "bag": bag,
    }
    return {**row, "letters": letters.upper()} if letters else row


def pasted(text: str) -> tuple[list[Row], list[str]]:
    """Rows of a spreadsheet (tab, comma or semicolon; headings or tile, value, count, bag), and what is wrong."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return [], []
    sign = next((one for one in "\t;," if one in lines[0]), " ")
    cells = list(csv.reader(lines, delimiter=sign)) if sign != " " else [line.split() for line in lines]
    order = _order(cells[0])
    found = [
        _pasted(row, order, number) for number, row in enumerate(cells, 1) if number > 1 or not _is_head(row)
    ]
    return [row for row in found if isinstance(row, dict)], [row for row in found if isinstance(row, str)]


def _is_head(row: Sequence[str]) -> bool:
    return len([cell for cell in row if cell.strip().lower() in _HEADINGS]) >= 2


def _order(first: Sequence[str]) -> list[str]:
    if _is_head(first):
        return [_HEADINGS.get(cell.strip().lower(), "") for cell in first]
    return ["id", "value", "count", "bag"]


def _pasted(cells: Sequence[str], order: Sequence[str], number: int) -> Row | str:
    """A row, or the sentence that says what its line should have been."""
    given = {name: cell for name, cell in zip(order, cells, strict=False) if name}
    numbers = [given.get(name, "").strip() for name in ("value", "count")]
    if not given.get("id", "").strip() or not all(re.fullmatch(r"\d{1,3}", one) for one in numbers):
        said = _(
            "Pasted line %(number)s is “%(line)s”; it must be a tile, its value and how many there are, like NG 5 5."
        )
        return said % {"number": number, "line": " ".join(cells)[:60]}
    row = row_of([given.get(name, "") for name in COLUMNS])
    return row if row is not None else ""


def overrides(base: Ruleset, table: TileRows) -> dict[str, Any]:
    """What a tile table changes in `base`, by field; None for a field it leaves alone.

    Rows that are the base's keep its marks. Letters that no alphabet names yet are added to it.
    """
    found: dict[str, Any] = dict.fromkeys(FIELDS)
    same = _texts(table.rows) == _texts(plain_tile(tile) for tile in base.tiles.table)
    if table.name and table.name != base.tiles.name:
        found["tiles.name"] = table.name
    if not same:
        mark = _("our own tile set “%(name)s”") % {"name": table.name or base.tiles.name}
        kind = "departure" if table.confirmed or _size(table) == table.total else ASSUMED
        found["tiles.table"] = {"value": _marked(base, table.rows), kind: mark[:300]}
        found["tiles.alphabet"] = _alphabet(base, table.rows)
    if table.total != base.tiles.total:
        found["tiles.total"] = table.total
    if table.confirmed != (same and base.tiles.confirmed):
        found["tiles.confirmed"] = table.confirmed
    return found


def _size(table: TileRows) -> int:
    return sum(row["count"] for row in table.rows if isinstance(row["count"], int))


def _texts(rows: Iterable[Row]) -> list[tuple[Any, ...]]:
    return [(*(row.get(name) for name in ("id", "value", "count", "bag")), letters_of(row)) for row in rows]


def letters_of(row: Row) -> str:
    """What a tile spells: its letters, else its name; the blank spells nothing."""
    return str(row.get("letters") or ("" if row["id"] == BLANK_TEXT else row["id"]))


def _marked(base: Ruleset, rows: Iterable[Row]) -> list[Row]:
    """The rows, with the base's own row (and its source) for a tile whose value and letters are the same."""
    known = {tile.id: plain_tile(tile) for tile in base.tiles.table}
    return [
        {**known[row["id"]], **row}
        if row["id"] in known and _texts([{**row, "count": 0}]) == _texts([{**known[row["id"]], "count": 0}])
        else row
        for row in rows
    ]


def _alphabet(base: Ruleset, rows: Iterable[Row]) -> list[str] | None:
    """The letters in use with those of new tiles behind them; None when nothing is new."""
    new = [letters for row in rows if (letters := letters_of(row)) and letters not in base.tiles.alphabet]
    return [*base.tiles.alphabet, *dict.fromkeys(new)] if new else None


def too_many(rows: Sequence[Row]) -> bool:
    """Whether there are more kinds of tiles than any set has."""
    return len(rows) > MAX_KINDS
