"""A sheet as data: what the editor, the tally and the replay read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.writing import create
from tests.kept import first
from tests.scoresheets.factories import FIRST, SECOND, THIRD, Desk, add, browser, change, desk, written

pytestmark = pytest.mark.django_db
whole, ready = first(desk)


def state(here: Desk, query: str = "") -> Any:
    return browser(here.hall.clerk).get(here.address("state") + query).json()


def test_an_empty_sheet_says_whose_game_it_is_and_who_starts() -> None:
    here = desk()
    told = state(here)
    assert [seat["seat"] for seat in told["seats"]] == [1, 2]
    assert told["rows"] == []
    assert (told["expected_seat"], told["version"], told["status"]) == (1, 1, "open")


def test_each_row_comes_with_its_score_total_words_placements_and_bag() -> None:
    here = written(FIRST, SECOND, THIRD)
    first, second, third = state(here)["rows"]
    assert first["no"] == 1
    assert first["computed"]["words"] == ["BATA"]
    assert first["computed"]["score"] == first["computed"]["total"] > 0
    assert [one["square"] for one in first["computed"]["placements"]] == ["H10", "I10", "J10", "K10"]
    assert [one["letter"] for one in second["computed"]["placements"]] == ["U", "H", "A", "Y"]
    assert first["computed"]["line"].endswith(str(first["computed"]["score"]))
    assert third["computed"]["scores"] == [first["computed"]["score"], second["computed"]["score"]]
    low, high = third["computed"]["bag"]
    assert 0 < low <= high


def test_a_changed_middle_turn_changes_all_that_follows() -> None:
    here = written(FIRST, SECOND, THIRD)
    before = state(here)["rows"]
    here.write(change(here.row(1), word="BATAS"))
    after = state(here)["rows"]
    assert after[0]["computed"]["words"] == ["BATAS"]
    assert after[1]["computed"]["scores"][0] == after[0]["computed"]["score"]
    assert after[2]["computed"]["scores"] != before[2]["computed"]["scores"]


def test_a_wrong_score_is_found_beside_its_row_with_what_is_right_and_a_page_to_read() -> None:
    right = state(written(FIRST))["rows"][0]["computed"]["score"]
    here = written({**FIRST, "score": right + 1, "total": right + 1})
    found = [one for one in state(here)["rows"][0]["findings"] if one["code"] == "score_wrong"]
    assert [(one["recorded"], one["computed"], one["turn"]) for one in found] == [(right + 1, right, 1)]
    assert found[0]["root"] is True
    assert found[0]["page"].endswith("#score_wrong")


def tallied(here: Desk, first: int, second: int) -> Desk:
    """A tally at the second table: so many turns in the first column, so many in the second."""
    told = create(here.hall.as_(here.hall.clerk), here.hall.table(2), tally=True)
    made = Desk(here.hall, sheets().get(table=here.hall.table(2), number=told["sheet"]))
    for seat, turns in ((1, first), (2, second)):
        for _turn in range(turns):
            made.write(add({"kind": "score", "seat": seat, "score": 20}))
    return made


@pytest.mark.parametrize(("first", "second"), [(8, 2), (1, 5), (3, 3)])
def test_a_tally_accuses_nobody_of_an_order_nobody_wrote(first: int, second: int) -> None:
    here = tallied(desk(), first, second)
    told = state(here)
    assert [
        one["code"] for row in told["rows"] for one in row["findings"] if one["severity"] == "error"
    ] == []
    assert told["computed_totals"] == [first * 20, second * 20]
    assert here.fresh().errors == 0


def test_a_tally_still_names_a_broken_sum() -> None:
    here = tallied(desk(), 2, 0)
    here.write(change(here.row(1), total=20))
    here.write(change(here.row(2), total=50))
    found = [one for row in state(here)["rows"] for one in row["findings"]]
    assert [(one["code"], one["root"]) for one in found] == [("total_wrong", True)]


def test_scores_typed_as_a_whole_sheet_keep_their_order() -> None:
    score = {"kind": "score", "seat": 1, "score": 20}
    found = [one["code"] for row in state(written(score, score))["rows"] for one in row["findings"]]
    assert found == ["out_of_turn"]


def test_an_unchanged_version_is_answered_with_nothing() -> None:
    here = written(FIRST)
    client = browser(here.hall.viewer)
    assert client.get(here.address("state") + "?v=2").status_code == 204
    assert client.get(here.address("state") + "?v=1").json()["version"] == 2


def test_writing_answers_the_new_state() -> None:
    here = desk()
    body = json.dumps({"operations": [add(FIRST)]})
    answer = browser(here.hall.clerk).post(here.address("write"), body, content_type="application/json")
    assert answer.status_code == 200
    assert answer.json()["rows"][0]["turn"] == FIRST
    assert answer.json()["editors"] == [here.hall.clerk.shown_as]


def test_the_editor_shows_what_is_written() -> None:
    here = written(FIRST)
    page = browser(here.hall.viewer).get(here.address())
    assert page.status_code == 200
    assert "BATA" in page.content.decode()
