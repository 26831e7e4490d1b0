"""Imports and exports on SQLite and PostgreSQL alike."""

from __future__ import annotations

from datetime import date

from tdapp.desk.rehearsal import invariants
from tdapp.events.models import Entrant, Event
from tdapp.interchange.commands.entering import apply_roster
from tdapp.interchange.commands.roster import preview_roster
from tdapp.interchange.exports.render import Wish, render
from tdapp.interchange.models import RosterPreview
from tdapp.interchange.tsh.exporting import export_t
from tdapp.interchange.tsh.importing import import_event
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tests import factories
from tests.interchange import rosters
from tests.interchange.test_tsh import OPEN


def test_a_roster_goes_in_twice_and_comes_out(database: str):
    event = factories.event("cebu")
    for name in ("Open", "College-High School", "Elementary"):
        factories.division(event, name)
    ctx = factories.acting(factories.member(event, "director"), event)
    for added in (8, 0):
        told = preview_roster(ctx, event, data=rosters.clean_workbook(), name="entries.xlsx")
        preview = RosterPreview.objects.select_related("event").get(pk=told["id"])
        assert apply_roster(ctx, preview, seen=preview.digest)["counts"]["add"] == added
    assert Entrant.objects.count() == 8
    assert "Makisig" in render(event, Wish("csv")).decode("utf-8-sig"), database


def test_a_tsh_file_goes_in_and_comes_out_the_same(database: str):
    import_event(
        context.system(), Installation(), files=[("a.t", OPEN)], name="Past", slug="past",
        starts_on=date(2024, 5, 1), preset="local-club", minors="no",
    )  # fmt: skip
    event = Event.objects.get(slug="past")
    assert export_t(event.divisions.select_related("event").get()) == OPEN, database
    assert invariants.broken(event) == []
