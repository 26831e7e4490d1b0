"""Two phones of one table report, and many new ones guess, at the same moment; both databases."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from tdapp.desk.models import Claim, Result, TableQuestion
from tdapp.desk.phones import find_player
from tdapp.desk.results.commands import claiming
from tdapp.events.models import Event, Slot, Table
from tdapp.kernel import commands
from tdapp.kernel.models import AuditHead
from tdapp.kernel.signing_in import tries
from tdapp.kernel.signing_in.tries import Budget
from tests import factories as f
from tests.phones.phones import device_of, playing, say
from tests.races.crowd import PATIENCE_SECONDS, at_once

TABLES = 6


def both_report(hall: f.Hall, second: tuple[int, int]) -> list[Any]:
    """All tables, both seats, at once; the phones are their players' before."""
    for table in range(1, TABLES + 1):
        for slot in hall.table(table).seats.select_related("entrant", "round__division__event"):
            device_of(slot)
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
    seen, hall = claiming.claims.standing, playing(2 * TABLES)
    meet = {hall.table(number).pk: threading.Barrier(2) for number in range(1, TABLES + 1)}

    def together(table: Table, slots: Sequence[Slot]) -> list[Claim]:
        meet[table.pk].wait(PATIENCE_SECONDS)
        return seen(table, slots)

    monkeypatch.setattr(commands, "take_turn", lambda _scope: AuditHead())
    monkeypatch.setattr(claiming, "touch", lambda _table: None)
    monkeypatch.setattr(claiming.claims, "standing", together)
    both_report(hall, (412, 388))
    assert not Result.objects.exists()


def guesses_at_once(hall: f.Hall, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[int]]:
    """Ten new cookies guess at the same moment, with four tries left: how many codes were compared, and the answers."""
    compared: list[str] = []
    monkeypatch.setattr(find_player, "NEW", 4)
    monkeypatch.setattr(find_player.codes, "fits", lambda _row, _renewed, code: bool(compared.append(code)))
    event = Event.objects.get(pk=hall.event.pk)
    told = at_once([lambda: find_player.find(event, "1", "000000", uuid4()) for _one in range(10)])
    return len(compared), sorted(one.status for one in told)


def test_guesses_of_the_same_moment_do_not_slip_past_the_shared_tries_together(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert guesses_at_once(playing(4), monkeypatch) == (4, [422] * 4 + [429] * 6)


def test_negative_control_looking_first_and_counting_afterwards_lets_all_of_them_past(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = threading.Barrier(10)

    def looks(budgets: Sequence[Budget], times: int = 1) -> timedelta:
        left = tries.wait(budgets, times)
        seen.wait(PATIENCE_SECONDS)
        return left

    monkeypatch.setattr(tries, "take", looks)
    assert guesses_at_once(playing(4), monkeypatch)[0] == 10
