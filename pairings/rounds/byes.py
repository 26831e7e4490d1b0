"""Who sits out of an odd field: fewest byes so far, then the lowest standing (tsh `bottom_up`)."""

from __future__ import annotations

from collections.abc import Sequence


def needs_house_player(players: int) -> bool:
    """A house player only removes a bye (docs/rules/events.md E8): it plays when the others are odd."""
    return players % 2 == 1


def bye_price(byes: Sequence[int], i: int) -> int:
    """What a bye for the i-th in the standings costs: one more bye outweighs any standing."""
    return byes[i] * len(byes) + len(byes) - 1 - i


def nominal_bye(byes: Sequence[int], among: Sequence[int]) -> int:
    """The player of `among` whose bye costs least."""
    return min(among, key=lambda i: bye_price(byes, i))
