"""What a screen asks every few seconds: cheap, the same until something happens, switched from the desk."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.publishing.models import HallScreen
from tdapp.publishing.screens.all_kinds import KINDS
from tdapp.publishing.screens.commands.screens import MOST, add_screen, remove_screen, set_screen
from tdapp.publishing.screens.scene import Settings
from tests import factories as f
from tests.publishing.hall import Hall, hall, played_hall
from tests.screens.halls import feed, named, slides, text

pytestmark = pytest.mark.django_db
# The gate (the event, the newest of its log), the named screens, clocks, announcements, entries, the prize giving.
QUERIES = 7


def row(here: Hall, slug: str = "front") -> HallScreen:
    return HallScreen.objects.select_related("event").get(event=here.division.event, slug=slug)


def switch(here: Hall, slug: str = "front", **wanted: object) -> None:
    set_screen(f.program(here.division.event), row(here, slug), **wanted)


def test_an_answer_the_screen_has_is_304_with_the_server_s_time_and_few_queries() -> None:
    here = played_hall(8)
    named(here)
    first = feed(here, screen="front")
    with CaptureQueriesContext(connection) as caught:
        again = feed(here, screen="front", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["X-Now"].count(":") == 2
    assert len(caught) <= QUERIES, [query["sql"][:200] for query in caught]


def test_one_click_at_the_desk_changes_what_the_screen_gets() -> None:
    here = played_hall(8)
    named(here)
    named(here, "Door")
    before = feed(here, screen="front")
    switch(here, show="standings", zoom=150, theme="dark", seconds=20)
    after = feed(here, screen="front", **{"If-None-Match": before["ETag"]})
    assert slides(after) == ["standings:open"]
    assert all(
        part in after.content.decode() for part in ('data-zoom="150"', 'wanted="dark"', 'seconds="20"')
    )
    assert slides(feed(here, screen="door"))[0] == "names:open"


def test_a_screen_removed_or_put_away_is_404_so_that_nothing_stays_up() -> None:
    here = played_hall(4)
    named(here)
    remove_screen(f.program(here.division.event), row(here))
    assert feed(here, screen="front").status_code == 404


def test_a_first_screen_turns_the_public_pages_on() -> None:
    here = hall(4)
    assert Client().get(f"/t/{here.division.event.slug}/screen/").status_code == 404
    named(here)
    assert Client().get(f"/t/{here.division.event.slug}/screen/front/").status_code == 200


BAD = {
    "an unknown kind": {"show": "films"},
    "rows below a 25th": {"zoom": 99},
    "pages nobody can read": {"seconds": 4},
    "an unknown division": {"divisions": ["abroad"]},
    "a theme there is not": {"theme": "pink"},
    "a language there is not": {"language": "xx"},
    "a setting there is not": {"volume": 3},
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_setting_is_one_sentence_and_changes_nothing(case: str) -> None:
    here = hall(4)
    named(here)
    with pytest.raises(Refusal) as refused:
        switch(here, **BAD[case])
    assert len(refused.value.sentences) == 1
    assert row(here).version == 1


def test_a_name_is_needed_taken_once_and_there_are_twenty_at_most() -> None:
    here = hall(4)
    event, ctx = here.division.event, f.program(here.division.event)
    with pytest.raises(Refusal, match="name"):
        add_screen(ctx, event, name="  ")
    named(here)
    with pytest.raises(Conflict, match="front"):
        add_screen(ctx, event, name="front")
    HallScreen.objects.bulk_create(
        HallScreen(event=event, slug=f"s{n}", name=f"S{n}") for n in range(MOST - 1)
    )
    with pytest.raises(Refusal, match="at most"):
        add_screen(ctx, event, name="One too many")


ADDRESSES = {
    "": Settings(),
    "show=out&divisions=a,b&zoom=150&theme=dark&seconds=30": Settings("out", ("a", "b"), 150, "dark", 30),
    "show=films&zoom=1&seconds=9999&theme=pink&lang=xx": Settings("auto", (), 100, "auto", 120),
    "lang=both": Settings(language="both"),
    "zoom=²&seconds=-3": Settings(),
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_says_what_it_can_and_the_rest_is_usual(address: str) -> None:
    here = hall(2)
    asked = Client().get(f"/t/{here.division.event.slug}/?{address}").wsgi_request.GET
    assert Settings.of_address(asked, KINDS) == ADDRESSES[address]


def test_an_announcement_is_on_every_screen_it_is_meant_for() -> None:
    here = played_hall(4)
    event = here.division.event
    event.announcements.create(text="Go to lunch.", text_fil="Kumain na.")
    event.announcements.create(text="Only on phones.", place="phones")
    told = feed(here, "show=standings").content.decode()
    assert "Go to lunch." in told
    assert "Kumain na." in told
    assert "Only on phones." not in told
    assert slides(feed(here, "show=announcements")) == ["said-0"]


def tongues(answer: Any) -> list[str]:
    """The languages of what is shown, in order."""
    return re.findall(r'data-tongue="(\w+)"', answer.content.decode())


def page(here: Hall, rest: str) -> str:
    return Client().get(f"/t/{here.division.event.slug}/screen/{rest}").content.decode()


def test_a_screen_speaks_what_the_desk_set_unless_its_address_names_a_language() -> None:
    here = played_hall(4)
    named(here)
    usual = feed(here, screen="front", **{"Accept-Language": "fil"})
    assert (tongues(usual), usual["Content-Language"]) == (["fil"], "fil")
    switch(here, language="fil", show="names")
    told = feed(here, screen="front", **{"Accept-Language": "en", "If-None-Match": usual["ETag"]})
    assert (told.status_code, tongues(told)) == (200, ["fil"])
    assert "Hanapin ang mesa mo" in text(told)
    asked = feed(here, "lang=en", screen="front")
    assert tongues(asked) == ["en"]
    assert "Find your table" in text(asked)


def test_a_screen_of_both_languages_shows_everything_in_one_and_then_in_the_other_and_304_as_ever() -> None:
    here = played_hall(4)
    here.division.event.announcements.create(text="Go to lunch.", text_fil="Kumain na.")
    told = feed(here, "show=names&lang=both")
    assert tongues(told) == ["en", "fil"]
    assert slides(told) == ["names:open", "names:open"]
    assert text(told).index("Find your table") < text(told).index("Hanapin ang mesa mo")
    again = feed(here, "show=names&lang=both", **{"If-None-Match": told["ETag"]})
    assert again.status_code == 304


def test_the_page_of_a_screen_asks_in_its_language_and_links_to_itself_in_the_others() -> None:
    here = played_hall(4)
    named(here)
    told = page(here, "front/?lang=fil")
    assert '<html lang="fil">' in told
    assert 'front/feed?lang=fil"' in told
    assert 'now.json?lang=fil"' in told
    assert 'href="?lang=en"' in told
    switch(here, language="fil")
    assert '<html lang="fil">' in page(here, "front/")
    assert 'href="?show=out&amp;lang=both"' in page(here, "?show=out")
