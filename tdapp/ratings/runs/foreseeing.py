"""Who would move, worked out without writing: in a request for a short stretch, by a job for a long one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tdapp.people.models import RatingList
from tdapp.ratings.runs.moves import moves_between
from tdapp.ratings.runs.replay import CHUNK, Step, replay
from tdapp.ratings.runs.values import AS_MERGED, Point, Whose, values_at

NAMED = 20
Report = Callable[[int, int], None]


def silent(_done: int, _total: int) -> None:
    """Nobody waits for the progress of this."""


def foreseen(
    rating_list: RatingList,
    steps: Sequence[Step],
    point: Point,
    whose: Whose = AS_MERGED,
    step: Report = silent,
) -> dict[str, Any]:
    """The runs that would be made from a point on (the first twenty by name), and who moves by them.

    What was made is forgotten at once: ten thousand runs take no more memory than sixty.
    """
    before = values_at(rating_list, None)
    after = values_at(rating_list, point, whose=whose)
    named: list[dict[str, Any]] = []
    count = 0
    for count, made in enumerate(replay(rating_list, steps, after, whose), start=1):
        if len(named) < NAMED:
            named.append({"name": made.planned.name, "games": made.games, "players": len(made.moved)})
        if count % CHUNK == 0:
            step(count, len(steps))
    moves = moves_between(before, after)
    return {"runs": named, "count": count, "moves": moves, "version": rating_list.version}
