"""How a message is signed: as the Standard Webhooks specification says it, so that receivers have libraries for it.

`webhook-signature: v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, by a secret of 32 bytes.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from django.utils.crypto import salted_hmac

from tdapp.api.models import Webhook

PREFIX = "whsec_"


def _key(row: Webhook) -> bytes:
    return salted_hmac("td.webhook", f"{row.pk}:{row.turn}", algorithm="sha256").digest()


def secret_of(row: Webhook) -> str:
    """The secret as it is shown once: made from the installation's own, so that it is stored nowhere."""
    return PREFIX + base64.b64encode(_key(row)).decode()


def headers(row: Webhook, message: str, seconds: int, body: bytes) -> dict[str, str]:
    """What goes with a body: its id, when it was sent, and the proof of both."""
    signed = b".".join((message.encode(), str(seconds).encode(), body))
    proof = base64.b64encode(hmac.new(_key(row), signed, hashlib.sha256).digest()).decode()
    return {
        "Content-Type": "application/json",
        "User-Agent": "tournament-desk-webhooks/1",
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{proof}",
    }
