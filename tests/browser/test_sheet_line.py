"""The sheet editor between two people and on a bad line: nothing typed is lost, nothing is stored twice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tdapp.scoresheets.editor.commands.closing import finish
from tests.browser.conftest import Arrive
from tests.browser.person import ONLINE, Person
from tests.browser.sheets import (
    GAME,
    KINDS,
    at_the_sheet,
    cell,
    kinds,
    reads,
    row,
    saved,
    stand_in,
    unsaved,
    write,
)
from tests.scoresheets.factories import FIRST, SECOND, add, address, change, desk, remove, written
from tests.watching import stand_between

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_typing_on_while_a_write_is_under_way_is_no_quarrel_with_oneself(arrive: Arrive) -> None:
    here = written(FIRST, SECOND)
    clerk = at_the_sheet(arrive, here)
    held: list[Route] = []
    stand_between(clerk.page, "**/write", lambda route: held.append(route), times=1)
    cell(clerk, 1, "score").focus()
    clerk.keys("12", "Enter", "ArrowUp")
    cell(clerk, 1, "score").focus()
    clerk.keys("1")
    expect(clerk.page.locator("[data-saved]")).to_contain_text("saving")
    while not held:
        clerk.page.wait_for_timeout(20)
    with clerk.page.expect_response("**/write"):
        held[0].continue_()
    clerk.keys("1", "Enter")
    saved(clerk)
    assert here.row(1)["turn"]["score"] == 11
    expect(clerk.page.locator(".both-box")).to_have_count(0)


def test_rows_typed_while_the_line_is_down_are_marked_survive_a_reload_and_are_stored_once(
    arrive: Arrive,
) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here)
    write(clerk, "10h BATA 11")
    saved(clerk)
    stand_between(clerk.page, "**/write", lambda route: route.abort())
    write(clerk, "h10 BUHAY 21", "x 3")
    unsaved(clerk, 2)
    expect(row(clerk, 2)).to_contain_text("NOT saved")
    clerk.keys("14f SAYA")
    assert len(here.fresh().rows) == 1
    clerk.page.on("dialog", lambda dialog: dialog.accept())
    clerk.page.reload()
    reads(clerk, 2, at="H10", word="BUHAY", score="21")
    reads(clerk, 3, at="x", word="3")
    reads(clerk, 4, at="14f", word="SAYA")
    clerk.page.unroute("**/write")
    clerk.page.evaluate(ONLINE)
    expect(row(clerk, 2)).not_to_contain_text("NOT saved")
    cell(clerk, 4, "word").focus()
    clerk.keys("End")
    clerk.keys("W 24", "Enter")
    saved(clerk)
    assert [one["turn"].get("word", "-") for one in here.fresh().rows] == ["BATA", "BUHAY", "-", "SAYAW"]


def test_an_answer_that_got_lost_is_asked_for_again_and_the_row_stored_once(arrive: Arrive) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here)
    lost: list[int] = []

    def lose(route: object) -> None:
        lost.append(route.fetch().status)  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    stand_between(clerk.page, "**/write", lose, times=1)
    write(clerk, "10h BATA 11")
    saved(clerk)
    assert lost == [200]
    assert len(here.fresh().rows) == 1


# One of them at a window, the other by command: `test_a_row_put_in_above_by_another_does_not_move_the_hand`.
@pytest.mark.soak
def test_rows_of_another_person_appear_and_both_keep_theirs(arrive: Arrive) -> None:
    here = desk()
    ana = at_the_sheet(arrive, here)
    ben = at_the_sheet(arrive, here, here.hall.checker)
    write(ana, "10h BATA 11")
    reads(ben, 1, word="BATA")
    write(ben, "h10 BUHAY 21")
    reads(ana, 2, word="BUHAY")
    for person in (ana, ben):
        saved(person)
    assert here.words() == ["BATA", "BUHAY"]


def test_two_versions_of_a_row_stand_beside_each_other_until_somebody_chooses(arrive: Arrive) -> None:
    here = written({**FIRST, "score": 11})
    ana = at_the_sheet(arrive, here)
    for theirs, typed, chosen in ((12, 13, "[data-theirs]"), (14, 15, "[data-yours]")):
        cell(ana, 1, "score").focus()
        ana.page.keyboard.press("Control+a")
        ana.keys(str(typed))
        here.write(change(here.row(1), score=theirs), by=here.hall.checker)
        ana.keys("Enter")
        box = ana.page.locator(".both-box").first
        expect(box).to_contain_text("Checker")
        versions = [re.compile(f"BATA {theirs}"), re.compile(f"BATA {typed}")]
        expect(box.locator(".both-turn")).to_have_text(versions)
        assert here.row(1)["turn"]["score"] == theirs
        box.locator(chosen).press("Enter")
        expect(box).to_have_count(0)
        saved(ana)
        reads(ana, 1, score=str(typed if chosen == "[data-yours]" else theirs))
    assert here.row(1)["turn"]["score"] == 15


def test_a_row_removed_by_another_while_it_is_typed_can_come_back_seen_or_unseen(arrive: Arrive) -> None:
    here = written({**FIRST, "score": 11}, SECOND)
    ana = at_the_sheet(arrive, here)
    cell(ana, 1, "score").focus()
    ana.keys("13")
    here.write(remove(here.row(1)), by=here.hall.checker)
    expect(row(ana, 1)).to_contain_text("removed by somebody else")
    ana.keys("Enter")
    saved(ana)
    assert [one["turn"].get("score") for one in here.fresh().rows] == [13, None]
    stand_between(ana.page, "**/state?*", lambda route: route.abort())
    cell(ana, 1, "score").focus()
    ana.page.keyboard.press("Control+a")
    ana.keys("14")
    here.write(remove(here.row(1)), by=here.hall.checker)
    ana.keys("Enter")
    box = ana.page.locator(".both-box").first
    expect(box).to_contain_text("the row was removed")
    ana.page.unroute("**/state?*")
    reads(ana, 2, word="BUHAY")
    box.locator("[data-yours]").press("Enter")
    saved(ana)
    assert [one["turn"].get("score") for one in here.fresh().rows] == [14, None]


def test_rows_wait_for_their_writer_when_another_person_takes_over_the_laptop(arrive: Arrive) -> None:
    here = desk()
    ana = at_the_sheet(arrive, here)
    ana.sign_in(here.hall.checker)
    write(ana, "10h BATA 11")
    expect(ana.page.locator("[data-saved]")).to_contain_text("Log in again")
    assert here.fresh().rows == []
    ana.sign_in(here.hall.clerk)
    # The page of another tab says that somebody came; nothing waits for the next try.
    Person.arrive(ana.page.context, ana.base, ana.event).go("enter/")
    saved(ana)
    assert here.fresh().edits.get().by_name == "Clerk"


def test_what_a_closed_page_left_unsaved_is_not_nothing_and_taken_up_by_the_next(arrive: Arrive) -> None:
    here = desk()
    first = at_the_sheet(arrive, here)
    verdict = first.page.locator("[data-verdict]")
    expect(verdict).to_contain_text("Nothing is written yet")
    stand_between(first.page, "**/write", lambda route: route.abort())
    write(first, "10h BATA 11")
    expect(row(first, 1)).to_contain_text("NOT saved")
    expect(verdict).to_contain_text("Nothing is saved yet")
    first.keys("h10 BU")
    second = Person.arrive(first.page.context, first.base, first.event)
    first.page.close()
    second.go(address(here.sheet))
    saved_or_typing = second.page.locator("[data-saved]")
    expect(saved_or_typing).to_contain_text("row being typed")
    expect(second.page.locator("[data-verdict]")).not_to_contain_text("yet")
    reads(second, 2, at="h10", word="BU")
    assert here.words() == ["BATA"]


# That rows typed without a line are stored in their order is told by those above that survive a reload.
@pytest.mark.soak
def test_a_whole_game_typed_without_a_line_is_stored_in_its_order(arrive: Arrive) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here)
    clerk.page.context.set_offline(True)
    write(clerk, *GAME)
    expect(clerk.page.locator("[data-saved]")).to_contain_text("NOT saved: 10")
    expect(clerk.page.locator("[data-board] .tile")).to_have_count(4 + 4 + 4 + 3 + 3 + 3)
    clerk.page.context.set_offline(False)
    saved(clerk)
    assert kinds(here) == KINDS


def test_a_row_put_in_above_by_another_does_not_move_the_hand(arrive: Arrive) -> None:
    here = written({**FIRST, "score": 11})
    ana = at_the_sheet(arrive, here)
    ana.keys("h10 BUH")
    here.write(add({"kind": "pass", "seat": 2}, after=None), by=here.hall.checker)
    reads(ana, 1, at="-")
    stand_in(ana, 3, "word")
    ana.keys("AY 21", "Enter")
    saved(ana)
    assert here.words() == ["pass", "BATA", "BUHAY"]


# Of pasted rows `test_sheet_offers.py` shows the same.
@pytest.mark.soak
def test_a_value_the_server_does_not_take_stays_typed_with_the_reason_beside_it(arrive: Arrive) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here)
    clerk.keys("10h BATA 1o", "Enter")
    expect(row(clerk, 1)).to_contain_text("is no number")
    reads(clerk, 1, score="1o")
    assert here.fresh().rows == []
    stand_in(clerk, 1, "score")
    clerk.keys("11", "Enter")
    saved(clerk)
    assert here.row(1)["turn"]["score"] == 11


def test_a_sheet_finished_by_another_keeps_what_was_being_typed(arrive: Arrive) -> None:
    here = written(FIRST)
    clerk = at_the_sheet(arrive, here)
    stand_between(clerk.page, "**/state?*", lambda route: route.abort())
    clerk.keys("h10 BUHAY 21")
    finish(here.hall.as_(here.hall.checker), here.fresh(), seen=here.fresh().version)
    clerk.keys("Enter")
    expect(row(clerk, 2)).to_contain_text("finished")
    reads(clerk, 2, at="H10", word="BUHAY", score="21")
    assert here.words() == ["BATA"]
