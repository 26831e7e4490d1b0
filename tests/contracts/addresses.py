"""Every address of the installation, from the URLconf itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


@dataclass(frozen=True)
class Address:
    """One pattern: its name with namespace, the parameters it wants, the view behind it."""

    name: str
    pattern: str
    parameters: tuple[str, ...]
    view: Any

    @property
    def at_an_event(self) -> bool:
        return "event" in self.parameters

    @property
    def at_a_club(self) -> bool:
        """Whether it is a page of a club's officers."""
        return "club" in self.parameters and self.pattern.startswith(("c/", "api/v1/clubs/"))


def every_address() -> list[Address]:
    """All patterns in the order they are tried. Fails on one without a name: it could be in no table."""
    found = list(_walk(get_resolver().url_patterns, "", ""))
    nameless = [address.pattern for address in found if not address.name.rpartition(":")[2]]
    assert not nameless, f"addresses without a name: {nameless}"
    return found


def _walk(patterns: Any, space: str, before: str) -> Iterator[Address]:
    for item in patterns:
        if isinstance(item, URLResolver):
            inner = f"{space}{item.namespace}:" if item.namespace else space
            yield from _walk(item.url_patterns, inner, before + str(item.pattern))
        elif isinstance(item, URLPattern):
            pattern = before + str(item.pattern)
            parameters = tuple(part.split(">")[0].split(":")[-1] for part in pattern.split("<")[1:])
            yield Address(f"{space}{item.name or ''}", pattern, parameters, item.callback)
