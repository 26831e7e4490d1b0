"""Rating lists that come in: xlsx, CSV, the fixed columns of AUPAIR's RATING.DAT / .RT, tsh's division files.

AUPAIR's columns: `fixed_columns`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.problems import Problem
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import LIMITS, Row, Table, Value, is_blank, read, refuse_packed
from tdapp.kernel.tabular.sniff import decode
from tdapp.people.names import fold
from tdapp.ratings.exchange import fixed_columns

TSH = re.compile(
    r"^(?P<name>[^;:]*[^;:\d\s])(?::(?P<number>[\w-]+))?\s+(?P<rating>\d{1,4})(?:\s[\d ]*)?;"
    r"(?:(?:[^;]*;)*?\s*lifeg\s+(?P<games>[^;]*?)\s*(?:;|$))?"
)
HEADINGS = {
    "number": ("number", "no", "member", "member no", "member number", "id", "player id"),
    "surname": ("surname", "last name", "family name", "apelyido"),
    "given": ("given", "given name", "first name", "given names"),
    "name": ("name", "player", "full name", "pangalan"),
    "club": ("club", "school", "club or school", "klub", "paaralan"),
    "rating": ("rating", "current rating", "rtg"),
    "games": ("games", "lifetime games", "rated games"),
    "deviation": ("deviation", "rd", "rating deviation"),
}
HIGHEST, MOST_GAMES, MOST_DEVIATION, MOST_ROWS = 9999, 99_999, 1000, 20_000


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One player of a list as it came. `where`: the row, for findings. `games`, `deviation`: None when not said."""

    where: str
    number: str
    surname: str
    given: str
    club: str
    rating: int
    games: int | None = None
    deviation: float | None = None


Cells = dict[str, Value]


def parse(data: bytes) -> tuple[list[RatingRow], list[Problem]]:
    """The players a file holds, and what in it cannot be read. Raises Unreadable, TooLarge or Refusal for all of it."""
    refuse_packed(len(data), LIMITS)
    found: list[RatingRow] = []
    problems: list[Problem] = []
    for where, cells in _rows(data):
        one, wrong = _rating_row(where, cells)
        problems += wrong
        if one:
            found.append(one)
        if len(found) > MOST_ROWS:
            raise Refusal(
                "too-long", _("A list may have at most %(n)s players.") % {"n": MOST_ROWS}, status=413
            )
    if not found and not problems:
        raise Refusal("empty", _("There is no player in it."))
    return found, problems


def _rows(data: bytes) -> Iterator[tuple[str, Cells]]:
    """Rows by meaning; what the file is, its lines decide."""
    if not data.startswith(b"PK\x03\x04"):
        if fixed := fixed_columns.read_lines(data):
            return ((_("row %(n)s") % {"n": n}, _cells(groups)) for n, groups in fixed)
        lines = [(n, line) for n, line in enumerate(decode(data).text.splitlines(), start=1) if line.strip()]
        if lines and all(TSH.match(line) for _n, line in lines):
            return _divisions(lines)
    return _by_heading(read(data))


def _divisions(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[str, Cells]]:
    for number, line in lines:
        if match := TSH.match(line):
            yield _("row %(n)s") % {"n": number}, _cells(match.groupdict())


def _cells(groups: Mapping[str, str | None]) -> Cells:
    return {name: (text or "").strip() for name, text in groups.items()}


def _by_heading(table: Table) -> Iterator[tuple[str, Cells]]:
    rows = iter(table.rows)
    places = _places(next(rows, None))
    for row in rows:
        cells = {name: row.value(at) for name, at in places.items()}
        if not all(is_blank(value) for value in cells.values()):
            yield _("row %(n)s") % {"n": row.number}, cells


def _places(head: Row | None) -> dict[str, int]:
    """Where each column stands. Refuses a table without a rating or without names."""
    found: dict[str, int] = {}
    for at, value in enumerate(head.values if head else ()):
        words = " ".join(fold(str(value or "")).replace(".", " ").replace("_", " ").split())
        for name, synonyms in HEADINGS.items():
            if words in synonyms:
                found.setdefault(name, at)
    if "rating" not in found or not {"surname", "name", "number"} & set(found):
        raise Refusal(
            "no-headings",
            _("The first row must name the columns: Number, Surname, Given name, Club, Rating, Games."),
        )
    return found


def _rating_row(where: str, cells: Cells) -> tuple[RatingRow | None, list[Problem]]:
    problems: list[Problem] = []
    surname, given = _name(cells)
    number = _text(cells, "number")
    if not surname and not number:
        problems.append(Problem(_("There is no name and no number."), where, remedy=_("Write who it is.")))
    whole = _reader(where, cells, problems)
    rating, games = whole("rating", 1, HIGHEST), whole("games", 0, MOST_GAMES)
    deviation = whole("deviation", 0, MOST_DEVIATION)
    if rating is None and not problems:
        problems.append(
            Problem(
                _("There is no rating."),
                where,
                remedy=_("Write a whole number from 1 to %(n)s.") % {"n": HIGHEST},
            )
        )
    if problems or rating is None:
        return None, problems
    played = None if games is None else round(games)
    return RatingRow(
        where, number, surname, given, _text(cells, "club"), round(rating), played, deviation
    ), []


def _reader(where: str, cells: Cells, problems: list[Problem]) -> Callable[[str, int, int], float | None]:
    """Reads a number of the row; None when there is none. A bad one goes to the problems. Deviations may be broken."""

    def number(name: str, low: int, high: int) -> float | None:
        text = _text(cells, name)
        if not text:
            return None
        value = float(text) if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text) else -1.0
        if low <= value <= high and (name == "deviation" or value.is_integer()):
            return value
        what = _("%(column)s “%(text)s” cannot be.") % {"column": name, "text": text[:20]}
        problems.append(
            Problem(
                what,
                where,
                remedy=_("Write a whole number from %(low)s to %(high)s.") % {"low": low, "high": high},
            )
        )
        return None

    return number


def _text(cells: Cells, name: str) -> str:
    value = cells.get(name)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else " ".join(str(value).split())


def _name(cells: Cells) -> tuple[str, str]:
    """Surname and given name; a whole name without a comma ends with the surname (the dry run shows it)."""
    if surname := _text(cells, "surname"):
        return surname[:80], _text(cells, "given")[:80]
    whole = _text(cells, "name")
    if "," in whole:
        surname, _comma, given = whole.partition(",")
        return surname.strip()[:80], given.strip()[:80]
    given, _blank, surname = whole.rpartition(" ")
    return surname[:80], given[:80]
