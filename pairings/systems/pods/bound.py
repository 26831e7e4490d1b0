"""What no round can go below: two simple bounds, the larger counts.

* Every player pays at least half of his cheapest companions, and his seat; each size is taken as often as it is there.
* Where nobody repeats, no club meets and the cheapest sit out, the small tables are at the bottom, and what is left is
  cut from sorted numbers: no other way of filling tables of one size makes the squared differences smaller. (Sums
  of neighbours majorise all others; the sum of squares of the sums is then largest, of the differences smallest.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairings.systems.pods.nominal import Nominal, chunks
from pairings.systems.pods.prices import Prices

State = dict[tuple[int, ...], int]


def of_players(prices: Prices, players: Sequence[int], sizes: Sequence[int]) -> int:
    """Half of what everybody pays at least, rounded up; nothing where every table is fixed already."""
    if not sizes:
        return 0
    kinds = sorted(set(sizes), reverse=True)
    room = [sizes.count(size) * size for size in kinds]
    usual, others = kinds[0], kinds[1:]
    state: State = {(0,) * len(others): 0}
    for i in players:
        row = sorted(prices.rows[i][j] for j in players if j != i)
        pays = {size: sum(row[: size - 1]) + 2 * prices.seat(size, i) for size in kinds}
        state = seated(state, [pays[usual], *(pays[size] for size in others)], room)
    full = state.get(tuple(room[1:]))
    return -(-full // 2) if full is not None else 0


def seated(state: State, pays: Sequence[int], room: Sequence[int]) -> State:
    """One more player at a table of the usual size (the first), or of another that still has room."""
    found: State = {}
    for taken, total in state.items():
        ways = [(taken, total + pays[0])]
        for at, limit in enumerate(room[1:]):
            if taken[at] < limit:
                ways.append(((*taken[:at], taken[at] + 1, *taken[at + 1 :]), total + pays[at + 1]))
        for key, price in ways:
            if key not in found or price < found[key]:
                found[key] = price
    return found


def cut(values: Sequence[int], size: int) -> int:
    """The least sum of squared differences inside tables of one size."""
    tables = chunks(sorted(values), [size] * (len(values) // size))
    return sum((a - b) ** 2 for table in tables for at, a in enumerate(table) for b in table[at + 1 :])


def least_gaps(found: Nominal, values: Sequence[int]) -> int:
    """The least sum of squared differences of the players' values, those of the small tables apart."""
    of_size: dict[int, list[int]] = {}
    for table in found.tables:
        of_size.setdefault(len(table), []).extend(values[i] for i in table)
    return sum(cut(group, size) for size, group in of_size.items())


def of_pattern(prices: Prices, found: Nominal, measure: Mapping[str, Sequence[int]], together: int) -> int:
    """The nominal round's byes and small tables, sorted numbers cut into tables, and nothing in all other tiers.

    `measure`: the tiers that are squared differences, and of what; `together`: how many pairs have to meet.
    """
    vector = []
    for layer in prices.layers:
        if layer.name in measure:
            vector.append(least_gaps(found, measure[layer.name]))
        elif layer.name == "wishes":
            vector.append(-together)
        else:
            vector.append(sum(layer.seat(len(table), i) for table in found.tables for i in table))
    return prices.pack(vector)
