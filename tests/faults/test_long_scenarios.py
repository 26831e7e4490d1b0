"""The scenarios whose short form takes a minute each: word lists, a backup put back, a line that is cut."""

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


@pytest.mark.slow
@pytest.mark.browser
def test_word_lists_restores_and_cut_lines_lose_nothing_on_sqlite() -> None:
    found = os.environ | {"TD_CHROMIUM": needed("TD_CHROMIUM")}
    done = subprocess.run([*RUN, "14", "22", "25"], cwd=ROOT, env=found, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [row.split("|")[1].strip() for row in done.stdout.splitlines() if "| sqlite |" in row] == [
        "14",
        "22",
        "25",
    ]
