"""One event in one JSON file: everything it is made of, by numbers instead of database keys.

Without `private` it holds nothing a stranger may not know: a guarded child's public name, no number, no age, no
birth date, guardian or contact, no names of volunteers, no reasons somebody typed.

What every table of an event is in an archive, or why it is not in it, stands in `archives.contents`.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet

from tdapp.desk.ledger import lineups
from tdapp.desk.models import Result
from tdapp.desk.pairing import freezing
from tdapp.desk.results import claims
from tdapp.events.entries import eligible, wishes
from tdapp.events.models import Division, Entrant, Event, Round, Table, as_data
from tdapp.events.models.hall import DayPlan, RoundTime
from tdapp.events.rules import divisions
from tdapp.interchange.archives import table_specs
from tdapp.interchange.entering import existing_people
from tdapp.interchange.event_facts import exported_name
from tdapp.kernel import canonical, clock

FORMAT, VERSION = "td-event", 2
EVENT = (
    "name",
    "slug",
    "venue",
    "starts_on",
    "ends_on",
    "preset",
    "school",
    "guards_unknown",
    "guards_unknown_by",
    "guards_unknown_at",
)
DIVISION = (*divisions.FIELDS, "ruleset_hash", "ruleset_frozen", "seed", "released_round")
ENTRANT = (
    "number", "team", "klass", "rating", "deviation", "lifetime_games", "seniority", "fixed_table", "house",
)  # fmt: skip
ROUND = ("number", "status", "based_on", "basis", "print_version", "published_at", "closed_at")
TABLE = ("number", "starts")
ROUND_TIME = ("minutes", "last_turn")
RESULT = (
    "version",
    "kind",
    "is_current",
    "in_force",
    "withdrawn",
    "sequence",
    "entered_at",
    "confirmed_at",
)
SNAPSHOT = ("after", "why", "version", "rows", "digest", "at")
LINE = ("seat", "score", "before", "penalty", "absent")


def archive(event: Event, *, private: bool = False) -> dict[str, Any]:
    """The event as JSON-able data with its digest (over everything but the moment it was made)."""
    rows = event.divisions.select_related("event").order_by("order", "name")
    told = canonical.plain(
        {
            "format": FORMAT,
            "version": VERSION,
            "private": private,
            "event": as_data(event, *EVENT),
            "day_plan": DayPlan.objects.filter(event=event).values_list("line", flat=True).first() or "",
            "divisions": [_division(row, private) for row in rows],
            "parts": table_specs.told(event, private=private),
        }
    )
    return {**told, "digest": canonical.digest(told), "made_at": clock.now().isoformat()}


def _division(row: Division, private: bool) -> dict[str, Any]:
    entrants = row.entrants.select_related("club", "player", "division__event", "substitute_for")
    return {
        **as_data(row, *DIVISION),
        "wishes": wishes.told(row, private=private),
        "phones": claims.mode_of(row),
        "eligible": eligible.of_division(row).data,
        "line_ups": lineups.written(row) if private else {},
        "round_time": _round_time(row),
        "entrants": [
            _entrant(one, private) for one in entrants.prefetch_related("absences").order_by("number")
        ],
        "rounds": [_round(one, private) for one in _rounds(row, private)],
        **({"snapshots": _snapshots(row)} if private else {}),
    }


def _rounds(row: Division, private: bool) -> QuerySet[Round]:
    """All rounds; in an archive for anybody those only that are not kept back until the prize giving."""
    bound = None if private else freezing.bound(row)
    rows = row.rounds.order_by("number")
    return rows if bound is None else rows.filter(number__lte=bound)


def _round_time(row: Division) -> dict[str, Any]:
    """The division's own round time; the clocks as they ran stay out."""
    own = RoundTime.objects.filter(division=row).first()
    return as_data(own, *ROUND_TIME) if own else {}


def _snapshots(row: Division) -> list[dict[str, Any]]:
    """The standings as they were stored when rounds were closed and released: with the desk's names, so private."""
    return [as_data(one, *SNAPSHOT) for one in row.snapshots.order_by("at", "after")]


def _entrant(row: Entrant, private: bool) -> dict[str, Any]:
    shown = private or not row.guarded
    told: dict[str, Any] = {
        **as_data(row, *ENTRANT),
        "name": exported_name(row, private),
        "club": row.club.name if row.club else "",
        "substitute_for": row.substitute_for.number if row.substitute_for else None,
        "absences": [as_data(one, "first", "last", "kind", "intent") for one in row.absences.all()],
    }
    if shown:
        told |= as_data(row, "given", "surname")
        told["member_number"] = row.player.number if row.player else ""
    if private:
        told |= {
            "age": row.age,
            "display_consent": row.display_consent,
            "private": existing_people.private_of(row),
        }
    return told


def _round(row: Round, private: bool) -> dict[str, Any]:
    results = Prefetch("results", Result.objects.order_by("version").prefetch_related("lines"))
    tables = row.tables.order_by("number").prefetch_related("seats__entrant", results)
    alone = row.slots.filter(table=None).select_related("entrant").order_by("entrant__number")
    return {
        **as_data(row, *ROUND),
        "tables": [_table(one, private) for one in tables],
        "without_table": [
            {"entrant": slot.entrant.number, **as_data(slot, "kind", "spread")} for slot in alone
        ],
    }


def _table(row: Table, private: bool) -> dict[str, Any]:
    seats = sorted(row.seats.all(), key=lambda slot: slot.seat or 0)
    return {
        **as_data(row, *TABLE, *(("as_played",) if private else ())),
        "seats": [slot.entrant.number for slot in seats],
        "results": [_result(one, private) for one in row.results.all()],
    }


def _result(row: Result, private: bool) -> dict[str, Any]:
    people = as_data(row, "entered_name", "confirmed_name", "reason") if private else {}
    lines = sorted(row.lines.all(), key=lambda line: line.seat)
    return {**as_data(row, *RESULT), **people, "lines": [as_data(line, *LINE) for line in lines]}
