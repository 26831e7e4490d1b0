"""Both databases a test may ask for. The program on PostgreSQL and Redis is in `tests/faults/test_database_away.py`."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.db import connection


def test_a_test_meets_the_database_it_asked_for(database: str) -> None:
    assert connection.vendor == database
    get_user_model().objects.create_user("alma")  # type: ignore[attr-defined]
    assert get_user_model().objects.count() == 1


def test_and_finds_nothing_of_the_test_before_it(database: str) -> None:
    assert get_user_model().objects.count() == 0, database
