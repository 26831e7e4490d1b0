"""What phones write is bounded for each device and player, and a full hall behind one address never meets it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tdapp.desk.commands.phones import renew_codes
from tdapp.desk.models import PhoneBinding, PhoneDevice
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import NotAllowed
from tdapp.publishing.phones import budget
from tests import factories as f
from tests.phones.phones import address, phone, playing, scanned, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_minute() -> Any:
    """Everything here happens within one minute."""
    with clock.at(clock.now()):
        yield


def test_one_phone_that_reports_without_end_is_held_back_and_told_the_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budget, "OF_A_DEVICE_A_MINUTE", 3)
    hall = playing()
    mine, theirs = phone(hall, 1), phone(hall, 2)
    before = AuditEntry.objects.count()
    answers = [send(mine, hall, 1, 412, 380 + n) for n in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert AuditEntry.objects.count() == before + 3
    assert mine.post(address(hall, "leave")).status_code == 429
    assert "NOT saved" in text_of(mine.post(address(hall, "leave")))
    assert send(theirs, hall, 1, 412, 380).status_code != 429, "nobody else is held back"


def test_a_new_cookie_for_every_press_of_one_card_gains_nothing_and_other_cards_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budget, "OF_A_PLAYER_A_MINUTE", 4)
    hall = playing()
    pressed = [scanned(Client(), hall, 1).status_code for _time in range(7)]
    assert pressed == [303] * 4 + [429] * 3
    assert (PhoneDevice.objects.count(), PhoneBinding.objects.count()) == (4, 4)
    assert scanned(Client(), hall, 2).status_code == 303


def test_a_hall_of_two_hundred_phones_behind_one_address_never_waits() -> None:
    """The control: each of two hundred players scans, reports and scans anew, twelve writes in the same minute."""
    of = f.division(f.event())
    for who in f.entrants(of, 200):
        for _time in range(12):
            budget.refuse_flood(who, uuid4())


def test_phones_that_share_an_address_share_no_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "OF_A_DEVICE_A_MINUTE", 2)
    hall = playing(8)
    for number in range(1, 9):
        client = Client(REMOTE_ADDR="192.0.2.1")
        assert scanned(client, hall, number).status_code == 303
        assert send(client, hall, (number + 1) // 2, 412, 388).status_code in {200, 409}


@pytest.mark.parametrize("role", ["registrar", "clerk", "checker"])
def test_only_who_keeps_the_division_makes_the_codes_of_everybody_anew(role: str) -> None:
    hall = playing()
    with pytest.raises(NotAllowed):
        renew_codes(hall.as_(f.member(hall.event, role)), hall.division)
    assert renew_codes(hall.as_(hall.director), hall.division)["codes"] == 4
