"""What an event from outside may hold: bounds, so that no file makes the engine work for ever."""

from __future__ import annotations

from collections.abc import Iterator

from pairings.event.history import Bye, Entrant, Forfeit, History, Outcome, Played, named_in
from pairings.event.refusals import Refusal
from pairings.rounds.parameters import ROUNDS_MAX

PLAYERS_MAX = 10_000
FIGURE_MAX = 1_000_000
ID_MAX = 200
SEATS_MAX = 4


def outside(value: int | None, least: int = -FIGURE_MAX) -> bool:
    """Whether a figure is none an event can have."""
    return value is not None and not least <= value <= FIGURE_MAX


def event_mistakes(history: History) -> Iterator[Refusal]:
    """Everything in an event that is beyond its bounds, one sentence each."""
    if len(history.entrants) > PLAYERS_MAX:
        text = f"The event has {len(history.entrants)} entrants; at most {PLAYERS_MAX} are read."
        yield Refusal("unreadable", text)
    if len(history.rounds) > ROUNDS_MAX:
        yield Refusal(
            "unreadable", f"The event has {len(history.rounds)} rounds; at most {ROUNDS_MAX} are read."
        )
    if any(outside(cap, 0) for cap in (history.spread_cap, *history.spread_caps)):
        yield Refusal("unreadable", f"A spread cap has to be from 0 to {FIGURE_MAX}.")
    if outside(history.spread_growth):
        yield Refusal("unreadable", f"The growth of the spread cap has to be within {FIGURE_MAX}.")
    for at, entrant in enumerate(history.entrants):
        yield from entrant_mistakes(at, entrant)
    for number, outcomes in enumerate(history.rounds, start=1):
        for outcome in outcomes:
            yield from outcome_mistakes(number, outcome)


def entrant_mistakes(at: int, entrant: Entrant) -> Iterator[Refusal]:
    """An id nobody can write, figures out of range, absences that begin nowhere."""
    if not 0 < len(entrant.id) <= ID_MAX:
        text = f"The id of entrant {at + 1} has {len(entrant.id)} letters; it has to have 1 to {ID_MAX}."
        yield Refusal("unreadable", text)
    figures = {"seed": entrant.seed, "rating": entrant.rating, "seniority": entrant.seniority}
    for name, value in (*figures.items(), ("fixed table", entrant.fixed_table)):
        if outside(value):
            text = f"The {name} of {entrant.id[:40]!r} is {value}; it has to be within {FIGURE_MAX}."
            yield Refusal("unreadable", text, (entrant.id,))
    for absence in entrant.absences:
        if absence.first < 1:
            text = f"An absence of {entrant.id[:40]!r} begins in round {absence.first}; rounds count from 1."
            yield Refusal("round_out_of_order", text, (entrant.id,))


def outcome_mistakes(number: int, outcome: Outcome) -> Iterator[Refusal]:
    """Tables nobody could sit at, and scores nobody could make."""
    who = named_in(outcome)
    least = 2 if isinstance(outcome, Played) else 1
    if not least <= len(who) <= SEATS_MAX:
        text = f"Round {number} has an outcome of {len(who)} players; it has to be {least} to {SEATS_MAX}."
        yield Refusal("unreadable", text, who[: SEATS_MAX + 1])
    if any(outside(figure) for figure in figures_of(outcome)):
        text = (
            f"Round {number} holds a figure beyond {FIGURE_MAX} for {', '.join(one[:40] for one in who[:4])}."
        )
        yield Refusal("unreadable", text, who[:SEATS_MAX])


def figures_of(outcome: Outcome) -> Iterator[int | None]:
    """Scores, spreads and the table of an outcome."""
    if not isinstance(outcome, Bye):
        yield outcome.table
    if isinstance(outcome, Played):
        for seat in outcome.seats:
            yield from (seat.score, seat.before, seat.penalty, seat.fine)
    elif isinstance(outcome, Forfeit):
        yield from (outcome.loss_spread, outcome.win_spread, *outcome.scores)
    else:
        yield getattr(outcome, "spread", 0)
