"""Released and hidden again: only finished sheets, only by whoever may, gone as soon as it is written in again."""

from __future__ import annotations

import pytest

from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.closing import reopen
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay.commands.release import hide, release
from tests import factories as f
from tests.kept import first
from tests.scoresheets.factories import address, browser
from tests.scoresheets.games import stored

pytestmark = pytest.mark.django_db
whole, ready = first(f.hall, 4)


def fresh(sheet: Sheet) -> Sheet:
    return sheets().get(pk=sheet.pk)


def test_a_finished_sheet_is_released_hidden_and_released_again() -> None:
    hall = f.hall(4)
    sheet, director = stored(hall), hall.as_(hall.director)
    assert release(director, sheet) == {"sheet": 1, "public": True}
    first = fresh(sheet).released_at
    release(director, fresh(sheet))
    assert fresh(sheet).released_at == first
    hide(director, fresh(sheet))
    assert fresh(sheet).released_at is None
    told = AuditEntry.objects.filter(intent__in=("sheet.release", "sheet.hide")).order_by("number")
    assert [entry.payload["after"] for entry in told] == [
        {"public": True},
        {"public": True},
        {"public": False},
    ]


def test_an_open_sheet_is_not_released() -> None:
    hall = f.hall(4)
    with pytest.raises(Refusal) as refused:
        release(hall.as_(hall.director), stored(hall, done=False))
    assert refused.value.code == "not-finished"


def test_a_sheet_that_is_opened_again_is_public_no_longer() -> None:
    hall = f.hall(4)
    sheet = stored(hall, public=True)
    reopen(hall.as_(hall.director), sheet, seen=sheet.version, reason="a row was missing")
    assert fresh(sheet).released_at is None


def test_who_writes_sheets_does_not_release_them() -> None:
    hall = f.hall(4)
    sheet = stored(hall)
    for command in (release, hide):
        with pytest.raises(NotAllowed):
            command(hall.as_(hall.clerk), sheet)
    publisher = f.member(hall.event, "publisher")
    assert release(hall.as_(publisher), sheet)["public"]


def test_the_buttons_do_what_they_say() -> None:
    hall = f.hall(4)
    sheet = stored(hall)
    client = browser(hall.director)
    page = client.post(address(sheet, "release"), follow=True)
    assert "Made public: this game can be replayed" in page.content.decode()
    assert ">Hide</button>" in page.content.decode()
    page = client.post(address(sheet, "hide"), follow=True)
    assert "Make public" in page.content.decode()


def test_a_refused_release_is_said_on_the_page_it_was_asked_for_on() -> None:
    hall = f.hall(4)
    page = browser(hall.director).post(address(stored(hall, done=False), "release"), follow=True)
    assert "Finish it first" in page.content.decode()
