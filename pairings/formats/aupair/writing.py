"""A history as a section of a `.tou` file, and what is lost: ratings, table numbers, scores of 1000 and more, negative ones."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from core.messages import say
from pairings.event.history import (
    Bye,
    Entrant,
    Forfeit,
    History,
    Outcome,
    Played,
    Seat,
    Unfinished,
    complete_round,
    named_in,
)
from pairings.event.records import TIE, gain_against
from pairings.event.refusals import Refusals, refuse
from pairings.formats.aupair.reading import FORFEIT_LOST, LOST, NAME, THOUSAND, TIED, WON, TouGame

HIGH_WORD = f"{'':38}0"
END = "*** END OF FILE ***"
WIDE = 99


@dataclass(frozen=True, slots=True)
class Section:
    """A division on its way out."""

    name: str
    history: History


def write_tou(title: str, day: date, sections: Sequence[Section]) -> bytes | Refusals:
    """The bytes of a file, plain letters only, lines ending in CR LF. Rounds are written up to the first that is still open.

    Refuses tables of three or four.
    """
    lines = [f"*M {day:%d.%m.%Y} {plain(title)}".rstrip()]
    for section in sections:
        history = section.history.upto(finished(section.history))
        if any(len(named_in(outcome)) > 2 for outcomes in history.rounds for outcome in outcomes):
            sentence = say(
                "A .tou file holds games of two; %(name)s has tables of three or four.", name=section.name
            )
            return refuse("cannot_hold", sentence)
        lines += [f"*{plain(section.name)}", HIGH_WORD, *lines_of(history)]
    return ("\r\n".join([*lines, END]) + "\r\n").encode("ascii", "replace")


def finished(history: History) -> int:
    """How many rounds are over, from the first on."""
    still = (
        number
        for number, outcomes in enumerate(history.rounds)
        if any(isinstance(outcome, Unfinished) for outcome in outcomes)
    )
    return next(still, len(history.rounds))


def plain(text: str) -> str:
    """The text in plain letters: accents go, what has no plain letter becomes a question mark."""
    bare = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    return " ".join(bare.encode("ascii", "replace").decode().split())


def lines_of(history: History) -> list[str]:
    """The players in the order of their numbers, with every round."""
    order = sorted(history.entrants, key=lambda one: one.seed)
    numbers = {one.id: at for at, one in enumerate(order, start=1)}
    width = 4 if len(order) > WIDE else 3
    rounds = [marks(history, number, numbers) for number in range(1, len(history.rounds) + 1)]
    return [_line(one, numbers[one.id], rounds, width) for one in order]


def marks(history: History, number: int, numbers: Mapping[str, int]) -> dict[str, TouGame]:
    """What a round writes into the line of each whom it names."""
    found: dict[str, TouGame] = {}
    for outcome in complete_round(history, number):
        found |= marks_of(outcome, numbers, history)
    return found


def marks_of(outcome: Outcome, numbers: Mapping[str, int], history: History) -> dict[str, TouGame]:
    """The same of one table, or of somebody without an opponent."""
    match outcome:
        case Played(seats=(first, second)):
            gain = gain_against(first, second, history.tie_rule)
            won, lost = (TIED, TIED) if gain == TIE else (WON, LOST) if gain else (LOST, WON)
            return {
                first.entrant: TouGame(won, _score(first), numbers[second.entrant], first=True),
                second.entrant: TouGame(lost, _score(second), numbers[first.entrant]),
            }
        case Bye(entrant=who, spread=spread, half=half):
            return {who: TouGame(TIED if half else WON, max(spread, 0) % THOUSAND, numbers[who])}
        case Forfeit():
            lost_by = {one: TouGame(LOST, FORFEIT_LOST, numbers[one]) for one in outcome.absent}
            won_by = {one: TouGame(WON, max(outcome.win_spread, 0), numbers[one]) for one in outcome.present}
            return lost_by | won_by
    return {who: TouGame(LOST, 0, numbers[who]) for who in named_in(outcome)}


def _score(seat: Seat) -> int:
    return max(seat.score, 0) % THOUSAND


def _line(entrant: Entrant, number: int, rounds: Sequence[Mapping[str, TouGame]], width: int) -> str:
    """A line; who is not in a round has no score in it."""
    games = (one.get(entrant.id, TouGame(LOST, 0, number)) for one in rounds)
    name = plain(entrant.name or entrant.id)[:NAME]
    return f"{name:<{NAME}}" + "".join(_game(game, width) for game in games)


def _game(game: TouGame, width: int) -> str:
    opponent = f"+{game.opponent}" if game.first else str(game.opponent)
    return f" {game.outcome or ' '}{game.score:>3} {opponent:>{width}}"
