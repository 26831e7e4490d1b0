"""The tables of a round as a desk sees them: who sits there, what is in, what it waits for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core import canonical
from tdapp.desk.ledger import sheet_check
from tdapp.desk.ledger.points_off import decided
from tdapp.desk.ledger.result_entry import winners_of
from tdapp.desk.ledger.rows import as_entry
from tdapp.desk.ledger.sheet_check import Discrepancy
from tdapp.desk.models import Result, ResultLine, TableQuestion
from tdapp.events.models import (
    Division,
    Entrant,
    Event,
    Person,
    Round,
    Slot,
    Table,
    people_in,
    tell_apart_in_field,
)
from tdapp.kernel import clock
from tdapp.scoresheets.models import Sheet

OUT, SLIP, WAITING, IN = "out", "slip", "waiting", "in"
RECENT = 8
# Out for longer than the hour a game is planned with (NASPA's checklist: 65 minutes a round).
LATE_SECONDS = 65 * 60


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat: who, and what the newest entry says of it (None: nothing in). `counts`: the score that decides."""

    seat: int
    entrant: Entrant
    line: ResultLine | None
    won: bool
    counts: int | None = None

    @property
    def score(self) -> int | None:
        """The final score, when the game was played."""
        scored = self.line is not None and self.line.result.kind in {"played", "unfinished"}
        return self.line.score if self.line and scored else None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with its seats, its newest entry, the entry that counts, the questions open on it, its scoresheets and
    where these contradict the newest entry.
    """

    table: Table
    seats: tuple[SeatRow, ...]
    current: Result | None
    counting: Result | None
    questions: tuple[TableQuestion, ...]
    sheets: tuple[Sheet, ...] = ()
    differs: tuple[Discrepancy, ...] = ()

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def state(self) -> str:
        """out, slip (the second slip is to come), waiting (for a second person) or in."""
        if self.current is None:
            return OUT
        if self.current.in_force:
            return IN
        two_slips = self.table.round.division.confirm_policy == Division.ConfirmPolicy.TWO_SLIPS
        return SLIP if two_slips and self.counting is None else WAITING

    @property
    def sign(self) -> str:
        """The chip beside the word."""
        if self.differs:
            return "stop"
        return "ask" if self.questions else {OUT: "plain", SLIP: "ask", WAITING: "ask", IN: "ok"}[self.state]

    @property
    def word(self) -> str:
        """The state in a word."""
        if self.differs:
            return _("sheet differs")
        if self.questions:
            return _("question")
        if self.state == IN and self.table.round.division.confirm_policy != Division.ConfirmPolicy.SINGLE:
            return _("confirmed")
        words = {
            OUT: _("pending"),
            SLIP: _("slip 2 to come"),
            WAITING: _("to confirm"),
            IN: pgettext("result", "entered"),
        }
        return words[self.state]

    @property
    def corrected(self) -> bool:
        """A correction waits while the old result counts."""
        return self.counting is not None and self.current is not None and self.counting.pk != self.current.pk

    @property
    def names(self) -> str:
        """The players by surname, starter first."""
        return " – ".join(row.entrant.short for row in self.seats)


def tables_of(round_: Round) -> list[TableRow]:
    """The tables of a round in order of their numbers; as many queries for 500 tables as for one."""
    return rows_of(Table.objects.filter(round=round_).order_by("number"))


@dataclass(frozen=True, slots=True)
class States:
    """What a round's tables wait for: so many have nothing in or a second slip to come, so many are to be confirmed or differ
    from a sheet; whether anything is entered at all.
    """

    out: int
    waiting: int
    entered: bool


def states_of(round_: Round) -> States:
    """How a round's tables stand, without reading them one by one; three queries and those of finished sheets."""
    current = Result.objects.filter(table__round=round_, is_current=True)
    slips = round_.division.confirm_policy == Division.ConfirmPolicy.TWO_SLIPS
    counting = Result.objects.filter(table=OuterRef("table"), in_force=True)
    found = current.aggregate(
        entered=Count("pk"), open=Count("pk", filter=Q(in_force=False)),
        first=Count("pk", filter=Q(~Exists(counting), in_force=False)),
    )  # fmt: skip
    first = found["first"] if slips else 0
    waiting = found["open"] - first or bool(sheet_check.of_round(round_))
    return States(round_.tables.count() - found["entered"] + first, int(waiting), bool(found["entered"]))


def rows_of(tables: QuerySet[Table]) -> list[TableRow]:
    """Any tables, loaded with all that a row shows."""
    seats = Prefetch("seats", Slot.objects.select_related("entrant__club").order_by("seat"))
    told = Result.objects.filter(Q(is_current=True) | Q(in_force=True)).prefetch_related("lines")
    notes = Prefetch("questions", TableQuestion.objects.filter(resolved_at=None).order_by("at"))
    # Fetched beside and not joined: the few rounds there are would be made anew for each table.
    rounds = Prefetch("round", Round.objects.select_related("division__event"))
    sheets = Prefetch("sheets", sheet_check.sheets_with_decisions())
    found = list(tables.prefetch_related(rounds, seats, Prefetch("results", told), notes, sheets))
    tell_apart_in_field([slot.entrant for table in found for slot in table.seats.all()])
    return [_row(table) for table in found]


def _row(table: Table) -> TableRow:
    results = list(table.results.all())
    current = next((row for row in results if row.is_current), None)
    counting = next((row for row in results if row.in_force), None)
    sheets = tuple(table.sheets.all())
    return TableRow(
        table, tuple(_seats(table, current)), current, counting, tuple(table.questions.all()), sheets,
        sheet_check.found(sheets, current),
    )  # fmt: skip


def _seats(table: Table, current: Result | None) -> Iterable[SeatRow]:
    lines = {line.seat: line for line in current.lines.all()} if current else {}
    entry = decided(as_entry(current), table.round.division) if current else None
    best = winners_of(entry) if entry and entry.scores else []
    for place, slot in enumerate(table.seats.all()):
        counts = entry.scores[place] if entry and entry.scores else None
        yield SeatRow(slot.seat or 0, slot.entrant, lines.get(slot.seat or 0), best == [place], counts)


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that waits, as a long list names it: columns, not rows. `people` stand in seat order; `entered`: something is
    in; `asked`: a question is open on it; `page`: its address.
    """

    number: int
    round: Round
    people: tuple[Person, ...]
    entered: bool
    asked: bool
    page: str

    @property
    def since(self) -> datetime | None:
        """When the table went out."""
        return self.round.published_at

    @property
    def late(self) -> bool:
        return self.since is not None and (clock.now() - self.since).total_seconds() > LATE_SECONDS

    @property
    def names(self) -> str:
        """The players by surname, starter first."""
        return " – ".join(one.short for one in self.people)


def waiting_tables(tables: QuerySet[Table]) -> list[WaitingTable]:
    """Any tables in their order, people told apart; four queries, however many there are."""
    entered = Exists(Result.objects.filter(table=OuterRef("pk"), is_current=True))
    asked = Exists(TableQuestion.objects.filter(table=OuterRef("pk"), resolved_at=None))
    found = list(tables.values_list("pk", "number", "round", entered, asked))
    if not found:
        return []
    rounds = Round.objects.select_related("division__event").in_bulk({row[2] for row in found})
    slots = Slot.objects.filter(table__in=[row[0] for row in found]).order_by("seat")
    seats: dict[Any, list[Person]] = defaultdict(list)
    for table, person in people_in(
        slots, *(row.division for row in rounds.values()), key="table", at="entrant__"
    ):
        seats[table].append(person)
    tell_apart_in_field([person for people in seats.values() for person in people])
    pages = {pk: _page_of_no_table(row) for pk, row in rounds.items()}
    return [
        WaitingTable(number, rounds[at], tuple(seats[pk]), is_in, question, f"{pages[at]}{number}/")
        for pk, number, at, is_in, question in found
    ]


def _page_of_no_table(row: Round) -> str:
    """Where a round's tables have their pages, without the number: looked up once and not for each of hundreds."""
    names = [row.division.event.slug, row.division.slug, row.number, 0]
    return reverse("desk:table", args=names).removesuffix("0/")


def open_tables(event: Event) -> QuerySet[Table]:
    """Every table of the rounds that are open, in the order of the hall."""
    rows = Table.objects.filter(round__division__event=event, round__status=Round.Status.PUBLISHED)
    return rows.order_by("number", "round__number")


def still_out(event: Event) -> list[WaitingTable]:
    """Tables of open rounds that wait for a line: nothing in, or the second slip to come."""
    waiting = Q(results__is_current=True) & (
        Q(results__confirmed_at__isnull=False)
        | ~Q(round__division__confirm_policy=Division.ConfirmPolicy.TWO_SLIPS)
    )
    done = Table.objects.filter(waiting).values("pk")
    return waiting_tables(open_tables(event).exclude(pk__in=done))


def to_close(event: Event) -> list[Round]:
    """The open rounds, which are closed next once every table is in."""
    rows = Round.objects.filter(division__event=event, status=Round.Status.PUBLISHED)
    return list(rows.select_related("division").order_by("division__order", "number"))


def to_confirm(event: Event) -> list[TableRow]:
    """Tables whose newest entry does not count yet, with an open question or a sheet that differs, in every round."""
    rows = Table.objects.filter(round__division__event=event)
    unconfirmed = Q(results__is_current=True, results__in_force=False)
    asked = Q(questions__isnull=False, questions__resolved_at=None)
    differing = [one.result.table_id for one in sheet_check.of_event(event)]
    found = rows.filter(unconfirmed | asked | Q(pk__in=differing)).distinct()
    return rows_of(found.order_by("round__division__order", "round__number", "number"))


def recent(event: Event, most: int = RECENT) -> list[TableRow]:
    """The tables whose newest entries were typed last, newest first."""
    rows = Result.objects.filter(table__round__division__event=event, is_current=True)
    newest = list(rows.order_by("-entered_at", "-sequence").values_list("table_id", flat=True)[:most])
    found = {row.table.pk: row for row in rows_of(Table.objects.filter(pk__in=newest))}
    return [found[pk] for pk in newest]


def version(event: Event, *, minutely: bool = False) -> str:
    """Changes whenever an entry, a confirmation, a question, a finished sheet or a round of the event does.

    `minutely`: also with every minute, for lists that say how long a table is out.
    """
    divisions = event.divisions.aggregate(entries=Sum("entries"), version=Sum("version"))
    rounds = Round.objects.filter(division__event=event).values_list("version", "status").order_by("pk")
    sheets = Sheet.objects.filter(table__round__division__event=event, status=Sheet.Status.FINISHED)
    finished = sheets.aggregate(count=Count("pk"), versions=Sum("version"))
    minute = int(clock.now().timestamp() // 60) if minutely else 0
    return canonical.digest([divisions, list(rounds), finished, minute])[:16]
