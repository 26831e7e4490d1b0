"""Tables of a season that are no results: rating lists, the list of its events, and who has which number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from tdapp.interchange.results_book.reading import plain
from tdapp.interchange.roster.headings import folded
from tdapp.interchange.season.events import Line
from tdapp.kernel.tabular import Row

# By meaning, as `folded` writes headings; the first that stands there counts.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "number": ("number", "no", "member", "member no", "member number", "id", "player id", "coco id"),
    "surname": ("surname", "last name", "family name", "apelyido"),
    "given": ("given", "given name", "first name", "given names"),
    "name": ("name", "player", "full name", "pangalan"),
    "rating": ("rating", "current rating", "rtg", "old rating"),
    "games": ("games", "lifetime games", "rated games", "games played"),
    "deviation": ("deviation", "rd", "rating deviation"),
    "last": ("last played", "last event", "last game", "played on"),
    "file": ("filename", "file", "file name", "files", "results file"),
    "day": ("date", "day", "start date", "starts", "starts on", "ends on", "end date"),
    "order": ("order", "sequence"),
    "title": ("fancyname", "fancy name", "event", "tournament name", "title"),
}
NONE = frozenset({"", "0", "-", "–", "unrated", "new", "none"})
RATING, GAMES, DEVIATION = (
    re.compile(r"[0-9]{1,5}"),
    re.compile(r"[0-9]{1,6}"),
    re.compile(r"[0-9]{1,4}(\.[0-9]{1,20})?"),
)
DAYS = (
    re.compile(r"(?P<y>[0-9]{4})[-/](?P<m>[0-9]{1,2})[-/](?P<d>[0-9]{1,2})(?![0-9])"),
    re.compile(r"(?P<d>[0-9]{1,2})\.(?P<m>[0-9]{1,2})\.(?P<y>[0-9]{4})(?![0-9])"),
)
LOOK_AT = 30


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of the list of events: the file's name as `key`, lower case and without its ending; "" where it has none."""

    key: str
    day: date
    order: int
    title: str


@dataclass(frozen=True, slots=True)
class Head:
    """The row of headings of a table, and where each meaning stands."""

    row: int
    places: Mapping[str, int]

    @property
    def is_events(self) -> bool:
        return {"file", "day"} <= set(self.places)

    @property
    def is_ratings(self) -> bool:
        return "rating" in self.places and bool({"name", "surname"} & set(self.places))

    @property
    def is_people(self) -> bool:
        return "number" in self.places and bool({"name", "surname"} & set(self.places))


def head_of(rows: Sequence[Row]) -> Head | None:
    """The headings of a table among its first rows; None where it is none of these."""
    for row in rows[:LOOK_AT]:
        places: dict[str, int] = {}
        for at, value in enumerate(row.values):
            said = folded(value) if isinstance(value, str) else ""
            for name, words in HEADINGS.items():
                if said in words:
                    places.setdefault(name, at)
        head = Head(row.number, places)
        if head.is_events or head.is_ratings or head.is_people:
            return head
    return None


def _cells(rows: Sequence[Row], head: Head) -> Iterator[tuple[int, dict[str, str]]]:
    for row in rows:
        if row.number > head.row:
            yield row.number, {name: plain(row.value(at)) for name, at in head.places.items()}


def is_filled(rows: Sequence[Row], head: Head) -> bool:
    """Whether anything stands where a list has its ratings, if only that somebody has none."""
    return any(cells.get("rating") for _number, cells in _cells(rows, head))


def lines_of(where: str, rows: Sequence[Row], head: Head, faults: list[str]) -> list[Line]:
    """The people of a rating list; a rating of 0, or none, is somebody unrated."""
    found = []
    for number, cells in _cells(rows, head):
        name = cells.get("name") or ", ".join(
            filter(None, (cells.get("surname", ""), cells.get("given", "")))
        )
        if not name:
            continue
        rating, games, deviation = (cells.get(one, "") for one in ("rating", "games", "deviation"))
        if rating.casefold() not in NONE and not RATING.fullmatch(rating):
            facts = {"where": f"{where}, {number}", "name": name, "rating": rating[:20]}
            faults.append(
                _("%(where)s: %(name)s has “%(rating)s” for a rating; write a whole number.") % facts
            )
            continue
        # Somebody whose deviation was passed over would be rated as one of whom nothing is known.
        if deviation.casefold() not in NONE and not DEVIATION.fullmatch(deviation):
            facts = {"where": f"{where}, {number}", "name": name, "deviation": deviation[:20]}
            faults.append(
                _("%(where)s: %(name)s has “%(deviation)s” for a deviation; write a number like 85.5.")
                % facts
            )
            continue
        # Somebody whose games were passed over would be rated as a newcomer, or as one who has played for years.
        if games.casefold() not in NONE and not GAMES.fullmatch(games):
            facts = {"where": f"{where}, {number}", "name": name, "games": games[:20]}
            faults.append(
                _("%(where)s: %(name)s has “%(games)s” for games played; write a whole number.") % facts
            )
            continue
        last = cells.get("last", "")
        on = day_of(last)
        if last.casefold() not in NONE and on is None:
            faults.append(_no_day(f"{where}, {number}", last))
            continue
        found.append(
            Line(
                name, cells.get("number", ""), 0 if rating.casefold() in NONE else int(rating),
                int(games) if GAMES.fullmatch(games) else None,
                float(deviation) if DEVIATION.fullmatch(deviation) else None, on,
            )
        )  # fmt: skip
    return found


def events_of(where: str, rows: Sequence[Row], head: Head, faults: list[str]) -> list[Listed]:
    """The events a list names, in its order."""
    found = []
    for number, cells in _cells(rows, head):
        if not any(cells.values()):
            continue
        day = day_of(cells["day"])
        if day is None:
            faults.append(_no_day(f"{where}, {number}", cells["day"]))
            continue
        order = cells.get("order", "")
        title = cells.get("title", "") or cells.get("name", "")
        found.append(
            Listed(cells["file"].casefold(), day, int(order) if GAMES.fullmatch(order) else 0, title)
        )
    return found


def _no_day(where: str, text: str) -> str:
    return _("%(where)s: “%(day)s” is no day; write YYYY-MM-DD.") % {"where": where, "day": text[:20]}


def day_of(text: str) -> date | None:
    """A day as it is written in such tables: 2026-03-14, 2026/3/14 or 14.3.2026; a time behind it is passed over."""
    for form in DAYS:
        if said := form.match(text.strip()):
            try:
                return date(int(said["y"]), int(said["m"]), int(said["d"]))
            except ValueError:
                return None
    return None
