"""What a plan and the wishes of a request mean for the checker: its rules for a round. No part of the checker.

Repeats and the choice of the bye are only held against systems that promise to spare them; the others are held
against what they claim (`pairings.checks.claims`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import get_args

from pairings.checks.recount import books_of, standing_order
from pairings.checks.shape import Claim, Promise, Rules, StartRule
from pairings.event.history import History
from pairings.plan.automatic import resolved
from pairings.plan.plan import Plan
from pairings.rounds.parameters import Value
from pairings.rounds.request import Constraints, Request, byes_had_by
from pairings.rounds.study import Study
from pairings.standings.standings import PRECEDENCE

SPARES_REPEATS = frozenset({"swiss", "random", "manual", "tables"})
BYE_TO_LOWEST = frozenset({"swiss", "koth", "qoth", "manual"})


def spares_repeats(system: str, params: Mapping[str, Value]) -> bool:
    """Whether a system promises as few repeats as can be."""
    if system == "swiss":
        return not {"rematch", "places"} & params.keys() and not contest(params)
    allows = params.get("repeats", "avoid") not in ("avoid", 0) or params.get("pattern") == "koth"
    return system in SPARES_REPEATS and not allows and not contest(params)


def nearness(system: str, params: Mapping[str, Value]) -> tuple[int, int, int]:
    """How many rematches a Swiss has for nothing, and what wins or places one more is worth where nothing comes before gaps."""
    if system != "swiss":
        return 0, 0, 0
    free, wins, places = (int(params.get(name, 0)) for name in ("repeats", "rematch", "places"))
    return (free, 0, 0) if contest(params) else (free, wins, places)


def contest(params: Mapping[str, Value]) -> bool:
    """Whether Gibsons and class prizes come before anything else."""
    return params.get("gibson", "off") != "off" or bool(params.get("classes", 0))


def order_after(history: History, number: int) -> tuple[str, ...]:
    """Everybody as they stood after a round."""
    everybody = [entrant.id for entrant in history.entrants]
    return tuple(standing_order(history, books_of(history, number + 1), everybody))


def rules_of(
    system: str, params: Mapping[str, Value], wishes: Constraints, claim: Claim | None, order: tuple[str, ...]
) -> Rules:
    """The rules of a round; `order` is empty where the standings of the round before count."""
    free, wins, places = nearness(system, params)
    return Rules(
        forbidden=wishes.forbidden,
        asked_byes=wishes.byes,
        order=order,
        repeats_matter=spares_repeats(system, params),
        byes_by_standing=system in BYE_TO_LOWEST and not contest(params),
        no_bye=wishes.no_bye,
        locked=(*wishes.locked, *(pair for seats in wishes.whole_tables for pair in combinations(seats, 2))),
        clubs=wishes.clubs,
        teams=wishes.teams,
        groups=wishes.apart,
        repeat_cap=wishes.repeat_cap,
        back_to_back=wishes.back_to_back,
        given_wins=byes_had_by(system, wishes),
        starters=wishes.starters,
        suited=wishes.suited,
        claim=claim,
        free_repeats=free,
        rematch=wins,
        rematch_places=places,
    )


def of_request(request: Request) -> Rules:
    """What the checker is told of a round that is being paired."""
    request = resolved(request)
    params, system = request.params, request.system
    first = int(params.get("first", request.round))
    length = int(params.get("length", 0)) or max(1, request.round - first + 1)
    claim = Claim(system, first, max(request.round, first + length - 1), tuple(sorted(params.items())))
    lagged = request.basis < request.round - 1
    order = order_after(request.history, request.basis) if lagged and system in BYE_TO_LOWEST else ()
    rules = rules_of(system, params, request.constraints, claim, order)
    # The checker ranks by wins and spread; where others count, the bye's place is not held against the round.
    usual = request.precedence[:2] == PRECEDENCE
    rules = rules if usual else replace(rules, byes_by_standing=False)
    return rules if request.study is None else promised(request.study, rules, usual and not lagged)


def promised(study: Study, rules: Rules, counts: bool) -> Rules:
    """What a COP round promises: what was counted, as it was told, and what the checker can count itself."""
    return replace(
        rules,
        promises=tuple(Promise(one.code, one.sentence, one.entrants) for one in study.musts),
        contest=(study.left, study.spread, study.placed) if counts else (0, 0, 0),
        top_down=study.top_down,
    )


def of_plan(plan: Plan, history: History, wishes: Constraints, starts: StartRule = "") -> tuple[Rules, ...]:
    """The rules of every round of an event by its plan."""
    made = []
    for number in range(1, min(plan.rounds, len(history.rounds)) + 1):
        planned = plan.round(number)
        span = next(one for one in plan.spans if one.first <= number <= one.last)
        claim = Claim(planned.system, span.first, span.last, tuple(sorted(planned.params.items())))
        lagged = planned.based_on < number - 1 and planned.system in BYE_TO_LOWEST
        order = order_after(history, planned.based_on) if lagged else ()
        rules = rules_of(planned.system, planned.params, wishes, claim, order)
        made.append(replace(rules, starts=starts if planned.system in BYE_TO_LOWEST else ""))
    return tuple(made)


def start_rules() -> tuple[str, ...]:
    """The names of the rules starters can be held against."""
    return tuple(name for name in get_args(StartRule) if name)
