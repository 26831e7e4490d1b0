"""From a finished sheet to the result in one key, by the division's policy; and the buttons for it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import as_entry, current_result
from tdapp.desk.models import Result, SheetDecision
from tdapp.desk.results.commands.results import confirm_result, enter_result
from tdapp.desk.results.commands.sheets import enter_sheet
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands import closing
from tdapp.scoresheets.editor.commands.writing import create, write
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.desk.sheets import again, fresh, head_only, open_one
from tests.kept import first
from tests.scoresheets.factories import add

pytestmark = pytest.mark.django_db
whole, ready = first(f.hall, 4)


def take(here: f.Hall, sheet: Sheet, who: Any = None, **more: Any) -> dict[str, Any]:
    ctx = here.as_(who or here.clerk, more.pop("key", ""))
    return enter_sheet(ctx, sheet, seen=more.pop("seen", sheet.version), **{"sure": True, **more})


def stored(here: f.Hall) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    row = current_result(here.table(1))
    assert row is not None
    entry = as_entry(row)
    return entry.scores, entry.before, row.in_force


def test_by_one_entry_the_sheets_scores_count_at_once() -> None:
    here = f.hall(4)
    told = take(here, head_only(here, 1, 412, 388))
    assert stored(here) == ((412, 388), (), True)
    assert (told["sheet"], told["confirmed"]) == (1, True)
    logged = list(AuditEntry.objects.filter(refused="").values_list("intent", flat=True).order_by("number"))
    assert logged[-2:] == ["result.enter", "sheet.enter"]


@pytest.mark.parametrize("policy", ["two-people", "two-slips"])
def test_otherwise_they_wait_for_somebody_else(policy: str) -> None:
    here = f.hall(4, confirm_policy=policy)
    sheet = head_only(here, 1, 412, 388)
    take(here, sheet)
    assert stored(here) == ((412, 388), (), False)
    with pytest.raises(NotAllowed):
        take(here, sheet)
    take(here, sheet, here.checker)
    assert stored(here) == ((412, 388), (), True)
    assert Result.objects.count() == 1


def test_a_slip_that_agrees_is_confirmed_and_nothing_is_entered_twice() -> None:
    here = f.hall(4, confirm_policy="two-people")
    f.enter(here.table(1), 412, 388, by=here.as_(here.clerk), confirm=False)
    sheet = head_only(here, 1, 412, 388)
    take(here, sheet, here.checker)
    take(here, sheet, here.checker)
    assert stored(here) == ((412, 388), (), True)
    assert Result.objects.count() == 1


def test_a_slip_that_differs_goes_to_the_director() -> None:
    here = f.hall(4, confirm_policy="two-people")
    f.enter(here.table(1), 412, 380, by=here.as_(here.clerk), confirm=False)
    sheet = head_only(here, 1, 412, 388)
    with pytest.raises(Conflict) as refused:
        take(here, sheet, here.director)
    assert refused.value.code == "sheet-differs"
    row = current_result(here.table(1))
    assert row is not None
    SheetDecision.objects.create(
        sheet=sheet, sheet_version=sheet.version, result=row, decision="slip", reason="x", by_name="D"
    )
    with pytest.raises(Refusal) as decided:
        take(here, sheet, here.director)
    assert decided.value.code == "slip-stands"


def test_a_sheet_that_is_not_finished_or_lacks_a_score_is_refused_in_one_sentence() -> None:
    here = f.hall(4)
    sheet = open_one(here, 1, 412, 388)
    with pytest.raises(Refusal, match="Scoresheet 1 is not finished yet"):
        take(here, sheet)
    with pytest.raises(Refusal, match="Scoresheet 1 has no final score for seat 2"):
        take(here, again_without(here, sheet))


def again_without(here: f.Hall, sheet: Sheet) -> Sheet:
    closing.finish(here.as_(here.clerk), sheet, seen=sheet.version)
    Sheet.objects.filter(pk=sheet.pk).update(totals=[412, None])
    return fresh(sheet)


def test_a_sheet_that_changed_since_it_was_seen_is_not_taken() -> None:
    here = f.hall(4)
    sheet = head_only(here, 1, 412, 388)
    again(here, sheet, 412, 389)
    with pytest.raises(Conflict) as refused:
        take(here, sheet)
    assert refused.value.facts["sheet"]["totals"] == [412, 389]
    assert Result.objects.count() == 0


def test_a_sheet_with_errors_is_asked_about() -> None:
    here = f.hall(4)
    sheet = head_only(here, 1, 412, 388)
    Sheet.objects.update(errors=2)
    with pytest.raises(Refusal) as refused:
        take(here, sheet, sure=False)
    assert refused.value.code == "ask"
    assert "2 errors on scoresheet 1" in str(refused.value)
    take(here, sheet)
    assert stored(here)[0] == (412, 388)


def test_unplayed_tiles_nobody_wrote_about_are_asked_about_with_the_unusual_scores() -> None:
    here = f.hall(4)
    ctx = here.as_(here.clerk)
    sheet = sheets().get(table=here.table(1), number=create(ctx, here.table(1))["sheet"])
    rows = [
        {"kind": "score", "seat": 1, "score": 34}, {"kind": "score", "seat": 2, "score": 55},
        {"kind": "end", "reason": "time_called"},
    ]  # fmt: skip
    write(ctx, sheet, operations=[add(row) for row in rows])
    sheet = fresh(sheet)
    closing.finish(ctx, sheet, seen=sheet.version)
    sheet = fresh(sheet)
    with pytest.raises(Refusal) as refused:
        take(here, sheet, sure=False)
    assert (
        "Scoresheet 1: The game is over, and nothing is written about unplayed tiles."
        in refused.value.sentences
    )
    codes = [one["code"] for one in refused.value.facts["questions"]]
    assert codes[0] == "no_adjustment_written"
    assert len(codes) > 1
    assert Result.objects.count() == 0
    take(here, sheet)
    assert stored(here)[0] == (34, 55)


def test_equal_scores_take_the_scores_before_unplayed_tiles_from_the_head() -> None:
    here = f.hall(4)
    take(here, head_only(here, 1, 400, 400, before=[410, 405]))
    assert stored(here) == ((400, 400), (410, 405), True)


def test_equal_scores_take_them_from_the_rows_when_the_head_is_silent() -> None:
    here = f.hall(4)
    ctx = here.as_(here.clerk)
    sheet = open_one(here, 1, 38, 38)
    rows = [
        {"kind": "score", "seat": 1, "score": 40}, {"kind": "score", "seat": 2, "score": 36},
        {"kind": "rack", "seat": 1, "tiles": "AA", "score": -2}, {"kind": "out", "seat": 2, "tiles": "AA", "score": 2},
    ]  # fmt: skip
    write(ctx, sheet, operations=[add(row) for row in rows])
    sheet = fresh(sheet)
    closing.finish(ctx, sheet, seen=sheet.version)
    take(here, fresh(sheet))
    assert stored(here) == ((38, 38), (40, 36), True)


def test_equal_scores_without_them_ask_for_them() -> None:
    here = f.hall(4)
    with pytest.raises(Refusal) as refused:
        take(here, head_only(here, 1, 400, 400))
    assert refused.value.code == "equal-scores"


def test_different_scores_need_no_scores_before_unplayed_tiles() -> None:
    here = f.hall(4)
    take(here, head_only(here, 1, 412, 388, before=[410, 390]))
    assert stored(here) == ((412, 388), (), True)


def test_a_game_that_was_broken_off_is_entered_as_unfinished() -> None:
    here = f.hall(4)
    take(here, head_only(here, 1, 112, 88, complete=False))
    assert Result.objects.get().kind == "unfinished"


def test_one_key_sent_twice_is_one_result() -> None:
    here = f.hall(4)
    sheet = head_only(here, 1, 412, 388)
    assert take(here, sheet, key="k") == take(here, sheet, key="k")
    assert Result.objects.count() == 1


def browser(who: Any) -> Client:
    client = Client()
    client.force_login(who)
    return client


def post(here: f.Hall, who: Any, what: str, **body: Any) -> Any:
    place = [here.event.slug, here.division.slug, 1, 1, 1]
    return browser(who).post(reverse(f"desk:sheet_{what}", args=place), body)


def page(here: f.Hall, who: Any) -> str:
    place = [here.event.slug, here.division.slug, 1, 1]
    return browser(who).get(reverse("desk:table", args=place)).content.decode()


def test_the_tables_page_offers_the_key_to_who_may_use_it() -> None:
    here = f.hall(4)
    sheet = head_only(here, 1, 412, 388)
    assert 'data-key="s"' in page(here, here.clerk)
    assert 'data-key="s"' not in page(here, here.viewer)
    assert post(here, here.clerk, "enter", seen=sheet.version).status_code == 303
    assert stored(here) == ((412, 388), (), True)
    after = page(here, here.clerk)
    assert 'data-key="s"' not in after
    assert "agrees" in after


def test_a_question_comes_back_with_a_box_to_agree_with() -> None:
    here = f.hall(4)
    sheet = head_only(here, 1, 412, 388)
    Sheet.objects.update(errors=1)
    asked = post(here, here.clerk, "enter", seen=sheet.version)
    assert asked.status_code == 422
    assert "1 error on scoresheet 1" in asked.content.decode()
    assert 'type="checkbox" name="sure"' in asked.content.decode()
    assert 'class="note note-ask"' in asked.content.decode()
    assert 'class="note note-stop"' not in asked.content.decode()
    assert post(here, here.clerk, "enter", seen=sheet.version, sure="on").status_code == 303


def test_two_finished_sheets_that_differ_say_so_before_one_is_taken() -> None:
    here = f.hall(4)
    head_only(here, 1, 34, 55)
    head_only(here, 1, 34, 55)
    assert 'btn-go" data-key="s"' in page(here, here.clerk)
    head_only(here, 1, 34, 51)
    shown = page(here, here.clerk)
    assert "Sheets 1 and 3 differ: 34–55, 34–51." in shown
    assert "sheets/compare?first=1&amp;second=3" in shown
    assert 'btn-go" data-key="s"' not in shown
    assert shown.count("Take the result from the sheet</button>") + shown.count('data-key="s"') >= 3


def test_what_differs_is_shown_with_a_form_for_the_director_only() -> None:
    here = f.hall(4, confirm_policy="two-people")
    sheet = head_only(here, 1, 412, 380)
    f.enter(here.table(1), 412, 388, by=here.as_(here.clerk), confirm=False)
    shown = page(here, here.director)
    assert "scoresheet 1 says 412–380, the result 412–388" in shown
    assert 'name="decision"' in shown
    assert 'name="decision"' not in page(here, here.checker)
    silent = post(here, here.director, "decide", decision="slip", seen=sheet.version, result=1)
    assert silent.status_code == 422
    assert 'name="reason"' in silent.content.decode()
    done = post(
        here, here.director, "decide", decision="slip", seen=sheet.version, result=1, reason="misread"
    )
    assert done.status_code == 303
    assert "the result stands. misread" in page(here, here.director)
    confirm_result(here.as_(here.checker), here.table(1), seen=1)


def test_a_decision_on_an_older_sheet_keeps_what_was_typed_and_shows_the_newer_one() -> None:
    here = f.hall(4)
    sheet = head_only(here, 1, 412, 380)
    enter_result(here.as_(here.clerk), here.table(1), entry=Entry(scores=(412, 388)), sure=True)
    newer = again(here, sheet, 412, 381)
    answer = post(
        here, here.director, "decide", decision="slip", seen=sheet.version, result=1, reason="misread"
    )
    shown = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="misread"' in shown
    assert "412–381" in shown
    assert f'name="seen" value="{newer.version}"' in shown


def test_the_list_to_confirm_says_what_differs() -> None:
    here = f.hall(4, confirm_policy="two-people")
    head_only(here, 1, 412, 380)
    f.enter(here.table(1), 412, 388, by=here.as_(here.clerk), confirm=False)
    shown = browser(here.checker).get(f"/e/{here.event.slug}/confirm/").content.decode()
    assert "scoresheet 1 says 412–380, the result 412–388" in shown
    assert "The scoresheet differs; the director decides first." in shown


def test_a_line_that_contradicts_the_sheet_is_told_so_at_once() -> None:
    here = f.hall(4)
    head_only(here, 1, 412, 380)
    answer = browser(here.clerk).post(
        f"/e/{here.event.slug}/enter/",
        {"line": f"{here.table(1).number} 412 388"},
        headers={"Accept": "application/json", "X-Page-User": str(here.clerk.pk)},
    )
    assert any("scoresheet 1 says 412–380" in note for note in answer.json()["totals"]), answer.json()
