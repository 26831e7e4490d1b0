"""Prints the table of the house: each thing measured, what it is today, what is wanted, whether that is met.

    python -m bench.house [--json] [--brief] [--coverage] [--cases] [--try [TEST]] [--junit FILE]

Without options only what reading the tree gives (seconds). --coverage: runs the tests of the pure rooms and counts the
branches they take (minutes). --cases: what `./td test` collects. --try: CPU seconds of one database test. --junit: cases and
seconds of the whole run that wrote the file (`./td test --junitxml FILE`). Exit status 1 when something is not met.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.house import runs, standing, tree
from bench.house.row import Row, at_least, at_most, table

BRANCHES_PERCENT, CASES, TEST_SECONDS, RUN_MINUTES = 95, 11_000, 5, 12


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """What was asked for, in the order of the table."""
    yield from standing.rows(tree.ROOT)
    if options.coverage:
        yield from _coverage()
    if options.cases:
        yield at_most("cases collected", runs.cases(), CASES)
    if options.attempt is not None:
        yield at_most(
            "CPU seconds of one database test", runs.seconds_of_one_test(options.attempt), TEST_SECONDS
        )
    if options.junit:
        cases, seconds = runs.last_run(options.junit)
        yield at_most(
            "minutes of the last whole run", seconds / 60, RUN_MINUTES, [f"{cases:,} cases, {seconds:,.0f} s"]
        )


def _coverage() -> Iterator[Row]:
    for room, tests in runs.PURE.items():
        if (tree.ROOT / tests).is_dir():
            found = runs.branches(room, tests)
            name = f"{room}: branches taken by tests, %"
            yield at_least(name, round(found.percent(), 1), BRANCHES_PERCENT, found.missing)


def main(arguments: list[str]) -> int:
    """Print the table; 1 when a row is not met."""
    lines = (__doc__ or "").splitlines()
    parser = argparse.ArgumentParser(prog="python -m bench.house", description=lines[0])
    parser.add_argument(
        "--json", action="store_true", help="as JSON, with all that stands behind each number"
    )
    parser.add_argument(
        "--brief", action="store_true", help="the rows only, not what stands behind those not met"
    )
    parser.add_argument(
        "--coverage", action="store_true", help="branches the tests of the pure rooms take (minutes)"
    )
    parser.add_argument("--cases", action="store_true", help="cases that `./td test` collects")
    parser.add_argument(
        "--try", dest="attempt", nargs="?", const="", metavar="TEST", help="CPU seconds of one test"
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="what the last whole run wrote")
    options = parser.parse_args(arguments)
    found = list(rows(options))
    if options.json:
        print(json.dumps([row.written() for row in found], indent=1, ensure_ascii=False))
    else:
        print(table(found, details=not options.brief))
    return int(any(row.met is False for row in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
