"""Two sheets of one game beside each other, turn by turn, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import Compared, Comparison, Message, Report, compare
from scoring.checks.compare import AGREE, BOTH_WRONG, FIRST_WRONG, SECOND_WRONG
from tdapp.kernel.messages.sentences import translated
from tdapp.scoresheets.lists.turns import turn_words
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.reading import as_scoresheet, ruleset_of, totals_of

SIGNS = {AGREE: "ok", FIRST_WRONG: "stop", SECOND_WRONG: "stop", BOTH_WRONG: "stop"}
ANSWERS = {
    AGREE: gettext_lazy("agree"),
    FIRST_WRONG: gettext_lazy("first is wrong"),
    SECOND_WRONG: gettext_lazy("second is wrong"),
    BOTH_WRONG: gettext_lazy("both are wrong"),
}
FIELDS = {
    "seat": gettext_lazy("seat"),
    "kind": gettext_lazy("what was done"),
    "position": gettext_lazy("square"),
    "word": gettext_lazy("word"),
    "tiles": gettext_lazy("tiles"),
    "number": gettext_lazy("number of tiles"),
    "score": gettext_lazy("score"),
    "total": gettext_lazy("running total"),
    "verdict": gettext_lazy("ruling"),
    "reason": gettext_lazy("why it ended"),
    "first": gettext_lazy("first"),
    "second": gettext_lazy("second"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """One sheet's row: number, what was done, score and running total as written."""

    no: int
    what: str
    score: int | None
    total: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One row of both sheets; a side is None where the sheet has no such row."""

    seat: int | None
    first: Side | None
    second: Side | None
    sign: str
    answer: str
    why: str

    @property
    def agrees(self) -> bool:
        return self.sign == "ok"


@dataclass(frozen=True, slots=True)
class Final:
    """A seat's final score on both sheets; `added`: on one of them nothing is written and its rows were added up."""

    first: int | None
    second: int | None
    added: bool

    @property
    def sign(self) -> str:
        if None in (self.first, self.second):
            return "plain"
        return "ok" if self.first == self.second else "stop"

    @property
    def word(self) -> str:
        words = {"plain": _("not known"), "ok": _("agree"), "stop": _("differ")}
        return words[self.sign]


@dataclass(frozen=True, slots=True)
class Pair:
    """The whole comparison: rows, final scores by seat of both, how many rows differ."""

    lines: tuple[Line, ...]
    finals: tuple[Final, ...]

    @property
    def differ(self) -> int:
        return sum(not line.agrees for line in self.lines)


def pair_of(first: Sheet, second: Sheet) -> Pair:
    """Both sheets compared by the rules of their table. Words are looked up in no lexicon."""
    found = compare(ruleset_of(first), as_scoresheet(first), as_scoresheet(second))
    lines = tuple(_line(found, row) for row in found.rows)
    return Pair(lines, tuple(_finals(found.first, found.second)))


def _finals(first: Report, second: Report) -> Iterator[Final]:
    written = zip(first.totals, second.totals, strict=True)
    for pair, one, other in zip(written, totals_of(first), totals_of(second), strict=True):
        yield Final(one, other, None in pair and (one, other) != (None, None))


def _line(found: Comparison, row: Compared) -> Line:
    first, second = _side(found.first, row.first), _side(found.second, row.second)
    report, at = (found.first, row.first) if row.first is not None else (found.second, row.second)
    seat = report.game.steps[at or 0].seat
    return Line(
        None if seat is None else seat + 1, first, second, SIGNS.get(row.answer, "ask"),
        str(ANSWERS.get(row.answer, _("cannot be decided"))), "" if row.answer == AGREE else _why(row.message),
    )  # fmt: skip


def _side(report: Report, at: int | None) -> Side | None:
    if at is None:
        return None
    turn = report.sheet.turns[at]
    return Side(at + 1, turn_words(turn), turn.score, turn.total)


def _why(message: Message) -> str:
    """The sentence with names of fields in the reader's language."""
    facts = dict(message.facts)
    if "fields" in facts:
        names = str(facts["fields"]).split(", ")
        facts["fields"] = ", ".join(str(FIELDS.get(name, name)) for name in names)
    if "which" in facts:
        facts["which"] = str(FIELDS.get(str(facts["which"]), facts["which"]))
    return translated(Message(message.code, message.template, facts))
