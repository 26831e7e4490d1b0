"""A plan made longer or shorter, with another end: what somebody says who thinks of rounds first and of systems second."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.messages import say
from pairings.event.refusals import Refusals, refuse
from pairings.plan.plan import Plan, Span
from pairings.plan.read_plan import parse_plan
from pairings.rounds.parameters import ROUNDS_MAX

# What a plan ends with: its last rounds stay the last ones, however many there are.
HILLS = ("koth", "qoth")


def end_of(plan: Plan) -> tuple[str, int]:
    """The system of the last rounds and how many they are, where that is a hill after something else; else "" and 0."""
    span = plan.spans[-1]
    return (span.system, span.length) if len(plan.spans) > 1 and span.system in HILLS else ("", 0)


def shaped(plan: Plan, rounds: int, end: tuple[str, int] | None = None) -> Plan | Refusals:
    """The plan over so many rounds; `end`: a system and how many last rounds it gets ("" and 0: none of their own).

    What comes before the end is cut, or its last system goes on longer. Mistakes come as sentences.
    """
    if not 1 <= rounds <= ROUNDS_MAX:
        return refuse("rounds", say("An event has 1 to %(most)s rounds.", most=ROUNDS_MAX))
    body, tail = list(plan.spans), None
    if end_of(plan)[1]:
        tail = body.pop()
    if end is not None:
        tail = Span(end[0], 1, end[1]) if end[1] else None
    length = tail.length if tail else 0
    if length >= rounds:
        return refuse(
            "rounds",
            say(
                "Too few rounds (%(rounds)s): none is left before the last %(last)s. Play more, or end like the rounds before.",
                rounds=rounds,
                last=length,
            ),
        )
    spans = list(_fitted(body, rounds - length))
    if tail:
        spans.append(replace(tail, first=rounds - length + 1, last=rounds))
    breaks = tuple(number for number in plan.breaks if number < rounds)
    return parse_plan(str(Plan(tuple(spans), breaks)), rounds)


def _fitted(spans: Sequence[Span], rounds: int) -> Iterator[Span]:
    """The spans up to a round, the last of them over all that is left."""
    kept = [span for span in spans if span.first <= rounds]
    yield from kept[:-1]
    yield replace(kept[-1], last=rounds)
