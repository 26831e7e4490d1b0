"""Two worlds for a whole module of tests; what a single test changes is rolled back after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tdapp.kernel import clock
from tdapp.kernel.models import Job, User
from tdapp.kernel.permissions import EVENT_ROLES
from tdapp.kernel.running import monotonic_clock
from tdapp.kernel.signing_in import sessions
from tdapp.launch.process import parent_watch
from tdapp.launch.requests.middleware import RENEWED
from tdapp.publishing.models import InboxSender
from tests import factories as f
from tests.contracts import signing_in
from tests.contracts.kept_worlds import kept
from tests.contracts.worlds import (
    World,
    foreign_world,
    kiosk_browser,
    phone_browser,
    pin_browser,
    signed_in,
    world,
)
from tests.sweeps import taken_back

BY_PIN = " by PIN"


# Whose desks were taken over by PIN: every role of an event, and a director who may do everything outside it too.
BY_PIN_TOO = (*EVENT_ROLES, "organiser")


@dataclass
class Hall:
    """The own event, the foreign one, and browsers of people with every standing."""

    own: World
    foreign: World
    operator: User
    owner: User
    clients: dict[str, Client]
    files: dict[Path, bytes]
    made: datetime

    def browser(self, role: str) -> Client:
        """A new browser of somebody: a role of the own event (also "clerk by PIN"), owner, operator, stranger, "" for the
        signed-out, or a kiosk's.
        """
        if role == "kiosk":
            return kiosk_browser(self.own)
        if role == "phone":
            return phone_browser(self.own)
        if role in {signing_in.HALFWAY, signing_in.WITH_APP}:
            return signing_in.browser(role, self.own)
        if role.endswith(BY_PIN):
            return pin_browser(self.own, role.removesuffix(BY_PIN))
        people = {
            **self.own.people,
            "owner": self.owner,
            "operator": self.operator,
            "stranger": self.foreign.who("director"),
        }
        return signed_in(people[role] if role else None)

    def fresh(self, role: str) -> Client:
        """A browser of its own with what somebody's has: what it is told, it alone knows."""
        if role not in self.clients:
            return self.browser(role)
        return with_cookies(self.clients[role].cookies.output(header=""))


def with_cookies(text: str) -> Client:
    """A browser that has these, as they are sent."""
    client = signed_in(None)
    client.cookies.load(text)
    return client


def as_if_just_made(hall: Hall, patched: pytest.MonkeyPatch) -> None:
    """The program's clocks go on from when the hall was made: what it was told a while ago is still fresh."""
    told, machine, age = clock.now, monotonic_clock._machine_ms, datetime.now(UTC) - hall.made
    patched.setattr(clock, "now", lambda: told() if clock.is_held() else told() - age)
    patched.setattr(monotonic_clock, "_machine_ms", lambda: machine() - age // timedelta(milliseconds=1))


def in_use(client: Client) -> Client:
    """Whose session was renewed just now: it would be written once a request else, for each is taken back."""
    if client.cookies:
        session = client.session
        session[RENEWED] = int(clock.now().timestamp())
        session.save()
    return client


def made() -> tuple[Hall, dict[str, str]]:
    """The hall, yet without browsers, and everybody's session: a browser itself is nobody's to keep."""
    own, foreign = world("own"), foreign_world("foreign")
    operator, owner = f.user("operator", operator=True), f.user("owner", owner=True)
    hall = Hall(own, foreign, operator, owner, {}, {}, datetime.now(UTC))
    by_pin = [f"{role}{BY_PIN}" for role in BY_PIN_TOO]
    roles = [*own.people, *by_pin, "owner", "operator", "stranger", ""]
    return hall, {role: in_use(hall.browser(role)).cookies.output(header="") for role in roles}


@pytest.fixture(scope="module")
def _halls(django_db_setup: None, django_db_blocker: Any) -> Iterator[Hall]:
    with django_db_blocker.unblock(), transaction.atomic():
        hall, cookies = kept("halls", made)
        hall.clients = {role: with_cookies(text) for role, text in cookies.items()}
        facts = [*hall.own.facts.values(), *hall.foreign.facts.values()]
        jobs = [fact.pk for fact in facts if isinstance(fact, Job | InboxSender)]
        files = (
            path for job in jobs for path in Path(settings.MEDIA_ROOT).rglob(f"{job}*") if path.is_file()
        )
        hall.files = {path: path.read_bytes() for path in files}
        with pytest.MonkeyPatch.context() as patched:
            as_if_just_made(hall, patched)
            yield hall
        transaction.set_rollback(True)


@pytest.fixture
def hall(_halls: Hall, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """The two worlds as they were made (the test's own transaction is rolled back; mark it `django_db`)."""
    cache.clear()
    # As under `./td run`, whose parent process a restore asks.
    monkeypatch.setattr(parent_watch, "is_tied", lambda: True)
    # Everybody typed the password a moment ago, however long the sweep takes; tests/accounts asks what else is asked.
    monkeypatch.setattr(sessions, "stale", lambda request: False)
    yield _halls
    cache.clear()
    _files_back(_halls)


@contextmanager
def as_made(hall: Hall) -> Iterator[None]:
    """Around one case of a sweep: it finds the worlds as they were made."""
    with taken_back():
        yield
    _files_back(hall)


def _files_back(hall: Hall) -> None:
    """What a rollback does not bring back."""
    for path, data in hall.files.items():
        if not path.exists():
            path.write_bytes(data)
