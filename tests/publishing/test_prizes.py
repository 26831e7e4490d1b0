"""Prizes for everybody: on the public pages and in the website once they were given, and not a moment before."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.test import Client

from tdapp.desk.prizes.commands.ceremony import end_ceremony, start_ceremony
from tdapp.desk.prizes.commands.freezing import make_final_public
from tdapp.kernel import clock
from tdapp.publishing.site import building, facts
from tests.prizes.hall import Hall, hall
from tests.publishing.hall import hall as open_hall

pytestmark = pytest.mark.django_db


def given(here: Hall, *, over: bool = True) -> str:
    """Two places have prizes and the ceremony was begun; the address of the page."""
    here.prizes("rank 1-2: 5000, 3000\nhigh game: medal")
    here.final()
    make_final_public(here.ctx, here.event)
    start_ceremony(here.ctx, here.event)
    if over:
        end_ceremony(here.ctx, here.event)
    return f"/t/{here.event.slug}/"


def page(where: str, language: str = "en") -> str:
    cache.clear()
    answer = Client(headers={"accept-language": language}).get(where)
    assert answer.status_code == 200
    return answer.content.decode()


def test_nothing_is_told_before_the_prize_giving_is_over() -> None:
    where = given(hall(), over=False)
    assert "No prizes are given yet" in page(f"{where}prizes/")
    assert f'href="{where}prizes/"' not in page(where)


def test_the_champion_stands_first_with_what_everybody_gets_and_why_in_both_languages() -> None:
    here = hall(precedence=["wins", "spread", "rating"])
    where = given(here)
    text = page(f"{where}prizes/")
    assert f'href="{where}prizes/"' in page(where)
    assert text.index("Champion") < text.index("₱5,000") < text.index("2nd place") < text.index("₱3,000")
    assert text.index("2nd place") < text.index("High game")
    assert "Mga premyo" in page(f"{where}prizes/", "fil")


def test_a_child_has_its_public_name_there() -> None:
    here = hall()
    here.division.entrants.update(age="minor")
    text = page(f"{given(here)}prizes/")
    assert not [row.surname for row in here.division.entrants.all() if row.surname in text]


def test_prizes_that_a_correction_overtook_are_taken_away() -> None:
    here = hall()
    where = given(here)
    here.correct(4, 1, 300, 500)
    here.final(reason="a slip was misread")
    told = page(f"{where}prizes/")
    assert ("Champion" in told) == (here.entrant(1).public_name in told)


def test_the_website_has_them_too() -> None:
    here = hall(precedence=["wins", "spread", "rating"])
    where = given(here)
    cache.clear()
    files = building.build(facts.read(here.event.slug, ("en", "fil")))
    assert "₱5,000" in files[f"{where.strip('/')}/prizes/index.html"].decode()
    assert 'href="prizes/"' in files[f"{where.strip('/')}/index.html"].decode()
    assert f"fil{where}prizes/index.html" in files


def test_the_calendar_file_has_the_rounds_of_the_day_plan() -> None:
    # Played on its day: the hours of any other day are not told.
    with clock.at(datetime(2026, 3, 14, tzinfo=UTC)):
        here = open_hall()
        here.publish()
        here.show(1)
        event = here.division.event
        from_plan = facts.read(event.slug, ("en", "fil"))
        assert from_plan.stops["en"], "rounds to come"
        files = building.build(from_plan)
    lines = files[f"t/{event.slug}/event.ics"].decode().split("\r\n")
    assert sum(line == "BEGIN:VEVENT" for line in lines) == 1 + len(from_plan.stops["en"])
    assert any(line.startswith("DTSTART:") and line.endswith("Z") for line in lines)
    assert any(line.startswith("SUMMARY:") and "Round 2" in line for line in lines)
