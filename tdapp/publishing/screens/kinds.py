"""The kinds of hall screens by name: each a function from a scene to what is shown, slide by slide.

A new kind is a file of its own that says `@kind("ceremony", _("Ceremony"))` over such a function, a line in
`all_kinds.py`, and a template for the inside of its slides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tdapp.events.titles import Title
from tdapp.publishing.screens.scene import Scene

AUTO = "auto"


@dataclass(frozen=True)
class Slide:
    """One thing on the screen. `key` stays the same from answer to answer while it is the same list; behind a colon
    it names its division, whose clock then stands in the corner.

    `template` is drawn inside the slide with `facts`. With a `<table data-rows>` in it the screen splits its rows into
    pages that fit; without one it is shown whole. `stay`: seconds this one stays, 0 as the screen is set.
    """

    key: str
    title: str
    template: str
    facts: dict[str, Any] = field(default_factory=dict)
    sub: str = ""
    stay: int = 0

    @property
    def division(self) -> str:
        """The short name of the division it is about, "" for the whole event."""
        return self.key.partition(":")[2]


Make = Callable[[Scene], Sequence[Slide]]


def nothing(_scene: Scene) -> str:
    return ""


def never(_scene: Scene) -> bool:
    return False


@dataclass(frozen=True)
class Kind:
    """A kind of screen. `stamp` changes with every fact it shows beside the public boards; it never leaves the server.

    `takes_over`: when true, the automatic screen shows this kind and nothing else.
    """

    name: str
    title: Title
    make: Make
    stamp: Callable[[Scene], str]
    takes_over: Callable[[Scene], bool]


KINDS: dict[str, Kind] = {}


def kind(
    name: str,
    title: Title,
    *,
    stamp: Callable[[Scene], str] = nothing,
    takes_over: Callable[[Scene], bool] = never,
) -> Callable[[Make], Make]:
    """Register the function below as the kind `name`."""

    def wrap(make: Make) -> Make:
        KINDS[name] = Kind(name, title, make, stamp, takes_over)
        return make

    return wrap
