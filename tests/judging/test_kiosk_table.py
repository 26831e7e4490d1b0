"""A kiosk is opened for a table by what lies on it: its code or its card; nobody else's, not for long, and with names."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.day import prints
from tdapp.events.models import Round
from tdapp.judging.models import Kiosk, Ruling
from tdapp.judging.phone.commands.table_links import revoke_links
from tdapp.judging.tables.codes import MOST_TRIES, WITHIN, code_of, codes_of, spaced
from tdapp.kernel import clock
from tests import factories as f
from tests.judging.kiosks import code, open_table, opened, post, rule, table_of
from tests.judging.links import round_of, token
from tests.judging.test_on_the_sheet import written
from tests.judging.test_rulings import judge, playing
from tests.judging.test_table_phone import school
from tests.kept import first
from tests.scoresheets.factories import FIRST, SECOND

pytestmark = pytest.mark.django_db
whole, ready = first(playing)


def tried(client: Client, number: int, typed: str) -> Any:
    return post(client, "table", {"table": number, "code": typed})


def test_the_code_of_its_slip_opens_a_table_and_both_players_are_named() -> None:
    hall = school()
    client = opened(hall)
    told = open_table(client, 1).json()
    names = [slot.entrant.public_called for slot in hall.seats(1)]
    assert told == {"table": 1, "seats": names, "turn": None}
    assert hall.seats(1)[0].entrant.surname not in names[0]
    assert tried(client, 1, spaced(code(client, 1))).status_code == 200


def test_a_wrong_code_a_neighbours_and_a_table_there_is_not_are_refused_in_one_sentence() -> None:
    client = opened(playing())
    answers = [
        tried(client, 1, code(client, 2)),
        tried(client, 1, "000000"),
        tried(client, 99, "123456"),
        tried(client, 1, ""),
    ]
    answers.append(post(client, "table", {"link": "http://desk.local:8000/q/nothing-of-the-kind/"}))
    assert {answer.status_code for answer in answers} == {422}
    assert len({answer.content.replace(b"99", b"1") for answer in answers}) == 1
    assert Kiosk.objects.get().table is None


def test_after_five_wrong_codes_a_table_waits_a_minute_at_this_screen_and_no_other_does() -> None:
    hall = playing()
    client, other, moment = opened(hall), opened(hall, "Window"), clock.now()
    with clock.at(moment):
        for _try in range(MOST_TRIES):
            assert tried(client, 1, "000000").status_code == 422
        held = tried(client, 1, code(client, 1))
        assert (held.status_code, held.json()["code"]) == (429, "too-many-tries")
        assert open_table(client, 2).status_code == 200
        assert open_table(other, 1).status_code == 200
    with clock.at(moment + WITHIN):
        assert open_table(client, 1).status_code == 200
        assert tried(client, 1, "000000").status_code == 422


def test_codes_are_six_digits_differ_by_table_and_round_and_stand_in_no_database() -> None:
    hall = playing()
    table = hall.table(1)
    known = codes_of(hall.event.pk, [table.pk, hall.table(2).pk])
    assert all(len(one) == 6 and one.isdigit() for one in known.values())
    assert len(set(known.values())) == 2
    assert code_of(table) == known[table.pk]
    assert known[table.pk] != codes_of(f.event().pk, [table.pk])[table.pk]


def test_a_card_held_to_a_reader_opens_its_table_until_it_is_revoked_or_its_round_is_over() -> None:
    hall = playing()
    client, of = opened(hall), token(hall, 2)
    link = {"link": f"http://192.168.1.5:8000/q/{of}/"}
    assert post(client, "table", link).json()["table"] == 2
    assert rule(client, "BAHAY", challenger=2).status_code == 200
    assert Ruling.objects.get().table == hall.table(2)
    revoke_links(judge(hall), round_of(hall))
    assert post(client, "table", link).json()["code"] == "wrong-card"


def test_what_was_opened_in_a_round_that_is_over_is_not_ruled_on() -> None:
    hall = playing()
    client = opened(hall)
    open_table(client, 1)
    Round.objects.update(status="closed")
    assert rule(client, "BAHAY", challenger=2).json()["code"] == "no-round"
    assert tried(client, 1, code(client, 1)).json()["code"] == "no-round"


def test_after_a_ruling_the_table_is_opened_anew_by_its_code_only() -> None:
    client = opened(playing())
    assert rule(client, "BAHAY", table=1, challenger=2).status_code == 200
    assert rule(client, "TUBIG", challenger=2).json()["code"] == "no-table"


def test_a_verdict_stands_on_the_screen_until_somebody_clears_it_whatever_happens_to_the_browser() -> None:
    client = opened(playing())
    rule(client, "zzz", "BAHAY", table=1, challenger=2)
    stands = {
        "verdict": "unacceptable", "penalty": "The play comes off the board and the turn is lost.",
        "words": ["ZZZ", "BAHAY"], "table": 1,
    }  # fmt: skip
    assert client.get("/kiosk/state").json()["shown"] == stands
    assert "ZZZ" in client.get("/kiosk/").content.decode()
    assert post(client, "clear", {}).status_code == 200
    assert client.get("/kiosk/state").json()["shown"] is None
    rule(client, "ARAW", table=2, challenger=2)
    open_table(client, 1)
    assert client.get("/kiosk/state").json()["shown"] is None


def test_slips_cards_and_the_tables_page_carry_the_code_for_who_may_call_a_judge_and_no_list_on_the_wall_does() -> (
    None
):
    hall = playing()
    told = spaced(code_of(table_of(opened(hall), 1)))
    page = "desk:print_sheet"

    def reads(who: Any, name: str, *more: Any) -> bool:
        browser = Client()
        browser.force_login(who)
        where = reverse(name, args=[hall.event.slug, hall.division.slug, 1, *more])
        return told in browser.get(where).content.decode()

    sheets = ("by-table", "by-name", "slips-2", "slips-4")
    assert [reads(hall.clerk, page, what) for what in sheets] == [False, False, True, True]
    assert not any(reads(hall.viewer, page, what) for what in sheets)
    assert [reads(who, "desk:table", 1) for who in (hall.clerk, hall.director, hall.viewer)] == [
        True,
        True,
        False,
    ]
    assert reads(hall.director, "judging:table_links")
    assert told in Client().get(f"/q/{token(hall, 1)}/").content.decode()
    assert prints.slips(prints.of_round(round_of(hall)))[0]["code"] == ""


def test_the_last_turn_of_the_sheet_is_shown_with_its_words() -> None:
    here = written(FIRST, SECOND)
    client = opened(here.hall)
    told = open_table(client, 1).json()["turn"]
    assert (told["turn"], told["seat"], told["words"], told["open"]) == (2, 2, ["BUHAY"], True)
    assert told["play"] == here.row(2)["id"]
    with clock.at(clock.now() + timedelta(minutes=1)):
        assert open_table(client, 2).json()["turn"] is None
