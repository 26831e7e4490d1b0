"""The pack for the evening before: which parts there are, and how each is drawn for every division."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.day import prints
from tdapp.desk.ledger import pairing_adapter, round_plan
from tdapp.events.models import Division, Event, Round
from tdapp.events.rules import rulesets
from tdapp.kernel import clock
from tdapp.kernel.pages.shells import PrintHead
from tdapp.publishing.paper.drawing.document import Document, Sheet
from tdapp.publishing.paper.parts import grids, line_up_sheets, lists, matches, posters, rules, slips
from tdapp.scoresheets.pdf import blank, printing

Step = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants on paper. `address`: the event's public page as a phone in the hall reaches it, `find` where a
    player finds himself there and reports his game ("" none), `checkin` the desk's. `kiosk`: slips carry what opens one.
    """

    parts: tuple[str, ...]
    paper: str = "a4"
    per_page: int = 4
    address: str = ""
    find: str = ""
    checkin: str = ""
    kiosk: bool = False

    @property
    def private(self) -> bool:
        """Whether it tells what never leaves the desk."""
        return any(PARTS[name].private for name in self.parts)

    @property
    def codes(self) -> bool:
        """Whether it holds the codes by which phones report."""
        return any(PARTS[name].codes for name in self.parts)


@dataclass(slots=True)
class Making:
    """A pack being drawn: where it goes, for whom, and what to call between two sheets."""

    document: Document
    event: Event
    wish: Wish
    who: str
    tick: Callable[[], None] = field(default=lambda: None)


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its title and what draws it for one division, or once for the event."""

    title: Any
    help: Any
    each: Callable[[Making, Division], None] | None = None
    once: Callable[[Making], None] | None = None
    private: bool = False
    codes: bool = False


def build(event: Event, wish: Wish, who: str, step: Step) -> bytes:
    """The whole pack as PDF; `step` is called before each sheet and may end it."""
    divisions = list(event.divisions.select_related("event"))
    document = Document(wish.paper, _("Pack"), event.name)
    making = Making(document, event, wish, who)
    jobs = [job for name in wish.parts for job in _jobs(making, PARTS[name], divisions)]
    for done, (title, draw) in enumerate(jobs):
        making.tick = lambda at=done, told=title: step(at, len(jobs), told)  # type: ignore[misc]
        making.tick()
        draw()
    if not document.pages:
        document.begin(Sheet(PrintHead(event.name, title=_("Nothing to print yet"), at=clock.now())))
        document.page()
    return document.done()


def _jobs(making: Making, part: Part, divisions: Sequence[Division]) -> list[tuple[str, Callable[[], None]]]:
    title = str(part.title)
    if part.once:
        return [(title, _once(part.once, making))]
    return [(f"{title}: {row.name}", _each(part.each, making, row)) for row in divisions if part.each]


def _once(draw: Callable[[Making], None], making: Making) -> Callable[[], None]:
    return lambda: draw(making)


def _each(draw: Callable[[Making, Division], None], making: Making, row: Division) -> Callable[[], None]:
    return lambda: draw(making, row)


def _entries(making: Making, row: Division) -> None:
    if row.entrants.exists():
        lists.entries(making.document, row)


def _checkin(making: Making, row: Division) -> None:
    if row.entrants.exists():
        lists.checkin(making.document, row, making.who)


def _cards(making: Making, row: Division) -> None:
    if row.entrants.exists():
        posters.cards(making.document, row, making.wish.find, making.wish.checkin, making.who)


def _blank_slips(making: Making) -> None:
    head = PrintHead(making.event.name, title=_("Result slips"), at=clock.now())
    slips.blank(making.document, head, making.wish.per_page, making.wish.find)


def _slips(making: Making, row: Division) -> None:
    """Those of the rounds that are open."""
    for round_ in row.rounds.filter(status=Round.Status.PUBLISHED).select_related("division__event"):
        slips.filled(
            making.document,
            prints.of_round(round_, codes=making.wish.kiosk),
            making.wish.per_page,
            making.wish.find,
        )


def _line_ups(making: Making, row: Division) -> None:
    line_up_sheets.sheets(making.document, row)


def _match_sheets(making: Making, row: Division) -> None:
    """Those of the open rounds; before there are any, an empty one to copy."""
    rounds, _scoring = round_plan.match_rounds(row)
    open_ = row.rounds.filter(status=Round.Status.PUBLISHED, number__in=rounds)
    for round_ in open_.select_related("division__event"):
        matches.match_sheets(making.document, prints.of_round(round_))
    boards = line_up_sheets.boards_of(row, rounds[0], line_up_sheets.teams_of(row)) if rounds else 0
    if boards and not open_:
        matches.blank(making.document, lists.division_head(row, _("Match sheet")), boards)


def _scoresheets(making: Making, row: Division) -> None:
    """One for each number of seats the division plays with, to be copied."""
    allowed = rulesets.of_division(row).players
    pods = any("pod" in span.system for span in pairing_adapter.plan_of(row).spans)
    for seats in range(allowed.fewest, (allowed.most if pods else allowed.fewest) + 1):
        sheet, document = printing.blank(row, seats), making.document
        document.begin(Sheet(lists.division_head(row, _("Scoresheet")), bare=True, wide=sheet.wide))
        document.page()
        blank.draw(document.canvas, sheet, document.canvas._pagesize)


def _wall_chart(making: Making, row: Division) -> None:
    if row.entrants.exists():
        grids.wall_chart(making.document, row)


def _round_robin(making: Making, row: Division) -> None:
    if row.entrants.count() > 1:
        for span in grids.round_robins(row):
            grids.round_robin(making.document, row, span, making.tick)


def _rules(making: Making, row: Division) -> None:
    rules.rule_sheet(making.document, row)


def _tents(making: Making, row: Division) -> None:
    if row.entrants.exists():
        posters.tents(making.document, row)


def _posters(making: Making) -> None:
    wish, name = making.wish, making.event.name
    told = [_("Pairings, standings and results, on your phone."), _("No app, no account.")]
    posters.poster(making.document, name, wish.address, _("Follow the event"), told)
    told = [
        _("Your table, your opponent, who goes first."),
        _("Scan your card, or type your number and the code on it."),
    ]
    posters.poster(making.document, name, wish.find, _("Find my table"), told)


_t = gettext_lazy
PARTS: dict[str, Part] = {
    "entries": Part(_t("Entry list"), _t("for the wall: public names"), _entries),
    "rules": Part(_t("Rule sheet"), _t("one page a division"), _rules),
    "wall-chart": Part(_t("Wall chart, empty"), _t("to write on"), _wall_chart),
    "round-robin": Part(_t("Table of rounds"), _t("where a plan has a round robin"), _round_robin),
    "tables": Part(_t("Table numbers"), _t("one a page, to fold"), _tents),
    "posters": Part(_t("Posters with QR code"), _t("the event's page, and find my table"), once=_posters),
    "blank-slips": Part(_t("Blank result slips"), _t("one page, to copy"), once=_blank_slips),
    "slips": Part(_t("Result slips of open rounds"), _t("one for each table"), _slips),
    "line-ups": Part(_t("Line-ups"), _t("one a team, for its captain"), _line_ups),
    "match-sheets": Part(_t("Match sheets"), _t("of open rounds; before them one to copy"), _match_sheets),
    "scoresheets": Part(_t("Scoresheets"), _t("one for each set of rules, to copy"), _scoresheets),
    "check-in": Part(_t("Check-in sheets"), _t("guardians, numbers to ring"), _checkin, private=True),
    "cards": Part(_t("Players' cards"), _t("name, number and phone code, to cut"), _cards, private=True, codes=True),
}  # fmt: skip
