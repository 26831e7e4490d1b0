"""Who starts. Each rule gives the starter and says why.

* balanced (docs/rules/events.md E7): fewer starts starts; equal: more replies starts; equal: the last meeting is reversed; else
  the stored seed. Own forfeits stand alternately for a start and a reply, byes and given wins for neither.
* head_to_head: the last meeting is reversed first, then as balanced.
* eldest (`SAL:94`): the elder by order of seniority; as balanced where it is not known.
* drawn (`SET:22`, `BIS:15`): decided at the table; the seats stand in rank order.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from core.messages import counted, say
from pairings.event.nouns import REPLIES, STARTS
from pairings.rounds.field import Field, pair_of
from pairings.rounds.result import Reason

Words = Callable[[Field, int, int], str]


class Start(NamedTuple):
    """The two in seat order, and by which rule: its code, and how it is put in words (starter first).

    `drawn`: to be settled at the table.
    """

    first: int
    second: int
    code: str
    words: Words
    drawn: bool = False

    def reason(self, field: Field) -> Reason:
        """Why he starts."""
        facts: dict[str, int | str | list[str]] = (
            {} if self.drawn else {"starter": field.players[self.first].id}
        )
        return Reason(self.code, self.words(field, self.first, self.second), facts)


Rule = Callable[[Field, int, int], Start | None]


def starts_as(words: str) -> Words:
    """'NAME starts ...', whoever the other is."""
    return lambda field, first, second: say(
        "%(first)s goes first %(words)s", first=field.name(first), words=words
    )


def with_starts(field: Field, first: int, second: int) -> str:
    """Who has started less often, in words."""
    starts = field.firsts
    if starts[first] == 1:
        once = say("with %(starts)s to %(second)s", starts=counted(1, STARTS), second=starts[second])
        return starts_as(once)(field, first, second)
    return say(
        "%(first)s goes first (%(first_)s firsts against %(second)s)",
        first=field.name(first),
        first_=starts[first],
        second=starts[second],
    )


def with_replies(field: Field, first: int, second: int) -> str:
    """Who has replied more often, in words."""
    replies = field.replies
    if replies[first] == 1:
        once = say("with %(replies)s to %(second)s", replies=counted(1, REPLIES), second=replies[second])
        return starts_as(once)(field, first, second)
    return say(
        "%(first)s goes first (%(first_)s seconds against %(second)s)",
        first=field.name(first),
        first_=replies[first],
        second=replies[second],
    )


def at_the_table(field: Field, first: int, second: int) -> str:
    """Nobody knows yet."""
    return say("who goes first is drawn at the table")


REVERSED, BY_LOT = starts_as(say("as the last meeting is reversed")), starts_as(say("by lot"))
ELDER, ASKED = starts_as(say("as the elder")), starts_as(say("as asked for"))


def fewer_starts(field: Field, i: int, j: int) -> Start | None:
    """Who has started less often."""
    if field.firsts[i] == field.firsts[j]:
        return None
    first, second = (i, j) if field.firsts[i] < field.firsts[j] else (j, i)
    return Start(first, second, "fewer_starts", with_starts)


def more_replies(field: Field, i: int, j: int) -> Start | None:
    """Who has replied more often."""
    if field.replies[i] == field.replies[j]:
        return None
    first, second = (i, j) if field.replies[i] > field.replies[j] else (j, i)
    return Start(first, second, "more_replies", with_replies)


def reversed_meeting(field: Field, i: int, j: int) -> Start | None:
    """Who replied when they last met."""
    if j not in field.met[i]:
        return None
    before = field.started[pair_of(i, j)]
    first, second = (i, j) if before == j else (j, i)
    return Start(first, second, "reversed", REVERSED)


def by_seed(field: Field, i: int, j: int) -> Start:
    """A coin fixed by the stored seed, the round and the two ids."""
    one, two = sorted((i, j), key=lambda at: field.players[at].id)
    request = field.request
    text = f"{request.seed}:{request.round}:{field.players[one].id}:{field.players[two].id}"
    heads = sha256(text.encode()).digest()[0] % 2 == 0
    first, second = (one, two) if heads else (two, one)
    return Start(first, second, "lot", BY_LOT)


def elder(field: Field, i: int, j: int) -> Start | None:
    """Who is higher in the order of seniority (1 is the eldest)."""
    mine, theirs = field.players[i].seniority, field.players[j].seniority
    if not mine or not theirs or mine == theirs:
        return None
    first, second = (i, j) if mine < theirs else (j, i)
    return Start(first, second, "elder", ELDER)


BALANCED: tuple[Rule, ...] = (fewer_starts, more_replies, reversed_meeting)
RULES: dict[str, tuple[Rule, ...]] = {
    "balanced": BALANCED,
    "head_to_head": (reversed_meeting, *BALANCED),
    "eldest": (elder, *BALANCED),
}


def asked_for(field: Field, i: int, j: int) -> Start | None:
    """A start the director wants; two such wishes at one table leave it to the rule."""
    starters = field.request.constraints.starters
    wanted = [at for at in (i, j) if field.players[at].id in starters] if starters else ()
    if len(wanted) != 1:
        return None
    other = j if wanted[0] == i else i
    return Start(wanted[0], other, "asked", ASKED)


def decide(field: Field, i: int, j: int, special: Rule | None = None) -> Start:
    """Who of two starts. `special` is a system's own rule: what a director asks for, the event's rule of the
    eldest and the reversed last meeting come before it, the balance after it.
    """
    i, j = pair_of(i, j)
    asked = asked_for(field, i, j)
    if asked is not None:
        return asked
    if field.request.starts == "drawn":
        return Start(i, j, "drawn", at_the_table, drawn=True)
    rules = RULES[field.request.starts]
    leading = rules[: len(rules) - len(BALANCED)]
    for rule in (*leading, special, *BALANCED) if special else rules:
        found = rule(field, i, j)
        if found is not None:
            return found
    return by_seed(field, i, j)
