"""Who gets which prize. Pure: contests with their contenders in, awards out, the same in whatever order they come.

Money is in centavos. Contests are given in their order of precedence; whoever holds as many prizes as anybody may is
passed over, and what he would have had goes to the next. Ties (`FIDE C.07` leaves money to the organiser; tsh splits):

* split: the money of all places that the tied stand on is put together and divided evenly, to the centavo;
* shared: each of them gets the prize of the first of these places in full, the others are not given;
* broken: the listed rules decide, then the lot; each gets the prize of one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

SPLIT, SHARED, BROKEN = "split", "shared", "broken"
ALONE, GIVEN = "alone", "given"


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody who may win. The larger `value` is better; `breakers` decide among equal ones, the last one is the lot.

    `number` says who gets the odd centavo of a split, the lowest first.
    """

    key: str
    value: tuple[int, ...]
    breakers: tuple[int, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class Contest:
    """Prizes for one thing measured: `cents` per place from `first` on. `ladder`: contests of one ladder go on where the
    one before ended. `counted`: its winners are bound by how many prizes one may hold.
    """

    key: str
    order: int
    ladder: str
    cents: tuple[int, ...]
    contenders: tuple[Contender, ...]
    first: int = 1
    ties: str = SPLIT
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Passed:
    """Somebody better who was passed over, and the contests whose prizes he holds."""

    key: str
    holds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """A prize won. `places`: those whose prizes went together; `tied`: everybody on them; `by`: the breaker that
    decided, counted from 0.
    """

    contest: str
    place: int
    winner: str
    cents: int
    how: str = ALONE
    places: tuple[int, ...] = ()
    tied: tuple[str, ...] = ()
    by: int | None = None
    passed: tuple[Passed, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of one contest with its money."""

    contest: str
    place: int
    cents: int


@dataclass(frozen=True, slots=True)
class Given:
    """All awards in order of precedence, and the places that found nobody."""

    awards: tuple[Award, ...]
    nobody: tuple[Slot, ...]


def split(pot: int, shares: int) -> tuple[int, ...]:
    """A pot in so many even parts; the first ones are a centavo larger where it does not come out even."""
    if pot < 0 or shares < 1:
        raise ValueError("a pot is at least 0 and is split among at least one")
    part, odd = divmod(pot, shares)
    return tuple(part + (at < odd) for at in range(shares))


def give(contests: Iterable[Contest], most: int = 0) -> Given:
    """Every prize to its winner; `most` prizes a winner at most (0: no bound)."""
    hands = _Hands(most)
    awards: list[Award] = []
    nobody: list[Slot] = []
    for run in _runs(contests):
        found = list(_award(run, hands))
        awards += found
        nobody += _left(run, found)
    return Given(tuple(awards), tuple(nobody))


class _Hands:
    """What everybody holds so far, and who stands on which ladder."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held: dict[str, list[str]] = {}
        self.ladders: dict[str, set[str]] = {}

    def full(self, key: str) -> bool:
        return 0 < self.most <= len(self.held.get(key, ()))

    def take(self, contest: Contest, award: Award) -> None:
        self.ladders.setdefault(contest.ladder, set()).add(award.winner)
        if contest.counted:
            self.held.setdefault(award.winner, []).append(award.contest)


def _runs(contests: Iterable[Contest]) -> Iterator[list[Contest]]:
    """Contests in order; those that follow each other on one ladder without a gap together, so that a tie across them
    is split from both.
    """
    run: list[Contest] = []
    for one in sorted(contests, key=lambda contest: (contest.order, contest.key)):
        if run and not _goes_on(run[-1], one):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _goes_on(one: Contest, other: Contest) -> bool:
    same = (one.ladder, one.ties, one.counted) == (other.ladder, other.ties, other.counted)
    return same and other.first == one.first + len(one.cents)


def _award(run: list[Contest], hands: _Hands) -> Iterator[Award]:
    contest = run[0]
    slots = [
        Slot(one.key, one.first + at, cents) for one in run for at, cents in enumerate(one.cents)
    ]  # fmt: skip
    passed: list[Passed] = []
    for group in _groups(contest, hands):
        full = [one for one in group if contest.counted and hands.full(one.key)]
        passed += [Passed(one.key, tuple(hands.held[one.key])) for one in full]
        rest = [one for one in group if one not in full]
        for award in _to_group(contest.ties, slots, rest, tuple(passed)):
            hands.take(contest, award)
            yield award
        slots = slots[len(rest) :]
        if not slots:
            return


def _groups(contest: Contest, hands: _Hands) -> Iterator[list[Contender]]:
    """Level contenders together, best first; without those who stand on the ladder already or above its first place."""
    stood = hands.ladders.get(contest.ladder, set())
    rows = [one for one in contest.contenders if one.key not in stood]
    rows.sort(key=lambda one: (*(-part for part in one.value), *_fine(one)))
    above = max(0, contest.first - 1 - len(stood))
    for _value, group in groupby(rows[above:], key=lambda one: one.value):
        yield list(group)


def _fine(one: Contender) -> tuple[object, ...]:
    return (*(-part for part in one.breakers), one.number, one.key)


def _to_group(
    ties: str, slots: Sequence[Slot], group: Sequence[Contender], passed: tuple[Passed, ...]
) -> Iterator[Award]:
    """What level contenders get of the places from the first one on."""
    if not group or not slots:
        return
    if len(group) == 1:
        yield Award(
            slots[0].contest, slots[0].place, group[0].key, slots[0].cents,
            places=(slots[0].place,), tied=(group[0].key,), passed=passed,
        )  # fmt: skip
    elif ties == BROKEN:
        yield from _broken(slots, group, passed)
    else:
        yield from _together(ties, slots, group, passed)


def _together(
    ties: str, slots: Sequence[Slot], group: Sequence[Contender], passed: tuple[Passed, ...]
) -> Iterator[Award]:
    pooled = slots[: len(group)] if ties == SPLIT else slots[:1]
    pot = sum(slot.cents for slot in pooled)
    parts = split(pot, len(group)) if ties == SPLIT else (pot,) * len(group)
    tied = sorted(group, key=lambda one: (one.number, one.key))
    names, places = tuple(one.key for one in tied), tuple(slot.place for slot in pooled)
    for one, cents in zip(tied, parts, strict=True):
        yield Award(
            slots[0].contest, slots[0].place, one.key, cents, ties, places, names, passed=passed
        )  # fmt: skip


def _broken(slots: Sequence[Slot], group: Sequence[Contender], passed: tuple[Passed, ...]) -> Iterator[Award]:
    rows = sorted(group, key=_fine)
    names = tuple(one.key for one in rows)
    for at, (slot, one) in enumerate(zip(slots, rows, strict=False)):
        other = rows[at + 1] if at + 1 < len(rows) else rows[at - 1]
        yield Award(
            slot.contest, slot.place, one.key, slot.cents, BROKEN, (slot.place,), names,
            _apart(one, other), passed,
        )  # fmt: skip


def _apart(one: Contender, other: Contender) -> int:
    """Which breaker separates two, counted from 0; the last one (the lot) where none does."""
    pairs = enumerate(zip(one.breakers, other.breakers, strict=True))
    return next((at for at, (mine, theirs) in pairs if mine != theirs), max(0, len(one.breakers) - 1))


def _left(run: list[Contest], awards: list[Award]) -> Iterator[Slot]:
    """Places nobody won; what was split or shared away counts as given."""
    reached = max((award.place + _width(award) - 1 for award in awards), default=run[0].first - 1)
    for one in run:
        for at, cents in enumerate(one.cents):
            if one.first + at > reached:
                yield Slot(one.key, one.first + at, cents)


def _width(award: Award) -> int:
    return 1 if award.how == BROKEN else len(award.tied)
