"""What a sheet says of theme points (SAL:397-399) against the list: points nobody wrote down, points inside a play's score."""

from __future__ import annotations

from collections import Counter

from scoring.checks.severity import Weigher
from scoring.game.state import Step
from scoring.game.theme import listed, rows_of, words_claimed


def theme_findings(weigher: Weigher, step: Step) -> None:
    """Theme points of a play that stands: those nobody wrote down, and those within its own score."""
    game, placed = weigher.game, step.placed
    if game.theme is None or placed is None or step.number in game.taken_back:
        return
    due = Counter(listed(game, placed.judged))
    rows = list(rows_of(game, step.number, step.seat))
    written = sum((words_claimed(game.ruleset, row) for row in rows), Counter[str]())
    missing = due - written if all(row.words for row in rows) else Counter[str]()
    if not missing:
        return
    held = step.computed is not None and step.computed != placed.judged.score
    points = missing.total() * game.ruleset.variants.theme_points
    weigher.add(
        "theme_in_score" if held else "theme_missing",
        {"words": ", ".join(missing.elements()), "points": points},
        turn=step.number,
        seat=step.seat,
        computed=points,
        certain=step.certain,
    )
