"""The own account, invitations, the ways back in."""

from __future__ import annotations

from tests.contracts.matrix.row import ANYBODY, OWN, Row, change, look

ROWS: dict[str, Row] = {
    **{
        f"accounts:{name}": change(OWN)
        for name in (
            "password",
            "person",
            "end_others",
            "end_session",
            "app_off",
            "recovery",
            "passkey_name",
            "passkey_remove",
            "disconnect",
        )
    },
    "accounts:mine": look(OWN),
    "accounts:app": Row(OWN, OWN),
    "accounts:passkey_add": Row(OWN, OWN),
    **{
        f"accounts:{name}": Row(ANYBODY, ANYBODY)
        for name in ("second", "set_up", "by_passkey", "forgotten", "code", "invited")
    },
    "accounts:federation": look(ANYBODY),
    "accounts:federation_back": look(ANYBODY),
    "accounts:people": Row("account.invite", "account.invite"),
    "accounts:slip": look("account.invite"),
    "accounts:revoke": change("account.invite"),
    "accounts:reset": change("account.invite"),
    "accounts:ask_of": change("installation.people"),
}
