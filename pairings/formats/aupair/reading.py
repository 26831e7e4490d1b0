"""`.tou` from its bytes: sections of players with their games, each game checked against the opponent's line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice

from core.messages import say
from pairings.event.history import Bye, Entrant, Forfeit, History, Outcome, Played, Seat, Unscored
from pairings.event.refusals import Refusal, Refusals, refuse
from pairings.formats.tsh import cut_off, decode

BREAK = re.compile(r"\r\n|\r|\n")
HEAD = re.compile(r"\*M\s*(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})\s*(?P<title>.*)")
END = re.compile(r"\*\*\*\s*END OF FILE")
# A line whose columns are kept: 20 letters of name, then outcome, score and opponent, the last of three or four columns.
NAME = 20
GRIDS = (
    re.compile(r" ([ 12])([ 0-9]{2}[0-9]) ([ +0-9]{2}[0-9])"),
    re.compile(r" ([ 12])([ 0-9]{2}[0-9]) ([ +0-9]{3}[0-9])"),
)
IN_SCORE, IN_OPPONENT = re.compile(r" *[0-9]+"), re.compile(r" *\+? *[0-9]+")
# One whose columns are not: the name, then pairs of numbers.
SCORE, OPPONENT = re.compile(r"[0-9]{1,4}"), re.compile(r"\+?[0-9]{1,4}")
WON, TIED, LOST = 2, 1, 0
# A round without an opponent that says only a score: what Woogles writes of a bye, and of forfeits as a game 150-100.
FORFEIT_WON, FORFEIT_LOST, FORFEIT_SPREAD = 150, 100, 50
ROUNDS_MAX, LINE_MAX, LINES_MAX, MOST_MISTAKES, THOUSAND = 200, 4_000, 20_000, 40, 1000


@dataclass(frozen=True, slots=True)
class TouGame:
    """One round of a line."""

    outcome: int
    score: int
    opponent: int
    first: bool = False


@dataclass(frozen=True, slots=True)
class TouPlayer:
    """One line; `line` is its number in the file."""

    line: int
    name: str
    games: tuple[TouGame, ...] = ()


@dataclass(frozen=True, slots=True)
class TouSection:
    """A division: its name, and its players in the order of their numbers."""

    name: str
    players: tuple[TouPlayer, ...]


@dataclass(frozen=True, slots=True)
class TouFile:
    """A whole event."""

    sections: tuple[TouSection, ...]
    title: str = ""
    day: date | None = None


def looks_like_one(data: bytes) -> bool:
    """Whether some bytes begin as a .tou file does."""
    return re.match(rb"(\xef\xbb\xbf)?\s*\*M\s*\d{1,2}\.\d{1,2}\.\d{4}", data[:200]) is not None


def read_tou(data: bytes) -> TouFile | Refusals:
    """A file from its bytes, or every mistake with its line, one sentence each."""
    text, _encoding = decode(data)
    lines = BREAK.split(text)
    if len(lines) > LINES_MAX:
        return refuse("unreadable", say("The file has more than %(most)s lines.", most=LINES_MAX))
    reader = _Reader()
    for number, line in enumerate(lines, start=1):
        if END.match(line):
            break
        reader.take(line, number)
    sections = tuple(TouSection(name, tuple(players)) for name, players in reader.sections if players)
    found = (one for section in sections for one in disagreeing(section))
    mistakes = reader.mistakes or _cut_off(sections) or list(islice(found, MOST_MISTAKES))
    if not sections and not mistakes:
        return refuse("unreadable", say("The file has no player in it."))
    if mistakes:
        return Refusals(tuple(mistakes[:MOST_MISTAKES]))
    return TouFile(sections, reader.title, reader.day)


class _Reader:
    def __init__(self) -> None:
        self.sections: list[tuple[str, list[TouPlayer]]] = []
        self.mistakes: list[Refusal] = []
        self.title = ""
        self.day: date | None = None

    def take(self, line: str, number: int) -> None:
        """One line of the file."""
        if head := HEAD.match(line.strip()):
            self._head(head, number)
        elif line.startswith("*"):
            self.sections.append((" ".join(line[1:].split())[:80] or "A", []))
        elif line.strip() and not line.startswith((" ", "\t")):
            self._player(read_player(line, number))

    def _player(self, found: TouPlayer | Refusal) -> None:
        if isinstance(found, Refusal):
            self.mistakes.append(found)
            return
        if not self.sections:
            self.sections.append(("A", []))
        self.sections[-1][1].append(found)

    def _head(self, head: re.Match[str], number: int) -> None:
        """Some programs write it before each section: the first one counts."""
        written = f"{head['day']}.{head['month']}.{head['year']}"
        try:
            day = date(int(head["year"]), int(head["month"]), int(head["day"]))
        except ValueError:
            text = say("%(day)s is no date; it is written as in 14.03.2026.", day=written)
            self.mistakes.append(wrong(number, text))
            return
        if self.day is None:
            self.title, self.day = " ".join(head["title"].split())[:120], day


def wrong(line: int, text: str) -> Refusal:
    """A mistake with its line."""
    return Refusal("unreadable_line", say("Line %(line)s: %(text)s", line=line, text=text), (str(line),))


def read_player(line: str, number: int) -> TouPlayer | Refusal:
    """One line, or the sentence that says why it is none."""
    if len(line) > LINE_MAX:
        return wrong(
            number, say("it has %(text)s letters; at most %(it)s are read.", text=len(line), it=LINE_MAX)
        )
    if not line.replace("\t", " ").isprintable():
        return wrong(number, say("it holds a character that is not text."))
    found = in_columns(line) or loosely(line)
    if found is None:
        return wrong(
            number, say("expected a name, then a score and an opponent for each round, as in “2448 +7”.")
        )
    name, games = found
    if len(games) > ROUNDS_MAX:
        return wrong(
            number, say("%(numbers)s rounds; at most %(it)s are read.", numbers=len(games), it=ROUNDS_MAX)
        )
    return TouPlayer(number, name, games)


def in_columns(line: str) -> tuple[str, tuple[TouGame, ...]] | None:
    """Name and games of a line whose columns are kept; None for any other."""
    rest = line[NAME:].rstrip()
    for grid in GRIDS:
        found = list(grid.finditer(rest))
        whole = found and "".join(one[0] for one in found) == rest
        if whole and all(IN_SCORE.fullmatch(one[2]) and IN_OPPONENT.fullmatch(one[3]) for one in found):
            return line[:NAME].strip(), tuple(map(_cells, found))
    return None


def _cells(found: re.Match[str]) -> TouGame:
    outcome, score, opponent = found[1].strip(), found[2].replace(" ", ""), found[3].replace(" ", "")
    return TouGame(int(outcome or 0), int(score), int(opponent.lstrip("+") or 0), opponent.startswith("+"))


def loosely(line: str) -> tuple[str, tuple[TouGame, ...]] | None:
    """The same of a line whose numbers only have blanks between them."""
    words = line.split()
    begin = next((at for at, word in enumerate(words) if word[0].isdigit()), len(words))
    scores, opponents = words[begin::2], words[begin + 1 :: 2]
    fits = all(map(SCORE.fullmatch, scores)) and all(map(OPPONENT.fullmatch, opponents))
    if not begin or len(scores) != len(opponents) or not fits:
        return None
    return " ".join(words[:begin]), tuple(map(_pair, scores, opponents))


def _pair(score: str, opponent: str) -> TouGame:
    outcome, points = divmod(int(score), THOUSAND)
    return TouGame(min(outcome, WON), points, int(opponent.lstrip("+")), opponent.startswith("+"))


def _cut_off(sections: Sequence[TouSection]) -> list[Refusal]:
    named = [
        (len(one.players), [game.opponent for player in one.players for game in player.games])
        for one in sections
    ]
    return [mistake for last, opponents in named for mistake in cut_off(last, opponents)]


def disagreeing(section: TouSection) -> Iterator[Refusal]:
    """What one line says of a game and the other does not."""
    for number, player in enumerate(section.players, start=1):
        for at, game in enumerate(player.games):
            if text := _mistake(section.players, number, game, at):
                yield wrong(player.line, say("in round %(at)s %(text)s", at=at + 1, text=text))


def _mistake(players: Sequence[TouPlayer], number: int, game: TouGame, at: int) -> str:
    """The end of a sentence on one game, empty when both lines agree."""
    if game.opponent == number:
        return ""
    if not 0 < game.opponent <= len(players):
        return say(
            "the opponent is number %(opponent)s, but the section has %(players)s players.",
            opponent=game.opponent,
            players=len(players),
        )
    other = players[game.opponent - 1]
    theirs = other.games[at] if at < len(other.games) else None
    if theirs is None or theirs.opponent != number:
        return say(
            "the opponent is number %(opponent)s, whose line names somebody else.", opponent=game.opponent
        )
    if game.outcome + theirs.outcome != WON:
        return say(
            "both lines cannot be right about who won: see number %(opponent)s.", opponent=game.opponent
        )
    if game.first and theirs.first:
        return say("both players went first: see number %(opponent)s.", opponent=game.opponent)
    return ""


def to_history(section: TouSection) -> History:
    """A section as entrants (id = number as text, no ratings) and outcomes; tables have no numbers."""
    entrants = tuple(Entrant(str(n), n, 0, one.name) for n, one in enumerate(section.players, start=1))
    length = max(len(one.games) for one in section.players)
    rounds = tuple(tuple(_round(section.players, at)) for at in range(length))
    return History(entrants, rounds)


def _round(players: Sequence[TouPlayer], at: int) -> Iterator[Outcome]:
    for number, player in enumerate(players, start=1):
        if at >= len(player.games):
            continue
        game = player.games[at]
        if game.opponent == number:
            yield alone(str(number), game)
        elif number < game.opponent:
            yield together(number, game, players[game.opponent - 1].games[at])


def alone(who: str, game: TouGame) -> Outcome:
    """A round without an opponent."""
    if game.outcome == LOST and game.score == FORFEIT_LOST:
        return Forfeit(None, (who,), loss_spread=-FORFEIT_SPREAD)
    if game.outcome == LOST and game.score == FORFEIT_WON:
        return Bye(who, FORFEIT_SPREAD)
    if game.outcome == TIED:
        return Bye(who, game.score, half=True)
    return Bye(who, game.score) if game.outcome == WON or game.score else Unscored(who)


def together(number: int, game: TouGame, theirs: TouGame) -> Played:
    """A game, who went first in front; who is not marked has the lower number. Of a score from 1000 on the file holds the end."""
    one, other = Seat(str(number), game.score), Seat(str(game.opponent), theirs.score)
    won = game.outcome - theirs.outcome
    if won > 0 and one.score < other.score:
        one = replace(one, score=one.score + THOUSAND)
    if won < 0 and other.score < one.score:
        other = replace(other, score=other.score + THOUSAND)
    if won and one.score == other.score:
        one, other = replace(one, before=int(won > 0)), replace(other, before=int(won < 0))
    return Played(0, (other, one) if theirs.first else (one, other))
