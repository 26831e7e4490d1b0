"""Constraints as bans on pairs, and which of them cannot hold together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from core.messages import joined, say
from pairings.event.refusals import Refusal
from pairings.optimum.feasible import pairable
from pairings.rounds.field import Field, groups_by, pair_of
from pairings.rounds.request import Pair as IdPair
from pairings.rounds.table_needs import no_common_table

Pair = tuple[int, int]
TESTS = 64


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish in words, the entrants it names, and the pairs it rules out (the bye is the index n)."""

    sentence: str
    entrants: tuple[str, ...]
    banned: frozenset[Pair] = frozenset()
    locked: Pair | None = None


def within(group: Sequence[int]) -> frozenset[Pair]:
    """Every pair inside a group."""
    return frozenset(pair_of(i, j) for i, j in combinations(group, 2))


KINDS = {"club": say("club"), "team": say("team")}


def forbidden(field: Field) -> Iterator[Wish]:
    """Pairs the director keeps apart."""
    for one, other in field.request.constraints.forbidden:
        if one in field.index and other in field.index and one != other:
            i, j = pair_of(field.index[one], field.index[other])
            yield Wish(
                say("%(name)s and %(name_)s must not meet", name=field.name(i), name_=field.name(j)),
                (one, other),
                frozenset({(i, j)}),
            )


def never_together(field: Field, kind: str, keep: str) -> Iterator[Wish]:
    """One wish for each club (team) whose players must not meet."""
    if keep == "never":
        for name, group in groups_by(field.players, kind).items():
            who = tuple(field.players[i].id for i in group)
            if len(group) > 1:
                yield Wish(
                    say("nobody of %(kind)s %(name)s meets another of it", kind=KINDS[kind], name=name),
                    who,
                    within(group),
                )


def capped(field: Field) -> Iterator[Wish]:
    """Pairs that have met as often as they may."""
    cap = field.request.constraints.repeat_cap
    if cap is None:
        return
    over = {pair_of(i, j) for i in range(field.n) for j, times in field.met[i].items() if times > cap}
    if over:
        who = tuple(field.players[i].id for i in sorted({i for pair in over for i in pair}))
        text = (
            say("nobody meets the same opponent again")
            if cap == 0
            else say("nobody repeats a game over %(cap)s times", cap=cap)
        )
        yield Wish(text, who, frozenset(over))


def not_again(field: Field) -> Iterator[Wish]:
    """No rematch of the round just played."""
    if field.request.constraints.back_to_back == "never" and field.last:
        who = tuple(field.players[i].id for i in sorted({i for pair in field.last for i in pair}))
        yield Wish(say("nobody meets the opponent of the round just played"), who, frozenset(field.last))


def two_tables(field: Field) -> Iterator[Wish]:
    """Players fixed to different tables."""
    fixed = [i for i in range(field.n) if field.players[i].fixed_table]
    apart = {
        (i, j)
        for i, j in combinations(fixed, 2)
        if field.players[i].fixed_table != field.players[j].fixed_table
    }
    if apart:
        who = tuple(field.players[i].id for i in fixed)
        yield Wish(say("players with different fixed tables do not meet"), who, frozenset(apart))


def two_kinds_of_table(field: Field) -> Iterator[Wish]:
    """Players who need tables that are never the same."""
    apart = no_common_table(field)
    if apart:
        who = tuple(field.players[i].id for i in sorted({i for pair in apart for i in pair}))
        yield Wish(say("players who need different tables do not meet"), who, apart)


def spared(field: Field) -> Iterator[Wish]:
    """Players who must not get the bye; a house player never does."""
    asked = dict.fromkeys(one for one in field.request.constraints.no_bye if one in field.index)
    for one in asked:
        i = field.index[one]
        yield Wish(say("%(name)s gets no bye", name=field.name(i)), (one,), frozenset({(i, field.n)}))


def locks(field: Field) -> Iterator[Wish]:
    """Pairs the director wants."""
    for one, other in field.request.constraints.locked:
        pair = pair_of(field.index[one], field.index[other])
        text = say("%(pair)s and %(pair_)s meet", pair=field.name(pair[0]), pair_=field.name(pair[1]))
        yield Wish(text, (one, other), locked=pair)


def wishes_of(field: Field) -> list[Wish]:
    """All wishes that can stand in the way of a pairing."""
    asked = field.request.constraints
    return [
        *locks(field),
        *forbidden(field),
        *spared(field),
        *never_together(field, "club", asked.clubs),
        *never_together(field, "team", asked.teams),
        *capped(field),
        *not_again(field),
        *two_tables(field),
        *two_kinds_of_table(field),
    ]


def banned_by(wishes: Iterable[Wish]) -> frozenset[Pair]:
    """Every pair some wish rules out."""
    return frozenset().union(*(wish.banned for wish in wishes))


def asked_byes(field: Field) -> list[int]:
    """Players to whom a bye is granted."""
    return [field.index[one] for one in dict.fromkeys(field.request.constraints.byes) if one in field.index]


def holds(field: Field, wishes: Sequence[Wish]) -> bool:
    """Whether a complete pairing exists under these wishes."""
    gone = {i for wish in wishes if wish.locked for i in wish.locked} | set(asked_byes(field))
    nodes = [i for i in range(field.n) if i not in gone]
    if len(nodes) % 2:
        nodes.append(field.n)
    return pairable(nodes, banned_by(wishes))


def conflict(field: Field, wishes: Sequence[Wish]) -> tuple[Wish, ...]:
    """A set of wishes that cannot hold together and would without any one of them.

    At most `TESTS` wishes are tried; those beyond stay in the set, so it is then not the smallest.
    """
    kept = list(wishes)
    for wish in list(reversed(wishes))[:TESTS]:
        fewer = [one for one in kept if one is not wish]
        if not holds(field, fewer):
            kept = fewer
    return tuple(kept)


def over_constrained(field: Field, wishes: Sequence[Wish]) -> Refusal:
    """The refusal that says which wishes cannot hold together."""
    clash = conflict(field, wishes)
    listed = joined("; ", (wish.sentence for wish in clash))
    who = tuple(dict.fromkeys(one for wish in clash for one in wish.entrants))
    spares = any(w.banned and all(j == field.n for _, j in w.banned) for w in clash)
    name = "no_bye_possible" if spares else ""
    return Refusal(
        name or "over_constrained", say("These wishes cannot hold together: %(listed)s.", listed=listed), who
    )


def lock_mistakes(field: Field) -> Iterator[Refusal]:
    """Locks and byes that contradict each other or name somebody who is not there."""
    asked = field.request.constraints
    seen: set[str] = set()
    apart = {frozenset(pair) for pair in asked.forbidden}
    for pair in asked.locked:
        yield from lock_mistake(field, pair, seen, apart)
        seen |= set(pair)
    for one in asked.byes:
        name = called(field, one)
        if one not in field.index:
            yield Refusal(
                "not_present",
                say("%(name)s does not play this round and cannot get a bye.", name=name),
                (one,),
            )
        elif one in asked.no_bye:
            yield bye_and_no_bye(field, one)
        elif one in seen:
            yield Refusal(
                "locked_and_bye", say("%(name)s is to have a bye and a fixed opponent.", name=name), (one,)
            )


def bye_and_no_bye(field: Field, one: str) -> Refusal:
    """Somebody who is to sit out, and never is."""
    text = say("%(name)s is to have a bye this round and is never to have one.", name=called(field, one))
    return Refusal("bye_and_no_bye", text, (one,))


def lock_mistake(field: Field, pair: IdPair, seen: set[str], apart: set[frozenset[str]]) -> Iterator[Refusal]:
    """What is wrong with one locked pair."""
    one, other = (called(field, entrant_id) for entrant_id in pair)
    if pair[0] == pair[1]:
        yield Refusal("locked_with_oneself", say("%(one)s cannot meet themselves.", one=one), pair[:1])
    if frozenset(pair) in apart:
        yield Refusal(
            "locked_and_forbidden",
            say("%(one)s and %(other)s are to meet and not to meet.", one=one, other=other),
            pair,
        )
    for entrant_id in pair:
        if entrant_id not in field.index:
            text = say(
                "%(entrant_id)s does not play this round and cannot have a fixed opponent.",
                entrant_id=called(field, entrant_id),
            )
            yield Refusal("not_present", text, (entrant_id,))
        elif entrant_id in seen:
            text = say("%(entrant_id)s is in two fixed pairs.", entrant_id=called(field, entrant_id))
            yield Refusal("locked_twice", text, (entrant_id,))


def called(field: Field, entrant_id: str) -> str:
    """The name of an entrant, present or not."""
    entrant = field.request.history.entrant(entrant_id)
    return entrant.name or entrant.id
