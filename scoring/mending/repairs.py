"""A repair as data: which cells of a sheet would read otherwise, which row would come, go or stand elsewhere.

Nothing is changed by finding one; `repaired` gives a new sheet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from core.messages import Message
from scoring.sheets.scoresheet import Scoresheet, Turn


class Change(NamedTuple):
    """One cell: `row` (0-based; None: a figure of `seat` below the rows, `totals` or `before`), from what to what."""

    row: int | None
    field: str
    old: object
    new: object
    seat: int | None = None


@dataclass(frozen=True)
class Repair:
    """What to do about one slip. Rows count from 0 in the sheet as it is; cells are changed before rows come or go.

    `kind`: the slip (docs/rules/findings.md). `row`: where it happened, None: below the rows. `inserted`: a row and the
    place it gets; `deleted`: a row that goes; `moved`: a row and the place it gets; `exchanged`: two rows.
    `usual`: how usual the slip is, 0 the most. `open`: what is to be written cannot be known for sure.
    """

    kind: str
    row: int | None
    message: Message
    changes: tuple[Change, ...] = ()
    inserted: tuple[int, Turn] | None = None
    deleted: int | None = None
    moved: tuple[int, int] | None = None
    exchanged: tuple[int, int] | None = None
    usual: float = 0.0
    open: bool = False

    def as_data(self) -> dict[str, object]:
        """JSON-able; rows and seats count from 1, a row that comes is given by its place and its cells."""
        found: dict[str, object] = {
            "kind": self.kind,
            "turn": _from_one(self.row),
            "message": str(self.message),
        }
        found["changes"] = [_change_data(one) for one in self.changes]
        if self.inserted:
            at, turn = self.inserted
            cells = {
                name: value for name, value in turn._asdict().items() if value not in (None, "", (), False)
            }
            found["insert"] = {"turn": at + 1, "row": {**cells, "seat": _from_one(turn.seat)}}
        if self.deleted is not None:
            found["delete"] = self.deleted + 1
        for name, rows in (("move", self.moved), ("exchange", self.exchanged)):
            if rows:
                found[name] = [rows[0] + 1, rows[1] + 1]
        return found

    def first_row(self, rows: int) -> int:
        """The first row that reads otherwise with it."""
        found = [one.row for one in self.changes if one.row is not None and one.field != "total"]
        found += [] if self.deleted is None else [self.deleted]
        found += [self.inserted[0]] if self.inserted else []
        return min([*found, *(self.moved or ()), *(self.exchanged or ()), rows], default=rows)

    def place_after(self, number: int) -> int | None:
        """Where a row stands once this is done; None for one that went."""
        order = self.order(number + 1)
        return order.index(number) if number in order else None

    def place_before(self, number: int) -> int | None:
        """Where a row stood before this was done; None for one that came."""
        order = self.order(number + 2)
        return order[number] if order[number] >= 0 else None

    def order(self, rows: int) -> list[int]:
        """The old rows in their new order; -1 is a row that came."""
        order = list(range(max(rows, *(1 + row for row in (self.moved or ()) + (self.exchanged or ())), 0)))
        if self.exchanged:
            one, two = self.exchanged
            order[one], order[two] = order[two], order[one]
        if self.moved:
            order.insert(self.moved[1], order.pop(self.moved[0]))
        if self.deleted is not None and self.deleted < len(order):
            order.pop(self.deleted)
        if self.inserted and self.inserted[0] <= len(order):
            order.insert(self.inserted[0], -1)
        return order


def repaired(sheet: Scoresheet, repair: Repair) -> Scoresheet:
    """The sheet with the repair taken; what points at rows (challenges, remarks) points at the same rows as before."""
    turns = list(sheet.turns)
    heads: dict[str, Any] = {}
    for row, field, _, new, seat in repair.changes:
        if row is not None:
            cells: dict[str, Any] = {field: new}
            turns[row] = turns[row]._replace(**cells)
        elif seat is not None:
            figures = list(heads.get(field, getattr(sheet, field)))
            figures[seat] = new
            heads[field] = tuple(figures)
        else:
            heads[field] = new
    sheet = replace(sheet, turns=tuple(turns), **heads)
    order = repair.order(len(turns))
    if order == list(range(len(turns))):
        return sheet
    came = [repair.inserted[1]] if repair.inserted else []
    moved = [*turns, *came]
    moved = [moved[old] if old < 0 else _pointing(moved[old], order) for old in order]
    remarks = [replace(one, turn=_place(one.turn, order)) for one in sheet.remarks]
    return replace(sheet, turns=tuple(moved), remarks=tuple(remarks))


def _pointing(turn: Turn, order: list[int]) -> Turn:
    return turn if turn.of is None else turn._replace(of=_place(turn.of, order))


def _place(old: int | None, order: list[int]) -> int | None:
    return order.index(old) if old is not None and old in order else None


def cell(sheet: Scoresheet, row: int, field: str, new: object) -> Change:
    """One cell of a row that would read otherwise."""
    return Change(row, field, getattr(sheet.turns[row], field), new)


def carried_on(sheet: Scoresheet, seat: int, since: int, more: int) -> tuple[Change, ...]:
    """All totals of a seat from a row on, with so many points more: a slip in a sum is carried to the end."""
    rows = [
        cell(sheet, at, "total", turn.total + more)
        for at, turn in enumerate(sheet.turns)
        if at >= since and turn.seat == seat and turn.total is not None
    ]
    heads = [
        Change(None, field, old, old + more, seat)
        for field, figures in (("totals", sheet.totals), ("before", sheet.before))
        if seat < len(figures) and (old := figures[seat]) is not None
    ]
    return (*rows, *heads) if more else ()


def _change_data(change: Change) -> dict[str, object]:
    row, field, old, new, seat = change
    values = [_from_one(one) if field in ("seat", "of") else one for one in (old, new)]  # type: ignore[arg-type]
    return {
        "turn": _from_one(row),
        "seat": _from_one(seat),
        "field": field,
        "from": values[0],
        "to": values[1],
    }


def _from_one(number: int | None) -> int | None:
    return None if number is None else number + 1
