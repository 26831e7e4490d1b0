"""Who takes a place at the end, in the order of the standings, and what is still to come: what COP simulates on.

Players whose places are settled (Gibsons) divide the others into groups that play for different things: an odd group
takes in the Gibson beneath it, an even one leaves him to the bottom group, number 0 (liwords).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.event.history import seated_in
from pairings.event.table_points import HALF
from pairings.rounds.field import Field
from pairings.standings.clinch import table_at
from pairings.standings.endings.packing import Coming, Pair
from pairings.standings.gibson import can_catch, gibsons, spread_decides
from pairings.standings.outlook import Outlook, Rest, outlooks
from pairings.standings.winning_chances import coming_in, waiting_pairs
from pairings.systems.cop.settings import Settings, stakes_of


@dataclass(frozen=True, slots=True)
class Ask:
    """What is simulated, and nothing else: the same ask gives the same counts anywhere.

    Players by place; `start`: half points and spread of each, `groups` and `safe` by place, `prizes` the last place
    that wins one.
    """

    start: tuple[tuple[int, int], ...]
    coming: tuple[Coming, ...]
    groups: tuple[int, ...]
    safe: tuple[bool, ...]
    prizes: int
    seed: int
    settings: Settings

    @property
    def count(self) -> int:
        """How many players."""
        return len(self.start)

    @property
    def top(self) -> int:
        """The highest place that is not settled; the last one where all are."""
        return next((k for k, safe in enumerate(self.safe) if not safe), self.count - 1)


@dataclass(frozen=True, slots=True)
class Hall:
    """The places with who holds them. `place` is by index of the field; who will take no place stands behind all."""

    field: Field
    settings: Settings
    line: tuple[Outlook, ...]
    by_spread: bool
    place: tuple[int, ...]
    ask: Ask

    def catches(self, chaser: int, leader: int) -> bool:
        """Whether the player at one place can still come level with the one at another."""
        return can_catch(self.line[chaser], self.line[leader], self.by_spread)

    def safe(self, i: int) -> bool:
        """Whether a player of the field is a Gibson."""
        return self.place[i] < self.ask.count and self.ask.safe[self.place[i]]


def groups_of(safe: Sequence[bool]) -> tuple[int, ...]:
    """The group of each place: 1, 2 ... between Gibsons from the top, 0 for the bottom one and Gibsons of no other."""
    found, number, run = [0] * len(safe), 0, list[int]()
    for at, is_safe in enumerate(safe):
        if not is_safe:
            run.append(at)
        elif run:
            number += 1
            for one in (*run, *([at] if len(run) % 2 else [])):
                found[one] = number
            run = []
    return tuple(found)


def fixed_in(field: Field, number: int, index: dict[str, int]) -> tuple[Pair, ...]:
    """The tables of a round that is paired but does not count yet, by place."""
    seats = [seated_in(outcome) for outcome in field.request.history.rounds[number - 1]]
    return tuple(
        (index[two[0]], index[two[1]]) for two in seats if len(two) == 2 and set(two) <= index.keys()
    )


def coming_to(field: Field, rest: Rest, line: Sequence[Outlook]) -> tuple[Coming, ...]:
    """Tables without a result first, then every round to the last; those that are paired as they are paired."""
    entrants = [one.entrant for one in line]
    index = {entrant.id: at for at, entrant in enumerate(entrants)}
    waiting = waiting_pairs(rest.history, index)
    open_now = [
        Coming(rest.swing(number), 1, tuple(pair for at, pair in waiting if at == number), ())
        for number in sorted({number for number, _ in waiting})
    ]
    known = range(rest.after + 1, field.request.round)
    paired = [
        Coming(rest.swing(number), rest.rounds - number + 1, fixed_in(field, number, index), ())
        for number in known
    ]
    left = range(field.request.round, rest.rounds + 1)
    return (*open_now, *paired, *(coming_in(rest, entrants, number) for number in left))


def hall_of(field: Field, settings: Settings) -> Hall:
    """The hall before a round."""
    request = field.request
    history = request.history.upto(request.basis)
    rest = Rest(history, request.basis, request.rounds, stakes_of(request, settings))
    line = outlooks(table_at(history, request.basis, request.precedence), rest)
    won = {one.entrant for one in gibsons(line, rest, request.precedence)}
    safe = tuple(one.entrant.id in won for one in line)
    places = {one.entrant.id: at for at, one in enumerate(line)}
    ask = Ask(
        tuple((one.points // HALF, one.spread) for one in line),
        coming_to(field, rest, line),
        groups_of(safe),
        safe,
        rest.stakes.last_prize(len(line)),
        request.seed,
        settings,
    )
    place = tuple(places.get(player.id, len(line) + i) for i, player in enumerate(field.players))
    return Hall(field, settings, line, spread_decides(request.precedence, line), place, ask)
