"""Who imports whom: floors and circles between what lies side by side, and imports that run up through the layers."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bench.house import tree

Graph = Mapping[str, set[str]]  # importer -> imported


class Import(NamedTuple):
    """One module imports another."""

    importer: str
    imported: str

    def __str__(self) -> str:
        return f"{self.importer} -> {self.imported}"


@cache
def graph(root: Path, rooms: tuple[str, ...] = tree.ROOMS) -> Graph:
    """Module -> the modules of the tree it imports, anywhere in its file, also those for types only."""
    known = tree.modules(root, rooms)
    return {
        name: {found for dotted in _imports(name, path) if (found := _nearest(dotted, known))} - {name}
        for name, path in known.items()
    }


def _imports(name: str, path: Path) -> Iterator[str]:
    """Dotted names a file imports; each name of `from a import b` as `a.b`, for it may be a module."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree.parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _nearest(dotted: str, known: Mapping[str, Path]) -> str:
    """The module a dotted name means: itself, or the module or package that holds the name."""
    return next((one for one in (dotted, dotted.rpartition(".")[0]) if one in known), "")


def packages(imports: Graph) -> list[str]:
    """Every package that has something in it."""
    return sorted({above for name in imports for above in _above(name)})


def _above(name: str) -> Iterator[str]:
    parts = name.split(".")
    yield from (".".join(parts[:count]) for count in range(1, len(parts)))


def side_by_side(imports: Graph, package: str, opened: Iterable[str] = ()) -> dict[str, set[str]]:
    """What lies in a package, files and folders -> what of the same package it imports.

    Not its own page and not `__main__`, the door it is started by. `opened`: folders whose contents count as if they lay
    in the package itself, for a contract gives them places of their own (`launch.host` far below `launch.web`).
    """
    apart = [f"{package}.", *(f"{name}." for name in opened if name.rpartition(".")[0] == package)]
    part = {name: _part(name, package, apart) for name in imports}
    found: dict[str, set[str]] = {}
    for importer, imported in imports.items():
        if here := part[importer]:
            found.setdefault(here, set()).update({part[one] for one in imported} - {here, ""})
    return found


def _part(name: str, package: str, apart: list[str]) -> str:
    """The file or folder in `package` that `name` is or lies in."""
    inside = max((one for one in apart if name.startswith(one)), key=len, default="")
    if not inside or name == f"{package}.__main__":
        return ""
    return name[len(package) + 1 : len(inside)] + name[len(inside) :].partition(".")[0]


def circles(parts: Graph) -> list[list[str]]:
    """Groups in which each imports each other, over others or not."""
    reached = {name: _reached(parts, name) for name in parts}
    groups = {frozenset(one for one in reached[name] if name in reached[one]) for name in parts}
    return sorted(sorted(group) for group in groups if len(group) > 1)


def _reached(parts: Graph, start: str) -> set[str]:
    found: set[str] = set()
    left = list(parts[start])
    while left:
        if (name := left.pop()) not in found:
            found.add(name)
            left += parts[name]
    return found


def floors(parts: Graph) -> list[str]:
    """The longest chain of imports, highest first; what lies in a circle is one floor."""
    joined = {name: "/".join(group) for group in circles(parts) for name in group}
    below: dict[str, set[str]] = {}
    for name, imported in parts.items():
        floor = joined.get(name, name)
        below.setdefault(floor, set()).update({joined.get(one, one) for one in imported} - {floor})

    @cache
    def chain(name: str) -> tuple[str, ...]:
        return (name, *max((chain(one) for one in sorted(below[name])), key=len, default=()))

    return list(max((chain(name) for name in sorted(below)), key=len, default=()))


def upward(imports: Graph, drawn: list[list[str]]) -> list[Import]:
    """Imports from a layer to a higher one, or to another of the same. `drawn`: highest first."""
    place = {name: at for at, names in enumerate(drawn) for name in names}
    return sorted(
        Import(importer, imported)
        for importer, targets in imports.items()
        for imported in targets
        if _runs_up(_layer(importer, place), _layer(imported, place), place)
    )


def _layer(name: str, place: Mapping[str, int]) -> str:
    """The layer a module lies in: the longest name of a layer that it is or begins with."""
    return next((one for one in [name, *reversed(list(_above(name)))] if one in place), "")


def _runs_up(importer: str, imported: str, place: Mapping[str, int]) -> bool:
    return bool(importer and imported) and importer != imported and place[imported] <= place[importer]


def contracts(root: Path) -> list[dict[str, Any]]:
    """The contracts of `pyproject.toml`, as import-linter reads them."""
    said = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return list(said.get("tool", {}).get("importlinter", {}).get("contracts", []))


def layers(contract: dict[str, Any]) -> list[list[str]]:
    """A contract's layers, highest first, each with those that stand beside each other; none when it draws none."""
    return [re.findall(r"[\w.]+", layer) for layer in contract.get("layers", [])]


def opened(contract: dict[str, Any]) -> set[str]:
    """Packages of which a contract places parts, beside other packages placed whole."""
    named = {name for names in layers(contract) for name in names}
    deep = max((name.count(".") for name in named), default=0)
    whole = {name.count(".") for name in named}
    return {name.rpartition(".")[0] for name in named if name.count(".") == deep and deep - 1 in whole}


def not_named(imports: Graph, contracts: Iterable[dict[str, Any]], names: Iterable[str]) -> list[str]:
    """Of `names` (modules or packages), those that no contract names, neither whole nor by parts."""
    said = {
        name
        for contract in contracts
        for name in [
            *contract.get("source_modules", []),
            *(one for names in layers(contract) for one in names),
        ]
    }
    return sorted(
        name
        for name in names
        if any(_within(one, name) for one in imports) and not any(_within(one, name) for one in said)
    )


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")
