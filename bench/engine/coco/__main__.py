"""Every row of the ratings CoCo publishes, by our own command for a season: how many are the same, and each that is not.

    ./td bench coco --folder FOLDER

FOLDER is a checkout of its public program, cocoscrabble/ratings, of which nothing lies here: the list and the report of
every event (`tests/golden_all_ratings.txt`), the slips and the lists before an event (`results/`), the days (`data/
tournaments.csv`). The slips are handed to `manage season` as they are; what it prints is held against the report: rating
and deviation before and after, lifetime games, event by event; then the list at the end, and that nobody became two.

Where an event's slips are missing the season is cut: whoever was rated before begins the next stretch as the report has
them, which is started from and not shown. With all of them there it is one season, from nothing. The exit is 1 when a row
is not the same, 2 when nothing could be held against it.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from bench.engine.coco.published import (  # noqa: E402
    Change,
    Published,
    Stand,
    games_in,
    in_order,
    published,
    slips_of,
    starts_of,
)
from tdapp.interchange.season.people import name_key  # noqa: E402

Event = tuple[str, str]
# The day of somebody's last event, and how they left it.
Before = dict[str, tuple[str, Stand]]
HEAD = ("Name", "Rating", "Games", "Deviation", "Last Played")


@dataclass
class Compared:
    """`same`, `rows`: of each event; `others`: a line for each row that differs; `ours`: where we have everybody."""

    same: dict[str, int] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)
    ours: dict[str, tuple[str, Stand]] = field(default_factory=dict)


def stretches(folder: Path, told: Published) -> tuple[list[list[Event]], list[str]]:
    """The events that were rated, in order, cut at each whose slips are not there; and which those are."""
    found: list[list[Event]] = [[]]
    missing = []
    for event, day in in_order(folder):
        if event not in told.events:
            continue
        if slips_of(folder, event).is_file():
            found[-1].append((event, day))
        else:
            missing.append(event)
            found.append([])
    return [one for one in found if one], missing


def begun(
    folder: Path, told: Published, events: Sequence[Event], before: Before
) -> Iterator[tuple[str, list[Any]]]:
    """For each event, where those begin who are in no earlier one of the stretch. `before`: where they stood before it."""
    met: set[str] = set()
    for event, _day in events:
        listed, played = starts_of(folder, event), games_in(folder, event)
        rows: list[list[Any]] = []
        for who in set(played) - met:
            change = told.events[event].get(who)
            if who in before:
                day, (rating, deviation, games) = before[who]
                rows.append([who, rating, games, deviation, day])
            elif who in listed:
                rows.append([who, listed[who]])
            elif change and not change.first:
                rows.append([who, change.before])
        met |= set(played)
        yield event, rows


def season(folder: Path, told: Published, events: Sequence[Event], before: Before) -> dict[str, Any]:
    """What our command makes of a stretch."""
    with tempfile.TemporaryDirectory(prefix="td-bench-") as name:
        place = Path(name)
        _table(place / "events.csv", ["Filename", "Date"], events)
        for event, rows in begun(folder, told, events, before):
            shutil.copy(slips_of(folder, event), place / f"{event}-results.csv")
            _table(place / f"{event}-ratings.csv", HEAD, rows)
        printed = StringIO()
        with redirect_stdout(printed):
            call_command("season", name, "--formula", "coco", "--sure", "--json")
    found: dict[str, Any] = json.loads(printed.getvalue())
    return found


def _table(path: Path, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, *rows])


def compare(told: Published, found: dict[str, Any], into: Compared) -> None:
    """Each row of the report beside ours."""
    for one in found["events"]:
        event = one["event"]
        ours = {name_key(row["name"]): _change(row) for row in one["ratings"]}
        theirs = told.events[event]
        into.rows[event] = len(theirs)
        into.same[event] = sum(ours.get(who) == change for who, change in theirs.items())
        for who in sorted({*theirs, *ours}, key=str):
            if ours.get(who) != theirs.get(who):
                into.others.append(
                    f"{event}, {who}: {_said(theirs.get(who))} published, {_said(ours.get(who))} ours"
                )
        into.ours |= {who: (event, change.after) for who, change in ours.items()}


def _change(row: dict[str, Any]) -> Change:
    return Change(row["before"], row["deviation_before"], Stand(row["after"], row["deviation"], row["games"]))


def _said(change: Change | None) -> str:
    if change is None:
        return "nothing"
    after = change.after
    return f"{change.before} ({change.deviation_before}) to {after.rating} ({after.deviation}), {after.games} games"


def of_the_list(told: Published, into: Compared, order: Sequence[Event]) -> tuple[int, int]:
    """How many rows of the list at the end are the same, of those whose last event was rated."""
    last = {who: event for event, _day in order for who in told.events.get(event, ())}
    asked = [who for who in told.list if who in into.ours and into.ours[who][0] == last.get(who)]
    for who in asked:
        if into.ours[who][1] != told.list[who]:
            into.others.append(f"the list, {who}: {told.list[who]} published, {into.ours[who][1]} ours")
    return sum(into.ours[who][1] == told.list[who] for who in asked), len(asked)


def main(words: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, metavar="FOLDER")
    folder = parser.parse_args(words).folder
    if folder is None:
        print("Nothing to hold ratings against: --folder FOLDER says where the public files are.")
        return 0
    told, compared = published(folder), Compared()
    found, missing = stretches(folder, told)
    order = in_order(folder)
    last: dict[str, Any] = {"list": [], "notes": []}
    for events in found:
        last = season(folder, told, events, before(told, order, events[0][0]))
        compare(told, last, compared)
        print("\n".join(f"  {sentence}" for sentence in last["notes"]))
    for event, _day in order:
        if event in compared.rows:
            print(f"{event:28}{compared.same[event]:5} of {compared.rows[event]}")
    listed = of_the_list(told, compared, order)
    print("\n".join(compared.others))
    every = sum(len(rows) for rows in told.events.values())
    print(
        f"{sum(compared.same.values())} of {sum(compared.rows.values())} rows of {len(compared.rows)} events in {len(found)} "
        f"seasons (published: {every} of {len(told.events)}); {listed[0]} of {listed[1]} rows of the list (published: "
        f"{len(told.list)}); {len(compared.ours)} people"
    )
    if missing:
        print(f"no slips of {len(missing)} events: {', '.join(missing)}")
    return 2 if not compared.rows else int(bool(compared.others))


def before(told: Published, order: Sequence[Event], event: str) -> Before:
    """Where everybody stood when this event began, who was in an earlier one."""
    found: Before = {}
    for key, day in order:
        if key == event:
            break
        found |= {who: (day, change.after) for who, change in told.events.get(key, {}).items()}
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
