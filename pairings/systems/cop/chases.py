"""Control loss: who wins the event by winning all his games only if he meets the leader before the last round.

| source | implemented |
|---|---|
| liwords, always wins | the chaser wins every game; once he meets the leader of the day in every round but the last, once he |
| | never does before it, and the leader meets 2nd instead, or 3rd where the chaser is 2nd |
| the others | drawn against each other inside their half of the ranking; the last round is king of the hill |
| loss | first in so many more endings: the threshold; with more than 4 rounds left also in all when they meet |
| destiny's child | the highest placed who loses control, looked for by halving |
| two rounds left | else the one right below the lowest who is first in all endings either way, if meeting helps him |
| factor 3 | first to third meet fourth to sixth, then king of the hill: whether 2nd or 3rd loses control by that |
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from core.later import later
from pairings.event.cancellation import pulse, went
from pairings.standings.endings.chance import LOT_FROM, Ints, Words, source
from pairings.standings.endings.packing import Codes, in_columns, sort_rows
from pairings.standings.endings.playing import games_in
from pairings.systems.cop.hall import Ask
from pairings.systems.cop.simulation import Stage, play_known

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

How = Literal["meeting", "apart", "sixes"]
SALT: dict[How, int] = {"meeting": 1, "apart": 2, "sixes": 3}
FAR, SECOND_HALF, PLACES = 1 << 60, 1 << 40, 1 << 16
LATE = 4
# The widest margin that is still none is below SOME of 32,768: who wins every game wins it by a point at least.
SOME = 128
GAMES, LOTS = 0, 1
SIXES = 3


@dataclass(frozen=True, slots=True)
class Chase:
    """In how many endings a chaser is first: meeting the leader, and apart from him."""

    place: int
    meeting: int
    apart: int


def first_pair(at: Ints, how: How) -> Ints:
    """Whom the leader meets, by place: `at` is the place of the chaser in each ending."""
    if how == "meeting":
        return np.where(at == 0, 1, at)
    return np.where(at == 1, 2, 1)


def seating(at: Ints, how: How, chance: Ints) -> Ints:
    """The places of each ending in the order of the tables, two and two; who sits out comes last."""
    rows, count = chance.shape
    places = np.arange(count, dtype=np.int64)
    keys: Ints = np.empty((rows, count), dtype=np.int64)
    if how == "sixes":
        leaders = np.where(places < 2 * SIXES, 2 * (places % SIXES) + places // SIXES - FAR, 0)
        rest = places - 2 * SIXES
        second = np.where(rest >= (count - 2 * SIXES) // 2, SECOND_HALF, 0)
        keys[:] = np.where(places < 2 * SIXES, leaders, second)
        keys[:, 2 * SIXES :] += chance[:, 2 * SIXES :]
        if count % 2:
            keys[:, -1] = FAR
    else:
        other = first_pair(at, how)[:, None]
        rest = places - (places > 0) - (places > other)
        keys[:] = np.where(rest >= (count - 2) // 2, SECOND_HALF, 0) + chance
        if count % 2:
            keys[rest == count - 3] = FAR
        keys[:, 0] = -FAR
        np.put_along_axis(keys, other, -FAR + 1, axis=1)
    drawn = (keys >> 16 << 16) + places
    drawn.sort(axis=1)
    found: Ints = drawn & (PLACES - 1)
    return found


def lots(seed: int, number: int, rows: int, count: int) -> Ints:
    """A number below 2^40 for every player of every ending, to draw the others by."""
    raw = source(seed, LOTS, number).random_raw(rows * count)
    return (raw >> np.uint64(24)).astype(np.int64).reshape(rows, count)


def held(raw: Words, mine: Ints, theirs: Ints) -> Words:
    """Words by which the first of a pair wins where he is the chaser, and loses where the other is."""
    coin = np.uint64(1 << LOT_FROM)
    won = np.where(mine, raw | coin | np.uint64(SOME), raw)
    return np.where(theirs, (won & ~coin) | np.uint64(SOME), won)


def round_in(codes: Codes, stage: Stage, number: int, chaser: int, how: How) -> Codes:
    """Play one round in which the chaser wins; the rows come ranked and go ranked."""
    ask, mask, seed = stage.ask, stage.packing.mask, seed_of(stage.ask, chaser, how)
    rows, count, games = len(codes), ask.count, ask.count // 2
    seated = codes
    if ask.coming[number].left > 1:
        at = ((codes & mask) == chaser).argmax(axis=1)
        order = seating(at, how, lots(seed, number, rows, count))
        seated = np.take_along_axis(codes, order, axis=1)
    one, other = slice(0, 2 * games, 2), slice(1, 2 * games, 2)
    raw = source(seed, GAMES, number).random_raw(rows * games).reshape(rows, games)
    raw = held(raw, (seated[:, one] & mask) == chaser, (seated[:, other] & mask) == chaser)
    stage.games[number].play(seated, raw, [(one, other)])
    if count % 2:
        seated[:, -1] -= stage.packing.bye
    sort_rows(seated)
    return seated


def seed_of(ask: Ask, chaser: int, how: How) -> int:
    """The seed of one kind of chase."""
    return ask.seed + (SALT[how] << 40) + (chaser << 44)


def firsts(ask: Ask, chaser: int, how: How) -> int:
    """In how many endings a chaser who wins every game is first."""
    stage = Stage(ask)
    codes = np.tile(stage.first, (ask.settings.chases, 1))
    sort_rows(codes)
    for number, coming in enumerate(ask.coming):
        pulse()
        if coming.free:
            codes = round_in(codes, stage, number, chaser, how)
        else:
            codes = in_columns(codes, stage.packing)
            drawn = source(seed_of(ask, chaser, how), GAMES, number)
            raw = drawn.random_raw(len(codes) * max(1, games_in(coming))).reshape(len(codes), -1)
            play_known(codes, stage, number, raw)
            sort_rows(codes)
    went(len(codes))
    return int(((codes[:, 0] & stage.packing.mask) == chaser).sum())


@dataclass(slots=True)
class Chases:
    """The chasers looked at, each simulated once."""

    ask: Ask
    known: dict[int, Chase] = field(default_factory=dict)

    def of(self, place: int) -> Chase:
        """One chaser."""
        if place not in self.known:
            both = firsts(self.ask, place, "meeting"), firsts(self.ask, place, "apart")
            self.known[place] = Chase(place, *both)
        return self.known[place]

    def loses(self, place: int) -> bool:
        """Whether a chaser loses control."""
        one, settings = self.of(place), self.ask.settings
        always = one.meeting == settings.chases or settings.left <= LATE
        return always and settings.lost(one.meeting, one.apart, settings.chases)

    def destiny(self, lowest: int) -> int | None:
        """The place of destiny's child among those from 2nd place down to the lowest contender; None: nobody."""
        found, low, high = None, self.ask.top + 1, lowest
        while low <= high:
            middle = (low + high) // 2
            if self.loses(middle):
                found, high = middle, middle - 1
            else:
                low = middle + 1
        return self.below_the_sure(lowest) if found is None and self.ask.settings.left == 2 else found

    def below_the_sure(self, lowest: int) -> int | None:
        """With two rounds left: who stands right below the lowest one sure of winning either way, if meeting helps."""
        total = self.ask.settings.chases
        sure = self.ask.top
        while sure < lowest and self.of(sure + 1).meeting == self.of(sure + 1).apart == total:
            sure += 1
        if sure == self.ask.top or sure == lowest:
            return None
        one = self.of(sure + 1)
        return one.place if one.meeting > one.apart else None


def first_meets(ask: Ask) -> Chase | None:
    """Who of 2nd and 3rd loses control when the first six play factor 3, with those counts; None: neither."""
    for place in (1, 2):
        both = Chase(place, firsts(ask, place, "meeting"), firsts(ask, place, "sixes"))
        if ask.settings.lost(both.meeting, both.apart, ask.settings.chases):
            return both
    return None
