"""What the results desk asks of a ruleset: which final scores are usual, and what equal scores need."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from scoring.board.board import Layout
from scoring.rules.loading import Ruleset

# Chosen so that the customary 15x15 game of two gives the 340 to 400 points each that its tournaments see: a turn
# lays four or five tiles whatever the rack, a tile counts in about one and a half words, and an all-tiles play
# comes twice a game from seven tiles, more rarely from a larger rack.
_LAID = 4.5
_WORDS_A_TILE = 1.5
_FULL_RACKS = 1.05
_LOW, _HIGH, _SPREAD, _TOTAL_LOW, _TOTAL_HIGH = 0.6, 0.75, 0.75, 0.45, 1.6


@dataclass(frozen=True)
class Plausibility:
    """Usual ranges of one finished game; outside them the desk asks once more, it never refuses.

    `low`, `high`: a player's final score; `total_low`, `total_high`: all players together (SET:11 says 500 to 700
    for its game); `spread`: largest usual difference; `lowest`: no score without penalties can be below this.
    """

    low: int
    high: int
    total_low: int
    total_high: int
    spread: int
    lowest: int

    def unusual(self, score: int) -> bool:
        """Whether one player's final score lies outside the usual range."""
        return not self.low <= score <= self.high


def plausibility(ruleset: Ruleset, players: int = 2) -> Plausibility:
    """Usual final scores for `players` (2-4), from face value of the tiles, premium density, rack and bonus.

    A first guess for a division that has no results yet; its own results say more as soon as there are some.
    """
    total = _expected_total(ruleset)
    mean, wide = total / players, sqrt(players / 2)
    low, high = max(0, round(mean * (1 - _LOW * wide))), round(mean * (1 + _HIGH * wide))
    spread = round(mean * _SPREAD * wide)
    return Plausibility(
        low, high, round(total * _TOTAL_LOW), round(total * _TOTAL_HIGH), spread, lowest_score(ruleset)
    )


def _expected_total(ruleset: Ruleset) -> float:
    """Points all players make together in a usual game."""
    tiles = ruleset.tile_set
    short = _share_played(ruleset)
    played = tiles.face_value * _WORDS_A_TILE * _premium_factor(ruleset.layout)
    full = ruleset.bonus.points(ruleset.rack.size) * _FULL_RACKS * tiles.size / ruleset.rack.size**2
    return (played + full) * short


def _share_played(ruleset: Ruleset) -> float:
    """1 for a full game; less when the short variant stops it (SAL:407)."""
    turns = ruleset.variants.short_turns
    if turns is None:
        return 1.0
    usual = ruleset.tile_set.size / _LAID
    return min(1.0, turns * ruleset.players.fewest / usual)


@lru_cache(maxsize=16)
def _premium_factor(layout: Layout) -> float:
    """How much premiums add to a play on an average square: letters first, then words."""
    premiums, count = list(layout.premiums.values()), len(layout.premiums)
    letter = sum(premium.letter for premium in premiums) / count
    word = sum(premium.word - 1 for premium in premiums) / count
    return letter * (1 + word * _LAID)


def lowest_score(ruleset: Ruleset) -> int:
    """The lowest final score without penalties: nothing scored and the dearest rack deducted (SAL:226, BIS:58)."""
    if not ruleset.adjustment.deduct_own:
        return 0
    values = sorted((tile.value for tile in ruleset.tile_set.tiles for _ in range(tile.count)), reverse=True)
    return -sum(values[: ruleset.rack.size])


def needs_scores_before_adjustment(ruleset: Ruleset) -> bool:
    """Whether equal final scores must be told apart by the scores before unplayed tiles (SAL:232, BIS:63)."""
    return ruleset.tie.rule == "higher_before_adjustment" and ruleset.adjustment.any


def winners(
    ruleset: Ruleset, final: tuple[int, ...], before: tuple[int, ...] | None = None
) -> tuple[int, ...]:
    """Seats (0-based) that win: one, or several for a true tie. `before`: scores before unplayed tiles.

    Equal final scores with `before` given go to the higher of them (SAL:232, BIS:63); without it they stay tied.
    """
    top = tuple(seat for seat, score in enumerate(final) if score == max(final))
    if len(top) == 1 or before is None or not needs_scores_before_adjustment(ruleset):
        return top
    best = max(before[seat] for seat in top)
    return tuple(seat for seat in top if before[seat] == best)
