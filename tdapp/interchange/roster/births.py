"""Birth dates and years, never guessed: 3/4/2011 says its year only, unless its column shows which comes first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from typing import Literal

from django.utils.translation import gettext as _

from tdapp.interchange.roster.reader import RowReader, as_text
from tdapp.kernel.tabular import Value

Order = Literal["dmy", "mdy", ""]
OLDEST, YOUNGEST = 110, 4
ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00)?)?")
PARTS = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})")
SHORT = re.compile(r"\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2}")
NAMED = re.compile(r"(?:(\d{1,2})[ .-]+([a-z]{3,})|([a-z]{3,})[ .]+(\d{1,2}))[ .,-]+(\d{4})")
YEAR = re.compile(r"(\d{4})(?:\.0+)?")
MONTHS = (
    ("jan", "ene", "enero"), ("feb", "peb"), ("mar",), ("apr", "abr"), ("may",), ("jun", "hun"), ("jul", "hul"),
    ("aug", "ago"), ("sep", "set"), ("oct", "okt"), ("nov", "nob"), ("dec", "dis", "dic"),
)  # fmt: skip


def column_order(values: Iterable[Value]) -> Order:
    """Whether a column's numeric dates put the day or the month first; "" when nothing or both is shown."""
    day_first = month_first = False
    for value in values:
        if match := PARTS.fullmatch(as_text(value).strip()):
            day_first |= int(match[1]) > 12 >= int(match[2])
            month_first |= int(match[2]) > 12 >= int(match[1])
    if day_first == month_first:
        return ""
    return "dmy" if day_first else "mdy"


def birth(reader: RowReader, order: Order) -> tuple[date | None, int | None]:
    """(date, year) from whichever column has them; errors and questions are noted."""
    day, year = None, None
    for field in ("birth_date", "birth_year"):
        if reader.has(field) and (text := reader.text(field, 40)):
            found, of_year = _one(reader, field, text, order)
            day, year = day or found, year or of_year
    if not year and (reader.has("birth_year") or reader.has("birth_date")):
        field = "birth_year" if reader.has("birth_year") else "birth_date"
        if not reader.text(field):
            reader.tell(field, "birth-missing", _("Row %(row)s has no birth year."))
    return day, year


def _one(reader: RowReader, field: str, text: str, order: Order) -> tuple[date | None, int | None]:
    if match := YEAR.fullmatch(text):
        return None, _checked(reader, field, int(match[1]))
    if SHORT.fullmatch(text) or re.fullmatch(r"'?\d{2}", text):
        sentence = _("“%(value)s” in cell %(cell)s does not say the century.")
        reader.error(field, "birth-short-year", sentence, _("Write the year with four digits."))
        return None, None
    try:
        day, year = _read(reader, field, text, order)
    except ValueError:
        sentence = _("“%(value)s” in cell %(cell)s is not a date or a year.")
        reader.error(field, "birth-unreadable", sentence, _("Write it like 2011-03-24, or the year alone."))
        return None, None
    checked = _checked(reader, field, year)
    return (day if checked else None), checked


def _read(reader: RowReader, field: str, text: str, order: Order) -> tuple[date | None, int]:
    """A date and its year, the date None when day and month cannot be told apart. Raises ValueError."""
    value = reader.value(field)
    if isinstance(value, datetime | date):
        return date(value.year, value.month, value.day), value.year
    if match := ISO.fullmatch(text):
        return date(int(match[1]), int(match[2]), int(match[3])), int(match[1])
    if match := NAMED.fullmatch(text.casefold()):
        number, word = match[1] or match[4], match[2] or match[3]
        return date(int(match[5]), _month(word), int(number)), int(match[5])
    if match := PARTS.fullmatch(text):
        return _in_order(reader, field, int(match[1]), int(match[2]), int(match[3]), order)
    raise ValueError(text)


def _month(word: str) -> int:
    for number, names in enumerate(MONTHS, start=1):
        if word.startswith(names):
            return number
    raise ValueError(word)


def _in_order(
    reader: RowReader, field: str, first: int, second: int, year: int, order: Order
) -> tuple[date | None, int]:
    if first > 12 or (order == "dmy" and second <= 12):
        return date(year, second, first), year
    if second > 12 or order == "mdy" or first == second:
        return date(year, first, second), year
    sentence = _("“%(value)s” in cell %(cell)s may mean two days; only the year %(year)s was read.")
    reader.ask(field, "birth-ambiguous", sentence, _("Write it like 2011-03-24."), year=year)
    return None, year


def _checked(reader: RowReader, field: str, year: int) -> int | None:
    today = reader.rules.today.year
    if today - OLDEST <= year <= today - YOUNGEST and not _serial_year(reader, field):
        return year
    sentence = _("“%(value)s” in cell %(cell)s cannot be the birth year of a player.")
    reader.error(field, "birth-impossible", sentence, _remedy(reader, field))
    return None


def _serial_year(reader: RowReader, field: str) -> int:
    """A year typed into a cell that shows dates becomes a day in 1905: the year is the day's serial number."""
    value = reader.value(field)
    if not isinstance(value, date) or isinstance(value, datetime):
        return 0
    serial = (value - date(1899, 12, 30)).days
    return serial if field == "birth_year" and 1900 <= serial <= reader.rules.today.year else 0


def _remedy(reader: RowReader, field: str) -> str:
    if serial := _serial_year(reader, field):
        return _("Format the cell as a number; it seems to mean %(year)s.") % {"year": serial}
    rating = as_text(reader.value("rating"))
    if YEAR.fullmatch(rating) and 1930 <= int(rating[:4]) <= reader.rules.today.year:
        return _("Rating and birth year look swapped in this row.")
    return _("Type the year of birth with four digits.")
