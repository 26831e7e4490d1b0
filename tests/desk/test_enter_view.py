"""The line as its page sends it: fragments for the script, JSON for programs, a plain form without either."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tdapp.desk.models import Result, TableQuestion
from tdapp.kernel import clock
from tests import factories as f
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(f.hall, 8)


class Clerk:
    """A signed-in browser at a hall's line."""

    def __init__(self, hall: f.Hall, who: Any = None) -> None:
        self.who = who or hall.clerk
        self.client = Client()
        self.client.force_login(self.who)
        self.url = f"/e/{hall.event.slug}/enter/"

    def send(self, line: str, key: str = "", url: str = "", **more: str) -> tuple[str, str, int]:
        """State, text and status of the answer to a line, sent as the page's script does."""
        headers = {"X-Page-User": str(self.who.pk), "Accept": "text/html, application/problem+json"}
        headers |= {"Idempotency-Key": key} if key else {}
        answer = self.client.post(self.url + url, {"line": line, **more}, headers=headers)
        html = answer.content.decode()
        state = re.search(r'data-state="(\w+)"', html)
        text = " ".join(re.sub(r"<[^>]+>", " ", html).split())
        return state[1] if state else "", text, answer.status_code

    def json(self, key: str = "", **body: Any) -> tuple[int, dict[str, Any]]:
        """Status and data of a JSON request."""
        headers = {"Idempotency-Key": key} if key else {}
        answer = self.client.post(
            self.url, json.dumps(body), content_type="application/json", headers=headers
        )
        return answer.status_code, answer.json()

    def plain(self, line: str, **more: str) -> Any:
        """The answer to the form without a script."""
        return self.client.post(self.url, {"line": line, **more})


def test_a_line_is_saved_and_echoed_with_both_names() -> None:
    hall = f.hall(8)
    names = [slot.entrant.listed for slot in hall.seats(1)]
    state, text, status = Clerk(hall).send("1 412 388")
    assert (state, status) == ("ok", 200)
    assert f"{names[0]} 412" in text
    assert f"{names[1]} 388" in text
    assert "+24" in text


def test_the_states_of_an_answer_and_their_statuses() -> None:
    hall = f.hall(8, confirm_policy="two-people")
    clerk = Clerk(hall)
    assert clerk.send("1 412 388 30")[::2] == ("ask", 422)
    assert clerk.send("1 412 388 30", agree="spread-differs")[::2] == ("ok", 200)
    assert clerk.send("2 400 400")[::2] == ("more", 422)
    assert clerk.send("2 400 400 / 412 405")[::2] == ("ok", 200)
    assert clerk.send("1 401 377")[::2] == ("stop", 409)
    assert clerk.send("77 1 2")[::2] == ("stop", 404)
    assert clerk.send("3 4l2 388")[::2] == ("stop", 422)
    assert clerk.send("3 f2")[::2] == ("ok", 200)
    assert clerk.send("4 ? who is seat 1")[::2] == ("ok", 200)
    assert TableQuestion.objects.get().text == "who is seat 1"


def test_enter_twice_a_double_click_and_a_retry_are_one_result() -> None:
    hall = f.hall(8)
    clerk = Clerk(hall)
    answers = [clerk.send("1 412 388", key="one-key") for _time in range(5)]
    assert {answer[0] for answer in answers} == {"ok"}
    assert len(set(answers)) == 1
    assert Result.objects.count() == 1


def test_two_clerks_at_one_table_see_both_and_one_result_is_stored() -> None:
    hall = f.hall(8)
    second = Clerk(hall, f.member(hall.event, "clerk", "berta"))
    assert Clerk(hall).send("1 412 388", key="a")[0] == "ok"
    state, text, status = second.send("1 401 377", key="b")
    assert (state, status) == ("stop", 409)
    for words in ("412–388", "401–377", "Clerk", "Berta"):
        assert words in text
    assert Result.objects.count() == 1


def test_u_takes_back_my_last() -> None:
    hall = f.hall(8)
    clerk = Clerk(hall)
    clerk.send("1 412 388")
    state, text, _status = clerk.send("u", key="k", url="undo")
    assert (state, "Table 1 is pending again: 412–388 taken back." in text) == ("ok", True)
    assert clerk.send("u", url="undo")[::2] == ("stop", 422)


def test_a_line_waits_in_its_page_when_somebody_else_is_signed_in_now() -> None:
    hall = f.hall(4)
    clerk = Clerk(hall)
    clerk.client.force_login(hall.checker)
    assert clerk.send("1 412 388")[2] == 401
    clerk.client.logout()
    assert clerk.send("1 412 388")[2] == 401
    assert not Result.objects.exists()


def test_programs_speak_json() -> None:
    hall = f.hall(8)
    clerk = Clerk(hall)
    status, told = clerk.json(line="1 412 388", key="x")
    assert (status, told["status"], told["spread"]) == (200, "ok", 24)
    assert [player["score"] for player in told["players"]] == [412, 388]
    status, told = clerk.json(line="2 412 388 30")
    assert (status, told["status"], told["agree"]) == (422, "ask", "spread-differs")
    assert clerk.json(line="2 412 388 30", sure=True)[1]["status"] == "ok"
    status, told = clerk.json(line="1 401 377")
    assert (status, told["status"], told["code"]) == (409, "stop", "already-in")


@pytest.mark.parametrize("body", ["{", "[1]", '"7 1 2"', '{"line": ["7"]}', '{"line": null}', "{}"])
def test_a_broken_body_is_a_refusal_never_a_fault(body: str) -> None:
    hall = f.hall(4)
    answer = Clerk(hall).client.post(
        f"/e/{hall.event.slug}/enter/",
        body,
        content_type="application/json",
        headers={"Accept": "application/json"},
    )
    assert answer.status_code in {400, 422}
    assert not Result.objects.exists()


def test_without_a_script_a_saved_line_leads_back_to_an_empty_one() -> None:
    hall = f.hall(8)
    answer = Clerk(hall).plain("1 412 388")
    assert (answer.status_code, answer["Location"]) == (303, f"/e/{hall.event.slug}/enter/")
    assert Result.objects.count() == 1


def test_without_a_script_a_question_keeps_the_line_and_agreement_holds_for_that_line_alone() -> None:
    hall = f.hall(8)
    clerk = Clerk(hall)
    page = clerk.plain("1 412 388 30")
    assert (page.status_code, 'value="1 412 388 30"' in page.content.decode()) == (422, True)
    changed = clerk.plain("1 412 388 31", agree="spread-differs", agreed_line="1 412 388 30")
    assert (changed.status_code, Result.objects.count()) == (422, 0)
    assert clerk.plain("1 412 388 30", agree="spread-differs", agreed_line="1 412 388 30").status_code == 303


def test_without_a_script_equal_scores_leave_the_slash_in_the_field() -> None:
    page = Clerk(f.hall(8)).plain("1 400 400")
    assert 'value="1 400 400 / "' in page.content.decode()


def test_without_a_script_u_works_in_the_line() -> None:
    hall = f.hall(8)
    clerk = Clerk(hall)
    clerk.plain("1 412 388")
    assert clerk.plain("u").status_code == 303
    assert not Result.objects.filter(is_current=True).exists()


def test_second_slip_mode_asks_nothing() -> None:
    hall = f.hall(8, confirm_policy="two-slips")
    clerk = Clerk(hall)
    assert clerk.send("1 412 388")[0] == "ok"
    assert clerk.send("1 412 388")[0] == "ask"
    state, text, _status = clerk.send("1 412 388", url="?second=1")
    assert (state, "confirmed" in text) == ("ok", True)


@pytest.mark.parametrize("role", ["viewer", "judge", "registrar", "publisher"])
def test_roles_that_do_not_enter_are_refused(role: str) -> None:
    hall = f.hall(4)
    assert Clerk(hall, f.member(hall.event, role)).send("1 412 388")[2] == 403
    assert not Result.objects.exists()


def test_a_stranger_finds_no_event() -> None:
    hall = f.hall(4)
    assert Clerk(hall, f.user("stranger")).send("1 412 388")[2] == 404


def polled(hall: f.Hall, part: str, version: str) -> Any:
    """A part of the page asked for with the version last seen."""
    client = Client()
    client.force_login(hall.clerk)
    return client.get(f"/e/{hall.event.slug}/enter/part/{part}", {"v": version})


@pytest.mark.parametrize("part", ["out", "recent"])
def test_the_lists_are_sent_again_only_when_something_changed(part: str) -> None:
    hall = f.hall(8, confirm_policy="two-people")
    with clock.at(timezone.now()):
        first = polled(hall, part, "")
        assert first.status_code == 200
        assert polled(hall, part, first["X-Version"]).status_code == 204
        f.enter(hall.table(1), 412, 388, by=hall.as_(hall.clerk), confirm=False)
        second = polled(hall, part, first["X-Version"])
        assert second.status_code == 200
        assert polled(hall, part, second["X-Version"]).status_code == 204
        f.enter(hall.table(2), 412, 388, by=hall.as_(hall.clerk))
        assert polled(hall, part, second["X-Version"]).status_code == 200


def test_the_minutes_a_table_is_out_move_on_by_themselves() -> None:
    hall = f.hall(8)
    begin = timezone.now()
    with clock.at(begin):
        version = polled(hall, "out", "")["X-Version"]
    with clock.at(begin + timedelta(minutes=70)):
        later = polled(hall, "out", version)
    assert (later.status_code, "1 h 10 min" in later.content.decode()) == (200, True)


def test_a_table_with_its_result_is_no_longer_out() -> None:
    hall = f.hall(8)
    names = " – ".join(slot.entrant.short for slot in hall.seats(1))
    assert names in polled(hall, "out", "").content.decode()
    Clerk(hall).send("1 412 388")
    assert names not in polled(hall, "out", "").content.decode()
    assert "412" in polled(hall, "recent", "").content.decode()


def test_once_every_table_is_in_the_list_leads_to_the_round_that_is_closed_next() -> None:
    hall = f.hall(4)
    clerk, to_close = Clerk(hall), "To close: round 1"
    clerk.send("1 412 388")
    assert to_close not in polled(hall, "out", "").content.decode()
    clerk.send("2 400 380")
    assert to_close in polled(hall, "out", "").content.decode()


def test_an_unknown_part_is_missing() -> None:
    assert polled(f.hall(4), "nothing", "").status_code == 404
