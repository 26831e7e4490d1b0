"""`auto`: which system each round of an event gets when nobody has decided.

| source | implemented |
|---|---|
| liwords `AUTO` | round robin cycles as long as whole ones fit; else three rounds of Initial Fontes, Swiss to half of the |
| | event, COP from half on |
| here | after the last whole cycle COP, and never in the first round; fewer than eight players have no Fontes; counted from |
| | the first round of the piece |
| here, latecomers | what has begun goes on: a cycle to its end, and no Fontes or cycle begins once something else has. |
| | Whether another cycle fits is asked again before each, of those who have come by then |
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from pairings.rounds.parameters import COP, WITHOUT_STANDINGS, Params
from pairings.rounds.request import Request

FONTES_ROUNDS, FONTES_LEAST = 3, 8


def entered(request: Request, first: int, turns: int) -> list[int]:
    """How many had come in each of so many turns of the piece: no house players, nobody who had left before it began."""
    members = [
        entrant
        for entrant in request.history.entrants
        if not entrant.house and (entrant.withdrawn_from() or first + 1) > first
    ]
    rounds = range(first, first + turns)
    came = sorted(
        next((number for number in rounds if entrant.absence_in(number) is None), first + turns)
        for entrant in members
    )
    return [bisect_right(came, number) for number in rounds]


def cycle_of(players: int) -> int:
    """How many rounds it takes until everybody has met everybody."""
    return players - 1 + players % 2


def robin_ends(players: Sequence[int], rounds: int) -> int:
    """The turn in which the round robins of a piece are over, as far as the players of each turn are known."""
    for turn, count in enumerate(players):
        if count < 2 or (turn % cycle_of(count) == 0 and turn + cycle_of(count) > rounds):
            return turn
    cycle = cycle_of(players[-1])
    return min(rounds, -(-len(players) // cycle) * cycle)


def chosen(players: Sequence[int], rounds: int) -> tuple[str, int, int]:
    """The system of the last of these turns, and the turns (from 0) in which its run begins and ends.

    `players`: how many had come in each turn of the piece so far.
    """
    turn, ends = len(players) - 1, robin_ends(players, rounds)
    if ends:
        return ("rr", 0, ends - 1) if turn < ends else ("cop", ends, rounds - 1)
    half = max(1, rounds // 2)
    fontes = FONTES_ROUNDS if players[0] >= FONTES_LEAST and half >= FONTES_ROUNDS else 0
    if turn < fontes:
        return "fontes", 0, fontes - 1
    return ("swiss", fontes, half - 1) if turn < half else ("cop", half, rounds - 1)


def resolved(request: Request) -> Request:
    """A request whose `auto` is the system it stands for; others as they are.

    While nobody said how many rounds there are it stays as it is, and is refused for that.
    """
    if request.system != "auto" or not request.rounds:
        return request
    first = int(request.params.get("first", 1))
    rounds = int(request.params.get("length", 0)) or max(1, request.rounds - first + 1)
    players = entered(request, first, 1 + min(max(0, request.round - first), rounds - 1))
    system, begins, ends = chosen(players, rounds)
    params: Params = {
        name: value for name, value in request.params.items() if system == "cop" and name in COP
    }
    if system in ("rr", "fontes"):
        params["first"] = first + begins
    if system == "fontes":
        params["length"] = ends - begins + 1
    if system == "rr":
        params["times"] = max(1, min(20, (ends - begins + 1) // cycle_of(players[-1])))
    based_on = 0 if system in WITHOUT_STANDINGS else request.based_on
    return replace(request, system=system, params=params, based_on=based_on)
