"""Seconds from the turn timer: handed over once or five times they are the same; wrong ones are refused, one sentence each."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tdapp.events.models import Division, Entrant
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Missing, NotAllowed, Refusal
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.models import Timing
from tdapp.scoresheets.sheet.reading import as_scoresheet, report_of
from tdapp.scoresheets.timer.commands.timing import handed_over, take_times
from tests import factories as f
from tests.scoresheets.factories import FIRST, SECOND, Desk, add, desk

pytestmark = pytest.mark.django_db


def move(number: int, seat: int = 1, seconds: int = 40, **more: int) -> dict[str, int]:
    return {"move": number, "seat": seat, "seconds": seconds, "limit": 120, **more}


def hand(here: Desk, *moves: dict[str, int], removed: tuple[int, ...] = (), key: str = "") -> dict[str, Any]:
    table = here.fresh().table
    return take_times(here.hall.as_(here.hall.clerk, key), table, moves=list(moves), removed=list(removed))


def stored(here: Desk) -> list[tuple[int, int, int]]:
    return [(row["move"], row["seat"], row["seconds"]) for row in handed_over(here.sheet.table)]


def test_moves_are_kept_and_a_move_sent_again_replaces_itself() -> None:
    here = desk()
    hand(here, move(1), move(2, 2, 90))
    hand(here, move(1, 1, 55))
    assert stored(here) == [(1, 1, 55), (2, 2, 90)]


def test_the_same_batch_twice_is_the_same_as_once() -> None:
    here = desk()
    first = hand(here, move(1), move(2, 2), key="k1")
    assert hand(here, move(1), move(2, 2), key="k1") == first
    hand(here, move(1), move(2, 2), key="k2")
    assert stored(here) == [(1, 1, 40), (2, 2, 40)]


def test_a_press_taken_back_takes_its_move_away() -> None:
    here = desk()
    hand(here, move(1), move(2, 2), move(3))
    hand(here, move(2, 2, 70), removed=(3, 9))
    assert stored(here) == [(1, 1, 40), (2, 2, 70)]


def test_the_log_tells_before_and_after_and_how_long_the_clock_stood() -> None:
    here = desk()
    hand(here, move(1))
    hand(here, move(1, 1, 50, paused=30))
    told = AuditEntry.objects.filter(intent="sheet.time").order_by("number").last()
    assert told is not None
    assert told.payload["before"]["moves"] == [move(1)]
    assert told.payload["after"]["moves"] == [move(1, 1, 50, paused=30)]


@pytest.mark.parametrize(
    ("moves", "removed", "sentence"),
    [
        ([{"move": 1}], [], "“seat” must be a whole number from 1 to 2"),
        ([move(0)], [], "“move” must be a whole number from 1 to 500"),
        ([move(1, 3)], [], "“seat” must be a whole number from 1 to 2"),
        ([move(1, 1, -1)], [], "“seconds” must be a whole number"),
        ([{**move(1), "seconds": 1.5}], [], "“seconds” must be a whole number"),
        ([{**move(1), "seconds": True}], [], "“seconds” must be a whole number"),
        ([{**move(1), "limit": "120"}], [], "“limit” must be a whole number"),
        (["1"], [], "Entry 1 must be an object"),
        ([move(1), move(1)], [], "A move is there twice"),
        ("1", [], "must be lists"),
        ([], [], "No move was sent"),
        ([], 5, "must be lists"),
        ([], ["1"], "“removed” must be numbers"),
        ([move(1)] * 501, [], "At most 500"),
    ],
)
def test_what_is_no_reading_is_refused_with_what_would_be_right(
    moves: Any, removed: Any, sentence: str
) -> None:
    here = desk()
    with pytest.raises(Refusal) as refused:
        take_times(here.hall.as_(here.hall.clerk), here.fresh().table, moves=moves, removed=removed)
    assert sentence in str(refused.value)
    assert refused.value.status == 422
    assert stored(here) == []


def test_every_wrong_value_has_a_sentence_of_its_own() -> None:
    here = desk()
    with pytest.raises(Refusal) as refused:
        hand(here, {"move": 0, "seat": 9, "seconds": -1, "limit": -1})
    assert len(refused.value.sentences) == 4


def test_a_finished_sheet_keeps_its_seconds_until_it_is_opened_again() -> None:
    here = desk()
    here.write(add(FIRST), add(SECOND))
    hand(here, move(1))
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=here.fresh().version)
    assert hand(here, move(1))["moves"] == 1, "what is there already may come again"
    with pytest.raises(Refusal) as refused:
        hand(here, move(1, 1, 41))
    assert refused.value.code == "sheet-finished"
    with pytest.raises(Refusal):
        hand(here, removed=(1,))
    assert stored(here) == [(1, 1, 40)]


def test_a_sheet_without_a_clock_takes_its_seconds_and_running_over_is_a_finding() -> None:
    here = desk()
    here.write(add(FIRST), add({**SECOND, "seconds": 44}))
    hand(here, move(1, 1, 131), move(2, 2, 7))
    assert [turn.seconds for turn in as_scoresheet(here.fresh()).turns] == [131, 44]
    assert [finding.code for finding in report_of(here.fresh()).findings if finding.code == "overrun"] == [
        "overrun"
    ]


def test_seconds_of_another_seat_are_nobodys() -> None:
    here = desk()
    here.write(add(FIRST))
    hand(here, move(1, 2, 131))
    assert [turn.seconds for turn in as_scoresheet(here.fresh()).turns] == [None]


def test_whoever_may_only_look_hands_nothing_over_and_a_foreign_table_does_not_exist() -> None:
    here, other = desk(), desk()
    with pytest.raises(NotAllowed):
        take_times(here.hall.as_(here.hall.viewer), here.fresh().table, moves=[move(1)])
    with pytest.raises(Missing):
        take_times(here.hall.as_(here.hall.clerk), other.fresh().table, moves=[move(1)])


# --- pages


def facts_on(answer: Any) -> Any:
    found = answer.content.decode().partition('data-timer="')[2].partition('"')[0]
    return json.loads(unescape(found))


def clerk(here: Desk) -> Client:
    client = Client()
    client.force_login(here.hall.clerk)
    return client


def address(here: Desk, what: str = "") -> str:
    table = here.sheet.table
    return f"/e/{here.hall.event.slug}/open/round/1/table/{table.number}/timer/{what}"


def test_the_page_starts_from_the_rules_the_seats_and_what_is_known() -> None:
    here = desk()
    hand(here, move(1, 1, 33))
    facts = facts_on(clerk(here).get(address(here)))
    assert facts["setup"]["rules"] == {"kind": "per_move", "seconds": 120, "overrun": "record", "points": 10}
    assert facts["setup"]["names"] == [slot.entrant.public_called for slot in here.hall.seats(1)]
    assert facts["handed"] == [{"move": 1, "seat": 1, "seconds": 33, "limit": 120}]


def test_what_running_over_costs_is_the_divisions_choice() -> None:
    here = desk()
    Division.objects.filter(pk=here.hall.division.pk).update(
        overrides={"timer.overrun": "points", "timer.seconds": 90}
    )
    page = clerk(here).get(address(here))
    assert facts_on(page)["setup"]["rules"] == {
        "kind": "per_move",
        "seconds": 90,
        "overrun": "points",
        "points": 10,
    }
    assert "Each started minute over costs 10 points." in unescape(page.content.decode())


def test_a_guarded_childs_surname_stands_on_no_screen_in_the_hall() -> None:
    here = desk()
    Entrant.objects.filter(division=here.hall.division).update(age="minor", surname="Quirinowski")
    assert "Quirinowski" not in clerk(here).get(address(here)).content.decode()


def test_a_refused_batch_is_a_problem_document() -> None:
    here = desk()
    sent = {"moves": [{"move": 1}]}
    answer = clerk(here).post(address(here, "time"), json.dumps(sent), content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    assert "“seat”" in answer.json()["detail"]


@pytest.mark.parametrize(
    "body", ["", "[]", "{", "\x00", '{"moves": {}}', '{"moves": null}', '{"removed": [null]}']
)
def test_whatever_is_sent_gets_an_answer(body: str) -> None:
    here = desk()
    answer = clerk(here).post(address(here, "time"), body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert not Timing.objects.exists()


def test_the_practice_timer_is_for_everybody_and_knows_every_ruleset() -> None:
    answer = Client().get("/timer/")
    facts = facts_on(answer)
    assert (facts["url"], facts["handed"], len(facts["rulesets"])) == ("", [], 5)
    assert facts["setup"]["rules"]["seconds"] == 120
    assert "sessionid" not in answer.cookies
    assert f.event  # no event is needed: the database of this test is empty
    assert not Division.objects.exists()
