"""What a director fixed: whole tables that stay, players who sit together, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from core.messages import listed, say
from pairings.event.refusals import Refusal
from pairings.plan.constraints import Wish, asked_byes, bye_and_no_bye, called, wishes_of
from pairings.rounds.field import Field, pair_of
from pairings.rounds.table_sizes import LARGEST

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fixed:
    """Players by index: whole tables in seat order, byes asked for, everybody else, and who of these sits together.

    `groups` are of two or more; `banned` pairs must not sit together (the bye is the index n).
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    free: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    together: tuple[Pair, ...]
    banned: frozenset[Pair]
    wishes: tuple[Wish, ...]

    @property
    def barred(self) -> frozenset[int]:
        """Players who must not sit out."""
        players = set(self.free)
        return frozenset(i for i, j in self.banned if j not in players and i in players)


def joined(pairs: Sequence[Pair]) -> tuple[tuple[int, ...], ...]:
    """Pairs that share a player made one group."""
    groups: list[set[int]] = []
    for pair in pairs:
        touching = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in touching]
        groups.append(set(pair).union(*touching))
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def names(field: Field, players: Sequence[int]) -> str:
    """Players in a row: 'A, B and C'."""
    return listed([field.name(i) for i in players])


def whole_tables(field: Field) -> tuple[tuple[int, ...], ...]:
    """The tables that stay as they are."""
    return tuple(tuple(field.index[one] for one in seats) for seats in field.request.constraints.whole_tables)


def fixed_of(field: Field, wishes: Sequence[Wish] | None = None) -> Fixed:
    """The wishes of a request (or only these) sorted out; `mistakes` has to have found none."""
    wishes = wishes_of(field) if wishes is None else wishes
    tables, byes = whole_tables(field), tuple(asked_byes(field))
    gone = {i for table in tables for i in table} | set(byes)
    together = tuple(sorted({wish.locked for wish in wishes if wish.locked and not set(wish.locked) & gone}))
    banned = frozenset().union(*(wish.banned for wish in wishes)) - set(together)
    free = tuple(i for i in range(field.n) if i not in gone)
    return Fixed(tables, byes, free, joined(together), together, banned, tuple(wishes))


def mistakes(field: Field) -> Iterator[Refusal]:
    """Locks, whole tables and byes that contradict each other or name somebody who is not there."""
    asked = field.request.constraints
    apart = {frozenset(pair) for pair in asked.forbidden}
    for group in (*asked.locked, *asked.whole_tables):
        yield from group_mistakes(field, group)
    for pair in asked.locked:
        if frozenset(pair) in apart:
            text = say(
                "%(pair)s and %(pair_)s are to meet and not to meet.",
                pair=called(field, pair[0]),
                pair_=called(field, pair[1]),
            )
            yield Refusal("locked_and_forbidden", text, pair)
    yield from double_mistakes(field)
    for one in asked.byes:
        if one not in field.index:
            text = say("%(one)s does not play this round and cannot get a bye.", one=called(field, one))
            yield Refusal("not_present", text, (one,))
        elif one in asked.no_bye:
            yield bye_and_no_bye(field, one)


def group_mistakes(field: Field, group: Sequence[str]) -> Iterator[Refusal]:
    """One lock or one whole table for itself."""
    if len(set(group)) < len(group):
        twice = next(one for one in group if group.count(one) > 1)
        yield Refusal(
            "locked_with_oneself",
            say("%(twice)s cannot meet themselves.", twice=called(field, twice)),
            (twice,),
        )
    if not 2 <= len(group) <= LARGEST:
        text = say(
            "A table of %(group)s is fixed; a table has 2 to %(it)s players.", group=len(group), it=LARGEST
        )
        yield Refusal("locked_too_many", text, tuple(group))
    for one in group:
        if one not in field.index:
            text = say(
                "%(one)s does not play this round and cannot have a fixed table.", one=called(field, one)
            )
            yield Refusal("not_present", text, (one,))


def double_mistakes(field: Field) -> Iterator[Refusal]:
    """Players fixed in two ways at once."""
    asked = field.request.constraints
    whole = [one for seats in asked.whole_tables for one in seats]
    locked = {one for pair in asked.locked for one in pair}
    for one in dict.fromkeys(whole):
        if whole.count(one) > 1:
            yield Refusal(
                "locked_twice", say("%(one)s is at two fixed tables.", one=called(field, one)), (one,)
            )
    for pair in asked.locked:
        if len(set(pair) & set(whole)) == 1:
            text = say(
                "%(pair)s and %(pair_)s are to meet, but one is at a fixed table.",
                pair=called(field, pair[0]),
                pair_=called(field, pair[1]),
            )
            yield Refusal("locked_twice", text, pair)
    for one in asked.byes:
        if one in locked or one in whole:
            text = say("%(one)s is to have a bye and a fixed table.", one=called(field, one))
            yield Refusal("locked_and_bye", text, (one,))


def too_large(field: Field, fixed: Fixed, largest: int) -> Iterator[Refusal]:
    """Players who are to sit together and are too many for a table."""
    for group in fixed.groups:
        if len(group) > largest:
            text = say(
                "%(group)s are to sit together, but a table has %(largest)s seats at most.",
                group=names(field, group),
                largest=largest,
            )
            yield Refusal("locked_too_many", text, tuple(field.players[i].id for i in group))


def units_of(fixed: Fixed) -> tuple[tuple[int, ...], ...]:
    """The free players as they move: groups together, everybody else alone."""
    grouped = {i for group in fixed.groups for i in group}
    return (*fixed.groups, *((i,) for i in fixed.free if i not in grouped))


def kept(fixed: Fixed, tables: Sequence[Sequence[int]]) -> bool:
    """Whether a round keeps every wish."""
    met = {pair for table in tables for pair in combinations(sorted(table), 2)}
    out = {table[0] for table in tables if len(table) == 1}
    return not (met & fixed.banned or out & fixed.barred or not set(fixed.together) <= met)


def broken_by(wishes: Sequence[Wish], tables: Sequence[Sequence[int]], count: int) -> tuple[str, ...]:
    """The wishes a round does not keep, in words; a table of one is a bye, whose index is the number of players."""
    met = {pair_of(i, j) for table in tables for i, j in combinations(table, 2)}
    met |= {(table[0], count) for table in tables if len(table) == 1}
    return tuple(
        wish.sentence for wish in wishes if wish.banned & met or (wish.locked and wish.locked not in met)
    )
