"""Pages that must work when little else does, and the gallery's door."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import DataError
from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.test import RequestFactory

from tdapp.kernel.pages import gallery
from tdapp.kernel.pages.middleware import Refusals
from tdapp.kernel.pages.shells import Desk, Progress, Stage, division_tabs
from tdapp.kernel.refusals import Conflict, Refusal

CODES = [400, 403, 404, 409, 422, 500, 503, 507]


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


@pytest.mark.parametrize("code", CODES)
def test_every_error_says_what_happened_and_what_to_do(code: int) -> None:
    page = render_to_string("td/error.html", {"code": code})
    title = render_to_string("td/parts/_error_title.html", {"code": code}).strip()
    assert title in text_of(page)
    remedies = {render_to_string("td/parts/_error_remedy.html", {"code": other}) for other in CODES}
    assert sum(remedy.strip() in page for remedy in remedies) == 1
    assert str(code) in text_of(page)


def test_the_titles_of_403_404_409_500_and_507_differ() -> None:
    titles = {
        render_to_string("td/parts/_error_title.html", {"code": code}) for code in (403, 404, 409, 500, 507)
    }
    assert len(titles) == 5


def test_a_refusal_shows_each_of_its_sentences_as_text() -> None:
    refusal = Conflict("already-in", "Table 5 already has a result: 401-377.", "Entered by <b>Ana</b>.")
    page = render_to_string("td/error.html", {"refusal": refusal})
    assert "Table 5 already has a result: 401-377." in page
    assert "&lt;b&gt;Ana" in page
    assert "409 · already-in" in text_of(page)


def test_a_full_disk_never_looks_saved() -> None:
    page = text_of(render_to_string("td/error.html", {"refusal": Refusal("disk-full", "x", status=507)}))
    assert "Not saved: the disk is full" in page


@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
def test_the_pages_django_asks_for_need_no_request_and_no_database(name: str) -> None:
    page = render_to_string(name)
    assert page.count("<h1>") == 1
    assert "data-bounce" in page


def test_a_page_opened_too_long_ago_says_that_nothing_was_sent() -> None:
    assert "was not sent" in render_to_string("403_csrf.html")


def test_the_gallery_is_shown_on_a_laptop_only(settings: Any) -> None:
    request = RequestFactory().get("/gallery/")
    settings.LOCAL = False
    with pytest.raises(Http404):
        gallery.gallery(request)


def test_a_desk_with_one_division_shows_no_switch() -> None:
    one = render_to_string(
        "td/shell/_topline.html", {"desk": Desk("Open", divisions=division_tabs([("A", "/a")], "/a"))}
    )
    two = render_to_string(
        "td/shell/_topline.html",
        {"desk": Desk("Open", divisions=division_tabs([("A", "/a"), ("B", "/b")], "/a"))},
    )
    assert ("data-key" in one, "data-key" in two) == (False, True)


def test_division_keys_are_one_to_nine_and_then_none() -> None:
    tabs = division_tabs([(str(n), f"/{n}") for n in range(11)], "/2")
    assert [tab.key for tab in tabs] == [*"123456789", "", ""]
    assert [tab.current for tab in tabs].index(True) == 2
    assert division_tabs([("A", "/a")], "/a", keyed=False)[0].key == ""


def test_a_stage_says_its_state_as_a_word_and_a_later_one_leads_nowhere() -> None:
    desk = Desk(
        "Open", stages=[Stage("Round 4", "/4", "9 of 12 entered", "now", True), Stage("Round 5", "", "later")]
    )
    rail = render_to_string("td/shell/_rail.html", {"desk": desk})
    assert 'href="/4" aria-current="page"' in rail
    assert "9 of 12 entered" in rail
    assert '<span class="stage stage-off"><span>Round 5</span>' in rail


def test_the_live_count_carries_its_version() -> None:
    shown = render_to_string("td/shell/_in.html", {"progress": Progress(9, 12, "/in", "9.12")})
    assert 'data-poll="/in" data-version="9.12" data-swap="outer"' in shown
    assert '<span class="topline-word">9 of 12 entered</span>' in shown
    assert 'aria-hidden="true">9/12</span>' in shown


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (DataError("A string literal cannot contain NUL (0x00) characters."), True),
        (UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"), True),
        (DataError("integer out of range"), False),
    ],
    ids=["NUL", "half a character", "something else"],
)
def test_a_database_that_was_asked_for_a_character_that_is_none_is_told_as_that(
    error: Exception, told: bool
) -> None:
    asked = RequestFactory().get("/api/v1/events/", headers={"Accept": "application/json"})
    answer = Refusals(lambda _request: HttpResponse()).process_exception(asked, error)
    assert (answer is not None) is told
    if answer is not None:
        assert (answer.status_code, json.loads(answer.content)["code"]) == (422, "text-broken")
