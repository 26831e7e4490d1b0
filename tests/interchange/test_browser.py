"""The screens for lists and files in a real browser: axe clean, never wider than the window, a file dropped in and entered."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import openpyxl
import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tdapp.events.models import Entrant, Event
from tdapp.interchange.commands.export import export_event
from tdapp.interchange.commands.roster import preview_roster
from tdapp.interchange.exports.render import Wish
from tdapp.kernel import jobs
from tests import factories as f
from tests.axe import faults
from tests.interchange import rosters
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
LIST = (
    "Entries (draft)\nMember no,Surname,Given name,Club,Division,Rating,Birth year,Shirt\n"
    "101,Katigbak,Amihan,Bohol Board Club,Open,1520,1981,M\n103,Uy,Cora,Tarlac Tiles,Opne,15OO,1990,L\n"
    ",Lualhati,Dalisay,Tarlac Tiles,Open,,1969,S\n,Ñunez,TALA,San Roque,Elementary,,2015,S\n"
    ",Lualhati,Dalisay,Bohol,Open,,1970,S\n,,Ben,Cebu,Open,1,1980,\n"
)
Sit = Callable[[str], Page]


@pytest.fixture
def event() -> Event:
    row = f.event("cebu")
    f.division(row, "Open")
    f.division(row, "Elementary")
    return row


@pytest.fixture
def sit(event: Event, page: Page, live_server: Any) -> Sit:
    """The director at a page of the event."""
    client = Client()
    client.force_login(f.member(event, "director", "dina"))
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]

    def down(path: str) -> Page:
        page.goto(f"{live_server.url}/e/cebu/{path}")
        return page

    return down


def fill(event: Event) -> list[str]:
    """Every screen with something on it; returns their addresses."""
    ctx = f.program(event)
    first = preview_roster(
        ctx, event, data=LIST.split("103")[0].replace("1520", "1500").encode(), name="first.csv"
    )
    from_list = _apply(ctx, first["id"])
    waiting = preview_roster(ctx, event, data=LIST.encode(), name="entries.csv", pasted=False)
    job = export_event(ctx, event, wish=Wish("xlsx"), background=True)["job"]
    jobs.run(job)
    return [
        "entries/import", f"entries/import/{waiting['id']}/", f"entries/import/{from_list}/", "export/",
        f"export/{job}/",
    ]  # fmt: skip


def _apply(ctx: Any, pk: str) -> str:
    row = rosters.preview_of(pk)
    rosters.apply(ctx, row)
    return pk


# At a desk in the light the crawl looks at each of them (`tests/browser/test_every_page.py`).
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.soak)], ids=["phone", "desk"])
def test_axe_finds_nothing_and_no_screen_is_wider_than_its_window(
    event: Event, sit: Sit, page: Page, size: Any
) -> None:
    page.set_viewport_size(size)
    for number, path in enumerate(fill(event)):
        sit(path)
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
        assert faults(page, *(("light", "dark") if SOAK else ("dark",))) == [], path
        if folder := os.environ.get("TD_SHOTS"):
            page.screenshot(path=f"{folder}/{number}-{size['width']}.png", full_page=True)


def test_a_list_is_uploaded_corrected_and_entered(event: Event, sit: Sit, tmp_path: Path) -> None:
    path = tmp_path / "entries.xlsx"
    path.write_bytes(
        rosters.workbook(
            ["Surname", "Given name", "Division"], [["Cruz", "Ana", "Open"], ["Go", "Ben", "Opne"]]
        )
    )
    page = sit("entries/import")
    page.set_input_files("input[type=file]", path)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Did you mean “Open”?")).to_be_visible()
    page.get_by_role("button", name="Import players").click()
    expect(page.get_by_text("1 row is refused", exact=False)).to_be_visible()
    page.get_by_label("Leave the refused rows out").check()
    page.get_by_label("No: their names are shown in full").check()
    page.get_by_role("button", name="Import players").click()
    expect(page.get_by_role("heading", name="Entries")).to_be_visible()
    assert [row.surname for row in Entrant.objects.all()] == ["Cruz"]


def test_cells_copied_from_a_spreadsheet_are_pasted_and_entered(event: Event, sit: Sit) -> None:
    page = sit("entries/import")
    page.get_by_label("or paste the cells here", exact=False).fill(
        "Apelyido\tPangalan\tDibisyon\nÑigo\tTala\tOpen\n"
    )
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_label("Surname, 2")).to_be_visible()
    page.get_by_label("Yes: those of unknown age are shown as children are").check()
    page.get_by_role("button", name="Import players").click()
    expect(page.get_by_role("heading", name="Entries")).to_be_visible()
    assert Entrant.objects.get().given == "Tala"


def test_a_workbook_is_asked_for_and_downloaded(event: Event, sit: Sit, tmp_path: Path) -> None:
    rosters.apply(f.program(event), rosters.preview_of(
        preview_roster(f.program(event), event, data=b"Surname,Given name,Division\nCruz,Ana,Open\n", name="a.csv")["id"]
    ))  # fmt: skip
    page = sit("export/")
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_text("waiting")).to_be_visible()
    # It comes by itself as soon as it is made.
    with page.expect_download() as download:
        jobs.run(urlsplit(page.url).path.rstrip("/").rpartition("/")[2])
    assert download.value.suggested_filename == "cebu.xlsx"
    target = tmp_path / "cebu.xlsx"
    download.value.save_as(target)
    book = openpyxl.load_workbook(target)
    assert book["Standings Open"]["C2"].value == "Cruz, Ana"


def test_a_page_printed_holds_the_whole_dry_run(event: Event, sit: Sit, page: Page) -> None:
    paths = fill(event)
    sit(paths[1])
    page.emulate_media(media="print")
    expect(page.get_by_text("Did you mean 1500?")).to_be_visible()
    expect(page.get_by_role("button", name="Import players")).not_to_be_visible()
