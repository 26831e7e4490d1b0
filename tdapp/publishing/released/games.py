"""Standings and games of the released rounds, told from each player's side and from each table's. Pure: history in, data out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pairings.event import history as h
from pairings.event.records import LOSS, TIE, WIN, best_of, capped, gain_against

OF_RATINGS = frozenset({"rating", "opponents_rating"})
PLAYED, BYE, FORFEIT, UNSCORED, OUT = "played", "bye", "forfeit", "unscored", "out"


@dataclass(frozen=True, slots=True)
class Game:
    """One round of one entrant. `gain` in half points, None when nothing counted; `wins` and `total` after it.

    `others`: the opponents' numbers (the strongest first at a table of three or four); `started` None: no table.
    """

    round: int
    kind: str
    table: int = 0
    others: tuple[int, ...] = ()
    started: bool | None = None
    score: int | None = None
    theirs: int | None = None
    gain: int | None = None
    spread: int | None = None
    wins: int = 0
    losses: int = 0
    total: int = 0

    @property
    def counted(self) -> int:
        """Rounds that count up to here, byes and forfeits among them."""
        return (self.wins + self.losses) // 2


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the released standings. Wins and losses are half points; `points` twelfths, where they rank. `tie_breaks`:
    each ranking rule with its value at the release as written; none of a release from before they were kept."""

    rank: int | None
    number: int
    wins: int
    losses: int
    ties: int
    spread: int
    games: int
    movement: int
    withdrawn: bool
    points: int | None = None
    tie_breaks: tuple[tuple[str, str], ...] = ()

    @property
    def counted(self) -> int:
        """Rounds that count, byes and forfeits among them."""
        return (self.wins + self.losses) // 2


@dataclass(frozen=True, slots=True)
class Side:
    """One seat of a table in the list of results."""

    number: int
    score: int | None
    won: bool
    started: bool


@dataclass(frozen=True, slots=True)
class Meeting:
    """One table of one round, the winner first; without a table a bye or an absence."""

    kind: str
    table: int
    sides: tuple[Side, ...]
    spread: int | None = None


@dataclass(frozen=True)
class Played:
    """Everything released: games by entrant number in round order, meetings by round."""

    games: dict[int, tuple[Game, ...]]
    meetings: tuple[tuple[Meeting, ...], ...]

    def of(self, number: int) -> tuple[Game, ...]:
        """One entrant's games, none for somebody who was not there yet."""
        return self.games.get(number, ())


NOTHING = Played({}, ())


def line_of_row(row: dict[str, Any], rated: bool) -> Line:
    """A row of stored standings as a line; `rated`: with what tie-breaks say of ratings."""
    breaks = row.get("tie_breaks", ())
    told = tuple((rule, value) for rule, value in breaks if rated or rule not in OF_RATINGS)
    return Line(
        row["rank"], row["number"], row["wins"], row["losses"], row["ties"], row["spread"], row["games"],
        row["movement"], row["withdrawn"], row.get("points"), told,
    )  # fmt: skip


def play(history: h.History) -> Played:
    """Tell a history's rounds, derived absences included."""
    numbers = {entrant.id: entrant.seed for entrant in history.entrants}
    rounds = [h.complete_round(history, number) for number in range(1, len(history.rounds) + 1)]
    told: dict[int, list[Game]] = {}
    for round_no, outcomes in enumerate(rounds, start=1):
        for outcome in outcomes:
            for number, game in _games(outcome, round_no, numbers, history):
                told.setdefault(number, []).append(game)
    games = {number: tuple(_running(rows)) for number, rows in told.items()}
    met = (_meetings(outcomes, n, numbers, history) for n, outcomes in enumerate(rounds, start=1))
    return Played(games, tuple(map(tuple, met)))


def _running(rows: Iterable[Game]) -> Iterable[Game]:
    """The same games with the record after each."""
    wins = losses = total = 0
    for g in rows:
        if g.gain is not None:
            wins, losses, total = wins + g.gain, losses + 2 - g.gain, total + (g.spread or 0)
        yield Game(
            g.round, g.kind, g.table, g.others, g.started, g.score, g.theirs, g.gain, g.spread, wins, losses, total
        )  # fmt: skip


def _games(
    outcome: h.Outcome, round_no: int, numbers: dict[str, int], history: h.History
) -> Iterable[tuple[int, Game]]:
    match outcome:
        case h.Played(table=table, seats=seats):
            yield from _played(table, seats, round_no, numbers, history)
        case h.Bye(entrant=entrant, spread=spread, half=half):
            yield numbers[entrant], Game(round_no, BYE, gain=TIE if half else WIN, spread=spread)
        case h.Unscored(entrant=entrant, table=at, against=against):
            met = tuple(numbers[other] for other in against)
            yield numbers[entrant], Game(round_no, UNSCORED, at or 0, met)
        case h.Forfeit():
            yield from _forfeited(outcome, round_no, numbers)
        case h.Unfinished(table=table, seats=ids):
            for entrant in ids:
                others = tuple(numbers[other] for other in ids if other != entrant)
                yield numbers[entrant], Game(round_no, OUT, table, others, entrant == ids[0])


def _played(
    table: int, seats: tuple[h.Seat, ...], round_no: int, numbers: dict[str, int], history: h.History
) -> Iterable[tuple[int, Game]]:
    for seat in seats:
        rest = [other for other in seats if other is not seat]
        rival = best_of(rest)
        ordered = sorted(rest, key=lambda other: -other.score)
        gain = gain_against(seat, rival, history.tie_rule)
        spread = capped(seat.score - rival.score, history.cap_in(round_no)) - seat.penalty
        others = tuple(numbers[other.entrant] for other in ordered)
        yield numbers[seat.entrant], Game(
            round_no, PLAYED, table, others, seat is seats[0], seat.score, rival.score, gain, spread
        )  # fmt: skip


def _forfeited(outcome: h.Forfeit, round_no: int, numbers: dict[str, int]) -> Iterable[tuple[int, Game]]:
    everybody, table = outcome.absent + outcome.present, outcome.table or 0
    for entrant in everybody:
        gone = entrant in outcome.absent
        others = tuple(numbers[other] for other in everybody if other != entrant)
        spread = outcome.loss_spread if gone else outcome.win_spread
        yield (
            numbers[entrant],
            Game(round_no, FORFEIT, table, others, gain=LOSS if gone else WIN, spread=spread),
        )


def _meetings(
    outcomes: Iterable[h.Outcome], round_no: int, numbers: dict[str, int], history: h.History
) -> Iterable[Meeting]:
    """The tables in order, then whoever had none."""
    told = [_meeting(outcome, round_no, numbers, history) for outcome in h.one_a_table(outcomes)]
    return sorted(told, key=lambda meeting: (meeting.table == 0, meeting.table, meeting.kind))


def _meeting(outcome: h.Outcome, round_no: int, numbers: dict[str, int], history: h.History) -> Meeting:
    match outcome:
        case h.Played(table=table, seats=seats):
            return _meeting_of(table, seats, round_no, numbers, history)
        case h.Forfeit(table=table, absent=absent, present=present):
            sides = [Side(numbers[e], None, e in present, False) for e in present + absent]
            return Meeting(FORFEIT, table or 0, tuple(sides))
        case h.Unfinished(table=table, seats=ids):
            return Meeting(OUT, table, tuple(Side(numbers[e], None, False, e == ids[0]) for e in ids))
        case h.Bye(entrant=entrant, spread=spread, half=half):
            return Meeting(BYE, 0, (Side(numbers[entrant], None, not half, False),), spread)
        case h.Unscored(entrant=entrant, table=at, against=against):
            sides = [Side(numbers[e], None, False, False) for e in (entrant, *against)]
            return Meeting(UNSCORED, at or 0, tuple(sides))


def _meeting_of(
    table: int, seats: tuple[h.Seat, ...], round_no: int, numbers: dict[str, int], history: h.History
) -> Meeting:
    def gain(seat: h.Seat) -> int:
        return gain_against(seat, best_of(other for other in seats if other is not seat), history.tie_rule)

    ranked = sorted(seats, key=lambda seat: (-gain(seat), -seat.score))
    sides = [Side(numbers[s.entrant], s.score, gain(s) == WIN, s is seats[0]) for s in ranked]
    spread = capped(ranked[0].score - best_of(ranked[1:]).score, history.cap_in(round_no))
    return Meeting(PLAYED, table, tuple(sides), spread)


def high_game(meetings: Iterable[Meeting]) -> Side | None:
    """The highest score among these tables."""
    sides = [side for meeting in meetings for side in meeting.sides if side.score is not None]
    return max(sides, key=lambda side: side.score or 0, default=None)


def widest(meetings: Iterable[Meeting]) -> Meeting | None:
    """The game won by most points."""
    played = [m for m in meetings if m.kind == PLAYED and m.spread is not None and m.sides[0].won]
    return max(played, key=lambda meeting: meeting.spread or 0, default=None)
