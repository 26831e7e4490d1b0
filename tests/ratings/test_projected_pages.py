"""Projected ratings at the desk, and the way from a player's card to his ratings."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tdapp.events.models import Division
from tdapp.people.models import RatingList, RatingValue
from tests import factories as f
from tests.ratings.test_runs import do, give, new_list, played, players_of

pytestmark = pytest.mark.django_db


def desk_of(division: Division) -> Client:
    client = Client()
    client.force_login(f.member(division.event, "clerk", "clerk"))
    return client


def said(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.content[:400]
    text: str = answer.content.decode()
    return text


def test_the_desk_sees_what_would_be_and_that_it_binds_nobody() -> None:
    division = played(14)
    give(new_list(), players_of(division), 1500)
    where = f"/e/{division.event.slug}/{division.slug}"
    client = desk_of(division)
    assert client.get(f"{where}/ratings/")["Location"] == f"{where}/ratings/1/"
    page = said(client.get(f"{where}/ratings/1/"))
    assert "not binding" in page
    assert "1515" in page
    assert "+15" in page
    assert f"{where}/ratings/1/" in said(client.get(f"{where}/standings/1/"))
    assert set(RatingValue.objects.values_list("rating", flat=True)) == {1500}


def test_without_a_list_or_a_rated_division_the_page_says_so() -> None:
    division = played(14)
    client, path = desk_of(division), f"/e/{division.event.slug}/{division.slug}/ratings/1/"
    assert "no rating list yet" in said(client.get(path))
    new_list()
    Division.objects.update(rating_kind="unrated")
    assert "is not rated" in said(client.get(path))
    said(client.get(path.replace("/1/", "/2/")), 404)


def test_a_list_that_is_not_public_is_not_shown_at_the_desk() -> None:
    division = played(14)
    new_list(name="Committee only", public=False)
    page = said(desk_of(division).get(f"/e/{division.event.slug}/{division.slug}/ratings/1/?list=national"))
    assert "Committee only" not in page


def test_the_card_leads_to_the_players_ratings_on_the_national_list_first() -> None:
    division = played(14)
    who = players_of(division)[0]
    client = desk_of(division)
    assert f"/ratings/of/{who.pk}/" in said(
        client.get(f"/e/{division.event.slug}/{division.slug}/entrant/1/")
    )
    assert client.get(f"/ratings/of/{who.pk}/")["Location"] == "/ratings/"
    rating_list = new_list()
    do(rating_list, division)
    assert client.get(f"/ratings/of/{who.pk}/")["Location"] == f"/ratings/national/player/{who.number}/"
    RatingList.objects.update(public=False)
    assert client.get(f"/ratings/of/{who.pk}/")["Location"] == "/ratings/"
