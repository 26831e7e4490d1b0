"""Rows under a list that add it up: "Total 24", "Kabuuan", an average, a sum below a column without a name beside it.

They are nobody, so they are left out, and said: somebody may be called Sum, and is taken in when the list is read so.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import cached_property

from tdapp.interchange.roster.headings import NAMES, Heading, folded
from tdapp.interchange.roster.reader import Rules, as_text
from tdapp.kernel.tabular import Row, is_blank

# Folded, in English, Filipino and Spanish; a number or what was counted may follow.
WORDS = (
    "grand total", "sub total", "subtotal", "total", "totals", "sum", "average", "avg", "mean", "count", "kabuuan",
    "kabuuang bilang", "suma", "katamtaman", "karaniwan", "bilang", "promedio", "total general",
)  # fmt: skip
COUNTED = (
    "players|player|entries|entrants|participants|people|names|rows|manlalaro|kalahok|jugadores|of|no|number|in all|"
    "rating|ratings"
)
SAYS_TOTAL = re.compile(rf"(?:{'|'.join(WORDS)})(?: (?:{COUNTED}|\d+))*")
# What stands beside a word like these where the names are: "24 players".
HOW_MANY = re.compile(rf"\d+(?: (?:{COUNTED}))*")
NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?")
# What a total never has: who it is.
OF_A_PERSON = (
    "member",
    "birth_date",
    "birth_year",
    "guardian",
    "contact",
    "email",
    "guardian_contact",
    "school",
)


class Totals:
    """The rows of a list parted into people and totals."""

    def __init__(
        self, body: Sequence[Row], heading: Heading, rules: Rules, people: Container[int] = ()
    ) -> None:
        self.heading, self.columns = heading, heading.columns
        self._above: dict[str, tuple[int, float]] = {}
        self.people: list[Row] = []
        self.totals: list[Row] = []
        for row in body:
            said = rules.totals or row.number in people
            is_total = not said and (self._says_so(row) or self._adds_up(row))
            (self.totals if is_total else self.people).append(row)
            if not is_total:
                self._add(row)

    def _text(self, row: Row, field: str) -> str:
        return as_text(row.value(self.columns[field])).strip() if field in self.columns else ""

    def _says_so(self, row: Row) -> bool:
        """ "Total" where the name stands, or in the first cell of a row without one, and nothing only a person has."""
        names = [text for field in NAMES if (text := self._text(row, field))]
        first = next((as_text(value) for value in row.values if not is_blank(value)), "")
        said = [first] if all(HOW_MANY.fullmatch(folded(text)) for text in names) else names
        if not all(NUMBER.fullmatch(text) for text in said[1:]) or not SAYS_TOTAL.fullmatch(folded(said[0])):
            return False
        others = [(field, text) for field in OF_A_PERSON if (text := self._text(row, field))]
        return all(self._is_of_above(field, text) for field, text in others)

    def _adds_up(self, row: Row) -> bool:
        """No name, no text: only numbers, and one of them is the sum, the count or the average of its column so far."""
        texts = [as_text(value).strip() for value in row.values if not is_blank(value)]
        if any(self._text(row, field) for field in NAMES) or not all(
            NUMBER.fullmatch(text) for text in texts
        ):
            return False
        return any(self._is_of_above(field, self._text(row, field)) for field in self._numeric)

    @cached_property
    def _numeric(self) -> list[str]:
        return [
            field
            for field in ("rating", "member", "seed", "birth_year", "fixed_table")
            if field in self.columns
        ]

    def _is_of_above(self, field: str, text: str) -> bool:
        if not NUMBER.fullmatch(text) or len(self.people) < 2:
            return False
        number, (filled, total) = float(text.replace(",", "")), self._above.get(field, (0, 0.0))
        average = filled and abs(number - total / filled) < 1
        return number in (total, filled, len(self.people)) or bool(average)

    def _add(self, row: Row) -> None:
        for field in self._numeric:
            text = self._text(row, field)
            if NUMBER.fullmatch(text):
                filled, total = self._above.get(field, (0, 0.0))
                self._above[field] = filled + 1, total + float(text.replace(",", ""))
