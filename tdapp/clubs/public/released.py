"""What is released of many events, read for all the divisions that are asked for at once: as many statements as for one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

from django.db.models.functions import Coalesce

from tdapp.desk.models import Snapshot
from tdapp.events.models import Division, Entrant, Event, Person, people_in
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
        self.of_event: dict[UUID, list[Division]] = {pk: [] for pk in known}
        for row in some:
            self.of_event[row.event_id].append(row)
        self.divisions = {row.pk: row for event in events for row in self.of_event[event.pk]}
        self.snapshots: dict[UUID, Snapshot] = {}
        self.people: dict[UUID, dict[int, Person]] = {}
        self._names: dict[UUID, dict[int, str]] = {}

    def read(self, wanted: Iterable[Division]) -> None:
        """Standings and people of these divisions, as far as they were not read; three statements."""
        rows = [row for row in wanted if row.pk not in self.people]
        if not rows:
            return
        self.snapshots |= personal.newest_of(rows)
        self.people |= people_of(rows)[0]

    def read_with_rules(self, wanted: Collection[UUID]) -> None:
        """The same of these, and by which rules each is played, which are long: what a game came to may hang on them."""
        self.read(self.divisions[pk] for pk in wanted)
        rules = Division.objects.filter(pk__in=list(wanted)).values_list("pk", "ruleset_frozen")
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


def people_of(divisions: Sequence[Division]) -> tuple[dict[UUID, dict[int, Person]], dict[UUID, UUID]]:
    """Everybody of these divisions (their event loaded) by number; and of each entry the player it is of, the one that stays
    of merged ones. One statement.
    """
    found: dict[UUID, dict[int, Person]] = {one.pk: {} for one in divisions}
    players: dict[UUID, UUID] = {}
    if divisions:
        rows = Entrant.objects.filter(division__in=found).order_by("number")
        rows = rows.annotate(stays=Coalesce("player__merged_into_id", "player_id"))
        for player, person in people_in(rows, *divisions, key="stays"):
            found[person.division.pk][person.number] = person
            players[person.pk] = player or person.pk
    return found, players
