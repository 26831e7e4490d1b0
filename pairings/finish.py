"""The best and the worst place a player can still reach, counted, not simulated.

| source | implemented |
|---|---|
| tsh `BPF` (best possible finish) | he wins everything by the most, his rivals score as kindly as can be |
| the mirror of it | he loses everything by the most, his rivals score as unkindly as can be |

Kindness has an end: every game still gives its two half points to somebody. So rivals share out what the
rounds to come hold, each up to what keeps him below; what is left over lifts some of them past the player.
Who meets whom is not looked at, so a place may be counted as possible that the pairings will rule out, never
the other way round. Level players count as level for the best place and as passed for the worst.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.gibson import can_catch
from pairings.history import Played
from pairings.outlook import GAME, Outlook, Rest, points_to_come


@dataclass(frozen=True, slots=True)
class Finish:
    """The best and the worst place still possible."""

    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Supply:
    """Half points the rounds to come give out: at most, and at least when no game is forfeited by both."""

    most: int
    least: int


def supply_of(rest: Rest) -> Supply:
    """What is still to be had. A table of three or four, or a house player, may keep any of it from the rest."""
    entrants = [one for one in rest.history.entrants if not one.house]
    most = points_to_come(rest, entrants)
    house = any(one.house for one in rest.history.entrants)
    tables = any(isinstance(o, Played) and len(o.seats) > 2 for rounds in rest.history.rounds for o in rounds)
    return Supply(most + GAME * rest.left * house, 0 if tables else max(0, most - GAME * rest.left * house))


def room_below(rival: Outlook, one: Outlook, by_spread: bool) -> int:
    """Half points a rival may still take without standing above a player who wins everything; negative: none
    will do.
    """
    lowest, highest = rival.spread - rival.loss, one.spread + one.gain
    level = not by_spread or lowest <= highest
    return one.most - rival.halves - (0 if level else 1)


def best_finish(one: Outlook, rivals: Sequence[Outlook], supply: Supply, by_spread: bool) -> int:
    """The best place among these rivals. `supply.least` is what others and he will take together."""
    rooms = [(room_below(rival, one, by_spread), GAME * rival.games) for rival in rivals]
    above = sum(room < 0 for room, _ in rooms)
    taken = sum(most if room < 0 else min(room, most) for room, most in rooms)
    over = supply.least - GAME * one.games - taken
    for extra in sorted((most - room for room, most in rooms if 0 <= room < most), reverse=True):
        if over <= 0:
            break
        above, over = above + 1, over - extra
    return above + 1


def worst_finish(one: Outlook, rivals: Sequence[Outlook], supply: Supply, by_spread: bool) -> int:
    """The worst place among these rivals when he wins nothing more."""
    passing = [rival for rival in rivals if can_catch(rival, one, by_spread)]
    needs = sorted(max(0, need_of(rival, one, by_spread)) for rival in passing)
    place, left = 1, supply.most
    for need in needs:
        if need > left:
            break
        place, left = place + 1, left - need
    return place


def need_of(rival: Outlook, one: Outlook, by_spread: bool) -> int:
    """Half points a rival needs to come level with a player who loses everything."""
    level = not by_spread or rival.spread + rival.gain >= one.spread - one.loss
    return one.halves - rival.halves + (0 if level else 1)


def finishes(
    field: Sequence[Outlook], rest: Rest, by_spread: bool, among: Sequence[Outlook] | None = None
) -> dict[str, Finish]:
    """For each of `among` (everybody by default) the best and worst place inside that group."""
    supply, group = supply_of(rest), list(field if among is None else among)
    whole = len(group) == len(field)
    inside = supply if whole else Supply(supply.most, 0)
    found = {}
    for at, one in enumerate(group):
        rivals = group[:at] + group[at + 1 :]
        best = best_finish(one, rivals, inside, by_spread)
        found[one.entrant.id] = Finish(best, worst_finish(one, rivals, inside, by_spread))
    return found
