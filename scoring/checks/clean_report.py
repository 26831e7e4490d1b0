"""What is told of a game that was proven clean, as findings."""

from __future__ import annotations

from core.messages import Message
from scoring.checks.choose_ruleset import Choice
from scoring.checks.findings import HOLDS, UNVERIFIABLE, Finding, code_of, rule_text
from scoring.clean.proof import Proven
from scoring.clean.state import Notice
from scoring.rules.loading import Ruleset


def clean_findings(ruleset: Ruleset, proven: Proven, choice: Choice | None) -> tuple[Finding, ...]:
    """What is told of a clean game: nothing worse than a question, each in the words of `finding_codes.py`."""
    notices = list(proven.notices)
    if choice is not None:
        notices.insert(0, ("ruleset_assumed", choice.facts, None, None, None, None))
    return tuple(_finding(ruleset, notice) for notice in notices)


def clean_checks(proven: Proven) -> dict[str, str]:
    """The answer of each kind of check, as `final_totals.checks` gives it: nothing is broken, no line has a clock's reading."""
    written = {
        "scores": proven.plays > 0 and not proven.unsure,
        "totals": proven.moved,
        "words": proven.plays > 0,
        "positions": proven.plays > 0,
        "racks": proven.moved and not proven.rackless,
        "clock": False,
    }
    return {name: HOLDS if there else UNVERIFIABLE for name, there in written.items()}


def _finding(ruleset: Ruleset, notice: Notice) -> Finding:
    name, facts, turn, seat, recorded, computed = notice
    code = code_of(name)
    message = Message(name, code.template, facts)
    return Finding(name, code.severity, message, turn, seat, recorded, computed, rule_text(ruleset, code))
