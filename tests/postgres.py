"""A test database in the throw-away PostgreSQL, and the switch of Django's default connection to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import environ
import psycopg
from django.core.management import call_command
from django.db import connections

from tdapp.launch.requests import databases
from tests import servers

# Databases of this process that have been brought up to date.
UP_TO_DATE = set[str]()


@contextmanager
def new_database(server_url: str, used: bool = False) -> Iterator[dict[str, Any]]:
    """Create a database and drop it at the end. Yields its entry for DATABASES. `used`: after a first start, else empty."""
    name = f"td_test_{os.getpid()}_{os.urandom(3).hex()}"
    template = used_before(server_url) if used else "template0"
    with psycopg.connect(server_url.replace("postgres://", "postgresql://"), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield databases.profile(environ.Env.db_url_config(server_url) | {"NAME": name}, "")
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def used_before(server_url: str) -> str:
    """The database all of this run's are copied from, made once for all workers: a first start takes seconds."""
    with servers.made_once("first-start-postgresql") as (place, there):
        if not there:
            name = f"td_used_{os.getpid()}_{os.urandom(3).hex()}"
            with psycopg.connect(
                server_url.replace("postgres://", "postgresql://"), autocommit=True
            ) as server:
                server.execute(f"CREATE DATABASE {name}")
            config = environ.Env.db_url_config(server_url) | {"NAME": name}
            servers.first_start(place.with_suffix(".data"), DATABASE_URL=url_of(config))
            place.write_text(name, encoding="utf-8")
        return place.read_text(encoding="utf-8")


def url_of(config: dict[str, Any]) -> str:
    """DATABASE_URL of an entry for DATABASES, for a server process."""
    return f"postgres://{config['USER']}@{config['HOST']}:{config['PORT']}/{config['NAME']}"


@contextmanager
def as_default(config: dict[str, Any]) -> Iterator[None]:
    """Inside the block `default` is `config`, in every thread; emptied at the end."""
    before = connections.settings["default"]
    _switch(connections.configure_settings({"default": dict(config)})["default"])
    try:
        if config["NAME"] not in UP_TO_DATE:
            call_command("migrate", verbosity=0, interactive=False)
            call_command("flush", verbosity=0, interactive=False)
            UP_TO_DATE.add(config["NAME"])
        yield
        call_command("flush", verbosity=0, interactive=False)
    finally:
        _switch(before)


def _switch(config: dict[str, Any]) -> None:
    connections["default"].close()
    del connections["default"]
    connections.settings["default"] = config
