"""What the rules make of a play that is being typed, so that a score as it stands on the paper is taken with one key."""

from __future__ import annotations

from dataclasses import replace

from scoring import fold, sheet_from_data
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.rulings.rulings_on_plays import overlay_of
from tdapp.scoresheets.sheet.reading import Data, as_scoresheet, ruleset_of, sheet_data


def expected_score(sheet: Sheet, turn: Data, above: str) -> int | None:
    """Points of a play under the row `above` ("" on top), by what is stored; None where nothing can be expected.

    Only of a play that lies as it is written: what would first have to be put right is not offered. No word is looked up.
    """
    places = {row["id"]: place for place, row in enumerate(sheet.rows, 1)}
    if above and above not in places:
        return None
    read = sheet_from_data({**sheet_data(sheet, ["1", "2"]), "turns": [turn], "racks": []})
    if read.sheet is None:
        return None
    content = as_scoresheet(sheet, timed=False)
    game = fold(
        ruleset_of(sheet),
        replace(content, turns=(*content.turns[: places.get(above, 0)], *read.sheet.turns)),
        overlay_of(sheet, content).rulings,
    )
    step = game.steps[-1]
    fits = step.placed is not None and step.placed.judged.legal and not step.placed.mended
    return step.computed if fits and not any(issue.squares for issue in step.issues) else None
