"""Work beside the day gives way: after each transaction it stays away from the write lock for half as long as it held it.

SQLite lets one write at a time, and its wait is no queue between processes: a job that begins its next transaction at once
would leave a page that waits only the moments between two of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# In seconds: long enough that who looks every few milliseconds sees it, short enough that the work ends in its time.
LEAST, MOST, SHARE = 0.01, 0.2, 0.5
_gives_way: ContextVar[bool] = ContextVar("td_gives_way", default=False)


@contextmanager
def giving_way() -> Iterator[None]:
    """What this thread writes inside gives way to what pages read and write."""
    token = _gives_way.set(True)
    try:
        yield
    finally:
        _gives_way.reset(token)


def rest(held: float) -> float:
    """For how many seconds who held the write lock so long stays away from it; 0.0 for who does not give way."""
    return min(max(held * SHARE, LEAST), MOST) if _gives_way.get() else 0.0
