"""What a COP round rests on: who can still finish where, counted once, and whom that makes meet.

It comes with the result and may go back into a request: then nothing is simulated again. Shares are counts of
endings, so every figure is a whole number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.messages import say
from pairings.event.refusals import Refusal

if TYPE_CHECKING:
    from pairings.event.history import History

SIMULATIONS_MAX = 1_000_000


@dataclass(frozen=True, slots=True)
class Contender:
    """One player's endings: the best place reached often enough to hope for, the best and the worst reached at all,
    in how many endings he was first and in the prizes; `safe`: a Gibson.
    """

    entrant: str
    hope: int
    best: int
    worst: int
    firsts: int
    prizes: int
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Chaser:
    """How often somebody who wins all his games wins the event: meeting the leader, and never meeting him."""

    entrant: str
    meeting: int
    apart: int


@dataclass(frozen=True, slots=True)
class Must:
    """Something the round has to keep, and why. `entrants`: two who meet, one who sits out, or nobody by name."""

    code: str
    sentence: str
    entrants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """Everything a COP round was decided on.

    `contenders` in the order of the standings; `endings` were simulated, `chases` for each chaser. `factor`: places
    between opponents in the simulated rounds. `destiny`: the one who has to meet the leader, `beside`: or he.
    `sixes`: first to third meet fourth to sixth; `first_meets`: the leader meets him, so that nobody loses control
    by that. `left`: rounds left, this one included; `spread`: the Gibson spread; `placed`: the last place that wins a
    prize; `top_down`: byes go to the highest placed.
    """

    contenders: tuple[Contender, ...]
    endings: int
    factor: int
    seed: int = 0
    chases: int = 0
    chasers: tuple[Chaser, ...] = ()
    destiny: str = ""
    beside: str = ""
    sixes: bool = False
    first_meets: str = ""
    left: int = 0
    spread: int = 0
    placed: int = 0
    top_down: bool = False
    musts: tuple[Must, ...] = ()


def study_mistakes(study: Study | None, history: History) -> Iterator[Refusal]:
    """What is wrong with a study that came with a request: players nobody knows, or counts that cannot be."""
    if study is None:
        return
    known = {entrant.id for entrant in history.entrants}
    named = [*(one.entrant for one in study.contenders), *(one.entrant for one in study.chasers)]
    named += [one for one in (study.destiny, study.beside, study.first_meets) if one]
    for entrant in dict.fromkeys(named):
        if entrant not in known:
            text = say("The study names %(entrant)s, who is not among the entrants.", entrant=f"{entrant!r}")
            yield Refusal("unknown_entrant", text, (entrant,))
    counts = [n for one in study.contenders for n in (one.firsts, one.prizes)]
    counts += [n for one in study.chasers for n in (one.meeting, one.apart)]
    places = [n for one in study.contenders for n in (one.hope, one.best, one.worst)]
    wrong_counts = not 1 <= study.endings <= SIMULATIONS_MAX or any(
        not 0 <= n <= SIMULATIONS_MAX for n in counts
    )
    if wrong_counts or any(n < 1 for n in places) or study.factor < 1:
        yield Refusal("unreadable", say("The study holds counts or places that no simulation can give."))
