"""Names on a screen: as the public knows them, with the club beside only where two people share one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tdapp.publishing.released.board import Board, Person


def names_of(people: Iterable[Person]) -> dict[int, str]:
    """By number, what each person is called on a list of all of these."""
    rows = list(people)
    alike = Counter(person.name for person in rows)
    return {row.number: _with_more(row) if alike[row.name] > 1 else row.name for row in rows}


def _with_more(person: Person) -> str:
    return f"{person.name}, {person.beside}" if person.beside else f"{person.name} ({person.number})"


def of_board(board: Board) -> Mapping[int, str]:
    """Everybody who stands in something public of a division."""
    return names_of(board.people.values())
