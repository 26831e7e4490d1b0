"""One process that has loaded the program, from which tests start it in forks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.launch.starting import Starts, starts


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starts]:
    """Each start is a fork with a data folder of its own; loading the program would cost more than all it does there."""
    with starts(tmp_path_factory.mktemp("settings")) as running:
        yield running
