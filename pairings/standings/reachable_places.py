"""The best and the worst place a player can still reach, counted, not simulated.

| source | implemented |
|---|---|
| tsh `BPF` (best possible finish) | he wins everything by the most, his rivals score as kindly as can be |
| the mirror of it | he loses everything by the most, his rivals score as unkindly as can be |

Kindness has an end: every game still gives its points to somebody. So rivals share out what the
rounds to come hold, each up to what keeps him below; what is left over lifts some of them past the player.
Who meets whom is not looked at, so a place may be counted as possible that the pairings will rule out, never
the other way round. Level players count as level for the best place and as passed for the worst.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from core.later import later
from pairings.event.history import met_in
from pairings.event.table_points import HALF
from pairings.standings.outlook import GAME, Outlook, Rest, points_to_come

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = later("numpy")

Numbers: TypeAlias = "NDArray[np.int64]"


@dataclass(frozen=True, slots=True)
class Finish:
    """The best and the worst place still possible."""

    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Supply:
    """Points the rounds to come give out: at most, and at least when no game is forfeited by both; `unit` is
    the smallest step in which they come.
    """

    most: int
    least: int
    unit: int


def supply_of(rest: Rest) -> Supply:
    """What is still to be had. A table of three or four, or a house player, may keep any of it from the rest."""
    entrants = [one for one in rest.history.entrants if not one.house]
    most = points_to_come(rest, entrants)
    house = any(one.house for one in rest.history.entrants)
    tables = any(len(met_in(outcome)) > 2 for outcomes in rest.history.rounds for outcome in outcomes)
    kept = GAME * rest.left * house
    return Supply(most + kept, 0 if tables else max(0, most - kept), 1 if tables else HALF)


@dataclass(frozen=True, slots=True)
class Columns:
    """A group of players as columns of whole numbers, highest place first."""

    points: Numbers
    spread: Numbers
    room: Numbers
    gain: Numbers
    loss: Numbers
    by_spread: bool
    unit: int

    @property
    def most(self) -> Numbers:
        """Points of each if he wins everything."""
        return self.points + self.room


def columns_of(group: Sequence[Outlook], by_spread: bool, unit: int) -> Columns:
    """The players of a group in columns; `room` is what each can still win, in points."""
    lines = [(o.points, o.spread, GAME * o.games, o.gain, o.loss) for o in group]
    points, spread, room, gain, loss = np.array(lines, dtype=np.int64).reshape(-1, 5).T
    return Columns(points, spread, room, gain, loss, by_spread, unit)


def best_place(group: Columns, at: int, least: int) -> int:
    """The best place of one, who wins everything while the rivals take what is left of `least`."""
    level = (group.spread - group.loss <= group.spread[at] + group.gain[at]) | (not group.by_spread)
    below = group.most[at] - group.points - group.unit * ~level
    below[at] = group.room[at]
    taken = np.where(below < 0, group.room, np.minimum(below, group.room)).sum()
    place, over = 1 + int((below < 0).sum()), int(least - taken)
    if over <= 0:
        return place
    lifts = np.sort((group.room - below)[(below >= 0) & (below < group.room)])[::-1]
    return place + min(len(lifts), int(np.searchsorted(lifts.cumsum(), over)) + 1)


def worst_place(group: Columns, at: int, most: int) -> int:
    """The worst place of one, who wins nothing more while the rivals share out `most`."""
    level = (group.spread + group.gain >= group.spread[at] - group.loss[at]) | (not group.by_spread)
    need = np.maximum(0, group.points[at] - group.points + group.unit * ~level)
    need[at] = group.room[at] + 1
    passing = np.sort(need[need <= group.room])
    return 1 + int(np.searchsorted(passing.cumsum(), most, side="right"))


def finishes(
    field: Sequence[Outlook],
    rest: Rest,
    by_spread: bool,
    among: Sequence[Outlook] | None = None,
    only: Collection[str] | None = None,
    supply: Supply | None = None,
) -> dict[str, Finish]:
    """For each of `among` (everybody by default) the best and worst place inside that group; of it `only` these ids are
    worked out. `supply`: where it is counted already, as it is the same for every group.
    """
    supply, group = supply or supply_of(rest), list(field if among is None else among)
    least = supply.least if len(group) == len(field) else 0
    columns = columns_of(group, by_spread, supply.unit)
    return {
        one.entrant.id: Finish(best_place(columns, at, least), worst_place(columns, at, supply.most))
        for at, one in enumerate(group)
        if only is None or one.entrant.id in only
    }
