"""A division's board: what its overrides are when somebody paints one, and how it differs from the one that ships."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.board.board import Layout, Square, asymmetries, centre, images, parse_square
from scoring.rules.loading import Ruleset
from tdapp.events.rules.board_svg import short

FIELDS = ("board.name", "board.grid", "board.start", "board.evidenced", "board.confirmed")


@dataclass(frozen=True, slots=True)
class Painted:
    """A board as the painter sends it: rows of signs, the start square by name, its own name, whether it is ticked."""

    rows: tuple[str, ...]
    start: str
    name: str = ""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """A square that is another one than on the board that ships; "" stands for a plain square."""

    square: str
    ours: str
    theirs: str


def painted(ruleset: Ruleset) -> Painted:
    """The board of a ruleset, as the painter opens it."""
    rules = ruleset.board
    return Painted(plain(ruleset.layout), ruleset.layout.start.name, rules.name, rules.confirmed)


def plain(layout: Layout) -> tuple[str, ...]:
    """The rows with every plain square written alike, the start square too."""
    return tuple(row.replace("*", ".") for row in layout.rows)


def overrides(base: Ruleset, board: Painted) -> dict[str, Any]:
    """What a painted board changes in `base`, by field; None for a field it leaves alone.

    A board equal to the base's keeps the base's rows, marks and proven squares; only the tick is the division's.
    """
    found: dict[str, Any] = dict.fromkeys(FIELDS)
    same = board.rows == plain(base.layout) and board.start == base.layout.start.name
    if board.name and board.name != base.board.name:
        found["board.name"] = board.name
    if not same:
        mark = _("our own board “%(name)s”") % {"name": board.name or base.board.name}
        found["board.grid"] = {"value": _rows(board), "departure": mark[:300]}
        found["board.start"] = _start(board)
        found["board.evidenced"] = _still_proven(base, board)
    if board.confirmed != (same and base.board.confirmed):
        found["board.confirmed"] = board.confirmed
    return found


def _rows(board: Painted) -> list[str]:
    """The rows with the start square marked where it has no premium."""
    rows, start = list(board.rows), parse_square(board.start)
    if start and start.row < len(rows) and rows[start.row][start.col : start.col + 1] == ".":
        row = rows[start.row]
        rows[start.row] = f"{row[: start.col]}*{row[start.col + 1 :]}"
    return rows


def _start(board: Painted) -> str:
    sizes = (len(board.rows), len(board.rows[0]) if board.rows else 0)
    return "centre" if min(sizes) and board.start == centre(*sizes).name else board.start


def _still_proven(base: Ruleset, board: Painted) -> list[str]:
    """Squares the book proves and the painted board agrees with, image by image."""
    layout = _layout(board)
    if layout is None or (layout.height, layout.width) != (base.layout.height, base.layout.width):
        return []
    size = layout.height, layout.width
    return [
        square.name
        for square in base.board.evidenced
        if all(layout.premiums[one] == base.layout.premiums[one] for one in images(square, *size))
    ]


def _layout(board: Painted) -> Layout | None:
    """The squares of a painted board; None when its rows make none."""
    start = parse_square(board.start)
    try:
        layout = Layout(board.rows, start or Square(0, 0))
    except KeyError:
        return None
    return layout if board.rows and len({len(row) for row in board.rows}) == 1 else None


def differences(ours: Layout, theirs: Layout) -> list[Difference]:
    """Squares whose premium differs, on the squares both boards have."""
    both = [square for square in ours.squares() if square in theirs]
    return [
        Difference(one.name, short(ours.premiums[one]), short(theirs.premiums[one]))
        for one in both
        if ours.premiums[one] != theirs.premiums[one]
    ]


def warnings(base: Ruleset, layout: Layout) -> list[str]:
    """What a director should look at again: squares that are not alike, squares the book tells otherwise."""
    found = []
    if uneven := asymmetries(layout):
        facts = {"number": len(uneven), "squares": _some(uneven)}
        found.append(
            _("The board is not the same in all its mirror images: %(number)s squares, such as %(squares)s.")
            % facts
        )
    if wrong := _against_the_book(base, layout):
        sentence = _(
            "The book's printed examples tell another premium for %(squares)s. Look at the board again."
        )
        found.append(sentence % {"squares": _some(wrong)})
    return found


def _against_the_book(base: Ruleset, layout: Layout) -> list[Square]:
    if (layout.height, layout.width) != (base.layout.height, base.layout.width):
        return []
    size = layout.height, layout.width
    every = {image for square in base.board.evidenced for image in images(square, *size)}
    return sorted(one for one in every if layout.premiums[one] != base.layout.premiums[one])


def _some(squares: Sequence[Square], most: int = 6) -> str:
    names = [square.name for square in squares[:most]]
    return ", ".join(names) + (" …" if len(squares) > most else "")
