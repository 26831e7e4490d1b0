"""A released game stepped through by keys alone, on a laptop and a phone, with scripts and without; at the desk too."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Locator, Page, expect

from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import PHONE, Person
from tests.publishing.hall import played_hall
from tests.scoresheets.factories import address
from tests.scoresheets.games import stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LAPTOP = {"width": 1440, "height": 900}


@pytest.fixture
def game() -> Any:
    """A hall whose first game of round 1 is released: the hall and where everybody may see it."""
    cache.clear()
    here = played_hall(4)
    director = f.member(here.division.event, "director", "dina")
    desk = f.Hall(here.division.event, here.division, director, director, director, director)
    sheet = stored(desk, public=True)
    table = sheet.table
    yield here, desk, sheet, f"{here.base}round/1/table/{table.number}/game/{sheet.number}/"
    cache.clear()


def tiles(page: Page) -> Locator:
    return page.locator(".replay-board svg .tile")


def listening(page: Page) -> None:
    expect(page.locator("[data-replay][data-listening]")).to_have_count(1)


def scores(page: Page) -> list[str]:
    return page.locator("[data-score]").all_inner_texts()


@pytest.mark.parametrize(
    "viewport", [LAPTOP, pytest.param(PHONE, marks=pytest.mark.soak)], ids=["laptop", "phone"]
)
def test_a_reader_steps_through_the_game_by_keys_alone_reloads_it_and_prints_it(
    arrive: Arrive, game: Any, viewport: dict[str, int]
) -> None:
    here, *_rest, where = game
    person = arrive(viewport=viewport)
    person.go(f"{here.base}results/1/")
    person.page.get_by_role("link", name="Replay").press("Enter")
    listening(person.page)
    person.keys("Home")
    expect(tiles(person.page)).to_have_count(0)
    assert scores(person.page) == ["0", "0"]
    person.keys("ArrowRight")
    expect(tiles(person.page)).to_have_count(6)
    expect(person.page.locator("[data-now]")).to_have_text("1. Ana Abad 10E MABAIT · 22")
    expect(person.page.locator(".replay-line")).to_have_text("M2 A1 B4 A1x2 I1 T1 = 11 x2 = 22")
    person.keys("ArrowRight")
    expect(person.page.locator(".replay-board svg .fresh")).to_have_count(6)
    assert scores(person.page) == ["22", "24"]
    person.keys("ArrowLeft")
    expect(person.page.locator("tr[aria-current]")).to_have_attribute("data-row", "1")
    for _turn in range(2):
        person.keys("ArrowRight")
    before = (tiles(person.page).count(), scores(person.page), person.page.locator("[data-now]").inner_text())
    person.page.reload()
    listening(person.page)
    assert (tiles(person.page).count(), scores(person.page)) == before[:2]
    assert "8G HATI" in before[2]
    person.keys("End")
    assert scores(person.page) == ["63", "68"]
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    _a_play_that_comes_off_leaves_the_board_again(person, where)
    _on_paper_there_are_board_and_turns_and_nothing_to_press(person.page)


def _a_play_that_comes_off_leaves_the_board_again(person: Person, where: str) -> None:
    person.go(f"{where}?turn=9")
    listening(person.page)
    there = tiles(person.page).count()
    person.keys("ArrowRight")
    expect(tiles(person.page)).to_have_count(there - 2)
    assert scores(person.page) == ["65", "78"]


def _on_paper_there_are_board_and_turns_and_nothing_to_press(page: Page) -> None:
    page.emulate_media(media="print")
    expect(page.get_by_role("link", name="Next")).to_be_hidden()
    expect(page.locator(".replay-board svg.board")).to_be_visible()
    assert page.locator(".replay-turns .table-wrap").evaluate(
        "one => one.scrollHeight <= one.clientHeight + 1"
    )


def test_the_game_plays_by_itself_and_stops_at_a_key(arrive: Arrive, game: Any) -> None:
    person = arrive()
    person.page.clock.install()
    person.go(f"{game[3]}?turn=0")
    listening(person.page)
    button = person.page.get_by_role("button", name="Play", exact=True)
    button.press("Enter")
    person.page.clock.run_for(4_600)
    expect(button).to_have_attribute("aria-pressed", "true")
    assert int(person.page.locator("tr[aria-current]").get_attribute("data-row") or 0) >= 3
    person.keys("ArrowLeft")
    expect(button).to_have_attribute("aria-pressed", "false")
    at = person.page.locator("tr[aria-current]").get_attribute("data-row")
    person.page.clock.run_for(4_600)
    assert person.page.locator("tr[aria-current]").get_attribute("data-row") == at


def test_without_scripts_every_step_is_a_link(arrive: Arrive, game: Any) -> None:
    person = arrive(java_script_enabled=False)
    person.go(f"{game[3]}?turn=1")
    person.page.get_by_role("link", name="Next").press("Enter")
    expect(tiles(person.page)).to_have_count(12)
    expect(person.page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    person.page.get_by_role("link", name="J10 TAGALOG").press("Enter")
    expect(person.page.locator("tr[aria-current]")).to_have_attribute("data-row", "7")


# At a laptop in the light the crawl looks at a game's pages (`test_every_page.py`).
@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [pytest.param(LAPTOP, "light", marks=pytest.mark.soak), (PHONE, "dark")],
    ids=["laptop light", "phone dark"],
)
def test_axe_finds_nothing_on_either_page(
    arrive: Arrive, game: Any, viewport: dict[str, int], scheme: str
) -> None:
    _here, desk, sheet, where = game
    person = arrive(viewport=viewport, color_scheme=scheme)
    person.sign_in(desk.director)
    for path in (where, address(sheet, "replay")):
        person.go(f"{path}?turn=9")
        listening(person.page)
        assert faults(person.page) == [], path


def test_the_director_releases_a_game_and_takes_it_back(arrive: Arrive, game: Any) -> None:
    here, desk, sheet, where = game
    director, phone = arrive(here.division.event.slug), arrive(viewport=PHONE)
    director.sign_in(desk.director)
    director.go(address(sheet, "replay"))
    director.page.get_by_role("button", name="Hide", exact=True).press("Enter")
    director.said("Hidden from the public")
    assert gone(phone, where)
    director.page.get_by_role("button", name="Make public").press("Enter")
    director.said("Made public")
    assert not gone(phone, where)


def gone(person: Person, where: str) -> bool:
    answer = person.page.goto(where)
    assert answer
    return answer.status == 404
