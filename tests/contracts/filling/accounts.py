"""The own account, invitations, the ways back in."""

from __future__ import annotations

from tdapp.kernel.signing_in import invitations
from tests.contracts.filling.fill import Fill

FILLS: dict[str, Fill] = {
    "accounts:end_session": lambda here: {"handle": here.facts["handle"]},
    "accounts:passkey_name": lambda here: {"pk": here.facts["passkey"].pk},
    "accounts:passkey_remove": lambda here: {"pk": here.facts["passkey"].pk},
    "accounts:invited": lambda here: {"code": invitations.code_of(here.facts["invitation"])},
    "accounts:slip": lambda here: {"pk": here.facts["invitation"].pk},
    "accounts:revoke": lambda here: {"pk": here.facts["invitation"].pk},
}
