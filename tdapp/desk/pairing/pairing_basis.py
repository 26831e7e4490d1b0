"""What a round's pairing rests on, cheaply compared: the engine works with nothing held, and the hall goes on meanwhile."""

from __future__ import annotations

from typing import Any

from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.models import Result
from tdapp.events.models import Division, Entrant, Presence, Slot

# What changes no pairing. Results of the round still being played grow a division's counters, and must not count here.
BESIDE = frozenset(
    {
        "version",
        "entries",
        "extras",
        "released_round",
        "released_version",
        "checked_in_at",
        "age",
        "display_consent",
    }
)


def of_round(division: Division, number: int, based_on: int) -> Any:
    """Settings, entries, absences, pairings, line-ups, and the results that count up to round `based_on`, as they stand."""
    settings = Division.objects.filter(pk=division.pk).values_list(*_columns(Division))
    people = Entrant.objects.filter(division=division).order_by("pk").values_list(*_columns(Entrant))
    away = Presence.objects.filter(entrant__division=division).order_by("pk")
    places = Slot.objects.filter(round__division=division).order_by("pk")
    results = Result.objects.filter(in_force=True, table__round__division=division)
    return (
        list(settings),
        list(people),
        list(away.values_list("entrant", "first", "last", "kind", "intent")),
        list(places.values_list("round", "entrant", "kind", "table", "seat", "spread")),
        set(results.filter(table__round__number__lte=based_on).values_list("pk", flat=True)),
        pairing_adapter.line_up_text(division, number),
    )


def _columns(model: type[Division | Entrant]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if field.name not in BESIDE]
