"""Sheets as they lie on the tables, for tests: rows as the file has them, with whatever is missing left out."""

from __future__ import annotations

from typing import Any

from scoring import load_ruleset
from scoring.checks.validate import Report, validate
from scoring.sheets.sheet_json import sheet_from_data
from tests.scoring.hand_games import CONFIRMED

Row = dict[str, Any]
COMPETITION = "salitaan-competition"


def play(seat: int | None, place: str, word: str, score: int | None = None, **more: Any) -> Row:
    return row("play", seat, position=place, word=word, score=score, **more)


def row(kind: str, seat: int | None = None, score: int | None = None, **more: Any) -> Row:
    fields = {"kind": kind, "seat": seat, "score": score, **more}
    return {key: value for key, value in fields.items() if value is not None}


def checked(
    *rows: Row,
    ruleset: str = COMPETITION,
    players: int = 2,
    rules: tuple[str, ...] = (),
    confirmed: bool = True,
    **head: Any,
) -> Report:
    """The sheet of these rows, checked on a confirmed board (or on the placeholder)."""
    names = [{"name": name} for name in ("Amihan", "Bayani", "Dalisay", "Ligaya")[:players]]
    data = {
        "format": "scoresheet",
        "version": 1,
        "ruleset": ruleset,
        "players": names,
        "turns": list(rows),
        **head,
    }
    found = sheet_from_data(data)
    assert found.sheet is not None, [str(one) for one in found.problems]
    return validate(load_ruleset(ruleset, (*(CONFIRMED if confirmed else ()), *rules)), found.sheet)


def codes(report: Report, *severities: str) -> set[str]:
    """Codes of the findings of these severities; all of them without any."""
    return {one.code for one in report.findings if not severities or one.severity in severities}
