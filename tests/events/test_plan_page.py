"""The plan of a division: read from its line, saved by the command, what is published stays."""

from __future__ import annotations

import pytest
from django.test import Client

from pairings.rounds.parameters import SYSTEMS
from tdapp.events.models import Division
from tdapp.events.setup import planning
from tests import factories as f

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> f.Hall:
    return f.hall(players=8, rounds=2, played=1, plan="swiss 1-4, koth 5", rounds_planned=5)


def where(hall: f.Hall, end: str = "") -> str:
    return f"/e/{hall.event.slug}/{hall.division.slug}/plan/{end}"


def test_every_system_can_be_chosen_and_every_setting_has_a_label() -> None:
    cards = planning.cards()
    assert [card["name"] for card in cards] == list(SYSTEMS)
    assert all(card["title"] and card["sentence"] for card in cards)
    assert all(param["label"] for card in cards for param in card["params"])


def test_a_line_is_told_round_by_round(hall: f.Hall) -> None:
    told = planning.read(hall.division, "swiss(fold) 1-2, koth(repeats=1) 3, rr 4-5, break 2")
    assert (told["mistakes"], told["breaks"]) == ([], [2])
    assert [one["title"] for one in told["rounds"]] == [
        "Swiss",
        "Swiss",
        "King of the hill",
        "Round robin",
        "Round robin",
    ]
    assert [one["state"] for one in told["rounds"]] == ["posted", "posted", "", "", ""]
    assert told["rounds"][0]["settings"] == "Inside a score group: first against last"
    assert told["rounds"][0]["based"] == "on the ratings"
    assert told["rounds"][4]["based"] == "can be paired ahead"


def test_a_line_that_is_no_plan_is_told_a_sentence_a_mistake(hall: f.Hall, client: Client) -> None:
    client.force_login(hall.director)
    told = client.get(where(hall, "read"), {"line": "swiss 1-2, poker 3, koth(repeats=many) 4"}).json()
    assert len(told["mistakes"]) == 2
    assert "poker" in told["mistakes"][0]
    assert told["rounds"] == []


def test_advice_and_what_so_few_cannot_play_block_nothing(hall: f.Hall, client: Client) -> None:
    line = "swiss 1-2, koth 3-6, elimination(size=16) 7-10"
    told = planning.read(
        hall.division, line.replace("swiss 1-2", "swiss 1-4").replace("koth 3-6", "koth 5-6")
    )
    assert told["advice"]
    client.force_login(hall.director)
    assert client.post(where(hall), {"plan": told["line"]}).status_code == 303


def test_what_is_published_cannot_be_planned_otherwise_and_what_was_typed_stays(
    hall: f.Hall, client: Client
) -> None:
    client.force_login(hall.director)
    answer = client.post(where(hall), {"plan": "koth 1-5"})
    assert answer.status_code == 422
    assert "posted" in answer.content.decode()
    assert "koth 1-5" in answer.content.decode()
    assert client.post(where(hall), {"plan": "swiss 1-4, qoth 5-6"}).status_code == 303
    row = Division.objects.get(pk=hall.division.pk)
    assert (row.plan, row.rounds_planned) == ("swiss 1-4, qoth 5-6", 6)
