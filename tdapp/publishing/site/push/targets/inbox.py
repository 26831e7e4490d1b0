"""A federation's inbox: the website as one signed ZIP, put in the place of the one before (docs/programmers/inbox.md)."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from core.later import later
from tdapp.publishing.site import inbox_protocol as protocol
from tdapp.publishing.site.push import guarded
from tdapp.publishing.site.push.faults import Fault
from tdapp.publishing.site.push.targets.s3 import unreached

if TYPE_CHECKING:
    import urllib3.exceptions
    from cryptography.hazmat.primitives import serialization
else:
    urllib3 = later("urllib3")
    serialization = later("cryptography.hazmat.primitives.serialization")

# What an inbox says that has a sentence here; anything else below 500 is told as it says it.
SAYS = {"unknown-token": "token-refused", "wrong-clock": "wrong-clock"}
LONGEST_ANSWER = 20_000


@dataclass(frozen=True, slots=True)
class Account:
    """Where, for which event, with which token and key. `at`: when what is sent was public."""

    address: str
    event: str
    token: str
    private_key: str
    at: datetime


class Inbox:
    """A door websites are handed in at, whole."""

    lanes, whole = 1, True

    def __init__(self, account: Account, http: Any) -> None:
        self.account, self._http = account, http
        self._host = urlsplit(account.address).netloc

    def occupied(self) -> Fault:
        return Fault("occupied", host=self._host, path=self.account.event)

    def read(self, path: str) -> bytes | None:
        """Nothing is ever read there: what lies there is replaced as a whole."""
        return None

    def remove(self, paths: Sequence[str]) -> None:
        self.put("", b"")

    def put(self, path: str, data: bytes) -> None:
        """Hand the ZIP in; an empty one takes the website down."""
        made = self.account.at.isoformat()
        key, signature = _signed(
            self.account.private_key, protocol.said(self.account.event, made, protocol.digest_of(data))
        )
        fields: dict[str, Any] = {
            "token": self.account.token,
            "made": made,
            "key": key,
            "signature": signature,
        }
        if data:
            fields["site"] = ("website.zip", data, "application/zip")
        address = f"{self.account.address.rstrip('/')}/{self.account.event}"
        try:
            answer = self._http.request("POST", address, fields=fields, preload_content=False, redirect=False)
            said = answer.read(LONGEST_ANSWER)
            answer.release_conn()
        except urllib3.exceptions.MaxRetryError as error:
            raise unreached(self._host, error.reason or error) from None
        except urllib3.exceptions.HTTPError as error:
            raise unreached(self._host, error) from None
        self._judge(answer.status, said)

    def _judge(self, status: int, said: bytes) -> None:
        if status == 200:
            return
        if status >= 500:
            raise Fault("server-fault", host=self._host, why=str(status))
        if status == 429:
            raise Fault("asks-to-wait", host=self._host)
        code, sentence = _told(said)
        fault = "too-large" if status == 413 else SAYS.get(code, "said-no")
        raise Fault(fault, host=self._host, why=sentence or f"{status}.")


def _told(said: bytes) -> tuple[str, str]:
    """Code and sentence of what the inbox says; "" where it says none."""
    try:
        told = json.loads(said)
        return str(told["code"]), " ".join(str(one) for one in told["sentences"])[:200]
    except (ValueError, KeyError, TypeError, RecursionError):
        return "", ""


def _signed(private_key: str, text: bytes) -> tuple[str, str]:
    """The public key and the signature, in base64."""
    key: Any = serialization.load_ssh_private_key(private_key.encode(), None)
    public, signature = key.public_key().public_bytes_raw(), key.sign(text)
    return base64.b64encode(public).decode(), base64.b64encode(signature).decode()


@contextmanager
def opened(account: Account) -> Iterator[Inbox]:
    """The way to an inbox; it is met when something is handed in."""
    http = guarded.pool(1)
    try:
        yield Inbox(account, http)
    finally:
        http.clear()
