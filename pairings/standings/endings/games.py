"""Games of many endings, played at once where the codes of a row lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from core.later import later
from pairings.standings.endings.chance import (
    FURTHEST,
    LOT_BITS,
    LOT_FROM,
    WORD_BITS,
    Ints,
    Words,
    all_margins,
    lots,
)
from pairings.standings.endings.packing import Codes, Coming, Packing

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

# Places of the ones and of the others, in as many games.
Run: TypeAlias = "tuple[slice | Ints, slice | Ints]"


@dataclass(frozen=True, slots=True)
class Game:
    """What a game changes in the code of the first one, by the bits of a word: its margin, and above them whether it is won.

    `whole`: what both together change; `gain`: the most it takes off a code. `ratings` by column; None: a fair coin.
    """

    change: Codes
    whole: int
    gain: int
    ratings: Codes | None
    mask: int

    def play(self, codes: Codes, raw: Words, runs: Sequence[Run], alike: bool = False) -> None:
        """Play the games of the ones against the others by their places in the rows of codes, run after run; a word for each.

        `alike`: the same players meet in all rows.
        """
        gap = None
        if self.ratings is not None:
            rated = self.ratings.take((codes[:1] if alike else codes) & self.mask)
            gap = np.concatenate(
                [np.subtract(rated[:, one], rated[:, other], dtype=np.int64) for one, other in runs], axis=1
            )
        changes, done = self._changes(raw, gap), 0
        for one, other in runs:
            change = changes[:, done : done + codes[:, one].shape[1]]
            codes[:, one] += change
            codes[:, other] += self.whole - change
            done += change.shape[1]

    def _changes(self, raw: Words, gap: Codes | None) -> Codes:
        """What each word changes for the first one; `gap`: their rating less the other's, None: a fair coin."""
        if gap is None:
            won = raw >> np.uint64(LOT_FROM - WORD_BITS)
        else:
            # The bits below a lot decide nothing: what they are compared with is a whole number of lots.
            won = raw & np.uint64((1 << LOT_FROM + LOT_BITS) - 1)
            gap += FURTHEST
            won -= lots().take(gap, mode="clip")
            # A lot that is below has borrowed from the highest bits.
            won >>= np.uint64(63 - WORD_BITS)
        won &= np.uint64(1 << WORD_BITS)
        won |= raw & np.uint64((1 << WORD_BITS) - 1)
        return self.change.take(won.view(np.int64))


def game_in(coming: Coming, packing: Packing, ratings: Ints | None) -> Game:
    """What the games of a round change; ratings None: a fair coin."""
    margin, half = np.minimum(all_margins(), coming.cap) << packing.low, packing.half
    lost, won = np.where(margin == 0, half, -margin), np.where(margin == 0, half, 2 * half + margin)
    known = None if ratings is None else ratings.astype(np.int32)
    change = -np.concatenate([lost, won]).astype(packing.kind)
    return Game(change, -2 * half, int(-change.min()), known, packing.mask)
