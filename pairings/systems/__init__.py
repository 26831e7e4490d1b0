"""The systems, one file each, all of one shape: a request in, a result or refusals out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pairings.event.refusals import Refusals
from pairings.plan.automatic import resolved
from pairings.rounds.field import Field
from pairings.rounds.request import Request, mistakes_of
from pairings.rounds.result import Result
from pairings.systems.by_standings import (
    australian,
    chew,
    elimination,
    factor,
    koth,
    lottery,
    manual,
    qoth,
    quartile,
    swiss,
)
from pairings.systems.cop import system as cop
from pairings.systems.describe import catalogue
from pairings.systems.drawing.draft import Scheme
from pairings.systems.pods import system as pods
from pairings.systems.round_robins import fontes, interleaved, quads, roundrobin, sixes, team_rr
from pairings.systems.team_matches import matches

__all__ = ["SCHEMES", "SYSTEMS", "System", "catalogue", "pair"]

System = Callable[[Request], Result | Refusals]


def pair_automatic(request: Request) -> Result | Refusals:
    """The round by the system that `auto` stands for; who asks for `auto` by itself gets here."""
    return pair(request)


def automatic(field: Field) -> Scheme:
    """The prices of the system that `auto` stands for."""
    request = resolved(field.request)
    return SCHEMES[request.system](replace(field, request=request))


SYSTEMS: dict[str, System] = {
    "swiss": swiss.pair,
    "koth": koth.pair,
    "chew": chew.pair,
    "cop": cop.pair,
    "auto": pair_automatic,
    "australian": australian.pair,
    "elimination": elimination.pair,
    "playoff": elimination.pair,
    "rr": roundrobin.pair,
    "team_rr": team_rr.pair,
    "matches": matches.pair,
    "interleaved": interleaved.pair,
    "quads": quads.pair,
    "sixes": sixes.pair,
    "fontes": fontes.pair,
    "quartile": quartile.pair,
    "qoth": qoth.pair,
    "factor": factor.pair,
    "random": lottery.pair,
    "manual": manual.pair,
    "tables": pods.pair,
}
SCHEMES: dict[str, Callable[[Field], Scheme]] = {
    "swiss": swiss.scheme,
    "koth": koth.scheme,
    "chew": chew.scheme,
    "cop": cop.scheme,
    "auto": automatic,
    "australian": australian.scheme,
    "elimination": elimination.scheme,
    "playoff": elimination.scheme,
    "rr": roundrobin.scheme,
    "team_rr": team_rr.scheme,
    "matches": matches.scheme,
    "interleaved": interleaved.scheme,
    "quads": quads.scheme,
    "sixes": sixes.scheme,
    "fontes": fontes.scheme,
    "quartile": quartile.scheme,
    "qoth": qoth.scheme,
    "factor": factor.scheme,
    "random": lottery.scheme,
    "manual": swiss.scheme,
}


def pair(request: Request) -> Result | Refusals:
    """Pair a round: the one door to every system. Never raises on bad input, never waits on a clock."""
    request = resolved(request)
    mistakes = tuple(mistakes_of(request))
    return Refusals(mistakes) if mistakes else SYSTEMS[request.system](request)
