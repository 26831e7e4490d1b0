"""Seasons of made-up events for `ratings.py`: players of known strength, a Swiss-like draw, everything from a seed.

As fields for the formulas, and as rows of a database (SQLite; written in bulk, past the commands: a
million games would otherwise take hours to enter).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.db.models import Model

from tdapp.desk.models import Result, ResultLine
from tdapp.events.models import Division, Entrant, Event, Round, Slot, Table
from tdapp.people.models import Player as Person
from tdapp.ratings.formulas import Field, Game, Player

SEED, POOL = 20260314, 2000
MEAN, SCATTER = 1400, 250
# Points of strength for a point of spread, and how far the spreads of equals scatter.
STRENGTH_A_POINT, SCORES_APART = 6, 90
FIRST_DAY = date(1999, 1, 1)
CONFIRMED = "2026-03-14 10:00:00"
KINDS = (Person, Event, Division, Entrant, Round, Table, Slot, Result, ResultLine)
AT_ONCE = 100


class Season:
    """Events of `players` drawn from one pool, `rounds` games each. `strengths`: what nobody in the hall knows."""

    def __init__(self, players: int, rounds: int, seed: int = SEED, pool: int = POOL) -> None:
        self.rng = random.Random(seed)
        self.players, self.rounds = players, rounds
        self.strengths = [self.rng.gauss(MEAN, SCATTER) for _ in range(pool)]

    def events(self, count: int) -> Iterator[tuple[list[int], list[Game]]]:
        """Who plays (places in the pool) and every game, event by event."""
        for _ in range(count):
            who = self.rng.sample(range(len(self.strengths)), self.players)
            yield who, [game for n in range(1, self.rounds + 1) for game in self._round(n, who)]

    def fields(self, count: int) -> list[Field]:
        """Events as the formulas take them, ratings near the strengths."""
        return [Field([self._rated(n) for n in who], games, self.rounds) for who, games in self.events(count)]

    def _rated(self, n: int) -> Player:
        rating = max(500, round(self.strengths[n] + self.rng.gauss(0, 60)))
        return Player(str(n), rating, self.rng.randint(5, 400), 90.0, 0.06)

    def _round(self, number: int, who: Sequence[int]) -> list[Game]:
        order = sorted(range(len(who)), key=lambda at: -self.strengths[who[at]] + self.rng.gauss(0, 300))
        return [self._game(number, who, a, b) for a, b in zip(order[::2], order[1::2], strict=False)]

    def _game(self, number: int, who: Sequence[int], a: int, b: int) -> Game:
        ahead = self.strengths[who[a]] - self.strengths[who[b]]
        spread = round(self.rng.gauss(ahead / STRENGTH_A_POINT, SCORES_APART)) or 1
        return Game(number, a, b, 400 + spread // 2, 400 - (spread - spread // 2))


def stored(season: Season, count: int) -> list[str]:
    """The season's events as rows, one a day, confirmed to the last game. Ids of the divisions in order."""
    rows = _Rows()
    people = [
        rows.add(Person, number=f"B-{n}", surname=f"Bench{n}", key=f"bench{n}", code=f"b{n}")
        for n in range(len(season.strengths))
    ]
    found: list[str] = []
    for at, (who, games) in enumerate(season.events(count)):
        found.append(_event(rows, at, [people[n] for n in who], games, season.rounds))
        if at % AT_ONCE == 0:
            rows.write()
    rows.write()
    return found


class _Rows:
    """Rows as plain tuples, gathered and written kind by kind: a million of them through models takes too long."""

    def __init__(self) -> None:
        self.kinds = {kind: _Kind(kind) for kind in KINDS}

    def add(self, model: type[Model], /, **values: Any) -> str:
        """A row with the model's own defaults where nothing is said; its id."""
        return self.kinds[model].add(values)

    def write(self) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            for kind in self.kinds.values():
                cursor.executemany(kind.statement, kind.rows)
                kind.rows.clear()


class _Kind:
    """One table: its statement, and what a row holds where nothing is said."""

    def __init__(self, model: type[Model]) -> None:
        fields = model._meta.concrete_fields
        names = [str(field.column) for field in fields]
        self.rows: list[tuple[Any, ...]] = []
        places = ", ".join(["%s"] * len(names))
        quoted = ", ".join(f'"{name}"' for name in names)
        self.statement = f'INSERT INTO "{model._meta.db_table}" ({quoted}) VALUES ({places})'
        self.usual = {
            str(field.column): field.get_db_prep_save(field.get_default(), connection) for field in fields
        }

    def add(self, values: dict[str, Any]) -> str:
        pk = uuid4().hex
        self.rows.append(tuple({**self.usual, **values, "id": pk}.values()))
        return pk


def _event(rows: _Rows, at: int, people: Sequence[str], games: Sequence[Game], rounds: int) -> str:
    day = str(FIRST_DAY + timedelta(days=at))
    event = rows.add(
        Event, slug=f"bench-{at}", name=f"Bench {at}", starts_on=day, ends_on=day, sequence=at + 1
    )
    plan = f"swiss 1-{rounds}"
    division = rows.add(
        Division, event_id=event, slug="open", name="Open", plan=plan, rounds_planned=rounds, seed=at
    )
    field = [
        rows.add(Entrant, event_id=event, division_id=division, player_id=who, number=place, surname="Bench")
        for place, who in enumerate(people, start=1)
    ]
    held = [rows.add(Round, division_id=division, number=n, status="closed") for n in range(1, rounds + 1)]
    for number, game in enumerate(games, start=1):
        _game(rows, held[game.round - 1], number, field, game)
    return str(UUID(division))


def _game(rows: _Rows, held: str, number: int, field: Sequence[str], game: Game) -> None:
    table = rows.add(Table, round_id=held, number=number)
    facts = {"version": 1, "in_force": True, "sequence": number, "confirmed_at": CONFIRMED}
    result = rows.add(Result, table_id=table, **facts)
    for seat, (place, score) in enumerate(((game.a, game.score_a), (game.b, game.score_b)), start=1):
        slot = rows.add(Slot, round_id=held, entrant_id=field[place], kind="seat", table_id=table, seat=seat)
        rows.add(ResultLine, result_id=result, slot_id=slot, seat=seat, score=score)
