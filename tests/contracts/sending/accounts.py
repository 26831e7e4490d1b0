"""The own account, invitations, the ways back in."""

from __future__ import annotations

from tdapp.accounts.models import Authenticator
from tdapp.accounts.second import app_codes
from tdapp.kernel import clock
from tdapp.kernel.models import User
from tdapp.kernel.signing_in import invitations
from tests.contracts.sending.send import Body, Send, send
from tests.contracts.signing_in import HALFWAY, WITH_APP
from tests.contracts.worlds import World

GOOD = "salitaan-sa-hapon"


def _now(here: World) -> str:
    return app_codes.code_at(here.facts["sealed"], clock.now().timestamp())


def _second(here: World) -> Body:
    Authenticator.objects.create(user=here.who("clerk"), sealed=here.facts["sealed"])
    return {"code": _now(here)}


def _with_factor(here: World) -> Body:
    Authenticator.objects.create(user=here.who("director"), sealed=app_codes.new_secret())
    return {}


def _owner_with_factor(_here: World) -> Body:
    Authenticator.objects.create(user=User.objects.get(owner=True), sealed=app_codes.new_secret())
    return {"kinds": "officers", "seen": 1}


def _code(here: World) -> Body:
    return {"code": invitations.code_of(here.facts["invitation"])}


# A code that is looked up, a letter where there is no mail server, passkeys where browsers make none: nothing to log.
UNLOGGED = frozenset({"accounts:code", "accounts:forgotten", "accounts:by_passkey", "accounts:passkey_add"})
KEYLESS = {
    "accounts:set_up": "the step is over once the factor is there",
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
    "accounts:set_up": Send(
        lambda here: {"code": _now(here)},
        ("account.app_on", "account.recovery_codes", "session.begin"),
        HALFWAY,
    ),
    "accounts:by_passkey": send(by=""),
    "accounts:forgotten": send(by="", username="nobody"),
    "accounts:code": Send(_code, (), ""),
    "accounts:invited": send(
        "account.join", "session.begin", by="", name="New Comer", username="newcomer", password=GOOD
    ),
    "accounts:people": send("account.invite", by="operator", days=14, name="Somebody"),
    "accounts:revoke": send("account.revoke_invitation", by="operator"),
    "accounts:reset": send("account.offer_reset", by="operator"),
    "accounts:ask_of": Send(_owner_with_factor, ("account.second_rule",), "owner"),
}
