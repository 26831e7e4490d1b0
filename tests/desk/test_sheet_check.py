"""A finished sheet that contradicts the result of its table blocks its confirmation until a director has decided."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tdapp.desk.ledger import sheet_check, tables
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.models import Result, SheetDecision
from tdapp.desk.overview import steps
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.rehearsal.invariants import broken, unsound
from tdapp.desk.results import confirming
from tdapp.desk.results.commands.results import confirm_result, correct_result, enter_result
from tdapp.desk.results.commands.sheets import decide
from tdapp.events.models import Round
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.desk.sheets import again, fresh, head_only, open_one

pytestmark = pytest.mark.django_db
SENTENCE = "Table 1: scoresheet 1 says 412–380, the result 412–388. Look at the paper; the director decides which of them stands."


def hall(policy: str = "single") -> f.Hall:
    return f.hall(4, confirm_policy=policy)


def enter(here: f.Hall, *scores: int, who: Any = None, **more: Any) -> dict[str, Any]:
    ctx = here.as_(who or here.clerk)
    return enter_result(ctx, here.table(1), entry=Entry(scores=scores), sure=True, **more)


def counts(here: f.Hall) -> list[tuple[int, ...]]:
    """The scores that count at table 1."""
    rows = Result.objects.filter(table=here.table(1), in_force=True)
    return [tuple(line.score for line in row.lines.order_by("seat")) for row in rows]


def settle(here: f.Hall, decision: str, *, who: Any = None, reason: str = "read again") -> dict[str, Any]:
    sheet, current = Sheet.objects.get(), current_result(here.table(1))
    assert current is not None
    return decide(
        here.as_(who or here.director), sheet, decision=decision, seen=sheet.version, result=current.version,
        reason=reason,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("totals", "head", "scores", "before", "expected"),
    [
        ([412, 388], {}, (412, 388), (), False),
        ([412, 380], {}, (412, 388), (), True),
        ([412, None], {}, (412, 388), (), False),
        ([410, None], {}, (412, 388), (), True),
        ([None, None], {}, (412, 388), (), False),
        ([], {}, (412, 388), (), False),
        ([412, 388, 300], {}, (412, 388), (), True),
        ([400, 400], {"before": [410, 405]}, (400, 400), (410, 405), False),
        ([400, 400], {"before": [405, 410]}, (400, 400), (410, 405), True),
        ([400, 400], {}, (400, 400), (410, 405), False),
        ([400, 400], {"before": [405, None]}, (400, 400), (410, 405), False),
        ([412, 388], {"before": [1, 2]}, (412, 388), (410, 405), False),
    ],
)
def test_what_a_sheet_says_and_what_it_does_not_say(
    totals: list[Any], head: dict[str, Any], scores: tuple[int, int], before: tuple[int, ...], expected: bool
) -> None:
    here = hall()
    f.enter(here.table(1), *scores, before=before)
    result = current_result(here.table(1))
    assert result is not None
    assert sheet_check.differs(Sheet(totals=totals, head=head), result) is expected


@pytest.mark.parametrize(("kind", "more"), [("forfeit", {"absent": (2,)}), ("unscored", {})])
def test_a_game_that_was_written_down_contradicts_a_result_without_scores(
    kind: str, more: dict[str, Any]
) -> None:
    here = hall("two-people")
    head_only(here, 1, 412, 380)
    enter_result(here.as_(here.clerk), here.table(1), entry=Entry(kind, **more), sure=True)
    assert len(sheet_check.of_event(here.event)) == 1


def test_by_one_entry_what_contradicts_the_sheet_is_stored_but_waits() -> None:
    here = hall()
    head_only(here, 1, 412, 380)
    told = enter(here, 412, 388)
    assert told["confirmed"] is False
    assert told["sheets"] == [SENTENCE]
    assert counts(here) == []
    assert enter_again_says_already_in(here)


def enter_again_says_already_in(here: f.Hall) -> bool:
    with pytest.raises(Conflict) as refused:
        enter(here, 412, 388)
    return refused.value.code == "same-already-in"


def test_by_one_entry_what_agrees_with_the_sheet_counts_at_once() -> None:
    here = hall()
    head_only(here, 1, 412, 388)
    assert "sheets" not in enter(here, 412, 388)
    assert counts(here) == [(412, 388)]


def test_an_open_sheet_blocks_nothing() -> None:
    here = hall()
    open_one(here, 1, 412, 380)
    enter(here, 412, 388)
    assert counts(here) == [(412, 388)]


@pytest.mark.parametrize("policy", ["single", "two-people", "two-slips"])
def test_nobody_confirms_past_a_sheet_that_differs(policy: str) -> None:
    here = hall(policy)
    head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    with pytest.raises(Conflict) as refused:
        confirm_result(here.as_(here.director), here.table(1), seen=1)
    assert refused.value.code == "sheet-differs"
    assert refused.value.sentences == (SENTENCE,)
    assert refused.value.facts["stored"]["scores"] == [412, 388]
    assert refused.value.facts["sheets"][0]["totals"] == [412, 380]
    assert counts(here) == []
    assert AuditEntry.objects.filter(intent="result.confirm", refused="sheet-differs").count() == 1


def test_the_second_slip_does_not_confirm_past_a_sheet_that_differs() -> None:
    here = hall("two-slips")
    head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    with pytest.raises(Conflict) as refused:
        enter(here, 412, 388, who=here.checker)
    assert refused.value.code == "sheet-differs"
    assert counts(here) == []


def test_a_correction_away_from_the_sheet_waits_and_the_old_result_counts() -> None:
    here = hall()
    head_only(here, 1, 412, 388)
    enter(here, 412, 388)
    told = correct_result(
        here.as_(here.director), here.table(1), entry=Entry(scores=(412, 380)), seen=1, reason="?", sure=True
    )
    assert told["sheets"]
    assert counts(here) == [(412, 388)]


def test_a_round_does_not_close_over_a_sheet_that_differs() -> None:
    here = hall()
    for number in (1, 2):
        f.enter(here.table(number), 412, 388)
    head_only(here, 1, 412, 380)
    round_ = Round.objects.select_related("division__event").get(division=here.division)
    with pytest.raises(Refusal) as refused:
        close_round(here.as_(here.director), round_)
    assert (refused.value.code, refused.value.sentences) == ("sheets-differ", (SENTENCE,))
    settle(here, "slip")
    assert close_round(here.as_(here.director), round_)["status"] == "closed"


def test_by_one_entry_the_decision_for_the_slip_lets_it_count() -> None:
    here = hall()
    head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    settle(here, "slip", reason="seat 2 forgot eight points")
    assert counts(here) == [(412, 388)]
    assert sheet_check.of_event(here.event) == []
    kept = SheetDecision.objects.get()
    assert (kept.decision, kept.reason, kept.by_name) == ("slip", "seat 2 forgot eight points", "Director")
    logged = AuditEntry.objects.get(intent="sheet.decide")
    assert logged.reason == "seat 2 forgot eight points"
    assert broken(here.event) == []


def test_by_two_people_the_decision_for_the_slip_lets_it_be_confirmed() -> None:
    here = hall("two-people")
    head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    settle(here, "slip")
    assert counts(here) == []
    confirm_result(here.as_(here.checker), here.table(1), seen=1)
    assert counts(here) == [(412, 388)]
    assert broken(here.event) == []


def test_the_decision_for_the_sheet_corrects_the_result_and_keeps_a_penalty() -> None:
    here = hall()
    head_only(here, 1, 412, 380)
    f.enter(here.table(1), 412, 388, by=here.as_(here.clerk), confirm=False, penalties={2: 10})
    settle(here, "sheet")
    assert counts(here) == [(412, 380)]
    now = current_result(here.table(1))
    assert now is not None
    assert now.reason == "read again"
    assert now.lines.get(seat=2).penalty == 10
    assert sheet_check.of_event(here.event) == []
    assert broken(here.event) == []


def test_by_two_people_the_sheet_that_stands_still_waits_for_a_second_person() -> None:
    here = hall("two-people")
    f.enter(here.table(1), 412, 388)
    head_only(here, 1, 412, 380)
    settle(here, "sheet")
    assert counts(here) == [(412, 388)]
    confirm_result(here.as_(here.checker), here.table(1), seen=2)
    assert counts(here) == [(412, 380)]


def test_a_new_version_of_the_sheet_opens_what_was_decided() -> None:
    here = hall()
    sheet = head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    settle(here, "slip")
    again(here, sheet, 412, 379)
    assert [one.on_sheet for one in sheet_check.of_event(here.event)] == ["412–379"]
    assert broken(here.event) == []


def test_a_new_version_of_the_result_opens_what_was_decided() -> None:
    here = hall()
    head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    settle(here, "slip")
    correct_result(
        here.as_(here.director), here.table(1), entry=Entry(scores=(412, 389)), seen=1, reason="?", sure=True
    )
    assert [one.on_slip for one in sheet_check.of_event(here.event)] == ["412–389"]
    assert counts(here) == [(412, 388)]


def test_both_players_sheets_are_looked_at() -> None:
    here = hall()
    head_only(here, 1, 412, 388)
    head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    assert [one.sheet.number for one in sheet_check.of_event(here.event)] == [2]
    assert counts(here) == []


def test_nobody_decides_on_his_own_game() -> None:
    here = hall()
    playing = f.member(here.event, "director", "playing", player=here.seats(1)[0].entrant.player)
    head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    with pytest.raises(NotAllowed, match="You play at this table"):
        settle(here, "slip", who=playing)
    assert SheetDecision.objects.count() == 0


def test_a_checker_does_not_decide() -> None:
    here = hall()
    head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    with pytest.raises(NotAllowed):
        settle(here, "slip", who=here.checker)


@pytest.mark.parametrize(
    ("decision", "reason", "code"), [("slip", " ", "no-reason"), ("both", "x", "bad-decision")]
)
def test_a_decision_names_a_side_and_a_reason(decision: str, reason: str, code: str) -> None:
    here = hall()
    head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    with pytest.raises(Refusal) as refused:
        settle(here, decision, reason=reason)
    assert refused.value.code == code
    assert SheetDecision.objects.count() == 0


def test_there_is_nothing_to_decide_where_both_agree() -> None:
    here = hall()
    head_only(here, 1, 412, 388)
    enter(here, 412, 388)
    with pytest.raises(Refusal) as refused:
        settle(here, "slip")
    assert refused.value.code == "no-discrepancy"


def test_a_decision_is_about_what_was_looked_at() -> None:
    here = hall()
    sheet = head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    again(here, sheet, 412, 381)
    ctx = here.as_(here.director)
    with pytest.raises(Conflict) as refused:
        decide(ctx, sheet, decision="sheet", seen=sheet.version, result=1, reason="read again")
    assert refused.value.facts["sheet"]["totals"] == [412, 381]
    with pytest.raises(Conflict) as refused:
        decide(ctx, sheet, decision="sheet", seen=fresh(sheet).version, result=2, reason="read again")
    assert refused.value.facts["stored"]["scores"] == [412, 388]
    decide(ctx, sheet, decision="sheet", seen=fresh(sheet).version, result=1, reason="read again")
    assert counts(here) == [(412, 381)]


def test_the_sheet_cannot_stand_without_a_score_for_everybody() -> None:
    here = hall()
    head_only(here, 1, 410, None)
    enter(here, 412, 388)
    with pytest.raises(Refusal, match="Scoresheet 1 has no final score for seat 2"):
        settle(here, "sheet")
    assert SheetDecision.objects.count() == 0


def test_lists_name_the_table_and_say_what_differs() -> None:
    here = hall()
    head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    row = tables.tables_of(Round.objects.get(division=here.division))[0]
    assert (row.sign, row.word) == ("stop", "sheet differs")
    waiting = confirming.waiting(here.as_(here.director), here.event)
    assert [(one.row.number, one.why_not) for one in waiting] == [
        (1, "The scoresheet differs; the director decides first.")
    ]
    assert steps.sheet_steps(here.event)[0].sentence == SENTENCE


def test_a_confirmed_result_whose_sheet_came_later_is_on_the_list_too() -> None:
    here = hall()
    enter(here, 412, 388)
    before = tables.version(here.event)
    head_only(here, 1, 412, 380)
    assert tables.version(here.event) != before
    assert [one.row.number for one in confirming.waiting(here.as_(here.director), here.event)] == [1]
    assert counts(here) == [(412, 388)]
    assert broken(here.event) == []


def test_the_check_of_an_event_finds_what_was_confirmed_past_a_sheet() -> None:
    here = hall("two-people")
    sheet = head_only(here, 1, 412, 380)
    enter(here, 412, 388)
    assert unsound(here.event) == []
    later = clock.now() + timedelta(seconds=1)
    Result.objects.update(in_force=True, confirmed_at=later)
    faults = unsound(here.event)
    assert [fault["invariant"] for fault in faults] == ["I8"]
    assert "scoresheet 1 says 412–380" in faults[0]["sentence"]
    Sheet.objects.filter(pk=sheet.pk).update(finished_at=later + timedelta(seconds=1))
    assert unsound(here.event) == []
    Round.objects.update(status="closed", closed_at=timezone.now() + timedelta(days=1))
    assert [fault["invariant"] for fault in unsound(here.event)] == ["I8"]


@pytest.mark.parametrize(
    ("policy", "decision", "scores"),
    [
        ("single", "slip", (34, 55)),
        ("single", "sheet", (34, 51)),
        ("two-slips", "sheet", (34, 51)),
        ("two-people", "sheet", None),
    ],
)
def test_one_decision_settles_every_sheet_that_differs(
    policy: str, decision: str, scores: tuple[int, int] | None
) -> None:
    here = hall(policy)
    second = head_only(here, 1, 34, 51)
    head_only(here, 1, 34, 50)
    head_only(here, 1, 34, 51)
    enter(here, 34, 55)
    told = decide(
        here.as_(here.director),
        second,
        decision=decision,
        seen=second.version,
        result=1,
        reason="added up anew",
    )
    assert told["settled"] == ([2, 3] if decision == "slip" else [2])
    assert sheet_check.of_event(here.event) == []
    assert counts(here) == ([scores] if scores else [])
    others = SheetDecision.objects.exclude(sheet=second)
    assert {(one.decision, one.reason) for one in others} == {("slip", "added up anew")}
    assert "settled" in repr(vars(AuditEntry.objects.get(intent="sheet.decide")))
    assert unsound(here.event) == []


def test_a_sheet_settled_with_another_is_open_again_when_it_changes() -> None:
    here = hall()
    first, other = head_only(here, 1, 34, 51), head_only(here, 1, 34, 50)
    enter(here, 34, 55)
    decide(here.as_(here.director), first, decision="sheet", seen=first.version, result=1, reason="x")
    again(here, other, 34, 49)
    assert [one.on_sheet for one in sheet_check.of_event(here.event)] == ["34–49"]
