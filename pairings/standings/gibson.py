"""The Gibson rule: who cannot be caught any more, and therefore should not decide who else wins a prize.

| reading | level on wins, caught while the lead in spread is at most | who is a Gibson |
|---|---|---|
| tsh | twice the Gibson spreads of the rounds left, summed (500: NASPA 2016) | from the top until one can be caught |
| liwords | those spreads, summed once (`canCatch`) | the same |
| cop | twice the sum (250 in the last round, 200 before) | inside the prizes, neither caught nor catching |

On wins all three agree: whoever needs more wins than he has games left cannot catch. A lead of exactly that
much counts as caught, for the two would then be level. Where the division ranks by something else than spread
right after the wins, players who can be level on wins can catch each other; where neither wins nor points of
tables come first, nothing is said.

`gibson_groups` (tsh) are places worth the same: who is safe inside such a group is a Gibson, though he may
still change places in it. Not implemented: `gibson_class` and `gibson_equivalent` lists that differ by round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.messages import counted, say
from pairings.event.nouns import ROUNDS, WINS
from pairings.event.ordinals import nth
from pairings.event.table_points import HALF
from pairings.standings.metrics import points, twelfths
from pairings.standings.outlook import MEASURES, Outlook, Rest
from pairings.standings.stakes import Stakes

BESIDE_SPREAD = ("losses", "win_percent")


@dataclass(frozen=True, slots=True)
class Gibson:
    """A player who is safe, the places he is safe in, and the sentence that says why."""

    entrant: str
    place: int
    first: int
    last: int
    sentence: str


def wins_decide(precedence: Sequence[str]) -> bool:
    """Whether wins (or points of tables) come first; where they do not, nothing is said of who can catch whom."""
    return precedence[0] in MEASURES


def spread_decides(precedence: Sequence[str], field: Sequence[Outlook]) -> bool:
    """Whether spread is what separates players who are level on wins.

    Losses and shares in between say nothing as long as everybody has as many rounds behind and before him.
    """
    between = [name for name in precedence[1:] if name not in BESIDE_SPREAD]
    alike = len({(one.counted, one.games) for one in field}) <= 1
    return between[:1] == ["spread"] and (alike or precedence[1] == "spread")


def can_catch(chaser: Outlook, leader: Outlook, by_spread: bool) -> bool:
    """Whether the chaser can still come level with the leader: he wins all, the leader loses all."""
    if chaser.most != leader.points:
        return chaser.most > leader.points
    return not by_spread or chaser.spread + chaser.gain >= leader.spread - leader.loss


def is_safe(field: Sequence[Outlook], at: int, stakes: Stakes, by_spread: bool) -> bool:
    """Whether nobody below the places worth the same can catch the player at a 0-based place."""
    _, last = stakes.group_of(at + 1)
    return not any(can_catch(below, field[at], by_spread) for below in field[last:])


def can_rise(field: Sequence[Outlook], at: int, stakes: Stakes, by_spread: bool) -> bool:
    """Whether the player can still catch somebody above the places worth the same as his."""
    first, _ = stakes.group_of(at + 1)
    return any(can_catch(field[at], above, by_spread) for above in field[: first - 1])


def wins_of(gap: int) -> str:
    """'1 win', '2.5 wins', '1/3 wins' at tables of three and four."""
    text = twelfths(gap) if gap % HALF else points(gap // HALF)
    return counted(text, WINS)


@lru_cache(maxsize=4096)
def rounds_left(left: int) -> str:
    """'1 round', '3 rounds'."""
    return counted(left, ROUNDS)


def lead(leader: Outlook, chaser: Outlook) -> str:
    """How far ahead somebody is: '3 wins' or '1210 points of spread'."""
    gap = leader.points - chaser.points
    return (
        say("%(gap)s behind", gap=wins_of(gap))
        if chaser.most < leader.points
        else (
            say(
                "%(gap)s and %(spread)s points of spread behind",
                gap=wins_of(gap),
                spread=leader.spread - chaser.spread,
            )
        )
    )


def sentence_of(field: Sequence[Outlook], at: int, rest: Rest) -> str:
    """'Ana has won 1st place: Ben is 3 wins behind with 2 rounds left.'"""
    one = field[at]
    first, last = rest.stakes.group_of(at + 1)
    what = (
        say("%(first)s place", first=nth(first))
        if first == last
        else say("one of the places %(first)s-%(last)s", first=first, last=last)
    )
    below = field[last:]
    if not below:
        return say("%(name)s is sure of %(what)s: nobody is below.", name=one.name, what=what)
    nearest = max(below, key=lambda other: (other.most, other.spread + other.gain))
    left = say("%(left)s left", left=rounds_left(rest.left)) if rest.left else say("no round left")
    return say(
        "%(name)s is sure of %(what)s: %(name_)s is %(nearest)s with %(left)s.",
        name=one.name,
        what=what,
        name_=nearest.name,
        nearest=lead(one, nearest),
        left=left,
    )


def gibsons(field: Sequence[Outlook], rest: Rest, precedence: Sequence[str]) -> tuple[Gibson, ...]:
    """The Gibsons among ranked players (highest first, as `outlooks` gives them) by the event's reading."""
    stakes, by_spread = rest.stakes, spread_decides(precedence, field)
    found = []
    if not wins_decide(precedence):
        return ()
    for at, one in enumerate(field[: stakes.last_prize(len(field))]):
        safe = is_safe(field, at, stakes, by_spread) and not can_rise(field, at, stakes, by_spread)
        if safe:
            first, last = stakes.group_of(at + 1)
            found.append(Gibson(one.entrant.id, at + 1, first, last, sentence_of(field, at, rest)))
        elif stakes.reading != "cop" and not in_open_group(field, at, stakes):
            break
    return tuple(found)


def in_open_group(field: Sequence[Outlook], at: int, stakes: Stakes) -> bool:
    """Whether a group of equal places goes on below, so that counting from the top goes on too."""
    return stakes.group_of(at + 1)[1] > at + 1


def gibson_groups(found: Sequence[Gibson], players: int) -> tuple[tuple[int, ...], ...]:
    """The players between Gibsons as runs of places (liwords COP): who plays for what, Gibsons left out."""
    groups: list[list[int]] = [[]]
    safe = {one.place for one in found}
    for place in range(1, players + 1):
        if place in safe:
            groups.append([])
        else:
            groups[-1].append(place)
    return tuple(tuple(group) for group in groups if group)
