"""A division called final again while the ceremony runs: the desk is told that its cards are older."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.commands import ceremony as shows
from tests import factories as f
from tests.prizes.hall import ROUNDS, Hall, hall

pytestmark = pytest.mark.django_db

OLDER = "A newer version was called final"


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
