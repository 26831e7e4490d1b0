"""What a plan says of a round, for pages that show something only where the plan has it; never refuses."""

from __future__ import annotations

from pairings.plan.plan import Plan, RoundPlan
from pairings.plan.read_plan import parse_plan
from pairings.standings.matchplay import Scoring, scoring_of
from tdapp.events.models import Division

MATCHES = "matches"


def round_of(division: Division, number: int) -> RoundPlan | None:
    """What the plan says of a round; None beyond it, or where it cannot be read."""
    plan = parse_plan(division.plan, division.rounds_planned)
    return plan.round(number) if isinstance(plan, Plan) and 1 <= number <= plan.rounds else None


def match_rounds(division: Division) -> tuple[tuple[int, ...], Scoring]:
    """The rounds the plan gives to team matches, and the match points of the first of them."""
    plan = parse_plan(division.plan, division.rounds_planned)
    spans = [one for one in plan.spans if one.system == MATCHES] if isinstance(plan, Plan) else []
    rounds = tuple(number for one in spans for number in range(one.first, one.last + 1))
    return rounds, scoring_of(dict(spans[0].params)) if spans else Scoring()
