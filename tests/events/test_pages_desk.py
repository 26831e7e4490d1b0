"""The rail, "where were we", the palette; and that a page costs the same queries whatever the size of the event."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.desk.day import shell
from tdapp.desk.overview import palette
from tdapp.desk.pairing.commands.release import close_round
from tdapp.events.models import Division, Entrant, Round
from tests import factories
from tests.events.pages import Story, signed_in, story, text
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(story, players=4, rounds=1)


def words(here: Story, division: Division | None = None) -> dict[str, tuple[str, str]]:
    ctx = here.hall.as_(here.hall.director)
    drawn = shell.desk_context(ctx, here.hall.event, division)["desk"]
    return {stage.label: (stage.word, stage.state) for stage in drawn.stages}


def test_the_rail_follows_the_day() -> None:
    here = story(players=4, rounds=0, plan="swiss 1-2", rounds_planned=2)
    assert words(here)["Entries"] == ("4", "ok")
    assert words(here)["Round 1"] == ("to pair", "now")
    round_ = factories.published(here.hall.division)
    assert words(here)["Round 1"] == ("0 of 2 entered", "now")
    assert words(here)["Round 2"] == ("to pair", "later")
    assert words(here)["Enter results"] == ("2 pending", "now")
    tables = list(round_.tables.all())
    factories.enter(tables[0], 400, 380)
    assert words(here)["Round 1"] == ("1 of 2 entered", "now")
    assert words(here)["Standings"][0] == "so far"
    factories.enter(tables[1], 410, 390)
    assert words(here)["Round 1"] == ("all entered", "now")
    close_round(
        factories.program(here.hall.event), Round.objects.select_related("division__event").get(pk=round_.pk)
    )
    assert words(here)["Round 1"] == ("closed", "ok")
    assert words(here)["Round 2"] == ("to pair", "now")
    assert words(here)["Standings"][0] == "after 1"


def test_results_that_wait_for_a_second_person_are_said() -> None:
    here = story(players=4, rounds=1, confirm_policy="two-people")
    for number in (1, 2):
        factories.enter(here.hall.table(number), 400, 380, by=here.hall.as_(here.hall.clerk), confirm=False)
    assert words(here)["Round 1"] == ("2 to confirm", "ask")
    assert words(here)["Enter results"] == ("2 to confirm", "ask")


def test_with_several_divisions_the_rail_lists_them_and_the_switch_has_keys() -> None:
    here = story(players=4, rounds=1)
    factories.division(here.hall.event, "Novice")
    assert words(here)["Open"] == ("round 1: 0 of 2 entered", "now")
    assert words(here)["Novice"] == ("to pair", "later")
    drawn = shell.desk(here.hall.as_(here.hall.director), here.hall.event, here.hall.division)
    assert [(tab.label, tab.key, tab.current) for tab in drawn.divisions] == [
        ("Open", "1", True), ("Novice", "2", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("role", "seen"),
    [("director", {"Log", "Public pages"}), ("publisher", {"Public pages"}), ("clerk", set())],
)
def test_the_rail_offers_what_the_role_may_open(role: str, seen: set[str]) -> None:
    here = story()
    ctx = factories.acting(factories.member(here.hall.event, role), here.hall.event)
    labels = {stage.label for stage in shell.desk(ctx, here.hall.event).stages}
    assert labels & {"Log", "Public pages"} == seen


def test_the_page_one_is_on_is_marked_in_the_rail() -> None:
    here = story()
    shown = text(here.alice.get(f"{here.base}checkin/"))
    assert f'href="{here.base}checkin/" aria-current="page"' in shown
    assert len(re.findall(r'class="stage"[^>]*aria-current', shown)) == 1


def test_where_were_we_shows_tables_out_last_entries_and_the_next_step() -> None:
    here = story(players=6, rounds=1)
    factories.enter(here.hall.table(1), 431, 377, by=here.hall.as_(here.hall.clerk))
    shown = text(here.alice.get(here.base))
    first, last = here.hall.table(2).seats.order_by("seat").select_related("entrant")
    assert f"{first.entrant.short} – {last.entrant.short}" in shown
    assert "431" in shown
    assert "2 results pending" in shown
    assert "Round 1: 2 results are pending." in shown
    assert f'href="{here.base}enter/"' in shown


STEPS = [
    ({"players": 0, "rounds": 0}, "Nobody is entered yet."),
    ({"players": 4, "rounds": 0}, "round 1 can be paired"),
    ({"players": 4, "rounds": 1}, "Nothing is public"),
    ({"players": 4, "rounds": 1}, "There is no copy of this event yet."),
    ({"players": 4, "rounds": 1}, "2 results are pending"),
    ({"players": 4, "rounds": 1, "played": 1}, "complete; it can be closed"),
]


@pytest.mark.parametrize(("values", "said"), STEPS)
def test_the_next_step_is_named_at_every_moment(values: dict[str, Any], said: str) -> None:
    here = factories.hall(**values)
    shown = text(signed_in(here.director).get(f"/e/{here.event.slug}/"))
    assert said in shown


def test_the_live_count_answers_204_while_nothing_new_came_in() -> None:
    here = story(players=4, rounds=1)
    url = f"{here.base}in?division=open"
    first = here.alice.get(url)
    assert first.status_code == 200
    assert "0 of 2 entered" in text(first)
    assert here.alice.get(f"{url}&v={first['X-Version']}").status_code == 204
    factories.enter(here.hall.table(1), 400, 380)
    assert here.alice.get(f"{url}&v={first['X-Version']}").status_code == 200


@pytest.mark.parametrize(
    ("asked", "label"),
    [
        ("abad", "Abad, Ana"),
        ("ana aba", "Abad, Ana"),
        ("1", "Table 1"),
        ("log", "Log"),
        ("export", "Export"),
        ("walk", "Add a player"),
        ("wall", "Wall chart"),
    ],
)
def test_the_palette_finds_players_tables_pages_and_actions(asked: str, label: str) -> None:
    here = story(players=4, rounds=1)
    items = here.alice.get(f"{here.base}palette", {"q": asked}).json()["items"]
    assert any(label in item["label"] for item in items)
    assert all(item["url"].startswith(here.base) for item in items)


def test_the_palette_offers_a_clerk_nothing_he_may_not_open() -> None:
    here = story()
    ctx = here.hall.as_(here.hall.clerk)
    labels = {item["label"] for item in palette.found(ctx, here.hall.event, "")}
    assert "Enter results" in labels
    assert not labels & {"Log", "Settings", "Add a player"}


@pytest.mark.parametrize("path", ["", "publish/"])
def test_the_export_is_one_click_from_where_the_day_ends(path: str) -> None:
    here = story(players=4, rounds=1)
    link = f'href="{here.base}export/"'
    assert link in text(here.alice.get(here.base + path))
    assert link not in text(signed_in(here.hall.clerk).get(here.base))


@pytest.mark.parametrize("asked", ["%", "_", "' OR 1=1", "x" * 5000, "\x00", "９９"])
def test_the_palette_takes_any_text(asked: str) -> None:
    here = story(rounds=1)
    assert here.alice.get(f"{here.base}palette", {"q": asked}).status_code == 200


def big(players: int) -> Story:
    here = story(players=players, rounds=2)
    first = here.hall.division.rounds.get(number=1)
    factories.play(first)
    Entrant.objects.filter(division=here.hall.division, number__lte=players // 2).update(checked_in_at=None)
    for row in here.hall.division.entrants.all()[::3]:
        row.absences.create(first=9, last=9, kind="away", intent="unscored")
    return here


def queries(here: Story, path: str) -> int:
    here.alice.get(here.base + path)
    with CaptureQueriesContext(connection) as seen:
        assert here.alice.get(here.base + path).status_code == 200
    return len(seen)


PAGES = [
    "",
    "entries/",
    "entries/?division=open",
    "entries/names",
    "checkin/",
    "people",
    "log",
    "settings",
    "palette?q=a",
    "in",
]


def test_a_page_costs_the_same_queries_whatever_the_size_of_the_event() -> None:
    events = big(6), big(18)
    asked = {path: [queries(here, path) for here in events] for path in PAGES}
    assert {path: both for path, both in asked.items() if both[0] != both[1] or both[1] > 27} == {}


def test_the_rail_is_drawn_in_a_handful_of_queries() -> None:
    here = big(12)
    factories.division(here.hall.event, "Novice")
    ctx = here.hall.as_(here.hall.director)
    with CaptureQueriesContext(connection) as seen:
        shell.desk(ctx, here.hall.event)
    assert len(seen) <= 7


def test_the_polled_count_brings_the_words_of_the_rail_with_it() -> None:
    here = story(players=6, rounds=1)
    factories.enter(here.hall.table(1), 431, 377)
    shown = text(here.bob.get(f"{here.base}in?v=0.3"))
    assert "1 of 3 entered" in shown
    assert '<template data-into=".stages">' in shown
    assert "2 pending" in shown
