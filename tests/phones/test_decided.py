"""What phones show after a dispute, after the last round, and where a refused form is opened again."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.models import Claim
from tdapp.desk.results.commands.claiming import accept
from tdapp.events.models import Round
from tests import factories as f
from tests.kept import first
from tests.phones.phones import address, phone, playing, say, send, text_of

pytestmark = pytest.mark.django_db
whole, ready = first(playing)

RINGS, DECIDED = "Two results differ", "the desk has decided"
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_once_the_desk_has_decided_a_dispute_the_phones_no_longer_send_players_to_it() -> None:
    hall = playing()
    say(hall, 1, 1, 412, 388)
    say(hall, 1, 2, 402, 388)
    phones = [phone(hall, one.entrant.number) for one in hall.table(1).seats.all()]
    assert [RINGS in text_of(one.get(address(hall))) for one in phones] == [True, True]
    claim = Claim.objects.select_related("table__round__division__event").get(seat=1)
    accept(hall.as_(hall.director), claim, sure=True)
    for one in phones:
        told = text_of(one.get(address(hall)))
        assert (RINGS in told, DECIDED in told, "In: 412–388" in told) == (False, True, True)


def test_who_contradicts_what_the_desk_decided_rings_it_again() -> None:
    hall = playing()
    f.enter(hall.table(1), 412, 388)
    say(hall, 1, 2, 402, 388)
    told = text_of(phone(hall, hall.table(1).seats.get(seat=2).entrant.number).get(address(hall)))
    assert (RINGS in told, DECIDED in told) == (True, False)


@pytest.mark.parametrize("status", ["closed", "published"])
def test_after_the_last_round_no_next_table_is_promised_though_its_standings_are_kept_back(
    status: str,
) -> None:
    hall = playing(rounds_planned=1)
    mine = phone(hall, 1)
    Round.objects.update(status=status)
    told = text_of(mine.get(address(hall)))
    assert ("That was the last round." in told) == (status == "closed")
    assert "Your next table appears" not in told


def test_equal_scores_are_asked_of_a_phone_in_words_for_its_fields() -> None:
    hall = playing()
    told = text_of(send(phone(hall, 1), hall, 1, 400, 400))
    assert "below each final score" in told
    assert "slash" not in told


@pytest.mark.parametrize(("rest", "above"), [("me/find", "me/"), ("me/report", "me/"), ("me/leave", "me/")])
def test_an_address_that_only_takes_forms_leads_a_browser_to_the_page_above(rest: str, above: str) -> None:
    hall = playing()
    base = f"/t/{hall.event.slug}/"
    answer = Client(headers=HTML).get(base + rest)
    assert (answer.status_code, answer["Location"]) == (302, base + above)
    assert Client().get(base + rest).status_code == 405
    assert Client(headers={"Accept": "application/json"}).get(base + rest).status_code == 405


def test_the_desks_forms_lead_to_their_pages_and_a_form_is_never_sent_on() -> None:
    hall = playing()
    browser = Client(headers=HTML)
    browser.force_login(hall.director)
    adding = reverse("desk:prizes_add", args=[hall.event.slug])
    assert browser.get(adding)["Location"] == reverse("desk:prizes", args=[hall.event.slug])
    assert browser.put(adding).status_code == 405
