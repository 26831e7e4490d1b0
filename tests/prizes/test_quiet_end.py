"""Only what decides something is said: no winners before a game, no certificates of schools unasked, no old announcement."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.desk.prizes import ties
from tdapp.desk.prizes.commands.ceremony import end_ceremony, start_ceremony
from tdapp.desk.prizes.rules.winners import table
from tdapp.events.day import announcing
from tdapp.events.day.commands.announcements import post
from tdapp.publishing.certificates.forms import CertificatesForm
from tests import factories as f
from tests.prizes.hall import Hall, hall

pytestmark = pytest.mark.django_db


def test_nobody_has_won_before_a_game_was_played_and_the_page_says_why() -> None:
    here = hall(played=0)
    here.prizes("rank 1-2: 500, 300")
    assert table(here.event).won == ()
    client = Client()
    client.force_login(f.member(here.event, "director"))
    page = f"/e/{here.event.slug}/prizes/"
    assert "No result is confirmed yet." in client.get(page).content.decode()
    here.division.entrants.all().delete()
    assert "Nobody is entered yet." in client.get(page).content.decode()


def test_certificates_of_schools_are_offered_to_schools_and_made_when_asked() -> None:
    here = hall(played=0)
    assert "schools" not in CertificatesForm(event=here.event).fields
    here.division.school = True
    here.division.save()
    form = CertificatesForm({"paper": "a4"}, event=here.event)
    assert form.is_valid()
    assert form.wish("").schools is False


def test_an_announcement_ends_with_the_ceremony() -> None:
    here = hall()
    here.prizes("rank 1: 500")
    here.final()
    for end in (start_ceremony, end_ceremony):
        post(here.ctx, here.event, ready="prizes")
        assert announcing.in_force(here.event)
        end(here.ctx, here.event)
        assert announcing.in_force(here.event) == []


def test_without_prizes_only_the_first_place_is_told_of_as_level() -> None:
    def places(here: Hall) -> int:
        return ties.prize_places(here.division)["rank"]

    here = hall(played=1)
    assert places(here) == 1
    here.prizes("rank 1-3: 500, 300, 100")
    assert places(here) == 3
