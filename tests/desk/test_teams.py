"""Team standings on their page."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from tdapp.desk.pairing.teams import team_table
from tdapp.desk.standings.ranking import ranking
from tdapp.events.models import Division, Entrant
from tests import factories as f
from tests.kept import once

pytestmark = pytest.mark.django_db


def played() -> f.Hall:
    here = f.hall(players=8, rounds=2, played=2)
    for row in here.division.entrants.all():
        Entrant.objects.filter(pk=row.pk).update(team="Cebu" if row.number % 2 else "Davao")
    return here


whole, hall = once(played)


def division(hall: f.Hall) -> Division:
    return Division.objects.select_related("event").get(pk=hall.division.pk)


def test_the_members_of_a_team_are_summed_and_every_place_says_why(hall: f.Hall) -> None:
    found = team_table.table(division(hall), 2)
    lines = {line.entrant.number: line.row for line in ranking(division(hall), 2).lines}
    for one in found.lines:
        numbers = [row.number for row in one.counted]
        assert one.row.wins == sum(lines[n].wins for n in numbers)
        assert one.row.spread == sum(lines[n].spread for n in numbers)
        assert one.row.why
    assert found.largest == 4


def test_only_the_best_members_count_when_asked(hall: f.Hall) -> None:
    found = team_table.table(division(hall), 2, best=2)
    assert [(len(one.counted), len(one.rest)) for one in found.lines] == [(2, 2), (2, 2)]


def test_matches_of_team_against_team_are_told(hall: f.Hall, client: Client) -> None:
    client.force_login(hall.viewer)
    where = f"/e/{hall.event.slug}/{hall.division.slug}/standings/2/teams/"
    page = client.get(where, {"by": "matches"}).content.decode()
    assert "Cebu – Davao" in page
    assert "Match points" in page
    assert client.get(where, {"best": "-3"}).status_code == 200
    assert "Teams" in client.get(f"/e/{hall.event.slug}/{hall.division.slug}/standings/2/").content.decode()


def test_without_teams_the_page_says_how_to_have_them(client: Client) -> None:
    here = f.hall(players=4, rounds=1, played=1)
    client.force_login(here.viewer)
    page = client.get(f"/e/{here.event.slug}/{here.division.slug}/standings/1/teams/").content.decode()
    assert "Nobody names a team" in page


def test_many_matches_are_shown_a_round_at_a_time(
    hall: f.Hall, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [one for one in team_table.table(division(hall), 2, "matches").matches if one.first <= 1]
    monkeypatch.setattr(team_table, "MATCHES_MOST", 0)
    cache.clear()
    newest, first = (team_table.table(division(hall), 2, "matches", round_=n) for n in (0, 1))
    assert (newest.round, newest.rounds) == (2, (1, 2))
    assert (first.round, list(first.matches)) == (1, rows)
    client.force_login(hall.viewer)
    where = f"/e/{hall.event.slug}/{hall.division.slug}/standings/2/teams/"
    page = client.get(where, {"by": "matches", "round": "1"}).content.decode()
    assert 'href="?by=matches&amp;round=2"' in page
    assert 'href="?by=matches&amp;round=1" aria-current="page"' in page


def test_the_tabs_of_classes_say_what_they_are_and_stand_by_their_numbers(
    hall: f.Hall, client: Client
) -> None:
    for number, klass in enumerate(("10", "7", "", "12", "9"), 1):
        Entrant.objects.filter(division=hall.division, number=number).update(klass=klass)
    client.force_login(hall.viewer)
    page = client.get(f"/e/{hall.event.slug}/{hall.division.slug}/standings/2/")
    assert [one.label for one in page.context["classes"]] == [
        "Everybody",
        *(f"Class {n}" for n in (7, 9, 10, 12)),
    ]
