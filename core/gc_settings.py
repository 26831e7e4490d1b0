"""When Python looks for garbage that refers to itself.

A page of a thousand players makes some hundred thousand objects and keeps them until it is written. With Python's own
setting (a look after every 700 of them, each tenth a longer one, over everything that lives) a third of the time
of such a page went into looking. What is there once the program is loaded stays anyway and is looked at no more.
"""

from __future__ import annotations

import gc

YOUNG = 50_000
# More than nearly every command makes before its answer is there.
ONE_ANSWER = 1_000_000


def seldom() -> None:
    """To be called first in a command: of its start a sixth went into looking at what had only just been loaded."""
    gc.set_threshold(YOUNG, 10, 10)


def once() -> None:
    """As `seldom`, in a command that gives one answer and ends: a twentieth of its time."""
    gc.set_threshold(ONE_ANSWER, 10, 10)


def leave() -> None:
    """To be called last in such a command: what it made goes with its process and is not looked through once more, a tenth."""
    gc.freeze()


def wait() -> None:
    """To be called before everything is imported, by a process that calls `settle` afterwards: a tenth of its start.

    What imports leave behind is a few thousand objects, less than looking for them costs.
    """
    gc.disable()


def settle() -> None:
    """To be called once in a process that serves or works, when everything is imported."""
    gc.freeze()
    seldom()
    gc.enable()


def share() -> None:
    """To be called once everything is loaded, by a process that only forks: a look for garbage would write on every object,
    and what is written on is shared no more.
    """
    gc.disable()
    gc.freeze()
