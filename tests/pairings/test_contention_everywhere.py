"""Chew, the Australian Draw, brackets and Gibson-aware rounds over every field: a valid round or a numbered refusal."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations, product
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.event.refusals import Refusals
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.rounds import request as requests
from pairings.rounds.field import Field, field_of
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.standings.clinch import marks
from pairings.standings.stakes import ClassPrize, Stakes
from pairings.standings.winning_chances import Chances, Question, chances
from pairings.systems import SCHEMES, pair
from tests.pairings.making import ok
from tests.sweeps import SOAK, swept

PLANS = {
    "chew": "chew 1-6",
    "nsc2008": "swiss 1-2, chew(nsc2008,gibson=off) 3-6",
    "cop": "swiss 1-2, cop(sims=300,chases=100) 3-6",
    "auto": "auto 1-6",
    "australian": "australian 1-6",
    "reset": "australian(4) 1-6",
    "elimination": "elimination 1-6",
    "playoff": "swiss 1-3, playoff(4,best_of=3,third) 4-6",
    "rest": "swiss 1-3, playoff(2,best_of=3,rest=swiss) 4-6",
    "gibson": "swiss 1-4, swiss(gibson) 5, koth(strict) 6",
    "tables": "tables 1-6",
}
OF_TWO = [name for name in PLANS if name != "tables"]
REFUSED = {201, 208}


def event(players: int, plan: str, seed: int, late: int = 0, withdrawn: int = 0) -> Simulated | Refusals:
    wishes = Constraints(clubs="avoid")
    return simulate(
        Setting(players, 6, seed, PLANS[plan], late, withdrawn, clubs=3, classes=2, constraints=wishes)
    )


def named(result: Result) -> list[str]:
    seats = [one for board in result.boards for one in board.seats]
    return sorted([*seats, *(bye.entrant for bye in result.byes), *result.sitting_out])


@swept("plan, players", product(OF_TWO, (*range(2, 13), 60)), name=lambda case: f"{case[0]}:{case[1]}")
def test_every_field_gives_valid_rounds_or_a_numbered_refusal(players: int, plan: str) -> None:
    late, withdrawn = (0, 0) if players < 6 else (players % 3, players % 4)
    made = event(players, plan, players, late, withdrawn)
    if isinstance(made, Refusals):
        assert {item.number for item in made.items} <= REFUSED, made.sentences
        return
    for result, verdict in zip(made.results, made.verdicts, strict=True):
        here = [e.id for e in made.history.entrants if e.absence_in(result.round) is None]
        assert named(result) == sorted(here)
        assert verdict.valid, verdict.findings
        assert all(board.why.endswith(".") for board in result.boards)
        assert all(bye.why for bye in result.byes)


@pytest.mark.soak
@swept(
    "plan, players, seed",
    product(OF_TWO, range(2, 61), range(5)),
    name=lambda case: f"{case[0]} from {case[1] // 10}0:{case[1]} seed {case[2]}",
)
def test_every_field_and_seed_gives_valid_rounds_or_a_numbered_refusal(
    players: int, plan: str, seed: int
) -> None:
    made = event(players, plan, seed, players % 3 if players > 5 else 0, players % 4 if players > 5 else 0)
    if isinstance(made, Refusals):
        assert {item.number for item in made.items} <= REFUSED, made.sentences
    else:
        assert all(verdict.valid for verdict in made.verdicts)


def mid_event(players: int, seed: int, stakes: Stakes, system: str, **params: str | int) -> Request:
    """The sixth round of seven after five Swiss ones."""
    made = simulate(Setting(players, 5, seed, "swiss 1-5", clubs=3, classes=2))
    assert isinstance(made, Simulated)
    return Request(made.history, 6, system, params, rounds=7, stakes=stakes, seed=seed)


STAKES = Stakes(3, gibson_spread=(250, 200), reading="cop", class_prizes=(ClassPrize("A"), ClassPrize("B")))


def cheapest(found: Field, system: str) -> tuple[int, ...]:
    """The lexicographically cheapest round by networkx."""
    scheme = SCHEMES[system](found)
    tiers, banned = scheme.tiers, {pair for wish in scheme.wishes for pair in wish.banned}
    nodes = list(range(found.n + found.n % 2))
    graph, vectors = nx.Graph(), {}
    for i, j in combinations(nodes, 2):
        if (i, j) in banned:
            continue
        vectors[i, j] = [tier.bye(i) if j == found.n else tier.pair(i, j) for tier in tiers]
        packed = 0
        for value in vectors[i, j]:
            packed = (packed << 64) + value
        graph.add_edge(i, j, weight=packed)
    best = [(min(p), max(p)) for p in nx.min_weight_matching(graph)]
    return tuple(sum(vectors[p][at] for p in best) for at in range(len(tiers)))


ASKED: dict[str, tuple[str, dict[str, str | int]]] = {
    "koth": ("koth", {"gibson": "on", "classes": 2}),
    "swiss": ("swiss", {"gibson": "on", "classes": 2}),
    "free": ("swiss", {"repeats": 1}),
    "priced": ("swiss", {"rematch": 1}),
    "both": ("swiss", {"repeats": 1, "rematch": 2, "starts": "ignored"}),
    "chew": ("chew", {"caps": "nsc2008"}),
    "cop": ("cop", {"sims": 300, "chases": 100}),
    "australian": ("australian", {}),
}


@settings(max_examples=50, deadline=None, derandomize=True)
@given(players=st.integers(4, 22), seed=st.integers(0, 10_000), asked=st.sampled_from(sorted(ASKED)))
def test_the_price_is_the_one_networkx_finds(players: int, seed: int, asked: str) -> None:
    system, params = ASKED[asked]
    request = mid_event(players, seed, STAKES, system, **params)
    result, found = ok(pair(request)), field_of(request)
    assert result.certificate.optimal
    tiers = [tier.name for tier in SCHEMES[system](found).tiers]
    least = dict(zip(tiers, cheapest(found, system), strict=True))
    assert dict(result.cost) == {name: value for name, value in least.items() if name != "tie"}


@settings(max_examples=30, deadline=None, derandomize=True)
@given(
    players=st.integers(2, 30),
    seed=st.integers(0, 10_000),
    system=st.sampled_from(["koth", "chew", "cop", "australian", "playoff"]),
)
def test_the_same_request_gives_the_same_answer_however_it_arrives(
    players: int, seed: int, system: str
) -> None:
    params: dict[str, str | int] = (
        {"gibson": "on"} if system == "koth" else {"first": 4} if system == "playoff" else {}
    )
    request = mid_event(players, seed, STAKES, system, **params)
    answer = pair(request)
    assert requests.from_data(json.loads(json.dumps(requests.to_data(request)))) == request
    history = request.history
    turned = replace(
        history, entrants=history.entrants[::-1], rounds=tuple(outcomes[::-1] for outcomes in history.rounds)
    )
    other = pair(replace(request, history=turned))
    if isinstance(answer, Refusals) or isinstance(other, Refusals):
        assert other == answer
    else:
        assert (other.boards, other.byes) == (answer.boards, answer.byes)


@settings(max_examples=100 if SOAK else 25, deadline=None, derandomize=True)
@given(
    # What tables are found for more players is proved elsewhere, and takes longest here.
    players=st.integers(2, 24 if SOAK else 12),
    seed=st.integers(0, 10_000),
    reading=st.sampled_from(["tsh", "cop"]),
    plan=st.sampled_from(["gibson", "tables"]),
    first=st.sampled_from(["wins", "points", "shares"]),
)
def test_nobody_ends_outside_the_places_his_mark_said(
    players: int, seed: int, reading: str, plan: str, first: str
) -> None:
    """Marks after each round of a played event against how it ended; a Gibson keeps his place.

    With people who leave, and at tables of two, three and four.
    """
    stakes = Stakes(players, reading=reading, class_prizes=(ClassPrize("A"),))  # type: ignore[arg-type]
    made = event(max(players, 3), plan, seed, 0, seed % 3 if players > 5 else 0)
    assert isinstance(made, Simulated)
    final = marks(made.history, 6, 6, stakes, (first, "spread"))
    for after in range(1, 6):
        for one, mark in marks(made.history, after, 6, stakes, (first, "spread")).items():
            assert mark.best <= final[one].best <= mark.worst
            assert mark.klass_best <= final[one].klass_best <= mark.klass_worst
            if mark.state == "gibson":
                assert final[one].best == mark.best == mark.worst


@settings(max_examples=15, deadline=None, derandomize=True)
@given(players=st.integers(2, 30), seed=st.integers(0, 10_000), left=st.integers(0, 4))
def test_simulated_endings_stay_inside_what_is_possible(players: int, seed: int, left: int) -> None:
    made = event(players, "gibson", seed)
    assert isinstance(made, Simulated)
    found = chances(Question(made.history, 6, 6 + left, Stakes(2), simulations=300, seed=seed))
    assert isinstance(found, Chances)
    assert sum(line.firsts for line in found.lines) >= 300
    for line in found.lines:
        assert line.firsts == 0 or line.best == 1
        assert line.firsts == 300 or line.worst > 1
        assert 0 <= line.low <= line.high <= 1_000_000


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    players=st.integers(2, 20),
    seed=st.integers(0, 10_000),
    system=st.sampled_from(["koth", "chew", "australian", "elimination"]),
)
def test_random_wishes_end_in_a_round_or_in_numbered_refusals(players: int, seed: int, system: str) -> None:
    chance = Random(seed)
    request = mid_event(players, seed, STAKES, system)
    ids = [entrant.id for entrant in request.history.entrants]
    two = [tuple(chance.sample(ids, 2)) for _ in range(4)]
    wishes = Constraints(
        locked=tuple(two[: chance.randint(0, 1)]),  # type: ignore[arg-type]
        forbidden=tuple(two[2:]),  # type: ignore[arg-type]
        byes=tuple(chance.sample(ids, chance.randint(0, 1))),
        no_bye=tuple(chance.sample(ids, chance.randint(0, 1))),
        repeat_cap=chance.choice((None, 0)),
    )
    answer = pair(replace(request, constraints=wishes))
    if isinstance(answer, Refusals):
        assert all(item.number and item.sentence for item in answer.items)
    else:
        assert named(answer) == sorted(ids)


def test_a_plan_of_all_of_it_can_be_written_and_read() -> None:
    text = "australian(reset=2) 1-3, chew(caps=nsc2008) 4-6, koth(gibson=strict,classes=2) 7, playoff(size=4) 8-9"
    plan = parse_plan(text)
    assert isinstance(plan, Plan)
    assert str(plan) == text
