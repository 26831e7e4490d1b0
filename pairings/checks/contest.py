"""What a COP round promises, held against its tables: Gibsons, the bye, the hill, and what was told beforehand.

Who is a Gibson is counted here anew, on wins and spread alone: somebody inside the prizes whom nobody below can catch
and who catches nobody above. What rests on simulated endings cannot be counted again; it is held to what was told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.messages import put, say
from pairings.checks.bans import ban
from pairings.checks.case import Case
from pairings.checks.recount import standing_order
from pairings.checks.shape import Promise, RoundFinding

MEET = frozenset({"hill", "class_hill", "sixes"})
SIT = frozenset({"gibson_bye", "top_bye"})


def line_of(case: Case) -> list[str]:
    """Everybody who takes a place, the leader first."""
    gone = case.round.number
    here = [one for one in case.by_id.values() if not one.house and not leaves(one.withdrawn_from(), gone)]
    return standing_order(case.history, case.books, [one.id for one in here])


def leaves(gone: int | None, number: int) -> bool:
    """Whether somebody has left by a round."""
    return gone is not None and gone <= number


def catches(case: Case, chaser: str, leader: str) -> bool:
    """Whether the one can still come level with the other."""
    rounds, spread, _ = case.rules.contest
    gap = case.books.halves[leader] - case.books.halves[chaser]
    if gap != 2 * rounds:
        return gap < 2 * rounds
    return case.books.spread[leader] - case.books.spread[chaser] <= 2 * rounds * spread


def gibsons_of(case: Case, line: Sequence[str]) -> list[str]:
    """Whose place inside the prizes is settled."""
    prizes = case.rules.contest[2]
    return [
        one
        for at, one in enumerate(line[:prizes])
        if not any(catches(case, other, one) for other in line[at + 1 :])
        and not any(catches(case, one, other) for other in line[:at])
    ]


def promise_findings(case: Case) -> Iterator[RoundFinding]:
    """Everything promised and not kept."""
    if not case.only_pairs:
        return
    free = [one for one in (*case.players, *case.given) if one not in case.fixed]
    for promise in case.rules.promises:
        yield from broken(case, promise, set(free))
    yield from by_own_count(case, free)


def broken(case: Case, promise: Promise, free: set[str]) -> Iterator[RoundFinding]:
    """One promise; those about players whom the director fixed are his own affair."""
    who, met = promise.entrants, {frozenset(pair) for pair in case.pairs}
    if not set(who) <= free:
        return
    kept = True
    if promise.code in MEET and len(who) == 2:
        kept = frozenset(who) in met
    elif promise.code == "control" and len(who) > 1:
        kept = any(frozenset((who[0], other)) in met for other in who[1:])
    elif promise.code in SIT:
        kept = set(case.given) <= set(who)
    elif promise.code == "group":
        kept = all(len(pair & set(who)) != 1 for pair in met) and not set(who) & set(case.given)
    if not kept:
        text = put("%(said)s.", said=say("COP asked that %(sentence)s", sentence=promise.sentence))
        yield RoundFinding("warning", "promise", text, who)


def by_own_count(case: Case, free: Sequence[str]) -> Iterator[RoundFinding]:
    """The bye of an odd field and the first table of the last round, counted without the system."""
    rounds, _, prizes = case.rules.contest
    line = line_of(case)
    if not rounds or not prizes or case.fixed or case.rules.forbidden:
        return
    won = gibsons_of(case, line)
    safe = [one for one in won if one in free]
    odd = [one for one in case.given if one in free]
    if odd and safe and len(safe) == 1 and line[0] == safe[0] and not case.rules.top_down and odd != safe:
        text = say("%(name)s cannot be caught; the bye was to be theirs.", name=case.name(safe[0]))
        if safe[0] not in case.rules.no_bye:
            yield RoundFinding("warning", "gibson_bye", text, (safe[0],))
    two = line[:2]
    on_the_hill = rounds == 1 and len(two) == 2 and not set(two) & set(won) and set(two) <= set(case.players)
    if (
        on_the_hill
        and frozenset(two) not in {frozenset(pair) for pair in case.pairs}
        and not ban(case, *two)[0]
    ):
        text = say(
            "%(one)s and %(other)s lead before the last round and do not meet.",
            one=case.name(two[0]),
            other=case.name(two[1]),
        )
        yield RoundFinding("warning", "hill_missed", text, tuple(two))
