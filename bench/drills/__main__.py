"""`./td federation drill [NAME ...]`: nginx with TLS, three web processes, two workers, PostgreSQL and Redis on this machine,
fifty clerks and thousands of spectators, and something done to it; a table of what came of it.

    ./td federation drill                       all of them
    ./td federation drill restart upgrade       members started anew one after the other, then by a newer program
    ./td federation drill spectators            5,000 who look every eight seconds, out of the folder
    ./td federation drill redis database        one of them away for half a minute
    ./td federation drill --short               a smaller field and shorter times: does it work at all

Goals: no request failed, nothing acknowledged and lost or doubled, `check_event` content. The clerks run beside the server on
the same machine; what they used of the processor is told.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from bench.drills import away, rolling, spectators  # noqa: E402
from bench.drills.stage import Size  # noqa: E402
from bench.load.table import machine  # noqa: E402
from tdapp.devtools.federation import Federation, federation  # noqa: E402
from tdapp.launch.host.machine import on_terminate  # noqa: E402
from tdapp.launch.sentences import Stop, Terminated, say  # noqa: E402
from tests.faults.halls import looking_into  # noqa: E402

DRILLS: dict[str, Callable[[Federation, Size], list[str]]] = {
    "restart": rolling.restarted,
    "upgrade": rolling.upgraded,
    "spectators": spectators.looked_at,
    "redis": away.without_redis,
    "database": away.without_database,
}
WHOLE = Size(events=10, players=600, clerks=50, spectators=5000, players_of_one=1000, seconds=30)
SHORT = Size(events=2, players=200, clerks=10, spectators=200, players_of_one=60, seconds=6)


def read(arguments: Sequence[str]) -> tuple[list[str], Size]:
    """Which drills, and how large."""
    parser = argparse.ArgumentParser(
        prog="./td federation drill",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("drills", nargs="*", metavar="NAME", help=", ".join(DRILLS))
    parser.add_argument("--short", action="store_true", help="a smaller field and shorter times")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.drills if name not in DRILLS]:
        parser.error(f"there is no drill {unknown[0]}; there are {', '.join(DRILLS)}")
    return asked.drills or list(DRILLS), SHORT if asked.short else WHOLE


def main(arguments: Sequence[str]) -> int:
    """Each drill on a federation of its own; 1 where one misses its goal."""
    names, size = read(arguments)
    print(machine(), flush=True)
    missed = 0
    for name in names:
        with (
            tempfile.TemporaryDirectory(prefix="td-drill-") as folder,
            federation(Path(folder) / "servers") as made,
            looking_into(made.database),
        ):
            print(f"{name}:", flush=True)
            misses = DRILLS[name](made, size)
        print(f"    {'MISSED: ' + '; '.join(misses) if misses else 'reached'}; {machine()}", flush=True)
        missed += bool(misses)
    return int(missed > 0)


if __name__ == "__main__":
    # What a drill started is ended with it.
    on_terminate(Terminated)
    try:
        sys.exit(main(sys.argv[1:]))
    except Stop as stop:
        say(str(stop))
        sys.exit(stop.status)
    except KeyboardInterrupt:
        sys.exit(130)
