"""Hand edits that make no sense, plans and runs that cannot be read: refused with a sentence, and nothing is changed."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing import drafts
from tdapp.desk.pairing.commands import drafting
from tdapp.events.entries.commands import entrants
from tdapp.events.members.commands import members
from tdapp.events.models import Division, Entrant, JoinLink
from tdapp.kernel.refusals import Refusal
from tests import factories as f


def boards(*, locked: bool = False, bye: str = "") -> dict[str, Any]:
    """Two tables, a b and c d, and perhaps somebody on a bye."""
    tables = [
        {"table": number, "seats": seats, "locked": locked, "why": "", "alternative": "", "drawn": False, "by_hand": False}
        for number, seats in ((1, ["a", "b"]), (2, ["c", "d"]))
    ]  # fmt: skip
    return {"tables": tables, "byes": [{"entrant": bye, "why": ""}] if bye else [], "absent": []}


WRONG: dict[str, tuple[dict[str, Any], str, dict[str, Any]]] = {
    "a player with himself": (boards(), "swap", {"one": "a", "other": "a", "code": "same-player"}),
    "two who meet already": (boards(), "pair", {"one": "a", "other": "b", "code": "already-so"}),
    "a place at a locked table": (boards(locked=True), "swap", {"one": "a", "other": "c", "code": "locked"}),
    "a bye in an even field": (boards(), "bye", {"one": "a", "code": "no-bye"}),
    "nobody of that name": (boards(), "swap", {"one": "a", "other": "z", "code": "not-in-draft"}),
    "no such edit": (boards(), "shuffle", {"code": "unknown-edit"}),
    "more than the edit takes": (boards(), "lock", {"table": 1, "other": "", "code": "bad-edit"}),
    "less than the edit takes": (boards(), "swap", {"one": "a", "code": "bad-edit"}),
}


@pytest.mark.parametrize("what", WRONG)
def test_an_edit_that_makes_no_sense_is_refused_and_changes_nothing(what: str) -> None:
    stands, action, told = WRONG[what]
    before, wanted = copy.deepcopy(stands), dict(told)
    code = wanted.pop("code")
    with pytest.raises(Refusal) as refused:
        drafts.edit(stands, action, **wanted)
    assert refused.value.code == code
    assert stands == before


def test_the_one_with_the_bye_takes_a_place_and_the_other_sits_out() -> None:
    changed, _said = drafts.edit(boards(bye="e"), "bye", one="a")
    assert changed["byes"][0]["entrant"] == "a"
    assert changed["tables"][0]["seats"] == ["e", "b"]


def fresh(hall: f.Hall) -> Division:
    return Division.objects.select_related("event").get(pk=hall.division.pk)


@pytest.mark.django_db
def test_a_plan_that_cannot_be_read_pairs_nothing() -> None:
    hall = f.hall(4, rounds=0, plan="chess 1-7")
    with pytest.raises(Refusal) as refused:
        drafting.draft_round(f.program(hall.event), fresh(hall), number=1)
    assert refused.value.code == "bad-plan"
    assert not PairingRun.objects.exists()


@pytest.mark.django_db
def test_a_round_is_not_paired_before_the_one_before_it_is_published() -> None:
    hall = f.hall(4, rounds=1, played=1)
    with pytest.raises(Refusal) as refused:
        drafting.draft_round(f.program(hall.event), fresh(hall), number=3)
    assert refused.value.code == "round-missing"
    assert "2" in str(refused.value)


@pytest.mark.django_db
def test_a_stored_run_that_cannot_be_read_is_said_so() -> None:
    hall = f.hall(4, rounds=0)
    drafting.draft_round(f.program(hall.event), fresh(hall), number=1)
    run = PairingRun.objects.select_related("round__division__event").get()
    PairingRun.objects.update(request={"history": "gone"})
    with pytest.raises(Refusal) as refused:
        pairing_adapter.request_of(run)
    assert refused.value.code == "unreadable-run"


@pytest.mark.django_db
def test_private_data_need_a_player_they_belong_to() -> None:
    hall = f.hall(4)
    Entrant.objects.filter(number=1).update(player=None)
    row = Entrant.objects.select_related("division__event", "player").get(number=1)
    facts = {"birth_date": None, "birth_year": None, "guardian": "Somebody", "contact": "", "consent": False}
    with pytest.raises(Refusal) as refused:
        entrants.edit_private(hall.as_(hall.director), row, **facts)
    assert refused.value.code == "no-player"


@pytest.mark.django_db
def test_who_has_a_substitute_is_not_struck_off() -> None:
    hall = f.hall(4, rounds=0)
    first, second = hall.division.entrants.order_by("number")[:2]
    Entrant.objects.filter(pk=second.pk).update(substitute_for=first)
    row = Entrant.objects.select_related("division__event").get(pk=first.pk)
    with pytest.raises(Refusal) as refused:
        entrants.remove_entrant(hall.as_(hall.director), row)
    assert refused.value.code == "has-substitute"
    assert Entrant.objects.filter(pk=first.pk).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_nobody_joins_without_a_name(name: str) -> None:
    hall = f.hall(4)
    director = hall.as_(hall.director)
    link = JoinLink.objects.get(pk=members.invite(director, hall.event, role="clerk")["id"])
    with pytest.raises(Refusal) as refused:
        members.join(director, hall.event, link=link, name=name)
    assert refused.value.code == "no-name"
    assert JoinLink.objects.get().uses_left == link.uses_left
