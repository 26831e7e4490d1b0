"""The way out: on a server nobody reaches the inside of its network by calling it a web host."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from tdapp.publishing.site.push import guarded
from tdapp.publishing.site.push.faults import Fault

INSIDE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "::1", "fe80::1",
    "fd00::1", "224.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::",
    "2002:a00:1::", "255.255.255.255", "fe80::1%eth0", "240.0.0.1", "192.0.2.1", "2001:db8::1", "ff02::1", "fec0::1",
    "::127.0.0.1", "64:ff9b:1::7f00:1", "::ffff:0:127.0.0.1", "5f00::1",
)  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_what_lies_inside_in_whatever_coat(address: str) -> None:
    assert not guarded.is_outside(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111", "203.0.114.1", "64:ff9b::808:808"])
def test_what_lies_outside(address: str) -> None:
    assert guarded.is_outside(address)


def test_a_name_that_leads_inside_is_refused_before_anything_is_said(settings: Any) -> None:
    settings.PUSH_PRIVATE = False
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(0.2)
        for host in ("localhost", "127.0.0.1", "0x7f000001", "2130706433"):
            with pytest.raises(Fault) as met:
                guarded.connect(host, door.getsockname()[1])
            assert met.value.code == "inside", host
        with pytest.raises(TimeoutError):
            door.accept()


def test_the_address_that_was_looked_at_is_the_one_that_is_connected_to(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that answers otherwise the second time gets nowhere: it is asked once."""
    settings.PUSH_PRIVATE = False
    asked: list[str] = []
    went: list[Any] = []

    def answers(host: str, port: int, **_more: Any) -> list[Any]:
        asked.append(host)
        inside, outside = ("10.0.0.1", port), ("203.0.114.7", port)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", one) for one in (inside, outside)]

    class Line(socket.socket):
        def connect(self, address: Any) -> None:
            went.append(address)

    monkeypatch.setattr(guarded.socket, "getaddrinfo", answers)
    monkeypatch.setattr(guarded.socket, "socket", Line)
    guarded.connect("web.example.org", 22).close()
    assert asked == ["web.example.org"]
    assert went == [("203.0.114.7", 22)]


def test_storage_is_reached_by_the_same_way_and_no_redirect_leads_elsewhere(settings: Any) -> None:
    settings.PUSH_PRIVATE = False
    with pytest.raises(Fault, match="inside"):
        guarded.pool(1).request("GET", "http://127.0.0.1:9/")
    assert guarded.pool(1).connection_pool_kw["retries"].redirect == 0


def test_a_host_without_a_certificate_for_its_name_is_not_believed() -> None:
    manager = guarded.pool(1)
    assert manager.connection_pool_kw["cert_reqs"] == "CERT_REQUIRED"
    assert manager.connection_pool_kw["ca_certs"]
