"""Rows as plain data, one function a shape."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet

from tdapp.api.models import ApiToken
from tdapp.desk.ledger.rows import as_entry
from tdapp.desk.models import Result
from tdapp.events.models import Division, Entrant, Event, Round, Slot, Table, as_data

EVENT = ("slug", "name", "venue", "starts_on", "ends_on", "school", "public")
DIVISION = (
    "id", "slug", "name", "ruleset", "plan", "rounds_planned", "confirm_policy", "rating_kind", "table_first", "table_last",
    "released_round", "version",
)  # fmt: skip
ROUND = ("id", "number", "status", "based_on", "published_at", "closed_at", "public_at", "print_version")
TOKEN = ("id", "label", "prefix", "roles", "scopes", "created_at", "expires_at", "revoked_at", "last_used_at")


def event(row: Event) -> dict[str, Any]:
    """An event of a list."""
    return as_data(row, *EVENT)


def division(row: Division) -> dict[str, Any]:
    """A division's settings that matter to a program."""
    return as_data(row, *DIVISION)


def round_(row: Round) -> dict[str, Any]:
    """A round's state."""
    return as_data(row, *ROUND)


def token(row: ApiToken) -> dict[str, Any]:
    """A token without the token."""
    return as_data(row, *TOKEN)


def entrant(row: Entrant) -> dict[str, Any]:
    """An entrant without anything private: no birth date, age, guardian, contact or consent."""
    return {
        "id": row.pk, "version": row.version, "number": row.number, "name": row.listed, "public_name": row.public_name,
        "club": row.club.name if row.club else "", "rating": row.rating, "team": row.team, "klass": row.klass,
        "checked_in": row.checked_in_at is not None, "house": row.house,
    }  # fmt: skip


def loaded(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Tables with what `table` needs, in a fixed number of queries."""
    current = Result.objects.filter(is_current=True).prefetch_related("lines")
    seats = Slot.objects.select_related("entrant").order_by("seat")
    return tables.select_related("round__division__event").prefetch_related(
        Prefetch("seats", queryset=seats), Prefetch("results", queryset=current)
    )


def table(row: Table) -> dict[str, Any]:
    """A table (from `loaded`) with its seats and its newest entry."""
    seats = [
        {"seat": slot.seat, "id": slot.entrant_id, "number": slot.entrant.number, "name": slot.entrant.listed}
        for slot in row.seats.all()
    ]
    found = next(iter(row.results.all()), None)
    return {
        "id": row.pk, "table": row.number, "round": row.round.number, "drawn": row.starts == "drawn", "seats": seats,
        "result": result(found) if found else None,
    }  # fmt: skip


def result(row: Result) -> dict[str, Any]:
    """One version of a result."""
    return {
        "version": row.version, **as_entry(row).as_data(), "by": row.entered_name, "at": row.entered_at,
        "confirmed": row.in_force,
    }  # fmt: skip


def answered(told: dict[str, Any]) -> dict[str, Any]:
    """What a command on a result answered, in the shape of a result."""
    names = ("version", "kind", "scores", "before", "penalties", "absent", "by", "at", "confirmed")
    return {name: told[name] for name in names}
