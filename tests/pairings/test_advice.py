from __future__ import annotations

import pytest

from pairings.advice import advice, impossible
from pairings.plan import Plan, parse_plan


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
    ],
)
def test_advice_warns_and_never_blocks(text: str, players: int, names: set[str]) -> None:
    assert {one.name for one in advice(plan(text), players)} == names
