"""The chess report files TRF16 and TRF26 (`trf26.py`): a `001` line a player (`trf_player.py`), and what lines say of each other.

`012` is the event's name, `XXR` the number of rounds, `###` begins a comment. `trf_history` turns a file into a
`History` and back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from core.messages import say
from pairings.event.refusals import Refusal, Refusals, refuse
from pairings.formats.trf26 import Trf26, bye_lines, day_of, heads, read_records, team_lines
from pairings.formats.trf_player import TrfGame, TrfPlayer, read_player, write_player, wrong
from pairings.formats.tsh import cut_off

BREAK = re.compile(r"\r\n|\r|\n")
FITS = frozenset({"10", "01", "==", "WL", "LW", "DD", "+-", "-+", "--", "00", "LL", "  "})
COLOURS = frozenset({"wb", "bw", "--", "  "})


@dataclass(frozen=True, slots=True)
class TrfFile:
    """A whole file: players in the order of its lines, the event's name, the rounds planned (0: not said), and what TRF26 has
    beside that; `is_26`: it is written in that form.
    """

    players: tuple[TrfPlayer, ...]
    title: str = ""
    rounds: int = 0
    more: Trf26 = field(default_factory=Trf26)
    is_26: bool = False

    @property
    def played(self) -> int:
        """How many rounds any line speaks of."""
        return max((len(player.games) for player in self.players), default=0)


def decode(data: bytes) -> str:
    """Text: UTF-8 when the bytes are, else ISO-8859-1, in which every byte is a letter."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")


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
        return say("the player is paired with themselves.")
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
    if not mistakes:
        named = (game.opponent for player in players for game in player.games)
        mistakes = cut_off(max(player.number for player in players), named)
    mistakes = mistakes or list(doubled(players)) or list(disagreeing(players))
    if mistakes:
        return Refusals(tuple(mistakes))
    title, planned, _day = read_heads(lines)
    return TrfFile(tuple(players), title, planned, read_records(lines))


def read_heads(lines: list[str]) -> tuple[str, int, date | None]:
    """The event's name, how many rounds it will have (0: not said), and its first day."""
    rounds = header(lines, "XXR", "142")
    planned = int(rounds) if rounds.isascii() and rounds.isdigit() and len(rounds) < 4 else 0
    return header(lines, "012"), planned, day_of(lines, "042")


def write_trf(file: TrfFile, ranks: dict[int, int]) -> bytes:
    """The bytes of a file; `ranks` by start number. Lines end in CR LF, as the format asks."""
    rated = sum(player.rating > 0 for player in file.players)
    head = [f"012 {file.title}".rstrip(), f"062 {len(file.players)}", f"072 {rated}"]
    tail = [*bye_lines(file.more.byes), *team_lines(file.more.teams)] if file.is_26 else []
    if file.is_26:
        head[1:1] = heads(file.more, file.rounds)
    elif file.rounds:
        head.append(say("XXR %(rounds)s", rounds=file.rounds))
    lines = [*head, *(write_player(player, ranks[player.number]) for player in file.players), *tail]
    return ("\r\n".join(lines) + "\r\n").encode("utf-8")
