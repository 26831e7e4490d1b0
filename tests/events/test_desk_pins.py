"""PINs at a desk: what one is, how often one may be tried, who may be chosen, who is told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import transaction

from tdapp.events.members.commands import desk_pins, members
from tdapp.events.models import DeskPin
from tdapp.events.models.pins import TRIES
from tdapp.kernel import clock, fence
from tdapp.kernel.models import AuditEntry, IdempotencyKey, User
from tdapp.kernel.refusals import NotAllowed, Refusal
from tests import factories
from tests.factories import Hall
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(factories.hall)
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
PIN, WRONG = "258036", "000000"

PINS = [
    ("258036", None), ("125800004711", None), ("2580", "bad-pin"), ("25803", "bad-pin"), ("1258000047110", "bad-pin"),
    ("25a036", "bad-pin"), ("", "bad-pin"), ("٢٥٨٠٣٦", "bad-pin"), ("111111", "weak-pin"), ("123456", "weak-pin"),
    ("987654", "weak-pin"), ("246802", "weak-pin"), ("121212", "weak-pin"), ("471471", "weak-pin"),
]  # fmt: skip


@pytest.mark.parametrize(("pin", "code"), PINS)
def test_a_pin_is_six_digits_or_more_and_not_easy_to_guess(pin: str, code: str | None) -> None:
    here = factories.hall()
    if code is None:
        desk_pins.set_pin(here.as_(here.clerk), here.event, pin=pin)
        assert DeskPin.objects.get(user=here.clerk, event=here.event).fits(pin)
        return
    with pytest.raises(Refusal) as refused:
        desk_pins.set_pin(here.as_(here.clerk), here.event, pin=pin)
    assert refused.value.code == code
    assert not DeskPin.objects.exists()


def test_a_pin_is_kept_as_a_hash_and_in_no_log() -> None:
    here = factories.hall()
    desk_pins.set_pin(here.as_(here.clerk, "k-1"), here.event, pin=PIN)
    kept = [*DeskPin.objects.all(), *AuditEntry.objects.all(), *IdempotencyKey.objects.all()]
    assert not any(f"'{PIN}'" in str(item.__dict__) for item in kept)


def test_a_volunteer_has_none() -> None:
    here = factories.hall()
    User.objects.filter(pk=here.clerk.pk).update(password="!")
    with pytest.raises(NotAllowed) as refused:
        desk_pins.set_pin(here.as_(here.clerk), here.event, pin=PIN)
    assert refused.value.code == "no-password"
    assert "director lets you in" in str(refused.value)


def test_a_pin_is_one_event_s() -> None:
    here, there = factories.hall(), factories.hall()
    members.add_member(there.as_(there.director), there.event, user=here.clerk, role="clerk")
    factories.pin(here.clerk, here.event)
    assert desk_pins.at_the_desk(there.event) == []


def wrong(here: Hall, pin: DeskPin, typed: str = WRONG, by: User | None = None) -> Refusal:
    with pytest.raises(NotAllowed) as refused:
        desk_pins.check_pin(here.as_(by or here.director), here.event, pin, typed)
    return refused.value


def test_five_wrong_pins_close_it_for_good_until_the_director_readmits() -> None:
    here = factories.hall()
    pin = factories.pin(here.clerk, here.event)
    with clock.at(NOON):
        told = [wrong(here, pin) for _try in range(TRIES)]
    assert [one.code for one in told] == ["wrong-pin"] * 4 + ["pin-closed"]
    assert "Tries left: 4." in str(told[0])
    with clock.at(NOON.replace(year=2027)):
        closed = wrong(here, pin, PIN)
    assert (closed.code, closed.status) == ("pin-closed", 429)
    assert "ask a director" in str(closed)
    members.readmit(here.as_(here.director), here.event, user=here.clerk)
    desk_pins.check_pin(here.as_(here.director), here.event, pin, PIN)


def test_a_right_pin_starts_the_count_anew() -> None:
    here = factories.hall()
    pin = factories.pin(here.clerk, here.event)
    for _turn in range(3):
        for _try in range(TRIES - 1):
            wrong(here, pin)
        desk_pins.check_pin(here.as_(here.director), here.event, pin, PIN)


def test_a_wrong_pin_is_logged_with_who_typed_it_and_never_as_the_person_s_own_doing() -> None:
    here = factories.hall()
    wrong(here, factories.pin(here.director, here.event), by=here.clerk)
    entry = AuditEntry.objects.get(intent="member.wrong_pin")
    assert (entry.scope, entry.actor) == (here.event.scope_key, here.clerk.actor)
    assert entry.target == here.director.username


def test_the_person_is_told_once_what_happened_to_the_pin() -> None:
    here = factories.hall()
    pin = factories.pin(here.director, here.event)
    assert desk_pins.news(here.director) == []
    wrong(here, pin, by=here.clerk)
    desk_pins.check_pin(here.as_(here.clerk), here.event, pin, PIN)
    (row,) = desk_pins.news(here.director)
    assert row.used_at is not None
    assert row.tried_at is not None
    DeskPin.objects.update(told_at=clock.now())
    assert desk_pins.news(here.director) == []


def test_where_another_laptop_runs_the_event_a_wrong_pin_counts_and_its_log_stays_as_it_is() -> None:
    here = factories.hall()
    pin = factories.pin(here.clerk, here.event)
    told = {"term": 9, "holder": "b" * 36, "name": "Laptop B", "address": "", "at": ""}
    with transaction.atomic():
        fence.raise_fence(here.event.scope_key, told)
    before = AuditEntry.objects.count()
    wrong(here, pin)
    assert DeskPin.objects.get().tries == 1
    assert AuditEntry.objects.count() == before


def test_an_old_pin_opens_nothing_whatever_is_typed() -> None:
    here = factories.hall()
    pin = factories.pin(here.clerk, here.event, "")
    assert [wrong(here, pin, typed).code for typed in ("", "2580", PIN)] == ["wrong-pin"] * 3
    assert desk_pins.at_the_desk(here.event) == []


def test_only_who_works_at_this_desk_is_listed_and_who_looks_is_not() -> None:
    here, there = factories.hall(), factories.hall()
    pins = [factories.pin(who, here.event) for who in (here.director, here.clerk, here.viewer)]
    factories.pin(there.director, there.event)
    assert desk_pins.at_the_desk(here.event) == sorted(pins[:2], key=lambda one: one.user.shown_as.casefold())


def test_with_the_last_role_the_pin_goes() -> None:
    here = factories.hall()
    ctx = here.as_(here.director)
    members.add_member(ctx, here.event, user=here.clerk, role="judge")
    factories.pin(here.clerk, here.event)
    members.remove_member(ctx, here.event, user=here.clerk, role="clerk")
    assert DeskPin.objects.exists()
    members.remove_member(ctx, here.event, user=here.clerk, role="judge")
    assert not DeskPin.objects.exists()
