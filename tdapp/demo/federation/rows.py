"""The tables an invented federation is written to, in the order in which they refer to each other."""

from __future__ import annotations

import random
from typing import Any

from django.db import transaction

from tdapp.clubs.models import Season
from tdapp.desk.models import Finalisation, Result, ResultLine, Snapshot
from tdapp.events.models import Division, Entrant, Event, Round, Slot, Table
from tdapp.kernel.models import User
from tdapp.kernel.running.bulk import Into
from tdapp.people.models import Club, ClubHome, ClubMember, Officer, Player

COLUMNS = {
    User: ("id", "username", "display_name", "password"),
    Club: ("id", "name", "key", "kind", "region"),
    ClubHome: ("id", "club_id", "slug", "public", "about"),
    Officer: ("id", "club_id", "user_id", "role"),
    Player: ("id", "number", "surname", "given", "key", "club_id", "code"),
    ClubMember: ("id", "club_id", "player_id", "number", "since"),
    Season: ("id", "club_id", "slug", "name", "starts_on", "ends_on", "points", "public"),
    Event: (
        "id", "sequence", "slug", "name", "venue", "host_id", "starts_on", "ends_on", "guards_unknown", "public",
    ),
    Division: (
        "id", "event_id", "slug", "name", "plan", "rounds_planned", "precedence", "seed", "confirm_policy", "version",
        "entries", "released_round", "released_version", "ruleset_hash", "ruleset_frozen", "frozen_at",
    ),
    Entrant: (
        "id", "event_id", "division_id", "player_id", "number", "given", "surname", "club_id", "rating", "age",
        "lifetime_games", "checked_in_at",
    ),
    Round: (
        "id", "division_id", "number", "status", "based_on", "print_version", "published_at", "closed_at", "public_at",
    ),
    Table: ("id", "round_id", "number", "version"),
    Slot: ("id", "round_id", "entrant_id", "kind", "table_id", "seat"),
    Result: (
        "id", "table_id", "version", "in_force", "sequence", "entered_at", "entered_name", "confirmed_at",
        "confirmed_name",
    ),
    ResultLine: ("id", "result_id", "slot_id", "seat", "score"),
    Snapshot: ("id", "division_id", "after", "why", "version", "rows", "digest", "at"),
    Finalisation: (
        "id", "division_id", "version", "after", "rows", "digest", "protest_until", "at", "by_name",
    ),
}  # fmt: skip


class Rows:
    """Rows gathered by table, and written together."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.kinds: dict[type[Any], tuple[Into, list[tuple[Any, ...]]]] = {
            model: (Into(model, *names), []) for model, names in COLUMNS.items()
        }
        self.written = 0

    def add(self, model: type[Any], *values: Any) -> str:
        """A row in the order of `COLUMNS`; its id."""
        pk = f"{self.draw.getrandbits(128):032x}"
        self.kinds[model][1].append((pk, *values))
        return pk

    def write(self) -> None:
        """Store what was gathered, in one transaction."""
        with transaction.atomic():
            for into, rows in self.kinds.values():
                if rows:
                    into.write(rows)
                    self.written += len(rows)
                    rows.clear()
