"""Whose word counts about a visitor's address: never the visitor's own."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from core import request_of
from tdapp.launch.requests import logs
from tdapp.launch.requests.middleware import RequestId
from tdapp.launch.requests.proxies import RealVisitor, Trusted, from_settings, visitor

ONE = Trusted(["10.0.0.1"])
CHAIN = Trusted(["10.0.0.1", "172.16.0.0/12", "fd00::/64"])


@pytest.mark.parametrize(
    ("said", "trusted", "found"),
    [
        ("203.0.113.7", ONE, "203.0.113.7"),
        ("6.6.6.6, 203.0.113.7", ONE, "203.0.113.7"),
        ("203.0.113.7, 172.16.0.9", CHAIN, "203.0.113.7"),
        ("6.6.6.6, 203.0.113.7, 172.16.0.9, 172.20.1.1", CHAIN, "203.0.113.7"),
        ("2001:db8::5, fd00::1", CHAIN, "2001:db8::5"),
        ("[2001:db8::5]:4711", ONE, "2001:db8::5"),
        ("203.0.113.7:4711", ONE, "203.0.113.7"),
        ("::ffff:203.0.113.7", ONE, "203.0.113.7"),
        ("203.0.113.7, unknown", ONE, "10.0.0.1"),
        ("203.0.113.7, <script>, 172.16.0.9", CHAIN, "172.16.0.9"),
        ("", ONE, "10.0.0.1"),
        (",,,", ONE, "10.0.0.1"),
    ],
)
def test_the_visitor_is_the_nearest_address_that_is_no_proxy_of_ours(
    said: str, trusted: Trusted, found: str
) -> None:
    assert visitor("10.0.0.1", said, trusted) == found


def seen(settings: Any, trusted: list[str], **meta: str) -> dict[str, Any]:
    """What a page sees of a request that came with `meta`."""
    settings.TRUSTED_PROXIES = Trusted(trusted)
    found: dict[str, Any] = {}

    def page(request: HttpRequest) -> HttpResponse:
        found.update(address=request.META["REMOTE_ADDR"], secure=request.is_secure(), meta=set(request.META))
        return HttpResponse()

    RealVisitor(page)(RequestFactory().get("/", **meta))  # type: ignore[arg-type]
    return found


FORWARDED = {
    "HTTP_X_FORWARDED_FOR": "203.0.113.7",
    "HTTP_X_FORWARDED_PROTO": "https",
    "HTTP_FORWARDED": "for=1",
}


def test_a_trusted_proxy_is_believed_and_a_stranger_who_says_the_same_is_not(settings: Any) -> None:
    believed = seen(settings, ["10.0.0.1"], REMOTE_ADDR="10.0.0.1", **FORWARDED)
    assert (believed["address"], believed["secure"]) == ("203.0.113.7", True)
    for trusted in ([], ["10.0.0.1"]):
        stranger = seen(settings, trusted, REMOTE_ADDR="198.51.100.1", **FORWARDED)
        assert (stranger["address"], stranger["secure"]) == ("198.51.100.1", False)
        # Nothing further in, the throttle of the API among it, can read what they wrote.
        assert not stranger["meta"] & set(FORWARDED)


def test_a_proxy_at_a_unix_socket_is_trusted_by_that_word_only(settings: Any) -> None:
    for peer in ("", "localhost"):
        assert seen(settings, ["unix"], REMOTE_ADDR=peer, **FORWARDED)["address"] == "203.0.113.7"
        assert seen(settings, ["127.0.0.1"], REMOTE_ADDR=peer, **FORWARDED)["address"] == peer


def test_the_last_proxy_says_which_scheme_was_typed(settings: Any) -> None:
    chain = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_PROTO": "https, http"}
    assert seen(settings, ["10.0.0.1"], **chain)["secure"] is False


def test_an_unknown_proxy_is_told_to_its_keeper_instead_of_redirected_for_ever(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.TRUSTED_PROXIES = True, Trusted(["10.0.0.9"])
    told = Client(REMOTE_ADDR="10.0.0.1").get("/healthz", headers={"X-Forwarded-Proto": "https"})
    assert told.status_code == 502
    assert b"TD_TRUSTED_PROXIES" in told.content
    assert b"10.0.0.1" not in told.content
    assert "10.0.0.1" in caplog.text


def test_names_that_are_no_proxies_are_refused_with_an_example() -> None:
    for wrong in ("proxy.example", "10.0.0.1/8", "*"):
        with pytest.raises(ValueError, match=r"TD_TRUSTED_PROXIES.*Examples"):
            Trusted([wrong])
    with pytest.raises(ValueError, match="TD_TRUSTED_PROXIES="):
        from_settings([], behind_proxy=True)
    assert from_settings(["127.0.0.1"], behind_proxy=True).holds("127.0.0.1")


def test_a_line_of_the_log_says_from_where(settings: Any) -> None:
    settings.TRUSTED_PROXIES = Trusted(["10.0.0.1"])
    lines: list[dict[str, Any]] = []

    def page(request: HttpRequest) -> HttpResponse:
        record = logging.LogRecord("td", logging.WARNING, __file__, 1, "odd", None, None)
        lines.append(json.loads(logs.JsonLines().format(record)))
        return HttpResponse()

    RealVisitor(RequestId(page))(RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", **FORWARDED))  # type: ignore[arg-type]
    assert lines[0]["from"] == "203.0.113.7"
    assert request_of.visitor.get() == ""
