"""What the replay's template walks through, at the desk and in public: the same, but for the names."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.rules.board_svg import BoardTile, board_svg, legend
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay import replay_tables as tables
from tdapp.scoresheets.replay.telling_a_game import Replay, Row, replay
from tdapp.scoresheets.rulings.rulings_on_plays import overlay_of
from tdapp.scoresheets.sheet.reading import as_scoresheet, ruleset_of

Data = dict[str, Any]


def replay_of(sheet: Sheet, names: list[str]) -> Replay:
    """A stored sheet's game under these names, with what judges ruled."""
    content = as_scoresheet(sheet, names)
    return replay(ruleset_of(sheet), content, names, overlay_of(sheet, content).rulings)


def turn_asked(text: str | None, told: Replay) -> int:
    """`?turn=` as a number of rows on the board; anything else is the end of the game."""
    last = len(told.rows)
    if text is None or not (text.isascii() and text.isdigit()) or len(text) > 4:
        return last
    return min(int(text), last)


def page(told: Replay, turn: int) -> Data:
    """Everything the page shows with the board as it lies after `turn` rows."""
    last = len(told.rows)
    return {
        "told": told, "turn": turn, "last": last, "back": max(turn - 1, 0), "next": min(turn + 1, last),
        "now": told.rows[turn - 1] if turn else None, "scores": _scores(told, turn), "board": _board(told, turn),
        "rows": [(row, packed(row)) for row in told.rows], "legend": legend(told.layout), **_tables(told),
    }  # fmt: skip


def _tables(told: Replay) -> Data:
    return {
        "figures": tables.figures(told), "words": tables.best_words(told), "race": tables.race(told),
        "premium_map": tables.premium_map(told), "moments": tables.moments(told),
    }  # fmt: skip


def _scores(told: Replay, turn: int) -> list[tuple[str, int | None]]:
    now = told.rows[turn - 1].totals if turn else (0,) * len(told.names)
    final = told.finals if turn == len(told.rows) else now
    return list(zip(told.names, final, strict=False))


def _board(told: Replay, turn: int) -> Any:
    fresh = [square for square, _tile in told.rows[turn - 1].tiles] if turn else []
    return board_svg(told.layout, told.board_after(turn), fresh=fresh, title=_("The board"))


def packed(row: Row) -> str:
    """What a row changes on the board, for the page's script: "H8=A:1 I8=b -J8"; a blank has no value."""
    laid = [f"{square.name}={_packed(tile)}" for square, tile in row.tiles]
    return " ".join([*laid, *(f"-{square.name}" for square in row.gone)])


def _packed(tile: BoardTile) -> str:
    return tile.shown.lower() if tile.blank else f"{tile.shown}:{tile.value}"
