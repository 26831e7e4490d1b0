"""What is visible in each state: nothing before its release, and nothing of what came after."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import current_result, str_table
from tdapp.desk.pairing.commands.recalling import recall_round
from tdapp.desk.results.commands.results import correct_result
from tdapp.events.models import Division, Event
from tdapp.kernel import audit, clock
from tests import factories as f
from tests.kept import first
from tests.needles import standing
from tests.publishing.hall import PICTURE, Hall, everything_public, hall, played_hall, reader

pytestmark = pytest.mark.django_db
whole, ready = first(hall, 8)


def seen(here: Hall) -> dict[str, object]:
    """What a stranger can tell of a hall, in five facts."""
    client = reader()
    standings = client.get(f"{here.base}standings.json")
    if standings.status_code == 404:
        return {"event": False}
    pairings = client.get(f"{here.base}pairings.json").json()
    results = [n for n in range(1, 6) if client.get(f"{here.base}results/{n}/").status_code == 200]
    return {
        "event": True, "pairings": pairings["round"], "tables": len(pairings["tables"]),
        "standings": standings.json()["round"], "results": results,
    }  # fmt: skip


NOTHING = {"event": False}


def open_(pairings: int, tables: int, standings: int, results: list[int]) -> dict[str, object]:
    return {"event": True, "pairings": pairings, "tables": tables, "standings": standings, "results": results}


def test_each_step_of_a_day_shows_what_it_releases_and_nothing_more() -> None:
    here = hall(8)
    steps: list[tuple[str, object, dict[str, object]]] = [
        ("entries only", lambda: None, NOTHING),
        ("round 1 published at the desk", here.publish, NOTHING),
        ("its pairings shown", lambda: here.show(1), open_(1, 4, 0, [])),
        ("its results in", lambda: here.play(1), open_(1, 4, 0, [])),
        ("its standings released", lambda: here.release(1), open_(1, 4, 1, [1])),
        ("round 2 published", here.publish, open_(1, 4, 1, [1])),
        ("round 2 shown", lambda: here.show(2), open_(2, 4, 1, [1])),
        ("round 2 played", lambda: here.play(2), open_(2, 4, 1, [1])),
        ("round 2 hidden again", lambda: here.show(2, shown=False), open_(1, 4, 1, [1])),
        ("round 2 released", lambda: here.release(2), open_(1, 4, 2, [1, 2])),
        ("standings taken back to round 1", lambda: here.release(1), open_(1, 4, 1, [1])),
        ("standings taken back altogether", lambda: here.release(0), open_(1, 4, 0, [])),
    ]  # fmt: skip
    for name, act, expected in steps:
        act()  # type: ignore[operator]
        assert seen(here) == expected, name


def test_a_recalled_round_disappears() -> None:
    here = hall(8)
    here.publish()
    here.show(1)
    assert seen(here)["tables"] == 4
    recall_round(f.program(here.division.event), here.round(1), reason="wrong list")
    assert seen(here) == open_(0, 0, 0, [])


@pytest.mark.parametrize("gone", ["public", "deleted_at"])
def test_an_event_taken_off_or_put_away_is_gone_at_once(gone: str) -> None:
    here = played_hall(4)
    assert seen(here)["event"] is True
    value = {"public": False, "deleted_at": "2026-03-14T10:00Z"}[gone]
    Event.objects.filter(pk=here.division.event_id).update(**{gone: value})
    assert {answer.status_code for answer in map(reader().get, everything_public(here))} == {404}


def test_unreleased_scores_are_nowhere_in_public() -> None:
    here = hall(4)
    here.publish()
    here.play(1)
    here.release(1)
    here.publish()
    here.show(2)
    before = everything_public(here)
    f.enter(f.table(here.division, 1, 2), 987, 123)
    cache.clear()
    after = everything_public(here)
    assert set(before) == set(after)
    hits = [address for address, text in after.items() if standing(text, "987", "864")]
    assert hits == []
    pictures = {address for address, text in before.items() if text.startswith(PICTURE)}
    assert pictures
    assert [address for address in pictures if before[address] != after[address]] == []


def test_versions_and_etags_do_not_tick_with_unreleased_results() -> None:
    here = hall(8)
    here.publish()
    here.play(1)
    here.release(1)
    here.publish()
    here.show(2)
    pages = [here.base, f"{here.base}standings/", f"{here.base}players/1/", f"/t/{here.division.event.slug}/"]
    versions = [reader().get(page, {"v": ""})["X-Version"] for page in pages]
    tags = [reader().get(f"{here.base}{name}.json")["ETag"] for name in ("standings", "pairings")]
    f.enter(f.table(here.division, 1, 2), 450, 300)
    assert [reader().get(page, {"v": ""})["X-Version"] for page in pages] == versions
    assert [reader().get(f"{here.base}{name}.json")["ETag"] for name in ("standings", "pairings")] == tags


def test_a_correction_after_the_release_shows_only_when_released_again() -> None:
    here = hall(8)
    here.publish()
    here.play(1)
    here.release(1)
    table = f.table(here.division, 1, 1)
    current = current_result(table)
    assert current is not None
    moment = clock.now()
    with clock.at(moment):
        old = reader().get(f"{here.base}results/1/").content.decode()
    correct_result(
        f.program(here.division.event), table, entry=Entry(scores=(599, 311)), seen=current.version,
        reason="slip misread", sure=True,
    )  # fmt: skip
    cache.clear()
    wanted = [
        "results/1/",
        "standings/",
        "players/1/",
        "players/8/",
        "wallchart/",
        "statistics/",
        "standings.json",
    ]
    for page in wanted:
        text = reader().get(here.base + page).content.decode()
        assert standing(text, "599") == [], page
        assert "+288" not in text, page
    with clock.at(moment):
        assert reader().get(f"{here.base}results/1/").content.decode() == old
    here.release(1)
    assert "599" in reader().get(f"{here.base}results/1/").content.decode()
    assert "+288" in reader().get(f"{here.base}standings/").content.decode()


def test_a_result_taken_back_after_the_release_stays_public_as_released() -> None:
    here = hall(4)
    here.publish()
    f.enter(f.table(here.division, 1, 1), 444, 333)
    here.release(1)
    table = f.table(here.division, 1, 1)
    table.results.update(is_current=False, in_force=False, withdrawn=True)
    from_log(here, table)
    cache.clear()
    assert "444" in reader().get(f"{here.base}results/1/").content.decode()


def test_statistics_stand_beside_the_other_pages_and_count_the_released_rounds_alone() -> None:
    """Round 2 is played and not released; what it would change is there with its release and gone with that."""
    here = hall(4)
    games = re.compile(r"<dt>games</dt>\s*<dd>(\d+)</dd>")
    here.publish()
    here.play(1)
    here.release(1)
    here.publish()
    for table in (1, 2):
        f.enter(f.table(here.division, table, 2), 597, 311)
    told = []
    for after in (1, 2, 0):
        here.release(after)
        text = reader().get(f"{here.base}statistics/").content.decode()
        assert f'href="{here.base}statistics/"' in reader().get(f"{here.base}results/").content.decode()
        told.append((games.findall(text), "597" in text, f"After round {after}" in text))
    assert told == [(["2"], False, True), (["4"], True, True), ([], False, False)]
    filipino = reader().get(f"{here.base}statistics/", headers={"accept-language": "fil"}).content.decode()
    assert "Estadistika" in filipino


def from_log(here: Hall, table: object) -> None:
    """The log line an undo leaves; without it the release would not know that the table moved."""
    from_desk = f.program(here.division.event)
    audit.write(from_desk, "result.undo", str_table(table))  # type: ignore[arg-type]


def test_players_who_stand_in_nothing_public_are_not_listed() -> None:
    here = hall(6)
    here.publish()
    here.play(1)
    here.release(1)
    f.entrant(here.division, 7)
    assert reader().get(f"{here.base}players/6/").status_code == 200
    assert reader().get(f"{here.base}players/7/").status_code == 404
    assert reader().get(f"{here.base}players/{10**30}/").status_code == 404


def test_empty_pages_say_what_will_come() -> None:
    here = hall(4)
    Event.objects.filter(pk=here.division.event_id).update(public=True)
    for page, words in {
        "": "No pairings yet", "standings/": "No standings yet", "results/": "No results yet",
        "players/": "No players yet", "wallchart/": "No wall chart yet",
        "statistics/": "No results yet",
    }.items():  # fmt: skip
        assert words in reader().get(here.base + page).content.decode()


def test_tables_come_in_order_and_the_starter_is_marked_by_word_and_flag() -> None:
    here = played_hall(8)
    data = reader().get(f"{here.base}pairings.json").json()
    assert [row["table"] for row in data["tables"]] == [1, 2, 3, 4]
    assert data["tables"][0]["starts"] == "first"
    page = reader().get(here.base).content.decode()
    assert page.count("icon-start") == 4
    assert page.count("first</span>") == 4


def test_after_the_last_round_no_next_table_is_promised() -> None:
    here = played_hall()
    public = reader()
    assert "The next table appears here" not in public.get(f"{here.base}players/1/").content.decode()
    Division.objects.filter(pk=here.division.pk).update(rounds_planned=3)
    here.play(3)
    cache.clear()
    here.release(3)
    page = public.get(f"{here.base}players/1/").content.decode()
    assert "The next table appears here" not in page
    assert "<p>That was the last round.</p>" in page, "nobody has said that they are final"
    Division.objects.filter(pk=here.division.pk).update(rounds_planned=4)
    here.release(3)
    cache.clear()
    assert "The next table appears here" in public.get(f"{here.base}players/1/").content.decode()
