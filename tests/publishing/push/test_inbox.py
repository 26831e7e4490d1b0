"""A federation's inbox: a website handed in by one installation, checked, kept and shown by another; and what is refused."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.publishing.inbox import commands, keeping, views
from tdapp.publishing.models import InboxSender
from tdapp.publishing.site import inbox_protocol as protocol
from tdapp.publishing.site.push import sealing, sending
from tdapp.publishing.site.push.faults import Fault
from tdapp.publishing.site.push.holds import Holds
from tdapp.publishing.site.push.targets import inbox
from tests import factories as f
from tests.refusing import refused

pytestmark = pytest.mark.django_db
KEY, _PUBLIC = sealing.new_key()
AT = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
SITE = {
    "index.html": b"door",
    "t/open/index.html": b"<h1>home</h1><script>alert(1)</script>",
    "t/open/a/standings/index.html": b"standings",
    "fil/t/open/index.html": b"tahanan",
    "static/abc/style.css": b"css",
}


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with clock.at(AT):
        yield


@pytest.fixture
def token() -> str:
    made = commands.new_token()
    commands.add_sender(context.system(), Installation(), name="Cebu club", token=made)
    return made


def zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return stream.getvalue()


def handed_in(
    token: str,
    data: bytes | None = None,
    event: str = "open",
    at: datetime = AT,
    signer: str = KEY,
    **other: str,
) -> Any:
    data = zipped(sending.with_list(SITE)) if data is None else data
    public, signature = inbox._signed(signer, protocol.said(event, at.isoformat(), protocol.digest_of(data)))
    body: dict[str, Any] = {
        "token": token,
        "made": at.isoformat(),
        "key": public,
        "signature": signature,
        **other,
    }
    if data:
        body["site"] = SimpleUploadedFile("website.zip", data)
    return Client().post(f"/inbox/receive/{event}", body)


def test_a_website_that_was_handed_in_is_shown_shut_in(token: str) -> None:
    answer = handed_in(token)
    assert answer.status_code == 200, answer.content
    assert answer.json() == {"files": 6, "address": "http://testserver/inbox/cebu-club/open/"}
    page = Client().get("/inbox/cebu-club/open/t/open/")
    assert page.content == SITE["t/open/index.html"]
    assert page["Content-Type"] == "text/html; charset=utf-8"
    assert "sandbox" in page["Content-Security-Policy"]
    assert "allow-scripts" not in page["Content-Security-Policy"]
    assert "allow-same-origin" not in page["Content-Security-Policy"]
    assert not page.cookies
    assert Client().get("/inbox/cebu-club/open/").content == b"door"
    assert Client().get("/inbox/cebu-club/open/static/abc/style.css")["Content-Type"].startswith("text/css")
    for path in ("t/open/nothing/", "../../secret.key", "t/open/..%2f..%2fx", "static/"):
        assert Client().get(f"/inbox/cebu-club/open/{path}").status_code == 404
    assert Client().get("/inbox/nobody/open/").status_code == 404


def test_the_newest_wins_and_an_empty_one_takes_it_down(token: str) -> None:
    handed_in(token)
    newer = zipped(sending.with_list({**SITE, "index.html": b"new door"}))
    assert handed_in(token, newer, at=AT + timedelta(minutes=1)).status_code == 200
    assert handed_in(token).status_code == 409
    assert Client().get("/inbox/cebu-club/open/").content == b"new door"
    assert handed_in(token, b"", at=AT + timedelta(minutes=2)).status_code == 200
    assert Client().get("/inbox/cebu-club/open/").status_code == 404


def test_who_is_unknown_or_shut_out_or_signs_with_another_key_is_refused(token: str) -> None:
    assert handed_in("tdi_guessed").status_code == 410
    handed_in(token)
    other, _public = sealing.new_key()
    answer = handed_in(token, at=AT + timedelta(minutes=1), signer=other)
    assert (answer.status_code, answer.json()["code"]) == (403, "other-key")
    commands.revoke_sender(context.system(), InboxSender.objects.get())
    assert handed_in(token, at=AT + timedelta(minutes=2)).json()["code"] == "unknown-token"
    assert Client().get("/inbox/cebu-club/open/").status_code == 404


def test_a_website_of_the_future_is_refused_and_keeps_no_later_one_out(token: str) -> None:
    """The laptop's clock stood in another year when it sent, and was set right since."""
    answer = handed_in(token, at=AT + timedelta(days=400))
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong-clock")
    assert handed_in(token, at=AT + timedelta(hours=20)).status_code == 200
    assert handed_in(token, at=AT + timedelta(hours=21)).status_code == 200


def test_what_was_changed_on_the_way_is_refused(token: str) -> None:
    for changed in ({"made": (AT + timedelta(days=9)).isoformat()}, {"signature": "AAAA"}, {"key": "no key"}):
        answer = handed_in(token, **changed)
        assert (answer.status_code, answer.json()["code"]) == (403, "bad-signature")
    assert handed_in(token, made="yesterday").status_code == 422
    assert not InboxSender.objects.get().sites


def test_who_sends_too_much_is_told_to_wait_and_nobody_else(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MOST_OF_A_SENDER", 1)
    other = commands.new_token()
    commands.add_sender(context.system(), Installation(), name="Lipa club", token=other)
    with clock.at(AT):
        assert handed_in(token).status_code == 200
        late = handed_in(token)
        assert (late.status_code, late.json()["code"], late["Retry-After"]) == (429, "too-fast", "61")
        assert handed_in(other, signer=sealing.new_key()[0]).status_code == 200
        monkeypatch.setattr(views, "MOST_OF_A_NETWORK", 3)
        assert handed_in("tdi_guessed").status_code == 429
    with clock.at(AT + timedelta(minutes=2)):
        assert handed_in(token).status_code == 200


WRONG: dict[str, tuple[dict[str, bytes], str]] = {
    "another event": ({"t/other/index.html": b""}, "does not belong there"),
    "a program": ({"t/open/run.exe": b""}, "does not belong there"),
    "a script": ({"t/open/x.js": b""}, "does not belong there"),
    "a way out": ({"t/open/../../x.html": b""}, "does not belong there"),
    "a file too many": ({"t/open/more.html": b"x"}, "files are missing, or too many"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_website_of_this_event_is_refused(token: str, name: str) -> None:
    more, told = WRONG[name]
    answer = handed_in(token, zipped({**sending.with_list(SITE), **more}))
    assert answer.status_code == 422
    assert told in answer.json()["sentences"][0]
    assert not keeping.place_of(InboxSender.objects.get().pk, "open").exists()


def test_a_strangers_file_is_cut_off_before_it_fills_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views.SiteUpload, "most", 1000)
    body = {"token": "tdi_guessed", "site": SimpleUploadedFile("website.zip", bytes(5000))}
    assert Client().post("/inbox/receive/open", body).status_code == 413


@pytest.mark.parametrize("address", ["/inbox/receive/open", "/new/takeover"])
def test_a_form_without_files_at_a_door_for_files_is_answered(address: str) -> None:
    client = Client()
    client.force_login(f.user(operator=True))
    body = urlencode({"token": "tdi_guessed", "passphrase": "x"})
    answer = client.post(address, body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (410, 422)


@pytest.mark.parametrize("how", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_zip_packed_as_no_program_packs_websites_is_refused_unopened(token: str, how: int) -> None:
    """Damaged, these raise what nothing else does."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", how) as archive:
        for path, data in sending.with_list(SITE).items():
            archive.writestr(path, data)
    answer = handed_in(token, stream.getvalue())
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-site")


def test_a_directory_of_a_million_files_is_refused_before_it_is_read(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "MOST_FILES", 3)
    monkeypatch.setattr(protocol.zipfile, "ZipFile", None)
    assert handed_in(token, protocol.DIRECTORY_ENTRY * 4).status_code == 413


def test_what_is_not_as_its_list_says_or_no_zip_or_too_large_is_refused(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = sending.with_list(SITE)
    assert (
        "not as its list says"
        in handed_in(token, zipped({**listed, "index.html": b"forged"})).json()["sentences"][0]
    )
    assert "no zip file" in handed_in(token, b"hello").json()["sentences"][0]
    assert (
        "its list cannot be read"
        in handed_in(token, zipped({**listed, "site.json": b"[]"})).json()["sentences"][0]
    )
    for limit in ("MOST_UNPACKED", "MOST_FILES", "MOST_PACKED"):
        with monkeypatch.context() as patched:
            patched.setattr(protocol, limit, 5)
            assert handed_in(token).status_code == 413, limit
    assert handed_in(token).status_code == 200


def test_a_sender_has_a_name_of_its_own_and_so_many_websites(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add(name: str) -> Any:
        return commands.add_sender(context.system(), Installation(), name=name, token=commands.new_token())

    refused("no-name", lambda: add(" !"))
    refused("name-taken", lambda: add("cebu  CLUB"))
    monkeypatch.setattr(commands, "MOST_SITES", 1)
    handed_in(token)
    second = zipped(sending.with_list({"t/second/index.html": b"home"}))
    assert handed_in(token, second, event="second").json()["code"] == "too-many"
    assert handed_in(token, at=AT + timedelta(minutes=1)).status_code == 200, "the one there is still comes"


@pytest.fixture
def door() -> Iterator[str]:
    """The program's own door behind a real port."""

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            Door.answers.append((self.path, self.headers["Content-Type"], body))
            status, told = Door.says
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(told).encode())

        def log_message(self, *_words: object) -> None:
            """Quiet."""

        answers: list[tuple[str, str, bytes]] = []
        says: tuple[int, dict[str, Any]] = (200, {})

    server = HTTPServer(("127.0.0.1", 0), Door)
    Thread(target=server.serve_forever, daemon=True).start()
    server.door = Door  # type: ignore[attr-defined]
    yield server  # type: ignore[misc]
    server.shutdown()
    server.server_close()


def test_our_sender_and_our_inbox_understand_one_another(door: Any, token: str) -> None:
    """What our sender posts by a real line is what our inbox takes in."""
    account = inbox.Account(f"http://127.0.0.1:{door.server_port}/inbox/receive/", "open", token, KEY, AT)
    holds = Holds(uuid4())
    with inbox.opened(account) as target:
        sending.send(sending.with_list(SITE), target, holds, lambda _done, _of: None, event="open")
        ((path, kind, body),) = door.door.answers
        answer = Client().post(path, body, content_type=kind)
        assert answer.status_code == 200, answer.content
        assert Client().get("/inbox/cebu-club/open/t/open/a/standings/").content == b"standings"
        assert (
            sending.send(sending.with_list(SITE), target, holds, lambda _done, _of: None, event="open").steps
            == 0
        )
        sending.send({}, target, holds, lambda _done, _of: None, event="open")
    path, kind, body = door.door.answers[-1]
    assert b"website.zip" not in body
    assert holds.files == {}


SAYS = [
    (410, "unknown-token", "token-refused", False),
    (403, "other-key", "said-no", False),
    (413, "", "too-large", False),
    (409, "older", "said-no", False),
    (503, "", "server-fault", True),
    (429, "too-fast", "asks-to-wait", True),
]


@pytest.mark.parametrize(("status", "said", "code", "passing"), SAYS)
def test_what_an_inbox_says_becomes_a_fault(
    door: Any, status: int, said: str, code: str, passing: bool
) -> None:
    door.door.says = (status, {"code": said, "sentences": ["Not so."]})
    account = inbox.Account(f"http://127.0.0.1:{door.server_port}/", "open", "t", KEY, AT)
    holds = Holds(uuid4())
    with pytest.raises(Fault) as met, inbox.opened(account) as target:
        sending.send(sending.with_list(SITE), target, holds, lambda _done, _of: None, event="open")
    assert (met.value.code, met.value.passing) == (code, passing)
    unsure = set() if met.value.nothing_came else {"?"}
    assert set(holds.files.values()) == unsure, "after a no nothing is there, else nobody knows"
