"""What somebody's public games say when they are laid side by side: totals, records, opponents. Pure: entries in, lines out.

Entries come newest first, as they are listed; whatever is "the first" or "in a row" is read from the oldest on. Wins are half
points, so that a tie is half of one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from pairings.event.records import LOSS, TIE, WIN
from tdapp.publishing.released.games import PLAYED, Game
from tdapp.publishing.released.personal import Entry, Met, Sat

HIGH_GAME, WIDEST_WIN, HIGH_LOSS, BOTH_SCORES = "high-game", "widest-win", "high-loss", "both-scores"


@dataclass(frozen=True, slots=True)
class Total:
    """Over all games that were played, byes and forfeits apart. `average` in tenths, None without a score.

    `first`: so many events were won.
    """

    events: int
    games: int
    wins: int
    ties: int
    spread: int
    average: int | None
    first: int


@dataclass(frozen=True, slots=True)
class Record:
    """The best of its kind, of equal ones the first: its value, and the game."""

    kind: str
    value: int
    entry: Entry
    sat: Sat

    @property
    def rival(self) -> UUID | None:
        """Who it was against, at a table of two."""
        return self.sat.met[0].player if len(self.sat.met) == 1 else None


@dataclass(frozen=True, slots=True)
class Run:
    """The most games won in a row: from the first of them to the last."""

    games: int
    start: Entry
    end: Entry


@dataclass(frozen=True, slots=True)
class Duel:
    """One game of two people. At a table of three or four (`several`) their own two scores decide it."""

    entry: Entry
    game: Game
    rival: UUID
    mine: int
    theirs: int
    gain: int
    spread: int
    several: bool


@dataclass(frozen=True, slots=True)
class Against:
    """All games against one other: the sums from this side, the highest score of either."""

    rival: UUID
    duels: tuple[Duel, ...]

    @property
    def games(self) -> int:
        return len(self.duels)

    @property
    def wins(self) -> int:
        return sum(duel.gain for duel in self.duels)

    @property
    def ties(self) -> int:
        return sum(duel.gain == TIE for duel in self.duels)

    @property
    def spread(self) -> int:
        return sum(duel.spread for duel in self.duels)

    @property
    def averages(self) -> tuple[int, int]:
        """The mean score of either, in tenths."""
        return tuple(_tenths([score(duel) for duel in self.duels]) for score in (_mine, _theirs))  # type: ignore[return-value]

    @property
    def high(self) -> tuple[int, int]:
        """The highest score of either."""
        return max(duel.mine for duel in self.duels), max(duel.theirs for duel in self.duels)


def _mine(duel: Duel) -> int:
    return duel.mine


def _theirs(duel: Duel) -> int:
    return duel.theirs


def _tenths(values: Sequence[int]) -> int:
    """A mean in tenths, rounded half up."""
    return (20 * sum(values) + len(values)) // (2 * len(values))


def played(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Sat]]:
    """Every game that was played, the oldest first."""
    for entry in reversed(entries):
        for sat in entry.games:
            if sat.game.kind == PLAYED and sat.game.gain is not None:
                yield entry, sat


def total(entries: Sequence[Entry]) -> Total:
    """All of it in one line."""
    games = [sat.game for _entry, sat in played(entries)]
    scores = [game.score for game in games if game.score is not None]
    return Total(
        len({entry.slug for entry in entries}), len(games), sum(game.gain or 0 for game in games),
        sum(game.gain == TIE for game in games), sum(game.spread or 0 for game in games),
        _tenths(scores) if scores else None, sum(won(entry) for entry in entries),
    )  # fmt: skip


def won(entry: Entry) -> bool:
    """Whether they stood first when all was over; of a field of one nobody is first."""
    return entry.last and entry.line.rank == 1 and entry.of > 1 and not entry.line.withdrawn


def records(entries: Sequence[Entry]) -> list[Record]:
    """The records there are, in their order."""
    best: dict[str, Record] = {}
    for entry, sat in played(entries):
        for kind, value in _values(sat):
            if kind not in best or value > best[kind].value:
                best[kind] = Record(kind, value, entry, sat)
    return [best[kind] for kind in (HIGH_GAME, WIDEST_WIN, HIGH_LOSS, BOTH_SCORES) if kind in best]


def _values(sat: Sat) -> Iterator[tuple[str, int]]:
    game = sat.game
    if game.score is None:
        return
    yield HIGH_GAME, game.score
    if game.gain == WIN and game.spread is not None:
        yield WIDEST_WIN, game.spread
    if game.gain == LOSS:
        yield HIGH_LOSS, game.score
    if len(sat.met) == 1 and game.theirs is not None:
        yield BOTH_SCORES, game.score + game.theirs


def longest_run(entries: Sequence[Entry]) -> Run | None:
    """The most games won in a row, over events; of equal ones the first. None without a game won."""
    best: Run | None = None
    run: list[Entry] = []
    for entry, sat in played(entries):
        run = [*run, entry] if sat.game.gain == WIN else []
        if run and (best is None or len(run) > best.games):
            best = Run(len(run), run[0], entry)
    return best


def duels(entries: Sequence[Entry]) -> Iterator[Duel]:
    """Every game against everybody who is a known player, the oldest first."""
    for entry, sat in played(entries):
        for met in sat.met:
            if met.player is not None and met.score is not None and sat.game.score is not None:
                yield _duel(entry, sat, met, met.player, met.score, sat.game.score)


def _duel(entry: Entry, sat: Sat, met: Met, rival: UUID, theirs: int, mine: int) -> Duel:
    several = len(sat.met) > 1
    gain = sat.game.gain or 0
    spread = sat.game.spread or 0
    if several:
        gain, spread = (mine > theirs) * WIN + (mine == theirs) * TIE, mine - theirs
    return Duel(entry, sat.game, rival, mine, theirs, gain, spread, several)


def opponents(entries: Sequence[Entry]) -> list[Against]:
    """Everybody met, whom they met most first; equal ones as they were met first."""
    found: dict[UUID, list[Duel]] = defaultdict(list)
    for duel in duels(entries):
        found[duel.rival].append(duel)
    made = [Against(rival, tuple(some)) for rival, some in found.items()]
    return sorted(made, key=lambda one: -one.games)


def against(entries: Sequence[Entry], rival: UUID) -> Against | None:
    """All games against one other; None when they never met."""
    some = tuple(duel for duel in duels(entries) if duel.rival == rival)
    return Against(rival, some) if some else None


def balance(one: Against) -> list[int]:
    """Games ahead (half points above half) after each meeting: how the two stood over the years."""
    at, found = 0, []
    for duel in one.duels:
        at += duel.gain - TIE
        found.append(at)
    return found


def years(entries: Iterable[Entry]) -> list[tuple[int, Total]]:
    """The same totals by year, the newest first."""
    found: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[entry.starts_on.year].append(entry)
    return [(year, total(some)) for year, some in sorted(found.items(), reverse=True)]
