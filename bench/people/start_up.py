"""How long `./td run` takes to its first page, and what it and a command cost the processor.

A new data folder with the demo, the same folder again, and `./td manage standings` on it: wall clock from the command to the
first 200 of `/readyz`, and the processor time of all processes until then. On a busy machine the second is the one to look at.
Installing is not measured here (it depends on the network): see docs/adr/0002-server.md for a run from nothing.
"""

from __future__ import annotations

import json
import os
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
FIRST, SECOND, COMMAND = "first start with the demo", "second start", "a command"
LIMIT_SECONDS = {FIRST: ("s", 40.0), SECOND: ("s", 3.0), COMMAND: ("cpu s", 1.5)}
TICKS = os.sysconf("SC_CLK_TCK")
Figures = dict[str, float]


def start(data: Path) -> Figures:
    """One start: until the first 200 of `/readyz`, and what all its processes had used by then."""
    port = free_port()
    began = time.perf_counter()
    command = [
        sys.executable,
        str(ROOT / "td"),
        "run",
        "--no-browser",
        "--data",
        str(data),
        "--port",
        str(port),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not answers(port):
        time.sleep(0.02)
    seconds, used = time.perf_counter() - began, used_by(process.pid)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    return {"s": seconds, "cpu s": used}


def used_by(pid: int) -> float:
    """Processor seconds of a process, its children and those of them that ended (Linux)."""
    found = 0
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(place.name) == pid or int(fields[1]) == pid:
            found += sum(map(int, fields[11:15]))
    return found / TICKS


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


def command(data: Path) -> Figures:
    """One command, from the shell and back."""
    began, before = time.perf_counter(), os.times()
    words = [sys.executable, str(ROOT / "td"), "manage", "--data", str(data), "standings", "demo"]
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return {"s": time.perf_counter() - began, "cpu s": used}


def main() -> None:
    runs = int(sys.argv[1]) if sys.argv[1:] else RUNS
    found: dict[str, list[Figures]] = {name: [] for name in LIMIT_SECONDS}
    for _ in range(runs):
        with tempfile.TemporaryDirectory(prefix="td-bench-") as folder:
            data = Path(folder) / "data"
            for name in found:
                found[name].append(command(data) if name == COMMAND else start(data))
    for name, figures in found.items():
        unit, limit = LIMIT_SECONDS[name]
        told = {
            f"median {of}": round(statistics.median(one[of] for one in figures), 2) for of in ("s", "cpu s")
        }
        longest = {f"longest {of}": round(max(one[of] for one in figures), 2) for of in ("s", "cpu s")}
        others = round(os.getloadavg()[0], 1)
        print(
            json.dumps(
                {"what": name, **told, **longest, f"limit {unit}": limit, "load of the machine": others}
            )
        )


if __name__ == "__main__":
    main()
