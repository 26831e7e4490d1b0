"""Systems that name an opponent for everybody: where the pattern of each puts him, and what misses it costs.

The order of prices is that of king of the hill (tsh `koth`): the cap on repeats when there is one, the bye, clubs,
the pattern, then no rematch of the round just played, starts and the fewest repeats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from pairings.optimum.costs import back_to_back, bye, club, pattern, repeats, starts, tie
from pairings.optimum.tiers import Tier, unless_meant
from pairings.rounds.field import Field
from pairings.systems.by_standings.brackets import places_of
from pairings.systems.drawing.draft import Scheme


def over_cap(field: Field) -> list[Tier]:
    """Meetings over the cap, when there is one."""
    if "repeats" not in field.request.params:
        return []
    return [replace(repeats(field, int(field.request.params["repeats"])), name="over_cap")]


def partners_by(field: Field, groups: Sequence[Sequence[int]], offsets: Sequence[int]) -> list[int]:
    """The nominal partner of each player: in each group i meets i + offset; who is in none has himself."""
    found = list(range(field.n))
    for group, offset in zip(groups, offsets, strict=True):
        for at in range(len(group)):
            other = at + offset if at % (2 * offset) < offset else at - offset
            found[group[at]] = group[other]
    return found


def aimed(field: Field, order: Sequence[int], partners: Sequence[int]) -> Tier:
    """How far, squared, each sits from the other's nominal partner in the given order."""
    places = places_of(field, [order])
    return pattern(places, [places[partner] for partner in partners])


def pattern_scheme(field: Field, order: Sequence[int], partners: Sequence[int], *lower: Tier) -> Scheme:
    """The prices of a round that follows a pattern before it avoids repeats."""
    first = [*over_cap(field), bye(field), aimed(field, order, partners)]
    rest = [back_to_back(field), club(field), starts(field), repeats(field), *lower, tie(field)]
    return Scheme([*first, *rest], partners)


def lots(field: Field, players: Sequence[int], salt: str = "") -> list[int]:
    """The players in an order drawn from the seed of the round."""
    head = f"{field.request.seed}:{field.request.round}:{salt}"

    def lot(i: int) -> str:
        return sha256(f"{head}:{field.players[i].id}".encode()).hexdigest()

    return sorted(players, key=lot)


def drawn_pairs(field: Field, partners: Sequence[int]) -> Tier:
    """One for every pair that the lot has not drawn together."""
    return unless_meant("lot", partners)
