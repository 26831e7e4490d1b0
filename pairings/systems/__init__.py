"""The systems, one file each, all of one shape: a request in, a result or refusals out.

A system is loaded when a round is first paired by it: whoever pairs one from a file needs one of twenty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from core.later import later
from pairings.event.refusals import Refusals
from pairings.plan.automatic import resolved
from pairings.rounds.field import Field
from pairings.rounds.request import Request, mistakes_of
from pairings.rounds.result import Result

if TYPE_CHECKING:
    from pairings.systems import describe
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
    from pairings.systems.cop import system as cop_system
    from pairings.systems.drawing.draft import Scheme
    from pairings.systems.pods import system as pod_system
    from pairings.systems.round_robins import fontes, interleaved, quads, roundrobin, sixes, team_rr
    from pairings.systems.team_matches import matches
else:
    STANDINGS, ROBINS = "pairings.systems.by_standings.", "pairings.systems.round_robins."
    australian, chew, elimination = (
        later(STANDINGS + name) for name in ("australian", "chew", "elimination")
    )
    factor, koth, lottery, manual = (
        later(STANDINGS + name) for name in ("factor", "koth", "lottery", "manual")
    )
    qoth, quartile, swiss = (later(STANDINGS + name) for name in ("qoth", "quartile", "swiss"))
    # Not `cop` and `pods`: those are names this folder gets for its own folders once one of them is loaded.
    cop_system, pod_system = later("pairings.systems.cop.system"), later("pairings.systems.pods.system")
    fontes, interleaved, quads = (later(ROBINS + name) for name in ("fontes", "interleaved", "quads"))
    roundrobin, sixes, team_rr = (later(ROBINS + name) for name in ("roundrobin", "sixes", "team_rr"))
    matches, describe = later("pairings.systems.team_matches.matches"), later("pairings.systems.describe")

__all__ = ["SCHEMES", "SYSTEMS", "System", "catalogue", "pair"]

System = Callable[[Request], Result | Refusals]


def catalogue() -> tuple[describe.Described, ...]:
    """Every system in a director's words, in the order in which they should be offered."""
    return describe.catalogue()


def pair_automatic(request: Request) -> Result | Refusals:
    """The round by the system that `auto` stands for; who asks for `auto` by itself gets here."""
    return pair(request)


def automatic(field: Field) -> Scheme:
    """The prices of the system that `auto` stands for."""
    request = resolved(field.request)
    return SCHEMES[request.system](replace(field, request=request))


SYSTEMS: dict[str, System] = {
    "swiss": lambda request: swiss.pair(request),
    "koth": lambda request: koth.pair(request),
    "chew": lambda request: chew.pair(request),
    "cop": lambda request: cop_system.pair(request),
    "auto": pair_automatic,
    "australian": lambda request: australian.pair(request),
    "elimination": lambda request: elimination.pair(request),
    "playoff": lambda request: elimination.pair(request),
    "rr": lambda request: roundrobin.pair(request),
    "team_rr": lambda request: team_rr.pair(request),
    "matches": lambda request: matches.pair(request),
    "interleaved": lambda request: interleaved.pair(request),
    "quads": lambda request: quads.pair(request),
    "sixes": lambda request: sixes.pair(request),
    "fontes": lambda request: fontes.pair(request),
    "quartile": lambda request: quartile.pair(request),
    "qoth": lambda request: qoth.pair(request),
    "factor": lambda request: factor.pair(request),
    "random": lambda request: lottery.pair(request),
    "manual": lambda request: manual.pair(request),
    "tables": lambda request: pod_system.pair(request),
}
SCHEMES: dict[str, Callable[[Field], Scheme]] = {
    "swiss": lambda field: swiss.scheme(field),
    "koth": lambda field: koth.scheme(field),
    "chew": lambda field: chew.scheme(field),
    "cop": lambda field: cop_system.scheme(field),
    "auto": automatic,
    "australian": lambda field: australian.scheme(field),
    "elimination": lambda field: elimination.scheme(field),
    "playoff": lambda field: elimination.scheme(field),
    "rr": lambda field: roundrobin.scheme(field),
    "team_rr": lambda field: team_rr.scheme(field),
    "matches": lambda field: matches.scheme(field),
    "interleaved": lambda field: interleaved.scheme(field),
    "quads": lambda field: quads.scheme(field),
    "sixes": lambda field: sixes.scheme(field),
    "fontes": lambda field: fontes.scheme(field),
    "quartile": lambda field: quartile.scheme(field),
    "qoth": lambda field: qoth.scheme(field),
    "factor": lambda field: factor.scheme(field),
    "random": lambda field: lottery.scheme(field),
    "manual": lambda field: swiss.scheme(field),
}


def pair(request: Request) -> Result | Refusals:
    """Pair a round: the one door to every system. Never raises on bad input, never waits on a clock."""
    request = resolved(request)
    mistakes = tuple(mistakes_of(request))
    return Refusals(mistakes) if mistakes else SYSTEMS[request.system](request)
