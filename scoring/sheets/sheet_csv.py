"""Scoresheets as CSV: one row a turn in the order the paper is written; the head of the sheet as rows of its own.

Columns are found by their heading, in any order; only `kind` or `word`/`score` must be there. Cells that a spreadsheet
would take for a formula are written with a leading apostrophe, which is taken off again when read.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from core.clean_text import plain
from core.formulas import guarded, unguarded
from core.messages import Message, gettext_noop
from scoring.sheets.scoresheet import MAX_SEATS, PLAY, SCORE, ReadSheet, Scoresheet
from scoring.sheets.sheet_json import sheet_from_data, sheet_to_data

COLUMNS = (
    "seat", "kind", "position", "word", "rack", "tiles", "number", "score", "total", "seconds", "challengers",
    "verdict", "words", "of", "hold", "reason", "note", "extra",
)  # fmt: skip
# Headings of paper sheets and spreadsheets for the same columns.
_ALSO: Mapping[str, str] = {
    "player": "seat", "turn kind": "kind", "type": "kind", "square": "position", "place": "position",
    "coordinates": "position", "exchanged": "tiles", "count": "number", "points": "score", "sum": "total",
    "running total": "total", "cumulative": "total", "clock": "seconds", "time": "seconds", "remark": "note",
}  # fmt: skip
_NUMBERS = ("seat", "number", "score", "total", "seconds", "of")
_HEAD = (
    "players",
    "starter",
    "ruleset",
    "totals",
    "before",
    "racks",
    "winners",
    "complete",
    "about",
    "source",
)
MAX_ROWS, MAX_CELL = 2_100, 2_000

_NO_COLUMNS = gettext_noop(
    "This CSV file has no row of headings: it needs “seat” and “score”, and may have %(columns)s."
)
_TOO_LONG = gettext_noop("This CSV file has more than %(most)s rows.")
_NOT_CSV = gettext_noop("This CSV file cannot be read: %(why)s.")
_NO_NUMBER = gettext_noop("Row %(row)s: “%(key)s” is “%(found)s”; it must be a whole number.")

Row = dict[str, str]


def read_csv_sheet(data: bytes | str) -> ReadSheet:
    """A scoresheet from CSV (comma, semicolon or tab). Never raises; one sentence a mistake."""
    text = data if isinstance(data, str) else _decoded(data)
    try:
        rows = list(_rows(plain(text)))
    except csv.Error as error:
        return ReadSheet(None, (Message("not_csv", _NOT_CSV, {"why": str(error)}),))
    if len(rows) > MAX_ROWS:
        return ReadSheet(None, (Message("too_long", _TOO_LONG, {"most": MAX_ROWS}),))
    at = next((number for number, row in enumerate(rows) if _is_heading(row)), None)
    if at is None:
        return ReadSheet(None, (Message("no_columns", _NO_COLUMNS, {"columns": ", ".join(COLUMNS)}),))
    return _sheet(rows, at)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _rows(text: str) -> Iterator[list[str]]:
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text.replace("\0", "")), delimiter=delimiter)
    for number, row in enumerate(reader):
        if number > MAX_ROWS:
            break
        yield [_plain(cell) for cell in row]


def _plain(cell: str) -> str:
    return unguarded(cell.strip()[:MAX_CELL])


def _name(heading: str) -> str:
    name = heading.strip().lower()
    return _ALSO.get(name, name)


def _is_heading(row: list[str]) -> bool:
    names = {_name(cell) for cell in row}
    return "score" in names and bool(names & {"seat", "kind", "word"})


def _sheet(rows: list[list[str]], at: int) -> ReadSheet:
    names = [_name(cell) for cell in rows[at]]
    problems: list[Message] = []
    head = _head(rows[:at])
    turns = [
        _turn(dict(zip(names, row, strict=False)), number, head, problems)
        for number, row in enumerate(rows[at + 1 :], at + 2)
        if any(row)
    ]
    if problems:
        return ReadSheet(None, tuple(problems))
    seats = max([row.get("seat", 1) for row in turns if isinstance(row.get("seat", 1), int)], default=2)
    head.setdefault("players", [{"name": str(seat)} for seat in range(1, max(2, min(seats, MAX_SEATS)) + 1)])
    for name in ("totals", "before", "racks"):
        if name in head:
            head[name] += [None] * (len(head["players"]) - len(head[name]))
    return sheet_from_data({"format": "scoresheet", "version": 1, "source": "csv", **head, "turns": turns})


def _head(rows: list[list[str]]) -> dict[str, Any]:
    """Rows above the headings: `players,Ana,Ben`, `ruleset,bisonte`, `totals,301,287`."""
    found: dict[str, Any] = {}
    for row in rows:
        key, cells = (row[0].lower() if row else ""), row[1:]
        if key in _READ_HEAD and any(cells):
            while cells and not cells[-1]:
                cells.pop()
            value = _READ_HEAD[key](cells)
            found[key] = [*found.get(key, []), *value] if key == "about" else value
    return found


def _numbers(cells: list[str]) -> list[Any]:
    return [None if cell == "" else _whole(cell) for cell in cells]


def _players(cells: list[str]) -> list[dict[str, str]]:
    """Names, each with its nickname in square brackets behind it where it has one."""
    found = [
        cell.removesuffix("]").rpartition(" [") if cell.endswith("]") else (cell, "", "") for cell in cells
    ]
    return [{"name": name, **({"nick": nick} if nick else {})} for name, _, nick in found]


_READ_HEAD: Mapping[str, Callable[[list[str]], Any]] = {
    "players": _players,
    "starter": lambda cells: _whole(cells[0]),
    "ruleset": lambda cells: cells[0],
    "totals": _numbers,
    "before": _numbers,
    "racks": lambda cells: [None if cell == "-" else cell for cell in cells],
    "winners": _numbers,
    "complete": lambda cells: cells[0].lower() in ("yes", "true", "1"),
    "source": lambda cells: cells[0],
    "about": lambda cells: [[cells[0], " ".join(cells[1:])]],
}


def _whole(text: str) -> Any:
    """A number where it is one, else the text: the JSON reader then says what is wrong."""
    try:
        return int(text)
    except ValueError:
        return text


def _turn(row: Row, number: int, head: Mapping[str, Any], problems: list[Message]) -> dict[str, Any]:
    values: dict[str, Any] = {name: row[name] for name in COLUMNS if row.get(name)}
    for name in _NUMBERS:
        if name in values:
            values[name] = _number_or_seat(name, values[name], number, head, problems)
    if "challengers" in values:
        values["challengers"] = _numbers(values["challengers"].split())
    if "words" in values:
        values["words"] = values["words"].split()
    if "hold" in values:
        values["hold"] = values["hold"].lower() in ("yes", "true", "1")
    values["kind"] = values.get("kind", "").lower() or (PLAY if values.get("word") else SCORE)
    return values


def _number_or_seat(
    name: str, text: str, number: int, head: Mapping[str, Any], problems: list[Message]
) -> Any:
    value = _whole(text)
    names = [player["name"] for player in head.get("players", [])]
    if name == "seat" and isinstance(value, str) and value in names:
        return names.index(value) + 1
    if isinstance(value, str):
        problems.append(Message("no_number", _NO_NUMBER, {"row": number, "key": name, "found": value[:40]}))
        return 0
    return value


def write_csv_sheet(sheet: Scoresheet) -> str:
    """The sheet as CSV that `read_csv_sheet` reads back to the same sheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows(_head_rows(sheet))
    writer.writerow(COLUMNS)
    writer.writerows([_cell(turn, name) for name in COLUMNS] for turn in _turn_data(sheet))
    return out.getvalue()


def _turn_data(sheet: Scoresheet) -> Iterable[Mapping[str, Any]]:
    rows: Any = sheet_to_data(sheet)["turns"]
    return rows if isinstance(rows, list) else []


def _head_rows(sheet: Scoresheet) -> Iterator[list[str]]:
    data: Mapping[str, Any] = sheet_to_data(sheet)
    for key in _HEAD:
        value = data.get(key)
        if key == "players":
            yield [key, *(_safe(_named(player)) for player in value or ())]
        elif key == "about":
            yield from ([key, _safe(name), _safe(text)] for name, text in value or ())
        elif isinstance(value, list):
            yield [key, *(_safe("-" if one is None and key == "racks" else one) for one in value)]
        elif value is not None:
            yield [key, _safe(value)]


def _named(player: Mapping[str, str]) -> str:
    return f"{player['name']} [{player['nick']}]" if player.get("nick") else player["name"]


def _cell(turn: Mapping[str, Any], name: str) -> str:
    value = turn.get(name, "")
    return _safe(" ".join(map(str, value)) if isinstance(value, list) else value)


def _safe(value: object) -> str:
    """Text a spreadsheet will not run; numbers stay numbers."""
    if value is None:
        return ""
    text = str(value)
    return guarded(text) if isinstance(value, str) else text
