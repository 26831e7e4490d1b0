"""Accounts for the contracts: what stands in them, what is sent to their addresses, browsers half-way through a log-in."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.test import Client

from tdapp.accounts.commands.own import handle_of
from tdapp.accounts.models import Authenticator, Passkey
from tdapp.accounts.second import app_codes
from tdapp.accounts.second.asking import PENDING
from tdapp.accounts.views.factors import SEALED
from tdapp.kernel import clock
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import system
from tdapp.kernel.models import BrowserSession, Invitation, User
from tdapp.kernel.signing_in import invitations, inviting
from tests.contracts.sends import Body, Send, send

if TYPE_CHECKING:
    from tests.contracts.worlds import World

HALFWAY, WITH_APP = "clerk halfway", "director with an app"
GOOD = "salitaan-sa-hapon"


def prepared(user: User) -> dict[str, Any]:
    """Somebody is invited; this person has a passkey, and a session on another device."""
    answer = inviting.invite(system(), Installation(), name="Newcomer")
    key = Passkey.objects.create(user=user, name="stick", key_hash=f"of {user.pk}", data=b"x")
    until = clock.now() + timedelta(hours=12)
    facts = {"session_key": f"k{user.pk.hex}", "session_data": "", "expire_date": until}
    elsewhere = BrowserSession.objects.create(user=str(user.pk), device="Firefox · Linux", **facts)
    row = Invitation.objects.get(pk=answer["id"])
    return {"invitation": row, "passkey": key, "handle": handle_of(elsewhere), "keeper": user}


FILLING = {
    "accounts:end_session": lambda here: {"handle": here.facts["handle"]},
    "accounts:passkey_name": lambda here: {"pk": here.facts["passkey"].pk},
    "accounts:passkey_remove": lambda here: {"pk": here.facts["passkey"].pk},
    "accounts:invited": lambda here: {"code": invitations.code_of(here.facts["invitation"])},
    "accounts:slip": lambda here: {"pk": here.facts["invitation"].pk},
    "accounts:revoke": lambda here: {"pk": here.facts["invitation"].pk},
}


def browser(role: str, here: World) -> Client:
    """Who gave the right password and is asked for the code; who is shown the secret of a new app."""
    client, sealed = Client(raise_request_exception=False), app_codes.new_secret()
    user = here.who("clerk" if role == HALFWAY else "director")
    here.facts["sealed"] = sealed
    if role == WITH_APP:
        client.force_login(user)
    session = client.session
    session[SEALED] = sealed
    if role == HALFWAY:
        mark, at = user.get_session_auth_hash(), clock.now().timestamp()
        session[PENDING] = {
            "user": str(user.pk), "how": "password", "next": "/", "facts": {}, "at": at, "mark": mark,
        }  # fmt: skip
    session.save()
    return client


def _now(here: World) -> str:
    return app_codes.code_at(here.facts["sealed"], clock.now().timestamp())


def _second(here: World) -> Body:
    Authenticator.objects.create(user=here.who("clerk"), sealed=here.facts["sealed"])
    return {"code": _now(here)}


def _with_factor(here: World) -> Body:
    Authenticator.objects.create(user=here.who("director"), sealed=app_codes.new_secret())
    return {}


def _code(here: World) -> Body:
    return {"code": invitations.code_of(here.facts["invitation"])}


# A code that is looked up, a letter where there is no mail server, passkeys where browsers make none: nothing to log.
UNLOGGED = frozenset({"accounts:code", "accounts:forgotten", "accounts:by_passkey", "accounts:passkey_add"})
KEYLESS = {
    "accounts:second": "the code is spent, and so is the step",
    "accounts:recovery": "each press shows new codes: they are kept nowhere, so there is nothing to show again",
    "accounts:invited": "the code is used up",
}
SENDS: dict[str, Send] = {
    "accounts:password": send("account.password", password=GOOD),
    "accounts:person": send("account.person", name="Other Name", email="other@example.ph"),
    "accounts:end_others": send("account.end_others"),
    "accounts:end_session": send("account.end_session"),
    "accounts:app": Send(
        lambda here: {"code": _now(here)}, ("account.app_on", "account.recovery_codes"), WITH_APP
    ),
    "accounts:app_off": Send(_with_factor, ("account.app_off",)),
    "accounts:recovery": Send(_with_factor, ("account.recovery_codes",)),
    "accounts:passkey_add": send(),
    "accounts:passkey_name": send("account.passkey_name", name="phone"),
    "accounts:passkey_remove": send("account.passkey_remove"),
    "accounts:disconnect": send("account.unlink"),
    "accounts:second": Send(_second, ("session.begin",), HALFWAY),
    "accounts:by_passkey": send(by=""),
    "accounts:forgotten": send(by="", username="nobody"),
    "accounts:code": Send(_code, (), ""),
    "accounts:invited": send(
        "account.join", "session.begin", by="", name="New Comer", username="newcomer", password=GOOD
    ),
    "accounts:people": send("account.invite", by="operator", days=14, name="Somebody"),
    "accounts:revoke": send("account.revoke_invitation", by="operator"),
    "accounts:reset": send("account.offer_reset", by="operator"),
}
