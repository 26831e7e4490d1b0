"""Sheets checked again: on the page after a tick on board or tiles, and on the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from tdapp.events.models import Division
from tdapp.scoresheets.models import Sheet
from tests.scoresheets.factories import FIRST, SECOND, Desk, browser, written

pytestmark = pytest.mark.django_db
TICKS = {"board.confirmed": True, "tiles.confirmed": True}
# The third play is two points off, on squares of which no book tells.
OUTWARDS = (
    {"kind": "play", "seat": 1, "position": "J5", "word": "HINALA"},
    {"kind": "play", "seat": 2, "position": "I10", "word": "NINUNO"},
    {"kind": "play", "seat": 1, "position": "12B", "word": "KANLURAN", "score": 26},
)


def ticked(here: Desk) -> None:
    """The board and the tiles are those on the table, somebody says."""
    Division.objects.filter(pk=here.hall.division.pk).update(overrides=TICKS)


def check(here: Desk, who: Any) -> Any:
    return browser(who).post(reverse("scoresheets:check_all", args=[here.hall.event.slug]))


def test_after_a_tick_the_figures_of_the_list_are_made_anew_and_nothing_else_changes() -> None:
    here = written(*OUTWARDS)
    before = here.fresh()
    ticked(here)
    assert check(here, here.hall.clerk).status_code == 303
    after = here.fresh()
    assert (before.errors, before.verdict) == (0, "unverifiable")
    assert (after.errors, after.verdict) == (1, "broken")
    assert (after.version, after.rows) == (before.version, before.rows)


def test_who_may_not_write_does_not_check() -> None:
    here = written(FIRST)
    assert check(here, here.hall.viewer).status_code == 403


def test_the_command_line_names_each_error_and_leaves_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    here = written({**FIRST, "score": 99, "total": 99})
    ticked(here)
    with pytest.raises(SystemExit) as left:
        call_command("check_sheets", here.hall.event.slug)
    said = capsys.readouterr().out
    assert left.value.code == 1
    assert "open round 1 table 1 sheet 1: broken, open" in said
    assert "  1: 99 points are written" in said
    assert "1 sheets, 1 with errors" in said


def test_the_command_line_tells_it_as_data_too(capsys: pytest.CaptureFixture[str]) -> None:
    here = written(FIRST, SECOND)
    figures = Sheet.objects.values("totals", "verdict", "errors").get()
    call_command("check_sheets", here.hall.event.slug, "--json")
    told = json.loads(capsys.readouterr().out)
    assert [one["sheet"] for one in told["sheets"]] == [1]
    assert told["sheets"][0]["totals"] == figures["totals"]
    assert told["sheets"][0]["errors"] == []
