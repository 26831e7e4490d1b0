"""One turn of a sheet explained: the board before it, what was laid, the arithmetic, what is odd about it."""

from __future__ import annotations

from scoring.board.board import COLUMNS, Board, Square
from scoring.checks.sheet_report import turn_line
from scoring.checks.validate import Report, arithmetic
from scoring.game.state import Step

Lines = list[str]


def explain_lines(report: Report, number: int) -> Lines:
    """The turn (0-based) as text."""
    step = report.game.steps[number]
    lines = [turn_line(report.sheet, step.turn, number).strip(), ""]
    lines += [*board_lines(step.board), "", *_bag(step), *_placed(step)]
    for finding in report.of_turn(number):
        lines.append(f"{finding.severity}: {finding.message}")
        lines += [f"  -> {finding.suggestion}"] if finding.suggestion else []
        lines += [f"  rule: {finding.rule}"] if finding.rule else []
    return lines


def board_lines(board: Board) -> Lines:
    """The board as text: tiles as written (`a` a blank, `NG` one square), else the sign of the square."""
    layout = board.layout
    heads = " ".join(f"{COLUMNS[col]:>2}" for col in range(layout.width))
    rows = [
        f"{row + 1:3} " + " ".join(f"{_sign(board, row, col):>2}" for col in range(layout.width))
        for row in range(layout.height)
    ]
    return [f"    {heads}", *rows]


def _sign(board: Board, row: int, col: int) -> str:
    piece = board.at(Square(row, col))
    return piece.text.strip("[]") if piece else board.layout.rows[row][col]


def _bag(step: Step) -> Lines:
    low, high = step.in_bag
    return [f"in the bag: {low}" if low == high else f"in the bag: {low} to {high}"]


def _placed(step: Step) -> Lines:
    if step.placed is None:
        return []
    laid = " ".join(f"{piece.text}@{square.name}" for square, piece in step.placed.placements)
    head = [f"laid: {laid}"] + (
        ["(not where it is written: see the suggestion)"] if step.placed.mended else []
    )
    return [*head, f"score: {arithmetic(step)}"]
