"""Findings: what is said about a sheet. Every code with its severity, its sentence, and the rules it rests on.

No finding is stronger than its weakest source: an error that rests on an assumed square, value or rule becomes
`unverifiable`. docs/rules/findings.md explains the codes; docs/rules/marks.md the marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from core.messages import Message, agreeing
from scoring.checks.finding_codes import CODES
from scoring.clean.state import Notice
from scoring.marks import SOURCE
from scoring.rules.loading import Ruleset

ERROR, UNVERIFIABLE, QUESTION, INFO = "error", "unverifiable", "question", "info"
SEVERITIES = (ERROR, UNVERIFIABLE, QUESTION, INFO)
HOLDS, BROKEN = "holds", "broken"


class Code(NamedTuple):
    """`fields`: ruleset fields the finding rests on. `lines`: lines of each book, where no field carries them."""

    severity: str
    template: str
    fields: tuple[str, ...] = ()
    lines: str = ""


@dataclass(frozen=True)
class Finding:
    """One thing to say. `turn` and `seat` count from 0; `cause` is the place of its root in the report, None: itself.

    `rule`: book lines, or the mark and reason of the value it rests on.
    """

    code: str
    severity: str
    message: Message
    turn: int | None = None
    seat: int | None = None
    recorded: int | None = None
    computed: int | None = None
    rule: str = ""
    suggestion: Message | None = None
    cause: int | None = None

    def as_data(self) -> dict[str, object]:
        """Keys of one finding in JSON; turn, seat and cause count from 1."""
        return {
            "code": self.code,
            "severity": self.severity,
            "turn": _from_one(self.turn),
            "seat": _from_one(self.seat),
            "recorded": self.recorded,
            "computed": self.computed,
            "rule": self.rule,
            "message": str(self.message),
            "suggestion": None if self.suggestion is None else str(self.suggestion),
            "cause": _from_one(self.cause),
        }


def told(ruleset: Ruleset, notices: Iterable[Notice]) -> tuple[Finding, ...]:
    """Notices of a game that was proven clean as findings, each in the words of `finding_codes.py`: no more than questions."""
    found = []
    for name, facts, turn, seat, recorded, computed in notices:
        code = code_of(name)
        message, rule = agreeing(name, code.template, facts), rule_text(ruleset, code)
        found.append(Finding(name, code.severity, message, turn, seat, recorded, computed, rule))
    return tuple(found)


def _from_one(number: int | None) -> int | None:
    return None if number is None else number + 1


def code_of(name: str) -> Code:
    """The code's entry; KeyError for a code nobody wrote down."""
    return Code(*CODES[name])


def firm(ruleset: Ruleset, fields: Iterable[str]) -> bool:
    """Whether the book says all of these values, or the organisers decided them."""
    return all(ruleset.marks[name].firm for name in fields)


def rule_text(ruleset: Ruleset, code: Code, fields: Iterable[str] = ()) -> str:
    """Where the rule stands: lines of the book, or why the value is as it is."""
    names = tuple(dict.fromkeys((*fields, *code.fields)))
    weakest = next((name for name in names if not ruleset.marks[name].firm), names[0] if names else "")
    if weakest:
        mark = ruleset.marks[weakest]
        return mark.text if mark.kind == SOURCE else f"{mark.kind}: {mark.text}"
    return _of_book(code.lines, ruleset.book)


def _of_book(lines: str, book: str) -> str:
    """The part of `SAL:80-86 SET:88-116 BIS:28` that belongs to the book; all of it for another book."""
    own = [part for part in lines.split() if part.startswith(book)] if book else []
    return ", ".join(own or lines.split())


def verdict_of(findings: Iterable[Finding], certain: bool) -> str:
    """broken: an error; unverifiable: something could not be checked; holds: everything was checked and is right."""
    severities = {finding.severity for finding in findings}
    if ERROR in severities:
        return BROKEN
    return HOLDS if certain and UNVERIFIABLE not in severities else UNVERIFIABLE


Summary = Mapping[str, object]
