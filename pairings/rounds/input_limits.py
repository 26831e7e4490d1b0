"""What an event from outside may hold: bounds, so that no file makes the engine work for ever."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from core.messages import say
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
        text = say(
            "The event has %(entrants)s entrants; at most %(it)s are read.",
            entrants=len(history.entrants),
            it=PLAYERS_MAX,
        )
        yield Refusal("unreadable", text)
    if len(history.rounds) > ROUNDS_MAX:
        yield Refusal(
            "unreadable",
            say(
                "The event has %(rounds)s rounds; at most %(it)s are read.",
                rounds=len(history.rounds),
                it=ROUNDS_MAX,
            ),
        )
    if any(outside(cap, 0) for cap in (history.spread_cap, *history.spread_caps)):
        yield Refusal("unreadable", say("A spread cap has to be from 0 to %(it)s.", it=FIGURE_MAX))
    if outside(history.spread_growth):
        yield Refusal(
            "unreadable", say("The growth of the spread cap has to be within %(it)s.", it=FIGURE_MAX)
        )
    for at, entrant in enumerate(history.entrants):
        yield from entrant_mistakes(at, entrant)
    for number, outcomes in enumerate(history.rounds, start=1):
        for outcome in (one for one in outcomes if not usual(one)):
            yield from outcome_mistakes(number, outcome)


def entrant_mistakes(at: int, entrant: Entrant) -> Iterator[Refusal]:
    """An id nobody can write, figures out of range, absences that begin nowhere."""
    if not 0 < len(entrant.id) <= ID_MAX:
        text = say(
            "The id of entrant %(at)s has %(id)s letters; it has to have 1 to %(it)s.",
            at=at + 1,
            id=len(entrant.id),
            it=ID_MAX,
        )
        yield Refusal("unreadable", text)
    figures = {"seed": entrant.seed, "rating": entrant.rating, "seniority": entrant.seniority}
    for name, value in (*figures.items(), (say("fixed table"), entrant.fixed_table)):
        if outside(value):
            text = say(
                "The %(name)s of %(id)s is %(value)s; it has to be within %(it)s.",
                name=name,
                id=f"{entrant.id[:40]!r}",
                value=value,
                it=FIGURE_MAX,
            )
            yield Refusal("unreadable", text, (entrant.id,))
    for absence in entrant.absences:
        if absence.first < 1:
            text = say(
                "An absence of %(id)s begins in round %(first)s; rounds count from 1.",
                id=f"{entrant.id[:40]!r}",
                first=absence.first,
            )
            yield Refusal("round_out_of_order", text, (entrant.id,))


def usual(outcome: Outcome) -> bool:
    """Whether it is a game within all bounds, as nearly all are: told without listing its figures."""
    if type(outcome) is not Played or not 2 <= len(outcome.seats) <= SEATS_MAX or outside(outcome.table):
        return False
    least, most = -FIGURE_MAX, FIGURE_MAX
    for seat in outcome.seats:
        if seat.before is not None and not least <= seat.before <= most:
            return False
        if not (least <= seat.score <= most and least <= seat.penalty <= most and least <= seat.fine <= most):
            return False
    return True


def outcome_mistakes(number: int, outcome: Outcome) -> Iterator[Refusal]:
    """Tables nobody could sit at, and scores nobody could make."""
    who = named_in(outcome)
    least = 2 if isinstance(outcome, Played) else 1
    if not least <= len(who) <= SEATS_MAX:
        text = say(
            "Round %(number)s has an outcome of %(who)s players; it has to be %(least)s to %(it)s.",
            number=number,
            who=len(who),
            least=least,
            it=SEATS_MAX,
        )
        yield Refusal("unreadable", text, who[: SEATS_MAX + 1])
    if any(outside(figure) for figure in figures_of(outcome)):
        text = say(
            "Round %(number)s holds a figure beyond %(it)s for %(who)s.",
            number=number,
            it=FIGURE_MAX,
            who=", ".join(one[:40] for one in who[:4]),
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


def history_mistakes(history: History) -> Iterable[Refusal]:
    """Ids that stand twice or nowhere, and players twice in a round."""
    known: set[str] = set()
    for entrant in history.entrants:
        if entrant.id in known:
            sentence = say("The id %(id)s stands for two entrants.", id=f"{entrant.id!r}")
            yield Refusal("duplicate_entrant", sentence, (entrant.id,))
        known.add(entrant.id)
    for number, outcomes in enumerate(history.rounds, start=1):
        yield from round_mistakes(number, outcomes, known)


def round_mistakes(number: int, outcomes: Sequence[Outcome], known: set[str]) -> Iterable[Refusal]:
    """Unknown ids and players named twice in one round."""
    seen: set[str] = set()
    games = [seat.entrant for one in outcomes if type(one) is Played for seat in one.seats]
    games += [who for one in outcomes if type(one) is not Played for who in named_in(one)]
    if known.issuperset(games) and len(set(games)) == len(games):
        return
    named = [one for outcome in outcomes for one in named_in(outcome)]
    for entrant_id in named:
        if entrant_id not in known:
            sentence = say(
                "Round %(number)s names %(entrant_id)s, who is not among the entrants.",
                number=number,
                entrant_id=f"{entrant_id!r}",
            )
            yield Refusal("unknown_entrant", sentence, (entrant_id,))
        elif entrant_id in seen:
            yield Refusal(
                "twice_in_a_round",
                say(
                    "%(entrant_id)s is twice in round %(number)s.",
                    entrant_id=f"{entrant_id!r}",
                    number=number,
                ),
                (entrant_id,),
            )
        seen.add(entrant_id)
