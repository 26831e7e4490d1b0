"""The chess report file TRF16: fixed columns, one `001` line a player (FIDE C.04 annex 2).

| columns | what |
|---|---|
| 1-3, 5-8 | `001`, start number |
| 15-47, 49-52 | name, rating |
| 81-84, 86-89 | points, rank |
| 92-95, 97, 99, then every 10 | opponent (0000: none), `w` `b` `-`, result |

Results: `1 = 0`, the same unrated `W D L`, forfeits `+ -`, byes `U` by the pairing, `F` full, `H` half, `Z` zero;
a blank is not paired or not yet played. Sex, title, federation, number and birth are passed over. `XXR` is the
number of rounds, `###` begins a comment. `trf_history` turns a file into a `History` and back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.messages import say
from pairings.event.refusals import Refusal, Refusals, refuse

FIRST, STRIDE = 91, 10
ROUNDS_MAX, NUMBER_MAX = 200, 9999
LINE_MAX = FIRST + STRIDE * ROUNDS_MAX
PAIRED, ALONE = "10=WDL+- ", "UFHZ+- "
BREAK = re.compile(r"\r\n|\r|\n")
POINTS = re.compile(r"(\d{1,3})(?:[.,]([05]))?")
FITS = frozenset({"10", "01", "==", "WL", "LW", "DD", "+-", "-+", "--", "00", "LL", "  "})
COLOURS = frozenset({"wb", "bw", "--", "  "})


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


@dataclass(frozen=True, slots=True)
class TrfFile:
    """A whole file: players in the order of its lines, the event's name, the rounds planned (0: not said)."""

    players: tuple[TrfPlayer, ...]
    title: str = ""
    rounds: int = 0

    @property
    def played(self) -> int:
        """How many rounds any line speaks of."""
        return max((len(player.games) for player in self.players), default=0)


def wrong(line: int, text: str) -> Refusal:
    """A mistake with its line."""
    return Refusal("unreadable_line", say("Line %(line)s: %(text)s", line=line, text=text), (str(line),))


def decode(data: bytes) -> str:
    """Text: UTF-8 when the bytes are, else ISO-8859-1, in which every byte is a letter."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")


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


def doubled(players: list[TrfPlayer]) -> Iterator[Refusal]:
    """Start numbers that stand twice."""
    seen: dict[int, int] = {}
    for player in players:
        if player.number in seen:
            text = say(
                "start number %(number)s already stands in line %(number_)s.",
                number=player.number,
                number_=seen[player.number],
            )
            yield wrong(player.line, text)
        seen.setdefault(player.number, player.line)


def disagreeing(players: list[TrfPlayer]) -> Iterator[Refusal]:
    """What one line says of a game and the other does not."""
    known = {player.number: player for player in players}
    for player in players:
        for at, game in enumerate(player.games):
            text = game_mistake(known, player, at) if game.opponent else ""
            if text:
                yield Refusal(
                    "pairings_disagree",
                    say("Line %(line)s: in round %(at)s %(text)s", line=player.line, at=at + 1, text=text),
                )


def game_mistake(known: dict[int, TrfPlayer], player: TrfPlayer, at: int) -> str:
    """The end of a sentence on one game, empty when both lines agree."""
    game = player.game(at)
    other = known.get(game.opponent)
    if other is None:
        return say("the opponent is number %(opponent)s, who is not in the file.", opponent=game.opponent)
    if other is player:
        return say("the player is paired with himself.")
    theirs = other.game(at)
    if theirs.opponent != player.number:
        named = say("number %(opponent)s", opponent=theirs.opponent) if theirs.opponent else "nobody"
        return say(
            "the opponent is number %(number)s, who has %(named)s there.", number=other.number, named=named
        )
    if game.result + theirs.result not in FITS:
        return say(
            "the result is %(result)s, but %(result_)s for number %(number)s.",
            result=f"{game.result!r}",
            result_=f"{theirs.result!r}",
            number=other.number,
        )
    return "" if game.colour + theirs.colour in COLOURS else colours(game, theirs, other)


def colours(game: TrfGame, theirs: TrfGame, other: TrfPlayer) -> str:
    """The end of a sentence on two colours that do not go together."""
    return say(
        "the colour is %(colour)s, but %(colour_)s for number %(number)s; one is w, one b.",
        colour=f"{game.colour!r}",
        colour_=f"{theirs.colour!r}",
        number=other.number,
    )


def header(lines: list[str], *codes: str) -> str:
    """The text behind the first line with one of the codes."""
    return next((line[3:].strip() for line in lines if line[:3] in codes), "")


def read_trf(data: bytes) -> TrfFile | Refusals:
    """A report file from its bytes, or every mistake with its line, one sentence each."""
    lines = BREAK.split(decode(data))
    found = [read_player(text, at) for at, text in enumerate(lines, start=1) if text[:3] == "001"]
    players = [one for one in found if isinstance(one, TrfPlayer)]
    mistakes = [one for one in found if isinstance(one, Refusal)]
    if not found:
        return refuse("unreadable", say("The file has no player in it: no line begins with 001."))
    mistakes = mistakes or list(doubled(players)) or list(disagreeing(players))
    if mistakes:
        return Refusals(tuple(mistakes))
    rounds = header(lines, "XXR", "142")
    planned = int(rounds) if rounds.isascii() and rounds.isdigit() and len(rounds) < 4 else 0
    return TrfFile(tuple(players), header(lines, "012"), planned)


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


def write_trf(file: TrfFile, ranks: dict[int, int]) -> bytes:
    """The bytes of a file; `ranks` by start number. Lines end in CR LF, as the format asks."""
    rated = sum(player.rating > 0 for player in file.players)
    head = [f"012 {file.title}".rstrip(), f"062 {len(file.players)}", f"072 {rated}"]
    head += [say("XXR %(rounds)s", rounds=file.rounds)] if file.rounds else []
    lines = head + [write_player(player, ranks[player.number]) for player in file.players]
    return ("\r\n".join(lines) + "\r\n").encode("utf-8")
