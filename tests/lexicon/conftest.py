"""A data folder of each test's own: what one test stores no other finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    settings.DATA_DIR = tmp_path_factory.mktemp("data")
    return Path(settings.DATA_DIR)
