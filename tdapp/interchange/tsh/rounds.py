"""Rounds of a history as rows of the hall: tables, seats, byes, absences, results. Called from inside a command in legs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from django.utils.translation import gettext as _

from pairings import history as h
from tdapp.desk.models import Result, ResultLine
from tdapp.desk.rows import user_id
from tdapp.events.models import Division, Entrant, Round, Slot, Table
from tdapp.interchange.staging import in_legs
from tdapp.kernel import clock
from tdapp.kernel.commands import Legs
from tdapp.kernel.context import Context

TO_BE_DRAWN = 3


@dataclass(slots=True)
class _Rows:
    """Everything to be written, gathered first: one insert a kind, however many rounds."""

    rounds: list[Round] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    lines: list[ResultLine] = field(default_factory=list)

    def save(self) -> Legs:
        yield from in_legs(self.rounds, self.tables, self.slots, self.results, self.lines)


def write(
    ctx: Context, division: Division, history: h.History, people: Mapping[str, Entrant], offset: int,
    drawn: frozenset[tuple[int, str]] = frozenset(),
) -> Legs:  # fmt: skip
    """Write every round of `history`, in legs; `people` by the history's ids. Returns how many results there are."""
    writer = _Writer(ctx, division, people, offset, drawn)
    yield lambda: writer.gather(history)
    yield from writer.rows.save()
    return len(writer.rows.results)


class _Writer:
    def __init__(
        self, ctx: Context, division: Division, people: Mapping[str, Entrant], offset: int,
        drawn: frozenset[tuple[int, str]],
    ) -> None:  # fmt: skip
        self.ctx, self.division, self.people, self.offset, self.drawn = ctx, division, people, offset, drawn
        self.rows, self.now, self.used = _Rows(), clock.now(), set[int]()

    def gather(self, history: h.History) -> None:
        """Every round's rows, none of them written yet."""
        for number, outcomes in enumerate(history.rounds, start=1):
            self.round(number, outcomes)

    def round(self, number: int, outcomes: Sequence[h.Outcome]) -> None:
        over = not any(isinstance(outcome, h.Unfinished) and len(outcome.seats) > 1 for outcome in outcomes)
        status = Round.Status.CLOSED if over else Round.Status.PUBLISHED
        row = Round(
            division=self.division, number=number, status=status, based_on=number - 1, print_version=1,
            published_at=self.now, closed_at=self.now if over else None,
        )  # fmt: skip
        self.rows.rounds.append(row)
        self.used = set[int]()
        free = self._free_numbers(outcomes)
        for outcome in outcomes:
            self._outcome(row, outcome, free)

    def _free_numbers(self, outcomes: Sequence[h.Outcome]) -> Iterator[int]:
        """Numbers for tables the file gives none, or gives twice."""
        taken = {outcome.table for outcome in outcomes if isinstance(outcome, h.Played | h.Unfinished)}
        return (number for number in count(1) if number not in taken)

    def _outcome(self, row: Round, outcome: h.Outcome, free: Iterator[int]) -> None:
        match outcome:
            case h.Played(table=number, seats=seats):
                slots = self._table(row, number, [seat.entrant for seat in seats], free)
                self._result(slots, seats)
            case h.Unfinished(table=number, seats=ids) if len(ids) > 1:
                self._table(row, number, list(ids), free)
            case h.Unfinished(seats=ids):
                self._alone(row, ids[0], Slot.Kind.BYE, self.division.bye_spread)
            case h.Bye(entrant=entrant, spread=spread):
                self._alone(row, entrant, Slot.Kind.BYE, spread)
            case h.Unscored(entrant=entrant):
                self._alone(row, entrant, Slot.Kind.UNSCORED, None)
            case h.Forfeit(absent=absent, loss_spread=spread):
                self._alone(row, absent[0], Slot.Kind.FORFEIT, spread)

    def _alone(self, row: Round, entrant: str, kind: str, spread: int | None) -> None:
        self.rows.slots.append(Slot(round=row, entrant=self.people[entrant], kind=kind, spread=spread))

    def _table(self, row: Round, number: int, ids: list[str], free: Iterator[int]) -> list[Slot]:
        wanted = number if number > 0 and number not in self.used else next(free)
        self.used.add(wanted)
        starts = "drawn" if any((row.number, entrant) in self.drawn for entrant in ids) else ""
        table = Table(
            round=row, number=wanted + self.offset, starts=starts, reason=_("From the imported file.")
        )
        self.rows.tables.append(table)
        slots = [
            Slot(round=row, entrant=self.people[entrant], kind=Slot.Kind.SEAT, table=table, seat=seat)
            for seat, entrant in enumerate(ids, start=1)
        ]
        self.rows.slots += slots
        return slots

    def _result(self, slots: list[Slot], seats: Sequence[h.Seat]) -> None:
        who, name = user_id(self.ctx), self.ctx.actor_name[:150]
        result = Result(
            table=slots[0].table, version=1, is_current=True, in_force=True, sequence=len(self.rows.results) + 1,
            entered_at=self.now, entered_by_id=who, entered_name=name, confirmed_at=self.now, confirmed_by_id=who,
            confirmed_name=name, reason=_("From the imported file."),
        )  # fmt: skip
        self.rows.results.append(result)
        self.rows.lines += [
            ResultLine(result=result, slot=slot, seat=place, score=seat.score, before=seat.before, penalty=seat.penalty)
            for place, (slot, seat) in enumerate(zip(slots, seats, strict=True), start=1)
        ]  # fmt: skip
