"""What ends a tree of the search before its time."""

from __future__ import annotations


class OutOfSteps(Exception):
    """The budget of steps is spent; caught by whoever gave it."""


class TooFar(Exception):
    """A tree would move values by more than `near`: pairs that nobody listed may count. Caught by whoever set it."""


class TooCheap(Exception):
    """A listed edge costs less than its two values: one of them has to come down. Caught in `grow_from`."""
