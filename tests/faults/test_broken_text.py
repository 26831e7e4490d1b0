"""Fault 15 at its narrowest: characters that are none reach no table, and asking for them is answered with a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.kernel.models import AuditEntry
from tests import factories as f
from tests.contracts.addresses import every_address
from tests.contracts.worlds import signed_in

ROOT = Path(__file__).resolve().parents[2]
SENTENCE = "a character that is not text"
ASKED = re.compile(r"GET\.get(?:list)?\(\s*\"(\w+)\"")


def every_parameter() -> list[str]:
    """The names of everything a page reads from its address."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tdapp").rglob("*.py")]
    return sorted({name for text in sources for name in ASKED.findall(text)})


@pytest.fixture
def hall(database: str) -> f.Hall:
    return f.hall(4)


@pytest.fixture
def director(hall: f.Hall) -> Client:
    client = signed_in(hall.director)
    client.raise_request_exception = False
    return client


def test_a_command_keeps_no_such_text_and_says_so(hall: f.Hall, director: Client) -> None:
    where = f"/e/{hall.event.slug}/{hall.division.slug}/round/1/recall"
    answer = director.post(where, {"reason": "a slip\x00", "sure": "on"}, follow=True)
    assert SENTENCE in answer.content.decode()
    assert not AuditEntry.objects.filter(reason__contains="a slip").exists()


def test_no_page_of_the_desk_crashes_over_what_its_address_asks_for(hall: f.Hall, director: Client) -> None:
    asked = dict.fromkeys(every_parameter(), "a\x00b")
    places = [one.name for one in every_address() if one.parameters == ("event",)]
    assert len(asked) > 20
    assert len(places) > 50
    crashed = []
    for name in places:
        answer = director.get(reverse(name, args=[hall.event.slug]), asked)
        if answer.status_code >= 500 and answer.status_code != 503:
            crashed.append((name, answer.status_code))
    assert crashed == []
