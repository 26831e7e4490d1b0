"""A division as prizes look at it: who may win, places, games, and plays of the scoresheets that hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q

from pairings.event import stats
from pairings.standings.standings import Row, standings_by_round
from tdapp.desk.ledger import division_standings, memo
from tdapp.desk.ledger import history as halls
from tdapp.desk.prizes.rules import among
from tdapp.events.models import Division, Entrant, Slot, give_clubs
from tdapp.judging.models import Ruling
from tdapp.people import registry
from tdapp.people.models import PlayerPrivate
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay.telling_a_game import replay
from tdapp.scoresheets.rulings.rulings_on_plays import overlay_of
from tdapp.scoresheets.sheet.reading import as_scoresheet, ruleset_of

SEATS_MOST = 4


@dataclass(frozen=True, slots=True)
class Play:
    """One play of somebody: its words, its score, how many tiles it laid."""

    entrant: str
    round: int
    table: int
    words: tuple[str, ...]
    score: int
    tiles: int


@dataclass
class Field:
    """A division after its last published round, confirmed results only; each part is read when it is asked for.

    `exact`: standings are counted now and not taken from a cache, for what is kept.
    """

    division: Division
    after: int
    exact: bool = False

    @cached_property
    def read(self) -> halls.Read:
        return halls.Read(self.division, self.after)

    @cached_property
    def people(self) -> dict[str, Entrant]:
        """Entrants by id as text, house players left out."""
        rows = list(self.division.entrants.filter(house=False).order_by("number"))
        give_clubs(rows)
        return {str(row.pk): row for row in rows}

    @cached_property
    def told(self) -> dict[Any, PlayerPrivate]:
        """What this event was told of its players, by player; it never leaves `is_among`."""
        players = [row.player_id for row in self.people.values() if row.player_id]
        rows = PlayerPrivate.of_scope(self.division.event.scope_key).filter(player__in=players)
        return {row.player_id: row for row in rows}

    def is_among(self, whom: str, key: str) -> bool:
        """Whether somebody is one of those a prize is for, on the first day of the event."""
        asked, own = among.read(whom), self.told.get(self.people[key].player_id)
        if asked is None or own is None:
            return False
        return asked.takes(own.gender, registry.born(own), self.division.event.starts_on)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        if self.exact:
            return division_standings.compute(self.division, self.after, history=self.read.history)
        return division_standings.rows_of(self.division, self.after, self.read)

    @cached_property
    def here(self) -> dict[str, Row]:
        """The rows of those who still take a place."""
        return {
            row.entrant: row
            for row in self.rows
            if row.rank is not None and not row.withdrawn and row.entrant in self.people
        }

    @cached_property
    def games(self) -> tuple[stats.Line, ...]:
        """Every finished game from every seat, house players' own lines left out."""
        rows = stats.lines(self.read.history, self.after, most=SEATS_MOST)
        return tuple(line for line in rows if line.entrant in self.people)

    @cached_property
    def by_entrant(self) -> dict[str, Row]:
        """Every row, of those without a place too."""
        return {row.entrant: row for row in self.rows}

    @cached_property
    def high_scores(self) -> dict[str, int]:
        """Everybody's highest score."""
        found: dict[str, int] = {}
        for line in self.games:
            found[line.entrant] = max(line.score, found.get(line.entrant, line.score))
        return found

    @cached_property
    def halfway(self) -> int:
        return (self.after + 1) // 2

    @cached_property
    def places_halfway(self) -> dict[str, int | None]:
        """Places after the first half of the rounds."""
        tables = memo.of_division(
            self.division,
            f"prizes:tables:{self.after}",
            lambda: standings_by_round(self.read.history, tuple(self.division.precedence)),
        )
        return {row.entrant: row.rank for row in tables[self.halfway]}

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """Plays of the games that count as proof: finished sheets that were released or that hold."""
        return tuple(self._plays(plain_sheets(self.division)))

    def _plays(self, sheets: Iterable[Sheet]) -> Iterator[Play]:
        seats, ruled = _seats(self.division), _ruled(self.division)
        for sheet in sheets:
            at = seats.get(str(sheet.table_id), {})
            for seat, words, score, tiles in _plays_of_sheet(sheet, len(at), ruled[str(sheet.table_id)]):
                if seat in at and at[seat] in self.people:
                    number, table = sheet.table.round.number, sheet.table.number
                    yield Play(at[seat], number, table, words, score, tiles)


def plain_sheets(division: Division) -> Iterable[Sheet]:
    """One sheet a table: the first that was released, else the first that holds."""
    good = Q(released_at__isnull=False) | Q(verdict=Sheet.Verdict.HOLDS)
    rows = Sheet.objects.filter(good, table__round__division=division, status=Sheet.Status.FINISHED)
    rows = rows.select_related("table__round__division__event").order_by("table", "released_at", "number")
    chosen: dict[object, Sheet] = {}
    for row in rows:
        known = chosen.get(row.table_id)
        if known is None or (known.released_at is None and row.released_at is not None):
            chosen[row.table_id] = row
    return chosen.values()


def _seats(division: Division) -> dict[str, dict[int, str]]:
    """Entrant ids by table and seat."""
    found: dict[str, dict[int, str]] = {}
    rows = Slot.objects.filter(round__division=division, table__isnull=False)
    for table, seat, entrant in rows.values_list("table_id", "seat", "entrant_id"):
        found.setdefault(str(table), {})[seat or 0] = str(entrant)
    return found


def _ruled(division: Division) -> Counter[str]:
    """How many rulings there are about each table."""
    rows = Ruling.objects.filter(division=division, table__isnull=False)
    return Counter(str(table) for table in rows.values_list("table_id", flat=True))


def _plays_of_sheet(sheet: Sheet, seats: int, ruled: int) -> list[tuple[int, tuple[str, ...], int, int]]:
    """Seat, words, score and tiles of each play that stood; folded once for each version of a sheet.

    `ruled`: how many rulings there are about its table; they are read only where there are some.
    """
    key = f"prizes:plays:{sheet.pk}:{sheet.version}:{ruled}"
    return memo.for_ever(key, lambda: _fold(sheet, seats, ruled))


def _fold(sheet: Sheet, seats: int, ruled: int) -> list[tuple[int, tuple[str, ...], int, int]]:
    names = [str(seat) for seat in range(1, seats + 1)]
    content = as_scoresheet(sheet, names, timed=False)
    rulings = overlay_of(sheet, content).rulings if ruled else ()
    game = replay(ruleset_of(sheet), content, names, rulings)
    return [
        (row.seat, row.words or ((row.text,) if row.text else ()), row.score, len(row.tiles))
        for row in game.rows
        if row.kind == "play" and row.seat and row.score is not None and not row.withdrawn
    ]


def fields(divisions: Iterable[Division], *, exact: bool = False) -> dict[str, Field]:
    """A field for each division by its short name, after its last published round."""
    return {row.slug: Field(row, division_standings.last_round(row), exact) for row in divisions}
