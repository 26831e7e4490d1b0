"""Scoresheets as JSON: the master form. What `sheet_to_data` writes, `sheet_from_data` gives back unchanged.

docs/rules/scoresheet-files.md shows the form. Seats and turns count from 1 in the file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from core.clean_text import plain
from core.messages import Message, gettext_noop
from scoring.sheets.scoresheet import MAX_SEATS, Player, ReadSheet, Remark, Scoresheet, Turn
from scoring.sheets.sheet_fields import (
    FORMAT,
    HEAD,
    MAX_TEXT,
    MAX_TURNS,
    PLAYER,
    ROWS,
    TURN,
    UNFIT,
    VERSION,
    Field,
)

MAX_PROBLEMS = 20

_NOT_JSON = gettext_noop("This is no JSON text: %(why)s.")
_NOT_SHEET = gettext_noop("This is no scoresheet: it must be an object with “format”: “scoresheet”.")
_VERSION = gettext_noop("This scoresheet has version %(found)s; version %(known)s is understood.")
_UNKNOWN = gettext_noop("%(where)s: “%(key)s” is not a field of a scoresheet; fields are %(known)s.")
_WRONG = gettext_noop("%(where)s: “%(key)s” is %(found)s; it must be %(expected)s.")
_NO_PLAYERS = gettext_noop("A scoresheet names 1 to %(most)s players, not %(found)s.")
_MORE = gettext_noop("There are more mistakes than these.")
_TOO_MANY = gettext_noop("A scoresheet has at most %(most)s turns.")

Problems = list[Message]


def read_json_sheet(data: bytes | str) -> ReadSheet:
    """A scoresheet from JSON text. Never raises; every mistake has a sentence of its own."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        return ReadSheet(None, (Message("not_json", _NOT_JSON, {"why": _why(error)}),))
    return sheet_from_data(found)


def _why(error: ValueError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeError):
        return "its text is not UTF-8"
    return str(getattr(error, "msg", "a number in it is too long"))


def sheet_from_data(data: object) -> ReadSheet:
    """A scoresheet from data as JSON holds it."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return ReadSheet(None, (Message("not_sheet", _NOT_SHEET),))
    if data.get("version") != VERSION:
        facts = {"found": _shown(data.get("version")), "known": VERSION}
        return ReadSheet(None, (Message("version", _VERSION, facts),))
    problems: Problems = []
    values = _values(data, HEAD, "sheet", problems)
    _check_counts(values, problems)
    if problems:
        return ReadSheet(None, _told(problems))
    return ReadSheet(Scoresheet(**values))


def _told(problems: Problems) -> tuple[Message, ...]:
    """As many as somebody reads, and that there are more: those are not even looked for."""
    rest = [Message("more_problems", _MORE)] if len(problems) > MAX_PROBLEMS else []
    return (*problems[:MAX_PROBLEMS], *rest)


def _check_counts(values: Mapping[str, Any], problems: Problems) -> None:
    players, turns = values.get("players", ()), values.get("turns", ())
    if not 1 <= len(players) <= MAX_SEATS:
        facts = {"most": MAX_SEATS, "found": len(players)}
        problems.append(Message("players", _NO_PLAYERS, facts))
    if len(turns) > MAX_TURNS:
        problems.append(Message("too_many_turns", _TOO_MANY, {"most": MAX_TURNS}))
    for name in ("totals", "before", "racks"):
        if len(values.get(name, ())) not in (0, len(players)):
            problems.append(_wrong("sheet", name, values[name], "a list with one entry a player"))


_NESTED: Mapping[str, tuple[Mapping[str, Field], Callable[..., object]]] = {
    "players": (PLAYER, Player),
    "turns": (TURN, Turn),
}


def _values(data: Mapping[str, Any], known: Mapping[str, Field], where: str, problems: Problems) -> Any:
    """The fields of one object, read; a null is a field not written."""
    values: dict[str, Any] = {}
    for key, raw in data.items():
        if len(problems) > MAX_PROBLEMS:
            break
        if key not in known:
            facts = {"where": where, "key": plain(str(key))[:40], "known": ", ".join(known)}
            problems.append(Message("unknown_field", _UNKNOWN, facts))
        elif raw is not None:
            values[key] = _value(key, raw, known[key], where, problems)
    return {key: value for key, value in values.items() if key not in ("format", "version")}


def _value(key: str, raw: Any, kind: Field, where: str, problems: Problems) -> Any:
    value = kind.read(raw)
    if value is UNFIT:
        problems.append(_wrong(where, key, raw, kind.expected))
        return ()
    if key in _NESTED and kind is ROWS:
        return tuple(_rows(value, key, problems))
    return tuple(_remarks(value)) if key == "remarks" else value


def _rows(rows: list[Any], key: str, problems: Problems) -> Iterable[object]:
    known, build = _NESTED[key]
    name = key[:-1]
    for number, row in enumerate(rows[: MAX_TURNS + 1], 1):
        where = f"{name} {number}"
        if len(problems) > MAX_PROBLEMS:
            break
        if not isinstance(row, dict):
            problems.append(_wrong("sheet", where, row, "an object"))
            continue
        values = _values(row, known, where, problems)
        required = "name" if name == "player" else "kind"
        if required not in values:
            problems.append(_wrong(where, required, None, known[required].expected))
        else:
            yield build(**values)


def _remarks(rows: list[Any]) -> Iterable[Remark]:
    """What was odd about the file a sheet came from; kept as sentences."""
    for row in rows:
        if isinstance(row, dict) and isinstance(row.get("message"), str):
            turn = row.get("turn")
            at = turn - 1 if isinstance(turn, int) else None
            text = row["message"][:MAX_TEXT].replace("%", "%%")
            yield Remark(Message(str(row.get("code", "remark"))[:40], text), at)


def _wrong(where: str, key: str, raw: object, expected: str) -> Message:
    facts = {"where": where, "key": key, "found": _shown(raw), "expected": expected}
    return Message("wrong_value", _WRONG, facts)


def _shown(raw: object) -> str:
    text = plain(json.dumps(raw, ensure_ascii=False, default=str))
    return text if len(text) <= 60 else text[:57] + "…"


def sheet_to_data(sheet: Scoresheet) -> dict[str, object]:
    """The sheet as data for JSON; fields that were not written are left out."""
    head = _written(sheet, HEAD)
    rows = {"players": [_written(one, PLAYER) for one in sheet.players]}
    turns = {"turns": [_written(one, TURN) for one in sheet.turns]}
    remarks = [_remark_data(remark) for remark in sheet.remarks]
    told = {"remarks": remarks} if remarks else {}
    return {"format": FORMAT, "version": VERSION, **head, **rows, **turns, **told}


def turn_to_data(turn: Turn) -> dict[str, object]:
    """One row as data for JSON; fields that were not written are left out."""
    return _written(turn, TURN)


def turn_from_data(data: Mapping[str, Any]) -> Turn | None:
    """The row in such data; None when it is none."""
    problems: Problems = []
    values = _values(data, TURN, "turn", problems)
    return None if problems or "kind" not in values else Turn(**values)


def head_to_data(sheet: Scoresheet) -> dict[str, object]:
    """What the sheet says of the whole game, as data for JSON."""
    return _written(sheet, HEAD)


def head_from_data(data: Mapping[str, Any]) -> dict[str, Any] | None:
    """The sheet's fields in such data; None when something in it is none of them."""
    problems: Problems = []
    values = _values(data, HEAD, "sheet", problems)
    return None if problems or not values else values


def _remark_data(remark: Remark) -> dict[str, object]:
    at = {} if remark.turn is None else {"turn": remark.turn + 1}
    return {"code": remark.message.code, "message": str(remark.message), **at}


def _written(item: Any, known: Mapping[str, Field]) -> dict[str, object]:
    values = {name: getattr(item, name) for name in known if hasattr(item, name)}
    kept = {name: value for name, value in values.items() if value != _default(item, name)}
    return {name: known[name].write(value) for name, value in kept.items() if known[name] is not ROWS}


def _default(item: Any, name: str) -> object:
    """What the field is when nothing was written; `UNFIT` when it always is."""
    if isinstance(item, Turn):
        return Turn._field_defaults.get(name, UNFIT)
    found = next(one for one in fields(item) if one.name == name)
    return found.default if found.default_factory is MISSING else found.default_factory()


def write_json_sheet(sheet: Scoresheet) -> str:
    """JSON text of the sheet, one turn a line: short to read, short to compare."""
    data = sheet_to_data(sheet)
    lines = [f"  {json.dumps(key)}: {_block(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _block(value: object) -> str:
    rows = isinstance(value, list) and value and all(isinstance(one, dict) for one in value)
    if not rows or not isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    inner = ",\n".join(f"    {json.dumps(one, ensure_ascii=False)}" for one in value)
    return f"[\n{inner}\n  ]"
