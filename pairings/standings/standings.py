"""Records to a ranked table: shared places stay shared, and every place says why it is one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.made_often import kept_often, made_often
from core.messages import put, say
from pairings.event.history import Entrant, History
from pairings.event.records import Record, Records, add_round, blank_records
from pairings.standings.metrics import Metric, Stand, rule_of, spoken_wins

PRECEDENCE = ("wins", "spread")
BEFORE_ROUND_ONE = ("rating",)
Keys = tuple[int, ...]
Places = dict[str, int | None]
# What a place stands on: how it lies to its neighbour, the rating where that ranks, the neighbour's name, and the rule
# that separates them with both values.
Ground = tuple[str, int | None, str, str, int, int]
NOTHING = ("", 0, 0)


@kept_often
@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. Wins and losses are half points (a tie gives one to each), ties are games.

    `rank` None: not in the ranking (withdrawn in an earlier round, or a house player). `previous` is the rank
    one round before. `firsts` counts starts, own forfeits alternately included. `by_place` and `by_share` are
    twelfths of a win at tables of 2-4 (`pairings.event.table_points`). `ground`: what `why` says. `keys`: what each rule of
    the precedence says of it.
    """

    rank: int | None
    entrant: str
    wins: int
    losses: int
    ties: int
    spread: int
    games: int
    firsts: int
    replies: int
    byes: int
    previous: int | None
    withdrawn: bool
    house: bool
    ground: Ground
    by_place: int = 0
    by_share: int = 0
    keys: Keys = ()

    @property
    def movement(self) -> int:
        """Places gained since the round before (negative: lost)."""
        return 0 if self.rank is None or self.previous is None else self.previous - self.rank

    @property
    def why(self) -> str:
        """One plain sentence for the place; made when it is asked for, as a page shows some of a thousand."""
        kind, rating, other, rule, mine, theirs = self.ground
        stands = (
            put("%(wins)s, %(spread)s", wins=spoken_wins(self.wins), spread=f"{self.spread:+d}")
            if rating is None
            else say("Rated %(rating)s", rating=rating)
        )
        if kind in OUTSIDE:
            return say(
                "%(stands)s: %(withdrawn)s, outside the ranking.", stands=stands, withdrawn=OUTSIDE[kind]
            )
        if kind == "level":
            return say(
                "%(stands)s: tied with %(entrant)s, equal on everything that counts.",
                stands=stands,
                entrant=other,
            )
        if kind == "last":
            return say("%(stands)s: last place.", stands=stands)
        by = _apart_in_words(rule, mine, theirs) if rule else ""
        return say(
            "%(stands)s: above %(entrant)s by %(precedence)s.", stands=stands, entrant=other, precedence=by
        )


OUTSIDE = {"house": say("house player"), "withdrawn": say("withdrawn")}


def _apart_in_words(name: str, mine: int, theirs: int) -> str:
    """What separates two neighbours: 'spread (+321 to +290)'."""
    rule = rule_of(name)
    return say(
        "%(partition)s (%(mine)s to %(theirs)s)",
        partition=rule.label,
        mine=rule.shown(mine),
        theirs=rule.shown(theirs),
    )


@made_often
class Placed:
    """A record with its keys in order of precedence and its place; `out`: it takes no place."""

    record: Record
    keys: Keys
    rank: int | None
    out: bool = False


def is_out(entrant: Entrant, after: int) -> bool:
    """Whether the entrant takes no place: a house player, withdrawn by round `after`, or ranked after no round."""
    gone = entrant.withdrawn_from()
    return entrant.house or entrant.unranked or (gone is not None and gone <= after)


def just_left(entrant: Entrant, after: int) -> bool:
    """Withdrawn in this very round.

    Listed once more beside the place he would have, without taking it (tsh).
    """
    return not entrant.house and not entrant.unranked and entrant.withdrawn_from() == after


def split(
    group: list[tuple[Keys, Record]], rule: Metric, stand: Stand
) -> Iterator[list[tuple[Keys, Record]]]:
    """Break a group of level records by one more metric, best first."""
    values = rule([record for _, record in group], stand)
    keyed: dict[int, list[tuple[Keys, Record]]] = {}
    for value, (keys, record) in zip(values, group, strict=True):
        keyed.setdefault(value, []).append(((*keys, value), record))
    return (keyed[value] for value in sorted(keyed, reverse=True))


def refine(
    groups: Iterable[list[tuple[Keys, Record]]], rule: Metric, stand: Stand
) -> Iterator[list[tuple[Keys, Record]]]:
    """Break every group by one more metric; a group of one is measured too, so that it can be explained."""
    for group in groups:
        yield from split(group, rule, stand)


def first_level(records: Iterable[Record], rule: Metric, stand: Stand) -> Iterator[list[tuple[Keys, Record]]]:
    """The groups the first metric makes of everybody."""
    return split([((), record) for record in records], rule, stand)


def tidy(group: list[tuple[Keys, Record]]) -> list[tuple[Keys, Record]]:
    """Level entrants in the order they are listed and paired in.

    Rating, seed, id. Their place stays shared.
    """
    if len(group) > 1:
        group.sort(key=lambda item: (-item[1].entrant.rating, item[1].entrant.seed, item[1].entrant.id))
    return group


def ranked(stand: Stand, precedence: Sequence[str]) -> list[Placed]:
    """All records in order with their places; those outside the ranking take none and are listed last."""
    rules = [rule_of(name).values for name in precedence]
    groups = first_level(stand.records.values(), rules[0], stand)
    for rule in rules[1:]:
        groups = refine(groups, rule, stand)
    inside: list[Placed] = []
    outside: list[Placed] = []
    for group in groups:
        place(tidy(group), stand.after, inside, outside)
    return inside + outside


def place(group: list[tuple[Keys, Record]], after: int, inside: list[Placed], outside: list[Placed]) -> None:
    """Give one level group the next free place."""
    here = len(inside) + 1
    for keys, record in group:
        entrant = record.entrant
        if (not entrant.house and not entrant.absences) or not is_out(entrant, after):
            inside.append(Placed(record, keys, here))
        else:
            outside.append(Placed(record, keys, here if just_left(entrant, after) else None, True))


def order_of(precedence: Sequence[str], after: int) -> tuple[str, ...]:
    """The rules that count: before round 1 only the ratings can say anything."""
    return tuple(precedence) if after else BEFORE_ROUND_ONE


def called(entrant: Entrant) -> str:
    """The name to speak of an entrant by."""
    return entrant.name or entrant.id


def apart(one: Placed, other: Placed, precedence: Sequence[str]) -> tuple[str, int, int]:
    """What separates two neighbours: the rule and both values, ("spread", 321, 290)."""
    for name, mine, theirs in zip(precedence, one.keys, other.keys, strict=True):
        if mine != theirs:
            return name, mine, theirs
    return NOTHING


def ground_of(one: Placed, after: Placed | None, level: Placed | None, precedence: Sequence[str]) -> Ground:
    """What a place stands on, and why it is above the next or level with a neighbour."""
    entrant = one.record.entrant
    rating = entrant.rating if precedence == BEFORE_ROUND_ONE else None
    if one.out:
        return "house" if entrant.house else "withdrawn", rating, "", *NOTHING
    if level is not None:
        return "level", rating, called(level.record.entrant), *NOTHING
    if after is None:
        return "last", rating, "", *NOTHING
    return "above", rating, called(after.record.entrant), *apart(one, after, precedence)


def grounds(table: Sequence[Placed], precedence: Sequence[str]) -> Iterator[Ground]:
    """What each place of a whole table stands on, in its order."""
    inside = [one for one in table if not one.out]
    for at, one in enumerate(table):
        if one.out:
            yield ground_of(one, None, None, precedence)
            continue
        before, after = inside[at - 1] if at else None, inside[at + 1] if at + 1 < len(inside) else None
        level = next((near for near in (after, before) if near and near.rank == one.rank), None)
        yield ground_of(one, after, level, precedence)


def row_of(one: Placed, previous: int | None, gone: bool, ground: Ground) -> Row:
    """A placed record as a line of the standings."""
    r = one.record
    return Row(
        one.rank, r.entrant.id, r.halves, r.lost, r.ties, r.spread, r.games, r.firsts, r.replies, r.byes,
        previous, gone, r.entrant.house, ground, r.by_place, r.by_share, one.keys,
    )  # fmt: skip


def tie_breaks(row: Row, precedence: Sequence[str]) -> list[tuple[str, str]]:
    """What the place of a row stands on, rule by rule in order of precedence: the rule's name, its value as written. A
    lot is called "lot": its number is the draw's own.
    """
    rules = zip(precedence, row.keys, strict=bool(row.keys))
    return [(name.partition(":")[0], rule_of(name).shown(value)) for name, value in rules]


def table_of(records: Records, after: int, precedence: Sequence[str], previous: Places) -> tuple[Row, ...]:
    """Standings rows of records that stand after a round, given the places one round before."""
    return rows_of(ranked(Stand(records, after), order_of(precedence, after)), after, precedence, previous)


def rows_of(
    table: Sequence[Placed], after: int, precedence: Sequence[str], previous: Places
) -> tuple[Row, ...]:
    """The lines of a ranked table."""
    rows = []
    for one, ground in zip(table, grounds(table, order_of(precedence, after)), strict=True):
        entrant = one.record.entrant
        gone = entrant.absences != () and not entrant.house and is_out(entrant, after)
        rows.append(row_of(one, previous.get(entrant.id), gone, ground))
    return tuple(rows)


def places(records: Records, after: int, precedence: Sequence[str]) -> Places:
    """Only the places, by entrant id."""
    table = ranked(Stand(records, after), order_of(precedence, after))
    return {one.record.entrant.id: one.rank for one in table}


def standings(history: History, after: int, precedence: Sequence[str] = PRECEDENCE) -> tuple[Row, ...]:
    """The ranked table after round `after`, counted from the first.

    Shared places stay shared; before round 1 the ratings rank. A withdrawn entrant takes no place from the
    round of his withdrawal, is listed without one from the round after, and keeps a line (docs/rules/events.md E2).
    Raises ValueError with one sentence for an unknown ranking rule.
    """
    table, previous = table_after(history, after, precedence)
    return rows_of(table, after, precedence, previous)


def table_after(
    history: History, after: int, precedence: Sequence[str] = PRECEDENCE
) -> tuple[list[Placed], Places]:
    """What `standings` is written from: everybody ranked after a round, and the places one round before."""
    records, previous = blank_records(history), Places()
    for round_no in range(1, after + 1):
        if round_no == after:
            previous = places(records, after - 1, precedence)
        if round_no <= len(history.rounds):
            add_round(records, history, round_no)
    return ranked(Stand(records, after), order_of(precedence, after)), previous


def standings_by_round(
    history: History, precedence: Sequence[str] = PRECEDENCE
) -> tuple[tuple[Row, ...], ...]:
    """The tables after rounds 0, 1, 2 ... in one pass: what a wall chart and `rrank` need."""
    records = blank_records(history)
    tables = [table_of(records, 0, precedence, {})]
    for round_no in range(1, len(history.rounds) + 1):
        add_round(records, history, round_no)
        previous = {row.entrant: row.rank for row in tables[-1]}
        tables.append(table_of(records, round_no, precedence, previous))
    return tuple(tables)
