"""What is missing of many people's private data, filled in at once; what is known already is neither shown nor replaced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events.entries.commands.entrants import PRIVATE, bump
from tdapp.events.models import Entrant, Event
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.people import registry
from tdapp.people.models import PlayerPrivate

Told = Mapping[UUID, Mapping[str, Any]]
EARLIEST = 1900


@command("entrant.fill_private", "missing private data filled in", needs=PRIVATE, private=("told",))
def fill_private(ctx: Context, event: Event, *, told: Told) -> Change:
    """Keep `gender` and `birth_year` of entrants (by id) of whom this event was told neither yet. The log says of how
    many, never of whom or what. 422 with one sentence for each mistake; then nobody's is kept.
    """
    given = {pk: facts for pk, facts in told.items() if any(facts.values())}
    rows = Entrant.objects.filter(event=event, pk__in=given).select_related("player", "division__event")
    if faults := [fault for row in rows if (fault := _fault(row, given[row.pk], event))]:
        raise Refusal("cannot-fill", *faults)
    filled = [row for row in rows if _fill(row, given[row.pk], event)]
    for division in {row.division for row in filled}:
        bump(division)
    return Change({"filled": len(filled)}, str(event), None, {"filled": len(filled)})


def _fault(row: Entrant, facts: Mapping[str, Any], event: Event) -> str:
    year = facts.get("birth_year")
    if row.player is None:
        return _("%(name)s belongs to no player, so nothing private can be kept.") % {"name": row.listed}
    if facts.get("gender") and facts["gender"] not in PlayerPrivate.Gender.values:
        return _("%(name)s: say female or male, or leave it blank.") % {"name": row.listed}
    if year and not EARLIEST <= year <= event.starts_on.year:
        told = {"name": row.listed, "first": EARLIEST, "last": event.starts_on.year}
        return _("%(name)s: a birth year is from %(first)s to %(last)s.") % told
    return ""


def _fill(row: Entrant, facts: Mapping[str, Any], event: Event) -> bool:
    """Whether anything was missing and is known now."""
    assert row.player is not None  # `_fault` looked
    own = registry.private(row.player, event.scope_key)
    before = (own.gender, own.birth_year)
    own.gender = own.gender or facts.get("gender") or ""
    if not registry.has_birth(own):
        own.birth_year = facts.get("birth_year") or None
    if (own.gender, own.birth_year) == before:
        return False
    own.save()
    age = registry.age_on(row.player, event.starts_on, own)
    Entrant.objects.filter(pk=row.pk).update(age=age, version=F("version") + 1)
    return True
