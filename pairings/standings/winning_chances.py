"""Who can still win: counted over many simulated endings, with the interval the count leaves open.

What is impossible is not left to chance: `reachable_places` counts it out, and the simulation only says how often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from core.later import later
from core.messages import say
from pairings.event.history import Entrant, History, Played, Unfinished, named_in
from pairings.event.ordinals import nth
from pairings.event.refusals import Refusals, refuse
from pairings.event.table_points import HALF
from pairings.standings.clinch import table_at
from pairings.standings.endings.chance import Ints
from pairings.standings.endings.first_places import first_places
from pairings.standings.endings.games import game_in
from pairings.standings.endings.packing import Coming, Pair, keep_pages, packing_of
from pairings.standings.endings.playing import endings
from pairings.standings.gibson import spread_decides
from pairings.standings.interval import percent, wilson
from pairings.standings.outlook import Outlook, Rest, outlooks
from pairings.standings.reachable_places import Finish, finishes
from pairings.standings.stakes import Stakes
from pairings.standings.standings import PRECEDENCE

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

SIMULATIONS = 20_000
SIMULATIONS_MAX = 2_000_000
CELLS = 400_000
# After so many endings those who can still take a place that pays are told of, before the rest is played.
FIRST = 2_000
Model = Literal["coin", "ratings"]
Step = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Question:
    """Who can still win after round `after` of `rounds`? The same question gives the same answer anywhere."""

    history: History
    after: int
    rounds: int
    stakes: Stakes = Stakes()  # noqa: RUF009 - frozen
    precedence: tuple[str, ...] = PRECEDENCE
    simulations: int = SIMULATIONS
    model: Model = "coin"
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Chance:
    """One player: in how many endings he won, was in the prizes, won a prize of his class (shared ones count);
    `low` and `high` bound his chance to win in millionths at 99 %; `best`, `worst`: places still possible.
    """

    entrant: str
    firsts: int
    prizes: int
    class_prizes: int
    low: int
    high: int
    best: int
    worst: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Chances:
    """All players in the order of the standings, and what the count rests on."""

    lines: tuple[Chance, ...]
    simulations: int
    seed: int
    sentence: str


def mistake_in(question: Question) -> Refusals | None:
    """What makes a question senseless."""
    if not 0 <= question.after <= len(question.history.rounds):
        text = say(
            "There are %(rounds)s rounds; none is number %(after)s.",
            rounds=len(question.history.rounds),
            after=question.after,
        )
        return refuse("round_out_of_order", text)
    if question.rounds < question.after:
        text = say(
            "The event has %(rounds)s rounds; round %(after)s is beyond them.",
            rounds=question.rounds,
            after=question.after,
        )
        return refuse("round_out_of_order", text)
    if question.precedence[0] != "wins":
        return refuse(
            "unreadable", say("Who can still win is only counted where wins come first in the ranking.")
        )
    if not 1 <= question.simulations <= SIMULATIONS_MAX:
        text = say(
            "%(simulations)s simulations are asked for; it has to be 1 to %(it)s.",
            simulations=question.simulations,
            it=SIMULATIONS_MAX,
        )
        return refuse("unreadable", text)
    if any(
        len(named_in(o)) > 2 for rounds in question.history.rounds for o in rounds if isinstance(o, Played)
    ):
        return refuse("wrong_table_size", say("Endings can only be simulated for tables of two."))
    return None


def waiting_pairs(history: History, index: dict[str, int]) -> list[tuple[int, Pair]]:
    """Tables without a result, with their round."""
    return [
        (number, (index[outcome.seats[0]], index[outcome.seats[1]]))
        for number, outcomes in enumerate(history.rounds, start=1)
        for outcome in outcomes
        if isinstance(outcome, Unfinished) and len(outcome.seats) == 2 and set(outcome.seats) <= index.keys()
    ]


def coming_in(rest: Rest, entrants: Sequence[Entrant], number: int) -> Coming:
    """A round nobody has been paired for yet."""
    absent = [entrant.absence_in(number) for entrant in entrants]
    free = tuple(i for i, gone in enumerate(absent) if gone is None)
    byes = tuple(i for i, gone in enumerate(absent) if gone is not None and gone.intent == "bye")
    losses = tuple(i for i, gone in enumerate(absent) if gone is not None and gone.intent == "forfeit")
    return Coming(rest.swing(number), rest.rounds - number + 1, (), free, byes, losses)


def everything_to_come(rest: Rest, entrants: Sequence[Entrant]) -> list[Coming]:
    """Open tables first, then every round to the last."""
    index = {entrant.id: i for i, entrant in enumerate(entrants)}
    waiting = waiting_pairs(rest.history, index)
    numbers = sorted({number for number, _ in waiting})
    open_now = [Coming(rest.swing(n), 1, tuple(p for r, p in waiting if r == n), ()) for n in numbers]
    return open_now + [coming_in(rest, entrants, n) for n in range(rest.after + 1, rest.rounds + 1)]


def ratings_of(entrants: Sequence[Entrant], model: Model) -> Ints | None:
    """Ratings at entry, the unrated at the mean of the others; None where a coin decides."""
    if model == "coin":
        return None
    rated = [entrant.rating for entrant in entrants if entrant.rating]
    mean = sum(rated) // len(rated) if rated else 0
    return np.array([entrant.rating or mean for entrant in entrants], dtype=np.int64)


@dataclass(slots=True)
class Tally:
    """How often each player ended where."""

    firsts: Ints
    prizes: Ints
    class_prizes: Ints


def simulated(
    question: Question, field: Sequence[Outlook], rest: Rest, step: Step | None, first: Callable[[Tally, int], None]
) -> Tally:  # fmt: skip
    """Play all endings, batch by batch; `step(done, total)` after each may raise to stop, `first` hears once of the first."""
    entrants = [one.entrant for one in field]
    coming, start = everything_to_come(rest, entrants), [(one.points // HALF, one.spread) for one in field]
    packing, ratings = packing_of(start, coming), ratings_of(entrants, question.model)
    games, now = [game_in(one, packing, ratings) for one in coming], np.sort(packing.begin(start))
    classes = np.array([one.klass for one in entrants], dtype=object)
    tally, last = (
        Tally(*(np.zeros(len(field), dtype=np.int64) for _ in range(3))),
        question.stakes.last_prize(len(field)),
    )
    counted = [first_places(packing, 1, tally.firsts), first_places(packing, last, tally.prizes)]
    counted += [
        first_places(packing, one.places, tally.class_prizes, members)
        for one in question.stakes.class_prizes
        if len(members := np.flatnonzero(classes == one.klass))
    ]
    size, total = max(1, CELLS // max(1, len(field))), question.simulations
    keep_pages()
    for batch, done in enumerate(range(0, total if field else 0, size)):
        rows = min(size, total - done)
        for ended in endings(now, coming, games, rows, (question.seed, batch), packing):
            ended.down_to(max(one.near for one in counted))
            for one in counted:
                one.count(ended)
        if done < FIRST <= done + rows < total:
            first(tally, done + rows)
        if step is not None:
            step(done + rows, total)
    return tally


def sentence_of(one: Outlook, firsts: int, total: int, finish: Finish, bounds: tuple[int, int]) -> str:
    """'Ana wins 61.2 % of 20000 simulated endings (99 % sure: 60.3 to 62.1).'"""
    if finish.best > 1:
        return say(
            "%(name)s can no longer win; %(best)s is the best place they can take.",
            name=one.name,
            best=nth(finish.best),
        )
    if finish.worst == 1:
        return say("%(name)s has won.", name=one.name)
    low, high = bounds
    if not firsts:
        return say(
            "%(name)s can still win, but did in none of %(total)s simulated endings (at most %(high)s %%).",
            name=one.name,
            total=total,
            high=percent(high, 2),
        )
    share = percent(firsts * 1_000_000 // total)
    return say(
        "%(name)s wins %(share)s %% of %(total)s simulated endings (99 %% sure: %(low)s to %(high)s).",
        name=one.name,
        share=share,
        total=total,
        low=percent(low),
        high=percent(high),
    )


def chance_of(one: Outlook, at: int, tally: Tally, total: int, finish: Finish) -> Chance:
    """One player's line."""
    firsts = int(tally.firsts[at])
    bounds = wilson(firsts, total) if finish.best == 1 and finish.worst > 1 else certain(finish)
    text = sentence_of(one, firsts, total, finish, bounds)
    others = int(tally.prizes[at]), int(tally.class_prizes[at])
    return Chance(one.entrant.id, firsts, *others, *bounds, finish.best, finish.worst, text)


def certain(finish: Finish) -> tuple[int, int]:
    """The bounds of what is no chance any more."""
    return (1_000_000, 1_000_000) if finish.best == 1 else (0, 0)


def chances(
    question: Question, step: Step | None = None, so_far: Callable[[Chances], None] | None = None
) -> Chances | Refusals:
    """Who can still win, and how often they do in simulated endings. Ranks by wins and spread.

    `step(done, total)` is called after every batch; what it raises ends the work. `so_far` hears once, where there is much to
    play, what the first endings say of those who can still take a place that pays: what a question of so many is answered.
    """
    wrong = mistake_in(question)
    if wrong is not None:
        return wrong
    history = question.history.upto(question.after)
    rest = Rest(history, question.after, question.rounds, question.stakes)
    field = outlooks(table_at(history, question.after, question.precedence), rest)
    found = finishes(field, rest, spread_decides(question.precedence, field))

    def told(tally: Tally, done: int, wanted: Sequence[int]) -> Chances:
        lines = (chance_of(field[at], at, tally, done, found[field[at].entrant.id]) for at in wanted)
        return Chances(tuple(lines), done, question.seed, basis_of(replace(question, simulations=done)))

    def first(tally: Tally, done: int) -> None:
        if so_far is not None:
            last = question.stakes.last_prize(len(field))
            paid = [found[one.entrant.id].best <= last for one in field]
            so_far(told(tally, done, [at for at in range(len(field)) if paid[at] or tally.class_prizes[at]]))

    tally = simulated(question, field, rest, step, first)
    return told(tally, question.simulations, range(len(field)))


def basis_of(question: Question) -> str:
    """What a count rests on, in one sentence."""
    how = (
        say("a fair coin in every game")
        if question.model == "coin"
        else say("ratings deciding how likely a win is")
    )
    return say(
        "%(simulations)s endings from round %(after)s of %(rounds)s, seed %(seed)s, with %(how)s; ranked by wins and spread.",
        simulations=question.simulations,
        after=question.after,
        rounds=question.rounds,
        seed=question.seed,
        how=how,
    )
