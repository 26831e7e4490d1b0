"""The code after the password: what is right, what is spent, who waits; asked wherever the password is typed again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from tdapp.accounts.commands import factors
from tdapp.accounts.models import RecoveryCode
from tdapp.accounts.second import app_codes, asking
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry, User
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import accounts
from tests import factories
from tests.accounts.people import asks, log_in, now, send, who, with_app

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _at_noon() -> Iterator[None]:
    with clock.at(NOON):
        yield


def step(client: Client, code: str) -> Any:
    return client.post("/login/second", {"code": code})


@pytest.fixture
def ana() -> User:
    return factories.user("ana")


# RFC 6238, appendix B, of the secret "12345678901234567890": the last six of its eight digits.
@pytest.mark.parametrize(
    ("moment", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
    ],
)
def test_codes_are_those_of_the_standard(moment: int, code: str) -> None:
    sealed = app_codes._box().encrypt(b"12345678901234567890").decode()
    assert app_codes.code_at(sealed, moment) == code
    with clock.at(datetime.fromtimestamp(moment, UTC)):
        assert app_codes.step_of(sealed, f"{code[:3]} {code[3:]}") == moment // 30


@pytest.mark.parametrize(("off", "fits"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_a_phone_half_a_minute_off_is_right(off: int, fits: bool) -> None:
    sealed = app_codes.new_secret()
    assert (app_codes.step_of(sealed, now(sealed, off)) is not None) == fits


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦"])
def test_what_is_no_code_is_none(typed: str) -> None:
    assert app_codes.step_of(app_codes.new_secret(), typed) is None


def test_the_secret_is_not_in_the_table_and_another_installations_opens_nothing(settings: Any) -> None:
    sealed = app_codes.new_secret()
    assert app_codes.spelled(sealed).replace(" ", "") not in sealed
    code = now(sealed)
    settings.SECRET_KEY = "another-one-of-another-installation"
    assert app_codes.step_of(sealed, code) is None


def test_the_password_alone_opens_nothing(ana: User) -> None:
    sealed, _codes = with_app(ana)
    client = log_in("ana", next="/account/")
    assert who(client) is None
    assert client.get("/account/").status_code == 302
    assert step(client, "000000").status_code == 422
    with clock.at(NOON + timedelta(minutes=1)):
        answer = step(client, now(sealed))
        assert (answer.status_code, answer["Location"]) == (303, "/account/")
        assert who(client) == ana
    assert AuditEntry.objects.get(intent="session.begin").payload["after"]["signed_in"] == "password + code"


def test_a_code_opens_one_log_in(ana: User) -> None:
    sealed, _codes = with_app(ana)
    code = now(sealed)
    assert step(log_in("ana"), code).status_code == 303
    assert step(log_in("ana"), code).status_code == 422
    assert step(log_in("ana"), now(sealed, 1)).status_code == 303


def test_a_recovery_code_opens_one_log_in_and_is_gone(ana: User) -> None:
    _sealed, codes = with_app(ana)
    client = log_in("ana")
    assert step(client, codes[0].upper().replace("-", " ")).status_code == 303
    assert who(client) == ana
    assert step(log_in("ana"), codes[0]).status_code == 422
    assert RecoveryCode.objects.filter(user=ana).count() == len(codes) - 1
    ben = factories.user("ben")
    with_app(ben)
    assert step(log_in("ben"), codes[1]).status_code == 422


def test_too_many_wrong_codes_wait_and_hold_nobody_else_back(ana: User) -> None:
    sealed, _codes = with_app(ana)
    ben = factories.user("ben")
    his, _more = with_app(ben)
    client = log_in("ana")
    for _time in range(asking.TRIES[0]):
        assert step(client, "000000").status_code == 422
    assert step(client, now(sealed)).status_code == 429
    assert step(log_in("ben"), now(his)).status_code == 303
    with clock.at(NOON + timedelta(minutes=2)):
        assert step(client, now(sealed)).status_code == 303


def test_the_second_step_waits_ten_minutes_and_for_the_same_password(ana: User) -> None:
    sealed, _codes = with_app(ana)
    late, other = log_in("ana"), log_in("ana")
    with clock.at(NOON + timedelta(minutes=10)):
        assert step(late, now(sealed)).status_code == 200
        assert who(late) is None
    ana.set_password("another-one")
    ana.save()
    assert "password first" in step(other, now(sealed)).content.decode()
    assert who(other) is None


def test_it_is_turned_on_by_a_first_code_only(ana: User) -> None:
    sealed = app_codes.new_secret()
    with pytest.raises(Refusal) as told:
        factors.turn_on(accounts.own_context(ana), ana, sealed=sealed, code="000000")
    assert told.value.code == "wrong-code"
    assert not asks(ana)
    with pytest.raises(Refusal) as told:
        factors.renew_codes(accounts.own_context(ana), ana, into=factors.Codes())
    assert told.value.code == "no-second-factor"


def test_nothing_secret_reaches_the_log(ana: User) -> None:
    sealed, codes = with_app(ana)
    written = " ".join(str(row.payload) + row.target + row.reason for row in AuditEntry.objects.all())
    for secret in (sealed, app_codes.spelled(sealed), app_codes.spelled(sealed).replace(" ", ""), *codes):
        assert secret not in written


def test_who_types_the_password_again_types_the_code_too(ana: User) -> None:
    sealed, _codes = with_app(ana)
    client = log_in("ana")
    step(client, now(sealed))
    with clock.at(NOON + timedelta(minutes=30)):
        sent = {"name": "Ana B", "email": ""}
        asked = send(client, "/account/person", sent)
        assert asked.status_code == 403
        assert b"code_again" in asked.content
        wrong = send(client, "/account/person", {**sent, "password_again": "pass"})
        assert wrong.status_code == 422
        ana.refresh_from_db()
        assert ana.display_name == "Ana"
        both = {"password_again": "pass", "code_again": now(sealed)}
        assert send(client, "/account/person", {**sent, **both}).status_code == 303
    ana.refresh_from_db()
    assert ana.display_name == "Ana B"


def test_turned_off_it_is_asked_no_more(ana: User) -> None:
    sealed, _codes = with_app(ana)
    client = log_in("ana")
    step(client, now(sealed))
    assert client.post("/account/app/off").status_code == 303
    assert who(log_in("ana")) == ana
    assert not RecoveryCode.objects.filter(user=ana).exists()
