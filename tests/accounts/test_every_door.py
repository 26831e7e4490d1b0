"""The rule that asks for a second factor, at every door: password, passkey, code, invitation, provider, PIN."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tdapp.accounts.commands import rule
from tdapp.accounts.models import Authenticator, Passkey
from tdapp.accounts.second import app_codes, required
from tdapp.accounts.views.factors import SEALED
from tdapp.events.access import installation_context
from tdapp.kernel import clock
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import system
from tdapp.kernel.models import Invitation, User
from tdapp.kernel.signing_in import invitations, inviting, sessions
from tests import factories as f
from tests.accounts.people import GOOD, log_in, now, send, who, with_app
from tests.accounts.provider import CLIENT, SECRET, provider
from tests.accounts.soft_key import F, SoftKey
from tests.accounts.test_passkeys import HERE, opened, options
from tests.accounts.test_rule import asked_of
from tests.events.pages import story
from tests.events.test_pin_sessions import as_browsers_do, desk_of_the_director, is_asked

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
SET_UP, SECOND = "/login/set-up", "/login/second"


@pytest.fixture(autouse=True)
def olga() -> Iterator[User]:
    """An owner who asks owners and operators, directors and officers for a second factor."""
    with clock.at(NOON):
        one = f.user("olga", owner=True, operator=True)
        with_app(one)
        asked_of(one, "operators", "directors", "officers")
        yield one


@pytest.fixture
def dan() -> User:
    """An operator without a second factor."""
    return f.user("dan", operator=True)


def invited(**payload: Any) -> str:
    row = invitations.make(system(), inviting.ACCOUNT.name, payload={"operator": True, **payload}, name="Ben")
    return f"/invited/{invitations.code_of(row)}"


def with_passkey(user: User) -> SoftKey:
    """The account has a passkey, made before anybody asked for more than its password."""
    key, client = SoftKey(), Client(**HERE)
    client.force_login(user)
    with_fresh_password(client)
    answer = key.make(options(client, "/account/passkeys/add"))
    assert send(client, "/account/passkeys/add", {"answer": answer, "name": "phone"}).status_code == 303
    return key


def with_fresh_password(client: Client) -> None:
    """As if the password was typed just now."""
    session = client.session
    session[sessions.CONFIRMED_AT] = NOON.timestamp()
    session.save()


def leads_to_set_up(answer: Any, client: Client) -> bool:
    """Whether the way on is the page that sets a factor up, and nobody is signed in before it is done."""
    if answer["Location"] != SET_UP:
        return False
    assert who(client) is None
    assert client.get("/account/").status_code == 302
    opens = client.post(SET_UP, {"code": now(client.session[SEALED])}) if client.get(SET_UP) else None
    assert opens is not None
    assert opens.status_code == 200
    return who(client) is not None


def test_by_password_one_is_led_to_set_up(dan: User) -> None:
    client = Client()
    answer = send(client, "/login", {"username": "dan", "password": "pass"})
    assert leads_to_set_up(answer, client)


def test_by_passkey_one_is_in_for_it_asked_its_owner_itself(dan: User) -> None:
    key, client = with_passkey(dan), Client(**HERE)
    assert opened(key, client, next="/new")["Location"] == "/new"
    assert who(client) == dan


def test_a_passkey_that_asked_nobody_opens_nothing_so_there_is_none_that_does_not_count(dan: User) -> None:
    key, client = with_passkey(dan), Client(**HERE)
    key.flags = F.UP
    assert opened(key, client).status_code == 422
    assert who(client) is None


def test_who_has_a_passkey_shows_it_after_the_password_and_a_thief_sets_up_nothing(dan: User) -> None:
    key, client = with_passkey(dan), Client(**HERE)
    answer = send(client, "/login", {"username": "dan", "password": "pass", "next": "/new"})
    assert answer["Location"] == SET_UP
    page = client.get(SET_UP).content.decode()
    assert "/login/passkey?next=%2Fnew" in page
    assert 'name="code"' not in page
    refused = client.post(SET_UP, {"code": now(app_codes.new_secret())})
    assert refused.status_code == 403
    assert (who(client), Authenticator.objects.filter(user=dan).exists()) == (None, False)
    assert opened(key, client, next="/new")["Location"] == "/new"
    assert who(client) == dan


def test_who_has_neither_may_make_a_passkey_at_the_door_which_is_enough_from_then_on(dan: User) -> None:
    key, client = SoftKey(), Client(**HERE)
    assert (
        send(client, "/login", {"username": "dan", "password": "pass", "next": "/new"})["Location"] == SET_UP
    )
    for spoilt in ("", "{}", key.make(options(Client(**HERE), "/login/passkey"))):
        options(client, SET_UP)
        assert (send(client, SET_UP, {"answer": spoilt}).status_code, who(client)) == (422, None), spoilt
    assert not Passkey.objects.exists()
    made = key.make(options(client, SET_UP))
    assert send(client, SET_UP, {"answer": made})["Location"] == "/new"
    assert (who(client), Passkey.objects.get().user) == (dan, dan)
    assert send(client, invited(), {})["Location"] != SET_UP, "the session counts as one a passkey opened"
    assert opened(key, Client(**HERE))["Location"] == "/"


def test_where_browsers_use_no_passkeys_none_is_offered_or_taken_at_the_door(dan: User) -> None:
    key, client = SoftKey(origin="http://testserver", rp_id="testserver"), log_in("dan")
    page = client.get(SET_UP).content.decode()
    assert ("data-passkey" in page, 'name="code"' in page) == (False, True)
    elsewhere = log_in("dan", client=Client(**HERE))
    made = key.make(options(elsewhere, SET_UP))
    assert client.post(SET_UP, {"answer": made}).status_code == 422
    assert (who(client), Passkey.objects.exists()) == (None, False)


def test_where_browsers_use_no_passkeys_its_owner_sets_an_app_up(dan: User) -> None:
    with_passkey(dan)
    client = Client()
    answer = send(client, "/login", {"username": "dan", "password": "pass"})
    assert leads_to_set_up(answer, client)


def test_who_has_app_and_passkey_may_use_either(dan: User) -> None:
    key, client = with_passkey(dan), Client(**HERE)
    with_app(dan)
    assert send(client, "/login", {"username": "dan", "password": "pass"})["Location"] == SECOND
    assert "/login/passkey?next=" in client.get(SECOND).content.decode()
    assert "/login/passkey?next=" not in log_in("dan").get(SECOND).content.decode()
    assert opened(key, client)["Location"] == "/"
    assert who(client) == dan


def test_by_a_code_for_a_new_password_one_is_led_there_too(dan: User) -> None:
    client = Client()
    answer = send(client, code_for(dan), {"password": GOOD})
    assert leads_to_set_up(answer, client)


def code_for(user: User, second: bool = False) -> str:
    answer = inviting.offer_reset(system(), Installation(), user=user, second=second)
    return f"/invited/{invitations.code_of(Invitation.objects.get(pk=answer['id']))}"


@pytest.mark.parametrize("second", [False, True])
def test_a_code_for_who_lost_the_passkey_takes_it_away_where_that_was_said(dan: User, second: bool) -> None:
    key, client = with_passkey(dan), Client(**HERE)
    assert send(client, code_for(dan, second), {"password": GOOD})["Location"] == SET_UP
    assert ('name="code"' in client.get(SET_UP).content.decode()) == second
    assert Passkey.objects.filter(user=dan).exists() != second
    assert opened(key).status_code == (422 if second else 303)


def test_invited_while_the_rule_stands_one_sets_it_up_before_anything_opens() -> None:
    client = Client()
    newcomer = {"name": "Ben Reyes", "username": "ben", "password": GOOD}
    answer = send(client, invited(), newcomer)
    assert "Accepted." in client.get(SET_UP).content.decode()
    assert leads_to_set_up(answer, client)


def test_invited_to_what_nobody_is_asked_for_one_is_in() -> None:
    client = Client()
    newcomer = {"name": "Ben Reyes", "username": "ben", "password": GOOD}
    assert send(client, invited(operator=False), newcomer)["Location"] == "/"
    assert who(client) == User.objects.get(username="ben")


def test_who_becomes_more_in_a_session_the_password_opened_is_led_there_at_once() -> None:
    ana, client = f.user("ana"), log_in("ana")
    assert who(client) == ana
    assert leads_to_set_up(send(client, invited(), {}), client)


def test_who_becomes_more_in_a_session_a_passkey_or_a_code_opened_goes_on() -> None:
    ana, ben = f.user("ana"), f.user("ben")
    client = Client(**HERE)
    opened(with_passkey(ana), client)
    assert send(client, invited(), {})["Location"] != SET_UP
    assert who(client) == ana
    sealed, _codes = with_app(ben)
    client = log_in("ben")
    send(client, SECOND, {"code": now(sealed, 1)})
    assert send(client, invited(), {})["Location"] != SET_UP
    assert who(client) == ben


def test_by_a_federations_provider_one_is_led_there_too(dan: User, settings: Any) -> None:
    User.objects.filter(pk=dan.pk).update(email="ana@example.ph")
    with provider() as server:
        settings.OIDC = {
            "issuer": server.issuer, "client": CLIENT, "secret": SECRET, "name": "PSPA", "match": "email",
        }  # fmt: skip
        client = Client()
        back = urlsplit(server.signed_in(client.get("/login/federation")["Location"]))
        assert leads_to_set_up(client.get(f"{back.path}?{back.query}"), client)


def test_a_password_typed_in_a_session_a_pin_opened_reaches_no_further_without_the_factor() -> None:
    here = story()
    desk = desk_of_the_director(here)
    asked = f"{here.base}people/keys"
    for password in ("wrong", "pass"):
        answer = as_browsers_do(desk, asked, {"password_again": password, "label": "x"})
        assert answer.status_code in {403, 422}
        assert ("A second factor is asked of you" in answer.content.decode()) == (password == "pass")
    assert is_asked(desk.get(asked))
    with_app(here.hall.director)
    code = now(here.hall.director.authenticator.sealed, 1)
    sent = {"password_again": "pass", "code_again": code, "label": "x", "days": "1", "roles": "viewer"}
    assert as_browsers_do(desk, asked, sent).status_code != 403
    assert not is_asked(desk.get(asked))


def test_a_passkey_counts_where_it_is_asked_who_has_one(dan: User) -> None:
    with_passkey(dan)
    told = {one["name"]: (one["all"], one["without"]) for one in required.lacking()}
    assert told["operators"] == (2, 0)
    User.objects.filter(pk=dan.pk).update(owner=True)
    dan.refresh_from_db()
    rule.ask_of(installation_context(dan, "web"), Installation(), kinds=["officers"], seen=2)
    assert required.rule().kinds == ["officers"]
