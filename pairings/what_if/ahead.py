"""Several rounds paired at once, before any of them is played.

| source | implemented |
|---|---|
| liwords | round robins, team rounds, Fontes and random rounds do not look at the standings: any number ahead |
| tsh | lagged and grouped rounds: as far ahead as the results they rest on are there |

Each round is added to the next request as tables without results, so meetings, starts and byes go on counting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.messages import say
from pairings.event.history import Bye, History, Outcome, Unfinished
from pairings.event.refusals import Refusals, refuse
from pairings.plan.plan import Plan
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems import pair


def unplayed(result: Result) -> tuple[Outcome, ...]:
    """A paired round as it hangs on the wall: tables without results, and its byes."""
    tables = tuple(Unfinished(board.table, board.seats) for board in result.boards)
    return tables + tuple(Bye(bye.entrant) for bye in result.byes)


def with_round(history: History, result: Result) -> History:
    """A history with a paired round added."""
    return replace(history, rounds=(*history.rounds[: result.round - 1], unplayed(result)))


def last_result(history: History) -> int:
    """The last round up to which every table has its result."""
    rounds = enumerate(history.rounds, start=1)
    open_rounds = (number for number, row in rounds if any(isinstance(one, Unfinished) for one in row))
    return min(open_rounds, default=len(history.rounds) + 1) - 1


def missing_results(plan: Plan, numbers: Iterable[int], known: int) -> Refusals | None:
    """The first round that rests on results nobody has yet."""
    for number in numbers:
        planned = plan.round(number)
        if planned.based_on > known:
            text = say(
                "Round %(number)s (%(system)s) rests on the standings after round %(based_on)s; "
                "results are complete up to round %(known)s.",
                number=number,
                system=planned.system,
                based_on=planned.based_on,
                known=known,
            )
            return refuse("results_missing", text)
    return None


def pair_ahead(request: Request, plan: Plan, last: int) -> tuple[Result, ...] | Refusals:
    """Rounds `request.round` to `last` of a plan, one after the other; or why one of them cannot be paired yet.

    The request gives everything but system, parameters and basis, which are the plan's. The seed of each round
    is the request's, raised by one from round to round.
    """
    numbers = range(request.round, min(last, plan.rounds) + 1)
    early = missing_results(plan, numbers, last_result(request.history))
    if early is not None:
        return early
    found: list[Result] = []
    for number in numbers:
        result = pair(asked_for(request, plan, number, found))
        if isinstance(result, Refusals):
            return result
        found.append(result)
    return tuple(found)


def asked_for(request: Request, plan: Plan, number: int, before: Sequence[Result]) -> Request:
    """The request for one of the rounds, with the rounds before it on the wall."""
    planned, history = plan.round(number), request.history
    for result in before:
        history = with_round(history, result)
    return replace(
        request,
        history=history,
        round=number,
        system=planned.system,
        params=planned.params,
        based_on=planned.based_on,
        seed=request.seed + number - request.round,
        lot=request.lasting_seed,
    )
