"""The files of a season: found, told apart by what is in them, and put in the order the events were played in."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from django.utils.translation import gettext as _

from pairings.formats.tsh import TshFile
from tdapp.interchange import files
from tdapp.interchange.results_book.reading import sheets_of
from tdapp.interchange.season.events import Line, Notes, Part, SeasonEvent, Told, games_of
from tdapp.interchange.season.slips import columns_of, read_slips
from tdapp.interchange.season.tables import Head, Listed, Row, events_of, head_of, is_filled, lines_of
from tdapp.interchange.tsh import folder
from tdapp.interchange.tsh.naming import parts
from tdapp.interchange.tsh.reading import MOST_BYTES, Read
from tdapp.kernel.refusals import Refusal
from tdapp.ratings.exchange.rating_rows import parse
from tdapp.ratings.exchange.tsh_field import field_of, rounds_of

TABLES, DIVISIONS, LISTS = (".csv", ".tsv", ".xlsx"), (".t", ".tou", ".trf", ".trfx"), (".rt", ".dat")
MOST_FILES, DEEPEST = 3000, 5
# What is put behind an event's name for its two files: loco-2021-results.csv, loco-2021-ratings.csv.
ENDING = re.compile(r"[-_. ]*(results?|ratings?|slips?)$", re.IGNORECASE)
PLANNED = re.compile(r"(?<![(\w=])([0-9]{1,3})(?![\w=)])")


@dataclass(slots=True)
class Season:
    """What the files say: events in order, the people's ratings before an event (`before`, by its key; "" before all of
    them), and everybody a list of numbers names.
    """

    events: list[SeasonEvent] = field(default_factory=list)
    before: dict[str, list[Line]] = field(default_factory=dict)
    people: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class _Reading:
    notes: Notes
    faults: list[str] = field(default_factory=list)
    season: Season = field(default_factory=Season)
    listed: list[Listed] = field(default_factory=list)
    contents: dict[tuple[bytes, str], str] = field(default_factory=dict)


def read_season(paths: Sequence[str], notes: Notes, faults: list[str]) -> Season:
    """Everything some files and folders hold; what cannot be read has a sentence in `faults`."""
    reading = _Reading(notes, faults)
    for path, where in _found(paths):
        _take(reading, path, where)
    if not reading.season.events and not faults:
        raise Refusal(
            "no-events",
            _("There is no event in it: a season is .t, .tou or TRF files, or tables of result slips."),
        )
    _once(reading)
    _in_order(reading)
    return reading.season


def _found(paths: Sequence[str]) -> Iterator[tuple[Path, str]]:
    """The files with what to call each: its name, below a folder the way to it. A tsh folder is its config.tsh."""
    seen = 0
    for path in map(Path, paths):
        if not path.is_dir():
            yield path, path.name
            continue
        for one in _inside(path, DEEPEST):
            seen += 1
            if seen > MOST_FILES:
                raise Refusal(
                    "too-many", _("There are more than %(most)s files in it.") % {"most": MOST_FILES}
                )
            yield one, one.relative_to(path).as_posix()


def _inside(path: Path, deeper: int) -> Iterator[Path]:
    config = next((path / name for name in folder.CONFIGS if (path / name).is_file()), None)
    if config is not None:
        yield config
        return
    known = (*TABLES, *DIVISIONS, *LISTS)
    for one in sorted(path.iterdir(), key=lambda one: _naturally(one.name)):
        if one.name.startswith("."):
            continue
        if one.is_dir() and deeper:
            yield from _inside(one, deeper - 1)
        elif one.is_file() and one.suffix.lower() in known:
            yield one


def _naturally(name: str) -> list[tuple[int, str]]:
    """So that round 10 comes behind round 9."""
    return [(int(part) if part.isdigit() else 0, part.casefold()) for part in re.split(r"([0-9]+)", name)]


def _take(reading: _Reading, path: Path, where: str) -> None:
    try:
        data = files.read(str(path), MOST_BYTES)
        if path.name in folder.CONFIGS:
            _folder(reading, path, where, data)
        elif path.suffix.lower() in LISTS:
            if not _is_known(reading, where, data, event=key_of(path.stem)):
                _rating_file(reading, path, where, data)
        elif path.suffix.lower() in TABLES:
            _table(reading, path, where, data)
        elif not _is_known(reading, where, data):
            _add(reading, path.stem, where, folder.read_event([(path.name, data)]))
    except Refusal as refusal:
        reading.faults.extend(f"{where}: {sentence}" for sentence in refusal.sentences)


def _is_known(reading: _Reading, where: str, data: bytes, *, event: str = "") -> bool:
    """Whether the same bytes were there already; they count once. A rating list counts once for each `event`: those who
    play two may have started both from the same one.
    """
    digest = hashlib.sha256(data).digest(), event
    if other := reading.contents.get(digest):
        told = _("%(file)s is the same file as %(other)s and counts once.")
        reading.notes.add(told % {"file": where, "other": other})
        return True
    reading.contents[digest] = where
    return False


def _folder(reading: _Reading, config: Path, where: str, data: bytes) -> None:
    root = config.parent.resolve()
    names = dict.fromkeys(name.replace("\\", "/") for name in folder.divisions_in(data))
    inside = [name for name in names if (root / name).resolve().is_relative_to(root)]
    beside = [(name, files.read(str(root / name), MOST_BYTES)) for name in inside]
    _add(reading, root.name, where, folder.read_event([(config.name, data), *beside]))


def _add(reading: _Reading, key: str, where: str, found: folder.Found) -> None:
    divisions = [_part(where, one, several=len(found.divisions) > 1) for one in found.divisions]
    reading.season.events.append(
        SeasonEvent(_own_key(reading, key, where), divisions, found.name or key, found.starts_on)
    )


def _own_key(reading: _Reading, key: str, where: str) -> str:
    """What an event is called by its file; of two called alike in different folders, with the way to it."""
    known = {event.key.casefold() for event in reading.season.events}
    return where.rpartition(".")[0] or where if key.casefold() in known else key


def _part(where: str, one: Read, *, several: bool) -> Part:
    lines = tuple(_line(one.file, at) for at in range(len(one.file.players)))
    if one.is_chess:
        places = {entrant.id: at for at, entrant in enumerate(one.history.entrants)}
        games = tuple(games_of(one.history, places))
    else:
        games = tuple(field_of(one.file, one.rounds, one.rounds).games)
    caps = one.caps or ((one.settings["spread_cap"],) if one.settings.get("spread_cap") else ())
    planned = [int(number) for number in PLANNED.findall(str(one.settings.get("plan", "")))]
    rounds = max(rounds_of(one.file), one.rounds, *planned)
    return Part(where, one.name if several else "", lines, games, one.history, rounds, caps)


def _line(file: TshFile, at: int) -> Line:
    player = file.players[at]
    surname, given, member = parts(player.name)
    games = player.numbers("lifeg")
    return Line(", ".join(filter(None, (surname, given))), member, player.rating, games[0] if games else None)


def _rating_file(reading: _Reading, path: Path, where: str, data: bytes) -> None:
    rows, problems = parse(data)
    reading.faults.extend(f"{where}, {one.where}: {one}" for one in problems)
    lines = [
        Line(
            ", ".join(filter(None, (row.surname, row.given))),
            row.number,
            row.rating,
            row.games,
            row.deviation,
        )
        for row in rows
    ]
    reading.season.before.setdefault(key_of(path.stem), []).extend(lines)


def key_of(stem: str) -> str:
    """What an event's files are called, without what says which of them it is."""
    return ENDING.sub("", stem).casefold()


def _table(reading: _Reading, path: Path, where: str, data: bytes) -> None:
    """A table: slips, a rating list, the list of events, or who has which number."""
    sheets = sheets_of(data)
    if any(columns_of(name, rows) for name, rows in sheets):
        if _is_known(reading, where, data):
            return
        found = read_slips(where, sheets, reading.notes, reading.faults)
        if found:
            key = _own_key(reading, ENDING.sub("", path.stem), where)
            reading.season.events.append(SeasonEvent(key, found, key))
        return
    head, rows = next(((head, rows) for _name, rows in sheets if (head := head_of(rows))), (None, []))
    if head is None:
        reading.notes.add(
            _("%(file)s is no table of results, ratings, events or people, and is left out.")
            % {"file": where}
        )
    elif _is_known(reading, where, data, event=key_of(path.stem) if head.is_ratings else ""):
        return
    elif head.is_events:
        reading.listed += events_of(where, rows, head, reading.faults)
    elif head.is_ratings:
        _ratings(reading, path, where, rows, head)
    else:
        reading.season.people += lines_of(where, rows, head, reading.faults)


def _ratings(reading: _Reading, path: Path, where: str, rows: Sequence[Row], head: Head) -> None:
    lines = lines_of(where, rows, head, reading.faults)
    if lines and not is_filled(rows, head):
        reading.notes.add(_("%(file)s gives nobody a rating; look at its headings.") % {"file": where})
    reading.season.before.setdefault(key_of(path.stem), []).extend(lines)


def _once(reading: _Reading) -> None:
    """A division whose games another one holds all of counts once: a copy, or the same event before it was over."""
    every = [part for event in reading.season.events for part in event.parts if part.games]
    # The larger first, so that what is whole stays; of two alike the one that was read first.
    order = sorted(range(len(every)), key=lambda at: (-len(every[at].games), at))
    holders: dict[Told, list[tuple[Part, frozenset[Told]]]] = defaultdict(list)
    for at in order:
        part, games = every[at], every[at].told()
        other = next((one for one, known in holders[next(iter(games))] if games <= known), None)
        if other is not None:
            facts = {"file": part.where, "other": other.where}
            reading.notes.add(
                _("%(file)s holds games that are all in %(other)s too; they count once.") % facts
            )
            for event in reading.season.events:
                event.parts = [one for one in event.parts if one is not part]
        else:
            for game in games:
                holders[game].append((part, games))
    reading.season.events = [event for event in reading.season.events if event.parts]


def _in_order(reading: _Reading) -> None:
    """By the list of events where there is one; else by the days the files name; else as they were handed over."""
    events = reading.season.events
    if reading.listed:
        events = list(_as_listed(reading))
    undated = [event for event in events if event.day is None]
    if undated and len(events) > 1:
        reading.notes.add(
            _(
                "Not every event has a day: they count in the order of the files, and nobody rests between them."
            )
        )
        events = [replace(event, day=None) for event in events] if len(undated) < len(events) else events
    else:
        events.sort(key=lambda event: (event.day or date.min, event.order, event.key.casefold()))
    known = {event.key.casefold() for event in events}
    for key in [key for key in reading.season.before if key not in known and key]:
        # A list that goes with no event is where everybody stands before the first.
        reading.season.before.setdefault("", []).extend(reading.season.before.pop(key))
    reading.season.events = events


def _as_listed(reading: _Reading) -> Iterator[SeasonEvent]:
    by_key = {event.key.casefold(): event for event in reading.season.events}
    for one in reading.listed:
        key = key_of(one.key.rsplit(".", 1)[0]) if one.key.endswith((*TABLES, *DIVISIONS)) else one.key
        event = by_key.pop(key, None) if key else None
        if event is not None:
            yield replace(event, name=one.title or event.name, day=one.day, order=one.order)
        else:
            told = _("%(event)s of %(day)s: there is no file of its results.")
            reading.notes.add(told % {"event": one.title or one.key, "day": one.day.isoformat()})
    for event in by_key.values():
        reading.notes.add(
            _("%(event)s is not in the list of events, and is left out.") % {"event": event.key}
        )
        reading.season.before.pop(event.key.casefold(), None)
