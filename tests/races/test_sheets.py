"""A sheet is finished while the clerk confirms: whoever is first, nothing is confirmed past an open difference."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from tdapp.desk.ledger import sheet_check
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import Result
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.rehearsal.invariants import broken
from tdapp.desk.results.commands import results
from tdapp.desk.results.commands.results import confirm_result, enter_result
from tdapp.desk.results.commands.sheets import enter_sheet
from tdapp.events.models import Round
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.editor.commands import closing
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.desk.sheets import open_one
from tests.races.crowd import TURNS, at_once


def hall(policy: str) -> tuple[f.Hall, Sheet]:
    """A hall whose table 1 has a sheet that is about to be finished."""
    here = f.hall(4, confirm_policy=policy)
    return here, open_one(here, 1, 412, 380)


def finish(here: f.Hall, sheet: Sheet) -> Any:
    return lambda: closing.finish(here.as_(here.clerk), sheet, seen=sheet.version)


def what_holds(here: f.Hall, answers: list[Any]) -> None:
    """The sheet is finished; the result counts only if it was first; the difference is open in both cases."""
    assert not Sheet.objects.get(table=here.table(1)).is_open
    entries = list(
        AuditEntry.objects.filter(scope=here.event.scope_key, refused="").order_by("number")
        .values_list("intent", flat=True)
    )  # fmt: skip
    counted = Result.objects.filter(table=here.table(1), in_force=True).exists()
    finished = entries.index("sheet.finish")
    came_first = "result.confirm" in entries[:finished]
    assert counted == came_first, (entries, answers)
    assert len(sheet_check.of_event(here.event)) == 1
    assert broken(here.event) == []


@TURNS
def test_a_sheet_finished_while_its_result_is_confirmed(database: str, turns: int) -> None:
    for turn in range(turns):
        here, sheet = hall("two-people")
        f.enter(here.table(1), 412, 388, by=here.as_(here.clerk), confirm=False)
        table = here.table(1)
        calls = [
            finish(here, sheet),
            lambda h=here, t=table: confirm_result(h.as_(h.checker), t, seen=1),
        ]
        answers = at_once(calls if turn % 2 else calls[::-1])
        what_holds(here, answers)
        counted = Result.objects.filter(table=table, in_force=True).exists()
        refused = [one.code for one in answers if isinstance(one, Refusal)]
        assert refused == ([] if counted else ["sheet-differs"])


@pytest.mark.parametrize("sheet_first", [True, False])
def test_one_after_the_other_in_both_orders(database: str, sheet_first: bool) -> None:
    here, sheet = hall("two-people")
    f.enter(here.table(1), 412, 388, by=here.as_(here.clerk), confirm=False)
    calls = [finish(here, sheet), lambda: confirm_result(here.as_(here.checker), here.table(1), seen=1)]
    answers = [at_once([call])[0] for call in (calls if sheet_first else calls[::-1])]
    assert Result.objects.filter(in_force=True).exists() is not sheet_first
    assert any(isinstance(one, Refusal) for one in answers) is sheet_first
    what_holds(here, answers)


@TURNS
def test_a_sheet_finished_while_its_result_is_entered_by_one_entry(database: str, turns: int) -> None:
    for turn in range(turns):
        here, sheet = hall("single")
        table = here.table(1)
        calls = [
            finish(here, sheet),
            lambda h=here, t=table: enter_result(
                h.as_(h.clerk), t, entry=Entry(scores=(412, 388)), sure=True
            ),
        ]
        answers = at_once(calls if turn % 2 else calls[::-1])
        assert not any(isinstance(one, Refusal) for one in answers)
        intents = list(
            AuditEntry.objects.filter(scope=here.event.scope_key, refused="").order_by("number")
            .values_list("intent", flat=True)
        )  # fmt: skip
        entered_first = intents.index("result.enter") < intents.index("sheet.finish")
        assert Result.objects.get(table=table).in_force is entered_first
        assert len(sheet_check.of_event(here.event)) == 1
        assert broken(here.event) == []


@TURNS
def test_a_sheet_finished_while_its_round_is_closed(database: str, turns: int) -> None:
    for turn in range(turns):
        here, sheet = hall("single")
        for number in (1, 2):
            f.enter(here.table(number), 412, 388)
        round_ = Round.objects.select_related("division__event").get(division=here.division)
        calls = [
            finish(here, sheet),
            lambda h=here, r=round_: close_round(h.as_(h.director), r),
        ]
        at_once(calls if turn % 2 else calls[::-1])
        assert len(sheet_check.of_event(here.event)) == 1
        assert broken(here.event) == []


def test_the_sheets_key_pressed_by_many_is_one_result(database: str) -> None:
    here, sheet = hall("single")
    finish(here, sheet)()
    seen = Sheet.objects.get().version
    fresh = [Sheet.objects.select_related("table__round__division__event").get() for _hand in range(6)]
    ctx = here.as_(here.clerk)
    at_once([lambda s=one: enter_sheet(ctx, s, seen=seen) for one in fresh])
    assert Result.objects.count() == 1
    assert Result.objects.get().in_force
    assert broken(here.event) == []


def test_negative_control_without_the_check_a_result_is_confirmed_past_the_sheet(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results.sheet_check, "refuse_open", lambda table, result: None)
    here, sheet = hall("two-people")
    f.enter(here.table(1), 412, 388, by=here.as_(here.clerk), confirm=False)
    finish(here, sheet)()
    confirm_result(here.as_(here.checker), here.table(1), seen=1)
    assert connection.vendor in {"sqlite", "postgresql"}
    assert [fault["invariant"] for fault in broken(here.event)] == ["I8"]
