"""Codes of an app on a phone (TOTP, RFC 6238): 6 digits of every 30 seconds, by `cryptography`, which we have anyway."""

from __future__ import annotations

import base64
import os
from typing import TYPE_CHECKING, Any

from django.utils.crypto import salted_hmac

from core.later import later
from tdapp.kernel import clock

if TYPE_CHECKING:
    from cryptography import fernet
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives import twofactor as factor
    from cryptography.hazmat.primitives.twofactor import totp
else:
    fernet = later("cryptography.fernet")
    hashes = later("cryptography.hazmat.primitives.hashes")
    factor = later("cryptography.hazmat.primitives.twofactor")
    totp = later("cryptography.hazmat.primitives.twofactor.totp")

SECONDS, DIGITS, BYTES = 30, 6, 20
AROUND = (0, -1, 1)  # a phone's clock may be half a minute off


def new_secret() -> str:
    """A sealed secret, for an app that will make codes from it."""
    return _box().encrypt(os.urandom(BYTES)).decode()


def step_of(sealed: str, typed: str) -> int | None:
    """The half-minute whose code this is, of those around now; None for a wrong code."""
    code = "".join(typed.split())
    if len(code) != DIGITS or not code.isdigit():
        return None
    try:
        maker, now = _maker(sealed), int(clock.now().timestamp())
    except fernet.InvalidToken:  # sealed by another installation's key: its codes open nothing here
        return None
    for off in AROUND:
        try:
            maker.verify(code.encode(), now + off * SECONDS)
        except factor.InvalidToken:
            continue
        return now // SECONDS + off
    return None


def code_at(sealed: str, moment: float) -> str:
    """The code of a moment, as the app shows it."""
    return _maker(sealed).generate(int(moment)).decode()


def address(sealed: str, account: str, issuer: str) -> str:
    """What the QR code says: an `otpauth:` address as apps read it."""
    return _maker(sealed).get_provisioning_uri(account, issuer)


def spelled(sealed: str) -> str:
    """The secret for who types it, in groups of four."""
    text = base64.b32encode(_box().decrypt(sealed.encode())).decode().rstrip("=")
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def _maker(sealed: str) -> Any:
    return totp.TOTP(_box().decrypt(sealed.encode()), DIGITS, hashes.SHA1(), SECONDS)


def _box() -> Any:
    key = salted_hmac("td.authenticator", "sealed", algorithm="sha256").digest()
    return fernet.Fernet(base64.urlsafe_b64encode(key))
