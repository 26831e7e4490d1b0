"""The demo's written game: complete, clean, ruled, and its result the table's own."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring import load_ruleset, read_sheet, validate
from tdapp.desk.models import Result
from tdapp.desk.rehearsal.demo import GAME, demo
from tdapp.events.models import Event
from tdapp.kernel import context
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.reading import report_of


def test_the_game_is_whole_and_nothing_is_wrong_with_it_on_its_own_board() -> None:
    content = read_sheet(GAME.read_bytes(), "json").sheet
    assert content is not None
    ruleset = load_ruleset("salitaan-competition", ["board.confirmed=true", "tiles.confirmed=true"])
    report = validate(ruleset, content)
    assert report.findings == ()
    assert report.verdict == "holds"
    assert set(report.checks.values()) == {"holds"}
    assert report.game.ended is not None
    assert report.totals == report.computed_totals == content.totals


def test_each_play_has_its_rack_its_square_and_its_seconds() -> None:
    content = read_sheet(GAME.read_bytes(), "json").sheet
    assert content is not None
    plays = [turn for turn in content.turns if turn.kind == "play"]
    assert all(turn.rack and turn.position and turn.seconds for turn in plays)
    assert len({turn.word for turn in plays}) == len(plays)


@pytest.fixture
def event(db: None) -> Event:
    return demo(context.system(via="cli"))


def test_the_demo_has_one_finished_released_sheet_of_a_closed_round_with_a_ruled_challenge(
    event: Event,
) -> None:
    sheet = sheets().get(table__round__division__event=event)
    assert (sheet.status, sheet.table.round.status, sheet.errors) == (Sheet.Status.FINISHED, "closed", 0)
    assert sheet.released_at is not None
    ruled = [row["turn"] for row in sheet.rows if row["turn"]["kind"] == "challenge"]
    assert [turn["verdict"] for turn in ruled] == ["invalid"]
    assert not [one for one in report_of(sheet).findings if one.severity == "error"]


def test_its_totals_are_the_result_of_its_table(event: Event) -> None:
    sheet = sheets().get(table__round__division__event=event)
    result = Result.objects.get(table=sheet.table, in_force=True)
    assert sheet.totals == [line.score for line in result.lines.order_by("seat")]


def test_the_demo_is_as_far_on_as_it_says(event: Event) -> None:
    rounds = event.divisions.get().rounds.order_by("number")
    assert [row.status for row in rounds] == ["closed", "closed", "closed", "published"]
    assert Client().get("/").status_code == 200
