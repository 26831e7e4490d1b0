"""The scenarios whose short form takes a minute each, word lists and cut lines: in every run what they try is shown in
`tests/lexicon/test_hostile.py` and `test_imports.py`, for a browser in `tests/browser/test_phones.py` and
`test_two_clerks.py`.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.conftest import needed
from tests.servers import ROOT

# A program of their own: the last drives a browser itself, and this process may be driving one. Its folders are where all
# are: under a long path the browser cannot open its socket.
RUN = [sys.executable, "-m", "tests.faults", "--quick", "--database", "sqlite"]


@pytest.mark.soak
@pytest.mark.browser
def test_word_lists_and_cut_lines_lose_nothing_on_sqlite() -> None:
    found = os.environ | {"TD_CHROMIUM": needed("TD_CHROMIUM")}
    assert holding("14", "25", **found) == ["14", "25"]


def holding(*numbers: str, **environment: str) -> list[str]:
    """The scenarios that were tried; all of them hold."""
    done = subprocess.run([*RUN, *numbers], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return [row.split("|")[1].strip() for row in done.stdout.splitlines() if "| sqlite |" in row]
