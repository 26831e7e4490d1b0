"""One guard, how it is taken away, what tests came by it. Nothing else of the project is loaded here: it may hold guards."""

from __future__ import annotations

from dataclasses import dataclass, field

# An item, and which of a sweep's cases; None for all there are.
Unit = tuple[str, frozenset[str] | None]


@dataclass(frozen=True)
class Guard:
    """One guard: its name, what is replaced where, and the tests that have to notice.

    edits: (file, old text, new text), the old text exactly once in the file. services: its tests need PostgreSQL.
    lines: (file, number from 1, new line). command, constraint: what the guard is of, where that is all there is to it.
    """

    name: str
    edits: tuple[tuple[str, str, str], ...]
    tests: tuple[str, ...]
    services: bool = False
    lines: tuple[tuple[str, int, str], ...] = field(default=())
    command: str = ""
    constraint: str = ""

    def applied(self, text: str, file: str) -> str:
        """The file's text without the guard. Raises ValueError when the guard is not where it was."""
        for name, old, new in self.edits:
            if name == file:
                if text.count(old) != 1:
                    raise ValueError(f"{self.name}: {old!r} stands {text.count(old)} times in {file}")
                text = text.replace(old, new)
        return _with_lines(text, [line for line in self.lines if line[0] == file])

    @property
    def files(self) -> set[str]:
        return {edit[0] for edit in self.edits} | {line[0] for line in self.lines}


def guard(name: str, file: str, old: str, new: str, *tests: str, services: bool = False) -> Guard:
    """One guard in one file."""
    return Guard(name, ((file, old, new),), tests, services)


def _with_lines(text: str, lines: list[tuple[str, int, str]]) -> str:
    rows = text.splitlines(keepends=True)
    for _file, number, new in lines:
        rows[number - 1] = new
    return "".join(rows)


@dataclass
class Seen:
    """What came of running items: which came by which guards and in which of their cases, what the fixtures they share
    came by, their cases, and the seconds of each that passed.
    """

    reach: dict[int, dict[str, set[str]]]
    shared: set[int]
    cases: dict[str, set[str]]
    passed: dict[str, float]
