"""A released game in public: there when it may be, gone when it may not, under public names, small, and linked."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.events.models import Entrant, Event
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.closing import reopen
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay.commands.release import hide, release
from tests import factories as f
from tests.kept import first
from tests.publishing.hall import Hall, everything_public, played_hall, reader
from tests.scoresheets.games import GAME, stored

pytestmark = pytest.mark.django_db
whole, ready = first(played_hall, 4)
LIMIT = 60_000


def written(here: Hall, turns: Any = GAME, *, public: bool = True) -> Sheet:
    """A finished sheet at the first table of round 1."""
    director = f.member(here.division.event, "director")
    hall = f.Hall(here.division.event, here.division, director, director, director, director)
    return stored(hall, turns, public=public)


def address(here: Hall, sheet: Sheet) -> str:
    table = sheet.table
    return f"{here.base}round/{table.round.number}/table/{table.number}/game/{sheet.number}/"


def status(here: Hall, sheet: Sheet) -> int:
    return int(reader().get(address(here, sheet)).status_code)


def program(here: Hall) -> Any:
    return f.program(here.division.event)


def test_a_released_game_can_be_replayed_and_a_hidden_one_is_gone_at_once() -> None:
    here = played_hall(4)
    sheet = written(here, public=False)
    assert status(here, sheet) == 404
    release(program(here), sheet)
    assert status(here, sheet) == 200
    hide(program(here), sheet)
    assert status(here, sheet) == 404


def test_a_sheet_that_is_opened_again_is_gone() -> None:
    here = played_hall(4)
    sheet = written(here)
    assert status(here, sheet) == 200
    fresh = sheets().get(pk=sheet.pk)
    reopen(program(here), fresh, seen=fresh.version, reason="a row was missing")
    assert status(here, sheet) == 404


def test_no_game_tells_the_result_of_a_round_that_is_not_out() -> None:
    here = played_hall(4)
    sheet = written(here)
    here.release(0)
    assert status(here, sheet) == 404
    here.release(1)
    assert status(here, sheet) == 200


def test_an_event_that_is_not_public_or_put_away_shows_no_game() -> None:
    here = played_hall(4)
    sheet = written(here)
    Event.objects.filter(pk=here.division.event.pk).update(public=False)
    assert status(here, sheet) == 404


@pytest.mark.parametrize(
    "wrong",
    [
        "round/1/table/1/game/9/",
        "round/1/table/99/game/1/",
        "round/2/table/1/game/1/",
        "round/9/table/1/game/1/",
    ],
)
def test_what_is_not_released_is_not_there(wrong: str) -> None:
    here = played_hall(4)
    written(here)
    assert reader().get(here.base + wrong).status_code == 404
    assert reader().get(f"/t/nothing/open/{wrong}").status_code == 404


def test_results_and_players_lead_to_the_game_and_only_while_it_is_released() -> None:
    here = played_hall(4)
    sheet = written(here)
    player = sheet.table.seats.get(seat=1).entrant.number
    pages = [f"{here.base}results/1/", f"{here.base}players/{player}/"]
    assert [address(here, sheet) in reader().get(page).content.decode() for page in pages] == [True, True]
    hide(program(here), sheet)
    assert [address(here, sheet) in reader().get(page).content.decode() for page in pages] == [False, False]
    release(program(here), sheet)
    assert [address(here, sheet) in reader().get(page).content.decode() for page in pages] == [True, True]


def test_a_guarded_childs_surname_a_clerks_name_and_a_note_are_nowhere() -> None:
    here = played_hall(4)
    sheet = written(here)
    first = sheet.table.seats.get(seat=1).entrant
    Entrant.objects.filter(pk=first.pk).update(given="Ligaya", surname="Quirinowski", age="minor")
    sheets().filter(pk=sheet.pk).update(head={**sheet.head, "about": [["title", "Quirinowski against all"]]})
    cache.clear()
    pages = everything_public(here)
    assert address(here, sheet) in pages, "the game is found by its links"
    game = pages[address(here, sheet)]
    assert "Ligaya Q." in game
    for word in ("Quirinowski", "Tita Baby", sheet.created_name, "word_unknown", "score_wrong"):
        assert [where for where, text in pages.items() if word in text] == [], word


def test_a_name_masked_later_is_masked_in_the_game_too() -> None:
    here = played_hall(4)
    sheet = written(here)
    first = sheet.table.seats.get(seat=1).entrant
    assert first.surname in reader().get(address(here, sheet)).content.decode()
    here.division.entrants.filter(pk=first.pk).update(age="minor")
    here.release(1)
    assert f"{first.given} {first.surname}" not in reader().get(address(here, sheet)).content.decode()


def test_every_turn_is_a_page_of_its_own_for_readers_without_scripts() -> None:
    here = played_hall(4)
    sheet = written(here)
    pages = {
        turn: reader().get(f"{address(here, sheet)}?turn={turn}").content.decode() for turn in (0, 1, 15, 99)
    }
    assert pages[0].count('class="tile') == 0
    assert pages[1].count('class="tile') == 6
    # The switch of the language leads back to the address that was asked for.
    assert pages[15] == pages[99].replace("?turn=99", "?turn=15")
    assert 'href="?turn=2"' in pages[1]


def test_who_has_the_page_is_told_so_and_no_cookie_is_set() -> None:
    here = played_hall(4)
    sheet = written(here)
    answer = reader().get(address(here, sheet))
    assert answer["Cache-Control"] == "public, max-age=2"
    assert not answer.cookies
    assert reader().get(address(here, sheet), headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_game_at_a_school_event_stays_out_of_search_engines() -> None:
    here = played_hall(4, school=True)
    answer = reader().get(address(here, written(here)))
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert 'name="robots"' in answer.content.decode()


def queries(where: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert reader().get(where).status_code == 200
    return len(caught)


def test_a_game_that_was_made_once_costs_three_questions() -> None:
    here = played_hall(8)
    sheet = written(here)
    assert queries(address(here, sheet)) <= 20
    assert queries(address(here, sheet)) <= 3
    assert queries(f"{address(here, sheet)}?turn=3") <= 3


def test_the_page_with_all_it_loads_weighs_less_than_sixty_kilobytes() -> None:
    here = played_hall(4)
    page = reader().get(address(here, written(here))).content
    names = [*re.findall(r'(?:href|src)="/static/([^"?]+)', page.decode()), "td/board.js"]
    files = [finders.find(name) for name in names]
    total = len(gzip.compress(page)) + sum(
        len(gzip.compress(Path(name).read_bytes())) for name in files if isinstance(name, str)
    )
    assert total < LIMIT
    assert len(page) < 2 * LIMIT
