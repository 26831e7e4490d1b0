"""What a command of `python -m pairings` takes from file to answer, the start of Python with it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = """
import subprocess, sys, os
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
used = os.times()
print(used.children_user + used.children_system)
"""


def cpu_of(command: str, data: dict[str, Any], *options: str) -> float:
    """CPU seconds of one command on a file that holds `data`, its answer thrown away."""
    with tempfile.TemporaryDirectory(prefix="td-bench-") as folder:
        file = Path(folder) / "bench.json"
        file.write_text(json.dumps(data), "utf-8")
        words = [sys.executable, "-m", "pairings", command, str(file), *options]
        # A process of its own counts what its only child used: no other child of this one is in it.
        out = subprocess.run(
            [sys.executable, "-c", SCRIPT, *words], cwd=ROOT, capture_output=True, text=True, check=True
        )
    return float(out.stdout)
