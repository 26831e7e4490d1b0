"""Between a TRF file and a `History`, and what is lost on either way: spreads and scores above all.

A win is read as 1-0, a tie as 0-0, byes and forfeits as a spread of 0: within one score and as many games all
players then have the same spread, so the file's ranking by points is the ranking by wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.messages import say
from pairings.event.history import (
    Absence,
    Bye,
    Entrant,
    Forfeit,
    History,
    Outcome,
    Played,
    Seat,
    Unfinished,
    Unscored,
    complete_round,
    named_in,
)
from pairings.event.records import TIE, fold, gain_against
from pairings.event.refusals import Refusals, refuse
from pairings.formats.trf import TrfFile, write_trf
from pairings.formats.trf26 import Trf26, byes_of, teams_of, told
from pairings.formats.trf_player import NOTHING, NUMBER_MAX, ROUNDS_MAX, TrfGame, TrfPlayer, spoken
from pairings.standings.standings import PRECEDENCE, standings

WINS, NAME = frozenset("1W+"), 33
RATING_MAX = 9999


@dataclass(frozen=True, slots=True)
class Imported:
    """An event read from a TRF file, and one sentence for everything the file could not say."""

    history: History
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exported:
    """The bytes of a TRF file, and one sentence for everything the format has no place for."""

    data: bytes
    lost: tuple[str, ...]


def alone(player: TrfPlayer, game: TrfGame) -> Outcome:
    """A round without an opponent."""
    who = str(player.number)
    if game.result in "UFH+":
        return Bye(who, 0, game.result == "H")
    return Forfeit(None, (who,), loss_spread=0) if game.result == "-" else Unscored(who)


def together(player: TrfPlayer, other: TrfPlayer, at: int) -> Outcome:
    """A table of two, the one with `w` first; without colours the lower start number."""
    game, theirs = player.game(at), other.game(at)
    if game.result + theirs.result in ("+-", "-+", "--", "00", "LL"):
        return both_or_one(player, other, game, theirs)
    seats = [(player, game), (other, theirs)]
    if game.colour == "b":
        seats.reverse()
    if game.result == " ":
        return Unfinished(0, tuple(str(one.number) for one, _ in seats))
    return Played(0, tuple(Seat(str(one.number), int(played.result in WINS)) for one, played in seats))


def both_or_one(player: TrfPlayer, other: TrfPlayer, game: TrfGame, theirs: TrfGame) -> Forfeit:
    """A forfeited table: who has no `+` did not come."""
    marks = {str(player.number): game.result, str(other.number): theirs.result}
    absent = tuple(one for one, result in marks.items() if result != "+")
    present = tuple(one for one, result in marks.items() if result == "+")
    return Forfeit(0, absent, present, 0, 0)


def round_of(file: TrfFile, known: Mapping[int, TrfPlayer], at: int) -> tuple[Outcome, ...]:
    """Everything a 0-based round of the file says; who has nothing there was not paired."""
    outcomes: list[Outcome] = []
    for player in file.players:
        game = player.game(at)
        if game.blank and (kind := file.more.byes.get((player.number, at + 1))):
            game = TrfGame(0, "-", kind)
        if not game.opponent:
            outcomes.append(alone(player, game))
        elif player.number < game.opponent:
            outcomes.append(together(player, known[game.opponent], at))
    return tuple(outcomes)


def to_history(file: TrfFile) -> Imported:
    """The event with start numbers as ids and seeds, and what was lost."""
    known = {player.number: player for player in file.players}
    entrants = tuple(entrant_of(file, player) for player in file.players)
    rounds = tuple(round_of(file, known, at) for at in range(file.played))
    history = History(entrants, rounds, tie_rule="half")
    return Imported(history, tuple(lost_in_reading(file, history)))


def entrant_of(file: TrfFile, player: TrfPlayer) -> Entrant:
    """A player with what TRF26 says beside the line: a national rating, a team, byes of rounds to come as absences."""
    rating = player.rating or file.more.ratings.get(player.number, 0)
    ahead = sorted(
        (at, kind)
        for (number, at), kind in file.more.byes.items()
        if number == player.number and file.played < at <= ROUNDS_MAX
    )
    away = tuple(Absence(at, at, "bye" if kind == "F" else "unscored") for at, kind in ahead)
    team = file.more.teams.get(player.number, "")
    return Entrant(str(player.number), player.number, rating, player.name, team=team, absences=away)


def lost_in_reading(file: TrfFile, history: History) -> Iterator[str]:
    """What the reader has to know."""
    yield say(
        "The file holds no scores and no spreads: a win is read as 1-0, byes and forfeits as a spread of 0."
    )
    if any(game.result in "WDL" for player in file.players for game in player.games):
        yield say("Games marked as not rated (W, D, L) are read like any other.")
    records = fold(history, len(history.rounds))
    for player in file.players:
        counted = records[str(player.number)].halves
        if player.halves is not None and player.halves != counted:
            said, got = spoken(player.halves), spoken(counted)
            yield say(
                "Line %(line)s: %(said)s points are written, the results give %(got)s; the results count.",
                line=player.line,
                said=said,
                got=got,
            )
    if any(kind == "H" and at > file.played for (_number, at), kind in file.more.byes.items()):
        yield say("Half-point byes of rounds to come are read as absences without a score.")
    yield from told(file.more)
    yield from places_lost(file, history)


def places_lost(file: TrfFile, history: History) -> Iterator[str]:
    """Whether the file's places are others than ours: scores and tie-breaks it was ranked by are not in it."""
    rows = [row for row in standings(history, len(history.rounds), PRECEDENCE) if row.rank is not None]
    level = Counter(row.rank for row in rows)
    written = {str(player.number): player for player in file.players if player.rank}
    moved = [
        (written[row.entrant], row.rank)
        for row in rows
        if row.entrant in written and not row.rank <= written[row.entrant].rank < row.rank + level[row.rank]  # type: ignore[operator]
    ]
    if moved:
        player, rank = moved[0]
        place = player.rank
        yield say(
            "The places in the file rest on figures it does not hold: %(moved)s of them are others here.",
            moved=len(moved),
        )
        yield say(
            "Line %(line)s: %(name)s is in place %(place)s in the file and in place %(rank)s here.",
            line=player.line,
            name=player.name,
            place=place,
            rank=rank,
        )


def marks_of(outcome: Outcome, numbers: Mapping[str, int], history: History) -> dict[str, TrfGame]:
    """What an outcome writes into the line of each whom it names."""
    match outcome:
        case Played(seats=(first, second)):
            return game_marks(first, second, numbers, history)
        case Unfinished(seats=(one, other)):
            return {one: TrfGame(numbers[other], "w", " "), other: TrfGame(numbers[one], "b", " ")}
        case Forfeit():
            return forfeit_marks(outcome, numbers)
        case Bye(entrant=one, half=half):
            return {one: TrfGame(0, "-", "H" if half else "U")}
        case Unscored(entrant=one):
            return {one: TrfGame(0, "-", "Z")}
    return {}


def game_marks(first: Seat, second: Seat, numbers: Mapping[str, int], history: History) -> dict[str, TrfGame]:
    """A finished game; the starter has white."""
    gain = gain_against(first, second, history.tie_rule)
    one, other = ("=", "=") if gain == TIE else ("1", "0") if gain else ("0", "1")
    return {
        first.entrant: TrfGame(numbers[second.entrant], "w", one),
        second.entrant: TrfGame(numbers[first.entrant], "b", other),
    }


def forfeit_marks(outcome: Forfeit, numbers: Mapping[str, int]) -> dict[str, TrfGame]:
    """A forfeit with the opponent where a table of two was printed."""
    both = named_in(outcome)
    paired = outcome.table is not None and len(both) == 2
    against = {both[0]: numbers[both[1]], both[1]: numbers[both[0]]} if paired else {}
    lost = {one: TrfGame(against.get(one, 0), "-", "-") for one in outcome.absent}
    won = {one: TrfGame(against.get(one, 0), "-", "+" if paired else "F") for one in outcome.present}
    return lost | won


def games_of(history: History, numbers: Mapping[str, int]) -> dict[str, list[TrfGame]]:
    """The rounds of every line."""
    lines: dict[str, list[TrfGame]] = {one: [] for one in numbers}
    for number in range(1, len(history.rounds) + 1):
        marks: dict[str, TrfGame] = {}
        for outcome in complete_round(history, number):
            marks |= marks_of(outcome, numbers, history)
        for one, games in lines.items():
            games.append(marks.get(one, NOTHING))
    return lines


def plain(name: str) -> str:
    """A name that fits its columns, without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:NAME]


def too_much(history: History) -> Refusals | None:
    """What a TRF file cannot hold at all."""
    if len(history.entrants) > NUMBER_MAX:
        count = len(history.entrants)
        return refuse(
            "cannot_hold",
            say(
                "A TRF file numbers players from 1 to %(it)s; this event has %(count)s.",
                it=NUMBER_MAX,
                count=count,
            ),
        )
    for number, outcomes in enumerate(history.rounds, start=1):
        if any(len(named_in(outcome)) > 2 for outcome in outcomes):
            text = say(
                "A TRF file holds games of two; round %(number)s has a table of three or four.", number=number
            )
            return refuse("cannot_hold", text)
    return None


def lost_in_writing(history: History, order: Sequence[Entrant]) -> Iterator[str]:
    """What the format has no place for, of what this event has."""
    yield say(
        "Scores, spreads and table numbers are not in the file; points are wins with half a point for a tie."
    )
    long = [one.name for one in order if plain(one.name) != one.name]
    if long:
        yield say(
            "Names are cut to %(it)s letters: %(long)s%(more)s.",
            it=NAME,
            long=", ".join(long[:3]),
            more=" ..." if len(long) > 3 else "",
        )
    kinds = {"clubs": "club", "teams": "team", "classes": "klass", "absences": "absences"}
    gone = [word for word, field in kinds.items() if any(getattr(one, field) for one in order)]
    if gone:
        yield say("Not in the file: %(gone)s.", gone=", ".join(gone))
    if any(not 0 <= one.rating <= RATING_MAX for one in order):
        yield say("Ratings outside 0 to %(it)s are left blank.", it=RATING_MAX)


def from_history(
    history: History, title: str = "", rounds: int = 0, more: Trf26 | None = None
) -> Exported | Refusals:
    """A TRF file of an event; start numbers by seed. `rounds` is how many it will have, if that is known. With `more` (place
    and days) in the form of 2026, announced byes and teams included.
    """
    refused = too_much(history)
    if refused is not None:
        return refused
    order = sorted(history.entrants, key=lambda one: one.seed)
    numbers = {one.id: at for at, one in enumerate(order, start=1)}
    games, records = games_of(history, numbers), fold(history, len(history.rounds))
    rows = standings(history, len(history.rounds), PRECEDENCE)
    ranks = {numbers[row.entrant]: at for at, row in enumerate(rows, start=1)}
    players = tuple(
        replace(line_of(one, numbers[one.id]), games=tuple(games[one.id]), halves=records[one.id].halves)
        for one in order
    )
    planned = max(rounds, len(history.rounds))
    told_of = replace(
        more or Trf26(), byes=byes_of(order, numbers, games, planned), teams=teams_of(order, numbers)
    )
    file = TrfFile(players, plain(title), planned, told_of, is_26=more is not None)
    return Exported(write_trf(file, ranks), tuple(lost_in_writing(history, order)))


def line_of(entrant: Entrant, number: int) -> TrfPlayer:
    """The head of an entrant's line."""
    rating = entrant.rating if 0 <= entrant.rating <= RATING_MAX else 0
    return TrfPlayer(0, number, plain(entrant.name or entrant.id), rating)
