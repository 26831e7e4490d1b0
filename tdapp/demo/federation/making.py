"""The federation itself: clubs with officers, members and seasons, then one event after the other, in bulk."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from core import canonical
from pairings.event.history import History, Played
from pairings.standings.standings import Row, standings, tie_breaks
from tdapp.clubs.models import Season
from tdapp.demo.federation.playing import SIZES, Field, played
from tdapp.demo.federation.rows import Rows
from tdapp.demo.making.cast import GIVEN, SURNAMES
from tdapp.desk.models import Finalisation, Result, ResultLine, Snapshot
from tdapp.desk.prizes.finals import KEPT, digest
from tdapp.events.models import Division, Entrant, Event, Round, Slot, Table
from tdapp.events.rules import rulesets
from tdapp.kernel.models import User
from tdapp.kernel.running.bulk import told
from tdapp.people.models import Club, ClubHome, ClubMember, Officer, Player, new_code
from tdapp.people.names import ADULT, MINOR, fold, listed_name

YEARS, PRECEDENCE = 5, ("wins", "spread")
AT_ONCE = 40
SCHOOL_EVERY, GUESTS = 10, 4
REGIONS = ("NCR", "Luzon", "Visayas", "Mindanao")
CLERK = "Seeded"
POINTS = "20 16 13 11 10 9 8 7 6 5 4 3 2 1"


@dataclass(frozen=True, slots=True)
class Person:
    """A player of a club."""

    pk: str
    given: str
    surname: str
    club: int
    strength: float


@dataclass(frozen=True, slots=True)
class Scale:
    """How much of everything; 1 is a federation of 300 clubs."""

    clubs: int
    players: int
    events: int

    @classmethod
    def of(cls, scale: float) -> Scale:
        """So much of 300 clubs, 10,000 players and 10,000 events; at least what an event needs."""
        return cls(max(2, round(300 * scale)), max(60, round(10_000 * scale)), max(4, round(10_000 * scale)))


class Federation:
    """What is being made: `draw` decides everything, `today` is the last day."""

    def __init__(self, scale: Scale, seed: int, today: date) -> None:
        self.scale, self.today = scale, today
        self.draw = random.Random(seed)  # noqa: S311 - an invented federation, not secrets
        self.rows = Rows(self.draw)
        self.first = today - timedelta(days=365 * YEARS)
        self.clubs: list[str] = []
        self.names: list[str] = []
        self.people: list[list[Person]] = []
        rules = rulesets.of_division(Division(plan="swiss 1-9", rounds_planned=9, seed=1))
        self.rules = rules.content_hash, told(rules.to_data())

    def keep_clubs(self) -> None:
        """Clubs and schools with a page, an officer, seasons and members."""
        for at in range(self.scale.clubs):
            self._club(at)
        self.people = [[] for _club in self.clubs]
        for at in range(self.scale.players):
            self._person(at)
        self.rows.write()

    def _club(self, at: int) -> None:
        school = at % SCHOOL_EVERY == SCHOOL_EVERY - 1
        name = f"{'Paaralang' if school else 'Samahang'} {SURNAMES[at % len(SURNAMES)]} {at + 1}"
        rows, kind = self.rows, Club.Kind.SCHOOL if school else Club.Kind.CLUB
        club = rows.add(Club, name, fold(name), kind, REGIONS[at % len(REGIONS)])
        rows.add(ClubHome, club, f"club-{at + 1}", True, "Saturdays at two / Sabado, alas-dos")
        who = rows.add(User, f"officer-{at + 1}", f"Officer {at + 1}", "!")
        rows.add(Officer, club, who, "club-officer")
        for year in range(self.first.year, self.today.year + 1):
            days = str(date(year, 1, 1)), str(date(year, 12, 31))
            rows.add(Season, club, f"season-{year}", f"Season {year}", *days, POINTS, True)
        self.clubs.append(club)
        self.names.append(name)

    def _person(self, at: int) -> None:
        given, surname = f"{self.draw.choice(GIVEN)} {self.draw.choice(GIVEN)}", self.draw.choice(SURNAMES)
        place = at % len(self.clubs)
        key = fold(f"{surname} {given}")
        player = self.rows.add(Player, f"F-{at + 1:05d}", surname, given, key, self.clubs[place], new_code())
        self.people[place].append(Person(player, given, surname, place, self.draw.gauss(1400, 250)))
        self.rows.add(ClubMember, self.clubs[place], player, f"K-{at + 1}", str(self.first))

    def keep_events(self) -> Iterator[int]:
        """Every event, played to its end and final; then one to come for every other club. How many stand, now and then."""
        for at in range(self.scale.events):
            day = self.first + timedelta(days=at * 365 * YEARS // self.scale.events)
            self._event(at, day, *SIZES[at % len(SIZES)])
            if at % AT_ONCE == AT_ONCE - 1:
                self.rows.write()
                yield at + 1
        for at in range(self.scale.clubs // 2):
            day = self.today + timedelta(days=7 + at % 90)
            self._event(self.scale.events + at, day, *SIZES[at % len(SIZES)], over=False)
        self.rows.write()
        yield self.scale.events

    def _event(self, at: int, day: date, players: int, rounds: int, *, over: bool = True) -> None:
        host, rows = at % len(self.clubs), self.rows
        name = f"{self.names[host]} {'Open' if rounds > 10 else 'Club day'} {day}"
        event = rows.add(
            Event, at + 1, f"e-{at + 1}-{day}", name, self.names[host], self.clubs[host], str(day), str(day), "no", True
        )  # fmt: skip
        people = self._field(host, players)
        done = f"{day} 10:00:00"
        frozen = (*self.rules, done) if over else ("", None, None)
        last = rounds if over else 0
        division = rows.add(
            Division, event, "open", "Open", f"swiss 1-{rounds}", rounds, told(PRECEDENCE), at + 1, "single",
            1 + last, players * rounds // 2 if over else 0, last, 1 + last, *frozen,
        )  # fmt: skip
        ratings = [max(500, round(one.strength + self.draw.gauss(0, 60))) for one in people]
        ids = [
            rows.add(
                Entrant, event, division, one.pk, n, one.given, one.surname, self.clubs[one.club], rating,
                MINOR if self._is_school(one.club) else ADULT, 60, done,
            )
            for n, (one, rating) in enumerate(zip(people, ratings, strict=True), 1)
        ]  # fmt: skip
        if over:
            names = [listed_name(one.given, one.surname) for one in people]
            clubs = [self.names[one.club] for one in people]
            field = Field(ids, names, clubs, ratings, [one.strength for one in people])
            history = played(field, rounds, self.draw)
            self._rounds(division, history, done)
            self._final(division, history, rounds, done)

    def _is_school(self, club: int) -> bool:
        return club % SCHOOL_EVERY == SCHOOL_EVERY - 1

    def _field(self, host: int, players: int) -> list[Person]:
        """The host's own first, guests of the clubs next to it; strongest first."""
        near = [
            one
            for n in range(min(GUESTS, len(self.people)))
            for one in self.people[(host + n) % len(self.people)]
        ]
        own = len(self.people[host])
        some = near if own >= players else near[: max(players, 2 * own)]
        found = self.draw.sample(some if len(some) >= players else near, min(players, len(near) // 2 * 2))
        return sorted(found, key=lambda one: -one.strength)

    def _rounds(self, division: str, history: History, done: str) -> None:
        rows, sequence = self.rows, 0
        for number, games in enumerate(history.rounds, start=1):
            held = rows.add(Round, division, number, "closed", number - 1, 1, done, done, done)
            for game in games:
                assert isinstance(game, Played)
                sequence += 1
                table = rows.add(Table, held, game.table, 2)
                result = rows.add(Result, table, 1, True, sequence, done, CLERK, done, CLERK)
                for seat, line in enumerate(game.seats, start=1):
                    slot = rows.add(Slot, held, line.entrant, "seat", table, seat)
                    rows.add(ResultLine, result, slot, seat, line.score)

    def _final(self, division: str, history: History, rounds: int, done: str) -> None:
        """Standings as they are stored when a round is released, and as they are called final."""
        numbers = {one.id: one for one in history.entrants}
        table = standings(history, rounds, PRECEDENCE)
        stored = canonical.plain([_line(row, numbers[row.entrant]) for row in table])
        text = told(stored)
        self.rows.add(
            Snapshot, division, rounds, "released", 1 + rounds, text, canonical.digest(stored), done
        )
        final = [{name: line[name] for name in KEPT} for line in stored]
        self.rows.add(Finalisation, division, 1, rounds, told(final), digest(final, []), done, done, CLERK)


def _line(row: Row, who: Any) -> dict[str, Any]:
    """As `division_standings.stored_rows` has it."""
    return {
        "rank": row.rank, "number": who.seed, "name": who.name, "club": who.club, "wins": row.wins, "losses": row.losses,
        "ties": row.ties, "spread": row.spread, "games": row.games, "movement": row.movement, "withdrawn": row.withdrawn,
        "tie_breaks": tie_breaks(row, PRECEDENCE),
    }  # fmt: skip
