"""Who ends among the first: looked for only as far down the standings as one of the first may stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.later import later
from pairings.standings.endings.chance import Ints
from pairings.standings.endings.packing import Codes, Packing
from pairings.standings.endings.playing import Ended

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")


@dataclass(slots=True)
class FirstPlaces:
    """How often each player ended among the first `last` of everybody or of a class; level ones share a place.

    `outside`: by column, the bit that puts whoever is not of the class behind all of it; None: everybody counts. `near`: so many
    columns were looked at the last time.
    """

    packing: Packing
    last: int
    outside: Codes | None
    near: int
    found: Ints

    def count(self, ended: Ended) -> None:
        """Add these endings."""
        packing = self.packing
        while True:
            codes = ended.down_to(self.near)
            if self.outside is not None:
                codes = codes | self.outside.take(codes & packing.mask)
            missing = codes >> packing.low
            worst = np.partition(missing, self.last - 1, axis=1)[:, self.last - 1]
            if self.near >= packing.count or (ended.beyond(self.near) >> packing.low > worst).all():
                break
            self.near = min(packing.count, self.near + self.near // 8 + 8)
        self.found += np.bincount(codes[missing <= worst[:, None]] & packing.mask, minlength=packing.count)


def first_places(packing: Packing, last: int, found: Ints, members: Ints | None = None) -> FirstPlaces:
    """The first `last` of the columns that are `members`, to be added to `found`; None: of everybody."""
    outside, count = None, packing.count
    if members is not None:
        outside, count = np.full(packing.count, packing.outside, dtype=packing.kind), len(members)
        outside[members] = 0
    last = min(last, count)
    return FirstPlaces(packing, last, outside, last, found)
