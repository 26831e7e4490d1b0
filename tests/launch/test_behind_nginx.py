"""Server mode as the guide tells it: the nginx file we give out, TLS, this program behind it, and any other WSGI server."""

from __future__ import annotations

import http.client
import json
import os
import re
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tdapp.devtools import federation, own_certificate
from tdapp.launch.host import webservers
from tdapp.launch.host.services import free_port
from tests import servers

pytestmark = pytest.mark.slow
NAME = "td.example.ph"
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"
SERVER: dict[str, Any] = {
    "TD_MODE": "server",
    "TD_SECRET_KEY": "k3y-Xq7Lp0aZw9RtYuIoP5sDfGhJk2LzXcVbNmQwErTyUiOpAs",
    "TD_HOSTS": f"{NAME},{HERE}",
    "TD_TRUSTED_PROXIES": HERE,
}
OTHER_SERVER = """
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server
from tdapp.wsgi import application
class Threaded(ThreadingMixIn, WSGIServer):
    daemon_threads = True
make_server("127.0.0.1", %d, application, Threaded).serve_forever()
"""
Answer = tuple[int, dict[str, str], str]


@dataclass
class Site:
    """An installation behind nginx, and ways to ask it."""

    port: int
    plain_port: int
    behind: int
    tls: ssl.SSLContext
    data: Path

    def ask(
        self, path: str, *, source: str = HERE, method: str = "GET", body: str = "", **headers: str
    ) -> Answer:
        """Status, headers and text of an answer that came through nginx and TLS."""
        door = http.client.HTTPSConnection(
            HERE, self.port, timeout=60, source_address=(source, 0), context=self.tls
        )
        return _answer(door, path, method, body, headers)

    def ask_plain(self, path: str, port: int, source: str = HERE, **headers: str) -> Answer:
        """The same without TLS: nginx's other port, or the program itself."""
        door = http.client.HTTPConnection(HERE, port, timeout=60, source_address=(source, 0))
        return _answer(door, path, "GET", "", headers)


def _answer(
    door: http.client.HTTPConnection, path: str, method: str, body: str, headers: dict[str, str]
) -> Answer:
    sent = {"Host": NAME} | {name.replace("_", "-"): value for name, value in headers.items()}
    door.request(method, path, body or None, sent)
    came = door.getresponse()
    text = came.read().decode()
    door.close()
    return came.status, dict(came.getheaders()), text


@contextmanager
def behind_nginx(folder: Path, behind: int, data: Path) -> Iterator[Site]:
    folder.mkdir()
    tls = ssl.create_default_context(cafile=str(own_certificate.make(folder, NAME)))
    tls.check_hostname = False
    site = Site(free_port(), free_port(), behind, tls, data)
    program, _version = webservers.nginx()
    sites = federation.sites(site.plain_port, site.port, [behind], folder)

    def answers() -> bool:
        try:
            return site.ask("/healthz")[0] == 200
        except OSError:
            return False

    with webservers.serving(program, sites, folder, answers):
        yield site


@contextmanager
def our_server(data: Path) -> Iterator[int]:
    with servers.hall(data, **SERVER) as running:
        yield running.port


@contextmanager
def other_server(data: Path) -> Iterator[int]:
    servers.used_before(data)
    port = free_port()
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("TD_", "DATABASE", "REDIS"))
    }
    ours = {"TD_DATA": str(data), "DJANGO_SETTINGS_MODULE": "tdapp.settings", "PYTHONPATH": str(servers.ROOT)}
    log = (data / "log.txt").open("wb")
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER_SERVER % port], env=kept | ours | SERVER, stdout=log, stderr=log
    )
    try:
        yield port
    finally:
        process.kill()
        process.wait()
        log.close()


@pytest.fixture(scope="module", params=["td run", "another server"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("server")
    server = our_server if request.param == "td run" else other_server
    with server(folder / "data") as port, behind_nginx(folder / "nginx", port, folder / "data") as site:
        yield site


def test_http_is_sent_to_https_once_and_there_a_page_comes_with_its_files(site: Site) -> None:
    status, headers, _text = site.ask_plain("/", site.plain_port)
    assert (status, headers["Location"]) == (301, f"https://{NAME}/")
    status, headers, text = site.ask("/login")
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', text))
    assert len(files) >= 2
    for file in files:
        status, headers, _text = site.ask(file)
        assert (status, "immutable" in headers["Cache-Control"]) == (200, True), file


def test_somebody_logs_in_through_the_proxy(site: Site) -> None:
    _status, headers, text = site.ask("/login")
    cookie = headers["Set-Cookie"]
    assert cookie.startswith("__Host-csrf=")
    assert "Secure" in cookie
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', text)
    assert token
    body = urlencode({"csrfmiddlewaretoken": token.group(1), "username": "nobody", "password": "wrong"})
    form = {"Content_Type": "application/x-www-form-urlencoded", "Cookie": cookie.split(";")[0]}
    status, _headers, text = site.ask("/login", method="POST", body=body, Origin=f"https://{NAME}", **form)
    assert status in (200, 422), text[:500]
    assert 'name="password"' in text


def test_a_strangers_guesses_are_held_back_by_the_strangers_own_address(site: Site) -> None:
    wrong = {"Authorization": "Bearer td_wrong"}
    guesses = [
        site.ask("/api/v1/events", source=ELSEWHERE, X_Forwarded_For=f"6.6.6.{number}", **wrong)[0]
        for number in range(61)
    ]
    assert guesses == [401] * 60 + [429]
    assert site.ask("/api/v1/events", **wrong)[0] == 401


def test_who_comes_round_the_proxy_is_not_believed(site: Site) -> None:
    forged = {"X_Forwarded_For": HERE, "X_Forwarded_Proto": "https"}
    assert site.ask_plain("/login", site.behind, ELSEWHERE, **forged)[0] == 502
    status, headers, _text = site.ask_plain("/login", site.behind, ELSEWHERE)
    assert (status, headers["Location"]) == (301, f"https://{NAME}/login")


def test_a_balancer_asks_by_any_name_and_programs_get_problem_documents(site: Site) -> None:
    assert site.ask_plain("/healthz", site.behind, Host="10.9.8.7:8000")[0] == 200
    assert site.ask_plain("/login", site.behind, Host="10.9.8.7:8000")[0] == 400
    assert site.ask("/readyz")[0] == 200
    status, headers, text = site.ask("/api/v1/nothing-here")
    assert (status, headers["Content-Type"]) == (404, "application/problem+json")
    assert json.loads(text)["code"] == "missing"


def test_the_log_names_the_visitor_and_not_the_proxy(site: Site) -> None:
    site.ask("/no-such-page", source="127.0.0.3", X_Forwarded_For="6.6.6.6")
    files = [*site.data.glob("log/td.log"), *site.data.glob("log.txt")]

    def lines() -> list[dict[str, Any]]:
        text = "".join(file.read_text(encoding="utf-8") for file in files)
        told = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        return [line for line in told if "/no-such-page" in line["message"]]

    found = servers.eventually(lines, "a line of the log")
    assert {line["from"] for line in found} == {"127.0.0.3"}
