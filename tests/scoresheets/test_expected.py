"""What a play being typed would score: by the rows above it, the rulings on them, and no lexicon."""

from __future__ import annotations

from typing import Any

import pytest

from tdapp.scoresheets.models import Sheet
from tests.scoresheets.factories import FIRST, SECOND, Desk, browser, written

pytestmark = pytest.mark.django_db


def expected(here: Desk, above: int, **typed: Any) -> int | None:
    """The score under the row of this number, 0 for the top."""
    over = {"above": here.row(above)["id"]} if above else {}
    answer = browser(here.hall.clerk).get(here.address("expected"), {**typed, **over})
    assert answer.status_code == 200
    score: int | None = answer.json()["score"]
    return score


def test_the_score_is_that_of_the_play_under_the_rows_above_it() -> None:
    here = written({**FIRST, "score": 11}, SECOND)
    assert expected(here, 0, position="10H", word="BATA", seat=1) == 11
    assert expected(here, 1, position="H10", word="BUHAY", seat=2) == 21
    assert expected(here, 1, position="10H", word="BATAS", seat=2) is not None


@pytest.mark.parametrize(
    "typed",
    [
        {"position": "A1", "word": "BUHAY"},  # touches nothing
        {"position": "H10", "word": "TUHAY"},  # another tile lies there
        {"position": "Z99", "word": "BUHAY"},
        {"position": "H10", "word": ""},
        {"position": "H10", "word": "BUHAY", "seat": "9"},
        {"position": "", "word": "BUHAY"},
    ],
)
def test_nothing_is_expected_of_what_does_not_lie_as_it_is_written(typed: dict[str, str]) -> None:
    seat_alone_is_wrong = typed.get("seat") == "9"
    assert expected(written(FIRST), 1, **typed) == (21 if seat_alone_is_wrong else None)


def test_a_row_the_server_does_not_have_yet_gives_nothing() -> None:
    here = written(FIRST)
    typed = {"position": "H10", "word": "BUHAY", "above": "0" * 32}
    assert browser(here.hall.clerk).get(here.address("expected"), typed).json() == {"score": None}
    assert Sheet.objects.get().version == 2
