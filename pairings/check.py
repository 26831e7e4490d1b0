"""An independent checker: is this round one at all, and how good is it? Shares no code with the systems.

It takes a history and a list of pairs, counts everything afresh, and knows neither prices nor patterns of the
systems. The measures are those of section 4 of the engine notes: repeats and how few were possible, byes,
score gaps, starts, clubs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import rustworkx as rx

from pairings.history import Forfeit, History, Played, Unfinished, Unscored
from pairings.recount import Books, books_of, missed, seen_in, standing_order

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Round:
    """A round to be checked: seats of each table (starter first), their numbers if known, byes, and who is
    absent.
    """

    number: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    table_numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """What the round was asked to keep.

    King of the hill repeats games by design (`repeats_matter`), a round robin's schedule names the byes.
    """

    forbidden: tuple[tuple[str, str], ...] = ()
    asked_byes: tuple[str, ...] = ()
    apart: Literal["", "club", "team"] = ""
    order: tuple[str, ...] = ()
    repeats_matter: bool = True
    byes_by_standing: bool = True


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: an error makes the round invalid, a warning could have been avoided, info is only
    said.
    """

    severity: Severity
    code: str
    sentence: str
    entrants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """All findings and all numbers of one round."""

    round: int
    findings: tuple[Finding, ...]
    numbers: dict[str, int]

    @property
    def valid(self) -> bool:
        """No error in it."""
        return all(finding.severity != "error" for finding in self.findings)

    @property
    def sentence(self) -> str:
        """The verdict in one sentence."""
        errors = sum(finding.severity == "error" for finding in self.findings)
        warnings = sum(finding.severity == "warning" for finding in self.findings)
        if errors:
            return f"Round {self.round} is not valid: {errors} errors, {warnings} warnings."
        return f"Round {self.round} is valid; {warnings} things could have been avoided."


def fewest_repeats(books: Books, players: Sequence[str], apart: set[frozenset[str]]) -> int:
    """How many repeats the best pairing of these players would still have (a pair met twice counts two)."""
    nodes = [*players, *([""] if len(players) % 2 else [])]
    top = 1 + max((books.met[frozenset(p)] for p in combinations(players, 2)), default=0)
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(nodes)
    edges = [
        (i, j, top - books.met[frozenset((nodes[i], nodes[j]))])
        for i, j in combinations(range(len(nodes)), 2)
        if frozenset((nodes[i], nodes[j])) not in apart
    ]
    graph.add_edges_from(edges)
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(books.met[frozenset((nodes[i], nodes[j]))] for i, j in found)


def best_start_square(one: int, other: int) -> int:
    """Sum of squared imbalances after the better of the two ways to seat a pair."""
    return min((one + 1) ** 2 + (other - 1) ** 2, (one - 1) ** 2 + (other + 1) ** 2)


def floats(books: Books, tables: Sequence[Sequence[str]]) -> set[tuple[str, int]]:
    """Who meets somebody with another score, and which way: 1 down, -1 up."""
    pairs = [pair for seats in tables for pair in combinations(seats, 2)]
    both = [(a, books.halves[a] - books.halves[b]) for a, b in (*pairs, *((b, a) for a, b in pairs))]
    return {(one, 1 if gap > 0 else -1) for one, gap in both if gap}


def double_floats(history: History, books: Books, round_: Round) -> int:
    """Players who float the same way as in the round before."""
    if not 1 < round_.number <= len(history.rounds) + 1:
        return 0
    before = round_of(history, round_.number - 1)
    return len(floats(books, round_.tables) & floats(books_of(history, before.number), before.tables))


def pattern_off(books: Books, pairs: Sequence[tuple[str, ...]], order: Sequence[str]) -> int:
    """Places by which pairs inside a score group miss half the group's size, summed: 0 for a perfect slide."""
    groups: dict[int, list[str]] = {}
    for one in order:
        groups.setdefault(books.halves[one], []).append(one)
    off = 0
    for a, b in pairs:
        group = groups.get(books.halves[a], [])
        if books.halves[a] == books.halves[b] and a in group and b in group:
            off += abs(abs(group.index(a) - group.index(b)) - len(group) // 2)
    return off


def measure(history: History, books: Books, round_: Round, rules: Rules) -> dict[str, int]:
    """All numbers of a round."""
    pairs = [pair for seats in round_.tables for pair in combinations(seats, 2)]
    gaps = [abs(books.halves[a] - books.halves[b]) for a, b in pairs]
    players = [one for seats in round_.tables for one in seats]
    order = list(rules.order) or standing_order(history, books, [*players, *round_.byes])
    apart = {frozenset(pair) for pair in rules.forbidden}
    known = {entrant.id: entrant for entrant in history.entrants}
    place = {one: at for at, one in enumerate(order)}
    two_seats = all(len(seats) == 2 for seats in round_.tables)
    everybody = [one for one in (*players, *round_.byes) if one not in rules.asked_byes]
    return {
        "players": len(players) + len(round_.byes),
        "tables": len(round_.tables),
        "byes": len(round_.byes),
        "second_byes": sum(books.byes[one] > 0 for one in round_.byes),
        "bye_from_bottom": max(
            (len(order) - 1 - place[one] for one in round_.byes if one in place), default=0
        ),
        "repeats": sum(books.met[frozenset(pair)] for pair in pairs),
        "fewest_repeats": fewest_repeats(books, everybody, apart) if two_seats else 0,
        "forbidden": sum(frozenset(pair) in apart for pair in pairs),
        "cross_score": sum(gap > 0 for gap in gaps),
        "gap_sum": sum(gaps),
        "gap_max": max(gaps, default=0),
        "gap_squared": sum(gap * gap for gap in gaps),
        "double_floats": double_floats(history, books, round_),
        "pattern_off": pattern_off(books, pairs, order),
        "same_lean": sum(books.lean[a] * books.lean[b] > 0 for a, b in pairs),
        "starts_squared": sum(best_start_square(books.lean[a], books.lean[b]) for a, b in pairs),
        "starts_seated": sum((books.lean[a] + 1) ** 2 + (books.lean[b] - 1) ** 2 for a, b in pairs),
        "club_meetings": sum(known[a].club == known[b].club != "" for a, b in pairs),
        "team_meetings": sum(known[a].team == known[b].team != "" for a, b in pairs),
    }


def form_mistakes(history: History, round_: Round) -> Iterator[Finding]:
    """Everybody exactly once, nobody unknown, nobody absent, table numbers once."""
    names = {entrant.id: entrant.name or entrant.id for entrant in history.entrants}
    counted = Counter(one for seats in (*round_.tables, round_.byes) for one in seats)
    for one, times in counted.items():
        if one not in names:
            yield Finding("error", "unknown", f"{one!r} is paired but is not an entrant.", (one,))
        elif times > 1:
            yield Finding("error", "twice", f"{names[one]} is paired {times} times.", (one,))
        elif one in round_.absent:
            yield Finding("error", "absent_paired", f"{names[one]} is absent but paired.", (one,))
    yield from missing_mistakes(history, round_, counted)
    for table, times in Counter(round_.table_numbers).items():
        if times > 1 and table:
            yield Finding("error", "table_twice", f"Table {table} stands for {times} pairings.")


def missing_mistakes(history: History, round_: Round, counted: Counter[str]) -> Iterator[Finding]:
    """Players who ought to be somewhere."""
    for entrant in history.entrants:
        if entrant.id in counted or entrant.id in round_.absent or entrant.house:
            continue
        text = f"{entrant.name or entrant.id} is not paired and has no bye."
        yield Finding("error", "unpaired", text, (entrant.id,))


def bye_findings(history: History, books: Books, round_: Round, rules: Rules) -> Iterator[Finding]:
    """More byes than needed, a second one while somebody had none, not the lowest standing."""
    players = [one for seats in round_.tables for one in seats]
    given = [one for one in round_.byes if one not in rules.asked_byes]
    names = {entrant.id: entrant.name or entrant.id for entrant in history.entrants}
    if len(given) > (len(players) + len(given)) % 2:
        who = ", ".join(names[one] for one in given)
        yield Finding(
            "warning", "too_many_byes", f"{len(given)} byes where fewer would do: {who}.", tuple(given)
        )
    order = list(rules.order) or standing_order(history, books, [*players, *round_.byes])
    house = {entrant.id for entrant in history.entrants if entrant.house}
    for one in given:
        fewer = [x for x in players if books.byes[x] < books.byes[one] and x not in house]
        lower = [
            x for x in order[order.index(one) + 1 :] if x in players and books.byes[x] == books.byes[one]
        ]
        if fewer:
            text = f"{names[one]} gets bye number {books.byes[one] + 1} while {names[fewer[-1]]} had fewer."
            yield Finding("warning", "second_bye", text, (one, fewer[-1]))
        elif rules.byes_by_standing and not set(lower) <= house:
            text = f"{names[one]} gets the bye while {names[lower[-1]]} stands lower."
            yield Finding("warning", "bye_not_lowest", text, (one, lower[-1]))


def pair_findings(history: History, books: Books, round_: Round, rules: Rules) -> Iterator[Finding]:
    """Repeats, forbidden pairs and meetings inside a club, pair by pair."""
    known = {entrant.id: entrant for entrant in history.entrants}
    apart = {frozenset(pair) for pair in rules.forbidden}
    for pair in (pair for seats in round_.tables for pair in combinations(seats, 2)):
        names = " and ".join(known[one].name or one for one in pair)
        times = books.met[frozenset(pair)]
        if frozenset(pair) in apart:
            yield Finding("error", "forbidden", f"{names} must not meet.", pair)
        if times and rules.repeats_matter:
            yield Finding("info", "repeat", f"{names} have met {times} times before.", pair)
        if rules.apart and getattr(known[pair[0]], rules.apart) == getattr(known[pair[1]], rules.apart) != "":
            yield Finding("info", "same_group", f"{names} are of one {rules.apart}.", pair)


def repeat_findings(numbers: dict[str, int], rules: Rules) -> Iterator[Finding]:
    """More repeats than any pairing needs."""
    if rules.repeats_matter and numbers["repeats"] > numbers["fewest_repeats"]:
        text = f"{numbers['repeats']} repeats where {numbers['fewest_repeats']} would have been possible."
        yield Finding("warning", "avoidable_repeats", text)


def check_round(history: History, round_: Round, rules: Rules = Rules()) -> Verdict:
    """Check one round against what happened before it."""
    form = tuple(form_mistakes(history, round_))
    if any(finding.code in ("unknown", "twice") for finding in form):
        return Verdict(round_.number, form, {})
    books = books_of(history, round_.number)
    numbers = measure(history, books, round_, rules)
    found = (
        *form,
        *pair_findings(history, books, round_, rules),
        *repeat_findings(numbers, rules),
        *bye_findings(history, books, round_, rules),
    )
    return Verdict(round_.number, found, numbers)


def round_of(history: History, number: int) -> Round:
    """A round as it stands in a history. An absence without a table, or an unscored round, is an absence."""
    tables: dict[tuple[str, ...], int] = {}
    byes: list[str] = []
    absent: list[str] = []
    for outcome in (*history.rounds[number - 1], *missed(history, number)):
        who = seen_in(outcome)
        if (isinstance(outcome, (Played, Unfinished)) and len(who) > 1) or (
            isinstance(outcome, Forfeit) and outcome.table is not None
        ):
            tables[who] = outcome.table or 0
        elif isinstance(outcome, (Forfeit, Unscored)):
            absent += who
        else:
            byes += who
    return Round(number, tuple(tables), tuple(byes), tuple(absent), tuple(tables.values()))


def check_event(history: History, rules: Rules = Rules()) -> tuple[Verdict, ...]:
    """Every round of an event, each against the rounds before it."""
    return tuple(check_round(history, round_of(history, at + 1), rules) for at in range(len(history.rounds)))
