"""A second factor asked of whoever is something here: led to it at the next log-in, and nobody shut out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from tdapp.accounts.commands import rule
from tdapp.accounts.second import required
from tdapp.accounts.views.factors import SEALED
from tdapp.events.access import installation_context
from tdapp.kernel import clock
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import system
from tdapp.kernel.models import IdempotencyKey, Invitation, User
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.kernel.signing_in import forgetting
from tests import factories as f
from tests.accounts.people import asks, log_in, now, send, who, with_app

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _at_noon() -> Iterator[None]:
    with clock.at(NOON):
        yield


@pytest.fixture
def olga() -> User:
    """An owner with a second factor."""
    one = f.user("olga", owner=True, operator=True)
    with_app(one)
    return one


def asked_of(owner: User, *kinds: str, seen: int = 1) -> None:
    rule.ask_of(installation_context(owner, "web"), Installation(), kinds=kinds, seen=seen)


def test_who_directs_keeps_or_holds_an_office_is_asked_and_nobody_else(olga: User) -> None:
    home = f.club()
    gone = f.event(deleted_at=NOON)
    people: dict[str, User] = {
        "operator": f.user(operator=True), "director": f.member(f.event(), "director"), "clerk": f.member(f.event(), "clerk"),
        "publisher": f.officer(home, "club-publisher"), "head": f.officer(home), "put away": f.member(gone, "director"),
    }  # fmt: skip
    found = {}
    for version, kind in enumerate(("operators", "directors", "officers"), 1):
        asked_of(olga, kind, seen=version)
        found[kind] = {name for name, user in people.items() if required.of(user)}
    assert found == {
        "operators": {"operator"},
        "directors": {"director", "head"},
        "officers": {"publisher", "head"},
    }
    assert not required.of(olga)
    told = {one["name"]: (one["all"], one["without"]) for one in required.lacking()}
    assert told == {"operators": (2, 1), "directors": (2, 2), "officers": (2, 2)}


def test_the_password_alone_opens_nothing_until_the_factor_is_there(olga: User) -> None:
    f.user("dan", operator=True)
    asked_of(olga, "operators")
    client = log_in("dan", next="/new")
    assert who(client) is None
    page = client.get("/login/set-up")
    assert (page.status_code, b"Not now" in page.content) == (200, False)
    assert client.post("/login/set-up", {"later": "1", "code": "000000"}).status_code == 422
    assert who(client) is None
    opened = client.post("/login/set-up", {"code": now(client.session[SEALED])})
    assert (opened.status_code, opened.content.count(b"data-code")) == (200, 10)
    assert b'href="/new"' in opened.content
    dan = who(client)
    assert dan is not None
    assert asks(dan)
    assert log_in("dan", next="/new").get("/login/second").status_code == 200


def test_without_a_password_typed_there_is_nothing_to_set_up() -> None:
    assert b"Type name and password first" in Client().get("/login/set-up").content


def test_whoever_asks_it_has_one_and_the_only_owner_may_put_it_off(olga: User) -> None:
    other = f.user("otto", owner=True, operator=True)
    with pytest.raises(Refusal, match="Set up your own second factor first"):
        asked_of(other, "operators")
    asked_of(olga, "operators")
    with pytest.raises(Conflict, match="Somebody else changed this"):
        asked_of(olga, seen=1)
    assert b"Not now" not in log_in("otto").get("/login/set-up").content
    User.objects.filter(pk=olga.pk).update(is_active=False)
    client = log_in("otto")
    assert b"Not now" in client.get("/login/set-up").content
    assert client.post("/login/set-up", {"later": "1"}).status_code == 303
    assert who(client) == other
    asked_of(other, seen=2)
    assert not required.of(other)


def test_the_page_says_who_has_none_and_only_owners_choose(olga: User) -> None:
    f.user("dan", operator=True)
    client = log_in("olga")
    send(client, "/login/second", {"code": now(olga.authenticator.sealed, 1)})
    assert b"1 of 2" in client.get("/accounts/").content
    assert send(client, "/accounts/second-factor", {"kinds": "operators", "seen": "1"}).status_code == 303
    assert required.rule().kinds == ["operators"]
    stale = send(client, "/accounts/second-factor", {"kinds": "officers", "seen": "1"})
    assert (stale.status_code, b"Somebody else changed this" in stale.content) == (409, True)
    rule.ask_of(system(), Installation(), kinds=[], seen=2)
    client = log_in("dan")
    assert b"/accounts/second-factor" not in client.get("/accounts/").content
    assert send(client, "/accounts/second-factor", {"kinds": "", "seen": "3"}).status_code == 403


def test_what_log_ins_and_codes_leave_goes_and_what_may_be_asked_again_stays() -> None:
    def key(scope: str, days: int) -> Any:
        at = NOON - timedelta(days=days)
        return IdempotencyKey.objects.create(
            scope=scope, actor="a", key=f"{scope}{days}", intent="i", asked="", at=at
        )

    def code(name: str, **days: int) -> None:
        told = {f"{what}_at": NOON - timedelta(days=many) for what, many in days.items()}
        Invitation.objects.create(
            purpose="account", name=name, code_hash=name, **{"expires_at": NOON, **told}
        )

    key("account:1", 3)
    stays = [key("account:1", 1), key("event:1", 300), key("installation", 300)]
    code("old", expires=91)
    code("used", used=91, expires=-5)
    code("open", expires=-5)
    code("of late", revoked=5)
    forgetting.forget(NOON)
    assert set(IdempotencyKey.objects.all()) == set(stays)
    assert set(Invitation.objects.values_list("name", flat=True)) == {"open", "of late"}
