"""Two sheets of one game beside each other, turn by turn, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import Compared, Comparison, Message, Report, compare
from scoring.checks.compare import AGREE, BOTH_WRONG, FIRST_WRONG, SECOND_WRONG
from tdapp.kernel.messages.sentences import translated
from tdapp.scoresheets.lists.taking_over import lacking, places
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
class Offer:
    """What the sheet `source` has in its row `row` and the sheet `target` lacks; `whole`: all of the row."""

    source: int
    target: int
    row: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One row of both sheets; a side is None where the sheet has no such row."""

    seat: int | None
    first: Side | None
    second: Side | None
    sign: str
    answer: str
    why: str
    offers: tuple[Offer, ...] = ()

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
    def whole(self) -> tuple[Offer, ...]:
        """One offer for each sheet that lacks more than one thing: all of them at once."""
        found = [offer for line in self.lines for offer in line.offers]
        targets = sorted({offer.target for offer in found})
        several = [[one for one in found if one.target == target] for target in targets]
        return tuple(Offer(many[0].source, many[0].target, "", True) for many in several if len(many) > 1)

    @property
    def differ(self) -> int:
        return sum(not line.agrees for line in self.lines)


def pair_of(first: Sheet, second: Sheet, *, offering: bool = False) -> Pair:
    """Both sheets compared by the rules of their table. Words are looked up in no lexicon.

    `offering`: with what can be taken from one into the other while that one is open.
    """
    found = compared(first, second)
    offers = _offers(found, first, second) if offering else {}
    lines = tuple(_line(found, row, tuple(offers.get(at, ()))) for at, row in enumerate(found.rows))
    return Pair(lines, tuple(_finals(found.first, found.second)))


def compared(first: Sheet, second: Sheet) -> Comparison:
    """Two sheets of one table as they are written, turn by turn."""
    return compare(ruleset_of(first), as_scoresheet(first, timed=False), as_scoresheet(second, timed=False))


def _offers(found: Comparison, first: Sheet, second: Sheet) -> Mapping[int, list[Offer]]:
    """By the place of the row in the comparison."""
    offers: dict[int, list[Offer]] = defaultdict(list)
    for source, target in ((first, second), (second, first)):
        for at, (mine, theirs) in enumerate(places(found, into_first=target is first)):
            row = None if mine is None else source.rows[mine]
            there = None if theirs is None else target.rows[theirs]["turn"]
            if target.is_open and row and lacking(row["turn"], there):
                offers[at].append(Offer(source.number, target.number, str(row["id"]), there is None))
    return offers


def _finals(first: Report, second: Report) -> Iterator[Final]:
    written = zip(first.totals, second.totals, strict=True)
    for pair, one, other in zip(written, totals_of(first), totals_of(second), strict=True):
        yield Final(one, other, None in pair and (one, other) != (None, None))


def _line(found: Comparison, row: Compared, offers: tuple[Offer, ...]) -> Line:
    first, second = _side(found.first, row.first), _side(found.second, row.second)
    report, at = (found.first, row.first) if row.first is not None else (found.second, row.second)
    seat = report.game.steps[at or 0].seat
    return Line(
        None if seat is None else seat + 1, first, second, SIGNS.get(row.answer, "ask"),
        str(ANSWERS.get(row.answer, _("cannot be decided"))), "" if row.answer == AGREE else _why(row.message), offers,
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
