"""The phone at a table as it meets the server: what it sees, what it may send, what it never learns."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.timezone import localtime

from tdapp.events.models import Division, Event
from tdapp.judging.models import Call
from tdapp.judging.rulings.commands.calls import call_judge, call_off, take
from tdapp.judging.rulings.commands.rulings import rule
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry
from tests import factories as f
from tests.judging.links import call, page, token
from tests.judging.test_rulings import judge, playing
from tests.kept import first
from tests.publishing.test_weight import LIMIT, weight

pytestmark = pytest.mark.django_db
whole, ready = first(playing)


def text_of(answer: object) -> str:
    """What a page says, without its tags."""
    content = answer.content.decode()  # type: ignore[attr-defined]
    main = content.partition("<main")[2].partition("</main>")[0] or content
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def off(of: str, row: Call, **more: object) -> int:
    body = {"call": row.pk, "seen": row.version, **more}
    return Client().post(f"/q/{of}/off", body).status_code


def school(count: int = 4) -> f.Hall:
    """A division of children whose guardians have agreed to nothing."""
    here = f.event(school=True)
    of = f.division(here, school=True)
    f.entrants(of, count, age="minor")
    f.published(of)
    return f.Hall(here, of, *(f.member(here, role) for role in ("director", "clerk", "checker", "viewer")))


def test_the_page_names_event_round_table_and_the_players_of_that_table_alone() -> None:
    hall = playing()
    text = text_of(page(token(hall)))
    for part in (hall.event.name, "Round 1", f"Table {hall.table(1).number}", "Call a judge"):
        assert part in text
    here, there = hall.seats(1), hall.seats(2)
    assert all(slot.entrant.public_name in text for slot in here)
    assert not any(slot.entrant.surname in text for slot in there if slot.entrant.surname not in
                   {one.entrant.surname for one in here})  # fmt: skip


def test_a_guarded_child_stands_there_by_the_public_name_alone() -> None:
    hall = school()
    text = text_of(page(token(hall)))
    for slot in hall.seats(1):
        assert slot.entrant.public_name in text
        assert slot.entrant.surname not in text


def test_the_page_is_light_keeps_no_session_and_stays_in_no_cache() -> None:
    hall = playing()
    answer = page(token(hall))
    assert weight(answer.content) < LIMIT
    assert set(answer.cookies) == {"csrftoken"}
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex, nofollow"


def test_the_page_speaks_filipino_throughout() -> None:
    hall = playing()
    secret = token(hall)
    client = Client(headers={"Accept-Language": "fil"})
    text = text_of(client.get(f"/q/{secret}/"))
    for word in ("Tumawag ng hukom", "Sino ang tumatawag?", "Mesa"):
        assert word in text
    client.post(f"/q/{secret}/call", {"seat": 1})
    text += text_of(client.get(f"/q/{secret}/"))
    call_off(hall.as_(hall.director), Call.objects.get(), seen=1)
    text += text_of(client.get(f"/q/{secret}/")) + text_of(client.get("/q/nothing/"))
    for word in ("Call", "call", "Stop", "judge", "waiting", "words", "Raise", "seat", "optional", "ended"):
        assert not re.search(rf"\b{word}\b", text), word


def test_call_wait_see_the_judge_come_and_hear_that_he_ruled() -> None:
    hall = playing()
    secret = token(hall)
    assert call(secret, seat=1, words=2).status_code == 303
    row = Call.objects.get()
    assert f"Called at {localtime(row.called_at):%H:%M}, waiting" in text_of(page(secret))
    ana = judge(hall, name="ana", shown="Ana Reyes")
    take(ana, row, seen=1)
    assert "Ana Reyes is coming" in text_of(page(secret))
    rule(
        ana,
        Call.objects.select_related("table__round__division__event").get(),
        asked=Asked(("zzz",), (2,), 1),
        seen=2,
    )
    text = text_of(page(secret))
    assert "A judge ruled here at" in text
    assert not any(word in text.lower() for word in ("zzz", "acceptable", "bahay"))


def test_the_part_that_changes_is_asked_for_by_its_version() -> None:
    hall = playing()
    secret = token(hall)
    version = re.findall(r'data-version="(\w+)"', page(secret).content.decode())[0]
    assert page(secret, v=version).status_code == 204
    call(secret)
    answer = page(secret, v=version)
    assert (answer.status_code, answer["X-Version"] != version) == (200, True)
    assert "<html" not in answer.content.decode()


def test_one_key_sent_twice_is_one_call_and_a_second_key_finds_the_first_call() -> None:
    hall = playing()
    secret = token(hall)
    assert [call(secret, key="k", seat=1).status_code for _twice in "ab"] == [303, 303]
    second = call(secret, key="other", seat=2)
    assert second.status_code == 409
    assert "has called already" in text_of(second)
    assert Call.objects.get().challengers == [1]
    assert AuditEntry.objects.filter(intent="table_link.call", refused="").count() == 1


def test_the_players_call_off_what_they_called_and_not_what_somebody_else_did() -> None:
    hall = playing()
    secret = token(hall)
    call(secret)
    row = Call.objects.get()
    assert off(secret, row, seen=9) == 409
    assert off(secret, row) == 303
    row.refresh_from_db()
    assert row.state == "off"
    desk = Call.objects.get(pk=call_judge(hall.as_(hall.clerk), hall.table(1))["call"])
    assert "Call it off" not in text_of(page(secret))
    assert off(secret, desk) == 409
    desk.refresh_from_db()
    assert desk.state == "waiting"


def test_a_call_of_another_table_or_another_event_is_not_there() -> None:
    hall, abroad = playing(), playing()
    secret = token(hall)
    elsewhere = [
        call_judge(abroad.as_(abroad.clerk), abroad.table(1)),
        call_judge(hall.as_(hall.clerk), hall.table(2)),
    ]
    for told in elsewhere:
        assert off(secret, Call.objects.get(pk=told["call"])) == 404
    assert set(Call.objects.values_list("state", flat=True)) == {"waiting"}


def test_where_the_rules_know_no_challenges_a_judge_is_called_all_the_same_without_words() -> None:
    hall = playing()
    Division.objects.update(overrides={"challenge.allowed": False}, ruleset_frozen=None)
    secret = token(hall)
    assert "How many words" not in text_of(page(secret))
    assert call(secret, seat=1, words=2).status_code == 303
    row = Call.objects.get()
    assert (row.challengers, row.challenged, row.word_count) == ([1], None, None)


@pytest.mark.parametrize("body", [{"seat": "3"}, {"seat": "x"}, {"words": "99"}, {"words": "-1"}])
def test_seats_and_numbers_that_cannot_be_are_refused_and_call_nobody(body: dict[str, str]) -> None:
    hall = playing()
    assert call(token(hall), **body).status_code == 422
    assert not Call.objects.exists()


def test_a_phone_that_sends_without_end_is_told_to_wait_before_it_reaches_the_log() -> None:
    hall = playing()
    secret = token(hall)
    with clock.at(clock.now()):
        answers = [call(secret, key=f"k{turn}").status_code for turn in range(22)]
    assert answers[0] == 303
    assert set(answers[1:20]) == {409}
    assert set(answers[20:]) == {429}


def test_a_token_opens_no_other_address() -> None:
    hall = playing()
    secret = token(hall)
    Event.objects.filter(pk=hall.event.pk).update(public=False)
    client = Client(headers={"Accept": "application/json"})
    client.get(f"/q/{secret}/")
    for where in (f"/join/{secret}", f"/e/{hall.event.slug}/", f"/e/{hall.event.slug}/judges/", "/kiosk/state",
                  f"/t/{hall.event.slug}/", f"/q/{secret}/rule", "/api/v1/events"):  # fmt: skip
        answer = client.get(where, headers={"Authorization": f"Bearer {secret}"})
        assert answer.status_code in {401, 403, 404, 410, 302}, where
