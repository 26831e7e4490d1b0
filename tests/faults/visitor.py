"""A browser that comes to a federation by https, as one clerk or another."""

from __future__ import annotations

import http.client
from typing import Any

from tdapp.devtools.federation import Federation
from tests.faults.clerk import Browser, Clerk


class Visitor(Browser):
    """A browser that comes by https; its cookies are the program's own of server mode."""

    def __init__(self, made: Federation) -> None:
        super().__init__(made.port)
        self.made = made

    def new_line(self) -> http.client.HTTPConnection:
        return http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=self.timeout, context=self.made.tls
        )

    def ask(
        self, method: str, path: str, body: str | bytes = "", headers: dict[str, str] | None = None
    ) -> Any:
        """As a page of its own does."""
        own = {"Origin": f"https://127.0.0.1:{self.port}"}
        answer = super().ask(method, path, body, own | (headers or {}))
        self.cookies["csrftoken"] = self.cookies.get("__Host-csrf", "")
        return answer


def signed_in(made: Federation, event: str, username: str) -> Clerk:
    """A clerk of an event, signed in through nginx."""
    visitor = Visitor(made)
    visitor.sign_in(username)
    return Clerk(visitor, event)
