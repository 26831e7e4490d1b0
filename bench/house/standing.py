"""The rows that reading the tree alone gives: lines, functions, files, floors, imports, comments, templates, citations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.house import code, imports, tree
from bench.house.row import Row, at_most

FILE_LINES, IN_A_FOLDER, FOLDERS, FLOORS, TEMPLATE_LINE = 300, 14, 10, 9, 160
# Where many people look for something; elsewhere the number of folders is the matter's own.
BIG = ("scoring", "pairings", "tdapp.desk")
NAMED = ("tdapp.launch", "tdapp.settings", "tdapp.ratings.formulas")


def rows(root: Path) -> Iterator[Row]:
    """All of them, for one tree."""
    yield from _lines(root)
    yield from judged(root)


def judged(root: Path) -> Iterator[Row]:
    """Those among which the plan wants something; how much there is of what is only counted."""
    yield from _files(root)
    yield from _folders(root)
    yield from _imports(root)
    yield from _texts(root)


def _lines(root: Path) -> Iterator[Row]:
    ours = tree.files(root, ".py")
    yield Row("lines of Python", code.count_lines(ours))
    yield Row("lines of tests", code.count_lines(tree.files(root, ".py", ["tests"])))
    yield Row("lines of measurements (bench)", code.count_lines(tree.files(root, ".py", ["bench"])))
    yield Row("lines of HTML", code.count_lines(tree.files(root, ".html")))
    yield Row("lines of JavaScript", code.count_lines(tree.files(root, ".js")))
    lengths = code.function_lengths(ours)
    yield Row("functions", len(lengths))
    yield Row("lines of a function, median", code.median_length(lengths))
    said = code.words(ours)
    detail = f"{said.comments:,} lines with a comment, {said.docstrings:,} of docstrings, of {said.all:,}"
    yield Row("comments and docstrings, % of lines", round(said.share(), 1), details=[detail])


def _files(root: Path) -> Iterator[Row]:
    lengths = code.by_length(root, tree.files(root, ".py", [*tree.ROOMS, "bench"]))
    yield Row("files of Python", len(lengths))
    yield Row("lines of the longest file", lengths[0][0] if lengths else 0)
    long = [f"{name}: {count} lines" for count, name in lengths if count > FILE_LINES]
    yield at_most(f"files over {FILE_LINES} lines", len(long), 0, long)


def _folders(root: Path) -> Iterator[Row]:
    for room in _rooms(root, [*tree.ROOMS, "bench", "tests"]):
        found = code.folders(root, tree.files(root, ".py", [room]))
        full = [f"{one.name}: {one.files} files" for one in found if one.files > IN_A_FOLDER]
        most = max((one.files for one in found), default=0)
        name = f"{room}: files in the fullest folder"
        yield at_most(name, most, IN_A_FOLDER, full) if room != "tests" else Row(name, most)
    held = {
        one.name: one.folders
        for room in tree.ROOMS
        for one in code.folders(root, tree.files(root, ".py", [room]))
    }
    for room in BIG:
        if count := held.get(room.replace(".", "/")):
            yield at_most(f"{room}: folders side by side", count, FOLDERS)


def _rooms(root: Path, names: list[str]) -> list[str]:
    return [name for name in names if (root / name).is_dir()]


def _imports(root: Path) -> Iterator[Row]:
    imported, contracts = imports.graph(root), imports.contracts(root)
    opened = {name for contract in contracts for name in imports.opened(contract)}
    levels = {name: imports.side_by_side(imported, name, opened) for name in imports.packages(imported)}
    for room in _named_rooms(imported):
        yield _floors(
            room, {name: parts for name, parts in levels.items() if f"{name}.".startswith(f"{room}.")}
        )
    turning = [
        f"{name}: {' <-> '.join(one)}" for name, parts in levels.items() for one in imports.circles(parts)
    ]
    yield at_most("circles between what lies side by side", len(turning), 0, turning)
    up = sorted(
        {str(one) for contract in contracts for one in imports.upward(imported, imports.layers(contract))}
    )
    yield at_most("imports that run up", len(up), 0, up)
    missing = imports.not_named(imported, contracts, [*NAMED, *_inner(imported)])
    yield at_most("folders that no contract names", len(missing), 0, missing)


def _named_rooms(imported: imports.Graph) -> list[str]:
    """The rooms, and instead of `tdapp` each of its apps."""
    packages = imports.packages(imported)
    tops = [name for name in packages if "." not in name and name != "tdapp"]
    return [*tops, *(name for name in packages if name.startswith("tdapp.") and name.count(".") == 1)]


def _inner(imported: imports.Graph) -> list[str]:
    """The folders of the big rooms, without those that have their place from Django."""
    packages = imports.packages(imported)
    inner = [name for name in packages if name.rpartition(".")[0] in BIG]
    return [name for name in inner if name.rpartition(".")[2] not in code.DJANGO]


def _floors(room: str, levels: dict[str, imports.Graph]) -> Row:
    chains = {package: imports.floors(parts) for package, parts in levels.items()}
    high = [
        f"{package}: {len(chain)}: {' > '.join(chain)}"
        for package, chain in chains.items()
        if len(chain) > FLOORS
    ]
    return at_most(f"{room}: floors", max(len(chain) for chain in chains.values()), FLOORS, high)


def _texts(root: Path) -> Iterator[Row]:
    pages = tree.files(root, ".html")
    long = code.long_lines(root, pages, TEMPLATE_LINE)
    shown = [f"{place}: {length} characters" for length, place in long[:10]]
    yield at_most(f"HTML lines over {TEMPLATE_LINE} characters", len(long), 0, shown)
    yield Row(
        "characters of the longest HTML line",
        max((len(line) for page in pages for line in tree.lines(page)), default=0),
    )
    cited = code.citations_of_nothing(root, [*_rooms(root, [*tree.ROOMS, "tests", "bench", "docs"])])
    yield at_most("citations of pages not in the tree", len(cited), 0, cited[:20])
