"""`auto`: which system each round of an event gets when nobody has decided.

| source | implemented |
|---|---|
| liwords `AUTO` | round robin cycles as long as whole ones fit; else three rounds of Initial Fontes, Swiss to half of the |
| | event, COP from half on |
| here | after the last whole cycle COP; fewer than eight players have no Fontes; counted from the first round of the piece |
"""

from __future__ import annotations

from dataclasses import replace

from pairings.rounds.parameters import WITHOUT_STANDINGS, Params
from pairings.rounds.request import Request

FONTES_ROUNDS, FONTES_LEAST = 3, 8


def entered(request: Request, first: int) -> int:
    """Who was entered when the piece began: no house players, nobody who had left by then."""
    gone = (entrant.withdrawn_from() for entrant in request.history.entrants if not entrant.house)
    return sum(left is None or left > first for left in gone)


def chosen(players: int, rounds: int, turn: int) -> tuple[str, int, int]:
    """The system of a round of a piece, and the turns (from 0) in which its run begins and ends."""
    cycle = players - 1 + players % 2
    cycles = rounds // cycle if players > 1 else 0
    if cycles:
        whole = cycles * cycle
        return ("rr", 0, whole - 1) if turn < whole else ("cop", whole, rounds - 1)
    half = rounds // 2
    fontes = FONTES_ROUNDS if players >= FONTES_LEAST and half >= FONTES_ROUNDS else 0
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
    system, begins, ends = chosen(
        entered(request, first), rounds, min(max(0, request.round - first), rounds - 1)
    )
    params: Params = {}
    if system in ("rr", "fontes"):
        params["first"] = first + begins
    if system == "fontes":
        params["length"] = ends - begins + 1
    if system == "rr":
        params["times"] = min(20, (ends - begins + 1) // max(1, entered(request, first) - 1))
    based_on = 0 if system in WITHOUT_STANDINGS else request.based_on
    return replace(request, system=system, params=params, based_on=based_on)
