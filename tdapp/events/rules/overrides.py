"""A division's house rules as values by field, and as the lines of its settings form.

A board and a tile table are no lines: they are set in their own editors and pass through the form untouched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.rules.schema import ALIASES, KINDS

Stored = dict[str, Any] | list[str]
PAINTED = frozenset(
    {"board.name", "board.grid", "board.start", "board.evidenced", "board.confirmed"}
    | {"tiles.name", "tiles.table", "tiles.total", "tiles.alphabet", "tiles.confirmed"}
)


def as_values(stored: Stored) -> dict[str, Any]:
    """Overrides by field; lines are read as a form reads them. What cannot be read stays as it is, to be refused."""
    if isinstance(stored, Mapping):
        return {ALIASES.get(name, name): value for name, value in stored.items()}
    pairs = (line.partition("=") for line in stored)
    return dict(_read(name.strip(), value) for name, _sign, value in pairs)


def _read(written: str, text: str) -> tuple[str, Any]:
    name = ALIASES.get(written, written)
    return name, KINDS[name].from_text(text) if name in KINDS else text


def as_lines(values: Mapping[str, Any]) -> list[str]:
    """`rack.size = 8`, one a field, without those that have an editor of their own."""
    return [f"{name} = {as_text(value)}" for name, value in values.items() if name not in PAINTED]


def as_text(value: Any) -> str:
    """A value as a line or a field of a form holds it; read back by `Kind.from_text`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={one}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(str(one) for one in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def beside_painted(stored: Stored, lines: list[str]) -> Stored:
    """The lines typed, with the board and tile table that are stored; a typed line goes before what is stored."""
    painted = {name: value for name, value in as_values(stored).items() if name in PAINTED}
    if not painted or any("=" not in line for line in lines):
        return lines
    return {**painted, **as_values(lines)}


def changed(stored: Stored, values: Mapping[str, Any]) -> dict[str, Any]:
    """Overrides with these values set; None takes one off."""
    merged = {**as_values(stored), **values}
    return {name: value for name, value in merged.items() if value is not None}
