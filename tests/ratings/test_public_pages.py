"""The list for everybody: places, filters, days, movers, clubs, a player's way and why it went there."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel import clock
from tdapp.kernel.pages import print_parts
from tdapp.people.models import Club, Player, RatingList, RatingValue
from tdapp.people.names import MINOR, fold
from tdapp.ratings.models import RatingRun
from tdapp.ratings.ranking import clubs, ranking
from tdapp.ratings.ranking.public_names import guarded_players, shown
from tdapp.ratings.ranking.ranking import Wish
from tests import factories as f
from tests.ratings.test_runs import do, give, new_list, played, players_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def rated() -> tuple[RatingList, Division]:
    """A list of four with one event on it, public."""
    rating_list, division = new_list(provisional_games=50), played(14)
    Event.objects.update(public=True)
    Division.objects.update(released_round=1)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    return rating_list, division


def html_at(path: str, client: Client | None = None, status: int = 200) -> str:
    answer = (client or Client()).get(path)
    assert answer.status_code == status, answer.content[:400]
    return answer.content.decode()


def keeper() -> Client:
    client = Client()
    client.force_login(f.user("keeper", operator=True))
    return client


def test_whom_an_event_guards_is_guarded_asked_by_an_id_or_by_a_question(
    rated: tuple[RatingList, Division],
) -> None:
    """Also where the entry that guards is under a number merged into theirs."""
    rating_list, division = rated
    child, stays, *_others = players_of(division)
    Entrant.objects.filter(player=child).update(age=MINOR)
    Player.objects.filter(pk=child.pk).update(merged_into=stays)
    everybody = Player.objects.filter(merged_into=None)
    asked = [guarded_players(whom) for whom in (everybody, [row.pk for row in everybody])]
    assert asked == [{stays.pk}, {stays.pk}]
    assert shown(everybody, rating_list)[stays.pk].guarded


def test_who_is_looked_up_by_any_beginning_of_what_is_shown_is_found_and_nobody_else(
    rated: tuple[RatingList, Division],
) -> None:
    """The database narrows by folded names: accents, Ñ, marks within a word and its wildcards leave nobody out."""
    rating_list, division = rated
    odd = [
        ("Peña", "Íñigo", "D-1"),
        ("O’Brien-Cruz", "Ana (Bea)", "Ñ-77"),
        ("dela Cruz", "José", "X_1"),
        ("Uy", "", "5%"),
    ]
    club = Club.objects.create(name="Ñandú 100% (Cebu)", key=fold("Ñandú 100% (Cebu)"), kind=Club.Kind.SCHOOL)
    for at, (player, (surname, given, number)) in enumerate(zip(players_of(division), odd, strict=True)):
        told = {"surname": surname, "given": given, "key": fold(f"{surname} {given}"), "number": number}
        Player.objects.filter(pk=player.pk).update(**told, club=club if at % 2 else None)
    people = shown(Player.objects.filter(ratings__rating_list=rating_list), rating_list)
    words = {
        word for who in people.values() for word in f"{who.listed} {who.name} {who.club} {who.number}".split()
    }
    typed = {piece for word in words for piece in (word, word[:1], word[:3], word[1:], fold(word))}
    for text in sorted({*typed, "ana 77", "pena d", "%", "_", "ñ", "~", "zz"}):
        found = {row.player for row, _change in ranking.chosen(rating_list, Wish(typed=text))}
        assert found == {pk for pk, who in people.items() if who.fits(text)}, text


def test_everybody_sees_places_ratings_and_games(rated: tuple[RatingList, Division]) -> None:
    rating_list, division = rated
    page = html_at("/ratings/national/")
    names = [f"{who.given} {who.surname}" for who in players_of(division)]
    assert all(name in page for name in names)
    stands = ranking.stands(rating_list)
    assert [(row.rating, row.place, row.shared) for row in stands] == [
        (1515, 1, True), (1515, 1, True), (1490, 3, True), (1490, 3, True),
    ]  # fmt: skip
    assert division.event.name in page


def test_a_day_in_the_past_shows_the_list_as_it_stood(rated: tuple[RatingList, Division]) -> None:
    rating_list, _division = rated
    before = ranking.stands(rating_list, date(2026, 3, 13))
    assert {row.rating for row in before} == {1500}
    assert ranking.stands(rating_list, date(2026, 2, 1)) == []
    assert ranking.stands(rating_list, date(2026, 3, 14)) == [
        row._replace(on=date(2026, 3, 14)) for row in ranking.stands(rating_list)
    ]
    assert "2026-03-13" in html_at("/ratings/national/?on=2026-03-13")


def test_movers_stand_in_the_order_of_how_far_they_went(rated: tuple[RatingList, Division]) -> None:
    rating_list, _division = rated
    told = ranking.chosen(rating_list, Wish(since=date(2026, 3, 2)))
    assert [change for _stand, change in told] == [15, 15, -10, -10]
    assert "+15" in html_at("/ratings/national/?movers=1&since=2026-03-02")


def test_a_day_that_is_none_is_one_sentence(rated: tuple[RatingList, Division]) -> None:
    assert "is no day" in html_at("/ratings/national/?on=soon", status=400)


def test_filters_by_club_region_name_and_activity(rated: tuple[RatingList, Division]) -> None:
    rating_list, division = rated
    club = Club.objects.create(name="Cebu Club", key="cebu club", region="Visayas")
    one = players_of(division)[0]
    Player.objects.filter(pk=one.pk).update(club=club)
    wishes = [Wish(club=str(club.pk)), Wish(region="Visayas"), Wish(typed=one.surname.lower())]
    assert [[row.player for row, _ in ranking.chosen(rating_list, wish)] for wish in wishes] == [[one.pk]] * 3
    RatingValue.objects.filter(player=one).update(changed_on=date(2020, 1, 1))
    assert one.pk not in {row.player for row, _ in ranking.chosen(rating_list, Wish(active=True))}
    assert "Nobody fits" in html_at("/ratings/national/?q=nobodyhere")


def test_a_division_shows_who_played_in_it_last(rated: tuple[RatingList, Division]) -> None:
    rating_list, division = rated
    one, other = players_of(division)[:2]
    do(rating_list, played(20, [one, other], name="Juniors"))
    page = html_at("/ratings/national/?division=juniors")
    assert "Juniors" in page
    assert f"{one.given} {one.surname}" in page
    found = {row.player for row, _ in ranking.chosen(rating_list, Wish(division="juniors"))}
    assert {one.pk, other.pk} <= found
    assert not found & {who.pk for who in players_of(division)[2:]}
    before = ranking.chosen(rating_list, Wish(division="open", on=date(2026, 3, 15)))
    assert len(before) == 4


def test_a_child_guarded_at_any_event_is_guarded_on_the_list(rated: tuple[RatingList, Division]) -> None:
    rating_list, division = rated
    child = players_of(division)[0]
    Player.objects.filter(pk=child.pk).update(given="Ana", surname="Zamoranosa", key="zamoranosa ana")
    Entrant.objects.filter(player=child).update(age="minor", surname="Zamoranosa")
    for who in (Client(), keeper()):
        for path in ("", f"player/{child.number}/", "print", "clubs/"):
            assert "Zamoranosa" not in html_at(f"/ratings/national/{path}", who)
    assert "Ana Z." in html_at("/ratings/national/")
    assert ranking.chosen(rating_list, Wish(typed="zamor")) == []
    other = players_of(division)[1]
    run = RatingRun.objects.get(kind="event")
    assert "Zamoranosa" not in html_at(f"/ratings/national/player/{other.number}/{run.pk}/")


def test_on_a_schools_list_whoever_is_not_known_as_an_adult_is_guarded(
    rated: tuple[RatingList, Division],
) -> None:
    _list, division = rated
    one, other = players_of(division)[:2]
    RatingList.objects.update(kind="school")
    Entrant.objects.filter(player=one).update(age="adult")
    Entrant.objects.filter(player=other).update(age="unknown")
    page = html_at("/ratings/national/")
    assert f"{one.given} {one.surname}" in page
    assert f"{other.given} {other.surname}" not in page


def test_a_players_page_says_why_and_leads_to_every_game(rated: tuple[RatingList, Division]) -> None:
    _list, division = rated
    who = players_of(division)[0]
    page = html_at(f"/ratings/national/player/{who.number}/")
    assert "1500 to 1515: rounds 1-1, won 1 of 1" in page
    assert "<svg" in page
    run = RatingRun.objects.get(kind="event")
    full = html_at(f"/ratings/national/player/{who.number}/{run.pk}/")
    assert "410–390" in full
    assert "0.50" in full


def test_games_of_rounds_that_are_not_public_are_for_the_keeper_alone(
    rated: tuple[RatingList, Division],
) -> None:
    _list, division = rated
    who, run = players_of(division)[0], RatingRun.objects.get(kind="event")
    path = f"/ratings/national/player/{who.number}/{run.pk}/"
    Division.objects.update(released_round=0)
    assert "410–390" not in html_at(path)
    assert "not public" in html_at(path)
    assert "410–390" in html_at(path, keeper())
    Event.objects.update(public=False)
    for page in (path, "/ratings/national/", f"/ratings/national/player/{who.number}/"):
        assert division.event.name not in html_at(page)


def test_a_list_that_is_not_public_does_not_exist_for_others(rated: tuple[RatingList, Division]) -> None:
    RatingList.objects.update(public=False)
    for path in ("", "clubs/", "print", f"player/{players_of(rated[1])[0].number}/"):
        html_at(f"/ratings/national/{path}", status=404)
    assert "National" not in html_at("/ratings/")
    assert "National" in html_at("/ratings/", keeper())


def test_a_long_list_is_printed_in_parts(
    rated: tuple[RatingList, Division], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_parts, "ROOM", 700)
    pages = [html_at(f"/ratings/national/print?part={part}") for part in ("1", "2", "all")]
    assert [page.count('<th scope="row">') for page in pages] == [2, 2, 4]
    assert "part 2 of 2: " in pages[1]


def test_clubs_stand_by_the_mean_of_their_best(rated: tuple[RatingList, Division]) -> None:
    rating_list, division = rated
    one, other, third, _last = players_of(division)
    cebu, iloilo = (Club.objects.create(name=name, key=name) for name in ("Cebu", "Iloilo"))
    Player.objects.update(club=None)
    Player.objects.filter(pk__in=[one.pk, other.pk]).update(club=cebu)
    Player.objects.filter(pk=third.pk).update(club=iloilo)
    RatingValue.objects.update(changed_on=clock.today())
    told = clubs.clubs(rating_list, 2)
    assert [(row.club, row.counted, row.members) for row in told] == [("Cebu", 2, 2), ("Iloilo", 1, 1)]
    assert clubs.clubs(rating_list, 1)[0].mean == 1515
    assert "Cebu" in html_at("/ratings/national/clubs/?best=2")
    assert "Cebu" in html_at(f"/ratings/national/clubs/?best=0002{'0' * 5000}")


def many(count: int) -> RatingList:
    rating_list = new_list()
    rows = [
        Player(number=f"M-{n:05}", surname=f"Sur{n}", given="Given", key=f"sur{n} given")
        for n in range(count)
    ]
    Player.objects.bulk_create(rows)
    start = date(2026, 1, 1) - timedelta(days=1)
    values = [RatingValue(rating_list=rating_list, player=row, rating=1000 + n % 700, games=n, changed_on=start)
              for n, row in enumerate(rows)]  # fmt: skip
    RatingValue.objects.bulk_create(values)
    return rating_list


@pytest.mark.parametrize(
    "view", ["", "?q=sur", "?active=1", "?on=2026-02-02", "?movers=1&since=2025-01-01", "?page=15"]
)
def test_a_list_of_a_thousand_takes_no_more_queries_than_one_of_ten(view: str) -> None:
    counts = []
    for size in (10, 1000):
        RatingValue.objects.all().delete()
        RatingList.objects.all().delete()
        Player.objects.all().delete()
        many(size)
        with CaptureQueriesContext(connection) as caught:
            html_at(f"/ratings/national/{view}")
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 14


def test_a_number_that_was_merged_leads_to_the_one_that_stayed(rated: tuple[RatingList, Division]) -> None:
    keep, gone = players_of(rated[1])[:2]
    Player.objects.filter(pk=gone.pk).update(merged_into=keep)
    answer: Any = Client().get(f"/ratings/national/player/{gone.number}/")
    assert answer["Location"].endswith(f"/player/{keep.number}/")


def test_part_of_a_list_of_today_says_what_the_whole_of_it_does(rated: tuple[RatingList, Division]) -> None:
    rating_list, _division = rated
    whole = [(row, None) for row in ranking.stands(rating_list)]
    told = ranking.chosen(rating_list, Wish())
    assert (list(told), told[1:3], told[2]) == (whole, whole[1:3], whole[2])
    assert list(ranking.chosen(rating_list, Wish(club="nobody's"))) == []
    before = ranking.chosen(rating_list, Wish())
    RatingValue.objects.filter(player=whole[0][0].player).update(rating=1499)
    assert [row.place for row, _change in before] == [1, 3, 3, 3], (
        "who moved meanwhile stands before the next lower one"
    )
