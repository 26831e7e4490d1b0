"""Modules that are loaded when something in them is first asked for: most runs of a command never need them.

    if TYPE_CHECKING:
        import tomllib
    else:
        tomllib = later("tomllib")

So the import stands at the head of the file, where types and contracts see it, and a program starts without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class _Later:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module(self._name), name)
        # Asked for once, it is an attribute like any other: numbers are worked out by way of this.
        setattr(self, name, found)
        return found


def later(name: str) -> Any:
    """The module of that name, as far as reading its attributes goes. ImportError comes with the first of them."""
    return _Later(name)
