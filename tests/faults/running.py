"""Runs scenarios one after the other and makes their table."""

from __future__ import annotations

from collections.abc import Sequence

from tests.faults import scenarios
from tests.faults.scenario import DATABASES, SCENARIOS, Scenario, Tally, as_json, world

__all__ = ["SCENARIOS", "as_json", "as_table", "run", "scenarios"]
Rows = list[tuple[Scenario, str, Tally]]
HEAD = (
    "#",
    "what fails",
    "database",
    "tried",
    "lost",
    "doubled",
    "crashed",
    "recovery (median / worst)",
    "`check_event`",
)


def run(numbers: Sequence[int], database: str | None, quick: bool) -> Rows:
    """Each scenario on each of its databases, printed as it ends."""
    rows: Rows = []
    print(_line(HEAD), _line(["---"] * len(HEAD)), sep="\n", flush=True)
    for name in [database] if database else DATABASES:
        wanted = [SCENARIOS[number] for number in numbers if name in SCENARIOS[number].databases]
        with world(name, quick) as where:
            for one in wanted:
                rows.append((one, name, one.tried(where)))
                print(_row(*rows[-1]), *rows[-1][2].notes, sep="\n     ", flush=True)
    return rows


def as_table(rows: Rows) -> str:
    """The table as a page shows it, by number."""
    ordered = sorted(rows, key=lambda row: (row[0].number, row[1]))
    return "\n".join([_line(HEAD), _line(["---"] * len(HEAD)), *(_row(*row) for row in ordered)])


def _row(one: Scenario, database: str, tally: Tally) -> str:
    said = "clean" if not tally.broken else f"{len(tally.broken)} faults"
    figures = (tally.tried, tally.lost, tally.doubled, tally.errors, tally.recovered, said)
    return _line([str(cell) for cell in (one.number, one.title, database, *figures)])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
