"""A division of eight that has played everything: six rounds, every one closed, with a public page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.models import Finalisation
from tdapp.desk.pairing.commands.release import close_round, release_standings, show_pairings
from tdapp.desk.prizes.commands import finalising, freezing, prizes
from tdapp.desk.prizes.rules import lines
from tdapp.desk.prizes.rules.winners import table
from tdapp.desk.results.commands.results import correct_result
from tdapp.events.models import Division, Entrant, Event, Round
from tdapp.kernel.context import Context
from tests import factories as f
from tests.kept import stocked

ROUNDS, SECRET = 4, 1987


@dataclass
class Hall:
    """The division, and what is done there as the program."""

    division: Division

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.division.event_id)

    @property
    def ctx(self) -> Context:
        return f.program(self.division.event)

    def fresh(self) -> Division:
        return Division.objects.select_related("event").get(pk=self.division.pk)

    def round(self, number: int) -> Round:
        return Round.objects.select_related("division__event").get(division=self.division, number=number)

    def entrant(self, number: int) -> Entrant:
        return self.division.entrants.get(number=number)

    def release(self, after: int) -> dict[str, Any]:
        return release_standings(self.ctx, self.fresh(), after=after)

    def freeze(self, last: int) -> dict[str, Any]:
        return freezing.freeze(self.ctx, self.fresh(), last=last)

    def final(self, ctx: Context | None = None, reason: str = "") -> Finalisation:
        told = finalising.finalise(ctx or self.ctx, self.fresh(), reason=reason)
        return Finalisation.objects.get(division=self.division, version=told["version"])

    def correct(self, number: int, table: int, *scores: int) -> None:
        at = f.table(self.division, table, number)
        current = current_result(at)
        assert current is not None
        correct_result(
            self.ctx, at, entry=Entry(scores=scores), seen=current.version, reason="slip", sure=True
        )

    def prizes(self, text: str, **more: Any) -> None:
        """Add prizes as they are typed; places and classes are the division's."""
        read, faults = lines.read(text)
        assert not faults
        wanted = [
            prizes.of_line(one, self.division if one.kind in ("rank", "class") else None) for one in read
        ]
        prizes.add_prizes(self.ctx, self.event, wanted=wanted)

    def won(self) -> list[tuple[str, int, Any, int]]:
        """What is won as it stands: kind, place, the winner's number (or a name), centavos."""
        return [
            (one.kind, one.place, one.who[1] if one.who else one.text, one.cents)
            for one in table(self.event).won
        ]


@stocked
def hall(played: int = ROUNDS, **values: Any) -> Hall:
    """Eight players, `played` of four rounds closed. In round 4 somebody scores 1,987: nobody may see that early."""
    return played_out(f.event(name="Prize Open", public=True), played, **values)


def played_out(event: Event, played: int = ROUNDS, **values: Any) -> Hall:
    """A division of the event, as `hall`."""
    division = f.division(event, rounds_planned=ROUNDS, plan=f"swiss 1-{ROUNDS}", **values)
    f.entrants(division, 8)
    here = Hall(division)
    for number in range(1, played + 1):
        row = f.published(division, f.turned(division, number))
        for place, table_row in enumerate(row.tables.order_by("number"), start=1):
            high = SECRET if (number, place) == (ROUNDS, 1) else 400 + 10 * place + number
            f.enter(table_row, high, 380 - place - 7 * number)
        show_pairings(here.ctx, here.round(number))
        close_round(here.ctx, here.round(number))
    return here
