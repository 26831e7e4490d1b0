"""The address on the wall is one that a phone can reach."""

from __future__ import annotations

import io

import pytest
import segno
from django.test import RequestFactory

from tdapp.publishing.answers import poster
from tests.publishing.hall import played_hall, reader


@pytest.mark.parametrize(
    ("host", "hall", "address"),
    [
        ("localhost:8000", "192.168.1.20", "http://192.168.1.20:8000/t/open/"),
        ("127.0.0.1", "192.168.1.20", "http://192.168.1.20/t/open/"),
        ("localhost:8000", "", "http://localhost:8000/t/open/"),
        ("desk.example.org", "192.168.1.20", "http://desk.example.org/t/open/"),
        ("192.168.1.77:8000", "192.168.1.20", "http://192.168.1.77:8000/t/open/"),
    ],
)
def test_localhost_becomes_the_address_in_the_hall(
    host: str, hall: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poster, "lan_address", lambda: hall)
    assert poster.address(RequestFactory().get("/", HTTP_HOST=host), "open") == address


@pytest.mark.django_db
def test_the_code_is_an_image_of_that_address_and_the_poster_shows_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(poster, "lan_address", lambda: "")
    here = played_hall(4)
    event = here.division.event.slug
    answer = reader().get(f"/t/{event}/qr.svg")
    wanted = io.BytesIO()
    segno.make(f"http://testserver/t/{event}/", error="m").save(
        wanted, kind="svg", scale=8, border=4, dark="#000", light="#fff"
    )
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content == wanted.getvalue()
    page = reader().get(f"/t/{event}/poster", {"paper": "letter"}).content.decode()
    assert f"/t/{event}/qr.svg" in page
    assert f"http://testserver/t/{event}/" in page
    assert "paper-letter" in page
