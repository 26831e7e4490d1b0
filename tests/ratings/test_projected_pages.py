"""Projected ratings at the desk, and the way from a player's card to his ratings."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tdapp.events.models import Division
from tdapp.kernel.commands import Installation
from tdapp.people.models import Player, RatingList, RatingValue
from tdapp.ratings.keeping.commands.lists import create_list
from tdapp.ratings.models import RatingChange
from tdapp.ratings.ranking.projected import column
from tests import factories as f
from tests.kept import first
from tests.needles import standing
from tests.ratings.test_runs import SYSTEM, correct, do, give, new_list, played, players_of

pytestmark = pytest.mark.django_db
whole, ready = first(played, 14)


def desk_of(division: Division) -> Client:
    client = Client()
    client.force_login(f.member(division.event, "clerk", "clerk"))
    return client


def html_of(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.content[:400]
    text: str = answer.content.decode()
    return text


def test_the_desk_sees_what_would_be_and_that_it_binds_nobody() -> None:
    division = played(14)
    give(new_list(), players_of(division), 1500)
    where = f"/e/{division.event.slug}/{division.slug}"
    client = desk_of(division)
    assert client.get(f"{where}/ratings/")["Location"] == f"{where}/ratings/1/"
    page = html_of(client.get(f"{where}/ratings/1/"))
    assert "not binding" in page
    assert "1515" in page
    assert "+15" in page
    assert f"{where}/ratings/1/" in html_of(client.get(f"{where}/standings/1/"))
    assert set(RatingValue.objects.values_list("rating", flat=True)) == {1500}


def test_the_standings_show_it_beside_the_score_and_say_that_it_binds_nobody() -> None:
    division = played(14)
    give(new_list(), players_of(division), 1500)
    where = f"/e/{division.event.slug}/{division.slug}/standings/1/"
    client = desk_of(division)
    page = html_of(client.get(where))
    assert "not binding" in page
    assert '1515 <span class="unit">+15</span>' in page
    Division.objects.update(rating_kind="casual")
    assert "not binding" not in html_of(client.get(where))


def test_the_column_follows_every_correction_at_once() -> None:
    division = played(14)
    give(new_list(), players_of(division), 1500)

    def shown() -> list[int]:
        told = column(Division.objects.select_related("event").get(pk=division.pk), 1)
        return [told.cells[number].value for number in (1, 2)] if told else []

    assert shown() == [1515, 1490]
    correct(division.rounds.get().tables.order_by("number")[0], 300, 500)
    assert shown() == [1490, 1515]


def test_the_seeds_of_a_draw_stay_what_they_were_when_the_list_moves() -> None:
    """The rating frozen at entry seeds; a run starts from the list's value before the event."""
    division = played(14)
    frozen = list(division.entrants.order_by("number").values_list("rating", flat=True))
    rating_list = new_list()
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    assert list(division.entrants.order_by("number").values_list("rating", flat=True)) == frozen
    assert 1500 not in frozen
    assert set(RatingChange.objects.filter(run__kind="event").values_list("before", flat=True)) == {1500}


def test_without_a_list_or_a_rated_division_the_page_says_so() -> None:
    division = played(14)
    client, path = desk_of(division), f"/e/{division.event.slug}/{division.slug}/ratings/1/"
    assert "no rating list yet" in html_of(client.get(path))
    new_list()
    Division.objects.update(rating_kind="unrated")
    assert "is not rated" in html_of(client.get(path))
    html_of(client.get(path.replace("/1/", "/2/")), 404)


def test_a_list_that_is_not_public_is_not_shown_at_the_desk() -> None:
    division = played(14)
    new_list(name="Committee only", public=False)
    page = html_of(
        desk_of(division).get(f"/e/{division.event.slug}/{division.slug}/ratings/1/?list=national")
    )
    assert "Committee only" not in page


def test_the_card_leads_to_the_players_ratings_on_the_national_list_first() -> None:
    division = played(14)
    who = players_of(division)[0]
    client = desk_of(division)
    assert f"/ratings/of/{who.pk}/" in html_of(
        client.get(f"/e/{division.event.slug}/{division.slug}/entrant/1/")
    )
    assert client.get(f"/ratings/of/{who.pk}/")["Location"] == "/ratings/"
    rating_list = new_list()
    do(rating_list, division)
    assert client.get(f"/ratings/of/{who.pk}/")["Location"] == f"/ratings/national/player/{who.number}/"
    RatingList.objects.update(public=False)
    assert client.get(f"/ratings/of/{who.pk}/")["Location"] == "/ratings/"


def test_the_list_on_which_most_of_the_division_stand_is_projected_and_named() -> None:
    division = played(14)
    new_list(name="A national one nobody here is on")
    create_list(SYSTEM, Installation(), slug="club", facts={"name": "Iloilo club", "kind": "club"})
    create_list(SYSTEM, Installation(), slug="other", facts={"name": "Another", "kind": "school"})
    give(RatingList.objects.get(slug="other"), players_of(division)[:1], 1200)
    give(RatingList.objects.get(slug="club"), players_of(division), 1500)
    where, client = f"/e/{division.event.slug}/{division.slug}", desk_of(division)
    page = html_of(client.get(f"{where}/standings/1/"))
    assert "Rating (Iloilo club)</abbr>" in page
    assert '1515 <span class="unit">+15</span>' in page
    assert "1515" in html_of(client.get(f"{where}/ratings/1/"))
    assert standing(html_of(client.get(f"{where}/ratings/1/?list=national")), "1515") == []


def test_two_numbers_made_one_count_for_the_list_of_the_one_that_stayed() -> None:
    division = played(14)
    new_list(name="A national one nobody here is on")
    create_list(SYSTEM, Installation(), slug="club", facts={"name": "Iloilo club", "kind": "club"})
    stayed = players_of(played(20))[0]
    give(RatingList.objects.get(slug="club"), [stayed], 1500)
    Player.objects.filter(pk=players_of(division)[0].pk).update(merged_into=stayed)
    told = column(division, 1)
    assert told is not None
    assert told.heading == "Rating (Iloilo club)"
