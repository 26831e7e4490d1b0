"""How good a round could have been, by searches of the checker's own.

Every bound is witnessed: a number below the round's own is that of a round (or an exchange) that was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice, permutations, product

import rustworkx as rx

from pairings.checks.bans import ban, of_one
from pairings.checks.case import Case

ALL_PAIRS = 200
NEAR = 24
TABLES_TRIED = 30
BYE, MANY = "", 1 << 32
Price = Callable[[str, str], int]
Seats = Sequence[str]


def free_nodes(case: Case) -> list[str]:
    """Who may be paired otherwise: everybody but fixed pairs and byes asked for; the bye makes them even."""
    nodes = [one for one in case.order if one not in case.fixed and one not in case.rules.asked_byes]
    return [*nodes, *([BYE] if len(nodes) % 2 else [])]


def allowed(case: Case, a: str, b: str) -> bool:
    """Whether two may meet, or one may sit out."""
    if BYE in (a, b):
        return (a or b) not in case.rules.no_bye
    return not ban(case, a, b)[0]


def near(nodes: Sequence[str]) -> Iterator[tuple[int, int]]:
    """All pairs of a small field; of a large one those that stand close together, and the bye's."""
    count = len(nodes)
    if count <= ALL_PAIRS:
        yield from combinations(range(count), 2)
        return
    for i in range(count):
        yield from ((i, j) for j in range(i + 1, min(count, i + 1 + NEAR)))
        if nodes[-1] == BYE and i + NEAR < count - 1:
            yield i, count - 1


def edges(case: Case, nodes: Sequence[str], price: Price) -> dict[tuple[int, int], int]:
    """The pairs looked at with their prices, the round's own among them; a bye costs nothing."""
    at = {one: i for i, one in enumerate(nodes)}
    look = [(i, j) for i, j in near(nodes) if allowed(case, nodes[i], nodes[j])]
    own = ((at[a], at[b]) for a, b in case.pairs if a in at and b in at)
    look += [(min(pair), max(pair)) for pair in own]
    return {(i, j): 0 if BYE in (nodes[i], nodes[j]) else price(nodes[i], nodes[j]) for i, j in look}


def cheapest(case: Case, price: Price) -> int | None:
    """The smallest sum of a price over the rounds of two that were looked at; None when there is no round."""
    nodes = free_nodes(case)
    found = edges(case, nodes, price)
    top = 1 + max(found.values(), default=0)
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(nodes)
    graph.add_edges_from([(i, j, top - cost) for (i, j), cost in found.items()])
    chosen = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(chosen) < len(nodes):
        return None
    free = set(nodes)
    fixed = sum(price(a, b) for a, b in case.pairs if a not in free and b not in free)
    return fixed + sum(found[min(pair), max(pair)] for pair in chosen)


def least(case: Case, price: Price) -> int:
    """The smallest sum of a price that was found, the round's own at worst."""
    own, found = sum(price(a, b) for a, b in case.pairs), cheapest(case, price)
    return own if found is None else min(own, found)


def could_sit_out(case: Case, who: Collection[str]) -> bool:
    """Whether one of these could have had the bye instead, without more repeats or rematches."""
    if not case.only_pairs:
        return any(
            could_take_over(case, one, seats) for seats in case.round.tables for one in seats if one in who
        )
    if len(case.given) != 1:
        return True
    barred = tuple(one for one in case.order if one not in who)
    other = replace(case, rules=replace(case.rules, no_bye=barred))
    found = cheapest(other, lambda a, b: again(case, a, b))
    return found is not None and found <= sum(again(case, a, b) for a, b in case.pairs)


def again(case: Case, a: str, b: str) -> int:
    """Repeats first, then a rematch of the round just played where that is to be avoided."""
    rematch = case.rules.back_to_back != "ignore" and frozenset((a, b)) in case.last_round
    return MANY * case.met(a, b) + rematch


def could_take_over(case: Case, leaving: str, seats: Seats) -> bool:
    """Whether somebody with a bye could sit down for one at a bigger table, with no more repeats there."""
    others = [one for one in seats if one != leaving]
    before = repeats_with(case, leaving, others)
    free = leaving not in case.fixed and leaving not in case.rules.no_bye
    return free and any(
        may_sit(case, one, others) and repeats_with(case, one, others) <= before for one in case.given
    )


def repeats_with(case: Case, one: str, others: Iterable[str], most: int = MANY) -> int:
    """How often one has met the others before; far too often where that is more than `most` times."""
    row = case.partners.get(one, {})
    times = [row.get(other, 0) for other in others if other != one]
    return sum(times) if max(times, default=0) <= most else MANY


def worn_tables(case: Case) -> list[int]:
    """The tables with repeats, as many of them as are tried."""
    tables = enumerate(case.round.tables)
    worn = (at for at, seats in tables if any(repeats_with(case, one, seats) for one in seats))
    return list(islice(worn, TABLES_TRIED))


def best_exchange(case: Case) -> tuple[int, str, str]:
    """The most repeats that two players changing places would save, and who; 0 when no exchange helps."""
    tables = case.round.tables
    alone = {one: repeats_with(case, one, seats) for seats in tables for one in seats}
    best = (0, "", "")
    for here in worn_tables(case):
        for there in range(len(tables)):
            if here != there:
                best = better_exchange(case, alone, tables[here], tables[there], best)
    return best


def better_exchange(
    case: Case, alone: Mapping[str, int], here: Seats, there: Seats, best: tuple[int, str, str]
) -> tuple[int, str, str]:
    """The best exchange between two tables that breaks no ban, if it beats the best so far.

    `alone`: everybody's repeats as the round stands.
    """
    fixed = case.fixed
    for a, b in product([x for x in here if x not in fixed], [x for x in there if x not in fixed]):
        with_a, with_b = [x for x in there if x != b], [x for x in here if x != a]
        most = alone[a] + alone[b]
        if most <= best[0]:
            continue
        saved = most - repeats_with(case, a, with_a, 1) - repeats_with(case, b, with_b, 1)
        if saved > best[0] and may_sit(case, a, with_a) and may_sit(case, b, with_b):
            best = (saved, a, b)
    return best


def may_sit(case: Case, one: str, others: Seats) -> bool:
    """Whether one may sit down with all of the others."""
    return all(allowed(case, one, other) for other in others)


def worn(case: Case, a: str, b: str) -> int:
    """How bad a meeting is: each earlier one doubles, so a third meeting is worse than two second ones."""
    return (1 << case.paid(a, b)) - 1


def fewest_repeats(case: Case, repeats: int) -> int:
    """The fewest repeats known to be possible with none of them worse; the round's own if nothing was found."""
    if not repeats:
        return 0
    if not case.only_pairs:
        return repeats - best_exchange(case)[0]
    often = max(case.paid(a, b) for a, b in case.pairs)
    found = cheapest(case, lambda a, b: worn(case, a, b))
    if found is None or found >= sum(worn(case, a, b) for a, b in case.pairs):
        return repeats
    return min(
        repeats, least(case, lambda a, b: case.paid(a, b) if case.paid(a, b) <= often else repeats + 1)
    )


def far(case: Case, a: str, b: str) -> int:
    """A pair's gap squared, and its paid rematches by what one is worth (half wins, squared)."""
    gap: int = case.gap(a, b) ** 2
    return gap + worn(case, a, b) * case.rematch_worth


def before_gaps(case: Case, a: str, b: str) -> int:
    """What comes before gaps and rematches that have a price: a rematch of the round just played, then mates."""
    rules, two = case.rules, {a, b}
    mates = sum(two <= set(group) for group in rules.groups)
    for what, keep in (("club", rules.clubs), ("team", rules.teams)):
        mates += keep == "avoid" and of_one(case, what, a, b)
    return MANY * (rules.back_to_back != "ignore" and frozenset(two) in case.last_round) + mates


def far_too_much(case: Case) -> int:
    """By how much gaps and paid rematches could have been smaller, with these byes and no more of what comes before them."""
    barred = tuple(one for one in case.order if one not in case.given)
    other = replace(case, rules=replace(case.rules, no_bye=barred))

    def price(a: str, b: str) -> int:
        return MANY * MANY * before_gaps(case, a, b) + far(case, a, b)

    spared = sum(price(a, b) for a, b in case.pairs) - least(other, price)
    return spared if spared < MANY * MANY else 0


def sizes_of(case: Case) -> tuple[int, ...]:
    """The table sizes that go in this round: as the plan allows, else as seen, and three and four together."""
    claim = case.rules.claim
    if claim is not None and claim.system == "tables":
        return tuple(range(claim.value("least", 2), claim.value("most", 4) + 1))
    seen = {len(seats) for seats in case.round.tables}
    return tuple(sorted(seen | {3, 4})) if max(seen, default=2) > 2 else (2,)


def fewest_byes(players: int, sizes: Sequence[int]) -> int:
    """How few must sit out so that the others fill tables of these sizes."""
    full = {0}
    for count in range(1, players + 1):
        if any(count - size in full for size in sizes):
            full.add(count)
    return players - max(full)


def best_seats(sat: Counter[tuple[str, int]], seats: Sequence[str]) -> int:
    """The fewest earlier times in the same seat, over all orders of a table of three or four."""
    return min(sum(sat[one, at] for at, one in enumerate(order)) for order in permutations(seats))
