"""Passkeys: made, used, named, removed; every answer that proves nothing is refused."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from fido2.utils import websafe_decode, websafe_encode

from tdapp.accounts.models import Passkey
from tdapp.kernel.models import AuditEntry, User
from tdapp.kernel.signing_in.doors import notes
from tests import factories
from tests.accounts.people import log_in, send, who, with_app
from tests.accounts.soft_key import F, SoftKey

pytestmark = pytest.mark.django_db
HERE = {"SERVER_NAME": "localhost"}


def options(client: Client, address: str) -> str:
    page = client.get(address).content.decode()
    found = re.search(r'data-options="([^"]+)"', page)
    assert found, page
    return html.unescape(found[1])


@pytest.fixture
def ana() -> User:
    return factories.user("ana")


def added(ana: User, key: SoftKey, name: str = "my phone") -> Client:
    client = log_in("ana", client=Client(**HERE))
    answer = key.make(options(client, "/account/passkeys/add"))
    assert send(client, "/account/passkeys/add", {"answer": answer, "name": name}).status_code == 303
    return client


def opened(key: SoftKey, client: Client | None = None, **more: str) -> Any:
    client = client or Client(**HERE)
    answer = key.open(options(client, "/login/passkey"))
    return send(client, "/login/passkey", {"answer": answer, **more})


def test_a_passkey_logs_in_without_name_or_password(ana: User) -> None:
    key, client = SoftKey(), Client(**HERE)
    added(ana, key)
    answer = opened(key, client, next="/account/")
    assert (answer.status_code, answer["Location"]) == (303, "/account/")
    assert who(client) == ana
    notes.tick()
    assert Passkey.objects.get().used_at is not None
    hows = [row.payload["after"]["signed_in"] for row in AuditEntry.objects.filter(intent="session.begin")]
    assert sorted(hows) == ["passkey", "password"]


def test_it_needs_no_code_of_an_app_for_it_asks_its_owner_itself(ana: User) -> None:
    key, client = SoftKey(), Client(**HERE)
    added(ana, key)
    with_app(ana)
    assert opened(key, client)["Location"] == "/"
    assert who(client) == ana


def other_origin(key: SoftKey) -> None:
    key.origin = "https://evil.example"


def other_site(key: SoftKey) -> None:
    key.rp = bytes(32)


def nobody_asked(key: SoftKey) -> None:
    key.flags = F.UP


def nobody_there(key: SoftKey) -> None:
    key.flags = F.UV


def other_key(key: SoftKey) -> None:
    key.private = SoftKey().private


def unknown(key: SoftKey) -> None:
    key.id = bytes(16)


SPOILT = (other_origin, other_site, nobody_asked, nobody_there, other_key, unknown)


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda one: one.__name__)
def test_an_answer_that_proves_nothing_opens_nothing(ana: User, spoil: Callable[[SoftKey], None]) -> None:
    key, client = SoftKey(), Client(**HERE)
    added(ana, key)
    spoil(key)
    answer = opened(key, client)
    assert answer.status_code == 422
    assert "did not open the account" in answer.content.decode()
    assert who(client) is None


def no_key(key: SoftKey) -> None:
    key.bare = True


@pytest.mark.parametrize("spoil", [*SPOILT[:4], no_key], ids=lambda one: one.__name__)
def test_an_answer_that_proves_nothing_adds_no_passkey(ana: User, spoil: Callable[[SoftKey], None]) -> None:
    key, client = SoftKey(), log_in("ana", client=Client(**HERE))
    spoil(key)
    answer = key.make(options(client, "/account/passkeys/add"))
    assert send(client, "/account/passkeys/add", {"answer": answer}).status_code == 422
    assert not Passkey.objects.exists()


@pytest.mark.parametrize(
    "sent", ["", "null", "[]", "{}", "{", '{"id": 1}', '{"id":"x","rawId":"x","response":{}}', "x" * 30_000,
             "[" * 9_000, '{"a":' * 3_000]
)  # fmt: skip
def test_what_is_no_answer_is_refused_with_a_sentence(ana: User, sent: str) -> None:
    client = log_in("ana", client=Client(**HERE))
    options(client, "/account/passkeys/add")
    assert send(client, "/account/passkeys/add", {"answer": sent}).status_code == 422
    options(client, "/login/passkey")
    assert send(client, "/login/passkey", {"answer": sent}).status_code == 422


def test_an_answer_cut_in_the_middle_adds_no_passkey(ana: User) -> None:
    """The library reads behind the end of what was cut."""
    key, client = SoftKey(), log_in("ana", client=Client(**HERE))
    for end in range(0, 120, 3):
        answer = json.loads(key.make(options(client, "/account/passkeys/add")))
        whole = websafe_decode(answer["response"]["attestationObject"])
        answer["response"]["attestationObject"] = websafe_encode(whole[:end])
        assert send(client, "/account/passkeys/add", {"answer": json.dumps(answer)}).status_code == 422, end
    assert not Passkey.objects.exists()


def test_an_answer_is_good_once_and_for_the_browser_that_was_asked(ana: User) -> None:
    key, client = SoftKey(), Client(**HERE)
    added(ana, key)
    answer = key.open(options(client, "/login/passkey"))
    assert send(Client(**HERE), "/login/passkey", {"answer": answer}).status_code == 422
    assert send(client, "/login/passkey", {"answer": answer}).status_code == 303
    assert send(client, "/login/passkey", {"answer": answer}).status_code == 422


def test_a_key_whose_count_goes_back_is_a_copy(ana: User) -> None:
    key = SoftKey()
    added(ana, key)
    key.count = 7
    assert opened(key).status_code == 303
    notes.tick()
    assert opened(key).status_code == 422
    key.count = 8
    assert opened(key).status_code == 303


def test_a_closed_account_opens_by_no_passkey(ana: User) -> None:
    key = SoftKey()
    added(ana, key)
    User.objects.update(is_active=False)
    assert opened(key).status_code == 422


def test_one_passkey_is_one_accounts(ana: User) -> None:
    key = SoftKey()
    added(ana, key)
    factories.user("ben")
    client = log_in("ben", client=Client(**HERE))
    answer = key.make(options(client, "/account/passkeys/add"))
    assert send(client, "/account/passkeys/add", {"answer": answer}).status_code == 409


def test_named_and_removed_by_its_owner_alone(ana: User) -> None:
    hers = added(ana, SoftKey())
    pk = Passkey.objects.get().pk
    factories.user("ben")
    his = log_in("ben")
    send(his, f"/account/passkeys/{pk}/name", {"name": "x"})
    send(his, f"/account/passkeys/{pk}/remove", {})
    assert Passkey.objects.get().name == "my phone"
    assert send(hers, f"/account/passkeys/{pk}/name", {"name": " stick "}).status_code == 303
    assert Passkey.objects.get().name == "stick"
    assert send(hers, f"/account/passkeys/{pk}/remove", {}).status_code == 303
    assert not Passkey.objects.exists()


def test_the_only_way_in_stays(ana: User) -> None:
    key, client = SoftKey(), Client(**HERE)
    added(ana, key)
    ana.set_unusable_password()
    ana.save()
    assert opened(key, client).status_code == 303
    send(client, f"/account/passkeys/{Passkey.objects.get().pk}/remove", {})
    assert "only way in" in client.get("/account/").content.decode()
    assert Passkey.objects.exists()


@pytest.mark.parametrize(
    ("name", "secure", "possible"),
    [
        ("localhost", False, True),
        ("td.example.ph", True, True),
        ("td.example.ph", False, False),
        ("192.168.1.5", False, False),
    ],
)
def test_where_browsers_make_none_the_page_says_so(
    ana: User, name: str, secure: bool, possible: bool, settings: Any
) -> None:
    client = Client(SERVER_NAME=name)
    settings.ALLOWED_HOSTS = [name]
    page = client.get("/login/passkey", secure=secure).content.decode()
    assert ("data-options" in page) == possible
    assert ("No passkeys at this address" in page) != possible


def test_the_question_asks_the_key_to_ask_its_owner(ana: User) -> None:
    asked = json.loads(options(log_in("ana", client=Client(**HERE)), "/account/passkeys/add"))["publicKey"]
    assert asked["rp"]["id"] == "localhost"
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    assert (
        json.loads(options(Client(**HERE), "/login/passkey"))["publicKey"]["userVerification"] == "required"
    )
