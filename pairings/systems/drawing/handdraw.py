"""The draw by hand: the highest left meets the highest of those he may that leaves the rest pairable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pairings.optimum.matching import best_pairs

Pair = tuple[int, int]
Allowed = Callable[[int, int], bool]
WINDOW = 24


def matched(nodes: Sequence[int], allowed: Allowed) -> dict[int, int] | None:
    """Some complete pairing of the nodes, or None; looked for among neighbours first."""
    for width in dict.fromkeys((min(WINDOW, len(nodes)), len(nodes))):
        pairs = (
            (one, other)
            for at, one in enumerate(nodes)
            for other in nodes[at + 1 : at + 1 + width]
            if allowed(one, other)
        )
        found = best_pairs(nodes, dict.fromkeys(pairs, 0), verify=False) if nodes else ()
        if found is not None:
            return {**dict(found), **{j: i for i, j in found}}
    return None


def rejoined(mates: dict[int, int], one: int, other: int, allowed: Allowed) -> dict[int, int] | None:
    """A complete pairing of those left once `one` and `other` meet, made from the one at hand, or None."""
    left, right = mates[one], mates[other]
    rest = {i: j for i, j in mates.items() if i not in (one, other, left, right)}
    if left == other:
        return rest
    if allowed(left, right):
        return {**rest, left: right, right: left}
    for i, j in rest.items():
        if allowed(left, i) and allowed(right, j):
            return {**rest, left: i, i: left, right: j, j: right}
    return matched(sorted([*rest, left, right]), allowed)


def draw_by_hand(nodes: Sequence[int], allowed: Allowed) -> list[Pair] | None:
    """The pairs in the order they are drawn, or None when the nodes cannot all be paired.

    `nodes` stand from the top; `allowed` is asked with the higher standing first or last.
    """
    mates = matched(nodes, allowed)
    if mates is None:
        return None
    drawn: list[Pair] = []
    while mates:
        one = min(mates)
        other, mates = next(first_choices(one, mates, allowed))
        drawn.append((one, other))
    return drawn


def first_choices(one: int, mates: dict[int, int], allowed: Allowed) -> Iterator[tuple[int, dict[int, int]]]:
    """Whom the highest left may meet, best placed first, with a pairing of the rest."""
    for other in sorted(mates):
        if other != one and allowed(one, other):
            rest = rejoined(mates, one, other, allowed)
            if rest is not None:
                yield other, rest


def casement(count: int) -> list[Pair]:
    """Top half against bottom half in order; an odd field is padded at the bottom (the last index)."""
    half = (count + 1) // 2
    return [(i, i + half) for i in range(half)]
