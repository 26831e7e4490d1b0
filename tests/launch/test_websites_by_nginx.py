"""Websites of events as files that nginx serves itself: who comes before the first files are there is told so."""

from __future__ import annotations

import http.client
import ssl
from pathlib import Path

from tdapp.devtools import federation, own_certificate
from tdapp.launch.host import webservers
from tdapp.launch.host.services import free_port

HERE = "127.0.0.1"


def test_who_comes_before_the_first_files_reads_that_it_takes_minutes_and_then_the_page(
    tmp_path: Path,
) -> None:
    tls = ssl.create_default_context(cafile=str(own_certificate.make(tmp_path, federation.WEBSITES)))
    tls.check_hostname = False
    websites, port = tmp_path / "websites", free_port()
    websites.mkdir()
    program, _version = webservers.nginx()

    def ask(path: str, method: str = "GET") -> tuple[int, str, str]:
        door = http.client.HTTPSConnection(HERE, port, timeout=20, context=tls)
        try:
            door.request(method, path, headers={"Host": federation.WEBSITES})
            came = door.getresponse()
            return came.status, came.headers["Content-Type"], came.read().decode()
        finally:
            door.close()

    def answers() -> bool:
        try:
            return bool(ask("/"))
        except OSError:
            return False

    sites = federation.sites(free_port(), port, [free_port()], websites)
    with webservers.serving(program, sites, tmp_path, answers):
        # No folder yet, and one into which nothing has come: nginx itself would say 404 and 403.
        (websites / "made").mkdir()
        for path in ("/", "/manila-open/", "/made/", "/made/t/made/index.html"):
            status, kind, text = ask(path)
            assert (status, kind.split(";")[0]) == (404, "text/html"), path
            assert "the first pages of an event take some minutes to be made" in text, path
            assert "ilang minuto ang paggawa ng mga unang pahina" in text, path
            assert '<meta http-equiv="refresh" content="20">' in text, path
        (websites / "made" / "index.html").write_text("<h1>Open ng Maynila</h1>", encoding="utf-8")
        (websites / "made" / ".on-its-way").write_text("half a page", encoding="utf-8")
        assert ask("/made/")[::2] == (200, "<h1>Open ng Maynila</h1>")
        assert ask("/made/.on-its-way")[0] == 404
        assert ask("/made/", "POST")[0] == 404
