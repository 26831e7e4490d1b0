"""How long `./td run` takes to its first page: a new data folder with the demo, then the same folder again.

Installing is not measured here (it depends on the network): see docs/adr/0002-server.md for a run from nothing.
"""

from __future__ import annotations

import json
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tdapp.launch.host.services import free_port  # noqa: E402

RUNS = 5
LIMIT_SECONDS = {"first start with the demo": 60.0, "second start": 3.0}


def start(data: Path) -> float:
    """Seconds from the command to the first 200 of `/readyz`."""
    port = free_port()
    began = time.perf_counter()
    command = [sys.executable, str(ROOT / "td"), "run", "--data", str(data), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not answers(port):
        time.sleep(0.02)
    seconds = time.perf_counter() - began
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    return seconds


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


def main() -> None:
    found: dict[str, list[float]] = {name: [] for name in LIMIT_SECONDS}
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory(prefix="td-bench-") as folder:
            for name in found:
                found[name].append(start(Path(folder) / "data"))
    for name, seconds in found.items():
        figures = {"median s": round(statistics.median(seconds), 2), "longest s": round(max(seconds), 2)}
        print(json.dumps({"what": name, **figures, "limit s": LIMIT_SECONDS[name]}))


if __name__ == "__main__":
    main()
