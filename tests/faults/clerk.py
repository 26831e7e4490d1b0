"""A clerk with a browser that never gives up: sends a line with its key until somebody says what became of it."""

from __future__ import annotations

import http.client
import json
import re
import secrets
import threading
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

PASSWORD = "pass"
TRIES = 600
PAUSE_SECONDS = 0.1
# Set when the whole run is told to stop: nobody tries again then.
ENDING = threading.Event()
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@dataclass
class Answer:
    """What came back: status, headers, text; 0 when nothing did."""

    status: int
    text: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        return dict(json.loads(self.text))


class Browser:
    """Cookies and kept connections, opened anew whenever one breaks. Several threads may ask at once, as a browser's tabs do:
    each takes a connection nobody else has.
    """

    def __init__(self, port: int, timeout: float = 30) -> None:
        self.port, self.timeout = port, timeout
        self.cookies: dict[str, str] = {}
        self._lines: list[http.client.HTTPConnection] = []

    def ask(
        self, method: str, path: str, body: str | bytes = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """One request; raises OSError or HTTPException when the line breaks."""
        try:
            line = self._lines.pop()
        except IndexError:
            line = self.new_line()
        data = body.encode() if isinstance(body, str) else body
        line.request(method, path, data, {"Cookie": self._cookies(), **(headers or {})})
        reply = line.getresponse()
        text = reply.read().decode("utf-8", "replace")
        self._remember(reply.headers.get_all("Set-Cookie") or [])
        self._lines.append(line)
        return Answer(reply.status, text, dict(reply.headers.items()))

    def new_line(self) -> http.client.HTTPConnection:
        """One more connection."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)

    def tried(
        self, method: str, path: str, body: str | bytes = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """The same; a broken line is an answer with status 0."""
        try:
            return self.ask(method, path, body, headers)
        except (OSError, http.client.HTTPException):
            return Answer(0)

    def hang_up(self, method: str, path: str, body: str, headers: dict[str, str]) -> None:
        """Send a whole request and go away before the answer comes."""
        line = self.new_line()
        line.request(method, path, body.encode(), {"Cookie": self._cookies(), **headers})
        line.close()

    def break_off(self, path: str, body: bytes, headers: dict[str, str]) -> None:
        """Send half of a body and go away."""
        line = self.new_line()
        line.putrequest("POST", path)
        for name, value in {"Cookie": self._cookies(), "Content-Length": str(len(body)), **headers}.items():
            line.putheader(name, value)
        line.endheaders(body[: len(body) // 2])
        line.close()

    def _cookies(self) -> str:
        """As they are at this moment: an answer to another thread may bring one more."""
        return "; ".join(f"{name}={value}" for name, value in list(self.cookies.items()))

    def _remember(self, lines: list[str]) -> None:
        for text in lines:
            for name, morsel in SimpleCookie(text).items():
                self.cookies[name] = morsel.value

    def sign_in(self, username: str) -> None:
        """Through the log-in page, with its CSRF token."""
        page = self.ask("GET", "/login")
        found = TOKEN.search(page.text)
        assert found, page.text[:500]
        typed = {"username": username, "password": PASSWORD, "csrfmiddlewaretoken": found[1]}
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = self.ask("POST", "/login", urlencode(typed), form)
        assert answer.status in (302, 303), answer.text[:2000]


@dataclass
class Clerk:
    """One clerk at an event; `saved` holds what was acknowledged, by the key it was sent with."""

    browser: Browser
    event: str
    saved: dict[str, dict[str, Any]] = field(default_factory=dict)
    broken: int = 0

    def send(self, line: str, key: str) -> Answer:
        """One try."""
        return self.browser.tried("POST", f"/e/{self.event}/enter/", _body(line), self._headers(key))

    def hang_up(self, line: str, key: str) -> None:
        """One try whose answer nobody waits for."""
        self.browser.hang_up("POST", f"/e/{self.event}/enter/", _body(line), self._headers(key))

    def _headers(self, key: str) -> dict[str, str]:
        told = {"Content-Type": "application/json", "Accept": "application/json", "Idempotency-Key": key}
        return told | {"X-CSRFToken": self.browser.cookies.get("csrftoken", "")}

    def post(self, path: str, **typed: str) -> Answer:
        """A form of a page, sent as the page sends it."""
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        token = {"X-CSRFToken": self.browser.cookies.get("csrftoken", "")}
        return self.browser.tried("POST", path, urlencode(typed), form | token)

    def raw_post(
        self, path: str, body: str | bytes, kind: str = "application/x-www-form-urlencoded"
    ) -> Answer:
        """A body as it is."""
        token = {"X-CSRFToken": self.browser.cookies.get("csrftoken", "")}
        return self.browser.tried("POST", path, body, {"Content-Type": kind} | token)

    def upload(self, path: str, field: str, name: str, data: bytes, **typed: str) -> Answer:
        """A file chosen on a page, with the form's other fields."""
        return self.raw_post(path, *_multipart(field, name, data, typed))

    def break_off(self, path: str, field: str, name: str, data: bytes) -> None:
        """The same, and away when half of it is sent."""
        body, kind = _multipart(field, name, data, {})
        token = self.browser.cookies.get("csrftoken", "")
        self.browser.break_off(path, body, {"Content-Type": kind, "X-CSRFToken": token})

    def enter(self, line: str, key: str) -> dict[str, Any]:
        """Until it is acknowledged: a broken line, 5xx and 429 are tried again with the same key."""
        for _try in range(0 if ENDING.is_set() else TRIES):
            answer = self.send(line, key)
            if answer.status == 200:
                self.saved[key] = answer.data()
                return self.saved[key]
            assert answer.status in (0, 429) or answer.status >= 500, (line, answer.status, answer.text[:500])
            self.broken += 1
            if ENDING.wait(PAUSE_SECONDS):
                break
        raise AssertionError(f"{line} was never acknowledged")


def _multipart(field: str, name: str, data: bytes, typed: dict[str, str]) -> tuple[bytes, str]:
    """The body of a form with a file, and its kind."""
    mark = secrets.token_hex(12)
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, value in typed.items()
    ]
    head = f'--{mark}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
    body = "".join([*parts, head]).encode() + data + f"\r\n--{mark}--\r\n".encode()
    return body, f"multipart/form-data; boundary={mark}"


def _body(line: str) -> str:
    return json.dumps({"line": line, "sure": True})


def clerk(port: int, event: str, username: str) -> Clerk:
    """A clerk who is signed in."""
    browser = Browser(port)
    browser.sign_in(username)
    return Clerk(browser, event)
