"""What all tests of a module begin with, made once: each test's own changes are rolled back after it (`django_db`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from tests import chance
from tests.sweeps import SOAK


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
