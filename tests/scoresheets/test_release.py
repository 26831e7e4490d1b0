"""What the public may replay, and until when."""

from __future__ import annotations

import pytest

from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.scoresheets.commands.closing import finish, reopen
from tdapp.scoresheets.commands.release import hide, release
from tests.scoresheets.factories import FIRST, Desk, written

pytestmark = pytest.mark.django_db


def finished() -> Desk:
    here = written(FIRST)
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=2)
    return here


def test_a_finished_sheet_is_released_and_hidden_again() -> None:
    here = finished()
    director = here.hall.as_(here.hall.director)
    release(director, here.fresh())
    first = here.fresh().released_at
    release(director, here.fresh())
    assert first is not None
    assert here.fresh().released_at == first
    hide(director, here.fresh())
    assert here.fresh().released_at is None


def test_an_open_sheet_is_not_released() -> None:
    here = written(FIRST)
    with pytest.raises(Refusal) as refused:
        release(here.hall.as_(here.hall.director), here.fresh())
    assert refused.value.code == "not-finished"


def test_a_clerk_releases_nothing() -> None:
    here = finished()
    for command in (release, hide):
        with pytest.raises(NotAllowed):
            command(here.hall.as_(here.hall.clerk), here.fresh())


def test_a_sheet_that_is_opened_again_is_public_no_longer() -> None:
    here = finished()
    director = here.hall.as_(here.hall.director)
    release(director, here.fresh())
    reopen(director, here.fresh(), seen=3, reason="a row was missing")
    assert here.fresh().released_at is None
