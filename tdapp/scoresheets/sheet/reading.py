"""A stored sheet as the scoring room wants it, its report, and what its final totals are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring import Report, Ruleset, Scoresheet, sheet_from_data, validate
from scoring.checks.findings import ERROR
from scoring.sheets.scoresheet import SCORE
from tdapp.events.models import Slot, Table
from tdapp.events.rules import rulesets
from tdapp.scoresheets.models import Sheet, Timing
from tdapp.scoresheets.rulings.ruled_later import asked_later
from tdapp.scoresheets.rulings.rulings_on_plays import Overlay, overlay_of
from tdapp.scoresheets.sheet.words import words_of_division

Data = dict[str, Any]


def seats_of(table: Table) -> list[Slot]:
    """The table's slots in seat order, entrants loaded."""
    return list(table.seats.select_related("entrant__club", "entrant__division__event").order_by("seat"))


def ruleset_of(sheet: Sheet) -> Ruleset:
    """The rules the sheet's division plays by."""
    return rulesets.of_division(sheet.table.round.division)


def sheet_data(sheet: Sheet, names: Sequence[str]) -> Data:
    """The sheet in the master form; `names` in seat order. Players and rules are the table's, never the paper's."""
    whose = {"ruleset": ruleset_of(sheet).id, "players": [{"name": name} for name in names]}
    turns = [row["turn"] for row in sheet.rows]
    return {"format": "scoresheet", "version": 1, **sheet.head, **whose, "turns": turns}


def as_scoresheet(sheet: Sheet, names: Sequence[str] = (), *, timed: bool = True) -> Scoresheet:
    """The sheet to fold, compare or write to a file; ValueError if its rows are none of ours.

    `names` of the seats, the entrants' as the desk sees them if left out. `timed`: with the turn timer's seconds
    for moves of which the paper has none.
    """
    known = names or [slot.entrant.listed for slot in seats_of(sheet.table)]
    data = sheet_data(sheet, known)
    if timed:
        data["turns"] = _timed(data["turns"], sheet.table)
    read = sheet_from_data(data)
    if read.sheet is None:
        raise ValueError("; ".join(map(str, read.problems)))
    return replace(read.sheet, ordered=not _in_columns(sheet))


def _in_columns(sheet: Sheet) -> bool:
    """Only the points of each player are there, one under the other: nothing says whose turn followed whose."""
    return sheet.origin == Sheet.Origin.TALLY and any(row["turn"]["kind"] == SCORE for row in sheet.rows)


def _timed(turns: list[Data], table: Table) -> list[Data]:
    """Moves without seconds get what the timer of the table read for the same move, if it was the same seat's."""
    read = {timing.move: timing for timing in Timing.objects.filter(table=table)}
    if not read:
        return turns
    found, move = [], 0
    for turn in turns:
        move += turn["kind"] in MOVES
        timing = read.get(move) if turn["kind"] in MOVES else None
        fits = timing and "seconds" not in turn and turn.get("seat", timing.seat) == timing.seat
        found.append({**turn, "seconds": timing.seconds} if timing and fits else turn)
    return found


MOVES = frozenset({"play", "exchange", "pass", "lost", "score"})


def report_of(sheet: Sheet, *, names: Sequence[str] = ()) -> Report:
    """Every check that can be made, judges' rulings laid over the rows (`rulings.py`).

    Words are looked at only when the game is over (`words.py`).
    """
    return judged_report(sheet, names)[0]


def judged_report(sheet: Sheet, names: Sequence[str] = ()) -> tuple[Report, Overlay]:
    """The same with what was laid over it."""
    ruleset, content = ruleset_of(sheet), as_scoresheet(sheet, names)
    overlay = overlay_of(sheet, content)
    remarked = replace(content, remarks=(*content.remarks, *overlay.remarks))
    blind = validate(ruleset, remarked, rulings=overlay.rulings)
    if later := asked_later(overlay, lambda: validate(ruleset, content), blind):
        remarked = replace(remarked, remarks=(*remarked.remarks, *later))
        blind = validate(ruleset, remarked, rulings=overlay.rulings)
    known = words_of_division(sheet, blind)
    full = blind
    if known:
        full = validate(ruleset, remarked, words=known.words, theme=known.theme, rulings=overlay.rulings)
    # What was remarked is no part of the paper: a file made of the report must not carry it.
    return replace(full, sheet=content), overlay


@dataclass(frozen=True, slots=True)
class Figures:
    """What lists show of a sheet without folding it again: stored with every write."""

    totals: tuple[int | None, ...]
    verdict: str
    errors: int


def figures_of(report: Report) -> Figures:
    """Final scores as the sheet has them (as the rules make them where nothing is written), verdict, root errors."""
    return Figures(totals_of(report), report.verdict, len(root_errors(report)))


def totals_of(report: Report) -> tuple[int | None, ...]:
    """Final totals by seat: as written, else as the scores add up; None where neither is known."""
    pairs = zip(report.totals, report.computed_totals, strict=True)
    anything = bool(report.sheet.turns) or any(total is not None for total in report.totals)
    return tuple((made if written is None else written) if anything else None for written, made in pairs)


def root_errors(report: Report) -> list[Any]:
    """Errors that do not follow from others."""
    return [one for one in report.findings if one.severity == ERROR and one.cause is None]
