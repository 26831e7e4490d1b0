"""How many tables of which size: everybody plays, as many tables as can be have the size asked for.

| players | tables of 4, else 3 | tables of 3, else 4 |
|---|---|---|
| 5 | 3 2 (nothing else leaves nobody out) | 3 2 |
| 6 | 3 3 | 3 3 |
| 7 | 4 3 | 4 3 |
| 8 | 4 4 | 4 4 (with `most=3`: 3 3 2) |
| 9 | 3 3 3 | 3 3 3 |

The order of wishes: fewest byes, fewest tables of two, most tables of the size asked for, fewest tables. Source:
`pairing-engine` notes, section 7 (n = 4a + 3b works for all but 1, 2 and 5); `SAL:11`, `SET:1`: 2 to 4 players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from operator import mul

from core.messages import say

SMALLEST, LARGEST = 2, 4
PREFERRED = 4
FEW = 4


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size asked for and the sizes allowed, both ends included."""

    size: int = PREFERRED
    least: int = SMALLEST
    most: int = LARGEST

    @property
    def mistake(self) -> str:
        """What does not fit together, as one sentence; empty when all is well."""
        if self.least <= self.size <= self.most:
            return ""
        return say(
            "tables: the size is %(size)s, but sizes from %(least)s to %(most)s are allowed.",
            size=self.size,
            least=self.least,
            most=self.most,
        )


def sizes_asked(params: Mapping[str, str | int]) -> Sizes:
    """What the parameters of a round say; what they leave out is 4 a table, 2 to 4 allowed."""
    return Sizes(
        int(params.get("size", PREFERRED)),
        int(params.get("least", SMALLEST)),
        int(params.get("most", LARGEST)),
    )


def splits(count: int, wanted: Sizes) -> Iterator[dict[int, int]]:
    """Ways to share players out, as how many tables of each size (1: byes).

    Of another size than the one asked for no more than `FEW` tables are ever needed.
    """
    others = [size for size in range(wanted.least, wanted.most + 1) if size != wanted.size]
    for byes in range(min(count, wanted.least - 1) + 1):
        for numbers in product(range(FEW), repeat=len(others)):
            left = count - byes - sum(map(mul, others, numbers))
            if left >= 0 and left % wanted.size == 0:
                found = dict(zip(others, numbers, strict=True))
                yield {wanted.size: left // wanted.size, 1: byes, **found}


def sizes_of(count: int, wanted: Sizes) -> tuple[int, ...] | None:
    """The tables of a round, largest first (the small ones are for the low standings), then a 1 for each bye.

    None: so few players that no table of an allowed size can be filled.
    """

    def wish(split: dict[int, int]) -> tuple[int, int, int, int]:
        tables = sum(number for size, number in split.items() if size > 1)
        return split[1], split.get(2, 0), -split[wanted.size], tables

    ways = [split for split in splits(count, wanted) if count > split[1]]
    if not ways:
        return None
    best = min(ways, key=wish)
    return tuple(size for size in sorted(best, reverse=True) for _ in range(best[size]))


def byes_needed(count: int, wanted: Sizes) -> int:
    """How many of so many players have to sit out; all of them when there is no table for anybody."""
    found = sizes_of(count, wanted)
    return count if found is None else found.count(1)


def house_player_helps(count: int, wanted: Sizes) -> bool:
    """Whether one more at the tables saves a bye (docs/rules/events.md E8: a house player only removes a bye)."""
    return byes_needed(count + 1, wanted) < byes_needed(count, wanted)
