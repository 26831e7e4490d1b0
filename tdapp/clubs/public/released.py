"""What is released of many events, read for all the divisions that are asked for at once: as many statements as for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from tdapp.desk.models import Snapshot
from tdapp.events.models import Division, Entrant, Event
from tdapp.publishing.released import personal
from tdapp.publishing.released.board import persons
from tdapp.publishing.released.games import Line, line_of_row


class Released:
    """The divisions with anything released of these events, in their order; what is read of one is kept."""

    def __init__(self, events: Sequence[Event]) -> None:
        known = {event.pk: event for event in events}
        rows = Division.objects.filter(event__in=known, released_round__gt=0).defer("ruleset_frozen")
        some = list(rows.select_related("freeze").order_by("order", "name"))
        for row in some:
            row.event = known[row.event_id]
        self.of_event = {pk: [row for row in some if row.event_id == pk] for pk in known}
        self.divisions = {row.pk: row for event in events for row in self.of_event[event.pk]}
        self.snapshots: dict[UUID, Snapshot] = {}
        self.people: dict[UUID, dict[int, Entrant]] = {}
        self._names: dict[UUID, dict[int, str]] = {}

    def read(self, wanted: Iterable[Division]) -> None:
        """Standings and people of these divisions, as far as they were not read; four statements."""
        rows = [row for row in wanted if row.pk not in self.people]
        if not rows:
            return
        self.snapshots |= personal.newest_of(rows)
        self.people |= people_of(rows)
        rules = Division.objects.filter(pk__in=[row.pk for row in rows]).values_list("pk", "ruleset_frozen")
        for pk, frozen in rules:
            self.divisions[pk].ruleset_frozen = frozen

    def lines(self, division: Division) -> list[Line]:
        """The released standings of a division that was read, of whoever is in it."""
        shown, people = self.snapshots.get(division.pk), self.people[division.pk]
        rows = [line_of_row(row, division.event.show_ratings) for row in shown.rows] if shown else []
        return [line for line in rows if line.number in people]

    def names(self, division: Division) -> dict[int, str]:
        """The public name of everybody in these standings, by number."""
        if division.pk not in self._names:
            people = self.people[division.pk]
            standing = persons(people[line.number] for line in self.lines(division))
            self._names[division.pk] = {one.number: one.name for one in standing}
        return self._names[division.pk]


def people_of(divisions: Sequence[Division]) -> dict[UUID, dict[int, Entrant]]:
    """Everybody of these divisions (their event loaded) by number, with player and club; one statement."""
    found: dict[UUID, dict[int, Entrant]] = {one.pk: {} for one in divisions}
    known = {one.pk: one for one in divisions}
    rows = Entrant.objects.filter(division__in=known).select_related("club", "player").order_by("number")
    for row in rows:
        row.division, row.event = known[row.division_id], known[row.division_id].event
        found[row.division_id][row.number] = row
    return found
