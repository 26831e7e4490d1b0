"""Who may hope for which place: the study a COP round rests on, counted from one seeded sample.

| source | implemented |
|---|---|
| liwords, factor | as many as the players below the top open place who reached it at least once, one after the other; where |
| | that is less than was simulated with, the same sample is played again with it |
| liwords, hopefulness | the best place reached in that share of endings; the best and worst reached at all |
| liwords, factor 3 | two rounds left, six open places: 4th to 6th may hope for 1st to 3rd or better, 2nd and 3rd keep control |

Every threshold is read from the same counts. liwords simulates until an interval is narrow or six seconds are over, so
that its answer depends on the machine; here the number of endings is fixed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from core.later import later
from pairings.event.cancellation import expect
from pairings.rounds.study import Chaser, Contender, Study
from pairings.standings.endings.chance import Ints
from pairings.systems.cop.chases import SIXES, Chase, Chases, first_meets
from pairings.systems.cop.hall import Ask, Hall
from pairings.systems.cop.simulation import counted

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

FEWEST = 4


def reach_of(counts: Ints, top: int) -> int:
    """How many players right below a place reached it at least once."""
    reached = counts[top + 1 :, top] > 0
    return int(np.argmin(reached)) if not reached.all() else len(reached)


def sampled(ask: Ask) -> tuple[Ints, int]:
    """The counts, and the factor they were simulated with."""
    rounds = max((coming.left for coming in ask.coming), default=1)
    counts, factor = counted(ask), min(rounds, max(1, ask.count // 2))
    reach = max(1, reach_of(counts, ask.top))
    return (counts, factor) if reach >= factor else (counted(ask, reach), reach)


def best_hope(row: Ints, ask: Ask) -> int:
    """The best place (from 1) somebody may hope for."""
    so_far = np.cumsum(row).tolist()
    total = ask.settings.simulations
    return next(k for k, count in enumerate(so_far, start=1) if ask.settings.hoped(count, total))


def contender(hall: Hall, at: int, row: Ints) -> Contender:
    """One player's line."""
    reached = np.flatnonzero(row)
    return Contender(
        hall.line[at].entrant.id,
        best_hope(row, hall.ask),
        int(reached[0]) + 1,
        int(reached[-1]) + 1,
        int(row[0]),
        int(row[: hall.ask.prizes].sum()),
        hall.ask.safe[at],
    )


def lowest_for(hopes: list[int], place: int) -> int:
    """The lowest (from 0) who may hope for a place (from 0), himself at least."""
    return max([place, *(at for at, hope in enumerate(hopes) if hope - 1 <= place)])


def factor_three(ask: Ask) -> tuple[bool, Chase | None]:
    """Whether the first six play factor 3, and else whom the leader has to meet because that would cost him control."""
    settings = ask.settings
    fits = settings.left == 2 and ask.count >= 2 * SIXES and not any(ask.safe[: 2 * SIXES])
    if not fits or len(set(ask.groups[: 2 * SIXES])) > 1:
        return False, None
    counts = counted(ask, opening=SIXES)
    hopes = [int(counts[SIXES + k, : k + 1].sum()) for k in range(SIXES)]
    if not all(settings.hoped(count, settings.simulations) for count in hopes):
        return False, None
    harmed = first_meets(ask) if settings.control else None
    return harmed is None, harmed


def most_endings(ask: Ask) -> int:
    """How many endings are simulated at most: the sample twice, that of factor 3, and both ways for each chaser halving finds."""
    settings = ask.settings
    chasers = (settings.control and settings.left > 1) * (ask.count.bit_length() + SIXES)
    return (2 + (settings.left == 2)) * settings.simulations + 2 * chasers * settings.chases


@lru_cache(maxsize=16)
def counts_of(ask: Ask) -> tuple[Ints, int, bool, Chase | None, Chases, int | None]:
    """Everything that is simulated for one round; kept, for a round is looked at more than once."""
    expect(most_endings(ask))
    counts, factor = sampled(ask)
    sixes, harmed = factor_three(ask)
    chases, destiny = Chases(ask), None
    settings = ask.settings
    if settings.control and settings.left > 1 and not ask.safe[0] and ask.count >= FEWEST:
        lowest = lowest_for([best_hope(row, ask) for row in counts], 0)
        if not sixes and harmed is None:
            destiny = chases.destiny(lowest)
    return counts, factor, sixes, harmed, chases, destiny


def studied(hall: Hall) -> Study:
    """The study of a round: simulated, unless the request brought it."""
    brought = hall.field.request.study
    ids = [one.entrant.id for one in hall.line]
    if brought is not None and [one.entrant for one in brought.contenders] == ids:
        return brought
    ask = hall.ask
    counts, factor, sixes, harmed, chases, destiny = counts_of(ask)
    known = dict(chases.known)
    if harmed is not None:
        known[harmed.place] = harmed
    above = destiny is not None and ask.settings.left > FEWEST and not ask.settings.fresh and destiny > 1
    return Study(
        contenders=tuple(contender(hall, at, counts[at]) for at in range(ask.count)),
        endings=ask.settings.simulations,
        factor=factor,
        seed=ask.seed,
        chases=ask.settings.chases,
        chasers=tuple(Chaser(ids[at], one.meeting, one.apart) for at, one in sorted(known.items())),
        destiny="" if destiny is None else ids[destiny],
        beside=ids[destiny - 1] if above and destiny is not None else "",
        sixes=sixes,
        first_meets="" if harmed is None else ids[harmed.place],
        left=ask.settings.left,
        spread=ask.settings.spread,
        placed=ask.prizes,
        top_down=ask.settings.top_down,
    )
