"""Keys of hosts as people compare them: SHA256 and base64, as OpenSSH shows them."""

from __future__ import annotations

import base64
import binascii
import hashlib


def of(key: str) -> str:
    """`SHA256:...` of a key as it is kept ("ssh-ed25519 AAAA..."); "" for none."""
    try:
        data = base64.b64decode(key.partition(" ")[2].encode(), validate=True)
    except binascii.Error:
        return ""
    return f"SHA256:{base64.b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')}" if data else ""


def kind(key: str) -> str:
    """Its kind, as a host's help page calls it: ED25519, ECDSA, RSA."""
    return key.partition(" ")[0].removeprefix("ssh-").removeprefix("sha2-").split("-")[0].upper()
