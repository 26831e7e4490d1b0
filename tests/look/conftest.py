"""A small server for the look: the gallery and the stand-in screens, without a database."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse

from tests.look.stand_in import Hall


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not the story of these tests."""


class Look(WSGIHandler):
    """The real middleware, the real content policy, other addresses."""

    def get_response(self, request: HttpRequest) -> HttpResponse:
        request.urlconf = "tests.look.urls"
        return super().get_response(request)


@pytest.fixture(scope="session")
def _server() -> Iterator[str]:
    server = make_server("127.0.0.1", 0, StaticFilesHandler(Look()), Server, Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def look(_server: str) -> str:
    """The address of the server, its hall empty again."""
    Hall.now = Hall()
    return _server
