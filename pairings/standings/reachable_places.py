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

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from core.later import later
from pairings.event.history import Outcome, Played, met_in
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
    tables = any(map(_is_larger, chain.from_iterable(rest.history.rounds)))
    kept = GAME * rest.left * house
    return Supply(most + kept, 0 if tables else max(0, most - kept), 1 if tables else HALF)


def _is_larger(outcome: Outcome) -> bool:
    return (type(outcome) is not Played or len(outcome.seats) != 2) and len(met_in(outcome)) > 2


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


@dataclass(frozen=True)
class Among:
    """A group of players, highest place first, and what the rounds to come give out to it: at least (0 where others may take
    it) and at most.
    """

    group: Sequence[Outlook]
    by_spread: bool
    supply: Supply
    least: int

    @cached_property
    def columns(self) -> Columns:
        """The group in columns."""
        return columns_of(self.group, self.by_spread, self.supply.unit)

    @cached_property
    def at(self) -> dict[str, int]:
        """Where each stands in the group, by id."""
        return {one.entrant.id: at for at, one in enumerate(self.group)}

    def finish(self, entrant_id: str) -> Finish:
        """The best and the worst place of one inside the group."""
        at = self.at[entrant_id]
        return Finish(
            best_place(self.columns, at, self.least), worst_place(self.columns, at, self.supply.most)
        )


def finishes(field: Sequence[Outlook], rest: Rest, by_spread: bool) -> dict[str, Finish]:
    """For each of a field the best and the worst place."""
    supply = supply_of(rest)
    among = Among(field, by_spread, supply, supply.least)
    return {one.entrant.id: among.finish(one.entrant.id) for one in field}
