"""How often something may be tried: so many at once, then one more each so often, whoever asks in whichever process."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.kernel import clock
from tdapp.kernel.models import WrongTries
from tdapp.kernel.signing_in import tries
from tdapp.kernel.signing_in.tries import Budget

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
ONE, OTHER = Budget("one", 3, MINUTE, "ana"), Budget("other", 2, MINUTE)


def taken(*budgets: Budget, after: timedelta = timedelta(0)) -> timedelta:
    with clock.at(NOON + after):
        return tries.take(budgets)


def test_so_many_at_once_then_one_more_each_so_often() -> None:
    assert [taken(ONE) for _try in range(4)] == [timedelta(0)] * 3 + [MINUTE]
    assert taken(ONE, after=MINUTE / 2) == MINUTE / 2
    assert taken(ONE, after=MINUTE) == timedelta(0)
    assert taken(ONE, after=MINUTE) == MINUTE
    assert [taken(ONE, after=MINUTE * 60) for _try in range(4)] == [timedelta(0)] * 3 + [MINUTE]


def test_where_one_is_used_up_nothing_is_taken_from_the_others() -> None:
    for _try in range(2):
        taken(OTHER)
    assert taken(ONE, OTHER) == MINUTE
    assert [taken(ONE) for _try in range(4)] == [timedelta(0)] * 3 + [MINUTE]


def test_what_was_right_is_given_back() -> None:
    for _try in range(3):
        taken(ONE)
    tries.give_back([ONE, OTHER])
    assert taken(ONE) == timedelta(0)
    assert taken(ONE) == MINUTE


def test_the_count_is_the_database_s_and_what_ran_out_is_forgotten() -> None:
    for _try in range(3):
        taken(ONE)
    cache.clear()
    assert taken(ONE) == MINUTE
    taken(OTHER, after=MINUTE * 10)
    assert list(WrongTries.objects.values_list("key", flat=True)) == ["other"]


def test_everything_about_somebody_is_forgotten_at_once() -> None:
    for _try in range(3):
        taken(ONE)
    taken(OTHER)
    tries.forget("ana")
    assert taken(ONE) == timedelta(0)
    assert WrongTries.objects.filter(key="other").exists()


def test_a_flood_is_refused_by_one_look_and_writes_nothing() -> None:
    for _try in range(3):
        taken(ONE)
    with CaptureQueriesContext(connection) as seen:
        assert taken(ONE) == MINUTE
    assert [query["sql"].split()[0] for query in seen] == ["SELECT"]


@pytest.mark.parametrize("statement", [1, 2], ids=["while it only looked", "while it waited for the row"])
def test_whoever_waits_for_others_is_not_counted_as_having_come_before_them(
    statement: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two others take theirs ten seconds later than this one came, and before it gets to see the row."""
    moments, selects = [NOON], []
    monkeypatch.setattr(clock, "now", lambda: moments[-1])

    def later(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT"):
            selects.append(sql)
            if len(selects) == statement:
                moments.append(NOON + timedelta(seconds=10))
                WrongTries.objects.update_or_create(key="one", defaults={"until": moments[-1] + 2 * MINUTE})
        return execute(sql, params, many, context)

    with connection.execute_wrapper(later):
        assert tries.take([ONE]) == tries.NONE
