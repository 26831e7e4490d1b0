"""A template laid out in lines: by nesting, and broken only where white space stands or means nothing.

What comes out depends on the folded template alone: so laying out twice is the same as once, and no page changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from tdapp.devtools.laying_out.nesting import GLUED, SPACED, Item, Node, blocks_inside, items, tree
from tdapp.devtools.laying_out.wrapping import attributes, broken_tag, wrapped
from tdapp.kernel.folding.fold import fold
from tdapp.kernel.folding.levels import TURNS
from tdapp.kernel.folding.pieces import ASIDE, MESSAGE, TAG

WIDTH = 120  # wished for
LIMIT = 160  # never more


def laid_out(source: str) -> str:
    """The template in lines. Its white space is what `fold` says, so that nothing else is looked at."""
    found, end = items(fold(source))
    page = _Page(found)
    page.nodes(tree(found), 0)
    text = "\n".join([*page.lines, page.line.rstrip(" ")])
    return text + ("" if end == GLUED else "\n")


class _Page:
    """The lines so far, and the one that is being written."""

    def __init__(self, found: Sequence[Item]) -> None:
        self.found = found
        self.lines: list[str] = []
        self.line = ""
        self.starts = [0]  # where each item starts in the flat text
        for item in found:
            self.starts.append(self.starts[-1] + (item.gap == SPACED) + len(item.piece.text))
        self.tails = [0] * (len(found) + 1)  # how wide what clings to the item before is
        for at in range(len(found) - 1, -1, -1):
            if found[at].gap == GLUED:
                name, *rest = attributes(found[at].piece.text) if found[at].piece.kind == TAG else [""]
                self.tails[at] = len(name) if rest else len(found[at].piece.text) + self.tails[at + 1]

    def nodes(self, given: Sequence[Node], indent: int, *, first_breaks: bool = False) -> None:
        """One after the other, on the line as long as they fit and none of two neighbours has lines of its own."""
        own = first_breaks
        for node in given:
            item = self.found[node.first]
            turn = item.piece.name in TURNS and not node.is_group
            depth = max(indent - 2, 0) if turn else indent
            flat = self._is_flat(node)
            broke = not (flat and self._fits(node, item.gap))
            if item.gap != GLUED and (own or turn or self._has_lines(node) or broke) and self.line.strip():
                self.newline(depth)
                broke = not (flat and self._fits(node, ""))
            elif item.gap == SPACED and self.line.strip():
                self.line += " "
            if broke and node.is_group:
                self._group(node, indent)
            else:
                self._leaves(node, indent)
            own = turn or broke or self._has_lines(node)

    def newline(self, indent: int) -> None:
        if self.line.strip():
            self.lines.append(self.line.rstrip(" "))
        self.line = " " * indent

    def _width(self, node: Node) -> int:
        return self.starts[node.last + 1] - self.starts[node.first] - (self.found[node.first].gap == SPACED)

    def _is_flat(self, node: Node) -> bool:
        """Whether it may stand on one line, if there is room."""
        return not node.is_group or blocks_inside(node, self.found) <= 1

    def _fits(self, node: Node, gap: str) -> bool:
        wide = len(self.line) + (gap == SPACED) + self._width(node) + self.tails[node.last + 1]
        return wide <= WIDTH

    def _has_lines(self, node: Node) -> bool:
        """Whether the lines it stands on are its own."""
        return self.found[node.first].block or (node.is_group and blocks_inside(node, self.found) > 0)

    def _group(self, node: Node, indent: int) -> None:
        """Over several lines: what opens it, what is in it a step further in, what ends it."""
        self._leaf(node.first, indent)
        self.nodes(node.inner, indent + 2, first_breaks=True)
        end = self.found[node.last]
        if end.gap != GLUED:
            self.newline(indent)
        self._leaf(node.last, indent)

    def _leaves(self, node: Node, indent: int) -> None:
        for at in range(node.first, node.last + 1):
            if at > node.first and self.found[at].gap == SPACED:
                self.line += " "
            self._leaf(at, indent)

    def _leaf(self, at: int, indent: int) -> None:
        """One piece: as it is where there is room, else broken where it may be."""
        piece = self.found[at].piece
        tail = self.tails[at + 1]
        if len(self.line) + len(piece.text) + tail <= WIDTH:
            self._put(piece.text)
        elif piece.kind == TAG:
            self._put(broken_tag(piece.text, len(self.line), indent, tail, WIDTH, LIMIT))
        elif piece.kind in {ASIDE, MESSAGE}:
            self._put(wrapped(piece, len(self.line), indent + 2, WIDTH))
        else:
            self._put(piece.text)

    def _put(self, text: str) -> None:
        *whole, last = (self.line + text).split("\n")
        self.lines += whole
        self.line = last
