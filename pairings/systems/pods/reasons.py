"""One sentence for a table of players, a bye, a certificate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from core.messages import counted, listed, say, say_as
from pairings.event.nouns import POINTS, TIMES, WINS
from pairings.rounds.explain import ended, measured, sentence
from pairings.rounds.field import Field
from pairings.rounds.result import Reason, Vector
from pairings.standings.metrics import rule_of
from pairings.systems.pods.groups import names

Facts = dict[str, int | str | list[str]]
OFTEN = {1: say_as("how often two have met", "once"), 2: say_as("how often two have met", "twice")}


def ranks_reason(found: Field, table: Sequence[int]) -> Reason:
    """'ranks 3, 7, 11 and 15'; who has no rank is the house player."""
    ranks = [found.ranks[i] for i in sorted(table)]
    told = [str(rank) for rank in ranks if rank is not None]
    text = say("ranks %(told)s", told=listed(told)) if told else ""
    if len(told) < len(table):
        house = say("the house player")
        text = say("%(ranks)s with %(house)s", ranks=text, house=house) if text else house
    return Reason("ranks", text, {"ranks": ", ".join(told)})


def score_reason(scores: Sequence[int], measure: str, table: Sequence[int]) -> Reason:
    """One score group, or from which score to which."""
    own = [scores[i] for i in table]
    high, low = max(own), min(own)
    facts: Facts = {"highest": high, "lowest": low}
    if high == low:
        return Reason("same_score", say("same score group"), facts)
    word, shown = WINS.many if measure == "wins" else POINTS, rule_of(measure).shown
    text = say("%(high)s to %(low)s %(word)s", high=shown(high), low=shown(low), word=word)
    return Reason("float", text, facts)


def meeting_reason(found: Field, table: Sequence[int]) -> Reason:
    """Who has met before, or that nobody has."""
    met = [(i, j, found.meetings(i, j)) for i, j in combinations(sorted(table), 2) if found.meetings(i, j)]
    if not met:
        return Reason("meeting", say("nobody has met"), {"before": 0})
    facts: Facts = {"before": sum(times for *_, times in met)}
    if len(met) > 1:
        pairs = len(table) * (len(table) - 1) // 2
        return Reason(
            "meeting", say("%(met)s of %(pairs)s pairs have met before", met=len(met), pairs=pairs), facts
        )
    i, j, times = met[0]
    often = OFTEN.get(times) or counted(times, TIMES)
    return Reason(
        "meeting", say("%(found)s have met %(often)s", found=names(found, (i, j)), often=often), facts
    )


def bond_reasons(found: Field, table: Sequence[int]) -> Iterator[Reason]:
    """Clubs and teams that could not be kept apart, or that nobody asked to."""
    wishes = found.request.constraints
    for kind, keep in (("club", wishes.clubs), ("team", wishes.teams)):
        groups: dict[str, list[int]] = {}
        for i in sorted(table):
            groups.setdefault(getattr(found.players[i], kind), []).append(i)
        for name, members in groups.items():
            if name and len(members) > 1 and keep != "ignore":
                text = bond(names(found, members), len(members), kind, name)
                yield Reason(f"same_{kind}", text, {kind: name})


def bond(members: str, count: int, kind: str, name: str) -> str:
    """'A and B both play for Cebu'; each a sentence of its own, so that it can be told in another language."""
    if kind == "team":
        both = say("%(members)s both play for %(name)s", members=members, name=name)
        return both if count == 2 else say("%(members)s all play for %(name)s", members=members, name=name)
    both = say("%(members)s are both of %(name)s", members=members, name=name)
    return both if count == 2 else say("%(members)s are all of %(name)s", members=members, name=name)


def size_reason(table: Sequence[int], usual: int) -> Iterator[Reason]:
    """A table of another size than the one asked for."""
    if len(table) != usual:
        text = say("a table of %(table)s because of the number of players", table=len(table))
        yield Reason("size", text, {"size": len(table)})


def table_reasons(
    found: Field, scores: Sequence[int], measure: str, table: Sequence[int], usual: int, locked: bool
) -> tuple[Reason, ...]:
    """Everything worth saying of who sits together."""
    fixed = (Reason("locked", say("fixed by the director"), {}),) if locked else ()
    about = (ranks_reason(found, table), score_reason(scores, measure, table), meeting_reason(found, table))
    return (*fixed, *about, *bond_reasons(found, table), *size_reason(table, usual))


def table_sentence(reasons: Sequence[Reason], alternative: str) -> str:
    """'Ranks 3, 7, 11 and 15, same score group, nobody has met; nearest alternative costs one repeat.'"""
    text = sentence([reason.sentence for reason in reasons])
    return ended(text, alternative)


def gap(cost: Vector, least: Vector) -> str:
    """What separates a round from what none can go below: the first tier that differs, in words."""
    for (tier, mine), (_, low) in zip(cost, least, strict=True):
        if mine != low:
            return say("at most %(low)s above the least that is possible", low=measured(tier, mine - low))
    return say("no gap")
