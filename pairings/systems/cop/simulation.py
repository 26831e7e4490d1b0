"""Endings of an event as COP imagines them, counted by place; all chance from one seed, all work in fixed steps.

| source | implemented |
|---|---|
| liwords, simulated pairings | with r rounds left the first f = min(r, factor, half the group) of a group meet those f places |
| | below, the rest slide; the last round is king of the hill; ranked anew after every round |
| liwords, simulated game | a fair coin; margins as in real events, held to the Gibson spread (`pairings.standings.endings`) |
| liwords, odd field | the lowest of the bottom group sits out, with a win (there: plays a dummy far below) |

An ending is a row of codes (`pairings.standings.endings`): a sorted row is a ranking and a game moves two codes, so nobody
has to be looked up in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from core.later import later
from pairings.event.cancellation import pulse, went
from pairings.event.history import LOSS_SPREAD
from pairings.standings.endings.chance import Ints, Words, source
from pairings.standings.endings.games import Game, game_in
from pairings.standings.endings.packing import (
    Codes,
    Coming,
    Packing,
    in_columns,
    keep_pages,
    packing_of,
    sort_rows,
)
from pairings.standings.endings.playing import CELLS_AT_ONCE, games_in
from pairings.systems.cop.hall import Ask

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

NO_FACTOR = 1 << 20
NEIGHBOURS = 0


@dataclass(frozen=True, slots=True)
class Run:
    """Pairs side by side: so many places from `one` on against as many from `other` on, every `stride`-th."""

    one: int
    other: int
    length: int
    stride: int

    def places(self, start: int) -> slice:
        """The places of one side."""
        return slice(start, start + (self.length - 1) * self.stride + 1, self.stride)


@dataclass(frozen=True, slots=True)
class Layout:
    """Who meets whom by place; `sits`: the place that sits out, or -1."""

    slices: tuple[tuple[slice, slice], ...]
    games: int
    sits: int


def across(group: Sequence[int], step: int) -> list[tuple[int, int]]:
    """The first `step` of an even group meet those so many places below; the rest slide."""
    rest = list(group[2 * step :])
    half = len(rest) // 2
    first = [(group[at], group[at + step]) for at in range(step)]
    return first + list(zip(rest[:half], rest[half:], strict=True))


def side_by_side(pairs: Sequence[tuple[int, int]]) -> tuple[Run, ...]:
    """The same pairs in runs, as few as a single pass finds."""
    runs: list[Run] = []
    for one, other in pairs:
        last = runs[-1] if runs else None
        if last is not None:
            stride = one - (last.one + (last.length - 1) * last.stride)
            goes_on = stride > 0 and other - (last.other + (last.length - 1) * last.stride) == stride
            if goes_on and (last.length == 1 or stride == last.stride):
                runs[-1] = Run(last.one, last.other, last.length + 1, stride)
                continue
        runs.append(Run(one, other, 1, 1))
    return tuple(runs)


@lru_cache(maxsize=512)
def layout(groups: tuple[int, ...], step: int) -> Layout:
    """The pairs of a simulated round among players whose groups by place are given; step 0: neighbours."""
    members: dict[int, list[int]] = {}
    for at, group in enumerate(groups):
        members.setdefault(group, []).append(at)
    # Who is away may leave any group odd: its last player then plays with the bottom group.
    odd = [run.pop() for number, run in members.items() if number and len(run) % 2]
    bottom = sorted([*members.pop(0, []), *odd])
    sits = bottom.pop() if len(bottom) % 2 else -1
    pairs: list[tuple[int, int]] = []
    for run in (*members.values(), bottom):
        near = step == NEIGHBOURS
        pairs += zip(run[::2], run[1::2], strict=True) if near else across(run, min(step, len(run) // 2))
    runs = tuple((run.places(run.one), run.places(run.other)) for run in side_by_side(pairs))
    return Layout(runs, len(pairs), sits)


def step_of(coming: Coming, factor: int) -> int:
    """How far apart the leaders of a simulated round meet; neighbours in the last one."""
    return NEIGHBOURS if coming.left <= 1 else max(1, min(coming.left, factor))


@dataclass(frozen=True)
class Stage:
    """What every ending of an ask begins with: how codes are packed, what the games of each round change, everybody now."""

    ask: Ask

    @cached_property
    def packing(self) -> Packing:
        """Where half points, spread and player lie in a code."""
        return packing_of(self.ask.start, self.ask.coming)

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """A fair coin in every round."""
        return tuple(game_in(coming, self.packing, None) for coming in self.ask.coming)

    @cached_property
    def first(self) -> Codes:
        """Everybody as he stands."""
        return self.packing.begin(self.ask.start)


def play_known(codes: Codes, stage: Stage, number: int, raw: Words) -> None:
    """Play tables that are paired already, and count who is known to be away. The codes stand by player."""
    coming = stage.ask.coming[number]
    if coming.fixed:
        one, other = np.array(coming.fixed, dtype=np.int64).T
        stage.games[number].play(codes, raw[:, : len(one)], [(one, other)])
    codes[:, list(coming.byes)] -= stage.packing.bye
    codes[:, list(coming.losses)] -= LOSS_SPREAD << stage.packing.low


def play_free(
    codes: Codes, stage: Stage, number: int, groups: tuple[int, ...], step: int, raw: Words
) -> None:
    """Rank the codes and play everybody by place."""
    sort_rows(codes)
    here = layout(groups, step)
    stage.games[number].play(codes, raw[:, : here.games], here.slices)
    if here.sits >= 0:
        codes[:, here.sits] -= stage.packing.bye


def play(codes: Codes, stage: Stage, number: int, step: int, raw: Words) -> Codes:
    """Play one round in every ending."""
    ask, coming = stage.ask, stage.ask.coming[number]
    if len(coming.free) == ask.count:
        play_free(codes, stage, number, ask.groups, step, raw)
        return codes
    codes = in_columns(codes, stage.packing)
    play_known(codes, stage, number, raw)
    if coming.free:
        some, free = codes[:, list(coming.free)], np.array(coming.free, dtype=np.int64)
        play_free(
            some,
            stage,
            number,
            tuple(ask.groups[at] for at in coming.free),
            step,
            raw[:, len(coming.fixed) :],
        )
        codes[:, free] = some
        codes = in_columns(codes, stage.packing)
    return codes


def counted(ask: Ask, factor: int = NO_FACTOR, opening: int = 0) -> Ints:
    """How often each player ended at each place (rows: players). `opening`: places apart in the first round paired."""
    count, total, stage = ask.count, ask.settings.simulations, Stage(ask)
    found: Ints = np.zeros(count * count, dtype=np.int64)
    size, base = max(1, CELLS_AT_ONCE // max(1, count)), np.arange(count, dtype=np.int64) * count
    opens = next((at for at, coming in enumerate(ask.coming) if coming.free), -1)
    chance = [source(ask.seed, 0, number) for number in range(len(ask.coming))]
    keep_pages()
    for done in range(0, total, size):
        pulse()
        many = min(size, total - done)
        codes = np.tile(stage.first, (many, 1))
        for number, coming in enumerate(ask.coming):
            step = opening if opening and number == opens else step_of(coming, factor)
            raw: Words = chance[number].random_raw(many * max(1, games_in(coming))).reshape(many, -1)
            codes = play(codes, stage, number, step, raw)
        sort_rows(codes)
        found += np.bincount(((codes & stage.packing.mask) + base).ravel(), minlength=count * count)
        went(many)
    return np.ascontiguousarray(found.reshape(count, count).T)
