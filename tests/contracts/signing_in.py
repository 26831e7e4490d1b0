"""Accounts for the contracts: what stands in them, browsers half-way through a log-in."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.test import Client

from tdapp.accounts.commands.own import handle_of
from tdapp.accounts.models import Passkey
from tdapp.accounts.second import app_codes
from tdapp.accounts.second.asking import PENDING
from tdapp.accounts.views.factors import SEALED
from tdapp.kernel import clock
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import system
from tdapp.kernel.models import BrowserSession, Invitation, User
from tdapp.kernel.signing_in import inviting

if TYPE_CHECKING:
    from tests.contracts.worlds import World

HALFWAY, WITH_APP = "clerk halfway", "director with an app"


def prepared(user: User) -> dict[str, Any]:
    """Somebody is invited; this person has a passkey, and a session on another device."""
    answer = inviting.invite(system(), Installation(), name="Newcomer")
    key = Passkey.objects.create(user=user, name="stick", key_hash=f"of {user.pk}", data=b"x")
    until = clock.now() + timedelta(hours=12)
    facts = {"session_key": f"k{user.pk.hex}", "session_data": "", "expire_date": until}
    elsewhere = BrowserSession.objects.create(user=str(user.pk), device="Firefox · Linux", **facts)
    row = Invitation.objects.get(pk=answer["id"])
    return {"invitation": row, "passkey": key, "handle": handle_of(elsewhere), "keeper": user}


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
