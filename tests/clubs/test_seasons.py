"""Seasons: which events count, why each line is what it is, and who is on the page."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from tdapp.clubs.commands import seasons as commands
from tdapp.clubs.models import Season
from tdapp.clubs.seasons import gathering
from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people.models import ClubHome
from tdapp.people.officers import club_context
from tests import factories as f
from tests.contracts.clubs import season
from tests.publishing.hall import Hall, hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> ClubHome:
    return f.club("lipa", name="Lipa Tile Club", public=True)


@pytest.fixture
def officer(home: ClubHome) -> Context:
    return club_context(f.officer(home, "club-publisher"), home, "web")


def begun(officer: Context, home: ClubHome, **values: Any) -> Season:
    return Season.objects.get(pk=commands.add_season(officer, home, **season(**values))["id"])


def played(home: ClubHome | None, name: str, rounds: int = 1, **values: Any) -> Hall:
    """An event of so many rounds, all played and released."""
    here = hall(4, **values)
    Event.objects.filter(pk=here.division.event_id).update(host=home.club if home else None, name=name)
    Division.objects.filter(pk=here.division.pk).update(rounds_planned=1)
    here.publish()
    here.play(1)
    here.release(1)
    return here


def counted(row: Season) -> list[str]:
    return [one.event for one in gathering.found(row).divisions.values()]


def test_the_clubs_public_events_of_the_time_count_once_all_is_out(home: ClubHome, officer: Context) -> None:
    played(home, "Night")
    late = played(home, "Next year")
    Event.objects.filter(pk=late.division.event_id).update(
        starts_on=date(2027, 1, 5), ends_on=date(2027, 1, 5)
    )
    draft = played(home, "Hidden")
    Event.objects.filter(pk=draft.division.event_id).update(public=False)
    played(None, "Nobody's")
    half = played(home, "Half")
    Division.objects.filter(pk=half.division.pk).update(rounds_planned=2)
    row = begun(officer, home)
    assert counted(row) == ["Night"]
    assert gathering.found(row).waits == ("Half",)


def test_events_are_left_out_and_others_taken_along_by_their_short_names(
    home: ClubHome, officer: Context
) -> None:
    night, cup = played(home, "Night"), played(None, "Cup")
    out, more = night.division.event.slug, cup.division.event.slug
    assert counted(begun(officer, home, left_out=out, also=more)) == ["Cup"]
    assert sorted(counted(begun(officer, home, name="Circuit", also=more))) == ["Cup", "Night"]
    Event.objects.filter(pk=cup.division.event_id).update(demo=True)
    invented = counted(begun(officer, home, name="With the demo", also=more))
    assert invented == ["Night"], "what is invented counts in the season of the demo's own club alone"


def test_one_player_of_two_events_is_one_line_also_when_two_numbers_were_merged(
    home: ClubHome, officer: Context
) -> None:
    first, second = played(home, "Night"), played(home, "Cup")
    one = first.fresh().entrants.select_related("player").get(number=1)
    other = second.fresh().entrants.select_related("player").get(number=1)
    other.player.merged_into = one.player
    other.player.save()
    found = gathering.found(begun(officer, home))
    assert len(found.lines) == 7
    (line,) = [line for line in found.lines if line.player == str(one.player_id)]
    assert len(line.parts) == 2


def test_the_page_says_why(client: Client, home: ClubHome, officer: Context) -> None:
    played(home, "Night")
    row = begun(officer, home)
    shown = client.get(f"/clubs/lipa/seasons/{row.slug}/").content.decode()
    assert "Night, Open: 1st of 4, 10 points" in shown
    assert "Points by place: 10, 8, 6." in shown
    assert "The best 3 results of each player count." in shown
    assert 'href="/clubs/lipa/seasons/season-2026/"' in client.get("/clubs/lipa/").content.decode()
    client.force_login(f.officer(home, "club-director"))
    assert "Night, Open: 1st of 4, 10 points" in client.get(f"/c/lipa/seasons/{row.pk}/").content.decode()


def test_a_season_that_is_not_public_is_not_there(client: Client, home: ClubHome, officer: Context) -> None:
    row = begun(officer, home, public=False)
    assert client.get(f"/clubs/lipa/seasons/{row.slug}/").status_code == 404
    assert row.name not in client.get("/clubs/lipa/").content.decode()


@pytest.mark.parametrize("age", ["minor", "unknown"])
def test_a_child_stands_on_it_nowhere(client: Client, home: ClubHome, officer: Context, age: str) -> None:
    here = played(home, "Night", school=age == "unknown", age=age)
    row = begun(officer, home)
    shown = client.get(f"/clubs/lipa/seasons/{row.slug}/").content.decode()
    assert "name hidden (minor)" in shown
    for entrant in here.fresh().entrants.all():
        assert entrant.given not in shown
        assert entrant.surname not in shown


def test_who_is_called_a_child_later_is_gone_at_once(
    client: Client, home: ClubHome, officer: Context
) -> None:
    here = played(home, "Night")
    where = f"/clubs/lipa/seasons/{begun(officer, home).slug}/"
    entrant = here.fresh().entrants.select_related("player").get(number=1)
    assert entrant.surname in client.get(where).content.decode()
    other = f.entrant(f.division(f.event()), 1, age="minor")
    Entrant.objects.filter(pk=other.pk).update(player=entrant.player)
    assert entrant.surname not in client.get(where).content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "}, {"name": "x" * 81}, {"ends_on": date(2025, 1, 1)}, {"ends_on": date(2036, 1, 1)},
        {"points": ""}, {"points": "1 2"}, {"left_out": "nothing"}, {"also": "draft"},
    ],
)  # fmt: skip
def test_a_season_that_cannot_be(home: ClubHome, officer: Context, wrong: dict[str, Any]) -> None:
    f.event("draft", host=f.club().club)
    with pytest.raises(Refusal):
        begun(officer, home, **wrong)
    assert Season.objects.count() == 0


def test_two_seasons_of_a_name_and_two_who_change_one(home: ClubHome, officer: Context) -> None:
    row = begun(officer, home)
    with pytest.raises(Conflict, match="already a season"):
        begun(officer, home)
    commands.edit_season(officer, row, home=home, seen=1, **season(best=2))
    with pytest.raises(Conflict) as refused:
        commands.edit_season(officer, row, home=home, seen=1, **season(best=5))
    assert refused.value.facts["stored"]["best"] == 2


def test_the_season_of_another_club_is_not_there(client: Client, home: ClubHome, officer: Context) -> None:
    row = begun(officer, home)
    f.club("theirs")
    client.force_login(f.officer(f.club("mine")))
    assert client.get(f"/c/mine/seasons/{row.pk}/").status_code == 404
    assert client.post(f"/c/mine/seasons/{row.pk}/remove").status_code == 404
    assert client.get(f"/clubs/theirs/seasons/{row.slug}/").status_code == 404
