"""The list of what waits, and the page of one table."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import confirmed_alone
from tdapp.desk.models import Result, TableQuestion
from tdapp.desk.results import confirming
from tdapp.desk.results.commands.results import confirm_result, correct_result
from tdapp.events.setup.commands import editing
from tdapp.kernel.models import AuditEntry
from tests import factories as f
from tests.kept import once

pytestmark = pytest.mark.django_db


def browser(who: Any) -> Client:
    """Somebody's browser."""
    client = Client()
    client.force_login(who)
    return client


def entered() -> f.Hall:
    """Two people confirm; tables 1 and 2 are entered by the clerk, 3 by the checker."""
    hall = f.hall(8, confirm_policy="two-people")
    for number, who in ((1, hall.clerk), (2, hall.clerk), (3, hall.checker)):
        f.enter(hall.table(number), 400 + number, 388, by=hall.as_(who), confirm=False)
    return hall


whole, hall = once(entered)


def confirm(hall: f.Hall, number: int, who: Any, seen: str = "1", **headers: str) -> Any:
    """The answer to a press on a table's button."""
    url = f"/e/{hall.event.slug}/confirm/{hall.table(number).pk}"
    return browser(who).post(url, {"seen": seen}, headers=headers)


def listed(hall: f.Hall, who: Any) -> dict[int, tuple[bool, str]]:
    """Table: whether somebody is offered to confirm it, and why not."""
    return {
        item.row.number: (item.confirmable, item.why_not)
        for item in confirming.waiting(hall.as_(who), hall.event)
    }


def test_each_person_sees_what_is_his_to_confirm(hall: f.Hall) -> None:
    own = "You entered this result; somebody else has to confirm it."
    assert listed(hall, hall.checker) == {1: (True, ""), 2: (True, ""), 3: (False, own)}
    assert listed(hall, hall.director) == {1: (True, ""), 2: (True, ""), 3: (True, "")}
    role = "A checker or the director confirms."
    assert listed(hall, hall.clerk) == {1: (False, role), 2: (False, role), 3: (False, role)}


def test_who_is_alone_is_told_the_two_ways_out_once(hall: f.Hall) -> None:
    page = browser(hall.checker).get(f"/e/{hall.event.slug}/confirm/").content.decode()
    assert page.count("invites a helper under People") == 1
    assert (
        "invites a helper"
        not in browser(hall.director).get(f"/e/{hall.event.slug}/confirm/").content.decode()
    )
    said = confirm(hall, 3, hall.checker, **{"HX-Request": "true"})
    assert "invites a helper under People" in json.loads(said["HX-Trigger"])["td:said"]["text"]


def test_the_entry_page_offers_to_confirm_only_what_this_person_may(hall: f.Hall) -> None:
    def offered(who: Any) -> str:
        return confirming.offered(hall.as_(who), hall.event)

    assert [offered(who) for who in (hall.checker, hall.director, hall.clerk)] == [
        "confirm",
        "confirm",
        "waits",
    ]
    for number in (1, 2):
        confirm_result(hall.as_(hall.director), hall.table(number), seen=1)
    assert [offered(who) for who in (hall.checker, hall.director)] == ["waits", "confirm"]
    page = browser(hall.checker).get(f"/e/{hall.event.slug}/enter/").content.decode()
    assert "Awaiting confirmation" in page
    confirm_result(hall.as_(hall.director), hall.table(3), seen=1)
    assert [offered(who) for who in (hall.checker, hall.clerk)] == ["confirm", ""]
    hall.event.divisions.update(confirm_policy="single")
    assert [offered(who) for who in (hall.checker, hall.director)] == ["", ""]


def test_what_one_person_entered_and_confirmed_says_so_on_page_print_and_in_the_log(hall: f.Hall) -> None:
    ctx = hall.as_(hall.checker)
    assert confirm(hall, 3, hall.checker).status_code == 403
    assert not hall.table(3).results.get().in_force
    change = {"confirm_policy": "single", "reason": "The checker fell ill"}
    editing.edit_division(hall.as_(hall.director), hall.division, **change)
    assert not hall.table(3).results.get().in_force, "loosening confirmed a result by itself"
    hall.division.refresh_from_db()
    confirm_result(ctx, hall.table(3), seen=1)
    confirm_result(hall.as_(hall.director), hall.table(1), seen=1)
    names = (hall.event.slug, hall.division.slug, 1)
    for number, said in ((3, True), (1, False)):
        page = browser(hall.director).get(reverse("desk:table", args=(*names, number))).content.decode()
        assert ("confirmed by who entered it" in page) is said
    paper = browser(hall.director).get(reverse("desk:print_standings", args=names)).content.decode()
    assert re.search(r"Confirmed by who entered it \(round, table\):\s*1, 3\s*</p>", paper)
    desk = browser(hall.director).get(reverse("desk:standings", args=names)).content.decode()
    assert re.search(r'href="[^"]*/round/1/table/3/"\s*>1, 3</a>\s*</p>', desk)
    told = [one.payload["after"] for one in AuditEntry.objects.filter(intent="result.confirm", refused="")]
    assert [one.get("confirmed_by_who_entered", False) for one in told] == [True, False]


def test_what_counts_when_it_is_entered_is_no_confirmation_by_who_entered_it() -> None:
    hall = f.hall(4, confirm_policy="single")
    f.enter(hall.table(1), 412, 388, by=hall.as_(hall.clerk), confirm=False)
    assert hall.table(1).results.get().in_force
    assert (hall.table(1).results.get().alone, confirmed_alone(hall.division)) == (False, [])


def test_the_row_and_the_database_say_the_same_of_who_confirmed_alone(hall: f.Hall) -> None:
    confirm_result(hall.as_(hall.director), hall.table(3), seen=1)
    rows = Result.objects.filter(table=hall.table(3))
    ids = {"clerk": hall.clerk.pk, "director": hall.director.pk, "nobody": None}
    cases = [("clerk", "clerk", "A", "B", True), ("clerk", "director", "A", "A", False),
             ("nobody", "nobody", "A", "A", True), ("nobody", "nobody", "A", "B", False),
             ("nobody", "nobody", "", "", False), ("clerk", "nobody", "A", "A", False)]  # fmt: skip
    for entered, confirmed, first, second, alone in cases:
        rows.update(
            entered_by=ids[entered], confirmed_by=ids[confirmed], entered_name=first, confirmed_name=second
        )
        told = (rows.get().alone, bool(confirmed_alone(hall.division)))
        assert told == (alone, alone), (entered, confirmed, first, second)


def test_a_player_is_told_that_the_game_is_his_own(hall: f.Hall) -> None:
    playing = f.member(hall.event, "checker", "playing", player=hall.seats(1)[0].entrant.player)
    assert listed(hall, playing)[1] == (False, "You play at this table; somebody else has to confirm it.")


def test_confirming_takes_the_line_off_the_list(hall: f.Hall) -> None:
    answer = confirm(hall, 1, hall.checker)
    assert (answer.status_code, answer["Location"]) == (303, f"/e/{hall.event.slug}/confirm/")
    assert sorted(listed(hall, hall.director)) == [2, 3]


def test_the_page_s_script_gets_the_list_and_a_word(hall: f.Hall) -> None:
    answer = confirm(hall, 1, hall.checker, **{"HX-Request": "true"})
    assert answer.status_code == 200
    assert json.loads(answer["HX-Trigger"])["td:said"] == {"state": "ok", "text": "Table 1 is confirmed."}
    assert str(hall.table(2).pk) in answer.content.decode()
    assert str(hall.table(1).pk) not in answer.content.decode()


@pytest.mark.parametrize(
    ("number", "who", "seen", "status"),
    [(3, "checker", "1", 403), (1, "clerk", "1", 403), (1, "viewer", "1", 403), (1, "checker", "2", 409),
     (1, "checker", "x", 409), (1, "checker", "", 409), (4, "checker", "1", 422)],
)  # fmt: skip
def test_what_may_not_be_confirmed_is_refused_with_its_status(
    hall: f.Hall, number: int, who: str, seen: str, status: int
) -> None:
    assert confirm(hall, number, getattr(hall, who), seen).status_code == status
    assert not Result.objects.filter(in_force=True).exists()


def test_a_table_of_another_event_is_missing(hall: f.Hall) -> None:
    foreign = f.hall(4)
    url = f"/e/{foreign.event.slug}/confirm/{hall.table(1).pk}"
    assert browser(foreign.director).post(url, {"seen": "1"}).status_code == 404


def test_the_button_of_a_tables_page_leads_back_to_it_and_nowhere_outside(hall: f.Hall) -> None:
    url = f"/e/{hall.event.slug}/confirm/{hall.table(1).pk}"
    back = f"/e/{hall.event.slug}/open/round/1/table/1/"
    assert browser(hall.checker).post(url, {"seen": "1", "back": back})["Location"] == back
    outside = browser(hall.checker).post(url, {"seen": "1", "back": "https://example.org/"})
    assert outside["Location"] == f"/e/{hall.event.slug}/confirm/"


def test_the_list_is_sent_again_only_when_something_changed(hall: f.Hall) -> None:
    url = f"/e/{hall.event.slug}/confirm/waiting"
    version = browser(hall.checker).get(url)["X-Version"]
    assert browser(hall.checker).get(url, {"v": version}).status_code == 204
    confirm(hall, 1, hall.checker)
    assert browser(hall.checker).get(url, {"v": version}).status_code == 200


def test_a_waiting_correction_shows_what_counts_until_then(hall: f.Hall) -> None:
    confirm(hall, 1, hall.checker)
    ctx = hall.as_(hall.director)
    correct_result(ctx, hall.table(1), entry=Entry(scores=(390, 380)), seen=1, reason="misread")
    (item,) = [one for one in confirming.waiting(ctx, hall.event) if one.row.number == 1]
    assert item.old == "401–388"
    assert "misread" in browser(hall.checker).get(f"/e/{hall.event.slug}/confirm/").content.decode()


def page(hall: f.Hall, number: int, what: str = "") -> str:
    """The address of a table's page or of one of its forms."""
    return f"/e/{hall.event.slug}/open/round/1/table/{number}/{what}"


CORRECTION = {"line": "390 380", "reason": "misread", "seen": "1"}


def test_a_correction_goes_in_and_leads_back(hall: f.Hall) -> None:
    answer = browser(hall.director).post(page(hall, 1, "correct"), CORRECTION)
    assert (answer.status_code, answer["Location"]) == (303, page(hall, 1))
    shown = browser(hall.viewer).get(page(hall, 1)).content.decode()
    assert "390–380" in shown
    assert "misread" in shown


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [({"reason": ""}, 422, "This field is required."), ({"line": "390"}, 422, "Table 1 needs 2 scores"),
     ({"line": "4l2 388"}, 422, "4l2 is not a score."), ({"line": "400 400"}, 422, "Equal scores."),
     ({"line": "390 380 99"}, 422, "The spread typed is +99"), ({"seen": "9"}, 409, "was changed by Clerk")],
)  # fmt: skip
def test_a_refused_correction_keeps_what_was_typed(
    hall: f.Hall, change: dict[str, str], status: int, says: str
) -> None:
    typed = CORRECTION | change
    answer = browser(hall.director).post(page(hall, 1, "correct"), typed)
    html = answer.content.decode()
    assert answer.status_code == status
    assert says in html
    assert f'value="{typed["line"]}"' in html
    assert Result.objects.filter(table=hall.table(1)).count() == 1


def test_an_unusual_correction_is_kept_when_agreed_to(hall: f.Hall) -> None:
    typed = CORRECTION | {"line": "390 380 99"}
    html = browser(hall.director).post(page(hall, 1, "correct"), typed).content.decode()
    assert 'type="checkbox" name="sure"' in html
    assert browser(hall.director).post(page(hall, 1, "correct"), typed | {"sure": "on"}).status_code == 303


def test_a_conflict_shows_both_and_the_next_try_is_made_against_what_is_there(hall: f.Hall) -> None:
    browser(hall.director).post(page(hall, 1, "correct"), CORRECTION)
    late = browser(f.member(hall.event, "deputy", "late"))
    html = late.post(page(hall, 1, "correct"), CORRECTION | {"line": "391 380"}).content.decode()
    assert "390–380" in html
    assert "391–380" in html
    assert 'name="seen" value="2"' in html
    assert (
        late.post(page(hall, 1, "correct"), CORRECTION | {"line": "391 380", "seen": "2"}).status_code == 303
    )


@pytest.mark.parametrize("who", ["clerk", "checker", "viewer"])
def test_only_the_director_corrects(hall: f.Hall, who: str) -> None:
    assert browser(getattr(hall, who)).post(page(hall, 1, "correct"), CORRECTION).status_code == 403
    assert 'name="reason"' not in browser(getattr(hall, who)).get(page(hall, 1)).content.decode()


def test_a_question_is_raised_and_settled_on_the_tables_page(hall: f.Hall) -> None:
    assert browser(hall.clerk).post(page(hall, 1, "ask"), {"text": "torn slip"}).status_code == 303
    assert "torn slip" in browser(hall.viewer).get(page(hall, 1)).content.decode()
    url = f"/e/{hall.event.slug}/question/{TableQuestion.objects.get().pk}/answer"
    assert browser(hall.clerk).post(url, {"answer": "read"}).status_code == 403
    assert browser(hall.checker).post(url, {"answer": "read"}).status_code == 303
    assert browser(hall.checker).post(url, {"answer": "read"}).status_code == 422
    assert "Settled by Checker" in browser(hall.viewer).get(page(hall, 1)).content.decode()


def test_an_empty_question_and_a_viewers_question_are_refused(hall: f.Hall) -> None:
    assert browser(hall.clerk).post(page(hall, 1, "ask"), {"text": " "}).status_code == 422
    assert browser(hall.viewer).post(page(hall, 1, "ask"), {"text": "torn"}).status_code == 403
    assert not TableQuestion.objects.exists()
