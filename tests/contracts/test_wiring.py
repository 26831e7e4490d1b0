"""Ports: a room asks rooms above it through them, and none is left without an answer."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

import lexicon_admin
import tdapp
from tdapp import wiring
from tdapp.kernel import ports
from tdapp.kernel.ports import NotConnected, Port
from tests.guards.found import ROOT
from tests.guards.test_command_permissions import every_command
from tests.sweeps import swept


@pytest.fixture
def own() -> Iterator[Port[str]]:
    port: Port[str] = Port("who is at the door")
    yield port
    Port.made.remove(port)


def every_module() -> list[str]:
    found = [
        one.name
        for room in (tdapp, lexicon_admin)
        for one in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
    ]
    return [name for name in found if not {"migrations", "__main__"} & set(name.split("."))]


def test_whatever_is_loaded_no_port_is_without_its_line() -> None:
    for name in every_module():
        importlib.import_module(name)
    ports.refuse_unconnected()
    assert len(Port.made) >= 12


def test_a_port_that_nobody_connected_is_an_error_that_names_the_place_to_mend(own: Port[str]) -> None:
    with pytest.raises(NotConnected, match=r"who is at the door.*tdapp/wiring\.py"):
        list(own)
    with pytest.raises(NotConnected, match="who is at the door"):
        ports.refuse_unconnected()


def test_nobody_is_an_answer_and_answers_come_in_the_order_they_are_given(own: Port[str]) -> None:
    own.connect()
    assert list(own) == []
    own.connect("Ana", "Ben")
    assert list(own) == ["Ana", "Ben"]


@swept("port", Port.made, name=lambda port: port.about)
def test_the_start_fails_without_a_line(port: Port[object]) -> None:
    kept, port.answers = port.answers, None
    try:
        with pytest.raises(NotConnected, match=r"no line in tdapp/wiring\.py for"):
            ports.refuse_unconnected()
    finally:
        port.answers = kept


def test_connecting_again_says_the_same_as_before() -> None:
    before = [port.answers for port in Port.made]
    wiring.connect()
    assert [port.answers for port in Port.made] == before


def test_a_web_process_knows_every_command_by_its_words() -> None:
    """In a process of its own: here, other tests have loaded more."""
    code = (
        "import django; django.setup(); import tdapp.urls; from tdapp.kernel.commands import REGISTRY; "
        "print('\\n'.join(sorted(REGISTRY)))"
    )
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environ, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert set(ran.stdout.split()) == set(every_command())
