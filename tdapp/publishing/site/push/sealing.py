"""Secrets of places: sealed with the installation's secret, for one place alone. The database by itself opens none."""

from __future__ import annotations

import base64
import secrets
from typing import TYPE_CHECKING, Any

from django.utils.crypto import salted_hmac

from core.later import later

if TYPE_CHECKING:
    from cryptography import exceptions
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519
    from cryptography.hazmat.primitives.ciphers import aead
else:
    exceptions = later("cryptography.exceptions")
    serialization = later("cryptography.hazmat.primitives.serialization")
    ed25519 = later("cryptography.hazmat.primitives.asymmetric.ed25519")
    aead = later("cryptography.hazmat.primitives.ciphers.aead")

NONCE = 12
OURS = "tournament-desk"


def _box(place: Any) -> Any:
    return aead.AESGCM(salted_hmac("td.push-place", str(place), algorithm="sha256").digest())


def sealed(place: Any, secret: str) -> str:
    """A secret as it is stored; "" for none."""
    if not secret:
        return ""
    nonce = secrets.token_bytes(NONCE)
    return base64.b64encode(nonce + _box(place).encrypt(nonce, secret.encode(), None)).decode()


def opened(place: Any, text: str) -> str | None:
    """What was sealed here; None when another installation did, or somebody changed it."""
    try:
        kept = base64.b64decode(text, validate=True)
        return str(_box(place).decrypt(kept[:NONCE], kept[NONCE:], None), "utf-8")
    except (exceptions.InvalidTag, ValueError):
        return None


def new_key() -> tuple[str, str]:
    """A key of our own (Ed25519): the private half as OpenSSH keeps it, and the line to put on the server."""
    key = ed25519.Ed25519PrivateKey.generate()
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.OpenSSH, serialization.NoEncryption()
    )
    public = key.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
    return private.decode(), f"{public.decode()} {OURS}"
