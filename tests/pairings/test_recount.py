"""Two counts made apart: the checker's books against the standings' records, its bounds against all rounds there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.checks.bounds import best_exchange
from pairings.checks.case import case_of
from pairings.checks.check_round import Round, check_round, round_of
from pairings.checks.recount import books_of, standing_order
from pairings.checks.shape import Rules
from pairings.event.history import Absence, Bye, Forfeit, History, Outcome, Played, Seat
from pairings.event.records import fold
from pairings.standings.metrics import Stand
from pairings.standings.own_places import place_of
from pairings.standings.standings import order_of, ranked, standings
from tests.pairings.making import field, game

Rounds = Iterator[list[tuple[str, str]]]


def shuffled(players: int, seed: int, rounds: int = 4, least: int = 2, forfeits: int = 100) -> History:
    """An event drawn from a hat: tables of `least` to four, ties, forfeits, byes, somebody late, somebody gone."""
    chance = Random(seed)
    early, late = Absence(3, None, "forfeit", withdrawn=True), Absence(1, 1, "unscored")
    first, second, *others = field(players)
    entrants = (replace(first, absences=(early,)), replace(second, absences=(late,)), *others)
    history = History(entrants)
    for number in range(1, rounds + 1):
        here = [one.id for one in entrants if one.absence_in(number) is None]
        drawn = tuple(outcomes(chance.sample(here, len(here)), chance, least, forfeits))
        history = replace(history, rounds=(*history.rounds, drawn))
    return history


def outcomes(ids: list[str], chance: Random, least: int, forfeits: int) -> Iterator[Outcome]:
    """A round of players in a drawn order."""
    table = 0
    while len(ids) >= least:
        table += 1
        seats, ids = ids[: chance.randint(least, 4)], ids[4:] if least > 2 else ids[2:]
        seats = seats if least > 2 else seats[:2]
        if len(seats) == 2 and chance.randrange(1000) < forfeits:
            yield Forfeit(table, (seats[0],), (seats[1],))
        else:
            yield Played(
                table, tuple(Seat(one, chance.randint(300, 306), chance.randint(300, 310)) for one in seats)
            )
    yield from (Bye(one) for one in ids)


CAPS = ({}, {"spread_cap": 3}, {"spread_cap": 1, "spread_growth": 2}, {"spread_caps": (2, 4)})


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    players=st.integers(3, 20),
    seed=st.integers(0, 9999),
    least=st.integers(2, 4),
    caps=st.sampled_from(CAPS),
    rule=st.sampled_from(["half", "before_adjustment"]),
)
def test_the_checkers_books_are_the_standings_records(
    players: int, seed: int, least: int, caps: dict[str, object], rule: str
) -> None:
    history = replace(shuffled(players, seed, least=least), tie_rule=rule, **caps)  # type: ignore[arg-type]
    books, records = books_of(history, 5), fold(history, 4)
    for entrant in history.entrants:
        one, record = entrant.id, records[entrant.id]
        mine = (books.halves[one], books.spread[one], books.byes[one], books.starts[one], books.replies[one])
        assert mine == (record.halves, record.spread, record.byes, record.firsts, record.replies), one
        met = sum(times for pair, times in books.met.items() if one in pair)
        assert met == len(record.opponents)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(players=st.integers(3, 20), seed=st.integers(0, 9999), least=st.integers(2, 4))
def test_the_checkers_order_is_the_one_of_the_standings(players: int, seed: int, least: int) -> None:
    history = shuffled(players, seed, least=least)
    ranked = [row.entrant for row in standings(history, 4) if not row.withdrawn]
    assert standing_order(history, books_of(history, 5), ranked) == ranked


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    players=st.integers(3, 20),
    seed=st.integers(0, 9999),
    least=st.integers(2, 4),
    rules=st.sampled_from(
        [("wins", "spread"), ("wins",), ("wins", "head_to_head", "median", "firsts"), ("spread",)]
    ),
)
def test_a_place_counted_by_itself_is_the_one_of_the_table(
    players: int, seed: int, least: int, rules: tuple[str, ...]
) -> None:
    history = shuffled(players, seed, least=least)
    history = replace(
        history, entrants=(*history.entrants[:-1], replace(history.entrants[-1], house=seed % 3 == 0))
    )
    for after in range(5):
        stand, order = Stand(fold(history, after), after), order_of(rules, after)
        table = {one.record.entrant.id: one for one in ranked(stand, order)}
        held = Counter(one.rank for one in table.values() if not one.out)
        told = {key: (one.rank, one.rank is not None and held[one.rank] > 1) for key, one in table.items()}
        assert {key: place_of(stand, order, key) for key in table} == told


def all_rounds(players: Sequence[str]) -> Rounds:
    """Every way to pair an even number of players."""
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        left = [one for one in rest if one != other]
        yield from ([(first, other), *others] for others in all_rounds(left))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    players=st.sampled_from([4, 6, 8]),
    seed=st.integers(0, 9999),
    rounds=st.integers(1, 6),
    pick=st.integers(0, 104),
)
def test_a_repeat_is_called_avoidable_only_where_a_better_round_exists_and_always_where_one_does(
    players: int, seed: int, rounds: int, pick: int
) -> None:
    drawn = shuffled(players, seed, rounds)
    history = replace(drawn, entrants=tuple(replace(one, absences=()) for one in drawn.entrants))
    books = books_of(history, rounds + 1)
    ways = list(all_rounds([one.id for one in history.entrants]))
    prices = [sum((1 << books.met[frozenset(pair)]) - 1 for pair in way) for way in ways]
    chosen = pick % len(ways)
    verdict = check_round(history, Round(rounds + 1, tuple(ways[chosen])))
    sums = [sum(books.met[frozenset(pair)] for pair in way) for way in ways]
    told = any(one.code == "avoidable_repeats" for one in verdict.findings)
    assert verdict.numbers["repeats"] == sums[chosen]
    assert verdict.numbers["fewest_repeats"] in {*sums}
    assert told <= (prices[chosen] > min(prices))
    if sums[chosen] > 0 == min(sums):
        assert told
        assert verdict.numbers["fewest_repeats"] == 0


@settings(max_examples=40, deadline=None, derandomize=True)
@given(players=st.integers(6, 24), seed=st.integers(0, 9999))
def test_an_exchange_between_big_tables_saves_what_is_said(players: int, seed: int) -> None:
    history = shuffled(players, seed, least=3)
    case = case_of(history, round_of(history, 4), Rules())
    saved, a, b = best_exchange(case)
    swapped = {a: b, b: a}
    after = [tuple(swapped.get(one, one) for one in seats) for seats in case.round.tables]
    tables = (case.round.tables, after)
    before, then = (sum(case.met(*p) for seats in t for p in combinations(seats, 2)) for t in tables)
    assert before - then == saved


def test_five_hundred_players_are_checked_by_those_near_them() -> None:
    """Everybody meets the same player again; the bound for large fields finds a round without a repeat."""
    entrants = field(500)
    pairs = [(one.id, other.id) for one, other in zip(entrants[::2], entrants[1::2], strict=True)]
    played = tuple(game(one, other, table=at) for at, (one, other) in enumerate(pairs, start=1))
    numbers = check_round(History(entrants, (played,)), Round(2, tuple(pairs))).numbers
    assert (numbers["repeats"], numbers["fewest_repeats"]) == (250, 0)
