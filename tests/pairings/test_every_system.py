"""Every system there is, in fields of 2 to 60, with latecomers, leavers and wishes: a valid round or a refusal.

The systems are taken from the table of systems, so that a new one is tried as soon as it stands there. Valid is
what the independent checker calls valid.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.event.refusals import NUMBERS, Refusals
from pairings.rounds.parameters import SET_BY_PLAN, SYSTEMS, Param
from pairings.rounds.request import Constraints
from tests.sweeps import swept

BY_PLAN = sorted(set(SYSTEMS) - {"manual"})
PLAYERS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 21)
KEEP = st.sampled_from(["ignore", "avoid", "never"])


def values(param: Param) -> st.SearchStrategy[str]:
    if param.choices:
        return st.sampled_from(param.choices)
    return st.integers(param.low, min(param.high, param.low + 4)).map(str)


@st.composite
def plans(draw: st.DrawFn, system: str, rounds: int) -> str:
    """Perhaps some other rounds first, then the system, with some of its parameters."""
    free = [name for name in SYSTEMS[system] if name not in SET_BY_PLAN and name != "lag"]
    named = draw(st.lists(st.sampled_from(free), unique=True, max_size=2)) if free else []
    said = ",".join(f"{name}={draw(values(SYSTEMS[system][name]))}" for name in named)
    before = draw(st.sampled_from(["", "swiss 1, ", "random 1, koth 2, "]))
    first = 1 + before.count(",")
    return f"{before}{system}({said}) {first}-{rounds}"


@st.composite
def wishes(draw: st.DrawFn, players: int) -> Constraints:
    """A few wishes, some of which cannot hold together."""
    ids = [str(number) for number in range(1, players + 1)]
    pair = st.lists(st.sampled_from(ids), min_size=2, max_size=2, unique=True).map(tuple)
    some = st.lists(pair, max_size=2).map(tuple)
    few = st.lists(st.sampled_from(ids), max_size=2, unique=True).map(tuple)
    wild = draw(st.booleans())
    return Constraints(
        locked=draw(some) if wild else (),
        forbidden=draw(some),
        byes=draw(few) if wild else (),
        no_bye=draw(few),
        starters=draw(few),
        clubs=draw(KEEP) if wild else "avoid",
        teams=draw(KEEP) if wild else "ignore",
        apart=draw(some),
        repeat_cap=draw(st.sampled_from([None, 0, 1])) if wild else None,
        back_to_back=draw(KEEP) if wild else "avoid",
    )


@st.composite
def events(draw: st.DrawFn, system: str, sizes: tuple[int, ...], rounds: int) -> Setting:
    players = draw(st.sampled_from(sizes))
    away = st.integers(0, min(2, max(0, (players - 3) // 2)))
    return Setting(
        players=players,
        rounds=rounds,
        seed=draw(st.integers(0, 9999)),
        plan=draw(plans(system, rounds)),
        late=draw(away),
        withdrawn=draw(away),
        ties=100,
        clubs=draw(st.integers(0, 3)),
        constraints=draw(wishes(players)),
        teams=draw(st.sampled_from([0, 2, 3])),
        classes=draw(st.integers(0, 2)),
        forfeits=30,
    )


def assert_round_or_refusal(setting: Setting) -> None:
    made = simulate(setting)
    if isinstance(made, Refusals):
        assert made.items
        assert all(item.number == NUMBERS[item.name] for item in made.items)
        assert all(item.sentence.endswith(".") for item in made.items), made.sentences
        return
    assert isinstance(made, Simulated)
    for verdict, result in zip(made.verdicts, made.results, strict=True):
        errors = [finding.sentence for finding in verdict.findings if finding.severity == "error"]
        assert not errors, (setting, result.round, errors)
        assert verdict.numbers["byes"] == len(result.byes)


@pytest.mark.parametrize("system", BY_PLAN)
def test_every_system_gives_a_valid_round_or_a_numbered_refusal(system: str) -> None:
    @settings(max_examples=6, deadline=None, derandomize=True, database=None)
    @given(events(system, PLAYERS, 4))
    def tried(setting: Setting) -> None:
        assert_round_or_refusal(setting)

    tried()


@swept("system, players", product(BY_PLAN, (2, 3, 12, 60)), name=lambda case: f"{case[1]} players:{case[0]}")
def test_a_plain_event_of_every_system_has_no_fault_the_checker_can_find(system: str, players: int) -> None:
    """Without wishes nothing can be refused but a bracket that is over, or teams that are not there."""
    rounds = 1 if players == 2 else 2
    made = simulate(Setting(players, rounds, players, f"{system} 1-{rounds}", clubs=0, teams=2))
    assert isinstance(made, Simulated), made
    assert [
        finding for verdict in made.verdicts for finding in verdict.findings if finding.severity == "error"
    ] == []


@pytest.mark.soak
@pytest.mark.parametrize("system", BY_PLAN)
def test_every_system_in_every_field_for_a_long_time(system: str) -> None:
    @settings(max_examples=600, deadline=None, database=None)
    @given(events(system, tuple(range(2, 61)), 7))
    def tried(setting: Setting) -> None:
        assert_round_or_refusal(setting)

    tried()
