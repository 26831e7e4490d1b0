"""What a phone or a card sends above what anybody presses is held back, with a sentence; a hall behind one address is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from tdapp.desk.models import Claim, PhoneDevice
from tdapp.kernel import clock
from tdapp.kernel.signing_in import limits
from tdapp.publishing.phones.views import me
from tests import factories as f
from tests.phones.phones import address, phone, playing, scanned, send, text_of

pytestmark = pytest.mark.django_db
TAKEN, HELD = 303, 429


@pytest.fixture(autouse=True)
def _within_a_minute() -> Iterator[None]:
    with clock.at(clock.now()):
        yield


@pytest.fixture
def hall() -> f.Hall:
    return playing(8)


def test_a_phone_that_reports_over_and_over_is_held_back_and_the_next_one_is_not(
    hall: f.Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (phone(hall, slot.entrant.number) for slot in hall.seats(1))
    monkeypatch.setattr(me, "SENT_A_MINUTE", 6)
    told = [send(one, hall, 1, 400 + time, 300) for time in range(me.SENT_A_MINUTE + 1)]
    assert [answer.status_code for answer in told] == [200] * me.SENT_A_MINUTE + [HELD]
    assert "Nothing is lost; send it again in a minute." in text_of(told[-1])
    assert Claim.objects.count() == me.SENT_A_MINUTE
    assert send(other, hall, 1, 400, 300).status_code == 200


def test_one_card_makes_a_few_phones_a_minute_and_another_card_its_own(hall: f.Hall) -> None:
    told = [scanned(Client(), hall, 1) for _time in range(me.BOUND_A_MINUTE + 1)]
    assert [answer.status_code for answer in told] == [TAKEN] * me.BOUND_A_MINUTE + [HELD]
    assert PhoneDevice.objects.count() == me.BOUND_A_MINUTE
    assert all(scanned(Client(), hall, number).status_code == TAKEN for number in range(2, 9))


def test_negative_control_without_the_count_every_report_is_kept(
    hall: f.Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(me, "SENT_A_MINUTE", 6)
    monkeypatch.setattr(limits, "wait", lambda *_asked: 0.0)
    one = phone(hall, 1)
    assert {send(one, hall, 1, 400 + time, 300).status_code for time in range(me.SENT_A_MINUTE + 5)} == {200}
    assert one.post(address(hall, "leave")).status_code == TAKEN
