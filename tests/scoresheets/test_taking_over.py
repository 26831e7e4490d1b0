"""Two sheets of one game: what only one of them has is taken into the other, and nothing written is written over."""

from __future__ import annotations

from typing import Any

import pytest

from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.editor.commands.writing import undo
from tdapp.scoresheets.lists.taking_over import lacking
from tdapp.scoresheets.models import Sheet
from tests.scoresheets.factories import FIRST, SECOND, THIRD, Desk, browser, written
from tests.scoresheets.test_lists import main, more, table_url

pytestmark = pytest.mark.django_db
BARE = {"kind": "play", "seat": 1, "word": "BATA", "score": 11}


def take(here: Desk, source: int, target: int, row: str = "") -> str:
    """What the page says after a button was pressed."""
    sent = {"source": source, "target": target, "row": row}
    answer = browser(here.hall.clerk).post(table_url(here.hall, 1, "compare"), sent, follow=True)
    return answer.content.decode()


def turns(sheet: Sheet) -> list[dict[str, Any]]:
    return [row["turn"] for row in Sheet.objects.get(pk=sheet.pk).rows]


def test_a_row_and_a_square_only_one_sheet_has_are_offered_and_taken_in_their_place() -> None:
    here = written(FIRST, SECOND, THIRD)
    other = more(here.hall, 1, BARE, THIRD)
    page = main(browser(here.hall.clerk).get(table_url(here.hall, 1, "compare") + "?first=1&second=2"))
    assert "Fill in sheet 2" in page
    assert "Row into sheet 2" in page
    assert "Fill in sheet 1" in page, "the score only the second sheet has"
    assert "Take all that only sheet 1 has into sheet 2" in page
    assert "Taken into sheet 2" in take(here, 1, 2, str(here.row(2)["id"]))
    assert turns(other) == [BARE, SECOND, THIRD]
    take(here, 1, 2)
    assert turns(other) == [{**FIRST, "score": 11}, SECOND, THIRD]


def test_all_of_it_is_one_writing_that_one_undo_takes_back() -> None:
    here = written(FIRST, SECOND, THIRD)
    other = more(here.hall, 1)
    take(here, 1, 2)
    assert turns(other) == [FIRST, SECOND, THIRD]
    undo(here.hall.as_(here.hall.clerk), other, seen=9)
    assert turns(other) == []


def test_a_sheet_that_is_finished_is_offered_nothing_and_a_viewer_no_button() -> None:
    here = written(FIRST, SECOND)
    other = more(here.hall, 1, FIRST)
    query = table_url(here.hall, 1, "compare") + "?first=1&second=2"
    assert "into sheet" not in main(browser(here.hall.viewer).get(query))
    finish(here.hall.as_(here.hall.clerk), other, seen=other.version)
    assert "into sheet" not in main(browser(here.hall.clerk).get(query))
    assert "was finished by" in take(here, 1, 2)
    assert turns(other) == [FIRST]


def test_what_is_gone_meanwhile_is_said() -> None:
    here = written(FIRST)
    more(here.hall, 1, FIRST)
    assert "has nothing here any more that sheet 2 lacks" in take(here, 1, 2)


@pytest.mark.parametrize(("source", "target"), [(1, 1), (1, 9), (0, 1)])
def test_a_pair_that_is_none_is_said_and_nothing_happens(source: int, target: int) -> None:
    here = written(FIRST)
    assert "Say which two sheets of this table" in take(here, source, target)
    assert turns(here.sheet) == [FIRST]


@pytest.mark.parametrize(
    ("mine", "theirs", "taken"),
    [
        (FIRST, None, FIRST),
        ({"kind": "challenge", "verdict": "valid", "of": 3}, None, {"kind": "challenge", "verdict": "valid"}),
        (FIRST, FIRST, None),
        (FIRST, {**BARE}, {**FIRST, "score": 11}),
        ({**FIRST, "score": 11}, {"kind": "score", "seat": 1, "score": 11}, {**FIRST, "score": 11}),
        ({**FIRST, "score": 12}, {"kind": "score", "seat": 1, "score": 11}, None),
        (FIRST, {**BARE, "word": "BATO"}, None),
        (FIRST, {**BARE, "seat": 2}, None),
        (THIRD, BARE, None),
        (None, BARE, None),
    ],
)
def test_only_what_is_empty_is_filled_and_only_where_both_are_about_one_turn(
    mine: dict[str, Any] | None, theirs: dict[str, Any] | None, taken: dict[str, Any] | None
) -> None:
    assert lacking(mine, theirs) == taken
