"""A folded template as a tree: what stands inside which element and which Django tag, and where a line may end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tdapp.kernel.folding.levels import BLOCK, VOID, levels
from tdapp.kernel.folding.pieces import ASIDE, DJANGO_TAG, RAW_TEXT, SPACE, TAG, Piece, pieces
from tdapp.kernel.folding.seams import edges, is_block_part, is_silent

GLUED, EDGE, SPACED = "", "edge", " "  # between two pieces: no line may end here; it may; a space is needed
# Of block level, and nothing that is told apart in a change.
SMALL = frozenset(["br", "!", "g", "rect", "path", "line", "circle", "option"])
FIRST = frozenset({"extends", "load", "comment", "block", "endblock"})
PAIRS = {
    "if": "endif",
    "for": "endfor",
    "with": "endwith",
    "block": "endblock",
    "ifchanged": "endifchanged",
    "language": "endlanguage",
}


@dataclass(frozen=True, slots=True)
class Item:
    """A piece, and what stands between it and the one before."""

    piece: Piece
    gap: str
    block: bool  # a line is its own


@dataclass(slots=True)
class Node:
    """One item, or all from an opening to its end."""

    first: int
    last: int
    inner: list[Node] = field(default_factory=list)

    @property
    def is_group(self) -> bool:
        return self.last > self.first


def items(folded: str) -> tuple[list[Item], str]:
    """The pieces of a folded template without its white space, and what stands behind the last."""
    given = list(pieces(folded))
    before, after = edges(given)
    level = levels(given)
    found: list[Item] = []
    gap, spaced = EDGE, False
    for at, piece in enumerate(given):
        if piece.kind == SPACE:
            gap, spaced = SPACED, True
            continue
        raw = piece.kind == RAW_TEXT or (at > 0 and given[at - 1].kind == RAW_TEXT)
        edge = not raw and (before[at] or (at > 0 and after[at - 1]) or spaced)
        found.append(
            Item(
                piece, gap if gap == SPACED else EDGE if edge else GLUED, is_block(piece, level[at] == BLOCK)
            )
        )
        gap, spaced = GLUED, spaced and (piece.kind == ASIDE or is_silent(piece))
    at_end = bool(given) and (_walked_out(given, before) or spaced)
    return found, SPACED if gap == SPACED else EDGE if at_end else GLUED


def _walked_out(given: Sequence[Piece], before: list[bool]) -> bool:
    """Whether an edge lies at the very end: looked up by a remark that is put there."""
    return edges([*given, Piece(ASIDE, "")])[0][-1]


def tree(found: Sequence[Item]) -> list[Node]:
    """Groups where opening and end stand in the same branch; what has no such end is a leaf."""
    stack: list[tuple[str, Node]] = [("", Node(0, 0))]
    for at, item in enumerate(found):
        opened, ended = _names(item.piece)
        if ended and _ends(stack, ended):
            while stack[-1][0] != ended:
                _spill(stack)
            node = stack.pop()[1]
            node.last = at
            stack[-1][1].inner.append(node)
        elif opened:
            stack.append((opened, Node(at, at)))
        else:
            stack[-1][1].inner.append(Node(at, at))
    while len(stack) > 1:
        _spill(stack)
    return stack[0][1].inner


def _ends(stack: list[tuple[str, Node]], ended: str) -> bool:
    """Whether its opening is open; an element's end does not reach out of a Django tag."""
    for name, _ in reversed(stack[1:]):
        if name == ended:
            return True
        if name.startswith("{") and not ended.startswith("{"):
            return False
    return False


def _spill(stack: list[tuple[str, Node]]) -> None:
    """What is never closed here is a leaf, and what stood in it stands beside it."""
    node = stack.pop()[1]
    inner, node.inner = node.inner, []
    stack[-1][1].inner += [node, *inner]


def _names(piece: Piece) -> tuple[str, str]:
    """What it opens and what it ends, each "" for nothing."""
    if piece.kind == TAG:
        if piece.name in VOID or piece.text.endswith("/>"):
            return "", ""
        return ("", piece.name[1:]) if piece.name.startswith("/") else (piece.name, "")
    if piece.kind == DJANGO_TAG and piece.text.startswith("{%"):
        if piece.name in PAIRS:
            return "{" + piece.name, ""
        return "", next(("{" + name for name, end in PAIRS.items() if end == piece.name), "")
    return "", ""


def is_block(piece: Piece, level: bool) -> bool:
    """Whether a line is its own: an element of block level, a part like one, what a file begins with."""
    if piece.kind == TAG:
        return level and piece.name.removeprefix("/") not in SMALL
    return piece.name in FIRST or is_block_part(piece)


def blocks_inside(node: Node, found: Sequence[Item]) -> int:
    """How many elements of block level begin in it, itself not counted."""
    inside = found[node.first + 1 : node.last]
    return sum(item.block and item.piece.name not in FIRST and item.piece.name[0] != "/" for item in inside)
