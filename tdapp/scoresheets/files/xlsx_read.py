"""A filled-in scoresheet workbook, read within bounds; each mistake is one sentence that names its cell.

Never raises for what stands in the file: it comes back as problems, like the other formats of `scoring`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from core.messages import Message
from scoring import Scoresheet, sheet_from_data
from scoring.sheets.scoresheet import MAX_SEATS, PLAY, SCORE
from tdapp.kernel import tabular
from tdapp.kernel.messages.sentences import translated
from tdapp.kernel.tabular import Limits, Row, is_blank
from tdapp.kernel.tabular.limits import MIB
from tdapp.scoresheets.files.columns import NOTHING, Place, head_labels, plain, player_labels, turn_labels
from tdapp.scoresheets.files.xlsx_cells import FIELDS, HEAD, TRUE, Reader, text, whole

LIMITS = Limits(packed=2 * MIB, unpacked=16 * MIB, rows=2_100, columns=40, cell=2_000, text=4 * MIB)
MOST_PROBLEMS = 20
Data = dict[str, Any]


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class ReadXlsx:
    """The sheet and where it says it belongs; or why there is none, one sentence a mistake."""

    sheet: Scoresheet | None
    place: Place = NOWHERE
    problems: tuple[str, ...] = ()


def read_xlsx(data: bytes) -> ReadXlsx:
    """The scoresheet on the workbook's first sheet."""
    try:
        rows = list(tabular.read(data, limits=LIMITS).rows)
    except tabular.Unreadable as refusal:
        return ReadXlsx(None, problems=refusal.sentences)
    at = next((number for number, row in enumerate(rows) if _is_heading(row)), None)
    if at is None:
        sentence = _(
            "This workbook has no row with the headings “Seat” and “Score”. Start from the template."
        )
        return ReadXlsx(None, problems=(sentence,))
    reader = Reader()
    head, place = _head(reader, rows[:at])
    turns = _turns(reader, rows[at], rows[at + 1 :], head)
    return _finished(reader, head, turns, place)


def _is_heading(row: Row) -> bool:
    names = {turn_labels().get(plain(value)) for value in row.values if isinstance(value, str)}
    return "score" in names and bool(names & {"seat", "kind", "word"})


def _finished(reader: Reader, head: Data, turns: list[Data], place: Place) -> ReadXlsx:
    _check_seats(reader, head, turns)
    whole = {"format": "scoresheet", "version": 1, "source": "xlsx", **head, "turns": turns}
    read = sheet_from_data(whole) if not reader.problems else None
    if read is not None:
        reader.problems += [_retold(reader, problem) for problem in read.problems]
    if reader.problems or read is None:
        return ReadXlsx(None, place, tuple(reader.problems[:MOST_PROBLEMS]))
    return ReadXlsx(read.sheet, place)


def _retold(reader: Reader, problem: Message) -> str:
    """What `scoring` says of a value, said of its cell."""
    facts = problem.facts
    cell = reader.cells.get((str(facts.get("where")), str(facts.get("key"))))
    if problem.code != "wrong_value" or cell is None:
        return translated(problem)
    told = {"cell": cell, "found": facts["found"], "expected": facts["expected"]}
    return _("Cell %(cell)s holds %(found)s; it must be %(expected)s.") % told


def _check_seats(reader: Reader, head: Data, turns: Sequence[Data]) -> None:
    """As many players as are named or sit in a row; nobody beyond the fourth."""
    named: list[Data] = head["players"]
    highest = max([2, len(named), *(turn["seat"] for turn in turns if isinstance(turn.get("seat"), int))])
    if highest > MAX_SEATS:
        for number, turn in enumerate(turns, 1):
            if isinstance(turn.get("seat"), int) and turn["seat"] > MAX_SEATS:
                cell = reader.cells.get((f"turn {number}", "seat"), "")
                reader.wrong(cell, _("there are at most %(most)s seats."), most=MAX_SEATS)
        return
    head["players"] = [
        named[seat] if seat < len(named) and named[seat]["name"] else {"name": str(seat + 1)}
        for seat in range(highest)
    ]
    for name in ("totals", "before", "racks"):
        if name in head:
            head[name] += [None] * (highest - len(head[name]))


def _head(reader: Reader, rows: Sequence[Row]) -> tuple[Data, Place]:
    head: Data = {"players": []}
    place: Data = {}
    columns: Mapping[int, str] = {}
    for row in rows:
        if found := _player_columns(row):
            columns = found
        elif columns and _seat_in(row, columns):
            _player(reader, row, columns, head)
        else:
            _fact(reader, row, head, place)
    _drop_empty(head)
    return head, Place(**place)


def _player_columns(row: Row) -> Mapping[int, str]:
    """Field by column if the row is the one over the players."""
    labels = player_labels()
    found = {
        column: labels[plain(value)]
        for column, value in enumerate(row.values)
        if isinstance(value, str) and plain(value) in labels
    }
    return found if {"name", "totals"} <= set(found.values()) else {}


def _seat_in(row: Row, columns: Mapping[int, str]) -> int:
    column = (
        next(column for column, key in columns.items() if key == "seat") if "seat" in columns.values() else 0
    )
    value = row.value(column)
    return value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_SEATS else 0


def _player(reader: Reader, row: Row, columns: Mapping[int, str], head: Data) -> None:
    seat = _seat_in(row, columns)
    values = {key: text(reader, row, column) for column, key in columns.items()}
    if not any(values[key] for key in values if key != "seat"):
        return
    _pad(head["players"], seat, {"name": ""})
    nick = {"nick": values["nick"]} if values.get("nick") else {}
    head["players"][seat - 1] = {"name": values.get("name", ""), **nick}
    for key in ("totals", "before"):
        column = next((column for column, name in columns.items() if name == key), None)
        number = None if column is None else whole(reader, row, column)
        _pad(head.setdefault(key, []), seat, None)
        head[key][seat - 1] = number
    _pad(head.setdefault("racks", []), seat, None)
    rack = values.get("racks") or None
    head["racks"][seat - 1] = "" if rack == NOTHING else rack
    if plain(values.get("winners", "")) in TRUE:
        head.setdefault("winners", []).append(seat)


def _pad(values: list[Any], length: int, nothing: Any) -> None:
    values += [nothing for _missing in range(length - len(values))]


def _drop_empty(head: Data) -> None:
    """A row of nothing was not written."""
    for key in ("totals", "before", "racks"):
        if all(value is None for value in head.get(key, ())):
            head.pop(key, None)


def _fact(reader: Reader, row: Row, head: Data, place: Data) -> None:
    """`Round | 3`: the label, then the first cell that holds something."""
    first, *rest = [column for column, value in enumerate(row.values) if not is_blank(value)] or [0]
    key = head_labels().get(plain(row.value(first) or ""))
    if key is None or not rest:
        return
    value, cell = text(reader, row, rest[0]), row.address(rest[0])
    if key in ("round", "table"):
        place[key] = whole(reader, row, rest[0])
    elif key in ("event", "division"):
        place[key] = value
    elif key == "about":
        head.setdefault("about", []).append([value, text(reader, row, rest[1]) if len(rest) > 1 else ""])
    else:
        head[key] = HEAD[key](reader, row, rest[0])
        reader.cells["sheet", key] = cell


def _turns(reader: Reader, heading: Row, rows: Iterable[Row], head: Data) -> list[Data]:
    columns = _columns(reader, heading)
    filled = [row for row in rows if _holds_something(row, columns)]
    for index, row in enumerate(filled, 1):
        number = next((row.value(column) for column, key in columns.items() if key == "turn"), None)
        reader.numbers[number if isinstance(number, int) else index] = index
    names = [plain(player["name"]) for player in head["players"]]
    return [_turn(reader, row, columns, f"turn {index}", names) for index, row in enumerate(filled, 1)]


def _columns(reader: Reader, heading: Row) -> dict[int, str]:
    labels = turn_labels()
    found: dict[int, str] = {}
    for column, value in enumerate(heading.values):
        key = labels.get(plain(value)) if isinstance(value, str) else None
        if key is None and not is_blank(value):
            reader.wrong(
                heading.address(column),
                _("“%(found)s” is no heading of a scoresheet."),
                found=str(value)[:40],
            )
        elif key in found.values():
            reader.wrong(
                heading.address(column),
                _("the heading “%(found)s” stands there twice."),
                found=str(value)[:40],
            )
        elif key is not None:
            found[column] = key
    return found


def _holds_something(row: Row, columns: Mapping[int, str]) -> bool:
    """Anything besides the number of the turn and the seat, which stand in every row of the template."""
    outside = [
        value for column, value in enumerate(row.values) if columns.get(column) not in ("turn", "seat")
    ]
    return any(not is_blank(value) for value in outside) or bool(row.formulas)


def _turn(reader: Reader, row: Row, columns: Mapping[int, str], where: str, names: Sequence[str]) -> Data:
    turn: Data = {}
    for column, value in enumerate(row.values):
        if column not in columns and not is_blank(value):
            reader.wrong(row.address(column), _("nothing may stand beside the columns of the sheet."))
    for column, key in columns.items():
        if key == "turn" or (is_blank(row.value(column)) and column not in row.formulas):
            continue
        reader.cells[where, key] = row.address(column)
        turn[key] = _seat(reader, row, column, names) if key == "seat" else FIELDS[key](reader, row, column)
    told = turn.get("kind") or (PLAY if turn.get("word") else SCORE)
    return {**{key: value for key, value in turn.items() if value is not None}, "kind": told}


def _seat(reader: Reader, row: Row, column: int, names: Sequence[str]) -> int | None:
    """A number, or the name of a player of the head."""
    name = plain(text(reader, row, column))
    if name and name in names:
        return names.index(name) + 1
    return whole(reader, row, column)
