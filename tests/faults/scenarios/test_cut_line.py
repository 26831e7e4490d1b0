"""The line that scenario 25 cuts: what it lets through each way, so that its zeros are not those of a line never cut."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.faults.scenarios.cut_line import WAYS, Line, line_to
from tests.servers import eventually

BODY = b"x" * 3000
ARRIVED: list[bytes] = []


class Hall(BaseHTTPRequestHandler):
    """Keeps what arrives and thanks for it."""

    def do_POST(self) -> None:
        ARRIVED.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_about: object) -> None:
        return


@pytest.fixture
def line() -> Iterator[Line]:
    ARRIVED.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Hall) as hall:
        Thread(target=hall.serve_forever, daemon=True).start()
        with line_to(hall.server_address[1]) as between:
            yield between
        hall.shutdown()


def sent(line: Line, path: str = "/enter/") -> int:
    """The status of a request over the line; 0 when nothing came back."""
    asking = http.client.HTTPConnection("127.0.0.1", line.port, timeout=20)
    try:
        asking.request("POST", path, BODY)
        return asking.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        asking.close()


def test_a_line_that_is_not_cut_passes_everything(line: Line) -> None:
    assert [sent(line), sent(line)] == [200, 200]
    assert ARRIVED == [BODY, BODY]


@pytest.mark.parametrize("way", WAYS)
def test_a_line_goes_dead_at_its_request_and_stays_so_until_it_is_mended(line: Line, way: str) -> None:
    line.cut_at("/enter/", way)
    assert sent(line, "/other/") == 200
    assert sent(line) == 0
    eventually(lambda: len(_whole()) == (2 if way == "no answer" else 1), "what the way lets through")
    before = _whole()
    assert sent(line) == sent(line, "/other/") == 0
    assert _whole() == before
    line.mend()
    assert sent(line) == 200


def _whole() -> list[bytes]:
    return [data for data in ARRIVED if data == BODY]
