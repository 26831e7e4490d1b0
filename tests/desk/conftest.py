"""The hall most tests of drafts begin with."""

from __future__ import annotations

import pytest

from tdapp.events.models import Division
from tdapp.kernel import context
from tdapp.kernel.context import Context
from tests import factories


@pytest.fixture
def hall() -> tuple[Context, Division]:
    """Nine entrants and whoever may do everything there."""
    event = factories.event()
    division = factories.division(event)
    factories.entrants(division, 9)
    return context.system(event.scope_key, via="web"), division
