"""What GCG has no place for, in lines only this program reads; other programs pass over a line `#...` they do not know.

#row {"kind": "score", "seat": 1, "score": 11}     a row GCG has no line for
#fields {"seconds": 95}                            of the row before
#sheet {"totals": [67, 58], "winners": [1]}        of the sheet
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from core.later import later
from scoring.sheets.scoresheet import Scoresheet, Turn

if TYPE_CHECKING:
    import json

    from scoring.sheets import sheet_json
else:
    json, sheet_json = later("json"), later("scoring.sheets.sheet_json")

ROW, FIELDS, SHEET = "row", "fields", "sheet"
NAMES = frozenset({ROW, FIELDS, SHEET})
HEAD_FIELDS = ("ruleset", "totals", "before", "winners", "starter")


def row_line(turn: Turn) -> str:
    """A row without a line of its own."""
    return _line(ROW, sheet_json.turn_to_data(turn))


def fields_line(turn: Turn, names: Iterable[str]) -> str:
    """Fields of a row that its line cannot hold."""
    data = sheet_json.turn_to_data(turn)
    return _line(FIELDS, {name: data[name] for name in names if name in data})


def sheet_line(sheet: Scoresheet, names: Iterable[str]) -> str:
    """Fields of the sheet that no line holds."""
    data = sheet_json.head_to_data(sheet)
    return _line(SHEET, {name: data[name] for name in names if name in data})


def _line(name: str, data: Mapping[str, object]) -> str:
    return f"#{name} {json.dumps(data, ensure_ascii=False)}"


def row_of(text: str) -> Turn | None:
    """The row in a line; None for what is none."""
    return sheet_json.turn_from_data(_data(text))


def with_fields(turn: Turn, text: str) -> Turn | None:
    """The row with what its own line left out; None for what is none. What its line says stands."""
    told = sheet_json.turn_from_data({"kind": turn.kind} | _data(text))
    if told is None:
        return None
    empty = Turn(turn.kind)
    more = {name: getattr(told, name) for name in Turn._fields if getattr(turn, name) == getattr(empty, name)}
    return turn._replace(**more)


def head_of(text: str) -> dict[str, Any] | None:
    """Fields of the sheet in a line; None for what is none."""
    told = sheet_json.head_from_data(_data(text))
    return told if told and set(told) <= set(HEAD_FIELDS) else None


def for_seats(told: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Those of them that fit so many players: one total each, winners and starter who play."""

    def fits(name: str, value: Any) -> bool:
        if name == "ruleset":
            return True
        if name in ("totals", "before"):
            return len(value) == seats
        return all(seat < seats for seat in (value if name == "winners" else (value,)))

    return {name: value for name, value in told.items() if fits(name, value)}


def _data(text: str) -> dict[str, Any]:
    """An object, else one that says nothing."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
