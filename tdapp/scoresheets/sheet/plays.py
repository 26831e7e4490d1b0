"""The last play of a sheet as a challenge names it: its words, its row and its number, whose it is."""

from __future__ import annotations

from scoring import fold
from scoring.sheets.scoresheet import PLAY
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.reading import as_scoresheet, ruleset_of


def last_play(sheet: Sheet) -> dict[str, str] | None:
    """Words formed on the board, else the word as written; None where the sheet has no such play."""
    game = fold(ruleset_of(sheet), as_scoresheet(sheet))
    step = next((one for one in reversed(game.steps) if one.turn.kind == PLAY), None)
    if step is None or not step.turn.word:
        return None
    judged = step.placed.judged if step.placed else None
    words = [word.spelling for word in judged.words] if judged else [step.turn.word]
    seat = "" if step.seat is None else str(step.seat + 1)
    facts = {"words": ",".join(words), "turn": str(step.number + 1), "challenged": seat}
    return {**facts, "play": str(sheet.rows[step.number]["id"])}
