"""PINs and log-ins tried many at once: no more are looked at than there are tries, on both databases."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from datetime import timedelta

import pytest
from django.db.models import F

from tdapp.events.members.commands import desk_pins
from tdapp.events.models import DeskPin
from tdapp.events.models.pins import TRIES
from tdapp.kernel import clock
from tdapp.kernel.models import WrongTries
from tdapp.kernel.signing_in import tries
from tdapp.kernel.signing_in.tries import Budget
from tests import factories as f
from tests.races.crowd import PATIENCE_SECONDS, at_once

AT_ONCE = 10
THREE = Budget("three", 3, timedelta(hours=1))


def looked_at(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many wrong PINs of those sent at once were looked at."""
    here, looked = f.hall(4), []
    pin, ctx = f.pin(here.director, here.event), here.as_(here.clerk)
    monkeypatch.setattr(DeskPin, "fits", lambda self, typed: looked.append(typed))
    at_once([lambda: desk_pins.check_pin(ctx, here.event, pin, "000000")] * AT_ONCE)
    return len(looked)


def test_of_many_pins_sent_at_once_five_are_looked_at(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert looked_at(monkeypatch) == TRIES


def test_control_counted_after_looking_they_all_slip_past(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Barrier(AT_ONCE)

    def read_then_write(pin: DeskPin) -> bool:
        room = DeskPin.objects.get(pk=pin.pk).tries < TRIES
        gate.wait(PATIENCE_SECONDS)
        DeskPin.objects.filter(pk=pin.pk).update(tries=F("tries") + 1)
        return room

    monkeypatch.setattr(desk_pins, "_take_try", read_then_write)
    assert looked_at(monkeypatch) == AT_ONCE


def let_through() -> int:
    """How many of those who ask at once are let through by a budget of three."""
    return at_once([lambda: tries.take([THREE])] * AT_ONCE).count(tries.NONE)


def test_of_many_log_ins_sent_at_once_as_many_pass_as_there_are_tries(database: str) -> None:
    assert let_through() == THREE.most
    assert WrongTries.objects.count() == 1


def test_control_looked_at_without_the_lock_they_all_slip_past(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Barrier(AT_ONCE)

    def unlocked(budgets: Iterable[Budget], _times: int) -> timedelta:
        left = tries.wait(budgets)
        gate.wait(PATIENCE_SECONDS)
        WrongTries.objects.update_or_create(key=THREE.key, defaults={"until": clock.now() + THREE.every})
        return left

    monkeypatch.setattr(tries, "_take", unlocked)
    assert let_through() == AT_ONCE
