"""Numbers to name people, events and words by in tests: one row for all, past those of a world another process made."""

from __future__ import annotations

from itertools import count

_numbers = count(1)
_last = 0


def number() -> int:
    """A number nothing was named by before."""
    global _last
    _last = next(_numbers)
    return _last


def so_far() -> int:
    """The last number given."""
    return _last


def go_on_after(last: int) -> None:
    """What was named elsewhere by the numbers up to `last` is named by them alone."""
    while so_far() < last:
        number()
