"""`./td load L1 L2 ...`: a real hall, a large event, requests at fixed times; a table of what came of it.

    ./td load L1 L2 L3 L4 L5 L6 L9 L10 L11   on SQLite
    ./td load L2 L3 --postgresql             on a throw-away PostgreSQL
    ./td load L1 L3 --short                  a tenth of the time and a smaller field: does it work at all

Goals: write and read times, no error of the server, nothing acknowledged and lost, `check_event` content at the end. The
generator runs beside the hall on the same machine; what it used of the processor is told.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from bench.load.plans import PLANS, Plan  # noqa: E402
from bench.load.running import load  # noqa: E402
from bench.load.table import machine, rows  # noqa: E402


def read(arguments: Sequence[str]) -> tuple[list[Plan], bool]:
    """Which loads, and whether on PostgreSQL; without a name the first five."""
    parser = argparse.ArgumentParser(
        prog="./td load", description=str(__doc__), formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "loads",
        nargs="*",
        metavar="LOAD",
        help=", ".join(f"{one.name}: {one.what}" for one in PLANS.values()),
    )
    parser.add_argument("--short", action="store_true", help="a tenth of the time and a smaller field")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL instead of SQLite")
    parser.add_argument("--seconds", type=int, default=0, help="so long instead")
    parser.add_argument("--players", type=int, default=0, help="so many players instead")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.loads if name.upper() not in PLANS]:
        parser.error(f"there is no load {unknown[0]}; there are {', '.join(PLANS)}")
    found = [PLANS[name.upper()] for name in asked.loads] or [
        PLANS[name] for name in ("L1", "L2", "L3", "L4", "L5")
    ]
    found = [plan.short() if asked.short else plan for plan in found]
    more = {name: value for name, value in (("seconds", asked.seconds), ("players", asked.players)) if value}
    return [replace(plan, **more) for plan in found], asked.postgresql


def main(arguments: Sequence[str]) -> int:
    """Each load in a hall of its own; 1 where one misses a goal."""
    plans, postgresql = read(arguments)
    print(f"{'PostgreSQL' if postgresql else 'SQLite'}; {machine()}", flush=True)
    missed = 0
    for plan in plans:
        with tempfile.TemporaryDirectory(prefix="td-load-") as name:
            outcome = load(plan, postgresql, Path(name), lambda text: print(text, flush=True))
        print("\n".join(rows(outcome)), flush=True)
        missed += bool(outcome.misses())
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
