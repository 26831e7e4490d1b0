"""Schedules and patterns in every field from 2 to 60, with latecomers, leavers, byes, locked and forbidden pairs:
a valid round or a numbered refusal, and what each system promises.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.checks.check_round import Round, Rules, check_round
from pairings.event.history import Bye, Entrant, History, Outcome, Played, Seat
from pairings.event.refusals import NUMBERS, Refusals
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.rounds.field import field_of
from pairings.rounds.parameters import SYSTEMS as PARAMETERS
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import SCHEMES, pair
from tests.pairings.making import away, field
from tests.pairings.test_every_field import cheapest
from tests.sweeps import SOAK, swept

PLANS = (
    "rr 1-9",
    "rr(double,berger) 1-9",
    "rr(double,paired,drawn) 1-9",
    "team_rr 1-9",
    "team_rr(2) 1-9",
    "interleaved 1-9",
    "quads 1-3, quads(distributed,lag=1) 4-6, quads(snaked) 7-9",
    "sixes(distributed) 1-5, sixes 6-9",
    "fontes 1-3, quartile(2) 4-5, quartile(3,lag=2) 6-7, quartile(4) 8-9",
    "fontes(snaked) 1-5, factor(3) 6-7, factor(2,lag=1,repeats=1) 8-9",
    "fontes 1-2, qoth 3-5, qoth(0,lag=2) 6-9",
    "random 1-4, random(ignored) 5-7, koth(1) last 2",
    "swiss(random,lag=1) 1-6, koth(0,lag=2) 7-9",
)
TEAMS = ("North", "South", "East")


def plan(text: str) -> Plan:
    found = parse_plan(text, 9)
    assert isinstance(found, Plan), found
    return found


def entrants(count: int, late: int, leaving: int, chance: Random) -> tuple[Entrant, ...]:
    """The last of the roster come late, those before them leave; teams by turn, one player in ten has none."""
    found = []
    for at, one in enumerate(field(count)):
        team = TEAMS[at % 2 if count % 3 else at % 3] if at % 10 < 9 else ""
        absences = ()
        if count > 4 and at >= count - late:
            absences = (away(1, chance.randint(1, 5)),)
        elif count > 4 and at >= count - late - leaving:
            absences = (away(chance.randint(2, 8), withdrawn=True),)
        found.append(replace(one, team=team, absences=absences))
    return tuple(found)


def wishes(here: list[str], chance: Random) -> Constraints:
    """Now and then a locked pair, two forbidden ones and a bye asked for."""
    if len(here) < 6 or chance.random() < 0.4:
        return Constraints()
    one, other, third, fourth, fifth, sitting = chance.sample(here, 6)
    asked = (sitting,) if chance.random() < 0.5 else ()
    return Constraints(locked=((one, other),), forbidden=((one, third), (fourth, fifth)), byes=asked)


def scores(result: Result, chance: Random) -> tuple[Outcome, ...]:
    games = (
        Played(board.table, tuple(Seat(one, chance.randint(250, 500)) for one in board.seats))
        for board in result.boards
    )
    return (*games, *(Bye(bye.entrant) for bye in result.byes))


def assert_valid(request: Request, result: Result) -> None:
    """Everybody there exactly once; the independent checker finds no error; every board and bye says why."""
    here = sorted(one.id for one in request.present())
    named = [one for board in result.boards for one in board.seats] + [bye.entrant for bye in result.byes]
    assert sorted(named) == here
    asked = set(request.constraints.byes)
    assert len({bye.entrant for bye in result.byes} - asked) == (len(here) - len(asked)) % 2
    assert [board.table for board in result.boards] == list(range(1, len(result.boards) + 1))
    pairs = tuple(board.seats for board in result.boards)
    round_ = Round(result.round, pairs, tuple(bye.entrant for bye in result.byes), result.absent)
    rules = Rules(forbidden=request.constraints.forbidden, asked_byes=request.constraints.byes)
    assert check_round(request.history, round_, rules).valid
    assert all({*locked} in [{*seats} for seats in pairs] for locked in request.constraints.locked)
    assert all(one.why.endswith(".") for one in (*result.boards, *result.byes))


def refused_well(answer: Refusals) -> bool:
    return all(item.number in NUMBERS.values() and item.sentence.endswith(".") for item in answer.items)


def event(count: int, text: str, seed: int, late: int, leaving: int, rounds: int = 9) -> list[Result]:
    """Play an event by a plan; every round is valid or refused by number (and then played without wishes)."""
    chance, planned = Random(seed), plan(text)
    history, found = History(entrants(count, late, leaving, chance)), []
    for number in range(1, rounds + 1):
        step = planned.round(number)
        asked = Request(
            history, number, step.system, step.params, step.based_on, seed=seed + number, lot=seed
        )
        here = [one.id for one in asked.present()]
        wished = replace(asked, constraints=wishes(here, chance))
        answer = pair(wished)
        if isinstance(answer, Refusals):
            assert refused_well(answer)
            wished, answer = asked, pair(asked)
        if isinstance(answer, Refusals):
            assert refused_well(answer)
            return found
        assert_valid(wished, answer)
        found.append(answer)
        history = History(history.entrants, (*history.rounds, scores(answer, chance)))
    return found


@swept("count", (*range(2, 13), 60))
def test_every_field_gives_valid_rounds_or_a_numbered_refusal(count: int) -> None:
    """Each field plays two of the plans; over the fields every plan meets small, odd, even and large ones."""
    for at in (0, 6):
        text = PLANS[(count + at) % len(PLANS)]
        event(count, text, count, count % 3, count % 4, rounds=3 if count > 20 else 7)


# Nine, ten and eleven are tables as five, six and seven are, one more; the soak has them too.
@swept(
    "text, count",
    product(PLANS, (2, 3, 4, 5, 6, 7, *((9, 10, 11) if SOAK else ()))),
    name=lambda case: f"{case[0]}:{case[1]}",
)
def test_small_fields_play_every_plan(count: int, text: str) -> None:
    event(count, text, count, 1, 1, rounds=7)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    count=st.integers(2, 60),
    text=st.sampled_from(PLANS),
    seed=st.integers(0, 10_000),
    late=st.integers(0, 4),
    leaving=st.integers(0, 4),
)
def test_any_event_gives_valid_rounds_or_a_numbered_refusal(
    count: int, text: str, seed: int, late: int, leaving: int
) -> None:
    event(count, text, seed, late, leaving, rounds=5)


@pytest.mark.soak
@settings(max_examples=1500, deadline=None)
@given(
    count=st.integers(2, 60),
    text=st.sampled_from(PLANS),
    seed=st.integers(0, 1_000_000),
    late=st.integers(0, 8),
    leaving=st.integers(0, 8),
)
def test_any_event_gives_valid_rounds_or_a_numbered_refusal_at_length(
    count: int, text: str, seed: int, late: int, leaving: int
) -> None:
    event(count, text, seed, late, leaving)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(count=st.integers(2, 40), text=st.sampled_from(PLANS), seed=st.integers(0, 10_000))
def test_the_order_of_the_roster_changes_nothing(count: int, text: str, seed: int) -> None:
    chance, planned = Random(seed), plan(text)
    history = History(entrants(count, 0, 0, chance))
    turned = replace(history, entrants=history.entrants[::-1])
    step = planned.round(1)
    asked = Request(history, 1, step.system, step.params, step.based_on, seed=seed)
    one, other = pair(asked), pair(replace(asked, history=turned))
    if isinstance(one, Refusals):
        assert one == other
    else:
        assert isinstance(other, Result)
        assert (one.boards, one.byes) == (other.boards, other.byes)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    count=st.integers(2, 30), seed=st.integers(0, 10_000), text=st.sampled_from(["rr 1-9", "rr(berger) 1-9"])
)
def test_a_round_robin_never_repeats_within_a_leg_whoever_comes_and_goes(
    count: int, seed: int, text: str
) -> None:
    """Without wishes: as long as the leg lasts nobody meets twice while partners away are replaced by others left."""
    chance, planned = Random(seed), plan(text)
    history = History(entrants(count, 0, 0, chance))
    met: Counter[frozenset[str]] = Counter()
    for number in range(1, min(9, count - 1 + count % 2) + 1):
        step = planned.round(number)
        answer = pair(Request(history, number, step.system, step.params, step.based_on))
        assert isinstance(answer, Result)
        met.update(frozenset(board.seats) for board in answer.boards)
        history = History(history.entrants, (*history.rounds, scores(answer, chance)))
    assert max(met.values()) == 1


@settings(max_examples=30, deadline=None, derandomize=True)
@given(
    count=st.integers(2, 22),
    seed=st.integers(0, 10_000),
    text=st.sampled_from(PLANS),
    number=st.integers(1, 7),
)
def test_the_price_is_the_one_networkx_finds(count: int, seed: int, text: str, number: int) -> None:
    chance, planned = Random(seed), plan(text)
    history = History(entrants(count, 1, 1, chance))
    for earlier in range(1, number):
        step = planned.round(earlier)
        answer = pair(Request(history, earlier, step.system, step.params, step.based_on, seed=seed))
        if isinstance(answer, Refusals):
            return
        history = History(history.entrants, (*history.rounds, scores(answer, chance)))
    step = planned.round(number)
    asked = Request(history, number, step.system, step.params, step.based_on, seed=seed)
    result = pair(asked)
    if isinstance(result, Refusals):
        assert refused_well(result)
        return
    found = field_of(asked)
    names = [tier.name for tier in SCHEMES[step.system](found).tiers]
    least = dict(zip(names, cheapest(found, step.system), strict=True))
    assert dict(result.cost) == {name: value for name, value in least.items() if name != "tie"}
    assert result.certificate.optimal


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data())
def test_any_parameters_in_any_round_give_a_valid_round_or_a_numbered_refusal(data: st.DataObject) -> None:
    """Asked for without a plan: a schedule that began later, a lag into nothing, a factor beyond the field."""
    system = data.draw(st.sampled_from(sorted(PARAMETERS)))
    count, number = data.draw(st.integers(2, 13)), data.draw(st.integers(1, 4))
    params = {}
    for name, param in PARAMETERS[system].items():
        values = st.sampled_from(param.choices) if param.choices else st.integers(param.low, param.high)
        if name != "lag" and data.draw(st.booleans()):
            params[name] = data.draw(values)
    chance = Random(data.draw(st.integers(0, 99)))
    history = History(entrants(count, 1, 1, chance))
    for earlier in range(1, number):
        result = pair(Request(history, earlier, "swiss"))
        if isinstance(result, Refusals):
            return
        history = History(history.entrants, (*history.rounds, scores(result, chance)))
    asked = Request(history, number, system, params, data.draw(st.integers(0, number - 1)), rounds=number + 2)
    answer = pair(asked)
    if isinstance(answer, Refusals):
        assert refused_well(answer)
    else:
        named = [one for board in answer.boards for one in board.seats]
        named += [bye.entrant for bye in answer.byes]
        assert len(named) == len(set(named))
        assert all(board.why for board in answer.boards)
