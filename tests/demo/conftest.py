"""The demo made once for a module; what a test does to it is rolled back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from tdapp.demo.making import season
from tdapp.events.models import Event
from tdapp.kernel import clock, context
from tdapp.kernel.models import User
from tests import factories as f

# A Sunday at two in the afternoon in Manila.
NOW = datetime(2026, 11, 22, 6, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def _made(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[User, list[Event]]]:
    with django_db_blocker.unblock(), transaction.atomic(), clock.at(NOW):
        operator = f.user("direktor", operator=True)
        yield operator, season.make(context.system(via="cli"), NOW)
        transaction.set_rollback(True)


@pytest.fixture
def operator(_made: tuple[User, list[Event]]) -> User:
    return _made[0]


@pytest.fixture
def demo(_made: tuple[User, list[Event]]) -> Iterator[tuple[Event, Event]]:
    """Today's event and last month's."""
    cache.clear()
    here, over = (Event.objects.get(pk=row.pk) for row in _made[1])
    with clock.at(NOW):
        yield here, over
    cache.clear()
