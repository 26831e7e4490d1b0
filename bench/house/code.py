"""What is written: lines, functions, files, folders, comments, lines of templates, citations of pages."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.house import tree

PAGE = re.compile(r"(?<![\w./-])[A-Za-z0-9][\w-]*(?:\.[\w-]+)*\.md\b")
LAW = re.compile(r"\b[Ll]aws? (\d+)\b")
BOOK_LINE = re.compile(r"\b([A-Z]{3}):\d+")
# Folders that have their name and place from Django.
DJANGO = frozenset({"management", "migrations", "templatetags"})
CITING = (".py", ".html", ".js", ".toml", ".md")


def count_lines(paths: Iterable[Path]) -> int:
    """All lines of these files, empty ones too."""
    return sum(len(tree.lines(path)) for path in paths)


def function_lengths(paths: Iterable[Path]) -> list[int]:
    """Lines of every function and method, from `def` to its last."""
    return [
        (node.end_lineno or node.lineno) - node.lineno + 1
        for path in paths
        for node in ast.walk(tree.parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def median_length(lengths: Iterable[int]) -> float:
    """The median, 0 when there is no function."""
    found = list(lengths)
    return median(found) if found else 0


def by_length(root: Path, paths: Iterable[Path]) -> list[tuple[int, str]]:
    """Lines and name of each file, the longest first."""
    return sorted(((len(tree.lines(path)), tree.named(root, path)) for path in paths), reverse=True)


class Folder(NamedTuple):
    """What lies side by side in one folder: modules without its own page, and folders of modules but those Django names."""

    name: str
    files: int
    folders: int


def folders(root: Path, paths: Iterable[Path]) -> list[Folder]:
    """Every folder of these Python files, the fullest first."""
    held: dict[str, tuple[set[str], set[str]]] = {}
    for path in paths:
        parts = path.relative_to(root).parts
        for depth in range(1, len(parts)):
            inside = held.setdefault("/".join(parts[:depth]), (set(), set()))
            inside[depth < len(parts) - 1].add(parts[depth])
    found = [
        Folder(name, len(ours - {"__init__.py"}), len(below - DJANGO)) for name, (ours, below) in held.items()
    ]
    return sorted(found, key=lambda one: (-one.files, one.name))


class Words(NamedTuple):
    """Lines that hold a comment, lines of docstrings, lines that are not empty."""

    comments: int
    docstrings: int
    all: int

    def share(self) -> float:
        """Comments and docstrings in a hundred lines."""
        return 100 * (self.comments + self.docstrings) / self.all if self.all else 0.0


def words(paths: Iterable[Path]) -> Words:
    """How much of the code is words about it."""
    counted = [_words(path) for path in paths]
    return Words(*(sum(one[at] for one in counted) for at in range(3)))


def _words(path: Path) -> Words:
    text = tree.text(path)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = {token.start[0] for token in tokens if token.type == tokenize.COMMENT}
    docstrings = sum(_docstring_lines(node) for node in ast.walk(tree.parsed(path)))
    return Words(len(comments), docstrings, sum(1 for line in text.splitlines() if line.strip()))


def _docstring_lines(node: ast.AST) -> int:
    holders = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    if not isinstance(node, holders) or ast.get_docstring(node, clean=False) is None:
        return 0
    return (node.body[0].end_lineno or 0) - node.body[0].lineno + 1


def long_lines(root: Path, paths: Iterable[Path], limit: int) -> list[tuple[int, str]]:
    """Length and place of each line longer than `limit`, the longest first."""
    found = (
        (len(line), f"{tree.named(root, path)}:{number}")
        for path in paths
        for number, line in enumerate(tree.lines(path), 1)
        if len(line) > limit
    )
    return sorted(found, reverse=True)


def citations_of_nothing(root: Path, under: Iterable[str]) -> list[str]:
    """Citations of pages that are not in the tree, each with its place.

    A page by its name; a law by its number, unless `docs/architecture.md` numbers it; a line of a rulebook (three
    capitals and a number), unless the page on sources in `docs/rules` names the book.
    """
    pages = {path.name for path in tree.files(root, ".md", ["docs", *under])} | {
        path.name for path in root.glob("*.md")
    }
    laws = set(re.findall(r"^(\d+)\. ", _page(root / "docs" / "architecture.md"), re.MULTILINE))
    books = set(re.findall(r"\b[A-Z]{3}\b", _page(root / "docs" / "rules" / "sources.md")))
    paths = [path for suffix in CITING for path in tree.files(root, suffix, under)]
    return [
        f"{tree.named(root, path)}:{number}: {cited}"
        for path in paths
        for number, line in enumerate(tree.lines(path), 1)
        for cited in _lacking(line, pages, laws, books)
    ]


def _lacking(line: str, pages: set[str], laws: set[str], books: set[str]) -> Iterator[str]:
    yield from (name for name in PAGE.findall(line) if name not in pages)
    yield from (f"law {number}" for number in LAW.findall(line) if number not in laws)
    yield from (found[0] for found in BOOK_LINE.finditer(line) if found[1] not in books)


def _page(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
