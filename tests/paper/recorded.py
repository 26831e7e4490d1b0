"""What a PDF says, page by page, as it is drawn: the words with their places, and the rectangles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from tdapp.publishing.paper.drawing.document import Box, Document


@dataclass
class Drawn:
    """One page: its size, its texts as (x, y, text), and the words laid across it."""

    size: tuple[float, float]
    texts: list[tuple[float, float, str]] = field(default_factory=list)
    across: list[tuple[str, Box]] = field(default_factory=list)

    @property
    def said(self) -> list[str]:
        return [text for _x, _y, text in self.texts]

    def line_of(self, text: str) -> float:
        """The height at which a text stands."""
        return next(y for _x, y, said in self.texts if said == text)


@contextmanager
def recorded() -> Iterator[list[Drawn]]:
    """The pages of every document drawn inside."""
    pages: list[Drawn] = []
    page, text, across = Document.page, Document.text, Document._across

    def new_page(self: Document) -> Box:
        self._close()
        pages.append(Drawn((0, 0)))
        room = page(self)
        pages[-1].size = self.canvas._pagesize
        return room

    def new_text(self: Document, x: float, y: float, said: str, *args: Any, **more: Any) -> float:
        pages[-1].texts.append((x, y, said))
        return text(self, x, y, said, *args, **more)

    def new_across(self: Document, word: str, box: Box, *args: Any, **more: Any) -> None:
        pages[-1].across.append((word, box))
        across(self, word, box, *args, **more)

    with patch.multiple(Document, page=new_page, text=new_text, _across=new_across):
        yield pages
