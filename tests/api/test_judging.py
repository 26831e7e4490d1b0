"""Calling a judge and reading rulings through the API."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.judging.models import Call, Ruling
from tdapp.judging.rulings.commands.rulings import rule_at, supersede
from tdapp.judging.rulings.ruling_request import Asked
from tests import factories as f
from tests.judging.test_rulings import judge, playing

pytestmark = pytest.mark.django_db


def client(hall: f.Hall, role: str) -> Client:
    browser = Client()
    browser.force_login(f.member(hall.event, role))
    return browser


def test_a_judge_is_called_once_and_the_second_call_is_a_conflict() -> None:
    hall = playing()
    where = f"/api/v1/events/{hall.event.slug}/divisions/open/rounds/1/tables/1/call"
    body = {"words": ["bahay"], "challengers": [2], "challenged": 1, "note": "blank is an H"}
    clerk = client(hall, "clerk")
    answer = clerk.post(where, body, content_type="application/json")
    assert (answer.status_code, answer.json()["state"]) == (201, "waiting")
    row = Call.objects.get()
    assert (row.words, row.challengers, row.note) == (["bahay"], [2], "blank is an H")
    assert clerk.post(where, {}, content_type="application/json").status_code == 409
    assert client(hall, "viewer").post(where, {}, content_type="application/json").status_code == 403
    assert clerk.post(where, {"seats": 2}, content_type="application/json").status_code in {400, 422}


def test_rulings_are_told_to_judges_and_word_by_word_to_directors_alone() -> None:
    hall = playing()
    boss = judge(hall, shown="Ana")
    rule_at(boss, hall.table(1), asked=Asked(("bahay", "zzz"), challengers=(2,), challenged=1, turn=3))
    old = Ruling.objects.get()
    supersede(boss, old, asked=Asked(("bahay",), (2,), 1), reason="misread")
    where = f"/api/v1/events/{hall.event.slug}/rulings"
    first, second = client(hall, "director").get(where).json()["results"]
    assert [one["acceptable"] for one in first["words"]] == [True, False]
    assert (first["acceptable"], first["turn"], first["table"], first["judge"]) == (False, 3, 1, "Ana")
    assert first["penalty"] == {"kind": "play_taken_back", "seats": [1], "points": 0}
    assert first["superseded_by"] == second["ruling"]
    assert (second["supersedes"], second["reason"]) == (first["ruling"], "misread")
    assert first["layers"]["main"][0][1]
    told = client(hall, "judge").get(where).json()["results"][0]
    assert told["words"] == [
        {"typed": word, "key": word.upper(), "acceptable": None, "layer": None, "name": None}
        for word in ("bahay", "zzz")
    ]
    assert {**told, "words": first["words"]} == first
    for role in ("clerk", "viewer"):
        assert client(hall, role).get(where).status_code == 403


def test_a_director_who_plays_reads_no_single_word_until_the_round_is_over() -> None:
    hall = playing()
    rule_at(judge(hall), hall.table(2), asked=Asked(("bahay", "zzz"), challengers=(2,), challenged=1))
    browser = Client()
    browser.force_login(f.member(hall.event, "director", player=hall.seats(1)[0].entrant.player))
    where = f"/api/v1/events/{hall.event.slug}/rulings"
    assert {one["acceptable"] for one in browser.get(where).json()["results"][0]["words"]} == {None}
    hall.division.rounds.update(status="closed")
    told = browser.get(where).json()["results"][0]["words"]
    assert [one["acceptable"] for one in told] == [True, False]
