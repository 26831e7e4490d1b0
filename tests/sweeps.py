"""One test over many cases: an item a room, which goes through all of its cases and names every one that failed.

Some hundred addresses times a dozen questions are thousands of items, each with its own fixtures; as sweeps they are a
dozen items a question, and a failure still says which case it was.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import translation

from tdapp.kernel.signing_in import limits

Test = Callable[..., None]
# Whether this is `./td soak`, where what stands for many is all of them.
SOAK = bool(os.environ.get("TD_SOAK"))


def named(case: Any) -> str:
    """What a case is called: its own name, its text, or the words of a row."""
    if isinstance(case, tuple):
        return "-".join(named(part) for part in case)
    return str(getattr(case, "name", case))


def all_of(cases: list[Any], _name: Callable[[Any], str]) -> Iterable[Any]:
    """What a sweep goes through. Who looks for the cases that come by one place puts another in its place."""
    return cases


THROUGH = [all_of]


def before_colon(name: str) -> str:
    """The room of an address: `desk` of `desk:enter`; addresses without a colon are the hall's own."""
    return name.partition(":")[0] if ":" in name else "hall"


@contextmanager
def taken_back() -> Iterator[None]:
    """What a case wrote is rolled back after it; it finds nothing cached, and nobody's tries counted."""
    cache.clear()
    limits.places(Path(), "").rows.clear()  # type: ignore[union-attr] - the tests' own (`tests/conftest.py`)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()


def swept(
    parameters: str,
    cases: Iterable[Any],
    *,
    name: Callable[[Any], str] = named,
    around: Callable[..., AbstractContextManager[None]] = nullcontext,
) -> Callable[[Test], Test]:
    """Parametrize a test by room. `parameters`: names of what each case gives, as for pytest's own `parametrize`.

    name: what a case is called, its room before a colon. around: called with those of the item's fixtures it names, for
    each case; takes back what the case did.
    """
    names = [part.strip() for part in parameters.split(",")]
    rooms: dict[str, list[Any]] = {}
    for case in cases:
        rooms.setdefault(before_colon(name(case)), []).append(case)

    def decorate(test: Test) -> Test:
        @wraps(test)
        def item(**fixtures: Any) -> None:
            failed = []
            for case in THROUGH[-1](rooms[fixtures.pop("room")], name):
                given = dict(zip(names, case if len(names) > 1 else (case,), strict=True))
                try:
                    with translation.override("en"), around(**{one: fixtures[one] for one in outside}):
                        test(**{one: fixtures[one] for one in asked}, **given)
                except Exception as error:
                    error.add_note(f"in the case {name(case)}")
                    failed.append(error)
            if failed:
                told = ", ".join(note for error in failed for note in error.__notes__)
                raise ExceptionGroup(f"{len(failed)} failed: {told}", failed)

        asked = [one for one in inspect.signature(test).parameters if one not in names]
        outside = [] if around is nullcontext else list(inspect.signature(around).parameters)
        wanted = dict.fromkeys([*asked, *outside, "room"])
        item.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(one, inspect.Parameter.KEYWORD_ONLY) for one in wanted]
        )
        return pytest.mark.parametrize("room", list(rooms))(item)

    return decorate
