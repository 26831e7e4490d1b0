"""Refusals nobody comes across in a hall: bodies that are none, and the guards behind the guards."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tdapp.kernel.refusals import Conflict
from tdapp.scoresheets.editor.commands import closing
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet import storing
from tests.kept import first
from tests.scoresheets.factories import FIRST, SECOND, Desk, add, browser, desk, written

pytestmark = pytest.mark.django_db
whole, ready = first(desk)


def send(here: Desk, name: str, body: Any) -> Any:
    text = body if isinstance(body, str) else json.dumps(body)
    client = browser(here.hall.clerk)
    return client.post(here.address(name), text, content_type="application/json")


@pytest.mark.parametrize("seen", [None, "one", -1, True, 1.5, "9" * 12])
def test_a_version_that_is_no_number_is_refused_with_its_name(seen: Any) -> None:
    answer = send(written(FIRST), "undo", {"seen": seen})
    assert answer.status_code == 422
    assert "seen" in answer.json()["title"]


@pytest.mark.parametrize("reason", [1, "x" * 301])
def test_a_reason_that_is_no_text_is_refused_with_its_name(reason: Any) -> None:
    here = written(FIRST)
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=2)
    answer = send(here, "reopen", {"seen": 3, "reason": reason})
    assert answer.status_code == 422
    assert "reason" in answer.json()["title"]


def test_a_body_larger_than_any_sheet_is_not_read() -> None:
    answer = send(desk(), "write", json.dumps({"operations": ["x" * 600_000]}))
    assert answer.status_code == 413
    assert answer.json()["sentences"]


@pytest.fixture
def old(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A desk whose next command is handed the sheet as it was one writing ago."""
    here = written(FIRST)
    before = here.fresh()
    here.write(add(SECOND))
    monkeypatch.setattr(storing, "held", lambda sheet: before)
    return here


def test_a_writing_over_a_newer_version_is_stopped_by_the_swap_itself(old: Desk) -> None:
    with pytest.raises(Conflict) as refused:
        old.write(add(SECOND))
    assert refused.value.code == "stale"
    assert old.words() == ["BATA", "BUHAY"]


def test_a_finish_over_a_newer_version_is_stopped_by_the_swap_itself(old: Desk) -> None:
    with pytest.raises(Conflict) as refused:
        finish(old.hall.as_(old.hall.clerk), old.fresh(), seen=2)
    assert refused.value.code == "stale"
    assert Sheet.objects.get().is_open


def test_a_sheet_finished_twice_says_who_finished_it() -> None:
    here = written(FIRST)
    finish(here.hall.as_(here.hall.checker), here.fresh(), seen=2)
    with pytest.raises(Conflict) as refused:
        closing.finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=3)
    assert here.hall.checker.shown_as in str(refused.value)


def test_a_plain_form_finishes_a_sheet_and_comes_back_to_it() -> None:
    here = written(FIRST)
    answer = browser(here.hall.clerk).post(here.address("finish"), {"seen": "2"})
    assert (answer.status_code, answer["Location"]) == (303, here.address())
    answer = browser(here.hall.clerk).post(here.address("reopen"), {"seen": "3", "reason": "a row"})
    assert (answer.status_code, answer["Location"]) == (303, here.address())
    assert here.fresh().is_open
