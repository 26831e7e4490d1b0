"""What cannot stand in one plan together: rounds planned twice or not at all, sessions that end nowhere or are lagged across."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.messages import say
from pairings.event.refusals import Refusal
from pairings.plan.plan import Plan, Span
from pairings.rounds.parameters import BASED_ON_BEGINNING


def cover_mistakes(spans: Sequence[Span], rounds: int | None) -> Iterator[Refusal]:
    """Rounds that stand twice or nowhere."""
    expected = 1
    for span in spans:
        if span.first < expected:
            sentence = say(
                "Round %(first)s is planned twice; the second time by '%(span)s'.",
                first=span.first,
                span=span,
            )
            yield Refusal("plan_overlap", sentence)
        elif span.first > expected:
            yield Refusal(
                "plan_hole",
                say("%(first)s before '%(span)s'.", first=missing(expected, span.first - 1), span=span),
            )
        expected = max(expected, span.last + 1)
    yield from length_mistakes(expected - 1, rounds)


def length_mistakes(planned: int, rounds: int | None) -> Iterator[Refusal]:
    """A plan shorter or longer than the event."""
    if rounds is not None and planned < rounds:
        yield Refusal(
            "plan_hole",
            say(
                "%(rounds)s; the event has %(rounds_)s rounds.",
                rounds=missing(planned + 1, rounds),
                rounds_=rounds,
            ),
        )
    if rounds is not None and planned > rounds:
        sentence = say(
            "The plan goes on to round %(planned)s; the event has %(rounds)s rounds.",
            planned=planned,
            rounds=rounds,
        )
        yield Refusal("plan_overlap", sentence)


def missing(first: int, last: int) -> str:
    """'Round 4 has no system' or 'Rounds 4-6 have no system'."""
    return (
        say("Round %(first)s has no system", first=first)
        if first == last
        else say("Rounds %(first)s-%(last)s have no system", first=first, last=last)
    )


def break_mistakes(plan: Plan) -> Iterator[Refusal]:
    """Breaks outside the plan, and rounds that lag back across one (tsh refuses them too)."""
    for after in plan.breaks:
        if not 1 <= after < plan.rounds:
            text = say(
                "'break %(after)s' is outside the plan; a session can end after rounds 1 to %(rounds)s.",
                after=after,
                rounds=plan.rounds - 1,
            )
            yield Refusal("round_out_of_order", text)
    for span in plan.spans:
        yield from lag_mistakes(plan, span)


def lag_mistakes(plan: Plan, span: Span) -> Iterator[Refusal]:
    """The first round of a span that would be paired on standings from before a session break.

    Groups rest on the standings of their beginning anyway; only their first round can lag.
    """
    last = span.first if span.system in BASED_ON_BEGINNING else span.last
    for number in range(span.first, last + 1) if span.lag else ():
        based_on = plan.round(number).based_on
        crossed = next((after for after in plan.breaks if based_on < after < number), None)
        if crossed is not None:
            text = say(
                "'%(span)s': round %(number)s would rest on the standings after round %(based_on)s, "
                "from before the session break after round %(crossed)s; plan round %(number_)s without lag.",
                span=span,
                number=number,
                based_on=based_on,
                crossed=crossed,
                number_=number,
            )
            yield Refusal("lag_across_break", text)
            return
