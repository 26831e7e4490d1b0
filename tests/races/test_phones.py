"""Two phones of one table report at the same moment; both databases."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tdapp.desk.commands import claiming
from tdapp.desk.models import Claim, Result, TableQuestion
from tdapp.kernel import commands
from tdapp.kernel.models import AuditHead
from tests import factories as f
from tests.phones.phones import playing, say
from tests.races.crowd import at_once

TABLES = 6


def both_report(hall: f.Hall, second: tuple[int, int]) -> list[Any]:
    """All tables, both seats, at once."""
    calls = [
        lambda table=table, seat=seat: say(hall, table, seat, *((412, 388) if seat == 1 else second))
        for table in range(1, TABLES + 1)
        for seat in (1, 2)
    ]
    return at_once(calls)


def test_phones_that_agree_make_one_result_a_table_and_those_that_differ_none(database: str) -> None:
    hall = playing(2 * TABLES, confirm_policy="two-people")
    both_report(hall, (402, 388))
    assert (Result.objects.count(), TableQuestion.objects.filter(resolved_at=None).count()) == (0, TABLES)
    both_report(hall, (412, 388))
    assert Result.objects.filter(in_force=True).count() == Result.objects.count() == TABLES
    assert Claim.objects.filter(state="stands").count() == 2 * TABLES
    assert not TableQuestion.objects.filter(resolved_at=None).exists()


@pytest.mark.services
def test_negative_control_without_taking_turns_two_phones_do_not_see_each_other(
    pg: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn makes the later phone see the earlier one's claim (so does the division's row, which is counted up)."""
    seen = claiming.claims.standing

    def slowly(*what: Any) -> Any:
        time.sleep(0.3)
        return seen(*what)

    monkeypatch.setattr(commands, "take_turn", lambda scope: AuditHead(pk=scope))
    monkeypatch.setattr(claiming, "touch", lambda _table: None)
    monkeypatch.setattr(claiming.claims, "standing", slowly)
    hall = playing(2 * TABLES)
    both_report(hall, (412, 388))
    assert Result.objects.count() < TABLES
