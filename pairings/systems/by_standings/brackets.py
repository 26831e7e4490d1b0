"""Nominal partners: whom the pattern of a Swiss would give each player if nothing stood in the way.

Brackets are the score groups from the top; the last player of an odd one floats down into the next. Inside a
bracket:

| pattern | bracket of 1-8 |
|---|---|
| slide | 1-5 2-6 3-7 4-8 (tsh, FIDE C.04) |
| fold | 1-8 2-7 3-6 4-5 |
| adjacent | 1-2 3-4 5-6 7-8 |
| random | as adjacent, after a shuffle by the stored seed |
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from hashlib import sha256

from pairings.rounds.byes import nominal_bye
from pairings.rounds.field import Field

Partner = Callable[[int, int], int]


def slide(k: int, size: int) -> int:
    """Half a bracket away."""
    return (k + size // 2) % size


def fold(k: int, size: int) -> int:
    """First with last."""
    return size - 1 - k


def adjacent(k: int, size: int) -> int:
    """Next to each other."""
    return k ^ 1


PARTNERS: dict[str, Partner] = {"slide": slide, "fold": fold, "adjacent": adjacent, "random": adjacent}


def players_of(field: Field, aside: Collection[int] = ()) -> list[int]:
    """The players in order, without those paired `aside` and the one who would nominally sit out of an odd
    field.
    """
    everybody = [i for i in range(field.n) if i not in aside]
    if len(everybody) % 2:
        everybody.remove(nominal_bye(field.byes, everybody))
    return everybody


def brackets(field: Field, players: Sequence[int]) -> list[list[int]]:
    """Even brackets from the top: score groups with their floats."""
    found: list[list[int]] = []
    current: list[int] = []
    for at, i in enumerate(players):
        current.append(i)
        last = at + 1 == len(players) or field.halves[players[at + 1]] != field.halves[i]
        if last and len(current) > 1:
            floats = current[-1:] if len(current) % 2 else []
            found.append(current[: len(current) - len(floats)])
            current = floats
    return found


def shuffled(field: Field, bracket: Sequence[int]) -> list[int]:
    """A bracket in an order fixed by the stored seed and the round."""
    salt = f"{field.request.seed}:{field.request.round}"

    def lot(i: int) -> str:
        return sha256(f"{salt}:{field.players[i].id}".encode()).hexdigest()

    return sorted(bracket, key=lot)


def places_of(field: Field, groups: Sequence[Sequence[int]]) -> list[int]:
    """Each player's place in the order the pattern works on; who is in no group keeps his rank."""
    places = list(range(field.n))
    for at, i in enumerate(i for group in groups for i in group):
        places[i] = at
    return places


def nominal(
    field: Field, pattern: str, aside: Collection[int] = ()
) -> tuple[list[int], list[int], list[int]]:
    """For each player his place, the place of his nominal partner, and that partner (himself: none)."""
    groups = brackets(field, players_of(field, aside))
    if pattern == "random":
        groups = [shuffled(field, group) for group in groups]
    places, targets, partners = places_of(field, groups), list(range(field.n)), list(range(field.n))
    for group in groups:
        for k, i in enumerate(group):
            partners[i] = group[PARTNERS[pattern](k, len(group))]
            targets[i] = places[partners[i]]
    return places, targets, partners
