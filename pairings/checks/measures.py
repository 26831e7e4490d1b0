"""The numbers of a round. Gaps are in half points; sums, so that all of them are whole."""

from __future__ import annotations

from collections.abc import Sequence

from pairings.checks.bans import of_one
from pairings.checks.bounds import best_seats, fewest_byes, fewest_repeats, sizes_of
from pairings.checks.case import Case, case_of
from pairings.checks.recount import floats
from pairings.checks.shape import Round, Rules
from pairings.event.history import History


def measure(case: Case) -> dict[str, int]:
    """All numbers of a round."""
    return {
        "players": len(case.players) + len(case.round.byes),
        "tables": len(case.round.tables),
        **byes(case),
        **meetings(case),
        **gaps(case),
        **patterns(case),
        **starts(case),
        **seats(case),
    }


def nearness(history: History, round_: Round) -> tuple[int, int, int]:
    """Rematches of a round, its score gaps squared and summed, and how often two of a pair have met at most."""
    case = case_of(history, round_, Rules())
    met = [case.met(a, b) for a, b in case.pairs]
    return sum(met), sum(case.gap(a, b) ** 2 for a, b in case.pairs), max(met, default=0)


def byes(case: Case) -> dict[str, int]:
    """How many sit out, how many have to, how high they stand and how many byes they had."""
    sitting, order = case.round.byes, case.order
    free = [one for one in (*case.players, *case.given) if one not in case.fixed]
    place = {one: at for at, one in enumerate(order)}
    return {
        "byes": len(sitting),
        "fewest_byes": fewest_byes(len(free), sizes_of(case)),
        "second_byes": sum(case.byes_had(one) > 0 for one in sitting),
        "byes_before": sum(map(case.byes_had, sitting)),
        "bye_from_bottom": max((len(order) - 1 - place[one] for one in sitting if one in place), default=0),
    }


def meetings(case: Case) -> dict[str, int]:
    """Repeats, those that are not free, how few of these were possible, forbidden pairs, clubs and teams."""
    paid = sum(case.paid(a, b) for a, b in case.pairs)
    return {
        "repeats": sum(case.met(a, b) for a, b in case.pairs),
        "paid_repeats": paid,
        "fewest_repeats": fewest_repeats(case, paid),
        "forbidden": sum(frozenset(pair) in case.forbidden for pair in case.pairs),
        "club_meetings": sum(of_one(case, "club", a, b) for a, b in case.pairs),
        "team_meetings": sum(of_one(case, "team", a, b) for a, b in case.pairs),
    }


def gaps(case: Case) -> dict[str, int]:
    """Score gaps between those who meet, and who floats the same way twice running."""
    found = [case.gap(a, b) for a, b in case.pairs]
    again = case.books.floated if case.books.through == case.round.number - 1 else frozenset()
    return {
        "cross_score": sum(gap > 0 for gap in found),
        "gap_sum": sum(found),
        "gap_max": max(found, default=0),
        "gap_squared": sum(gap * gap for gap in found),
        "double_floats": len(floats(case.books, case.round.tables) & again),
    }


def pattern_off(case: Case, order: Sequence[str]) -> int:
    """Places by which pairs inside a score group miss half the group's size, summed: 0 for a perfect slide."""
    size: dict[int, int] = {}
    place: dict[str, int] = {}
    for one in order:
        halves = case.books.halves[one]
        place[one] = size.get(halves, 0)
        size[halves] = place[one] + 1
    inside = [(a, b) for a, b in case.pairs if not case.gap(a, b) and a in place and b in place]
    return sum(abs(abs(place[a] - place[b]) - size[case.books.halves[a]] // 2) for a, b in inside)


def patterns(case: Case) -> dict[str, int]:
    """The distance from the slide by the ranking and by seed, and over how many pairs it is summed."""
    seeded = sorted(case.order, key=lambda one: (case.by_id[one].seed, one))
    return {
        "pattern_pairs": sum(not case.gap(a, b) for a, b in case.pairs),
        "pattern_off": pattern_off(case, case.order),
        "pattern_off_seed": pattern_off(case, seeded),
    }


def squared(one: int, other: int) -> int:
    """Squared imbalance of two after the first has started and the second replied."""
    return (one + 1) ** 2 + (other - 1) ** 2


def starts(case: Case) -> dict[str, int]:
    """Pairs that lean the same way; squared imbalance as seated, and after the best assignment."""
    both = [(case.books.lean(s[0]), case.books.lean(s[1])) for s in case.round.tables if len(s) == 2]
    return {
        "same_lean": sum(one * other > 0 for one, other in both),
        "starts_squared": sum(min(squared(one, other), squared(other, one)) for one, other in both),
        "starts_seated": sum(squared(one, other) for one, other in both),
    }


def seats(case: Case) -> dict[str, int]:
    """At tables of three and four: earlier times in the same seat, as seated and at best."""
    big = [seats for seats in case.round.tables if len(seats) > 2]
    return {
        "seats_again": sum(case.books.sat[one, at] for seats in big for at, one in enumerate(seats)),
        "seats_again_best": sum(best_seats(case.books.sat, seats) for seats in big),
    }
