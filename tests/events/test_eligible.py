"""Who may enter a championship: conditions against the list of players, in a table worked by hand."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.events.entries import eligible
from tdapp.events.entries.commands.eligibility import set_conditions
from tdapp.events.entries.eligible import Conditions, of_data
from tdapp.events.models import Division, Eligibility
from tdapp.kernel.refusals import Refusal
from tdapp.people import registry
from tdapp.people.models import Club, Player, RatingList, RatingValue
from tests import factories as f

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Player]:
    """Ana of Cebu Word Club (Cebu), rated 1500 by 40 games; Ben of Lipa High (Batangas), 900 by 5; Cy of none."""
    national = RatingList.objects.create(slug="national", name="National")
    cebu, lipa = registry.club("Cebu Word Club"), registry.club("Lipa High")
    assert cebu
    assert lipa
    Club.objects.filter(pk=cebu.pk).update(region="Cebu")
    Club.objects.filter(pk=lipa.pk).update(region="Batangas", kind="school")
    rows = [
        registry.player(given=given, surname="Cruz", number=number, club=club)
        for given, number, club in (("Ana", "M-1", cebu), ("Ben", "M-2", lipa), ("Cy", "M-3", None))
    ]
    for row, rating, games in ((rows[0], 1500, 40), (rows[1], 900, 5)):
        RatingValue.objects.create(rating_list=national, player=row, rating=rating, games=games)
    return list(Player.objects.select_related("club").order_by("number"))


@pytest.mark.parametrize(
    ("asked", "good", "sentence"),
    [
        (Conditions(), {"M-1", "M-2", "M-3"}, ""),
        (Conditions(clubs=("cebu word club",)), {"M-1"}, "of Lipa High; only cebu word club may enter"),
        (Conditions(regions=("Batangas", "Cebu")), {"M-1", "M-2"}, "of no region; only Batangas, Cebu may enter"),
        (Conditions(kind="school"), {"M-2"}, "of no school"),
        (Conditions(rating_list="national", rating=1000), {"M-1"}, "rating 900, at least 1000 is asked for"),
        (Conditions(rating_list="national", games=5), {"M-1", "M-2"}, "0 rated games, at least 5 are asked for"),
        (Conditions(events=1, year=2026), set(), "0 events in 2026, at least 1 are asked for"),
    ],
    ids=["nothing", "club", "region", "school", "rating", "games", "events"],
)  # fmt: skip
def test_each_condition_names_who_meets_it_and_what_the_others_lack(
    players: list[Player], asked: Conditions, good: set[str], sentence: str
) -> None:
    found = eligible.candidates(asked, players)
    assert {one.number for one in found if one.eligible} == good
    lacking = {why for one in found for why in one.why_not}
    assert not sentence or sentence in lacking
    assert [one.region for one in found] == ["Batangas", "Cebu", ""]


def test_an_event_of_the_year_counts_once_for_who_sat_at_a_table() -> None:
    hall = f.hall(4, rounds=2)
    rows = [one.player for one in hall.division.entrants.select_related("player__club").order_by("number")]
    found = eligible.candidates(Conditions(events=1, year=2026), rows)
    assert [(one.events, one.eligible) for one in found] == [(1, True)] * 4


@pytest.mark.parametrize(
    ("data", "sentence"),
    [({"events": 2}, "Say of which year"), ({"rating": 900}, "Say which rating list")],
    ids=["year", "list"],
)
def test_conditions_that_say_too_little_are_refused(data: dict[str, int], sentence: str) -> None:
    row = f.division(f.event())
    with pytest.raises(Refusal, match=sentence):
        set_conditions(f.program(row.event), row, conditions=data)
    assert of_data({"clubs": 3, "rating": True, "kind": "x", "rating_list": 5}) == Conditions()


def test_an_entry_against_the_conditions_is_taken_and_the_reason_said(client: Client) -> None:
    row = f.division(f.event())
    ctx = f.program(row.event)
    f.entrants(row, 2)
    set_conditions(ctx, row, conditions={"clubs": ["Davao Tiles"]})
    client.force_login(f.member(row.event, "director"))
    base = f"/e/{row.event.slug}/"
    sent = {
        "division": row.slug,
        "surname": "Umali",
        "given": "Fe",
        "club": "Batangas SC",
        "arrived": "on",
    }
    answer = client.post(f"{base}entries/add", sent, follow=True)
    assert "Umali, Fe does not meet the conditions of Open" in answer.content.decode()
    listed = client.get(f"{base}entries/").content.decode()
    assert f'href="{base}eligible/?division=open"' in listed
    assert "entries do not meet the conditions" in listed or "entry does not meet the conditions" in listed
    page = client.get(f"{base}eligible/?division=open").content.decode()
    assert "2 entries do not meet the conditions" in page or "entry does not meet the conditions" in page
    table = client.get(f"{base}eligible/list.csv?division=open")
    assert "of Batangas SC; only Davao Tiles may enter" in b"".join(table).decode("utf-8-sig")
    assert b"".join(client.get(f"{base}eligible/list.xlsx?division=open"))[:2] == b"PK"


def test_the_page_opens_with_what_is_asked_and_offers_to_lift_nothing_else(client: Client) -> None:
    row = f.division(f.event())
    other = f.division(row.event, "Novice")
    f.entrants(row, 2)
    client.force_login(f.member(row.event, "director"))
    address = f"/e/{row.event.slug}/eligible/"
    assert "Everybody may enter" not in client.get(address).content.decode()
    set_conditions(f.program(row.event), other, conditions={"clubs": ["Davao Tiles"]})
    page = client.get(address).content.decode()
    assert "Who may enter: Novice" in page
    assert "of 2 may enter" in page
    lifted = client.get(f"{address}?division=open").content.decode()
    assert "Everybody may enter Novice" in lifted
    assert "Everybody may enter Open" not in lifted


def test_without_conditions_everybody_may_enter_again() -> None:
    row: Division = f.division(f.event())
    ctx = f.program(row.event)
    set_conditions(ctx, row, conditions={"kind": "school"})
    set_conditions(ctx, row, conditions={})
    assert not Eligibility.objects.exists()
    assert eligible.of_entrants(row, f.entrants(row, 1)) == []
