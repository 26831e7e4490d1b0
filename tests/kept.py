"""What all tests of a module begin with, made once: each test's own changes are rolled back after it (`django_db`)."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar, cast

import pytest
from django.core.cache import cache
from django.db import transaction

from tests import chance
from tests.sweeps import SOAK

M = TypeVar("M", bound=Callable[..., Any])
STOCKS: dict[Callable[..., Any], dict[str, Any]] = {}


@contextmanager
def kept(request: pytest.FixtureRequest, blocker: Any) -> Iterator[None]:
    """Around what a fixture of module scope makes. Its tests get a copy of it (`copy.deepcopy`), for rows in hand change.

    request: the fixture's own; ids and seeds are drawn from its module's name. blocker: pytest-django's.
    """
    with blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patched:
        if not SOAK:
            chance.steady(patched, request.node.nodeid)
        yield
        transaction.set_rollback(True)


def once(make: Callable[[], Any]) -> tuple[Any, Any]:
    """Two fixtures for a module: what `make` makes, once for all of its tests (the module calls it `whole`), and what
    each of them gets of it, a copy of its own.
    """

    @pytest.fixture(scope="module")
    def whole(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
        with kept(request, django_db_blocker):
            yield make()

    @pytest.fixture
    def own(whole: Any) -> Any:
        # Versions begin anew in each test: nothing of another's may be taken for this one's.
        cache.clear()
        return copy.deepcopy(whole)

    return whole, own


def stocked(make: M) -> M:
    """A factory whose first call of a test may give what its module made once: see `first`."""
    stock: dict[str, Any] = {}

    @wraps(make)
    def made(*args: Any, **values: Any) -> Any:
        key = repr((args, values))
        return stock.pop(key) if key in stock else make(*args, **values)

    STOCKS[made] = stock
    return cast(M, made)


def first(make: Callable[..., Any], *args: Any, **values: Any) -> tuple[Any, Any]:
    """Two fixtures for a module, `whole` and another: in each of its tests the first call of a `stocked` factory with
    these arguments gives a copy of what was made once.
    """
    whole, _own = once(lambda: inspect.unwrap(make)(*args, **values))

    @pytest.fixture(autouse=True)
    def ready(whole: Any) -> Iterator[None]:
        cache.clear()
        STOCKS[make][repr((args, values))] = copy.deepcopy(whole)
        yield
        STOCKS[make].clear()

    return whole, ready
