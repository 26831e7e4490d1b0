"""The one clock. Everything that needs the time asks here, so that a test can say what time it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime

from django.utils import timezone

_frozen: ContextVar[datetime | None] = ContextVar("td_clock", default=None)


def now() -> datetime:
    """The current moment, aware, in UTC; inside `at` the moment given there."""
    return _frozen.get() or datetime.now(UTC)


def is_held() -> bool:
    """Whether a block of `at` holds the clock."""
    return _frozen.get() is not None


def today() -> date:
    """The current date in the hall's time zone."""
    return timezone.localtime(now()).date()


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Hold the clock at `moment` (aware) inside the block."""
    token = _frozen.set(moment)
    try:
        yield
    finally:
        _frozen.reset(token)
