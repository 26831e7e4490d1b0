"""Which files are the program's: its rooms, its tests, its pages and scripts."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("core", "scoring", "pairings", "lexicon_admin", "tdapp")
# Made by Django, by a tool or by somebody else: nobody looks for something there.
NOT_OURS = frozenset({"migrations", "node_modules", "__pycache__", "borrowed"})


def files(root: Path, suffix: str, under: Iterable[str] = ROOMS) -> list[Path]:
    """All files of the folders `under` that end in `suffix`, without what is not ours."""
    return sorted(path for name in under for path in _walked(root / name, suffix))


def _walked(folder: Path, suffix: str) -> Iterator[Path]:
    for path in folder.rglob(f"*{suffix}"):
        if path.is_file() and not NOT_OURS & set(path.parts) and not _hidden(path.relative_to(folder)):
            yield path


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


@cache
def text(path: Path) -> str:
    """What stands in a file."""
    return path.read_text(encoding="utf-8")


@cache
def parsed(path: Path) -> ast.Module:
    """A Python file as a tree."""
    return ast.parse(text(path))


def lines(path: Path) -> list[str]:
    """The lines of a file."""
    return text(path).splitlines()


def named(root: Path, path: Path) -> str:
    """A file as people name it: from the root of the tree."""
    return path.relative_to(root).as_posix()


def modules(root: Path, rooms: Iterable[str] = ROOMS) -> dict[str, Path]:
    """Dotted name -> file. A package has the name of its folder."""
    return {_dotted(root, path): path for path in files(root, ".py", rooms)}


def _dotted(root: Path, path: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
