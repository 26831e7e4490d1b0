"""What a message says of an entry of the log: that it happened, where, and at which address it is read. Names, texts and
scores are not in it: a program reads them with its key, as far as that reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from tdapp.events.models import Division, Entrant, Event, Round, Table
from tdapp.kernel.commands import REGISTRY
from tdapp.kernel.models import AuditEntry
from tdapp.people.models import ClubHome

Body = dict[str, Any]
Places = Mapping[str, Body]


def _tables(keys: Collection[str]) -> Places:
    rows = Table.objects.filter(pk__in=keys).select_related("round__division")
    return {str(row.pk): {**_round(row.round), "table": row.number} for row in rows}


def _rounds(keys: Collection[str]) -> Places:
    return {str(row.pk): _round(row) for row in Round.objects.filter(pk__in=keys).select_related("division")}


def _round(row: Round) -> Body:
    return {"division": row.division.slug, "round": row.number}


def _divisions(keys: Collection[str]) -> Places:
    return {str(row.pk): {"division": row.slug} for row in Division.objects.filter(pk__in=keys)}


def _entrants(keys: Collection[str]) -> Places:
    rows = Entrant.objects.filter(pk__in=keys).select_related("division")
    return {str(row.pk): {"division": row.division.slug, "entrant": row.number} for row in rows}


PLACES: Mapping[str, Callable[[Collection[str]], Places]] = {
    "table": _tables, "round": _rounds, "division": _divisions, "entrant": _entrants,
}  # fmt: skip
NOWHERE: Body = {"division": None, "round": None, "table": None, "entrant": None}


def bodies(entries: Iterable[AuditEntry], event: Event | None, club: ClubHome | None) -> list[Body]:
    """One body an entry, in their order; a fixed number of queries."""
    rows = list(entries)
    known = {
        kind: find([row.subject_id for row in rows if row.subject_kind == kind])
        for kind, find in PLACES.items()
        if any(row.subject_kind == kind for row in rows)
    }
    return [_body(row, event, club, known.get(row.subject_kind, {}).get(row.subject_id, {})) for row in rows]


def _body(row: AuditEntry, event: Event | None, club: ClubHome | None, at: Body) -> Body:
    subject = {"kind": row.subject_kind, "id": row.subject_id} if row.subject_id else None
    where = {"event": event.slug if event else None, "club": club.slug if club else None, **NOWHERE, **at}
    return {
        "kind": row.intent, "title": title_of(row.intent), "at": row.at.isoformat(), "number": row.number,
        **where, "subject": subject, "read": _address(where),
    }  # fmt: skip


def title_of(intent: str) -> str:
    """What the log calls a command, in English."""
    return REGISTRY[intent].title if intent in REGISTRY else intent


def _address(at: Body) -> str | None:
    """Where a program reads what it is about."""
    if at["event"] is None:
        return f"/api/v1/clubs/{at['club']}" if at["club"] else None
    found = f"/api/v1/events/{at['event']}"
    if at["division"]:
        found += f"/divisions/{at['division']}"
    if at["round"]:
        found += f"/rounds/{at['round']}/" + (f"tables/{at['table']}" if at["table"] else "pairings")
    return found
