"""Find me: by what the public may see of a name, a club or school, or by number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tdapp.people.names import fits, words_of
from tdapp.publishing.released.board import Board, Person

MOST_TYPED = 80


@dataclass(frozen=True, slots=True)
class Hit:
    """Somebody found, and in which division."""

    board: Board
    person: Person


def search(boards: Iterable[Board], typed: str) -> list[Hit]:
    """Everybody whose public name or club has a word beginning with each word typed, or whose number it is.

    A guarded child's surname is not in the public name, so it finds nothing here. "munoz" finds Muñoz.
    """
    wanted = words_of(typed[:MOST_TYPED])
    found = [Hit(board, person) for board in boards for person in board.people.values() if not person.house]
    number = typed.strip().lstrip("#")
    hits = [
        hit for hit in found if wanted and (str(hit.person.number) == number or _fits(hit.person, wanted))
    ]
    return sorted(hits, key=lambda hit: (hit.person.sort, hit.board.name, hit.person.number))


def _fits(person: Person, wanted: list[str]) -> bool:
    return fits(wanted, person.name, person.club)
