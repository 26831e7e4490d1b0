"""Signing in with OpenID Connect, at a provider that is served over HTTP here: which account opens, and what is no proof."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from joserfc.jwk import RSAKey

from tdapp.accounts.models import LinkedIdentity
from tdapp.kernel.models import AuditEntry, User
from tests import factories
from tests.accounts.people import log_in, now, send, who, with_app
from tests.accounts.provider import CLIENT, SECRET, Provider, provider

pytestmark = pytest.mark.django_db


@pytest.fixture
def away(settings: Any) -> Iterator[Provider]:
    with provider() as server:
        settings.OIDC = {
            "issuer": server.issuer, "client": CLIENT, "secret": SECRET, "name": "PSPA", "match": "",
        }  # fmt: skip
        yield server


@pytest.fixture
def ana() -> User:
    row = factories.user("ana")
    User.objects.filter(pk=row.pk).update(email="ana@example.ph")
    return row


def through(server: Provider, client: Client, start: str = "/login/federation") -> Any:
    """To the provider and back, as a browser goes."""
    leaves = client.get(start)
    assert leaves.status_code == 302
    assert leaves["Location"].startswith(f"{server.issuer}/authorize?")
    back = urlsplit(server.signed_in(leaves["Location"]))
    return client.get(f"{back.path}?{back.query}")


def connected(server: Provider) -> None:
    client = log_in("ana")
    assert through(server, client, "/login/federation?connect=1")["Location"] == "/account/"


def test_the_button_is_there_where_it_leads_somewhere(away: Provider, settings: Any) -> None:
    assert "Log in with PSPA" in Client().get("/login").content.decode()
    settings.OIDC = {**settings.OIDC, "issuer": ""}
    assert "/login/federation" not in Client().get("/login").content.decode()
    for address in ("/login/federation", "/login/federation/back"):
        assert Client().get(address)["Location"] == "/"


def test_who_connected_an_account_logs_in_by_it(away: Provider, ana: User) -> None:
    connected(away)
    client = Client()
    answer = through(away, client, "/login/federation?next=/account/")
    assert (answer.status_code, answer["Location"]) == (303, "/account/")
    assert who(client) == ana
    assert AuditEntry.objects.filter(intent="account.link", scope=ana.scope_key).count() == 1


UNVERIFIED, UNKNOWN = "does not say that it verified your e-mail address", "but no account here does"
SAYS_NOTHING: Any = object()


def test_an_address_opens_an_account_only_where_it_is_verified_and_one_and_that_was_said(
    away: Provider, ana: User, settings: Any
) -> None:
    """`trusted-email`: the installation's word stands for the provider's. Whether an account has the address is told nobody."""
    factories.user("ben")
    cases: list[tuple[str, Any, int, str]] = [
        ("", True, 1, UNKNOWN), ("", False, 1, UNKNOWN), ("email", False, 1, UNVERIFIED), ("email", False, 0, UNVERIFIED),
        ("email", "true", 1, UNVERIFIED), ("email", SAYS_NOTHING, 1, UNVERIFIED), ("email", True, 2, UNKNOWN),
        ("email", True, 0, UNKNOWN), ("email", True, 1, ""), ("trusted-email", SAYS_NOTHING, 1, ""),
        ("trusted-email", False, 1, ""), ("trusted-email", SAYS_NOTHING, 2, UNKNOWN),
    ]  # fmt: skip
    for case in cases:
        match, verified, accounts, sentence = case
        LinkedIdentity.objects.all().delete()
        settings.OIDC = {**settings.OIDC, "match": match}
        away.person = {"sub": "u-1", "email": "ana@example.ph", "email_verified": verified}
        if verified is SAYS_NOTHING:
            del away.person["email_verified"]
        User.objects.filter(username="ana").update(email="ana@example.ph" if accounts else "")
        User.objects.filter(username="ben").update(email="ANA@example.ph" if accounts == 2 else "")
        client = Client()
        answer = through(away, client)
        assert (answer.status_code, who(client)) == ((403, None) if sentence else (303, ana)), case
        assert sentence in answer.content.decode(), case
        assert LinkedIdentity.objects.exists() == (not sentence), case
    assert User.objects.count() == 2


def test_a_stranger_gets_no_account(away: Provider) -> None:
    answer = through(away, Client())
    assert answer.status_code == 403
    assert "PSPA knows you, but no account here does" in answer.content.decode()
    assert not User.objects.exists()


def test_a_closed_account_stays_closed(away: Provider, ana: User) -> None:
    connected(away)
    User.objects.update(is_active=False)
    assert through(away, Client()).status_code == 403


def test_the_accounts_own_second_step_is_asked_too(away: Provider, ana: User) -> None:
    connected(away)
    sealed, _codes = with_app(ana)
    client = Client()
    assert through(away, client)["Location"] == "/login/second"
    assert who(client) is None
    assert client.post("/login/second", {"code": now(sealed)}).status_code == 303
    assert who(client) == ana


SPOILT: dict[str, dict[str, Any]] = {
    "another issuer": {"iss": "https://evil.example"},
    "for another desk": {"aud": "another"},
    "over": {"exp": 1_000_000_000},
    "of another log-in": {"nonce": "other"},
    "nobody": {"sub": ""},
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_token_that_proves_nothing_opens_nothing(away: Provider, ana: User, spoil: dict[str, Any]) -> None:
    connected(away)
    away.spoil = spoil
    client = Client()
    assert through(away, client).status_code == 422
    assert who(client) is None


def test_a_token_somebody_else_signed_opens_nothing(away: Provider, ana: User) -> None:
    connected(away)
    away.key = RSAKey.generate_key(2048, {"kid": "one"})
    assert through(away, Client()).status_code == 422


def test_an_answer_for_another_browser_opens_nothing(away: Provider, ana: User) -> None:
    connected(away)
    leaves = Client().get("/login/federation")
    back = urlsplit(away.signed_in(leaves["Location"]))
    victim = Client()
    assert victim.get(f"{back.path}?{back.query}").status_code == 422
    assert victim.get("/login/federation/back?error=access_denied&state=x").status_code == 422
    assert who(victim) is None


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_no_other_site_has_an_account_connected(away: Provider, ana: User, site: str) -> None:
    """It could have signed its visitor in at the provider as somebody else, who would own the account from then on."""
    client = log_in("ana")
    answer = client.get("/login/federation?connect=1", headers={"Sec-Fetch-Site": site})
    assert answer["Location"] == "/account/"
    headers = {"Sec-Fetch-Site": "same-origin"}
    assert client.get("/login/federation?connect=1", headers=headers)["Location"].startswith(away.issuer)


def test_a_provider_that_is_away_is_told_in_a_sentence(away: Provider) -> None:
    away.away = True
    answer = Client().get("/login/federation")
    assert answer.status_code == 422
    assert "Try again, or log in with the password" in answer.content.decode()


def test_one_identity_is_one_account(away: Provider, ana: User) -> None:
    connected(away)
    factories.user("ben")
    client = log_in("ben")
    assert through(away, client, "/login/federation?connect=1").status_code == 409


def test_disconnected_it_opens_nothing_and_the_only_way_in_stays(away: Provider, ana: User) -> None:
    connected(away)
    client = Client()
    through(away, client)
    User.objects.filter(pk=ana.pk).update(password="!none")
    client = Client()
    through(away, client)
    send(client, "/account/federation/off", {})
    assert LinkedIdentity.objects.exists()
    ana.set_password("pass")
    ana.save()
    assert send(log_in("ana"), "/account/federation/off", {}).status_code == 303
    assert not LinkedIdentity.objects.exists()
    assert through(away, Client()).status_code == 403


def test_connecting_asks_for_the_password_and_a_log_in(away: Provider, ana: User) -> None:
    assert Client().get("/login/federation?connect=1")["Location"].startswith("/login?next=")
    old = Client()
    old.force_login(ana)
    assert old.get("/login/federation?connect=1").status_code == 403
