"""Every field from 2 to 60, with latecomers and leavers: valid rounds, and the optimum that networkx finds
too.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, product

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.checks.check_round import Round, check_round
from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.event.history import Bye, History, named_in
from pairings.rounds import request as requests
from pairings.rounds import result as results
from pairings.rounds.field import Field, field_of
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import SCHEMES, pair
from tests.pairings.making import ok
from tests.sweeps import swept

PLANS = {
    "swiss": "swiss(slide) 1-4, swiss(fold) 5, swiss(adjacent) 6, swiss(random) 7",
    "koth": "swiss 1-2, koth(repeats=0) 3-5, koth 6-7",
    "rr": "rr 1-7",
    "double": "rr(double) 1-7",
    "mixed": "rr 1-2, swiss(lag=1) 3-5, koth(repeats=1) 6-7",
}


def event(players: int, plan: str, seed: int, late: int = 0, withdrawn: int = 0) -> Simulated:
    made = simulate(
        Setting(
            players, 7, seed, PLANS[plan], late, withdrawn, clubs=3, constraints=Constraints(clubs="avoid")
        )
    )
    assert isinstance(made, Simulated), made
    return made


def before(made: Simulated, number: int) -> History:
    return made.history.upto(number - 1)


def met_before(made: Simulated, number: int) -> Counter[frozenset[str]]:
    tables = [named_in(outcome) for outcomes in before(made, number).rounds for outcome in outcomes]
    return Counter(frozenset(seats) for seats in tables if len(seats) == 2)


def byes_before(made: Simulated, number: int) -> Counter[str]:
    """Byes and absences that count as one."""
    given = [o.entrant for outcomes in before(made, number).rounds for o in outcomes if isinstance(o, Bye)]
    return Counter(given)


def fresh_pairing_exists(players: Iterable[str], met: Counter[frozenset[str]]) -> bool:
    """Whether networkx finds a round without a repeat; an odd field leaves one out."""
    nodes = [*players]
    nodes += ["bye"] if len(nodes) % 2 else []
    graph = nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(pair for pair in combinations(nodes, 2) if not met[frozenset(pair)])
    return len(nx.max_weight_matching(graph, maxcardinality=True)) * 2 == len(nodes)


def playing(result: Result) -> list[str]:
    return [one for board in result.boards for one in board.seats] + [bye.entrant for bye in result.byes]


def assert_a_round(made: Simulated, result: Result) -> None:
    """Everybody who is there exactly once, one bye only in an odd field, tables by number."""
    here = [e.id for e in made.history.entrants if e.absence_in(result.round) is None]
    assert sorted(playing(result)) == sorted(here)
    assert len(result.byes) == len(here) % 2
    assert [board.table for board in result.boards] == list(range(1, len(result.boards) + 1))


def valid_rounds(players: int, plan: str, seed: int) -> None:
    """An event with latecomers and leavers, every round of it looked at."""
    late, withdrawn = (0, 0) if players < 6 else (players % 3, players % 4)
    made = event(players, plan, seed, late, withdrawn)
    for result, verdict in zip(made.results, made.verdicts, strict=True):
        assert_a_round(made, result)
        assert verdict.valid, verdict.findings


# What lies between is for `./td soak`.
FIELDS = (*range(2, 13), 60)


@swept("plan, players", product(PLANS, FIELDS), name=lambda case: f"{case[0]}:{case[1]}")
def test_every_field_gives_valid_rounds_with_latecomers_and_leavers(players: int, plan: str) -> None:
    valid_rounds(players, plan, players)


@pytest.mark.soak
@swept(
    "plan, players",
    product(PLANS, range(2, 61)),
    name=lambda case: f"{case[0]} from {case[1] // 10}0:{case[1]}",
)
def test_every_field_up_to_sixty_gives_valid_rounds_with_latecomers_and_leavers(
    players: int, plan: str
) -> None:
    for seed in (players, players + 100):
        valid_rounds(players, plan, seed)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    players=st.integers(4, 40),
    seed=st.integers(0, 10_000),
    plan=st.sampled_from(["swiss", "rr"]),
    late=st.integers(0, 1),
    withdrawn=st.integers(0, 1),
)
def test_nobody_meets_again_while_a_round_without_repeats_exists(
    players: int, seed: int, plan: str, late: int, withdrawn: int
) -> None:
    made = event(players, plan, seed, late, withdrawn)
    for result in made.results:
        met = met_before(made, result.round)
        repeats = sum(met[frozenset(board.seats)] for board in result.boards)
        assert repeats == 0 or not fresh_pairing_exists(playing(result), met)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(players=st.integers(3, 31), seed=st.integers(0, 10_000), withdrawn=st.integers(0, 2))
def test_nobody_gets_a_second_bye_while_another_could_sit_out(
    players: int, seed: int, withdrawn: int
) -> None:
    made = event(players, "swiss", seed, 0, min(withdrawn, players - 2))
    for result in made.results:
        had, met = byes_before(made, result.round), met_before(made, result.round)
        repeats = sum(met[frozenset(board.seats)] for board in result.boards)
        for bye in result.byes:
            fewer = [one for one in playing(result) if had[one] < had[bye.entrant]]
            rest = [[x for x in playing(result) if x != one] for one in fewer]
            assert repeats or not any(fresh_pairing_exists(others, met) for others in rest)


def cheapest(found: Field, system: str) -> tuple[int, ...]:
    """The lexicographically cheapest round by networkx, with integers as long as they need to be."""
    tiers = SCHEMES[system](found).tiers
    nodes = list(range(found.n + found.n % 2))
    big = 1 << 64
    graph = nx.Graph()
    vectors = {}
    for i, j in combinations(nodes, 2):
        vectors[i, j] = [tier.bye(i) if j == found.n else tier.pair(i, j) for tier in tiers]
        packed = 0
        for value in vectors[i, j]:
            packed = packed * big + value
        graph.add_edge(i, j, weight=packed)
    pairs = [(min(p), max(p)) for p in nx.min_weight_matching(graph)]
    return tuple(sum(vectors[p][at] for p in pairs) for at in range(len(tiers)))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    players=st.integers(2, 26),
    seed=st.integers(0, 10_000),
    plan=st.sampled_from(["swiss", "koth", "rr", "mixed"]),
    number=st.integers(1, 7),
)
def test_the_price_is_the_one_networkx_finds(players: int, seed: int, plan: str, number: int) -> None:
    made = event(players, plan, seed)
    played = made.results[number - 1]
    asked = Request(
        before(made, number), number, played.system, constraints=Constraints(clubs="avoid"), seed=seed
    )
    result, found = ok(pair(asked)), field_of(asked)
    assert result.certificate.optimal
    least = dict(
        zip([t.name for t in SCHEMES[asked.system](found).tiers], cheapest(found, asked.system), strict=True)
    )
    assert dict(result.cost) == {name: value for name, value in least.items() if name != "tie"}


@settings(max_examples=40, deadline=None, derandomize=True)
@given(players=st.integers(2, 40), seed=st.integers(0, 10_000), plan=st.sampled_from(sorted(PLANS)))
def test_the_same_request_gives_the_same_answer_however_it_arrives(
    players: int, seed: int, plan: str
) -> None:
    """Asked twice, through JSON, and with the roster and the outcomes in another order."""
    made = event(players, plan, seed)
    played = made.results[-1]
    history = before(made, played.round)
    asked = Request(history, played.round, played.system, seed=seed)
    answer = ok(pair(asked))
    through = requests.from_data(json.loads(json.dumps(requests.to_data(asked))))
    assert through == asked
    back = results.from_data(json.loads(json.dumps(results.to_data(answer))))
    assert back == answer == pair(asked)
    turned = replace(
        history,
        entrants=history.entrants[::-1],
        rounds=tuple(outcomes[::-1] for outcomes in history.rounds),
    )
    other = ok(pair(replace(asked, history=turned)))
    assert (other.boards, other.byes, other.digest) == (answer.boards, answer.byes, answer.digest)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(players=st.integers(2, 40), seed=st.integers(0, 10_000))
def test_the_checker_counts_what_the_engine_counted(players: int, seed: int) -> None:
    made = event(players, "swiss", seed)
    for result, verdict in zip(made.results, made.verdicts, strict=True):
        assert verdict.numbers["repeats"] == verdict.numbers["fewest_repeats"]
        assert verdict.numbers["gap_squared"] == dict(result.cost)["score_gap"]
        assert verdict.numbers["club_meetings"] == dict(result.cost)["club"]
        again = Round(result.round, result.pairs(), tuple(b.entrant for b in result.byes), result.absent)
        assert check_round(made.history, again).numbers == verdict.numbers
