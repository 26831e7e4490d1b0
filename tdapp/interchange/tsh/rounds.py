"""Rounds of a history as rows of the hall: tables, seats, byes, absences, results. Called from inside a command in legs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from django.utils.translation import gettext as _

from pairings.event import history as h
from tdapp.desk.ledger.rows import user_id
from tdapp.desk.models import Result, ResultLine
from tdapp.events.models import Division, Entrant, Round, Slot, Table
from tdapp.interchange.staging import in_legs
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.running.legs import Legs

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


@dataclass(frozen=True, slots=True)
class _Line:
    """One seat's line of a result, as the desk stores it."""

    score: int = 0
    before: int | None = None
    penalty: int = 0
    absent: bool = False


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
        for outcome in h.one_a_table(outcomes):
            self._outcome(row, outcome, free)

    def _free_numbers(self, outcomes: Sequence[h.Outcome]) -> Iterator[int]:
        """Numbers for tables the file gives none, or gives twice."""
        taken = {outcome.table for outcome in outcomes if not isinstance(outcome, h.Bye)}
        return (number for number in count(1) if number not in taken)

    def _outcome(self, row: Round, outcome: h.Outcome, free: Iterator[int]) -> None:
        match outcome:
            case h.Played(table=number, seats=seats):
                slots = self._table(row, number, [seat.entrant for seat in seats], free)
                self._result(slots, self._lines(seats))
            case h.Unfinished(table=number, seats=ids):
                self._table(row, number, list(ids), free)
            case h.Bye(entrant=entrant, spread=spread, half=half):
                self._alone(row, entrant, Slot.Kind.HALF if half else Slot.Kind.BYE, spread)
            case h.Unscored(entrant=entrant, table=number, against=against):
                self._unscored(row, number, [entrant, *against], free)
            case h.Forfeit():
                self._forfeit(row, outcome, free)

    def _unscored(self, row: Round, number: int | None, ids: list[str], free: Iterator[int]) -> None:
        if number is None:
            self._alone(row, ids[0], Slot.Kind.UNSCORED, None)
            return
        self._result(self._table(row, number, ids, free), [_Line() for _id in ids], Result.Kind.UNSCORED)

    def _forfeit(self, row: Round, outcome: h.Forfeit, free: Iterator[int]) -> None:
        """A table somebody did not come to; where it counts otherwise here than there, each alone."""
        ids = [*outcome.absent, *outcome.present]
        if outcome.table is not None and self._counts_so(outcome):
            slots = self._table(row, outcome.table, ids, free)
            self._result(slots, [_Line(absent=one in outcome.absent) for one in ids], Result.Kind.FORFEIT)
            return
        for one in outcome.absent:
            self._alone(row, one, Slot.Kind.FORFEIT, outcome.loss_spread)
        for one in outcome.present:
            self._alone(row, one, Slot.Kind.BYE, outcome.win_spread)

    def _counts_so(self, outcome: h.Forfeit) -> bool:
        """Whether a table somebody did not come to counts here what it counted there."""
        here = (self.division.forfeit_spread, self.division.forfeit_win_spread)
        there = (outcome.loss_spread, outcome.win_spread)
        several = len(outcome.absent) + len(outcome.present) > 1
        return several and here[0] == there[0] and (not outcome.present or here[1] == there[1])

    def _lines(self, seats: Sequence[h.Seat]) -> list[_Line]:
        """Scores as the paper has them: points off the score put back, with the points beside."""
        if self.division.penalty_rule == Division.PenaltyRule.SPREAD:
            return [_Line(seat.score, seat.before, seat.penalty) for seat in seats]
        paper = ((seat, seat.fine) for seat in seats)
        return [
            _Line(seat.score + off, None if seat.before is None else seat.before + off, off)
            for seat, off in paper
        ]

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

    def _result(self, slots: list[Slot], lines: Sequence[_Line], kind: str = Result.Kind.PLAYED) -> None:
        who, name = user_id(self.ctx), self.ctx.actor_name[:150]
        result = Result(
            table=slots[0].table, kind=kind, version=1, is_current=True, in_force=True, sequence=len(self.rows.results) + 1,
            entered_at=self.now, entered_by_id=who, entered_name=name, confirmed_at=self.now, confirmed_by_id=who,
            confirmed_name=name, reason=_("From the imported file."),
        )  # fmt: skip
        self.rows.results.append(result)
        self.rows.lines += [
            ResultLine(
                result=result, slot=slot, seat=place, score=line.score, before=line.before, penalty=line.penalty,
                absent=line.absent,
            )
            for place, (slot, line) in enumerate(zip(slots, lines, strict=True), start=1)
        ]  # fmt: skip
