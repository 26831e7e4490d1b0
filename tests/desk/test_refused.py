"""What the desk refuses and no other test of it comes across: found by taking each guard away."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.pairing import verdict
from tdapp.desk.pairing.commands.as_played import as_played
from tdapp.desk.rehearsal import simulation
from tdapp.desk.standings import chances
from tdapp.events.models import Division, Round
from tdapp.judging.models import Call
from tdapp.kernel.refusals import Refusal
from tests import factories as f

pytestmark = pytest.mark.django_db


def in_browser(hall: f.Hall) -> Client:
    client = Client()
    client.force_login(hall.director)
    return client


def place(hall: f.Hall, rest: str) -> str:
    return f"/e/{hall.event.slug}/{hall.division.slug}/{rest}"


def test_a_table_with_a_judges_call_keeps_its_players() -> None:
    hall = f.hall(4)
    Call.objects.create(table=hall.table(1), called_name="x")
    round_ = Round.objects.select_related("division__event").get()
    numbers = [slot.entrant.number for slot in hall.seats(1)]
    with pytest.raises(Refusal) as refused:
        as_played(hall.as_(hall.director), round_, tables={1: [], 9: numbers}, reason="at the window")
    assert refused.value.code == "calls-in"
    assert len(hall.seats(1)) == 2


def test_what_cannot_be_counted_or_paired_is_told_in_the_engines_own_sentence() -> None:
    hall = f.hall(4)
    row = Division.objects.select_related("event").get(pk=hall.division.pk)
    with pytest.raises(Refusal) as refused:
        chances.count(row, 99, lambda *_told: None, lambda _some: None)
    assert refused.value.code == "cannot-count"
    with pytest.raises(Refusal) as refused:
        verdict.options(pairing_adapter.request(row, 2), "nobody")
    assert refused.value.code == "cannot-pair"


def test_nobody_stops_a_count_that_nobody_began() -> None:
    hall = f.hall(4)
    assert in_browser(hall).post(place(hall, "standings/1/chances/stop")).status_code == 404


def test_a_planned_round_has_no_prints() -> None:
    hall = f.hall(4)
    Round.objects.create(division=hall.division, number=2)
    got = [in_browser(hall).get(place(hall, f"round/{n}/print/")).status_code for n in (1, 2)]
    assert got == [200, 404]


def test_a_second_press_on_publish_is_told_that_somebody_was_faster() -> None:
    hall = f.hall(4, rounds=0)
    desk = in_browser(hall)
    answers = [
        desk.post(place(hall, f"round/1/{what}"), {"seen": 1}) for what in ("draft", "publish", "publish")
    ]
    assert [answer.status_code for answer in answers] == [303, 303, 409]
    assert "Somebody else posted round 1" in answers[-1].content.decode()


def test_a_rehearsed_round_that_nobody_plays_to_its_end_is_not_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = f.hall(4, rounds=0)
    row = Division.objects.select_related("event").get(pk=hall.division.pk)
    monkeypatch.setattr(simulation, "play", lambda *_given: None)
    with pytest.raises(Refusal) as refused:
        simulation.play_round(f.program(hall.event), row, 1, 7)
    assert refused.value.code == "simulation-stuck"
    assert Round.objects.get().status == "published"
