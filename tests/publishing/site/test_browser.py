"""The website opened from a disk in a real browser: every kind of page, both languages, dark, on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tdapp.publishing.site import building, facts, folder
from tests import factories as f
from tests.axe import faults
from tests.publishing.hall import played_hall
from tests.scoresheets.games import GAME, stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
KINDS = (
    "", "by-name/", "by-club/", "round/3/", "standings/", "standings/1/", "results/1/", "players/", "players/1/", "wallchart/",
    "statistics/", "round/1/table/1/game/1/",
)  # fmt: skip


def test_every_kind_of_page_opens_from_a_disk_and_can_be_read_by_all(page: Page, tmp_path: Path) -> None:
    here = played_hall(6)
    event, director = here.division.event, f.member(here.division.event, "director")
    stored(f.Hall(event, here.division, director, director, director, director), GAME, public=True)
    folder.keep(building.build(facts.read(event.slug, ("en", "fil"), ""), on_disk=True), tmp_path)
    troubles: list[str] = []
    page.on("requestfailed", lambda asked: troubles.append(asked.url))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark")
    page.goto((tmp_path / "index.html").as_uri())
    expect(page.get_by_role("heading", name=here.division.name, exact=True)).to_be_visible()
    for language in ("", "fil/"):
        for kind in KINDS:
            address = tmp_path / f"{language}t/{event.slug}/{here.division.slug}/{kind}index.html"
            page.goto(address.as_uri())
            assert faults(page) == [], (language, kind)
    page.get_by_role("link", name="English").click()
    page.get_by_role("link", name="Standings", exact=True).click()
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()
    assert troubles == []
