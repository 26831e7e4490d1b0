"""What is wrong with something handed in: one form for all rooms."""

from __future__ import annotations

from dataclasses import dataclass

from core.messages import Message


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong: what, where (in words, or a line counted from 1; 0: no single one), what would be right.

    `severity`: "error", or "warning" for what is taken all the same.
    """

    what: str
    where: str = ""
    line: int = 0
    remedy: str = ""
    severity: str = "error"

    @property
    def code(self) -> str:
        """Stable for programs; empty where the sentence has none."""
        return self.what.code if isinstance(self.what, Message) else ""


class Unfit(ValueError):
    """Raised where reading cannot go on; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.what)
        self.problem = problem

    @property
    def code(self) -> str:
        """Stable for programs."""
        return self.problem.code


def unfit(code: str, template: str, **facts: object) -> Unfit:
    """What is raised for a marked template with its facts: `raise unfit("bad-sign", _SIGN, sign=sign)`."""
    return Unfit(Problem(Message(code, template, facts)))
