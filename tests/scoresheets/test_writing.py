"""Writing in a sheet: two people on it, conflicts, undo, finished sheets; nobody's rows vanish."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.scoresheets.editor.commands.closing import finish, reopen
from tdapp.scoresheets.editor.commands.writing import create, undo
from tests.scoresheets.factories import (
    FIRST,
    SECOND,
    THIRD,
    Desk,
    add,
    browser,
    change,
    desk,
    move,
    remove,
    written,
)

pytestmark = pytest.mark.django_db


def refused(kind: type[Refusal], call: Any) -> Refusal:
    with pytest.raises(kind) as caught:
        call()
    return caught.value


def take_back(here: Desk, who: Any = None, seen: int | None = None) -> dict[str, Any]:
    ctx, row = here.hall.as_(who or here.hall.clerk), here.fresh()
    return undo(ctx, row, seen=row.version if seen is None else seen)


# --- two people


def test_two_people_on_different_rows_both_succeed() -> None:
    here = written(FIRST, SECOND)
    first, second = here.row(1), here.row(2)
    here.write(change(first, score=10), by=here.hall.clerk)
    here.write(change(second, score=20), by=here.hall.checker)
    assert [row["turn"]["score"] for row in here.fresh().rows] == [10, 20]


def test_two_people_adding_a_last_row_at_once_keep_both_rows() -> None:
    here = desk()
    here.write(add(FIRST), by=here.hall.clerk)
    here.write(add(SECOND), by=here.hall.checker)
    assert here.words() == ["BATA", "BUHAY"]


def test_the_second_on_one_row_is_told_both_sides_and_who_was_first() -> None:
    here = written(FIRST)
    seen = here.row(1)
    here.write(change(seen, score=12), by=here.hall.checker)
    conflict = refused(Conflict, lambda: here.write(change(seen, score=13)))
    assert conflict.code == "row-changed"
    assert conflict.facts["row"] == seen["id"]
    assert conflict.facts["theirs"]["turn"]["score"] == 12
    assert conflict.facts["theirs"]["by"] == here.hall.checker.shown_as
    assert conflict.facts["yours"]["turn"]["score"] == 13
    assert here.hall.checker.shown_as in str(conflict)
    assert here.row(1)["turn"]["score"] == 12


def test_what_the_second_typed_is_kept_in_the_log() -> None:
    here = written(FIRST)
    seen = here.row(1)
    here.write(change(seen, score=12), by=here.hall.checker)
    refused(Conflict, lambda: here.write(change(seen, score=13)))
    entry = AuditEntry.objects.get(refused="row-changed")
    assert entry.payload["before"]["yours"]["turn"]["score"] == 13


def test_nothing_of_a_batch_is_applied_when_one_row_clashes_and_every_clash_is_told() -> None:
    here = written(FIRST, SECOND, THIRD)
    one, two, three = (here.row(number) for number in (1, 2, 3))
    here.write(change(one, score=12), remove(two), by=here.hall.checker)
    conflict = refused(
        Conflict, lambda: here.write(change(three, number=4), change(one, score=13), change(two, score=14))
    )
    assert [found["row"] for found in conflict.facts["conflicts"]] == [one["id"], two["id"]]
    assert conflict.facts["conflicts"][1]["theirs"] is None
    assert len(conflict.sentences) == 2
    assert here.words() == ["BATA", "exchange"]
    assert here.row(2)["turn"]["number"] == 3


def test_a_row_removed_by_another_is_said_with_his_name_and_stays_with_the_writer() -> None:
    here = written(FIRST)
    seen = here.row(1)
    here.write(remove(seen), by=here.hall.checker)
    conflict = refused(Conflict, lambda: here.write(change(seen, score=13)))
    assert conflict.facts["theirs"] is None
    assert conflict.facts["yours"]["turn"]["score"] == 13
    assert here.hall.checker.shown_as in str(conflict)


def test_a_row_put_under_one_that_is_gone_is_a_conflict_and_not_lost_silently() -> None:
    here = written(FIRST)
    seen = here.row(1)
    here.write(remove(seen), by=here.hall.checker)
    conflict = refused(Conflict, lambda: here.write(add(SECOND, after=seen["id"])))
    assert conflict.facts["yours"]["turn"] == SECOND
    assert here.hall.checker.shown_as in str(conflict)


def test_two_heads_written_at_once_conflict_and_rows_do_not() -> None:
    here = written(FIRST)
    version = here.fresh().head_version
    here.write(
        {"op": "head", "seen": version, "head": {"totals": [300, 290]}},
        change(here.row(1), score=8),
        by=here.hall.checker,
    )
    conflict = refused(
        Conflict, lambda: here.write({"op": "head", "seen": version, "head": {"totals": [301, 290]}})
    )
    assert conflict.facts["row"] == ""
    assert conflict.facts["theirs"]["head"] == {"totals": [300, 290]}


def test_a_row_may_be_changed_twice_in_one_batch() -> None:
    here = desk()
    new = add(FIRST)
    again = {"op": "set", "row": new["row"], "seen": 1, "turn": {**FIRST, "score": 9}}
    here.write(new, again)
    assert here.row(1)["turn"]["score"] == 9


def test_one_row_id_is_one_row() -> None:
    here = desk()
    row = add(FIRST)
    here.write(row)
    conflict = refused(Conflict, lambda: here.write(row))
    assert conflict.facts["theirs"]["turn"] == FIRST
    assert here.words() == ["BATA"]


def test_the_same_key_again_writes_once_and_answers_the_same() -> None:
    here = desk()
    row = add(FIRST)
    assert here.write(row, key="k1") == here.write(row, key="k1")
    assert here.words() == ["BATA"]


# --- order


def test_rows_go_on_top_under_another_and_elsewhere() -> None:
    here = written(FIRST, SECOND)
    here.write(add(THIRD, after=None))
    here.write(add({"kind": "pass", "seat": 2}, after=here.row(2)["id"]))
    assert here.words() == ["exchange", "BATA", "pass", "BUHAY"]
    here.write(move(here.row(1), here.row(4)["id"]))
    assert here.words() == ["BATA", "pass", "BUHAY", "exchange"]
    here.write(move(here.row(3), None))
    assert here.words() == ["BUHAY", "BATA", "pass", "exchange"]


def test_a_challenge_follows_the_play_it_names_when_rows_come_in_above() -> None:
    here = written(FIRST, SECOND, {"kind": "challenge", "challengers": [2], "verdict": "valid", "of": 1})
    here.write(add({"kind": "pass", "seat": 2}, after=None))
    assert here.row(4)["turn"]["of"] == 2
    here.write(remove(here.row(1)))
    assert here.row(3)["turn"]["of"] == 1


def test_a_play_that_is_named_by_a_challenge_is_not_removed_alone() -> None:
    here = written(FIRST, {"kind": "challenge", "challengers": [2], "verdict": "valid", "of": 1})
    refusal = refused(Refusal, lambda: here.write(remove(here.row(1))))
    assert refusal.code == "row-needed"
    assert "Row 1" in str(refusal)
    here.write(remove(here.row(1)), remove(here.row(2)))
    assert here.words() == []


# --- bad values


@pytest.mark.parametrize(
    ("turn", "where", "right"),
    [
        ({"kind": "plsy"}, "turn 2", "one of play"),
        ({"kind": "play", "score": "12"}, "turn 2", "whole number"),
        ({"kind": "play", "seat": 3}, "turn 2", "seat 3"),
        ({"kind": "challenge", "challengers": [4]}, "turn 2", "seat 4"),
        ({"kind": "play", "colour": "red"}, "turn 2", "colour"),
        ({"score": 4}, "turn 2", "kind"),
    ],
)
def test_a_bad_value_is_refused_with_row_field_and_what_is_right(
    turn: dict[str, Any], where: str, right: str
) -> None:
    here = written(FIRST)
    refusal = refused(Refusal, lambda: here.write(add(turn)))
    assert refusal.status == 422
    assert len(refusal.sentences) == 1
    assert where in str(refusal)
    assert right in str(refusal)
    assert here.words() == ["BATA"]


def test_each_mistake_has_its_own_sentence() -> None:
    here = desk()
    refusal = refused(Refusal, lambda: here.write(add({"kind": "play", "score": "x", "seat": 9})))
    assert len(refusal.sentences) == 2


@pytest.mark.parametrize(
    "operations",
    [
        None,
        [],
        "add",
        [1],
        [{"op": "burn", "row": str(uuid4())}],
        [{"op": "add", "row": "one", "turn": {}}],
        [{"op": "add", "row": str(uuid4()), "turn": []}],
        [{"op": "add", "row": str(uuid4()), "turn": FIRST, "loud": True}],
        [{"op": "set", "row": str(uuid4()), "turn": FIRST}],
        [{"op": "set", "row": str(uuid4()), "turn": FIRST, "seen": "1"}],
        [{"op": "restore", "row": str(uuid4()), "seen": 1, "turn": FIRST, "version": 1}],
        [{"op": "head", "seen": 1, "head": {"players": [{"name": "Me"}]}}],
        [{"op": "head", "seen": 1, "head": {"ruleset": "bisonte"}}],
        [{"op": "remove", "row": str(uuid4()), "seen": 1}] * 201,
        [{"op": ["add"], "row": str(uuid4()), "turn": {}}],
        [{"op": {"add": 1}, "row": str(uuid4()), "turn": {}}],
        [{"op": "add", "row": str(uuid4()), "turn": {"kind": "play", "word": "KA\ud800MAY"}}],
        [{"op": "add", "row": str(uuid4()), "turn": {"kind": "play", "word": "KA\x00MAY"}}],
        [{"op": "add", "row": str(uuid4()), "turn": {"kind": "play", "KA\ud800MAY": "x"}}],
    ],
)
def test_operations_that_are_none_are_refused_with_sentences(operations: Any) -> None:
    here = desk()
    answer = browser(here.hall.clerk).post(
        here.address("write"), json.dumps({"operations": operations}), content_type="application/json"
    )
    assert answer.status_code == 422
    assert answer.json()["sentences"]
    assert here.fresh().version == 1


@pytest.mark.parametrize("body", ["null", "{", "[]", "3", '"x"', "[" * 100_000])
def test_a_body_that_is_no_json_object_is_refused_with_a_sentence(body: str) -> None:
    here = desk()
    answer = browser(here.hall.clerk).post(here.address("write"), body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["sentences"]


def test_a_sheet_has_no_more_rows_than_a_game_can_have() -> None:
    here = desk()
    for _batch in range(2):
        here.write(*(add(THIRD) for _row in range(200)))
    here.write(*(add(THIRD) for _row in range(100)))
    refusal = refused(Refusal, lambda: here.write(add(THIRD)))
    assert "500" in str(refusal)


# --- undo


def test_undo_takes_back_ones_own_newest_writing_and_leaves_the_others_rows() -> None:
    here = written(FIRST)
    here.write(add(SECOND), by=here.hall.checker)
    take_back(here)
    assert here.words() == ["BUHAY"]


def test_undo_walks_back_through_all_of_ones_own_writings() -> None:
    here = written(FIRST, SECOND)
    here.write(change(here.row(1), score=10))
    here.write(change(here.row(1), score=11))
    here.write(remove(here.row(2)))
    here.write(move(here.row(1), None))
    stages = []
    for _step in range(6):
        take_back(here)
        stages.append([row["turn"].get("score", row["turn"]["word"]) for row in here.fresh().rows])
    assert stages == [[11], [11, "BUHAY"], [10, "BUHAY"], ["BATA", "BUHAY"], ["BATA"], []]
    assert refused(Refusal, lambda: take_back(here)).code == "nothing-to-undo"


def test_an_undone_batch_comes_back_as_it_was() -> None:
    here = written(FIRST, SECOND, THIRD)
    before = here.fresh().rows
    here.write(
        remove(here.row(2)),
        change(here.row(3), number=5),
        move(here.row(3), None),
        add({"kind": "pass", "seat": 1}),
        {"op": "head", "seen": 1, "head": {"totals": [1, 2]}},
    )
    take_back(here)
    assert here.fresh().rows == before
    assert here.fresh().head == {}


def test_a_row_brought_back_by_undo_can_be_changed_by_who_saw_it_before() -> None:
    here = written(FIRST)
    seen = here.row(1)
    here.write(change(seen, score=10))
    take_back(here)
    here.write(change(seen, score=12), by=here.hall.checker)
    assert here.row(1)["turn"]["score"] == 12


def test_undo_is_refused_when_somebody_changed_the_row_since_and_says_who() -> None:
    here = written(FIRST)
    here.write(change(here.row(1), score=12), by=here.hall.checker)
    conflict = refused(Conflict, lambda: take_back(here))
    assert here.hall.checker.shown_as in str(conflict)
    assert here.row(1)["turn"]["score"] == 12


def test_undo_from_an_old_page_takes_back_nothing_newer() -> None:
    here = written(FIRST)
    seen = here.fresh().version
    here.write(add(SECOND))
    assert refused(Conflict, lambda: take_back(here, seen=seen)).code == "stale"


def test_nobody_undoes_what_another_wrote() -> None:
    here = written(FIRST)
    assert refused(Refusal, lambda: take_back(here, here.hall.checker)).code == "nothing-to-undo"


def test_edits_are_kept_for_good_each_with_its_writer() -> None:
    here = written(FIRST)
    here.write(change(here.row(1), score=12), by=here.hall.checker)
    take_back(here, here.hall.checker)
    edits = list(here.sheet.edits.order_by("version"))
    assert [edit.by_name for edit in edits] == [
        here.hall.clerk.shown_as,
        here.hall.checker.shown_as,
        here.hall.checker.shown_as,
    ]
    assert edits[2].takes_back == edits[1]


# --- finish and reopen


def test_a_finished_sheet_keeps_what_it_says_and_takes_no_writing() -> None:
    here = written({**FIRST, "score": 9, "total": 9})
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=2)
    row = here.fresh()
    assert (row.status, row.finished_name, row.totals) == ("finished", here.hall.clerk.shown_as, [9, 0])
    conflict = refused(Conflict, lambda: here.write(change(here.row(1), score=10)))
    assert conflict.code == "sheet-finished"
    assert refused(Conflict, lambda: take_back(here)).code == "sheet-finished"


def test_a_sheet_somebody_wrote_in_meanwhile_is_not_finished() -> None:
    here = written(FIRST)
    assert (
        refused(Conflict, lambda: finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=1)).code
        == "stale"
    )


def test_an_empty_sheet_is_not_finished() -> None:
    here = desk()
    refusal = refused(Refusal, lambda: finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=1))
    assert refusal.code == "nothing-written"


def test_a_finished_sheet_is_opened_again_with_a_reason_and_written_on() -> None:
    here = written(FIRST)
    clerk = here.hall.as_(here.hall.clerk)
    finish(clerk, here.fresh(), seen=2)
    assert refused(Refusal, lambda: reopen(clerk, here.fresh(), seen=3, reason=" ")).code == "no-reason"
    reopen(clerk, here.fresh(), seen=3, reason="a row was missing")
    here.write(add(SECOND))
    assert here.words() == ["BATA", "BUHAY"]
    assert refused(Refusal, lambda: reopen(clerk, here.fresh(), seen=5, reason="x")).code == "already-open"


def test_in_a_closed_round_only_who_may_decide_opens_a_sheet_again() -> None:
    here = written(FIRST)
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=2)
    here.sheet.table.round.__class__.objects.update(status="closed")
    refusal = refused(
        Refusal, lambda: reopen(here.hall.as_(here.hall.clerk), here.fresh(), seen=3, reason="x")
    )
    assert refusal.status == 403
    reopen(here.hall.as_(here.hall.director), here.fresh(), seen=3, reason="x")
    assert here.fresh().is_open


# --- starting


def test_a_table_has_a_sheet_of_each_player_and_of_the_desk() -> None:
    here = desk()
    clerk = here.hall.as_(here.hall.clerk)
    numbers = [create(clerk, here.hall.table(1), kept_by=seat)["sheet"] for seat in (1, 2)]
    assert numbers == [2, 3]
    refusal = refused(Refusal, lambda: create(clerk, here.hall.table(1), kept_by=3))
    assert "seat 3" in str(refusal)


def test_a_table_has_no_more_than_twenty_sheets() -> None:
    here = desk()
    clerk = here.hall.as_(here.hall.clerk)
    for _sheet in range(19):
        create(clerk, here.hall.table(1))
    assert refused(Refusal, lambda: create(clerk, here.hall.table(1))).code == "too-many-sheets"
