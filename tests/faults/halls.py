"""Running halls with an event in them, seen from outside and from their database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import environ
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connections

from tdapp.events.models import Division, Event, Table
from tdapp.kernel.models import User
from tdapp.launch.requests import databases
from tests import factories, postgres, servers
from tests.faults.clerk import PASSWORD, Clerk, clerk

CLERKS = 4


@contextmanager
def looking_into(url: str) -> Iterator[None]:
    """Inside the block `default` is the running hall's own database; nothing is emptied."""
    before = connections.settings["default"]
    config = databases.profile(environ.Env.db_url_config(url), "DELETE")
    postgres._switch(connections.configure_settings({"default": config})["default"])
    try:
        yield
    finally:
        postgres._switch(before)


@dataclass
class Scene:
    """A running hall and the event in it."""

    hall: servers.Hall
    event: Event
    division: Division
    clerks: list[User]
    chief: User

    def clerk(self, number: int) -> Clerk:
        """One of its clerks, signed in over HTTP."""
        return clerk(self.hall.port, self.event.slug, self.clerks[number].username)

    def director(self) -> Clerk:
        """Its director, signed in over HTTP."""
        return clerk(self.hall.port, self.event.slug, self.chief.username)

    def tables(self) -> list[int]:
        """The tables of the open round."""
        rows = Table.objects.filter(round__division=self.division, round__status="published")
        return sorted(rows.values_list("number", flat=True))


def staged(hall: servers.Hall, players: int) -> Scene:
    """Put an event with one published round into the hall's database, and clerks who can sign in."""
    made = factories.hall(players=players, table_last=players)
    clerks = [made.clerk, *(factories.member(made.event, "clerk") for _more in range(CLERKS - 1))]
    # The hall hashes as it does outside tests; few rounds, because it is not the hashing that is tried here.
    stored = PBKDF2PasswordHasher().encode(PASSWORD, "saltsaltsalt", iterations=1000)
    staff = [made.director, *clerks]
    User.objects.filter(pk__in=[row.pk for row in staff]).update(password=stored)
    return Scene(hall, made.event, made.division, clerks, made.director)


Stage = Callable[[int], Scene]
