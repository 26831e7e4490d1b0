"""The word lists in a real browser: axe clean at a desk and on a phone; a bad file and a good one; a ruling's way to print."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from playwright.sync_api import Page, expect

from lexicon_admin.lists import editions
from lexicon_admin.models import Edition, Lexicon
from tdapp.kernel import jobs
from tdapp.kernel.models import User
from tests.axe import faults
from tests.lexicon import making as m
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
WORDS = "salita,kahulugan\nbahay,house\nnga,indeed\nang,\nnganga,\npangangalungkong,sorrow\n"
Sit = Callable[[User | None, str], Page]
# Laid out as others of their kind: a proposal, a word that was looked up. In the soak.
ALIKE = ("salita/committee/3/", "salita/editions/2026/?q=pangangalungkong")


@pytest.fixture
def here() -> Lexicon:
    row = m.lexicon(quorum=1)
    m.edition(row, WORDS, "2025", public=True, effective_from=date(2025, 1, 1))
    m.edition(row, WORDS + "aso,dog\n", "2026", public=True, note="Words from the rulings of 2025.")
    return row


@pytest.fixture
def sit(page: Page, live_server: Any) -> Sit:
    """Somebody (nobody for None) at a page of the lists."""

    def down(user: User | None, path: str) -> Page:
        page.context.clear_cookies()
        if user is not None:
            client = Client()
            client.force_login(user)
            cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
            page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(f"{live_server.url}/lexicons/{path}")
        return page

    return down


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A second hand that carries out jobs while the pages wait for them."""

    def carry_out(pk: str) -> None:
        jobs.run(pk)
        connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(jobs.SEND, "answers", (lambda pk: pool.submit(carry_out, pk),))
        yield


def every_page(here: Lexicon) -> list[str]:
    """Each screen with something on it."""
    m.proposal(here, word="pusa", definition="cat")
    m.proposal(here, "remove", "ang", draft=True, precedent="Open 2026, table 3")
    m.accepted(here, "add", "ibon", definition="bird")
    m.drafted(here)
    row = m.sent(here, "bahay\nCebu\nunti-unti\npusa\n")
    return ["", "new", "salita/", "salita/settings", "salita/import/", f"salita/import/{row.pk}/", "salita/committee/",
             "salita/committee/propose", "salita/feedback", "salita/committee/1/", "salita/committee/2/",
             "salita/committee/3/", "salita/draft/", "salita/draft/publish",
             "salita/editions/2026/", "salita/editions/2026/?q=nganga", "salita/editions/2026/?q=pangangalungkong",
             "salita/editions/2026/?q=?a&kind=pattern", "salita/editions/2026/?q=(&kind=pattern",
             "salita/editions/2026/?q=length:1-&sort=-chance", "salita/editions/2026/?q=length:two",
             "salita/editions/2026/changes",
             "salita/editions/2026/print/two", "salita/editions/2026/print/rare"]  # fmt: skip


@pytest.mark.parametrize(
    ("size", "scheme"),
    [(PHONE, "dark"), pytest.param(DESK, "light", marks=pytest.mark.soak)],
    ids=["phone dark", "desk light"],
)
def test_every_page_is_readable_for_everybody(
    here: Lexicon, sit: Sit, live_server: Any, size: dict[str, int], scheme: str
) -> None:
    secretary = m.member(here, "sita", "secretary")
    secretary.operator = True
    secretary.save()
    page = sit(secretary, "")
    page.set_viewport_size(size)
    # Nothing fades: a colour on its way from light to dark is nobody's contrast.
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    for path in every_page(here):
        # What anybody reads the crawl looks at too (`tests/browser/test_every_page.py`): here what is asked of an edition.
        if not SOAK and (path in ALIKE or (path.startswith("salita/editions/") and "?" not in path)):
            continue
        page.goto(f"{live_server.url}/lexicons/{path}")
        assert (path, faults(page)) == (path, [])


# In the run the crawl looks at what anybody reads (`tests/browser/test_every_page.py`).
@pytest.mark.soak
def test_everybody_else_reads_them_too(here: Lexicon, sit: Sit) -> None:
    for path in ("", "salita/", "salita/editions/2026/?q=nganga", "salita/editions/2026/changes"):
        page = sit(None, path)
        assert (path, faults(page)) == (path, [])
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.usefixtures("worker")
def test_a_bad_file_is_refused_and_a_good_one_becomes_an_edition(
    here: Lexicon, sit: Sit, tmp_path: Path
) -> None:
    bad, good = tmp_path / "picture.txt", tmp_path / "words.txt"
    bad.write_bytes(b"\x89PNG\r\n\x1a\n no words")
    good.write_bytes("bahay\naso\nañejo\nCebu\nunti-unti\n".encode("latin-1"))
    secretary = m.member(here, "sita", "secretary")
    page = sit(secretary, "salita/import/")
    page.get_by_label("List of words").set_input_files(bad)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("neither a list of words nor a table").first).to_be_visible()
    page = sit(secretary, "salita/import/")
    page.get_by_label("List of words").set_input_files(good)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Make it an edition")).to_be_visible()
    expect(page.get_by_text("a guess")).to_be_visible()
    expect(page.get_by_role("row", name="proper nouns")).to_contain_text("Cebu")
    page.get_by_label("Edition", exact=True).fill("2027")
    page.get_by_role("button", name="Publish the edition").click()
    expect(page.get_by_role("heading", name="Salita 2027")).to_be_visible()
    page.get_by_label("Look for").fill("añejo")
    page.get_by_role("button", name="Look up").click()
    expect(page.get_by_text("in this edition", exact=True)).to_be_visible()


@pytest.mark.usefixtures("worker")
def test_a_ruling_becomes_a_word_of_the_next_edition(here: Lexicon, sit: Sit) -> None:
    m.proposal(
        here,
        word="pusa",
        citations="",
        draft=True,
        precedent="Open 2026, round 3, table 7",
        origin="ruling:1",
    )
    secretary = m.member(here, "sita", "secretary")
    page = sit(secretary, "salita/committee/")
    page.get_by_role("link", name="pusa").click()
    expect(page.get_by_text("Open 2026, round 3, table 7")).to_be_visible()
    page.get_by_label("Sources").fill("UP Diksiyonaryong Filipino, 988")
    page.get_by_role("button", name="Open the vote").click()
    page.get_by_label("yes").check()
    page.get_by_role("button", name="Vote", exact=True).click()
    page.get_by_role("button", name="Close the vote").click()
    expect(page.get_by_text("accepted").first).to_be_visible()
    page = sit(secretary, "salita/draft/")
    for label, value in (
        ("Edition", "2027"),
        ("In force from", "2026-03-01"),
    ):
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Draft it").click()
    page.get_by_role("link", name="Look at it and publish").click()
    expect(page.get_by_role("heading", name="Added")).to_be_visible()
    page.get_by_label("I looked at the changes").check()
    page.get_by_role("button", name="Publish the edition").click()
    expect(page.get_by_role("heading", name="Salita 2027: changes")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/lexicons/salita/editions/2027/changes$"))
    edition = Edition.objects.get(name="2027")
    assert "PUSA" in editions.store_of(edition)
    page = sit(None, "salita/editions/2027/changes")
    expect(page.get_by_text("pusa")).to_be_visible()
