"""Faults 1 and 2 of the list of 25: two clerks at one table, and one clerk's key sent five times; both databases."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import newest
from tdapp.desk.models import Result
from tdapp.desk.rehearsal.invariants import broken
from tdapp.desk.results.commands import results
from tdapp.desk.results.commands.results import enter_result
from tdapp.events.models import Table
from tdapp.kernel import commands
from tdapp.kernel.models import AuditEntry, AuditHead, IdempotencyKey
from tdapp.kernel.refusals import Conflict
from tests import factories
from tests.races.crowd import at_once
from tests.sweeps import SOAK

TABLES = 200 if SOAK else 24


def big_hall(tables: int) -> factories.Hall:
    return factories.hall(players=tables * 2, table_last=tables + 10)


def tables_of(hall: factories.Hall) -> list[Table]:
    rows = Table.objects.filter(round__division=hall.division).select_related("round__division__event")
    return list(rows.order_by("number"))


def clerk_enters(hall: factories.Hall, scores: tuple[int, int], backwards: bool, answers: list[Any]) -> None:
    ctx = hall.as_(hall.clerk)
    for table in reversed(tables_of(hall)) if backwards else tables_of(hall):
        try:
            answers.append(enter_result(ctx, table, entry=Entry(scores=scores), sure=True))
        except Conflict as conflict:
            answers.append(conflict)


def test_two_clerks_at_many_tables_leave_one_result_each_and_lose_nothing_typed(database: str) -> None:
    hall = big_hall(TABLES)
    first: list[Any] = []
    second: list[Any] = []
    at_once(
        [
            lambda: clerk_enters(hall, (401, 377), False, first),
            lambda: clerk_enters(hall, (399, 380), False, second),
        ]
    )
    lost = [answer for answer in (*first, *second) if isinstance(answer, Conflict)]
    assert len(first) == len(second) == TABLES
    assert len(lost) == TABLES
    assert Result.objects.count() == Result.objects.filter(is_current=True, in_force=True).count() == TABLES
    assert (
        AuditEntry.objects.filter(scope=hall.event.scope_key, intent="result.enter")
        .exclude(refused="")
        .count()
        == TABLES
    )
    assert all(conflict.facts["typed"]["scores"] for conflict in lost)
    assert all(conflict.facts["stored"]["scores"] for conflict in lost)
    assert broken(hall.event) == []


Seen = tuple[Result | None, int]


def unguarded(monkeypatch: pytest.MonkeyPatch, look: Callable[[Table], Seen]) -> None:
    """No turns and no compare-and-swap; `look` is how a clerk sees what stands there."""
    monkeypatch.setattr(commands, "take_turn", lambda _scope: AuditHead())
    monkeypatch.setattr(results, "swap", lambda *args: None)
    monkeypatch.setattr(results, "newest", look)


ALONE = {"result_one_current_per_table", "result_one_confirmed_per_table", "result_one_row_per_version"}


def drop_the_constraints() -> list[Any]:
    gone = [constraint for constraint in Result._meta.constraints if constraint.name in ALONE]
    with connection.schema_editor() as editor:
        for constraint in gone:
            editor.remove_constraint(Result, constraint)
    return gone


@pytest.mark.services
def test_negative_control_without_the_guards_two_clerks_do_store_two_results(
    pg: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet = threading.Barrier(2)

    def look_then_wait(table: Table) -> Seen:
        found = newest(table)
        meet.wait(10)
        return found

    unguarded(monkeypatch, look_then_wait)
    hall = big_hall(1)
    gone = drop_the_constraints()
    try:
        table = tables_of(hall)[0]
        calls = [_entering(hall, table, scores) for scores in ((401, 377), (399, 380))]
        at_once(calls)
        assert Result.objects.filter(table=table).count() == 2
    finally:
        Result.objects.all()[0].lines.all().delete()
        Result.objects.filter(pk=Result.objects.all()[0].pk).delete()
        with connection.schema_editor() as editor:
            for constraint in gone:
                editor.add_constraint(Result, constraint)


def _entering(hall: factories.Hall, table: Table, scores: tuple[int, int], key: str = "") -> Any:
    fresh = Table.objects.select_related("round__division__event").get(pk=table.pk)
    ctx = hall.as_(hall.clerk, key)
    return lambda: enter_result(ctx, fresh, entry=Entry(scores=scores), sure=True)


def test_the_constraints_alone_stop_the_second_result(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each looked before the other wrote: nothing but the database says that there is one already."""
    unguarded(monkeypatch, lambda _table: (None, 1))
    hall = big_hall(1)
    table = tables_of(hall)[0]
    answers = at_once([_entering(hall, table, scores) for scores in ((401, 377), (399, 380))])
    assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "dict"], answers
    assert [one.code for one in answers if isinstance(one, Conflict)] == ["changed-meanwhile"]
    assert Result.objects.filter(table=table).count() == 1


def test_one_key_sent_five_times_at_once_is_one_result_and_one_answer(database: str) -> None:
    hall = big_hall(10)
    for table in tables_of(hall):
        answers = at_once(
            [_entering(hall, table, (410, 390), key=f"key-{table.number}") for _again in range(5)]
        )
        assert all(isinstance(answer, dict) and answer == answers[0] for answer in answers), answers
    assert Result.objects.count() == 10
    assert IdempotencyKey.objects.count() == 10
    assert broken(hall.event) == []
