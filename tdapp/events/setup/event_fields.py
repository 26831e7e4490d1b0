"""The fields of an event as commands take them and tell of them: how long, which years, and as plain data."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Event, as_data
from tdapp.kernel.refusals import Refusal

EVENT_FIELDS = ("name", "venue", "starts_on", "ends_on", "school", "public", "under_particle", "show_ratings")
LENGTHS = {"name": 120, "venue": 160, "slug": 60}
EARLIEST_YEAR, LATEST_YEAR = 1950, 2100


def impossible_days(*days: date) -> list[str]:
    """A sentence for each year in which no event is held."""
    years = {day.year for day in days if not EARLIEST_YEAR <= day.year <= LATEST_YEAR}
    return [_("No event is held in the year %(year)s.") % {"year": year} for year in sorted(years)]


def too_long(values: dict[str, Any]) -> list[str]:
    """A sentence for each value that is longer than its field."""
    sentence = _("%(field)s may have %(most)s characters, not %(many)s.")
    return [
        sentence % {"field": name, "most": most, "many": len(values[name])}
        for name, most in LENGTHS.items()
        if name in values and len(values[name]) > most
    ]


def refuse_long(values: dict[str, Any]) -> None:
    """Refuse values that are longer than their fields."""
    if faults := too_long(values):
        raise Refusal("bad-event", *faults)


def describe(event: Event) -> dict[str, Any]:
    """An event and its divisions as plain data, without ids."""
    shown = ("name", "slug", "plan", "ruleset", "confirm_policy", "rating_kind", "table_first", "table_last")
    rows = [as_data(row, *shown) for row in event.divisions.all()]
    return {"slug": event.slug, **as_data(event, *EVENT_FIELDS), "divisions": rows}
