"""What a director may set of COP, read from a request: every threshold, for the round that is paired.

Lists count from the last round backwards, their last entry standing for all earlier rounds.

| setting | usual (liwords) |
|---|---|
| hopefulness, percent | 10, 10, 5, 2, 1 |
| Gibson spread | 250, 200; what the event names itself goes before |
| control loss, percent | 30, in the last 4 rounds |
| simulated endings | 100,000; 10,000 for each chaser |
"""

from __future__ import annotations

from dataclasses import dataclass

from pairings.rounds.parameters import numbers_in
from pairings.rounds.request import Request
from pairings.standings.stakes import GIBSON_SPREAD, Stakes

HOPE, SPREAD = "10/10/5/2/1", "250/200"
LOSS, CONTROL = 30, 4
SIMULATIONS, CHASES = 100_000, 10_000
WHOLE = 100_000


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one round. `hope` is in thousandths of a percent, `loss` in percent; `control`: whether control
    loss is looked at, `fresh`: for the first time. `left`: rounds left, this one included.
    """

    hope: int
    spread: int
    loss: int
    control: bool
    fresh: bool
    simulations: int
    chases: int
    top_down: bool
    repeat_byes: bool
    left: int
    rounds: int

    @property
    def late(self) -> bool:
        """Whether the last quarter of the event has begun."""
        return self.left * 4 <= self.rounds

    def hoped(self, count: int, of: int) -> bool:
        """Whether so many of so many endings are enough to hope."""
        return count > 0 and count * WHOLE >= self.hope * of

    def lost(self, meeting: int, apart: int, of: int) -> bool:
        """Whether a chaser loses control when he does not meet the leader."""
        return meeting > apart and (meeting - apart) * 100 >= self.loss * of


def at(values: tuple[int, ...], left: int) -> int:
    """The entry of a list that counts from the last round backwards."""
    return values[min(left, len(values)) - 1]


def spreads_of(request: Request) -> tuple[int, ...]:
    """The Gibson spreads in thousandths: named for COP, else the event's own, else those of COP."""
    named = request.params.get("spread")
    if named is None and request.stakes.gibson_spread not in ((), GIBSON_SPREAD):
        return request.stakes.gibson_spread
    return tuple(value // 1000 for value in numbers_in(SPREAD if named is None else named))


def settings_of(request: Request) -> Settings:
    """The settings of a request for its round."""
    params, left = request.params, max(1, request.left)
    control = int(params.get("control", CONTROL))
    return Settings(
        hope=at(numbers_in(params.get("hope", HOPE)), left),
        spread=at(spreads_of(request), left),
        loss=int(params.get("loss", LOSS)),
        control=left <= control,
        fresh=left == control,
        simulations=int(params.get("sims", SIMULATIONS)),
        chases=int(params.get("chases", CHASES)),
        top_down=params.get("byes") == "top",
        repeat_byes=params.get("second", "no") == "yes",
        left=left,
        rounds=request.rounds,
    )


def stakes_of(request: Request, settings: Settings) -> Stakes:
    """What is played for, as COP reads it: one Gibson spread for every round to come."""
    asked = request.stakes
    return Stakes(
        asked.prizes, asked.bands, (settings.spread,), asked.gibson_groups, "cop", asked.class_prizes
    )
