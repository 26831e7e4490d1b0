"""A division finalised again while the ceremony runs: the desk is told, and no screen names who was first before."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.prizes.commands import ceremony as shows
from tdapp.events.models import Round
from tests import factories as f
from tests.kept import first
from tests.prizes.hall import ROUNDS, Hall, hall
from tests.screens.halls import feed, text

pytestmark = pytest.mark.django_db
whole, ready = first(hall)

OLDER = "A newer version was finalised"


def page(here: Hall) -> str:
    client = Client()
    client.force_login(f.member(here.event, "director"))
    return client.get(reverse("desk:ceremony", args=(here.event.slug,))).content.decode()


def test_cards_older_than_the_newest_final_are_told_until_the_ceremony_begins_anew() -> None:
    here = hall()
    here.prizes("rank 1-2: 5000, 3000\nhigh game: 500")
    here.release(ROUNDS)
    here.final()
    shows.start_ceremony(here.ctx, here.event)
    assert OLDER not in page(here)
    here.correct(4, here.division.table_first, 300, 372)
    here.final()
    assert OLDER in page(here)
    shows.end_ceremony(here.ctx, here.event)
    shows.start_ceremony(here.ctx, here.event)
    assert OLDER not in page(here)


def on_screen(here: Hall) -> Any:
    return feed(here, "show=ceremony&lang=en")


def test_the_screen_names_nobody_of_a_final_that_was_overtaken_until_the_ceremony_begins_anew() -> None:
    here = hall()
    here.prizes("rank 1-2: 5000, 3000\nhigh game: 500")
    here.release(ROUNDS)
    here.final()
    shows.start_ceremony(here.ctx, here.event)
    for seen in range(4):
        shows.step_ceremony(here.ctx, here.event, to="next", seen=seen)
    named, second = on_screen(here), here.entrant(here.won()[1][2]).surname
    assert second in text(named)
    here.correct(4, here.division.table_first, 300, 372)
    assert on_screen(here)["ETag"] == named["ETag"]
    here.final()
    waiting = on_screen(here)
    assert "The final standings changed The ceremony goes on shortly." in text(waiting)
    assert waiting["ETag"] != named["ETag"]
    assert not any(row.surname in text(waiting) for row in here.division.entrants.all())
    shows.step_ceremony(here.ctx, here.event, to="next", seen=4)
    assert "The final standings changed" in text(on_screen(here))
    shows.end_ceremony(here.ctx, here.event)
    shows.start_ceremony(here.ctx, here.event)
    assert "The final standings changed" not in text(on_screen(here))


def test_a_final_that_changes_no_prize_leaves_the_ceremony_alone() -> None:
    here = hall()
    here.prizes("rank 1: 5000")
    here.release(ROUNDS)
    here.final()
    shows.start_ceremony(here.ctx, here.event)
    other = f.division(here.event, name="Friends", slug="friends", rounds_planned=1)
    f.entrants(other, 2)
    row = f.published(other, f.turned(other, 1))
    f.enter(row.tables.get(), 400, 300)
    close_round(here.ctx, Round.objects.get(pk=row.pk))
    Hall(other).final()
    assert OLDER not in page(here)
    assert "Prize Open" in text(on_screen(here))
