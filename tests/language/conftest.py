"""The pseudo-language, made once for a whole run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.language import pseudo


@pytest.fixture(scope="session")
def pseudo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogue of the pseudo-language."""
    return pseudo.catalogue(tmp_path_factory.mktemp("pseudo"))


@pytest.fixture
def pseudo_spoken(pseudo_folder: Path) -> Iterator[None]:
    """This test's Filipino is the pseudo-language."""
    with pseudo.spoken(pseudo_folder):
        yield
