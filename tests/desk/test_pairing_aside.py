"""The engine pairs with nothing held: the hall goes on meanwhile, and what moved is noticed before a draft is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing.commands.drafting import draft_round, repair_draft
from tdapp.events.entries.commands.presence import withdraw
from tdapp.events.models import Division, Entrant, Round
from tdapp.kernel.log import gathering
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict
from tests import factories as f

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> f.Hall:
    return f.hall(8, rounds=0)


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """Let something happen once, while the engine is at work."""

    def during(call: Callable[[], Any]) -> None:
        solve, calls = pairing_adapter.solve, [call]

        def slow(asked: Any) -> Any:
            if calls:
                calls.pop()()
            return solve(asked)

        monkeypatch.setattr(pairing_adapter, "solve", slow)

    return during


def fresh(hall: f.Hall) -> Division:
    return Division.objects.select_related("event").get(pk=hall.division.pk)


def leaves(hall: f.Hall) -> Callable[[], Any]:
    row = Entrant.objects.select_related("division__event").get(division=hall.division, number=3)
    return lambda: withdraw(hall.as_(hall.director), row, from_round=1, intent="forfeit")


def the_draft() -> PairingRun:
    return PairingRun.objects.select_related("round__division__event").get(status="draft")


def test_no_turn_is_held_while_the_engine_is_at_work(hall: f.Hall, meanwhile: Any) -> None:
    held: list[object] = []
    for act in (
        lambda: draft_round(hall.as_(hall.director), fresh(hall), number=1),
        lambda: repair_draft(hall.as_(hall.director), the_draft(), seen=1),
    ):
        meanwhile(lambda: held.append(gathering.running.get()))
        act()
    assert held == [None, None]


def test_who_leaves_while_a_round_is_paired_is_in_no_draft(hall: f.Hall, meanwhile: Any) -> None:
    meanwhile(leaves(hall))
    with pytest.raises(Conflict, match="while it was being paired"):
        draft_round(hall.as_(hall.director), fresh(hall), number=1)
    assert not PairingRun.objects.exists()
    assert not Round.objects.exists(), "what was refused left no round behind"
    assert AuditEntry.objects.get(intent="round.draft").refused == "changed-meanwhile"
    told = draft_round(hall.as_(hall.director), fresh(hall), number=1)
    gone = str(Entrant.objects.get(division=hall.division, number=3).pk)
    assert gone not in {one for table in told["boards"]["tables"] for one in table["seats"]}


def test_whoever_was_quicker_gives_the_other_the_draft(hall: f.Hall, meanwhile: Any) -> None:
    told: list[Any] = []
    meanwhile(lambda: told.append(draft_round(hall.as_(hall.director), fresh(hall), number=1)))
    answer = draft_round(hall.as_(hall.director), fresh(hall), number=1)
    assert (answer["id"], answer["existing"]) == (told[0]["id"], True)


def test_a_draft_somebody_else_made_meanwhile_is_not_thrown_away_unseen(hall: f.Hall, meanwhile: Any) -> None:
    draft_round(hall.as_(hall.director), fresh(hall), number=1)
    told: list[Any] = []
    meanwhile(lambda: told.append(draft_round(hall.as_(hall.director), fresh(hall), number=1, again=True)))
    with pytest.raises(Conflict, match="Pair it again"):
        draft_round(hall.as_(hall.director), fresh(hall), number=1, again=True)
    assert str(the_draft().pk) == str(told[0]["id"])


def test_a_button_pressed_twice_gets_one_answer(hall: f.Hall, meanwhile: Any) -> None:
    told: list[Any] = []
    again = lambda: draft_round(hall.as_(hall.director, "k-1"), fresh(hall), number=1)  # noqa: E731
    meanwhile(lambda: told.append(again()))
    assert again() == told[0]
    assert PairingRun.objects.count() == 1
    assert again() == told[0]


def test_a_draft_changed_by_hand_meanwhile_is_not_paired_anew(hall: f.Hall, meanwhile: Any) -> None:
    draft_round(hall.as_(hall.director), fresh(hall), number=1)
    run = the_draft()
    meanwhile(lambda: PairingRun.objects.filter(pk=run.pk).update(version=2))
    with pytest.raises(Conflict, match="Somebody else changed"):
        repair_draft(hall.as_(hall.director), run, seen=1)
    assert the_draft().edits == []


def test_results_of_the_round_being_played_do_not_stop_a_pairing_that_does_not_rest_on_it(
    meanwhile: Any,
) -> None:
    hall = f.hall(8, rounds=2, played=1, plan="swiss 1-2, swiss(lag=1) 3-7")
    assert pairing_adapter.round_plan(fresh(hall), 3).based_on == 1
    meanwhile(lambda: f.play(hall.division.rounds.get(number=2)))
    assert draft_round(hall.as_(hall.director), fresh(hall), number=3)["round"] == 3
