"""What the room refuses beside its pages' usual ways: each refusal by its code."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tdapp.accounts.commands import factors, own, rule
from tdapp.accounts.models import Passkey
from tdapp.accounts.second import passkeys
from tdapp.accounts.views import log_in as doors
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import accounts
from tests import factories
from tests.accounts.people import send

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return factories.user("ana")


def code_of(call: Any) -> str:
    with pytest.raises(Refusal) as told:
        call()
    return told.value.code


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"name": " "}, "bad-name"),
        ({"name": "x" * 121}, "bad-name"),
        ({"name": "Ana", "email": "nonsense"}, "bad-email"),
    ],
)
def test_a_name_is_short_and_an_address_one(ana: User, sent: dict[str, str], code: str) -> None:
    assert code_of(lambda: own.set_person(accounts.own_context(ana), ana, **sent)) == code


def test_passkeys_are_few_and_each_is_there_once(ana: User) -> None:
    ctx, key = accounts.own_context(ana), {"key_hash": "one", "data": b"x"}
    factors.add_passkey(ctx, ana, name="", key=key)
    assert Passkey.objects.get().name == "Passkey"
    assert code_of(lambda: factors.add_passkey(ctx, ana, name="", key=key)) == "passkey-known"
    for number in range(passkeys.MOST - 1):
        Passkey.objects.create(user=ana, name="x", key_hash=str(number), data=b"x")
    more = {"key_hash": "more", "data": b"x"}
    assert code_of(lambda: factors.add_passkey(ctx, ana, name="", key=more)) == "too-many-passkeys"


@pytest.mark.parametrize("address", ["/login/passkey", "/login/forgotten"])
def test_who_asks_too_often_waits_and_nobody_elsewhere(
    address: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.SENDS_MAIL = True
    monkeypatch.setattr(doors, "MOST_ASKED", 1)
    here = Client(SERVER_NAME="localhost", REMOTE_ADDR=f"10.77.0.{len(address)}")
    asked = [send(here, address, {"username": "nobody"}).status_code for _time in range(4)]
    assert asked[-1] == 429
    elsewhere = Client(SERVER_NAME="localhost", REMOTE_ADDR=f"10.78.0.{len(address)}")
    assert elsewhere.get(address).status_code == 200


def test_inviting_is_for_who_is_signed_in_and_typed_the_password_of_late(ana: User) -> None:
    assert Client().get("/accounts/")["Location"].startswith("/login")
    owner = factories.user("olga", owner=True)
    client = Client()
    client.force_login(owner)
    assert client.get("/accounts/").status_code == 200
    for address in ("/accounts/", f"/accounts/{ana.pk}/reset"):
        asked = send(client, address, {"days": "14"})
        assert asked.status_code == 403
        assert b"password_again" in asked.content


def test_who_came_in_by_pin_types_the_password_before_inviting() -> None:
    event = factories.event()
    client = factories.taken_over(Client(), factories.member(event, "director", operator=True), event)
    answer = client.get("/accounts/", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (403, "password-needed")


def test_a_second_factor_is_asked_only_of_those_there_are() -> None:
    asked = {"kinds": ["officers", "ghosts"], "seen": 1}
    assert code_of(lambda: rule.ask_of(context.system(), Installation(), **asked)) == "unknown-kind"
