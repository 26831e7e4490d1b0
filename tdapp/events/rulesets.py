"""A division's ruleset: loaded once, frozen with round 1."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from scoring.files import shipped_ids
from scoring.result import needs_scores_before_adjustment, plausibility
from scoring.ruleset import Checked, Ruleset, check_ruleset, ruleset_from_data
from tdapp.events.models import Division
from tdapp.kernel import canonical


def check(name: str, overrides: dict[str, Any] | list[str]) -> Checked:
    """The shipped ruleset with overrides (values by field, or `field=value` lines) over it, or every mistake."""
    return _checked(name, canonical.dumps(overrides))


@lru_cache(maxsize=64)
def _checked(name: str, overrides: str) -> Checked:
    return check_ruleset(name, canonical.loads(overrides))


def titles() -> list[tuple[str, str]]:
    """Id and name of each ruleset that comes with the program, for a choice."""
    return [(name, check(name, {}).unwrap().name) for name in shipped_ids()]


def of_division(division: Division) -> Ruleset:
    """The rules a division plays by: the frozen ones, else as it is set up now. Raises RulesetError."""
    if division.ruleset_frozen:
        return _frozen(canonical.dumps(division.ruleset_frozen))
    return check(division.ruleset, _with_starter(division)).unwrap()


def _with_starter(division: Division) -> dict[str, Any] | list[str]:
    """The house rules with who starts here, so that the rule sheet tells what the desk does (SAL:94 is the eldest)."""
    name, rule = "starter.rule", _starter(division)
    if isinstance(division.overrides, list):
        told = any(line.startswith(name) for line in division.overrides)
        return division.overrides if told else [*division.overrides, f"{name}={rule}"]
    return {name: rule, **division.overrides}


def _starter(division: Division) -> str:
    if division.starts_rule != Division.StartsRule.DRAWN:
        return str(division.starts_rule)
    book = check(division.ruleset, {}).unwrap().starter.rule
    return book if book == "nearest_a" else "lots"


@lru_cache(maxsize=64)
def _frozen(data: str) -> Ruleset:
    return ruleset_from_data(canonical.loads(data))


def tie_asks_before(division: Division) -> bool:
    """Whether equal final scores are decided by the scores before unplayed tiles (SAL:232, BIS:63)."""
    return needs_scores_before_adjustment(of_division(division))


def usual_scores(division: Division, seats: int) -> tuple[int, int]:
    """Lowest and highest final score that raises no question, for a table of so many seats."""
    usual = plausibility(of_division(division), seats)
    return usual.low, usual.high
