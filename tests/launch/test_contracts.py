"""The doors between the rooms, as pyproject.toml draws them."""

from __future__ import annotations

import subprocess
import sys

from tdapp.launch.host import machine
from tests.servers import ROOT


def test_no_room_imports_what_lies_above_it() -> None:
    tool = machine.venv_tool(ROOT / ".venv", "lint-imports")
    done = subprocess.run([tool, "--no-cache"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_what_runs_before_the_environment_exists_loads_without_any_package() -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import tdapp.command_line"
    done = subprocess.run([sys.executable, "-S", "-I", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
