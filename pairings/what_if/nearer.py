"""The round beside a Swiss round: the same field with one rematch of a pair free, or with none.

A rematch buys nearer scores, and how many are too many is a director's judgement: so both rounds are counted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pairings.checks.check_round import Round
from pairings.checks.measures import nearness
from pairings.event.history import History
from pairings.event.refusals import Refusals
from pairings.rounds.parameters import Params
from pairings.rounds.request import Request, nearness_asked
from pairings.rounds.result import Result
from pairings.systems import pair


@dataclass(frozen=True, slots=True)
class Beside:
    """The other round: what to ask for, and of both rounds the rematches and the gaps (half wins squared, summed)."""

    params: Params
    rematches: int
    gaps: int
    own_rematches: int
    own_gaps: int


def counted(history: History, found: Result) -> tuple[int, int, int]:
    """Rematches and gaps of a round and how often two of a pair have met at most, by the checker's own books."""
    tables, byes = tuple(board.seats for board in found.boards), tuple(bye.entrant for bye in found.byes)
    return nearness(history, Round(found.round, tables, byes))


def otherwise(request: Request, most: int) -> Request:
    """The request with rematches as free as the round needs them (`most` meetings of a pair), or with none free."""
    plain = {
        name: value for name, value in request.params.items() if name not in ("repeats", "rematch", "places")
    }
    if any(nearness_asked(request)):
        return replace(request, params=plain)
    return replace(request, params={**plain, "repeats": max(1, most)})


def beside(request: Request, found: Result) -> Beside | None:
    """The other round of a Swiss; None where there is none or it is no other trade of rematches for gaps."""
    if request.system != "swiss" or request.round < 2:
        return None
    rematches, gaps, most = counted(request.history, found)
    if not rematches and not gaps:
        return None
    other = otherwise(request, most)
    made = pair(other)
    if isinstance(made, Refusals):
        return None
    theirs = counted(request.history, made)[:2]
    return None if theirs == (rematches, gaps) else Beside(dict(other.params), *theirs, rematches, gaps)
