"""Faults 3 and 4: `Pair` pressed by many, publishing and recalling while results come in; both databases."""

from __future__ import annotations

from typing import Any

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import PairingRun, Result
from tdapp.desk.pairing.commands.drafting import draft_round
from tdapp.desk.pairing.commands.publishing import publish_round
from tdapp.desk.pairing.commands.recalling import recall_round
from tdapp.desk.rehearsal import simulation
from tdapp.desk.rehearsal.invariants import broken
from tdapp.desk.results.commands.results import confirm_result, correct_result, enter_result
from tdapp.events.models import Division, Round, Slot, Table
from tdapp.kernel.refusals import Refusal
from tests import factories
from tests.races.crowd import TURNS, at_once

HANDS = 8


def fresh(hall: factories.Hall) -> Division:
    return Division.objects.select_related("event").get(pk=hall.division.pk)


def test_pair_pressed_by_eight_hands_makes_one_draft(database: str) -> None:
    hall = factories.hall(players=9, rounds=0)
    answers = at_once(
        [lambda: draft_round(hall.as_(hall.director), fresh(hall), number=1) for _hand in range(HANDS)]
    )
    assert PairingRun.objects.filter(status="draft").count() == 1
    drawn = {str(answer["id"]) for answer in answers if isinstance(answer, dict)}
    assert len(drawn) == 1
    assert broken(hall.event) == []


def test_publish_pressed_by_eight_hands_makes_one_pairing_set(database: str) -> None:
    hall = factories.hall(players=9, rounds=0)
    draft_round(hall.as_(hall.director), fresh(hall), number=1)

    def press() -> Any:
        run = PairingRun.objects.select_related("round__division__event").get(round__division=hall.division)
        return publish_round(hall.as_(hall.director), run, seen=1)

    answers = at_once([press for _hand in range(HANDS)])
    assert sum(isinstance(answer, dict) for answer in answers) == 1
    assert Slot.objects.filter(round__division=hall.division).count() == 9
    assert broken(hall.event) == []


@TURNS
def test_a_recall_and_an_entry_at_the_same_moment_never_leave_a_result_without_its_table(
    database: str, turns: int
) -> None:
    for turn in range(turns):
        hall = factories.hall(players=4, rounds=0)
        round_ = simulation.pair_and_publish(hall.as_(hall.director), fresh(hall), 1)
        table = Table.objects.select_related("round__division__event").filter(round=round_)[0]
        calls = [
            lambda h=hall, t=table: enter_result(
                h.as_(h.clerk), t, entry=Entry(scores=(400, 390)), sure=True
            ),
            lambda h=hall, r=round_: recall_round(h.as_(h.director), r, reason="race"),
        ]
        answers = at_once(calls if turn % 2 else calls[::-1])
        status = Round.objects.get(pk=round_.pk).status
        entered = Result.objects.filter(table__round=round_).count()
        assert (status, entered) in {("published", 1), ("planned", 0)}, answers
        assert sum(isinstance(answer, Refusal) for answer in answers) == 1, answers
        assert broken(hall.event) == []


@TURNS
def test_a_confirmation_and_a_correction_at_the_same_moment_confirm_only_what_was_seen(
    database: str, turns: int
) -> None:
    for turn in range(turns):
        hall = factories.hall(players=4, confirm_policy="two-people")
        table = hall.table(1)
        factories.enter(table, 400, 390, by=hall.as_(hall.clerk), confirm=False)
        calls = [
            lambda h=hall: confirm_result(h.as_(h.checker), h.table(1), seen=1),
            lambda h=hall: correct_result(
                h.as_(h.director), h.table(1), entry=Entry(scores=(390, 400)), seen=1, reason="swapped"
            ),
        ]
        at_once(calls if turn % 2 else calls[::-1])
        counted = [row.lines.get(seat=1).score for row in Result.objects.filter(table=table, in_force=True)]
        assert counted in ([], [400])
        assert broken(hall.event) == []
