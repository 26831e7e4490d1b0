"""Rating formulas: pure, one file each, one signature (`types.Rate`). Nothing here knows Django.

formula("naspa").rate(Field(players, games, rounds), settings) -> [Rated] in the order of the players
"""

from __future__ import annotations

from itertools import chain

from tdapp.ratings.formulas import australian, coco, elo, glicko, naspa, performance, wespa
from tdapp.ratings.formulas.types import (
    EXPERIENCED,
    FULL,
    Field,
    Formula,
    Game,
    Player,
    Rated,
    Segment,
    pairwise,
    taken_as,
)

DEFAULT = "naspa"
FORMULAS: dict[str, Formula] = {
    formula.id: formula
    for formula in chain(
        naspa.FORMULAS, coco.FORMULAS, glicko.FORMULAS, australian.FORMULAS, elo.FORMULAS, wespa.FORMULAS,
        performance.FORMULAS,
    )
}  # fmt: skip
# That for prizes forgets everything before an event: no list can be kept with it.
FOR_LISTS = tuple(name for name in FORMULAS if name not in {one.id for one in performance.FORMULAS})


def formula(name: str) -> Formula:
    """A formula by its id. Raises KeyError for one that does not exist."""
    return FORMULAS[name]


__all__ = [
    "DEFAULT",
    "EXPERIENCED",
    "FORMULAS",
    "FOR_LISTS",
    "FULL",
    "Field",
    "Formula",
    "Game",
    "Player",
    "Rated",
    "Segment",
    "formula",
    "pairwise",
    "taken_as",
]
