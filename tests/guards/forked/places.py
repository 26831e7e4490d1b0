"""Both ways in one program: every place a guard's removal changes reads, while it runs, whether that guard is removed.

`if late and open:` becomes `if (late and open) and __kept__(7):`, another expression `new if __removed__(7) else old`,
statements `if __removed__(7): new; else: old`. So one process that has loaded everything can be without any one guard,
and which tests come by a guard at all is known from one run of them.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class NotQuick(Exception):
    """What changes is read when a module is loaded, or makes another kind of function: only a new process tells."""


@dataclass(frozen=True)
class Swap:
    """One expression for another; `new` is None where an `if` is only never taken any more."""

    old: ast.expr
    new: ast.expr | None


@dataclass(frozen=True)
class Slice:
    """Statements `first` to before `last` of a block for others."""

    owner: ast.AST
    block: str
    first: int
    last: int
    new: list[ast.stmt]


Place = Swap | Slice


def places(old: ast.Module, new: ast.Module) -> list[Place]:
    """What differs, as small as it can be put. Raises NotQuick."""
    found = _differing(old, new, inside=False)
    if not found:
        raise NotQuick
    return found


def _differing(old: ast.AST, new: ast.AST, inside: bool) -> list[Place] | None:
    """The places within a node; None when the node itself would have to be another one."""
    if type(old) is not type(new):
        return None
    found: list[Place] = []
    for name in old._fields:
        part = _part(old, name, getattr(old, name, None), getattr(new, name, None), inside)
        if part is None:
            return None
        found += part
    if found and isinstance(old, FUNCTIONS) and not _alike(old, new):
        raise NotQuick
    return found


def _part(owner: ast.AST, name: str, old: object, new: object, inside: bool) -> list[Place] | None:
    inside = inside or (name == "body" and isinstance(owner, (*FUNCTIONS, ast.Lambda)))
    if isinstance(old, list) and isinstance(new, list):
        if all(isinstance(one, ast.stmt) for one in (*old, *new)):
            return _statements(owner, name, old, new, inside)
        if len(old) != len(new):
            return None
        return _together(_part(owner, name, *pair, inside) for pair in zip(old, new, strict=True))
    if isinstance(old, ast.expr) and isinstance(new, ast.expr):
        return _expression(owner, name, old, new, inside)
    if isinstance(old, ast.AST) and isinstance(new, ast.AST):
        return _differing(old, new, inside)
    return [] if type(old) is type(new) and old == new else None


def _together(parts: Iterable[list[Place] | None]) -> list[Place] | None:
    found: list[Place] = []
    for part in parts:
        if part is None:
            return None
        found += part
    return found


def _expression(owner: ast.AST, name: str, old: ast.expr, new: ast.expr, inside: bool) -> list[Place] | None:
    if inside and isinstance(owner, ast.If) and name == "test" and _never(old, new):
        return [Swap(old, None)]
    found = _differing(old, new, inside)
    if found is not None:
        return found
    piece = isinstance(owner, ast.JoinedStr) or type(owner).__name__.startswith("Match")
    fixed = isinstance(old, ast.Starred | ast.Slice) or not isinstance(
        getattr(old, "ctx", ast.Load()), ast.Load
    )
    return None if piece or fixed or name in ("annotation", "returns") or not inside else [Swap(old, new)]


def _never(old: ast.expr, new: ast.expr) -> bool:
    """Whether the new condition is `(the old one) and False`."""
    if not (isinstance(new, ast.BoolOp) and isinstance(new.op, ast.And) and len(new.values) == 2):
        return False
    last = new.values[1]
    return isinstance(last, ast.Constant) and last.value is False and _same(old, new.values[0])


def _same(old: object, new: object) -> bool:
    if type(old) is not type(new):
        return False
    if isinstance(old, ast.AST):
        return all(_same(getattr(old, name, None), getattr(new, name, None)) for name in old._fields)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_same, old, new))
    return old == new


def _statements(
    owner: ast.AST, block: str, old: list[ast.stmt], new: list[ast.stmt], inside: bool
) -> list[Place] | None:
    found: list[Place] = []
    for first, last, others in _changed_rows(old, new):
        one = _differing(old[first], others[0], inside) if last - first == len(others) == 1 else None
        if one is None and not inside:
            return None
        found += one if one is not None else [Slice(owner, block, first, last, others)]
    return found


def _changed_rows(old: list[ast.stmt], new: list[ast.stmt]) -> Iterator[tuple[int, int, list[ast.stmt]]]:
    """Row by row where both are as long, otherwise all between what is the same at both ends."""
    if len(old) == len(new):
        yield from ((at, at + 1, [new[at]]) for at in range(len(old)) if not _same(old[at], new[at]))
        return
    first, shorter = 0, min(len(old), len(new))
    while first < shorter and _same(old[first], new[first]):
        first += 1
    after = 0
    while after < shorter - first and _same(old[-1 - after], new[-1 - after]):
        after += 1
    yield first, len(old) - after, new[first : len(new) - after]


def _alike(old: ast.AST, new: ast.AST) -> bool:
    """Whether both bodies may stand in one function: of one kind, and no name that only one of them makes its own."""
    (stored, read, gives), (stored_anew, read_anew, gives_anew) = _names(old), _names(new)
    return (
        gives == gives_anew and not (stored - stored_anew) & read_anew and not (stored_anew - stored) & read
    )


def _names(function: ast.AST) -> tuple[set[str], set[str], bool]:
    nodes = list(ast.walk(function))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    stored = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    return stored, read, any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes)


@dataclass
class Both(ast.NodeTransformer):
    """Puts the places of many guards into one tree, which is changed."""

    swaps: dict[int, list[tuple[int, Swap]]] = field(default_factory=lambda: defaultdict(list))
    slices: dict[tuple[int, str], list[tuple[int, Slice]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, number: int, place: Place) -> None:
        """A place that reads whether guard `number` is removed."""
        if isinstance(place, Swap):
            self.swaps[id(place.old)].append((number, place))
        else:
            self.slices[id(place.owner), place.block].append((number, place))

    def put_into(self, tree: ast.Module) -> ast.Module:
        """The tree the places were found in, with all of them."""
        self.visit(tree)
        return tree

    def visit(self, node: ast.AST) -> ast.AST:
        """The node with all that is to be put into it."""
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                before = list(value)
                value[:] = [self.visit(one) if isinstance(one, ast.AST) else one for one in value]
                if slices := self.slices.get((id(node), name)):
                    setattr(node, name, _with_slices(value, before, slices))
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return _swapped(node, self.swaps[id(node)]) if id(node) in self.swaps else node


def _swapped(node: ast.AST, swaps: list[tuple[int, Swap]]) -> ast.AST:
    assert isinstance(node, ast.expr)
    made = node
    for number, swap in sorted(swaps, key=lambda one: one[1].new is not None):
        if swap.new is None:
            made = ast.BoolOp(ast.And(), [made, _asks("__kept__", number)])
        else:
            made = ast.IfExp(_asks("__removed__", number), swap.new, made)
    return ast.fix_missing_locations(ast.copy_location(made, node))


def _with_slices(
    block: list[ast.stmt], before: list[ast.stmt], slices: list[tuple[int, Slice]]
) -> list[ast.stmt]:
    """The block with an `if` in place of each stretch; stretches that overlap are one."""
    stretches: list[tuple[int, int, list[tuple[int, Slice]]]] = []
    for number, part in sorted(slices, key=lambda one: (one[1].first, one[1].last)):
        if stretches and (part.first < stretches[-1][1] or part.first == stretches[-1][0]):
            first, last, parts = stretches.pop()
            stretches.append((first, max(last, part.last), [*parts, (number, part)]))
        else:
            stretches.append((part.first, part.last, [(number, part)]))
    for first, last, parts in reversed(stretches):
        made = block[first:last] or [ast.Pass()]
        for number, part in parts:
            new = [*before[first : part.first], *part.new, *before[part.last : last]] or [ast.Pass()]
            made = [ast.If(_asks("__removed__", number), new, made)]
        near = before[min(first, len(before) - 1)] if before else part.new[0]
        block[first:last] = [ast.fix_missing_locations(ast.copy_location(one, near)) for one in made]
    return block


def _asks(name: str, number: int) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(number)], [])
