"""Plays that can be laid in several ways (plain NG: one tile or two): every way is tried, and the rest of the sheet decides.

A way is believed when the rows after it fit it better than any other; where several fit equally well nothing is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.checks.findings import ERROR, code_of
from scoring.game.state import Game, Step

Readings = Mapping[int, int]
# Ways kept side by side, and rows gone over for all of them together, each as often as it has ways: a sheet of nothing but
# such plays stays quick.
_WIDE, _ROWS = 12, 8_000
# No game is longer; what is longer is no game.
_LONGEST = 200


def chosen_readings(first: Game, fold: Callable[[Readings], Game]) -> Readings:
    """Row -> the way to take (place among `Game.ways`), for the plays the rest of the sheet settles.

    `first`: the game with nothing chosen; `fold`: the game with these readings.
    """
    if len(first.steps) > _LONGEST:
        return {}
    beams: list[tuple[dict[int, int], Game]] = [({}, first)]
    rows, each = 0, len(first.steps) * max(first.ways.values(), default=1)
    while (at := _next(beams)) is not None and rows + each <= _ROWS:
        tried: list[tuple[int, dict[int, int], Game]] = []
        for readings, game in beams:
            for way in range(game.ways[at]) if at in game.ways and at not in readings else (None,):
                more = readings if way is None else {**readings, at: way}
                grown = game if way is None else fold(more)
                rows += 0 if way is None else each
                tried.append((_misfits(grown), more, grown))
        least = min(wrong for wrong, _, _ in tried)
        best = [(readings, game) for wrong, readings, game in tried if wrong == least]
        if len(best) > _WIDE:
            break
        beams = best
    return _agreed([readings for readings, _ in beams])


def _next(beams: list[tuple[dict[int, int], Game]]) -> int | None:
    """The first row that is still open in any of them."""
    still = [at for readings, game in beams for at in game.ways if at not in readings]
    return min(still, default=None)


def _misfits(game: Game) -> int:
    """Rows that do not fit, as far as the board is known."""
    return sum(step.certain and not step.as_written and _is_odd(step) for step in game.steps)


def _is_odd(step: Step) -> bool:
    wrong = None not in (step.turn.score, step.computed) and step.turn.score != step.computed and step.sure
    return wrong or any(code_of(issue.code).severity == ERROR for issue in step.issues)


def _agreed(every: list[dict[int, int]]) -> Readings:
    return {at: way for at, way in every[0].items() if all(one.get(at) == way for one in every)}
