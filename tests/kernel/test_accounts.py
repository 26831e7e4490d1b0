"""Who signs in: names that can be typed, wrong passwords that slow strangers and never the owner."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.management import call_command
from django.test import Client

from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import AuditEntry, User, WrongTries
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.kernel.signing_in import accounts, devices
from tdapp.kernel.signing_in.accounts import Visitor
from tdapp.kernel.signing_in.users import create_user
from tests import factories

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
HERE, ELSEWHERE = "10.0.0.1", "10.0.0.2"
NEW, KNOWN, OF_ADDRESS = (
    accounts.NEW_DEVICES[0],
    accounts.KNOWN_DEVICE[0],
    accounts.NEW_DEVICES_OF_AN_ADDRESS[0],
)


@pytest.fixture(autouse=True)
def _at_noon() -> Iterator[None]:
    """Time stands still, so that nothing is given again while a slow machine works."""
    with clock.at(NOON):
        yield


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password the computer had to work for."""
    found: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: Any, password: str, salt: str) -> Any:
        found.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return found


def held_back(visitor: Visitor, username: str = "ana", password: str = "guess") -> bool:
    try:
        accounts.checked(visitor, username, password)
    except NotAllowed as refusal:
        return refusal.status == 429
    return False


def guesses(times: int, username: str = "ana", address: str = HERE) -> list[bool]:
    return [held_back(Visitor(address), username) for _try in range(times)]


def log_in(client: Client, username: str, password: str = "pass", address: str = HERE) -> Any:
    return client.post("/login", {"username": username, "password": password}, REMOTE_ADDR=address)


def test_devices_never_seen_before_share_one_budget_of_an_account_wherever_they_stand() -> None:
    told = [held_back(Visitor(f"10.1.0.{n}")) for n in range(NEW + 1)]
    assert told == [False] * NEW + [True]
    assert held_back(Visitor(ELSEWHERE), " ANA ")
    assert not held_back(Visitor(ELSEWHERE), "ben")


def test_a_device_that_logged_in_before_is_never_locked_by_strangers() -> None:
    factories.user("ana")
    laptop = Client()
    assert log_in(laptop, "ana").status_code == 303
    assert guesses(NEW + OF_ADDRESS + 5)[-1]
    assert log_in(Client(), "ana").status_code == 429
    assert log_in(laptop, "ana").status_code == 303
    assert log_in(laptop, "ana", address=ELSEWHERE).status_code == 303


def test_a_known_device_that_guesses_is_slowed_and_slows_no_other() -> None:
    factories.user("ana")
    one, other = Client(), Client()
    for client in (one, other):
        log_in(client, "ana")
    assert [log_in(one, "ana", "guess").status_code for _try in range(KNOWN + 1)] == [422] * KNOWN + [429]
    assert log_in(one, "ana").status_code == 429
    assert log_in(other, "ana").status_code == 303
    with clock.at(NOON + accounts.KNOWN_DEVICE[1]):
        assert log_in(one, "ana").status_code == 303


def test_a_device_is_known_to_the_accounts_it_logged_in_to_and_to_no_other() -> None:
    factories.user("ana")
    factories.user("ben")
    client = Client()
    log_in(client, "ben")
    assert [log_in(client, "ana", "guess").status_code for _try in range(NEW + 1)] == [422] * NEW + [429]
    assert log_in(client, "ben").status_code == 303


def test_a_cookie_somebody_made_up_or_a_fresh_one_gains_nothing() -> None:
    factories.user("ana")
    guesses(NEW)
    for value in ("", "x", "e30:1abc:forged", json.dumps({"id": "1", "of": ["ana"]})):
        client = Client()
        client.cookies[devices.COOKIE] = value
        assert log_in(client, "ana").status_code == 429


def test_the_cookie_is_for_the_server_alone_and_names_nobody() -> None:
    factories.user("ana")
    client = Client()
    log_in(client, "ana")
    cookie = client.cookies[devices.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert "ana" not in cookie.value


def test_twenty_five_clerks_behind_one_address_log_in_while_somebody_guesses_from_it() -> None:
    for number in range(25):
        factories.user(f"clerk{number}")
    told = []
    for number in range(25):
        guesses(4, "director")
        told.append(log_in(Client(), f"clerk{number}").status_code)
    assert told == [303] * 25


def test_what_looking_at_passwords_costs_is_bounded_for_each_address(hashed: list[str]) -> None:
    told = [held_back(Visitor(HERE), f"name{n}") for n in range(OF_ADDRESS + 200)]
    assert told == [False] * OF_ADDRESS + [True] * 200
    assert len(hashed) == OF_ADDRESS
    assert not held_back(Visitor(ELSEWHERE), "name")
    with clock.at(NOON + timedelta(minutes=1)):
        more = [held_back(Visitor(HERE), f"more{n}") for n in range(200)]
    assert more.count(False) == 60


def test_also_the_right_password_costs_so_often_only(hashed: list[str]) -> None:
    factories.user("ana")
    hashed.clear()
    told = [log_in(Client(), "ana").status_code for _try in range(OF_ADDRESS + 5)]
    assert told == [303] * OF_ADDRESS + [429] * 5
    client, most = Client(), accounts.KNOWN_DEVICES_OF_AN_ACCOUNT[0]
    log_in(client, "ana", address=ELSEWHERE)
    assert [log_in(client, "ana").status_code for _try in range(most + 1)] == [303] * most + [429]
    assert len(hashed) == OF_ADDRESS + 1 + most


def test_joining_costs_no_password_at_all(hashed: list[str]) -> None:
    here = factories.hall()
    hashed.clear()
    link = factories.join_link(here.event)
    assert Client().post(f"/join/{link}", {"name": "Vic"}).status_code == 303
    assert hashed == []


@pytest.mark.parametrize("kind", ["nobody", "a volunteer", "inactive", "somebody"])
def test_a_wrong_password_costs_and_says_the_same_for_every_name(kind: str, hashed: list[str]) -> None:
    if kind != "nobody":
        who = factories.user("ana")
        who.is_active = kind != "inactive"
        if kind == "a volunteer":
            who.set_unusable_password()
        who.save()
    hashed.clear()
    answers = [log_in(Client(), "ana", "guess") for _try in range(NEW + 1)]
    assert len(hashed) == NEW
    assert [a.status_code for a in answers] == [422] * NEW + [429]
    told = {re.sub(r"csrfmiddlewaretoken[^>]*>", "", a.content.decode()) for a in answers[:NEW]}
    assert len(told) == 1
    assert "Please enter a correct" in told.pop()


def test_who_is_held_back_is_told_how_long_and_the_way_out() -> None:
    guesses(NEW)
    answer = log_in(Client(), "ana")
    assert answer["Retry-After"] == "60"
    assert "Try again in 60 seconds." in answer.content.decode()
    assert "a director can let you in again" in answer.content.decode()


def test_the_unlock_command_lets_in_even_while_somebody_guesses_on() -> None:
    factories.user("ana")
    operator = factories.user("olga", owner=True)
    guesses(NEW)
    assert accounts.slowed(User.objects.all()) == {"ana"}
    out = StringIO()
    call_command("unlock_user", "ana", "--as", "olga", "--json", stdout=out)
    assert json.loads(out.getvalue()) == {"user": "ana"}
    assert accounts.slowed(User.objects.all()) == set()
    guesses(NEW)
    assert log_in(Client(), "ana").status_code == 303
    assert AuditEntry.objects.get(intent="user.unlock").actor == operator.actor
    with clock.at(NOON + accounts.LET_IN):
        assert guesses(NEW + 1, address=ELSEWHERE)[-1]


@pytest.mark.parametrize(("name", "by"), [("nobody", ""), ("ana", "ben")])
def test_unlocking_is_refused_in_a_sentence(name: str, by: str, capsys: pytest.CaptureFixture[str]) -> None:
    factories.user("ana")
    factories.user("ben")
    with pytest.raises(SystemExit) as stopped:
        call_command("unlock_user", name, *(["--as", by] if by else []))
    assert stopped.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_table_names_nobody() -> None:
    guesses(1)
    rows = WrongTries.objects.values_list("key", "about")
    assert len(rows) == 2
    assert not any("ana" in text or HERE in text for row in rows for text in row)


@pytest.mark.parametrize(
    "name",
    ["", " ", "two words", " ana", "ana ", "a\nb", "a;b", "<b>", "a/b", "\u202eana", "x" * 151, "'ana'"],
)
def test_a_name_nobody_can_type_is_no_user_name(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        create_user(context.system(), Installation(), username=name, password="long enough")
    assert refused.value.code == "bad-username"
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["ana", "ana.reyes", "ana@example.org", "a_1-b+c", "Niña"])
def test_plain_names_are_user_names(name: str) -> None:
    create_user(context.system(), Installation(), username=name, password="long enough")
    assert User.objects.get().username == name
