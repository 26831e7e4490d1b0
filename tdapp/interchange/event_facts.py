"""Everything a division's sheets are made of, loaded once: standings, history, cells, names fit to leave the desk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pairings.event import history as h
from pairings.standings.standings import Row, standings_by_round
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.pairing.teams import team_table
from tdapp.desk.standings.round_cells import Cells, cells_of
from tdapp.events.models import Division, Entrant

SPREAD = "+0;-0;0"


def points(halves: int) -> float | int:
    """Half points as the number people write: 9 is 4.5."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def exported_name(entrant: Entrant, full: bool) -> str:
    """ "Surname, Given" as the desk lists it; a guarded child as the public sees it, unless `full`."""
    return entrant.public_name if entrant.guarded and not full else entrant.listed


@dataclass(frozen=True)
class Facts:
    """A division up to round `after`, confirmed results only. `full`: names of guarded children too."""

    division: Division
    after: int
    full: bool = False

    @cached_property
    def history(self) -> h.History:
        return halls.of_division(self.division, after=self.after)

    @cached_property
    def people(self) -> dict[str, Entrant]:
        """Entrants by id as text, in the order of their numbers."""
        rows = self.division.entrants.select_related("club").order_by("number")
        return {str(row.pk): row for row in rows}

    @cached_property
    def tables(self) -> tuple[tuple[Row, ...], ...]:
        """The standings after each round, the one before round 1 first."""
        return standings_by_round(self.history, tuple(self.division.precedence))

    @cached_property
    def ranked(self) -> tuple[Row, ...]:
        """The standings after the last round asked for, as the standings page counts them."""
        return division_standings.compute(self.division, self.after)

    @cached_property
    def points(self) -> dict[str, int]:
        """What tables of three and four brought each entrant, in twelfths; empty where places do not go by it."""
        return division_standings.points_of_places(self.division, self.ranked)

    @cached_property
    def cells(self) -> Cells:
        return cells_of(self.history)

    def name(self, entrant: str) -> str:
        return exported_name(self.people[entrant], self.full)

    def number(self, entrant: str) -> int:
        return self.people[entrant].number

    def club(self, entrant: str) -> str:
        club = self.people[entrant].club
        return club.name if club else ""

    @cached_property
    def teams(self) -> team_table.TeamTable:
        """The teams as the plan ranks them, with every match."""
        by = team_table.MATCHES if self.of_matches else team_table.SUM
        return team_table.table(self.division, self.after, by, every=True)

    @cached_property
    def of_matches(self) -> bool:
        """Whether the plan has rounds of team matches."""
        return self.has_teams and team_table.of_matches(self.division)

    @property
    def has_classes(self) -> bool:
        return any(row.klass for row in self.people.values())

    @property
    def has_teams(self) -> bool:
        return any(row.team for row in self.people.values())
