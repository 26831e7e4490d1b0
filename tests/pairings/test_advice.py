from __future__ import annotations

import pytest

from pairings.plan.advice import advice
from pairings.plan.impossible_plans import impossible
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan


def plan(text: str) -> Plan:
    found = parse_plan(text)
    assert isinstance(found, Plan), found
    return found


@pytest.mark.parametrize(
    ("text", "players", "names"),
    [
        ("swiss 1-4", 32, {"few_swiss_rounds"}),
        ("swiss 1-5", 32, set()),
        ("swiss 1-5", 33, {"few_swiss_rounds"}),
        ("swiss 1-7", 6, {"more_rounds_than_opponents", "round_robin_fits"}),
        ("swiss 1-7", 8, {"round_robin_fits"}),
        ("rr 1-7", 8, set()),
        ("rr 1-7", 7, set()),
        ("rr(double) 1-14", 8, set()),
        ("rr 1-6", 8, {"round_robin_incomplete"}),
        ("swiss 1-6, koth 7-8", 40, set()),
        ("swiss 1-6, koth 7-9", 40, {"long_koth"}),
        ("koth 1-22", 40, {"long_koth"}),
        ("swiss 1-5, koth 6, swiss 7-9", 40, {"early_koth"}),
        ("swiss 1-6, qoth 7-9", 40, {"long_koth"}),
        ("swiss 1-6, swiss(lag=1) 7", 40, {"lag_in_last_round"}),
        ("rr(double) 1-7", 8, {"round_robin_incomplete"}),
        ("rr 1-14", 8, set()),
        ("quads 1-3, swiss 4-9", 40, set()),
        ("quads 1-3, swiss 4-9", 42, {"groups_uneven"}),
        ("quads 1-4, swiss 5-10", 40, {"groups_incomplete"}),
        ("sixes 1-5, swiss 6-11", 36, set()),
        ("fontes 1-3, swiss 4-9", 40, set()),
        ("swiss 1-6, fontes 7-9", 40, {"late_fontes"}),
        ("fontes 1-3", 7, {"one_group"}),
        ("swiss 1-6, factor(5) 7", 40, set()),
        ("swiss 1-4, factor(5) 5", 9, {"factor_too_large"}),
        ("quartile(4) 1, swiss 2-4", 7, {"quarters_too_small"}),
        ("swiss 1-6, elimination(8) 7-9", 40, set()),
        ("swiss 1-6, playoff(4,best_of=3) 7-10", 40, {"bracket_unfinished"}),
        ("random 1-3, swiss 4-9", 40, set()),
    ],
)
def test_advice_warns_and_never_blocks(text: str, players: int, names: set[str]) -> None:
    assert {one.name for one in advice(plan(text), players)} == names


@pytest.mark.parametrize(
    ("text", "teams", "names"),
    [
        ("team_rr 1-4", (4, 4), set()),
        ("team_rr 1-3", (4, 4), {"team_match_incomplete"}),
        ("team_rr 1-4", (4, 3), {"teams_uneven"}),
        ("team_rr(2) 1-8", (4, 4), set()),
        ("team_rr 1-4", (2, 2, 2), set()),
        ("team_rr 1-8", (3, 3, 3), set()),
    ],
)
def test_advice_on_teams_knows_their_sizes(text: str, teams: tuple[int, ...], names: set[str]) -> None:
    """Three teams of three have an empty seat each: two other teams of four seats are eight rounds."""
    assert {one.name for one in advice(plan(text), sum(teams), teams)} == names


def test_advice_is_a_plain_sentence() -> None:
    said = [one.sentence for one in advice(plan("rr(double) 1-7, koth 8-10"), 8)]
    assert said == [
        "'rr(times=2) 1-7' has 7 rounds, but 8 players need 14 for everybody to meet 2 times.",
        "'koth 8-10' is more than two rounds of king of the hill; the same few players keep meeting.",
    ]


@pytest.mark.parametrize(
    ("text", "players", "teams", "sentences"),
    [
        ("swiss 1-3", 2, (), []),
        ("swiss 1-3", 1, (), ["A round needs 2 players; there are 1."]),
        (
            "swiss 1-3, elimination(8) 4-6",
            5,
            (),
            ["'elimination(size=8) 4-6' is a bracket of 8; there are only 5 players."],
        ),
        ("swiss 1-3, playoff 4-9", 3, (), ["'playoff 4-9' is a bracket of 4; there are only 3 players."]),
        ("team_rr 1-3", 8, (), ["'team_rr 1-3' needs two teams or more; the entrants name 0."]),
        ("team_rr 1-3", 8, (4, 4), []),
        (
            "fontes 1-4",
            12,
            (),
            ["'fontes 1-4' has 4 rounds; Initial Fontes runs over 2 or an odd number of them."],
        ),
        ("fontes 1-2, swiss 3", 12, (), []),
        (
            "fontes 1-4, elimination(16) 5-8",
            12,
            (),
            [
                "'fontes 1-4' has 4 rounds; Initial Fontes runs over 2 or an odd number of them.",
                "'elimination(size=16) 5-8' is a bracket of 16; there are only 12 players.",
            ],
        ),
        (
            "tables(least=3) 1",
            2,
            (),
            ["'tables(least=3) 1' seats 3 or more at a table; there are only 2 players."],
        ),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(
    text: str, players: int, teams: tuple[int, ...], sentences: list[str]
) -> None:
    found = impossible(plan(text), players, teams)
    assert (list(found.sentences) if found else []) == sentences
