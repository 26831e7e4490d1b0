"""The rows of a workbook or CSV file: players from a sheet of theirs, games and pairings from the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tdapp.interchange.results_book import columns as heads
from tdapp.interchange.results_book.columns import Columns, Said
from tdapp.interchange.roster.headings import find_heading, folded
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import Row, Table, Value, is_blank, read

MOST_SHEETS, MOST_CALLED, MOST_ROWS, MOST_FAULTS = 8, 24, 20_000, 40
# Words a sheet's name begins with, beside its division's.
TITLES = re.compile(
    r"^(results?|pairings?|standings|players?|entries|roster|resulta|mga resulta|pares|mga manlalaro|manlalaro|talaan|"
    r"resultados|jugadores)\b[ :–-]*",
    re.IGNORECASE,
)
PEOPLE = re.compile(
    r"^(standings|players?|entries|roster|mga manlalaro|manlalaro|talaan|jugadores)\b", re.IGNORECASE
)
BYES = frozenset({"bye", "none", "pahinga"})
KINDS = {
    "bye": "bye", "half bye": "half", "not scored": "unscored", "pending": "pending", "forfeit": "forfeit", "played": "",
    "kalahating bye": "half", "hindi binilang": "unscored", "walang iskor": "unscored", "naghihintay": "pending",
}  # fmt: skip
LOWEST, HIGHEST, ROUNDS_MAX = -500, 3000, 200
NO_RESULTS = "no-results"  # no sheet says who met whom, as far as its headings are understood


@dataclass(frozen=True, slots=True)
class Person:
    """A player as a sheet of players says them. `number`: as the sheet counts, 0 for none."""

    where: str
    division: str
    name: str
    number: int = 0
    rating: int = 0
    member: str = ""
    club: str = ""
    team: str = ""
    klass: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A row of a sheet of results or pairings; names and numbers as they stand, `scores` None where blank."""

    where: str
    division: str
    round: int
    names: tuple[str, str]
    numbers: tuple[int, int]
    scores: tuple[int | None, int | None]
    table: int = 0
    kind: str = ""
    won: str = ""
    spread: int | None = None


@dataclass(slots=True)
class Book:
    """Everything a file says, and what is wrong with it, one sentence each."""

    people: list[Person] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    pairings: list[Game] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def read_book(data: bytes, said: Said) -> Book:
    """The players and games of a file. Raises Unreadable or TooLarge; refuses (422) one without a sheet of results."""
    sheets = sheets_of(data)
    book, skipped, found = Book(), list[tuple[str, list[Row]]](), False
    for name, rows in sheets:
        columns = heads.find(rows, said, name)
        if columns is None:
            skipped.append((name, rows))
            continue
        found = True
        _take_games(book, name, rows, columns, several=len(sheets) > 1)
    if not found:
        sentence = _(
            "No sheet of it is one of results: a row must name the columns, as in Round, Name 1, Score 1, Name 2, Score 2."
        )
        raise Refusal(NO_RESULTS, sentence)
    people = [one for one in skipped if PEOPLE.match(one[0].strip())] or (
        skipped if len(skipped) == 1 else []
    )
    for name, rows in people:
        book.people += _people(name, rows, said.headings)
    return book


def sheets_of(data: bytes) -> list[tuple[str, list[Row]]]:
    """The sheets of a file that are read, each by its name with the rows that are not blank. Raises Unreadable or TooLarge."""
    first = read(data)
    names = _sheets([first.sheet, *first.other_sheets])
    # Each reading opens the file anew.
    return [(name, _rows(first if name == first.sheet else read(data, sheet=name))) for name in names]


def _sheets(names: Sequence[str]) -> list[str]:
    """The sheets that are read: where some are named by what they hold only these, for each one costs a reading of the file."""
    called = [name for name in names if TITLES.match(name.strip())]
    return (called or list(names))[: MOST_CALLED if called else MOST_SHEETS]


def _rows(table: Table) -> list[Row]:
    return [row for row in table.rows if any(not is_blank(value) for value in row.values)][:MOST_ROWS]


def division_of(sheet: str) -> str:
    """What a sheet's name says beside what it holds; empty where that is all."""
    return " ".join(TITLES.sub("", sheet.strip()).split())[:80]


def _take_games(book: Book, sheet: str, rows: Sequence[Row], columns: Columns, *, several: bool) -> None:
    into = book.games if columns.has_scores else book.pairings
    for row in rows:
        if row.number <= columns.row:
            continue
        reader = _Cells(sheet if several else "", row, columns, book.faults)
        if (game := reader.game(division_of(sheet) if several else "")) is not None:
            into.append(game)


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of one row by field; what is wrong with one goes to the faults."""

    sheet: str
    row: Row
    columns: Columns
    faults: list[str]

    def game(self, division: str) -> Game | None:
        """The row as a game; None where it is none, or wrong."""
        names, before = (self.text("name1"), self.text("name2")), len(self.faults)
        numbers = (self.whole("number1", 1, 9999) or 0, self.whole("number2", 1, 9999) or 0)
        scores = (self.whole("score1", LOWEST, HIGHEST), self.whole("score2", LOWEST, HIGHEST))
        if not any(names) and not any(numbers):
            return None
        number = self.whole("round", 1, ROUNDS_MAX)
        if number is None and len(self.faults) == before:
            self.fault(_("there is no round"))
        if len(self.faults) > before:
            return None
        if folded(names[1]) in BYES and not numbers[1]:
            names = (names[0], "")
        kind = KINDS.get(folded(self.text("kind")), "")
        table = self.whole("table", 1, 2000) or 0
        return Game(
            self.where, self.text("division")[:80] or division, number or 0, names, numbers, scores, table, kind,
            self.text("won"), self.whole("spread", LOWEST, HIGHEST) if not all(names) else None,
        )  # fmt: skip

    @property
    def where(self) -> str:
        """The row, with its sheet where there are several."""
        told = {"sheet": self.sheet, "row": self.row.number}
        return (_("%(sheet)s, row %(row)s") if self.sheet else _("Row %(row)s")) % told

    def fault(self, what: str) -> None:
        """Something wrong with the row."""
        self.faults.append(_("%(where)s: %(what)s.") % {"where": self.where, "what": what})

    def value(self, name: str) -> Value:
        """The cell of a field."""
        at = self.columns.places.get(name)
        return None if at is None else self.row.value(at)

    def text(self, name: str) -> str:
        """A cell as words."""
        return plain(self.value(name))

    def whole(self, name: str, low: int, high: int) -> int | None:
        """A cell as a whole number within bounds; None where it is blank, or wrong and told."""
        text = (
            self.text(name).replace("+", "", 1) if name.startswith(("score", "spread")) else self.text(name)
        )
        if text in ("", "-", "–"):
            return None
        if re.fullmatch(r"-?[0-9]{1,6}", text) and low <= int(text) <= high:
            return int(text)
        cell = self.row.address(self.columns.places[name])
        facts = {"cell": cell, "text": text[:20], "low": low, "high": high}
        self.fault(_("%(cell)s is “%(text)s”; it must be a whole number from %(low)s to %(high)s") % facts)
        return None


def plain(value: Value) -> str:
    """A cell as words: whole numbers without a point, blanks put together."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else " ".join(str(value).split())[:170]


def _people(sheet: str, rows: Sequence[Row], said: Mapping[str, str]) -> Iterator[Person]:
    """The players of a sheet, by the headings rosters have."""
    heading = find_heading(rows, said)
    if heading is None:
        return
    places = dict(heading.columns)
    numbered = next(
        (at for at, text in heading.written.items() if folded(text) in ("no", "number", "num", "blg")), None
    )
    for row in rows:
        if row.number <= heading.number:
            continue
        cells = {name: plain(row.value(at)) for name, at in places.items()}
        name = cells.get("name") or ", ".join(
            part for part in (cells.get("surname", ""), cells.get("given", "")) if part
        )
        number = plain(row.value(numbered)) if numbered is not None else ""
        if folded(name):
            yield Person(
                f"{sheet} {row.number}", cells.get("division", "") or division_of(sheet), name,
                int(number) if number.isdecimal() and len(number) < 5 else 0,
                int(cells["rating"]) if re.fullmatch(r"[0-9]{1,4}", cells.get("rating", "")) else 0,
                cells.get("member", ""), cells.get("club", "") or cells.get("school", ""), cells.get("team", ""),
                cells.get("klass", ""),
            )  # fmt: skip
