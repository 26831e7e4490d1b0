"""Refusals and stale views that no test of the rooms comes across: found by taking each guard away."""

from __future__ import annotations

from typing import Any

import pytest

from tdapp.api.commands import create_token
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import PairingRun, Result
from tdapp.desk.pairing.commands import drafting, publishing, recalling
from tdapp.desk.pairing.commands.as_played import as_played
from tdapp.desk.results.commands.results import enter_result
from tdapp.events import access
from tdapp.events.models import Division, Event, Membership, Round, Table
from tdapp.kernel import clock
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tests import factories as f
from tests.contracts.worlds import signed_in

pytestmark = pytest.mark.django_db


def fresh(hall: f.Hall) -> Division:
    return Division.objects.select_related("event").get(pk=hall.division.pk)


def run_of(hall: f.Hall) -> PairingRun:
    return PairingRun.objects.select_related("round__division__event").get(status="draft")


def drafted(players: int = 6) -> f.Hall:
    """A hall whose round 1 is drafted."""
    hall = f.hall(players, rounds=0)
    drafting.draft_round(f.program(hall.event), fresh(hall), number=1)
    return hall


def test_a_player_does_not_confirm_his_own_game_by_typing_the_second_slip() -> None:
    hall = f.hall(4, confirm_policy="two-slips")
    table = hall.table(1)
    f.enter(table, 410, 390, by=hall.as_(hall.clerk), confirm=False)
    player = f.member(hall.event, "clerk", player=table.seats.get(seat=1).entrant.player)
    with pytest.raises(NotAllowed) as refused:
        enter_result(hall.as_(player), hall.table(1), entry=Entry(scores=(410, 390)), sure=True)
    assert refused.value.code == "own-game"
    assert not Result.objects.filter(in_force=True).exists()


def test_a_draft_changed_by_somebody_else_is_not_published_unseen() -> None:
    hall = drafted()
    looked_at = run_of(hall)
    table = looked_at.boards["tables"][0]["table"]
    drafting.edit_draft(
        f.program(hall.event), run_of(hall), seen=looked_at.version, action="turn", table=table
    )
    with pytest.raises(Conflict) as refused:
        publishing.publish_round(f.program(hall.event), looked_at, seen=looked_at.version)
    assert refused.value.code == "stale"
    assert Round.objects.get().status == "planned"
    assert not Table.objects.exists()


def test_a_draft_changed_by_somebody_else_is_not_changed_unseen() -> None:
    hall = drafted()
    looked_at = run_of(hall)
    table = looked_at.boards["tables"][0]["table"]
    turn = {"seen": looked_at.version, "action": "turn", "table": table}
    drafting.edit_draft(f.program(hall.event), run_of(hall), **turn)
    with pytest.raises(Conflict) as refused:
        drafting.edit_draft(f.program(hall.event), looked_at, **turn)
    assert refused.value.code == "stale"


def test_a_discarded_draft_is_not_published() -> None:
    hall = drafted()
    looked_at = run_of(hall)
    drafting.discard_draft(f.program(hall.event), run_of(hall))
    with pytest.raises(Conflict):
        publishing.publish_round(f.program(hall.event), looked_at, seen=looked_at.version)
    assert not Table.objects.exists()


def test_a_round_changed_since_it_was_looked_at_is_not_recalled_unseen() -> None:
    hall = f.hall(6)
    looked_at = Round.objects.select_related("division__event").get()
    Round.objects.filter(pk=looked_at.pk).update(version=looked_at.version + 1)
    with pytest.raises(Conflict) as refused:
        recalling.recall_round(f.program(hall.event), looked_at, reason="wrong list")
    assert refused.value.code == "stale"
    assert Table.objects.count() == 3


def played_elsewhere(hall: f.Hall, **more: Any) -> dict[str, Any]:
    """Table 1 with its players the other way round."""
    seats = [slot.entrant.number for slot in hall.table(1).seats.order_by("-seat")]
    round_ = Round.objects.select_related("division__event").get()
    return as_played(f.program(hall.event), round_, **{"tables": {1: seats}, "reason": "they sat so", **more})


def test_as_played_is_for_open_rounds_and_wants_a_reason() -> None:
    hall = f.hall(4)
    with pytest.raises(Refusal) as refused:
        played_elsewhere(hall, reason=" ")
    assert refused.value.code == "no-reason"
    Round.objects.update(status="closed")
    with pytest.raises(Refusal) as refused:
        played_elsewhere(hall)
    assert refused.value.code == "round-closed"
    Round.objects.update(status="published")
    assert played_elsewhere(hall)["now"]


def test_a_published_round_is_not_drafted_again() -> None:
    hall = f.hall(4)
    with pytest.raises(Refusal) as refused:
        drafting.draft_round(f.program(hall.event), fresh(hall), number=1, again=True)
    assert refused.value.code == "published"
    assert not PairingRun.objects.filter(status="draft").exists()


def test_a_closed_round_is_not_recalled() -> None:
    hall = f.hall(4)
    Round.objects.update(status="closed")
    with pytest.raises(Refusal) as refused:
        recalling.recall_round(
            f.program(hall.event), Round.objects.select_related("division__event").get(), reason="x"
        )
    assert refused.value.code == "not-open"
    assert Table.objects.count() == 2


def test_only_a_draft_can_be_thrown_away() -> None:
    hall = drafted()
    run = run_of(hall)
    publishing.publish_round(f.program(hall.event), run, seen=run.version)
    published = PairingRun.objects.select_related("round__division__event").get(status="published")
    with pytest.raises(Refusal) as refused:
        drafting.discard_draft(f.program(hall.event), published)
    assert refused.value.code == "no-draft"
    assert PairingRun.objects.get().status == "published"


@pytest.mark.parametrize(
    "wrong",
    [
        {"roles": []},
        {"roles": ["director"]},
        {"label": " "},
        {"label": "x" * 61},
        {"days": 0},
        {"days": 9999},
    ],
)
def test_a_token_without_bounds_is_refused_by_the_command_too(wrong: dict[str, Any]) -> None:
    hall = f.hall(4)
    with pytest.raises(Refusal) as refused:
        create_token(hall.as_(hall.director), hall.event, **{"label": "screen", "roles": ["viewer"], **wrong})
    assert refused.value.code == "bad-token"


def test_an_inactive_user_has_no_part_in_any_event() -> None:
    hall = f.hall(4)
    hall.clerk.is_active = False
    hall.clerk.save()
    assert access.roles_of(hall.clerk, hall.event) == frozenset()
    with pytest.raises(Missing):
        access.event_context(hall.clerk, hall.event, "cli")


def test_an_event_that_was_put_away_is_gone_for_everybody_in_it() -> None:
    hall = f.hall(4)
    Event.objects.filter(pk=hall.event.pk).update(deleted_at=clock.now())
    for who in (hall.director, hall.viewer):
        assert signed_in(who).get(f"/e/{hall.event.slug}/").status_code == 404


def test_a_role_that_was_taken_away_is_gone_at_the_next_request() -> None:
    hall = f.hall(4)
    client = signed_in(hall.clerk)
    assert client.get(f"/e/{hall.event.slug}/enter/").status_code == 200
    Membership.objects.filter(user=hall.clerk).delete()
    assert client.get(f"/e/{hall.event.slug}/enter/").status_code == 404
