"""`./td faults`: the 25 scenarios against the real program, and what became of each, as a table.

./td faults                          all of them, on both databases, in the long form
./td faults --quick                  the short form, as `./td test` runs it
./td faults --database sqlite 6 11   two of them on one database
./td faults --write docs/guide/reliability.md    puts the table into the page, between its marks
"""

from __future__ import annotations

import argparse
import os
import platform
import signal
import sys
from pathlib import Path
from types import FrameType

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
django.setup()

from tdapp.kernel import clock  # noqa: E402
from tests.faults import clerk, running  # noqa: E402

MARKS = ("<!-- faults: the table below is written by ./td faults --write -->", "<!-- faults: end -->")


def main(words: list[str]) -> int:
    """0 when every scenario that was tried holds, 1 otherwise, 2 for words that are none."""
    options = _options(words, sorted(running.SCENARIOS))
    signal.signal(signal.SIGTERM, _end)
    rows = running.run(options.numbers, options.database, options.quick)
    if options.json:
        print(running.as_json(rows))
    if options.write:
        _write(options.write, f"{_where(options.quick)}\n\n{running.as_table(rows)}")
    return 0 if all(tally.holds for _one, _database, tally in rows) else 1


def _end(number: int, _frame: FrameType | None) -> None:
    """Told to stop: the clerks give up, and every block that holds a hall stops it on the way out."""
    signal.signal(number, signal.SIG_IGN)
    clerk.ENDING.set()
    raise SystemExit(128 + number)


def _options(words: list[str], known: list[int]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./td faults", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("numbers", nargs="*", type=int, default=known, help="scenarios (all of them)")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], help="only this one (both)")
    parser.add_argument("--quick", action="store_true", help="the short form")
    parser.add_argument("--json", action="store_true", help="the table for programs, too")
    parser.add_argument("--write", type=Path, help="a page with the table's marks in it")
    options = parser.parse_args(words)
    if unknown := sorted(set(options.numbers) - set(known)):
        parser.error(f"there is no scenario {unknown[0]}; there are {', '.join(map(str, known))}")
    return options


def _where(quick: bool) -> str:
    form = "short form" if quick else "long form"
    machine = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return f"{clock.now():%d %B %Y}, {form}, {machine}, load {os.getloadavg()[0]:.1f} at the end."


def _write(page: Path, table: str) -> None:
    text = page.read_text(encoding="utf-8")
    before, _mark, rest = text.partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    page.write_text(f"{before}{MARKS[0]}\n\n{table}\n{MARKS[1]}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
