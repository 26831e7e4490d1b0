"""A division's ruleset: loaded once, frozen with round 1."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from core import canonical
from scoring.game.usual_results import needs_scores_before_adjustment, plausibility
from scoring.rules.loading import Checked, Ruleset, check_ruleset, check_ruleset_text, ruleset_from_data
from scoring.rules.ruleset_files import shipped_ids
from scoring.rules.written_values import Mistake, Origin
from tdapp.events.models import Division
from tdapp.kernel.messages.sentences import of_rules


def check(name: str, overrides: dict[str, Any] | list[str], file: str = "") -> Checked:
    """A ruleset with overrides (values by field, or `field=value` lines) over it, or every mistake.

    `file`: the text of a ruleset file of the division's own; without it `name` is one that ships.
    """
    return _checked(name, canonical.dumps(overrides), file)


def checked(division: Division) -> Checked:
    """The rules a division is set up with, frozen or not, or every mistake in them."""
    return check(division.ruleset, division.overrides, division.ruleset_file)


def base_of(division: Division) -> Ruleset:
    """The ruleset under a division's house rules. Raises RulesetError."""
    return check(division.ruleset, {}, division.ruleset_file).unwrap()


def sentences(found: Checked) -> list[str]:
    """One sentence for each mistake, with the line where it stands in a file."""
    return [str(one) if one.origin.line else one.message for one in found.mistakes]


@lru_cache(maxsize=64)
def _checked(name: str, overrides: str, file: str) -> Checked:
    if file:
        return check_ruleset_text(file, f"{name}.toml", canonical.loads(overrides))
    if name not in shipped_ids():
        return Checked(None, (_unknown(name),), readable=False)
    return check_ruleset(name, canonical.loads(overrides))


def _unknown(name: str) -> Mistake:
    told = _("There is no ruleset %(name)s; known are %(known)s.")
    sentence = told % {"name": name, "known": ", ".join(shipped_ids())}
    return Mistake(Origin(name), "ruleset", "unknown_ruleset", sentence)


def titles() -> list[tuple[str, str]]:
    """Id and name of each ruleset that comes with the program, for a choice."""
    return [(name, of_rules(check(name, {}).unwrap().name)) for name in shipped_ids()]


def own_title(division: Division) -> str:
    """What a division's own ruleset file calls itself, for a choice."""
    return _("%(name)s (own file)") % {"name": base_of(division).name}


def of_division(division: Division) -> Ruleset:
    """The rules a division plays by: the frozen ones, else as it is set up now. Raises RulesetError."""
    if division.ruleset_frozen:
        return _frozen(canonical.dumps(division.ruleset_frozen))
    return check(division.ruleset, _with_starter(division), division.ruleset_file).unwrap()


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
    book = base_of(division).starter.rule
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
