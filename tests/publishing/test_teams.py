"""Team standings for everybody: as released, under public names, with the last rounds kept back; on a screen too."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.desk.pairing.commands import release
from tdapp.desk.prizes.commands import freezing
from tdapp.desk.rehearsal import simulation
from tdapp.events.models import Division, Entrant, Round
from tests import factories as f
from tests.kept import once

pytestmark = pytest.mark.django_db


def fresh(row: Division) -> Division:
    return Division.objects.select_related("event").get(pk=row.pk)


def released() -> Division:
    """Cebu (1 3) and Davao (2 4), two rounds of team matches played; round 1 released. Number 4 is a guarded child."""
    row = f.division(f.event("teams", public=True), plan="matches 1-3", rounds_planned=3)
    for one in f.entrants(row, 4):
        Entrant.objects.filter(pk=one.pk).update(team="Davao" if one.number % 2 == 0 else "Cebu")
    Entrant.objects.filter(division=row, number=4).update(age="minor")
    program = f.program(row.event)
    for number in (1, 2):
        round_ = simulation.pair_and_publish(program, fresh(row), number)
        for table in round_.tables.order_by("number"):
            seats = [slot.entrant.team for slot in table.seats.order_by("seat")]
            f.enter(table, *((450, 400) if seats[0] == "Cebu" else (400, 450)))
        Round.objects.filter(pk=round_.pk).update(public_at=round_.published_at)
    release.release_standings(program, fresh(row), after=1)
    return fresh(row)


whole, hall = once(released)


def page(client: Client) -> str:
    return client.get("/t/teams/open/teams/").content.decode()


def test_the_public_sees_teams_as_released_and_no_child_by_surname(hall: Division, client: Client) -> None:
    text = page(client)
    assert "Teams after round 1" in text
    assert text.index("Cebu") < text.index("Davao")
    child = hall.entrants.select_related("club", "division__event").get(number=4)
    assert child.public_name in text
    assert child.surname not in text
    assert "/t/teams/open/teams/" in client.get("/t/teams/open/standings/").content.decode()
    assert "Cebu" in client.get("/t/teams/screen/feed?show=teams").content.decode()


def test_a_round_that_is_kept_back_counts_for_no_team_in_public(hall: Division, client: Client) -> None:
    program = f.program(hall.event)
    release.release_standings(program, hall, after=2)
    assert "Teams after round 2" in page(client)
    freezing.freeze(program, fresh(hall), last=2)
    assert "Teams after round 1" in page(client)


def test_without_teams_or_a_release_the_page_says_so(client: Client) -> None:
    row = f.division(f.event("none", public=True))
    f.entrants(row, 2)
    assert "No team standings yet" in client.get("/t/none/open/teams/").content.decode()


def test_pairings_of_a_team_round_name_the_teams_on_a_screen_and_in_what_is_sent(
    hall: Division, client: Client
) -> None:
    release.show_pairings(
        f.program(hall.event), Round.objects.select_related("division__event").get(division=hall, number=2)
    )
    for show in ("tables", "names"):
        text = client.get(f"/t/teams/screen/feed?show={show}").content.decode()
        assert text.count("<small>Cebu</small>") == text.count("<small>Davao</small>") == 2
    assert "<small>Cebu</small>" in client.get("/t/teams/open/call-out/").content.decode()
    sent = client.get("/t/teams/open/pairings.txt").content.decode()
    assert sent.count("(Cebu)") == sent.count("(Davao)") == 2
