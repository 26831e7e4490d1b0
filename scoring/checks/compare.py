"""Two sheets of one game, turn by turn: they agree, one of them is wrong by the arithmetic, or it cannot be decided.

Sheets may leave things out: what only one of them has written is no difference. A row only one sheet has is shown as
such and does not shift the comparison of what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from core.messages import Message, gettext_noop
from scoring.board.tile_reading import clean, quoted
from scoring.checks.choose_ruleset import Choice
from scoring.checks.findings import ERROR, UNVERIFIABLE, Finding
from scoring.checks.validate import Report, validate
from scoring.rules.loading import Ruleset
from scoring.sheets.scoresheet import LONGEST, PLAY, Scoresheet, Turn

AGREE, FIRST_WRONG, SECOND_WRONG, BOTH_WRONG, UNDECIDED = (
    "agree",
    "first_wrong",
    "second_wrong",
    "both_wrong",
    "undecided",
)
_FIELDS = ("seat", "kind", "position", "word", "tiles", "number", "score", "total", "verdict", "reason")
Pair = tuple[int | None, int | None]
# A row that stands alone costs so much; a stretch of more rows that differ, and sheets longer than any game, are put
# together by number.
_ALONE, _LARGE = 3, 40
# Findings that say which writing of a field is impossible.
_ABOUT = {
    "score": frozenset(
        {"score_wrong", "points_for_nothing", "withdrawn_wrong", "adjust_wrong", "time_wrong"}
    ),
    "total": frozenset({"total_wrong"}),
}

_AGREE = gettext_noop("Both sheets agree.")
_WRONG = gettext_noop("%(fields)s: the %(which)s sheet is wrong by the arithmetic: %(why)s")
_BOTH = gettext_noop("%(fields)s: both sheets are wrong by the arithmetic.")
_EITHER = gettext_noop(
    "%(fields)s: both can be right by the arithmetic; ask the players or look at the board."
)
_NOTHING = gettext_noop("%(fields)s: too little is written to decide.")
_ONLY = gettext_noop("Only the %(which)s sheet has this row.")


@dataclass(frozen=True)
class Compared:
    """One row: its place in each sheet (0-based, None: missing), the answer, why, and the fields that differ."""

    first: int | None
    second: int | None
    answer: str
    message: Message
    fields: tuple[str, ...] = ()

    def as_data(self) -> dict[str, object]:
        at = {"first": _from_one(self.first), "second": _from_one(self.second)}
        return {**at, "answer": self.answer, "fields": list(self.fields), "message": str(self.message)}


@dataclass(frozen=True)
class Comparison:
    """All rows in order, and the final totals of both sheets where they differ."""

    first: Report
    second: Report
    rows: tuple[Compared, ...]

    @property
    def same(self) -> bool:
        return all(row.answer == AGREE for row in self.rows)


def compare(
    ruleset: Ruleset, first: Scoresheet, second: Scoresheet, *, choice: Choice | None = None
) -> Comparison:
    """Compare turn by turn; both are validated by the same ruleset."""
    one = validate(ruleset, first, choice=choice)
    two = one if first == second else validate(ruleset, second, choice=choice)
    return Comparison(one, two, tuple(_rows(one, two)))


def _rows(one: Report, two: Report) -> Iterator[Compared]:
    for at, other in _aligned(one.sheet.turns, two.sheet.turns):
        if at is None or other is None:
            which = "first" if other is None else "second"
            yield Compared(at, other, UNDECIDED, Message("only", _ONLY, {"which": which}))
        else:
            yield _compared(one, two, at, other)


def _aligned(one: Sequence[Turn], two: Sequence[Turn]) -> Iterator[Pair]:
    """Rows that belong together: by seat and word or points, not by number alone."""
    if max(len(one), len(two)) > LONGEST:
        yield from _by_number(range(len(one)), range(len(two)))
        return
    matcher = SequenceMatcher(
        None, [_key(turn) for turn in one], [_key(turn) for turn in two], autojunk=False
    )
    for tag, low, high, start, end in matcher.get_opcodes():
        if tag == "equal" or high - low > _LARGE or end - start > _LARGE:
            yield from _by_number(range(low, high), range(start, end))
        else:
            yield from _likely(one, two, range(low, high), range(start, end))


def _by_number(rows: range, others: range) -> Iterator[Pair]:
    return zip_longest(rows, others)


def _likely(one: Sequence[Turn], two: Sequence[Turn], rows: range, others: range) -> list[Pair]:
    """Rows that differ, put together so that as few as can be are about different turns; the rest stand alone."""
    costs: dict[tuple[int, int], tuple[int, list[Pair]]] = {}
    for at in range(rows.stop, rows.start - 1, -1):
        for other in range(others.stop, others.start - 1, -1):
            ways: list[tuple[int, list[Pair]]] = []
            if at < rows.stop:
                cost, rest = costs[at + 1, other]
                ways.append((cost + _ALONE, [(at, None), *rest]))
            if other < others.stop:
                cost, rest = costs[at, other + 1]
                ways.append((cost + _ALONE, [(None, other), *rest]))
            if at < rows.stop and other < others.stop:
                cost, rest = costs[at + 1, other + 1]
                ways.append((cost + _apart(one[at], two[other]), [(at, other), *rest]))
            costs[at, other] = min(ways, key=lambda way: way[0]) if ways else (0, [])
    return costs[rows.start, others.start][1]


def _apart(turn: Turn, twin: Turn) -> int:
    """How unlikely it is that two rows are about one turn: where two of these differ they are not."""
    if turn.is_move != twin.is_move:
        return 3 * _ALONE
    differ = [_differs(turn.seat, twin.seat), turn.kind != twin.kind, _differs(turn.word, twin.word)]
    return _ALONE * sum(differ)


def _key(turn: Turn) -> tuple[object, ...]:
    return turn.seat, turn.kind, turn.score


def _compared(one: Report, two: Report, at: int, other: int) -> Compared:
    fields = _different(one, two, at, other)
    if not fields:
        return Compared(at, other, AGREE, Message("agree", _AGREE))
    wrong, wrong_too = _impossible(one, at, fields), _impossible(two, other, fields)
    facts: dict[str, object] = {"fields": ", ".join(fields)}
    if wrong and wrong_too:
        return Compared(at, other, BOTH_WRONG, Message("both_wrong", _BOTH, facts), fields)
    if wrong or wrong_too:
        finding = wrong or wrong_too
        told = {**facts, "which": "first" if wrong else "second", "why": finding.message if finding else ""}
        return Compared(
            at, other, FIRST_WRONG if wrong else SECOND_WRONG, Message("wrong", _WRONG, told), fields
        )
    checked = _checked(one, at) and _checked(two, other)
    return Compared(at, other, UNDECIDED, Message("either", _EITHER if checked else _NOTHING, facts), fields)


def _different(one: Report, two: Report, at: int, other: int) -> tuple[str, ...]:
    """Fields both have written, and written differently; words are the same if the same tiles were laid."""
    turn, twin = one.sheet.turns[at], two.sheet.turns[other]
    found = [name for name in _FIELDS if _differs(getattr(turn, name), getattr(twin, name))]
    return tuple(
        name for name in found if name not in ("word", "position") or not _same_tiles(one, two, at, other)
    )


def _differs(one: object, two: object) -> bool:
    if one in (None, "") or two in (None, ""):
        return False
    return (
        (clean(one).upper() != clean(two).upper())
        if isinstance(one, str) and isinstance(two, str)
        else one != two
    )


def _same_tiles(one: Report, two: Report, at: int, other: int) -> bool:
    placed, twin = one.game.steps[at].placed, two.game.steps[other].placed
    return bool(
        placed and twin and not placed.mended and not twin.mended and placed.placements == twin.placements
    )


def _impossible(report: Report, at: int, fields: tuple[str, ...]) -> Finding | None:
    """A finding at the row that concerns one of these fields and does not come from an earlier row."""
    for finding in report.of_turn(at):
        if finding.severity not in (ERROR, UNVERIFIABLE) or finding.cause is not None:
            continue
        codes = [_ABOUT[name] for name in fields if name in _ABOUT]
        elsewhere = not any(finding.code in known for known in _ABOUT.values())
        if any(finding.code in known for known in codes) or (elsewhere and set(fields) - set(_ABOUT)):
            return finding
        if "word" in fields or "position" in fields:
            return finding
    return None


def _checked(report: Report, at: int) -> bool:
    step = report.game.steps[at]
    return step.turn.kind != PLAY or (step.played is not None and step.certain)


def _from_one(number: int | None) -> int | None:
    return None if number is None else number + 1


def comparison_lines(found: Comparison) -> list[str]:
    """One line a row; totals last."""
    lines = [_line(found, row) for row in found.rows]
    totals = [
        " : ".join("-" if t is None else str(t) for t in one.totals) for one in (found.first, found.second)
    ]
    same = "the same totals" if totals[0] == totals[1] else f"totals {totals[0]} and {totals[1]}"
    differ = sum(row.answer != AGREE for row in found.rows)
    return [*lines, f"{differ} of {len(found.rows)} rows differ; {same}"]


def _line(found: Comparison, row: Compared) -> str:
    report, at = (found.first, row.first) if row.first is not None else (found.second, row.second)
    turn = report.sheet.turns[at or 0]
    what = f"{turn.position} {quoted(turn.word)}".strip() or turn.kind
    places = f"{_shown(row.first)}/{_shown(row.second)}"
    return f"{places:>8} {what:24} {row.answer:12} {'' if row.answer == AGREE else row.message}".rstrip()


def _shown(number: int | None) -> str:
    return "-" if number is None else str(number + 1)
