"""Games of a player's page and of head to head that anybody may replay: linked while they are public, and no longer."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.events.models import Division, Entrant, Event, Table
from tdapp.kernel import clock
from tdapp.people.models import Player
from tdapp.scoresheets.models import Sheet
from tests.publishing.hall import Hall, hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> Hall:
    """Two rounds of four adults; the first is released."""
    made = hall(4, age="adult")
    Event.objects.filter(pk=made.division.event_id).update(guards_unknown="no")
    made.publish()
    made.play(1)
    made.release(1)
    made.publish()
    made.play(2)
    return made


def sheet(here: Hall, number: int, who: int = 1, count: int = 1, public: bool = True) -> Sheet:
    """A sheet of somebody's game; released or not."""
    table = Table.objects.get(round=here.round(number), seats__entrant__number=who)
    at = clock.now() if public else None
    return Sheet.objects.create(
        table=table,
        number=count,
        created_name="x",
        released_at=at,
        finished_at=clock.now(),
        status=Sheet.Status.FINISHED,
    )


def player(here: Hall, number: int = 1) -> Player:
    row = Entrant.objects.select_related("player").get(division=here.division, number=number)
    assert row.player
    return row.player


def rival(here: Hall) -> Player:
    table = Table.objects.get(round=here.round(1), seats__entrant__number=1)
    other = Entrant.objects.exclude(number=1).get(slots__table=table)
    assert other.player
    return other.player


def replays(where: str) -> list[str]:
    answer = Client().get(where)
    assert answer.status_code == 200, where
    return re.findall(r'href="(/t/[^"]+/game/\d+/)"', answer.content.decode())


def page(of: Player) -> str:
    return f"/players/{of.code}/"


def way(here: Hall, row: Sheet) -> str:
    return f"{here.base}round/{row.table.round.number}/table/{row.table.number}/game/{row.number}/"


def test_a_game_that_may_be_replayed_is_linked_on_the_page_and_in_head_to_head(here: Hall) -> None:
    mine, theirs = player(here), rival(here)
    assert replays(page(mine)) == []
    row = sheet(here, 1)
    link = way(here, row)
    assert set(replays(page(mine))) == set(replays(page(theirs))) == {link}
    assert replays(f"{page(mine)}against/{theirs.code}/") == [link]
    text = Client().get(page(mine)).content.decode()
    assert "Games to replay" in text
    assert (
        "Mga larong mapapanood muli"
        in Client(headers={"accept-language": "fil"}).get(page(mine)).content.decode()
    )


def test_two_sheets_of_a_game_are_two_links(here: Hall) -> None:
    rows = [sheet(here, 1, count=number) for number in (1, 2)]
    links = [way(here, row) for row in rows]
    assert replays(f"{page(player(here))}against/{rival(here).code}/") == links


def test_one_that_is_not_public_or_hidden_again_or_of_a_round_that_is_not_out_is_not(here: Hall) -> None:
    mine = player(here)
    row = sheet(here, 1, public=False)
    sheet(here, 2)
    assert replays(page(mine)) == []
    Sheet.objects.filter(pk=row.pk).update(released_at=clock.now())
    assert set(replays(page(mine))) == {way(here, row)}
    Sheet.objects.filter(pk=row.pk).update(released_at=None)
    assert replays(page(mine)) == [], "at once, though the page's games are kept"
    Sheet.objects.filter(pk=row.pk).update(released_at=clock.now())
    Event.objects.update(public=False)
    cache.clear()
    assert Client().get(page(mine)).status_code == 404


def test_the_games_of_others_are_not_theirs(here: Hall) -> None:
    others = Entrant.objects.exclude(player__in=[player(here), rival(here)])
    row = sheet(here, 1, who=others[0].number)
    assert replays(page(player(here))) == []
    assert set(replays(page(player(here, others[0].number)))) == {way(here, row)}


def test_a_number_that_was_merged_brings_its_games_along(here: Hall) -> None:
    old, new = player(here), player(hall(2, age="adult"))
    row = sheet(here, 1)
    Player.objects.filter(pk=old.pk).update(merged_into=new)
    cache.clear()
    assert set(replays(page(new))) == {way(here, row)}


def test_the_newest_thirty_stand_there_and_it_costs_one_statement_more(here: Hall, monkeypatch: Any) -> None:
    mine = player(here)
    Client().get(page(mine))
    with CaptureQueriesContext(
        connection,
    ) as none:
        Client().get(page(mine))
    sheet(here, 1)
    with CaptureQueriesContext(connection) as one:
        Client().get(page(mine))
    assert len(one) == len(none)
    Division.objects.filter(pk=here.division.pk).update(rounds_planned=2)
    here.release(2)
    newest = sheet(here, 2)
    cache.clear()
    monkeypatch.setattr("tdapp.clubs.players.views.REPLAYS", 1)
    text = Client().get(page(mine)).content.decode()
    assert "1 older game is on the page of its event." in text
    listed = text[text.index("Games to replay") :]
    assert way(here, newest) in listed
