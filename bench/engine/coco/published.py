"""The public folder as it is: every row of the list and of each event, the events in their order, the slips of each."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tdapp.interchange.season.people import name_key

ROWS, EVENTS = "tests/golden_all_ratings.txt", "data/tournaments.csv"
NEW = 150.0


class Stand(NamedTuple):
    """A rating, how unsure it is and the lifetime games."""

    rating: int
    deviation: float
    games: int


class Change(NamedTuple):
    """What an event made of somebody: how they began it and how they left it."""

    before: int
    deviation_before: float
    after: Stand

    @property
    def first(self) -> bool:
        """Whether this was somebody's first rating: nothing was known of them, and nothing is sure yet."""
        return self.before == self.after.rating and self.deviation_before == self.after.deviation == NEW


@dataclass(frozen=True)
class Published:
    """`list`: where everybody stands at the end, in its order; `events`: event, then person, to what it made of them."""

    list: dict[str, Stand]
    events: dict[str, dict[str, Change]]


def published(folder: Path) -> Published:
    """The rows of the list and of the report, people by the key their names are matched by."""
    listed: dict[str, Stand] = {}
    events: dict[str, dict[str, Change]] = {}
    for line in (folder / ROWS).read_text("utf-8").splitlines():
        cells = line.split("\t")
        if len(cells) == 4 and cells[1].isdigit():
            listed[name_key(cells[0])] = Stand(int(cells[1]), float(cells[2]), int(cells[3]))
        elif len(cells) == 8 and cells[3].isdigit():
            name, event, _number, old, new, old_deviation, deviation, games = cells
            after = Stand(int(new), float(deviation), int(games))
            events.setdefault(event, {})[name_key(name)] = Change(int(old), float(old_deviation), after)
    return Published(listed, events)


def in_order(folder: Path) -> list[tuple[str, str]]:
    """File's name and day of every event of the season that has a file, by day, those of one day as they are written."""
    rows = [row for row in _rows(folder / EVENTS) if row["Filename"]]
    return [(row["Filename"], row["Date"]) for row in sorted(rows, key=lambda row: row["Date"])]


def slips_of(folder: Path, event: str) -> Path:
    """Where an event's slips are, or would be."""
    return folder / "results" / f"{event}-results.csv"


def games_in(folder: Path, event: str) -> Counter[str]:
    """How many slips of an event name somebody."""
    return Counter(
        name_key(row[side].strip())
        for row in _rows(slips_of(folder, event))
        for side in ("Winner", "Opponent")
        if row.get(side)
    )


def starts_of(folder: Path, event: str) -> dict[str, int]:
    """What the event's own list says people were rated before it; empty where it has none."""
    path = folder / "results" / f"{event}-ratings.csv"
    rows = _rows(path) if path.is_file() else iter(())
    return {name_key(row["Name"]): int(row["Rating"]) for row in rows if (row.get("Rating") or "").isdigit()}


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        yield from csv.DictReader(file)
