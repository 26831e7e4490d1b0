"""One `001` line of a chess report file: a player, and what was played round by round (FIDE C.04 annex 2).

| columns | what |
|---|---|
| 1-3, 5-8 | `001`, start number |
| 15-47, 49-52 | name, rating |
| 81-84, 86-89 | points, rank |
| 92-95, 97, 99, then every 10 | opponent (0000: none), `w` `b` `-`, result |

Results: `1 = 0`, the same unrated `W D L`, forfeits `+ -`, byes `U` by the pairing, `F` full, `H` half, `Z` zero;
a blank is not paired or not yet played. Sex, title, federation, number and birth are passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.messages import say
from pairings.event.refusals import Refusal

FIRST, STRIDE = 91, 10
ROUNDS_MAX, NUMBER_MAX = 200, 9999
LINE_MAX = FIRST + STRIDE * ROUNDS_MAX
PAIRED, ALONE = "10=WDL+- ", "UFHZ+- "
POINTS = re.compile(r"(\d{1,3})(?:[.,]([05]))?")


@dataclass(frozen=True, slots=True)
class TrfGame:
    """One round of a line: opponent (0: none), colour `w`, `b` or `-`, result."""

    opponent: int
    colour: str
    result: str

    @property
    def blank(self) -> bool:
        """Nothing stands there."""
        return not self.opponent and self.result == " "


NOTHING = TrfGame(0, "-", " ")


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """One `001` line; `line` is its number in the file, `halves` the points as half points (None: blank), `rank` 0
    where none is written.
    """

    line: int
    number: int
    name: str
    rating: int = 0
    games: tuple[TrfGame, ...] = ()
    halves: int | None = None
    rank: int = 0

    def game(self, at: int) -> TrfGame:
        """A 0-based round; nothing beyond the end of the line."""
        return self.games[at] if at < len(self.games) else NOTHING


def wrong(line: int, text: str) -> Refusal:
    """A mistake with its line."""
    return Refusal("unreadable_line", say("Line %(line)s: %(text)s", line=line, text=text), (str(line),))


def whole(text: str, usual: int | None) -> int | None:
    """The whole number of a field; the usual one for blanks, None for anything else."""
    word = text.strip()
    if not word:
        return usual
    return int(word) if word.isascii() and word.isdigit() else None


def read_points(text: str) -> int | None:
    """Points as half points; None for blanks and for anything that is no number of points."""
    found = POINTS.fullmatch(text.strip())
    return None if found is None else 2 * int(found[1]) + (found[2] == "5")


def read_game(text: str, line: int, at: int) -> TrfGame | Refusal:
    """One round of a line from its ten columns."""
    opponent, colour, result = whole(text[:4], 0), text[5:6].lower() or " ", text[7:8].upper() or " "
    if opponent is None:
        return wrong(
            line,
            say(
                "in round %(at)s the opponent is %(text)s; it has to be a start number.",
                at=at + 1,
                text=f"{text[:4]!r}",
            ),
        )
    if colour not in "wb- ":
        return wrong(
            line,
            say(
                "in round %(at)s the colour is %(colour)s; it has to be w, b or -.",
                at=at + 1,
                colour=f"{colour!r}",
            ),
        )
    if result not in (PAIRED if opponent else ALONE):
        codes = say("1 = 0 W D L + or -") if opponent else say("U F H Z + or - where there is no opponent")
        return wrong(
            line,
            say(
                "in round %(at)s the result is %(result)s; it has to be %(codes)s.",
                at=at + 1,
                result=f"{result!r}",
                codes=codes,
            ),
        )
    return TrfGame(opponent, colour if opponent and colour != " " else "-", result)


def read_games(text: str, line: int) -> tuple[TrfGame, ...] | Refusal:
    """All rounds of a line; blanks at its end are no rounds."""
    blocks = [text[at : at + 8] for at in range(FIRST, len(text.rstrip()), STRIDE)]
    games: list[TrfGame] = []
    for at, block in enumerate(blocks):
        game = read_game(block, line, at)
        if isinstance(game, Refusal):
            return game
        games.append(game)
    return tuple(games)


def read_player(text: str, line: int) -> TrfPlayer | Refusal:
    """One `001` line, or the sentence that says why it is none."""
    number, rating = whole(text[3:8], None), whole(text[48:52], 0)
    if len(text) > LINE_MAX:
        return wrong(
            line,
            say(
                "it has %(text)s letters; %(it)s rounds need %(it_)s at most.",
                text=len(text),
                it=ROUNDS_MAX,
                it_=LINE_MAX,
            ),
        )
    if not number:
        return wrong(
            line,
            say(
                "the start number is %(strip)s; columns 5-8 hold one from 1 to 9999.",
                strip=f"{text[3:8].strip()!r}",
            ),
        )
    if rating is None:
        return wrong(
            line,
            say(
                "the rating is %(strip)s; columns 49-52 hold a whole number.",
                strip=f"{text[48:52].strip()!r}",
            ),
        )
    points = text[80:84]
    if points.strip() and read_points(points) is None:
        return wrong(
            line,
            say(
                "the points are %(strip)s; columns 81-84 hold points as in 4.5.", strip=f"{points.strip()!r}"
            ),
        )
    games = read_games(text, line)
    if isinstance(games, Refusal):
        return games
    rank = whole(text[85:89], 0) or 0
    return TrfPlayer(line, number, text[14:47].strip(), rating, games, read_points(points), rank)


def spoken(halves: int) -> str:
    """Half points as the format writes them: 4.5."""
    return f"{halves // 2}.{5 * (halves % 2)}"


def write_player(player: TrfPlayer, rank: int) -> str:
    """One `001` line."""
    head = f"001 {player.number:>4}      {player.name:<33} {player.rating or '':>4}"
    line = f"{head:<80}{spoken(player.halves or 0):>4} {rank:>4}"
    for game in player.games:
        opponent = f"{game.opponent:>4}" if game.opponent else "    " if game.blank else "0000"
        line += f"  {opponent} {' ' if game.blank else game.colour} {game.result}"
    return line.rstrip()
