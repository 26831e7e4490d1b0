"""Draws the house from its imports: `python -m bench.house.picture` writes `docs/house.svg`, `docs/architecture.md` shows it.

Four panels: the rooms, and the folders inside the three big ones. Each part stands above all it imports; a line leads to
what it imports, unless another line leads there already. What a part is for is the first line of its docstring.
"""

from __future__ import annotations

import ast
import sys
import textwrap
from collections.abc import Collection, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import NamedTuple

from bench.house import code, imports, tree

FILE = "docs/house.svg"
MARGIN, BOX_WIDTH, BOX_HEIGHT, CELL, ROW, HEAD, LETTERS = 20, 178, 66, 196, 96, 36, 29
# `tdapp/launch` is in no panel: what starts the hall stands above all, what knows the machine beneath all.
APPS = (
    "accounts",
    "api",
    "clubs",
    "demo",
    "desk",
    "events",
    "interchange",
    "judging",
    "kernel",
    "people",
    "publishing",
    "ratings",
    "scoresheets",
)
ROOMS = (
    "core",
    "scoring",
    "pairings",
    "lexicon_admin",
    "lexicon_admin.words",
    *(f"tdapp.{app}" for app in APPS),
)
BIG = (
    ("scoring, one game", "scoring"),
    ("pairings, one event", "pairings"),
    ("tdapp/desk, the director's table", "tdapp.desk"),
)
STYLE = (
    "text{font:13px sans-serif;fill:#1d2733}.name{font-weight:600}.what{font-size:10.5px;fill:#44505e}"
    ".title{font-size:17px;font-weight:600}rect{fill:#f4f6f9;stroke:#8794a5}path{fill:none;stroke:#a9b4c2}"
)
Parts = Mapping[str, set[str]]


class Point(NamedTuple):
    """A place on the picture; of a box its upper left corner."""

    x: int
    y: int


class Panel:
    """One part of the picture: its parts by floor, each with the lines to what it imports."""

    def __init__(self, title: str, parts: Parts) -> None:
        self.title, self.parts, self.floors = title, parts, by_floor(parts)
        self.width = CELL * max(len(names) for names in self.floors) + MARGIN
        self.height = HEAD + ROW * len(self.floors)

    def drawn(self, root: Path, corner: Point) -> Iterator[str]:
        """Its lines of SVG: title, lines, and over them the boxes."""
        yield f'<text class="title" x="{corner.x}" y="{corner.y + 18}">{escape(self.title)}</text>'
        places = dict(self._places(corner))
        for importer, imported in needed(self.parts):
            yield _line(places[importer], places[imported])
        for name, at in places.items():
            yield from _box(name, at, purpose(root, name))

    def _places(self, corner: Point) -> Iterator[tuple[str, Point]]:
        for row, names in enumerate(self.floors):
            left = corner.x + (self.width - MARGIN - CELL * len(names)) // 2
            for at, name in enumerate(names):
                yield name, Point(left + CELL * at, corner.y + HEAD + ROW * row)


def drawn(root: Path) -> str:
    """The picture of a tree, as SVG. The same tree gives the same text."""
    graph = imports.graph(root)
    panels = [Panel("The rooms", rooms(graph)), *(Panel(title, folders(graph, name)) for title, name in BIG)]
    lines: list[str] = []
    width = y = MARGIN
    for row in (panels[:2], panels[2:]):
        x = MARGIN
        for panel in row:
            lines += panel.drawn(root, Point(x, y))
            x += panel.width
        width, y = max(width, x), y + max(panel.height for panel in row)
    size = f'viewBox="0 0 {width} {y}" width="{width}" height="{y}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="The rooms and who imports whom">'
    white = '<rect width="100%" height="100%" style="fill:#fff;stroke:none"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", white, *lines, "</svg>", ""])


def rooms(graph: imports.Graph) -> dict[str, set[str]]:
    """Every room -> the rooms it imports."""
    return _parts(graph, ROOMS)


def folders(graph: imports.Graph, package: str) -> dict[str, set[str]]:
    """Every folder of a package that holds code -> the folders beside it that it imports."""
    inner = [name for name in imports.packages(graph) if name.rpartition(".")[0] == package]
    return _parts(graph, [name for name in inner if name.rpartition(".")[2] not in code.DJANGO])


def _parts(graph: imports.Graph, names: Collection[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {name: set() for name in names}
    for importer, imported in graph.items():
        if here := _within(importer, names):
            found[here] |= {there for one in imported if (there := _within(one, names))} - {here}
    return found


def _within(module: str, names: Collection[str]) -> str:
    """The part a module lies in: the longest name that it is or begins with."""
    return max((one for one in names if f"{module}.".startswith(f"{one}.")), key=len, default="")


def by_floor(parts: Parts) -> list[list[str]]:
    """The parts by floor, highest first: each above all it imports. A circle has no floor and is a ValueError."""
    if turning := imports.circles(parts):
        raise ValueError(f"These import each other: {', '.join(turning[0])}.")
    height: dict[str, int] = {}

    def reach(name: str) -> int:
        if name not in height:
            height[name] = max((reach(one) + 1 for one in parts[name]), default=0)
        return height[name]

    top = max(map(reach, sorted(parts)), default=0)
    return [sorted(name for name in parts if height[name] == floor) for floor in range(top, -1, -1)]


def needed(parts: Parts) -> Iterator[tuple[str, str]]:
    """The imports that no longer way around shows already."""
    for importer in sorted(parts):
        for imported in sorted(parts[importer]):
            if not any(imported in _below(parts, other) for other in parts[importer] - {imported}):
                yield importer, imported


def _below(parts: Parts, name: str) -> set[str]:
    return parts[name] | {deep for one in parts[name] for deep in _below(parts, one)}


def _line(above: Point, below: Point) -> str:
    x1, y1, x2, y2 = above.x + BOX_WIDTH // 2, above.y + BOX_HEIGHT, below.x + BOX_WIDTH // 2, below.y
    return f'<path d="M{x1} {y1}C{x1} {y1 + 30} {x2} {y2 - 30} {x2} {y2}"/>'


def _box(name: str, at: Point, what: str) -> Iterator[str]:
    yield f'<rect x="{at.x}" y="{at.y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="5"/>'
    yield f'<text class="name" x="{at.x + 8}" y="{at.y + 17}">{escape(name.replace(".", "/"))}</text>'
    for row, line in enumerate(textwrap.wrap(what, LETTERS, max_lines=3, placeholder=" …")):
        yield f'<text class="what" x="{at.x + 8}" y="{at.y + 32 + 13 * row}">{escape(line)}</text>'


def purpose(root: Path, name: str) -> str:
    """The first line of a package's docstring; "" when it has none."""
    page = root.joinpath(*name.split("."), "__init__.py")
    return (ast.get_docstring(tree.parsed(page)) or "").partition("\n")[0]


def main() -> int:
    """Write the picture."""
    (tree.ROOT / FILE).write_text(drawn(tree.ROOT), encoding="utf-8")
    print(f"{FILE} is written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
