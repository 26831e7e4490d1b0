"""What processes use, as Linux tells it: seconds of processor, megabytes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from tests import servers


def processor(pids: Sequence[int]) -> float:
    """Seconds of processor these processes have used."""
    ticks = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def of_hall(hall: servers.Hall) -> list[int]:
    """The hall itself and its children."""
    return [hall.process.pid, *servers.children_of(hall.process.pid)]


def memory(pids: Sequence[int]) -> int:
    """Megabytes these processes hold, what several share told in parts."""
    found = 0
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        found += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return found // 1024
