"""People in windows of their own, every one of them watched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from playwright.sync_api import Browser

from tdapp.kernel import jobs
from tests import factories as f
from tests.browser.person import LAPTOP, Person
from tests.browser.timers import Table, opened

Arrive = Callable[..., Person]


@cache
def _warmed_up() -> None:
    """All addresses and what the first page needs are loaded, once a process: on a busy computer that alone takes longer than
    a browser waits for a page.
    """
    assert Client().get("/login").status_code == 200


@pytest.fixture
def arrive(browser: Browser, live_server: Any) -> Iterator[Arrive]:
    """A new person, at a laptop unless said otherwise; none of their windows may misbehave."""
    people: list[Person] = []
    _warmed_up()

    def somebody(event: str = "", **options: Any) -> Person:
        wanted = {"base_url": live_server.url, "viewport": LAPTOP, "reduced_motion": "reduce"} | options
        people.append(Person.arrive(browser.new_context(**wanted), live_server.url, event))
        return people[-1]

    yield somebody
    for person in people:
        person.page.context.close()
    assert [trouble for person in people for trouble in person.troubles] == []


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A second hand that carries out jobs while the pages wait for them, as the worker does."""

    def carry_out(pk: str) -> None:
        jobs.run(pk)
        connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(jobs.SEND, "answers", (lambda pk: pool.submit(carry_out, pk),))
        yield


@pytest.fixture
def at_table(arrive: Arrive) -> Callable[..., Table]:
    """A clerk's window at table 1 of a hall."""

    def sit(hall: f.Hall | None = None, **options: Any) -> Table:
        here = hall or f.hall(4)
        person = arrive(here.event.slug, **options)
        person.sign_in(here.clerk)
        return opened(Table(person, here), f"/e/{here.event.slug}/open/round/1/table/1/timer/")

    return sit
