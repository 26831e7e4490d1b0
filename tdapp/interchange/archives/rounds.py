"""The rounds of an archive as rows of the hall: tables, seats, byes, absences, every version of every result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk.models import Result, ResultLine
from tdapp.events.models import Division, Entrant, Round, Slot, Table
from tdapp.interchange.event_file import games
from tdapp.interchange.staging import in_legs
from tdapp.kernel.running.legs import Legs

Data = dict[str, Any]


class Writer:
    """Gathers every row first: one insert a kind, however many rounds."""

    def __init__(self, division: Division, people: Mapping[int, Entrant]) -> None:
        self.division, self.people = division, people
        self.rounds: list[Round] = []
        self.tables: list[Table] = []
        self.slots: list[Slot] = []
        self.results: list[Result] = []
        self.lines: list[ResultLine] = []

    def write(self, told: Sequence[Data]) -> Legs:
        """Write the checked rounds of one division, in legs."""
        yield lambda: self._gather(told)
        yield from in_legs(self.rounds, self.tables, self.slots, self.results, self.lines)

    def _gather(self, told: Sequence[Data]) -> None:
        for one in told:
            self._round(one)

    def _round(self, told: Data) -> None:
        row = Round(division=self.division, **games.ROUND.values(told))
        self.rounds.append(row)
        for one in told["tables"]:
            self._table(row, one)
        self.slots += [
            Slot(round=row, entrant=self.people[one["entrant"]], **games.SLOT.values(one))
            for one in told["without_table"]
        ]

    def _table(self, round_: Round, told: Data) -> None:
        row = Table(round=round_, as_played=str(told.get("as_played", ""))[:300], **games.TABLE.values(told))
        row.version = 1 + len(told["results"])
        seats = [
            Slot(round=round_, entrant=self.people[number], kind=Slot.Kind.SEAT, table=row, seat=seat)
            for seat, number in enumerate(told["seats"], start=1)
        ]
        self.tables.append(row)
        self.slots += seats
        for one in told["results"]:
            self._result(row, seats, one)

    def _result(self, table: Table, seats: Sequence[Slot], told: Data) -> None:
        row = Result(table=table, **games.RESULT.values(told), **self._people(told))
        self.results.append(row)
        self.lines += [
            ResultLine(result=row, slot=seats[line["seat"] - 1], **games.LINE.values(line))
            for line in told["lines"]
        ]

    @staticmethod
    def _people(told: Data) -> Data:
        """Who entered and confirmed: names as the file has them; accounts of another installation mean nothing here."""
        unnamed = _("Archive")
        return {
            "entered_name": str(told.get("entered_name", unnamed))[:150],
            "confirmed_name": str(told.get("confirmed_name", unnamed if told.get("confirmed_at") else ""))[:150],
            "reason": str(told.get("reason", ""))[:300],
        }  # fmt: skip
