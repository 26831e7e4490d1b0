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

# Databases of this process that have been brought up to date.
UP_TO_DATE = set[str]()


@contextmanager
def new_database(server_url: str, migrated: bool = True) -> Iterator[dict[str, Any]]:
    """Create a database, migrate it, and drop it at the end. Yields its entry for DATABASES."""
    name = f"td_test_{os.getpid()}_{os.urandom(3).hex()}"
    with psycopg.connect(server_url.replace("postgres://", "postgresql://"), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield databases.profile(environ.Env.db_url_config(server_url) | {"NAME": name}, "")
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


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
            UP_TO_DATE.add(config["NAME"])
        yield
        call_command("flush", verbosity=0, interactive=False)
    finally:
        _switch(before)


def _switch(config: dict[str, Any]) -> None:
    connections["default"].close()
    del connections["default"]
    connections.settings["default"] = config
