"""Many ways an event may end, played at once in columns of whole numbers.

| source | implemented |
|---|---|
| liwords COP | a fair coin decides each game; with r rounds left the first r meet those r places below, the rest slide |
| | last round: king of the hill; ranked anew after every round; margins as in real events, held to the caps |

Tables already paired are played as they are paired; an odd field's lowest sits out; who is
known to be absent is. Earlier meetings, starts and clubs are not looked at.

An ending is one row of codes, each a player with what they have: half points, spread, column (`Packing`). Sorted, a row is
the standings, and what a game brings is added where the code lies; nobody is ever put back into a column of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.later import later
from pairings.event.history import LOSS_SPREAD
from pairings.standings.endings.chance import Words, source
from pairings.standings.endings.games import Game, Run
from pairings.standings.endings.packing import Codes, Coming, Packing, Pair, in_columns, sort_rows

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

# So many codes at once stay near the processor.
CELLS_AT_ONCE = 1 << 16


def table_of(count: int, left: int) -> list[Pair]:
    """Who meets whom by place, with `left` rounds left: first ones r places down, the rest slide; at last
    neighbours.
    """
    if left <= 1:
        return [(at, at + 1) for at in range(0, count - 1, 2)]
    step = min(left, count // 2)
    rest = list(range(2 * step, count - count % 2))
    half = len(rest) // 2
    return [(at, at + step) for at in range(step)] + list(zip(rest[:half], rest[half:], strict=True))


def runs_of(count: int, left: int) -> list[Run]:
    """`table_of` as runs of places, the ones and the others."""
    end = count - count % 2
    if left <= 1:
        return [(slice(0, end, 2), slice(1, end, 2))]
    step = min(left, count // 2)
    middle = step + end // 2
    return [(slice(0, step), slice(step, 2 * step)), (slice(2 * step, middle), slice(middle, end))]


def play_free(codes: Codes, left: int, raw: Words, game: Game, packing: Packing, alike: bool = False) -> None:
    """Play those who draw lots, in the order of their places so far; the lowest of an odd number has the bye. `alike`: all rows
    are the same.
    """
    count = codes.shape[1]
    game.play(codes, raw[:, : count // 2], runs_of(count, left), alike)
    if count % 2:
        codes[:, -1] -= packing.bye


def games_in(coming: Coming) -> int:
    """How many games a round has."""
    return len(coming.fixed) + len(coming.free) // 2


def play_round(codes: Codes, coming: Coming, raw: Words, game: Game, packing: Packing) -> Codes:
    """Play one round in every ending of which not all draw lots; the codes of a row come back by column."""
    codes, fixed = in_columns(codes, packing), len(coming.fixed)
    if fixed:
        one, other = np.array(coming.fixed, dtype=np.int64).T
        game.play(codes, raw[:, :fixed], [(one, other)])
    if coming.free:
        columns = np.array(coming.free, dtype=np.int64)
        drawing = codes[:, columns]
        sort_rows(drawing)
        play_free(drawing, coming.left, raw[:, fixed : fixed + len(columns) // 2], game, packing)
        codes[:, columns] = drawing
        codes = in_columns(codes, packing)
    codes[:, list(coming.byes)] -= packing.bye
    codes[:, list(coming.losses)] -= LOSS_SPREAD << packing.low
    return codes


@dataclass(frozen=True, slots=True)
class LastRound:
    """A round in which everybody meets a neighbour; `raw`: a word for each board of every row. `alike`: all rows are the same."""

    game: Game
    raw: Words
    alike: bool


@dataclass(slots=True)
class Ended:
    """The codes of some endings, the last round of which is played only as far down the standings as somebody looks.

    `played` columns are as they end; those after them are in order and have that round before them.
    """

    codes: Codes
    packing: Packing
    played: int
    last: LastRound | None = None

    def down_to(self, column: int) -> Codes:
        """The first so many columns as they end."""
        if self.last is not None and column > self.played:
            count = self.codes.shape[1]
            end = count if column >= count - 1 else column + column % 2
            raw = self.last.raw[:, self.played // 2 : end // 2]
            play_free(self.codes[:, self.played : end], 1, raw, self.last.game, self.packing, self.last.alike)
            self.played = end
        return self.codes[:, :column]

    def beyond(self, column: int) -> Codes:
        """In every row what nobody of the columns from `column` on ends below; so many have been looked at."""
        least: Codes = self.codes[:, column : self.played].min(axis=1, initial=self.packing.outside)
        if self.last is None or self.played == self.codes.shape[1]:
            return least
        gain = max(self.last.game.gain, self.packing.bye)
        lowest: Codes = np.minimum(least, self.codes[:, self.played] - gain)
        return lowest


def endings(
    first: Codes, rounds: Sequence[Coming], games: Sequence[Game], rows: int, lot: tuple[int, int], packing: Packing
) -> Iterator[Ended]:  # fmt: skip
    """Everybody in `rows` endings, some rows at a time; `first` are the codes of now, best first. `lot`: seed, batch."""
    drawn = [source(*lot, number) for number in range(len(rounds))]
    parts = -(-rows * len(first) // CELLS_AT_ONCE) or 1
    for part in range(parts):
        many = rows * (part + 1) // parts - rows * part // parts
        ended = Ended(np.tile(first, (many, 1)), packing, len(first))
        for number, coming in enumerate(rounds):
            raw: Words = drawn[number].random_raw(many * max(1, games_in(coming))).reshape(many, -1)
            if len(coming.free) < len(first):
                ended.codes = play_round(ended.codes, coming, raw, games[number], packing)
                continue
            if number:
                sort_rows(ended.codes)
            if coming.left <= 1 and number == len(rounds) - 1:
                ended.played, ended.last = 0, LastRound(games[number], raw, not number)
            else:
                play_free(ended.codes, coming.left, raw, games[number], packing, not number)
        yield ended
