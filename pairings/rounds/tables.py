"""Which table a pairing plays at: fixed tables first, then those who need a certain kind of table (`access`), then
the top pairing at the lowest number; every number once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeVar

from core.messages import listed, say
from pairings.event.refusals import Refusal
from pairings.rounds.field import Field
from pairings.rounds.table_needs import seat_needs

Pair = tuple[int, ...]
P = TypeVar("P", bound=tuple[int, ...])


def numbers_of(ranges: Sequence[tuple[int, int]]) -> list[int] | None:
    """All table numbers of the ranges in their order, or None when any number may be used."""
    if not ranges:
        return None
    return list(dict.fromkeys(number for first, last in ranges for number in range(first, last + 1)))


def names(field: Field, pair: Pair) -> str:
    """All players of a table: 'A and B', 'A, B and C'."""
    return listed([field.name(i) for i in pair])


def ids(field: Field, pair: Pair) -> tuple[str, ...]:
    """All ids of a table."""
    return tuple(field.players[i].id for i in pair)


def fixed_of(field: Field, pair: Pair) -> int | Refusal:
    """The table a pairing (of two or more) has to be at, 0 for any; two fixed to different tables cannot meet."""
    wanted = {field.players[at].fixed_table for at in pair} - {0}
    if len(wanted) > 1:
        low, high = min(wanted), max(wanted)
        sentence = say(
            "%(pair)s cannot meet: their fixed tables are %(low)s and %(high)s.",
            pair=names(field, pair),
            low=low,
            high=high,
        )
        return Refusal("fixed_tables_differ", sentence, ids(field, pair))
    return wanted.pop() if wanted else 0


def enough(field: Field, pairs: Sequence[Pair], numbers: list[int] | None) -> Iterator[Refusal]:
    """More pairs than tables."""
    if numbers is not None and len(pairs) > len(numbers):
        sentence = say(
            "%(pairs)s pairs need as many tables, but only %(numbers)s table numbers are given.",
            pairs=len(pairs),
            numbers=len(numbers),
        )
        yield Refusal("more_pairs_than_tables", sentence)


def place_fixed(
    field: Field, pairs: Sequence[P], numbers: list[int] | None
) -> tuple[dict[P, int], list[Refusal]]:
    """The pairings with a fixed table, and what does not fit."""
    taken: dict[int, P] = {}
    refusals: list[Refusal] = []
    for pair in pairs:
        table = fixed_of(field, pair)
        if isinstance(table, Refusal):
            refusals.append(table)
        elif table and table in taken:
            both = say("%(table)s and %(pair)s", table=names(field, taken[table]), pair=names(field, pair))
            who = ids(field, taken[table]) + ids(field, pair)
            refusals.append(
                Refusal(
                    "fixed_table_taken",
                    say("Table %(table)s is fixed for both %(both)s.", table=table, both=both),
                    who,
                )
            )
        elif table and numbers is not None and table not in numbers:
            text = say(
                "Table %(table)s is fixed for %(pair)s, but is not among the tables given.",
                table=table,
                pair=names(field, pair),
            )
            refusals.append(Refusal("fixed_table_unknown", text, ids(field, pair)))
        elif table:
            taken[table] = pair
    return {pair: table for table, pair in taken.items()}, refusals


def free_numbers(numbers: list[int] | None, taken: frozenset[int]) -> Iterator[int]:
    """The table numbers nobody has yet, in their order."""
    return (number for number in (count(1) if numbers is None else numbers) if number not in taken)


def assign(field: Field, pairs: Sequence[P]) -> dict[P, int] | tuple[Refusal, ...]:
    """A table for every pairing; `pairs` in order of importance. Or why the hall cannot hold them."""
    numbers = numbers_of(field.request.constraints.tables)
    fixed, refusals = place_fixed(field, pairs, numbers)
    refusals = [*enough(field, pairs, numbers), *refusals]
    if refusals:
        return tuple(refusals)
    taken = frozenset(fixed.values())
    usual = dict(
        zip((pair for pair in pairs if pair not in fixed), free_numbers(numbers, taken), strict=False)
    )
    needed = seat_needs(field, usual, taken)
    if isinstance(needed, tuple):
        return needed
    settled = {**fixed, **needed}
    free = free_numbers(numbers, taken | set(needed.values()))
    return {pair: settled[pair] if pair in settled else next(free) for pair in pairs}
