"""The tsh division file `.t` (as tsh reads and writes it): one line a player; what we do not know passes through.

    name SP rating { SP opponent } ; { SP score } { ; SP key { SP value } } [;]

The id of a player is the number of his line (blank lines and comments not counted). Opponent 0: the score is
a spread. `tsh_history` turns a file into a `History` and back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from core.messages import say
from pairings.event.refusals import Refusal, Refusals

GAP = re.compile(r"(?<=\S)\s+(?=\d+(?:\s|$))")
BREAK = re.compile(r"\r\n|\r|\n")
BOM = b"\xef\xbb\xbf"
NAME_WIDTH, RATING_WIDTH = 22, 4
# So many players whose lines are missing are no slip of a pen.
CUT_OFF = 3
DIGITS, KEY_DIGITS, ROUNDS_MAX, LINE_MAX = 6, 18, 200, 50_000


@dataclass(frozen=True, slots=True)
class TshPlayer:
    """One line. `line` is its number in the file, `extras` the keys after the scores in their order, values
    as text.
    """

    line: int
    name: str
    rating: int
    opponents: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    extras: tuple[tuple[str, str], ...] = ()
    gap: str = ""
    closed: bool = False

    def value_of(self, key: str) -> str | None:
        """The text behind a key, or None when the line has no such key."""
        return next((value for name, value in self.extras if name == key), None)

    def numbers(self, key: str) -> tuple[int, ...]:
        """The whole numbers behind a key; anything else is passed over, an absent key is ()."""
        words = (self.value_of(key) or "").split()
        return tuple(int(word) for word in words if is_whole(word))

    def with_extra(self, key: str, value: str | None) -> TshPlayer:
        """The line with a key set (in its old place, else in alphabetical order) or, with None, removed."""
        if value is None:
            return replace(self, extras=tuple(item for item in self.extras if item[0] != key))
        if self.value_of(key) is not None:
            return replace(self, extras=tuple((k, value if k == key else v) for k, v in self.extras))
        at = next((i for i, (name, _) in enumerate(self.extras) if name > key), len(self.extras))
        return replace(self, extras=(*self.extras[:at], (key, value), *self.extras[at:]))


@dataclass(frozen=True, slots=True)
class TshFile:
    """A whole division with the way its bytes are written, so that an untouched file is written as it was
    read.
    """

    players: tuple[TshPlayer, ...]
    encoding: str = "iso-8859-1"
    newline: str = "\n"
    final_newline: bool = True


def is_whole(word: str, longest: int = KEY_DIGITS) -> bool:
    """Whether a word is a whole number, signed or not, of so many digits at most."""
    digits = word[1:] if word[:1] in ("-", "+") else word
    return digits.isascii() and digits.isdigit() and len(digits) <= longest


def decode(data: bytes, told: str = "") -> tuple[str, str]:
    """Text and encoding: UTF-8 when the bytes are, else ISO-8859-1, in which every byte is a letter. `told`: another one
    that the event's settings name; it goes first.
    """
    if data.startswith(BOM):
        return data.decode("utf-8-sig", "replace"), "utf-8-sig"
    if told not in ("", "utf-8", "iso-8859-1"):
        with suppress(UnicodeDecodeError):
            return data.decode(told), told
    try:
        return data.decode("utf-8"), "iso-8859-1" if data.isascii() else "utf-8"
    except UnicodeDecodeError:
        return data.decode("iso-8859-1"), "iso-8859-1"


def whole_numbers(words: list[str], line: int, what: str) -> tuple[int, ...] | Refusal:
    """The words as ints, or what is wrong with the first that is none."""
    wrong = next((word for word in words if not is_whole(word, DIGITS)), None)
    if wrong is None:
        return tuple(int(word) for word in words)
    spoken, limit = (
        repr(wrong[:20]),
        say(" of up to %(it)s digits", it=DIGITS) if wrong.lstrip("+-").isdigit() else "",
    )
    return Refusal(
        "unreadable_line",
        say(
            "Line %(line)s: %(spoken)s among the %(what)s is not a whole number%(limit)s.",
            line=line,
            spoken=spoken,
            what=what,
            limit=limit,
        ),
        (str(line),),
    )


def read_extras(parts: list[str]) -> tuple[tuple[str, str], ...]:
    """The keyed parts of a line; the text of a value is kept as it stands."""
    named = (part.strip().split(None, 1) for part in parts if part.strip())
    return tuple((words[0], words[1] if len(words) > 1 else "") for words in named)


def no_line(text: str) -> str:
    """The end of the sentence on a line that is none."""
    if len(text) > LINE_MAX:
        return say("it has %(text)s letters; at most %(it)s are read.", text=len(text), it=LINE_MAX)
    return say("expected a name, a rating and opponents before the first ';'.")


def read_line(text: str, line: int) -> TshPlayer | Refusal:
    """One player, or the one sentence that says why the line is none."""
    head, *parts = text.rstrip().split(";")
    found = GAP.search(head.strip()) if len(text) <= LINE_MAX else None
    if found is None:
        return Refusal("unreadable_line", say("Line %(line)s: %(text)s", line=line, text=no_line(text)))
    name, behind = head.strip()[: found.start()], head.strip()[found.end() :]
    numbers = whole_numbers(behind.split(), line, say("rating and opponents"))
    scores = whole_numbers(parts[0].split() if parts else [], line, "scores")
    if isinstance(numbers, Refusal):
        return numbers
    if isinstance(scores, Refusal):
        return scores
    if len(numbers) > ROUNDS_MAX + 1:
        return Refusal(
            "unreadable_line",
            say(
                "Line %(line)s: %(numbers)s rounds; at most %(it)s are read.",
                line=line,
                numbers=len(numbers) - 1,
                it=ROUNDS_MAX,
            ),
        )
    closed = len(parts) > 1 and not parts[-1].strip()
    return TshPlayer(line, name, numbers[0], numbers[1:], scores, read_extras(parts[1:]), found[0], closed)


def read_lines(text: str) -> list[TshPlayer | Refusal]:
    """Every line that is neither blank nor a comment."""
    lines = enumerate(BREAK.split(text), start=1)
    return [read_line(line, at) for at, line in lines if line.strip() and not line.lstrip().startswith("#")]


def cut_off(last: int, opponents: Iterable[int]) -> list[Refusal]:
    """One sentence on a file that ends too early, instead of one for each game with somebody who is not in it; none where
    at most two are missing: those are mistakes of their lines.
    """
    missing = {number for number in opponents if number > last}
    if len(missing) < CUT_OFF:
        return []
    told = say(
        "The file ends with player %(last)s, but names opponents up to number %(most)s: its end is missing. Copy it again.",
        last=last,
        most=max(missing),
    )
    return [Refusal("unreadable", told)]


def opponents_agree(players: list[TshPlayer]) -> list[Refusal]:
    """What is wrong with who met whom: unknown numbers, oneself, or somebody who names another opponent."""
    mistakes = []
    for number, player in enumerate(players, start=1):
        for at, opponent in enumerate(player.opponents):
            sentence = opponent_mistake(players, number, opponent, at)
            if sentence:
                mistakes.append(
                    Refusal(
                        "pairings_disagree",
                        say("Line %(line)s: %(sentence)s", line=player.line, sentence=sentence),
                        (str(number),),
                    )
                )
    return mistakes


def opponent_mistake(players: list[TshPlayer], number: int, opponent: int, at: int) -> str:
    """One sentence on one pairing of a line, empty when it stands."""
    if opponent == 0:
        return ""
    if opponent == number:
        return say("in round %(at)s the player is paired with themselves.", at=at + 1)
    if not 0 < opponent <= len(players):
        return say(
            "in round %(at)s the opponent is number %(opponent)s, but the file has %(players)s players.",
            at=at + 1,
            opponent=opponent,
            players=len(players),
        )
    theirs = players[opponent - 1].opponents
    if at < len(theirs) and theirs[at] == number:
        return ""
    named = say("number %(at)s", at=theirs[at]) if at < len(theirs) else "nobody"
    return say(
        "in round %(at)s the opponent is number %(opponent)s, who has %(named)s there.",
        at=at + 1,
        opponent=opponent,
        named=named,
    )


def scores_agree(players: list[TshPlayer]) -> list[Refusal]:
    """Scores beyond the pairings, and games with one score only."""
    mistakes = []
    for number, player in enumerate(players, start=1):
        if len(player.scores) > len(player.opponents):
            text = say(
                "%(scores)s scores for %(opponents)s opponents.",
                scores=len(player.scores),
                opponents=len(player.opponents),
            )
            mistakes.append(
                Refusal(
                    "scores_disagree",
                    say("Line %(line)s: %(text)s", line=player.line, text=text),
                    (str(number),),
                )
            )
        for at, opponent in enumerate(player.opponents[: len(player.scores)]):
            if 0 < opponent <= len(players) and at >= len(players[opponent - 1].scores):
                text = say(
                    "has a score for round %(at)s, but opponent number %(opponent)s has none.",
                    at=at + 1,
                    opponent=opponent,
                )
                mistakes.append(
                    Refusal(
                        "scores_disagree",
                        say("Line %(line)s: %(text)s", line=player.line, text=text),
                        (str(number),),
                    )
                )
    return mistakes


def read_t(data: bytes, encoding: str = "") -> TshFile | Refusals:
    """A division file from its bytes, or every mistake with its line, one sentence each. `encoding`: what its event says."""
    text, encoding = decode(data, encoding)
    read = read_lines(text)
    players = [item for item in read if isinstance(item, TshPlayer)]
    mistakes = [item for item in read if isinstance(item, Refusal)]
    if not read:
        mistakes = [Refusal("unreadable", say("The file has no player in it."))]
    elif not mistakes:
        named = (one for player in players for one in player.opponents)
        mistakes = cut_off(len(players), named) or opponents_agree(players) or scores_agree(players)
    if mistakes:
        return Refusals(tuple(mistakes))
    found = BREAK.search(text)
    return TshFile(tuple(players), encoding, found[0] if found else "\n", text.endswith(("\r", "\n")))


def write_line(player: TshPlayer) -> str:
    """One player as a line, columns as tsh lines them up."""
    rating = str(player.rating)
    gap = player.gap or " " * (max(0, NAME_WIDTH - len(player.name)) + 1 + max(0, RATING_WIDTH - len(rating)))
    head = " ".join([f"{player.name}{gap}{rating}", *map(str, player.opponents)])
    parts = [
        head,
        " ".join(map(str, player.scores)),
        *(f"{key} {value}".rstrip() for key, value in player.extras),
    ]
    return "; ".join(parts) + (";" if player.closed else "")


def write_t(file: TshFile) -> bytes:
    """The bytes of a division file; a letter its encoding lacks turns the whole file into UTF-8."""
    text = file.newline.join(write_line(player) for player in file.players)
    text += file.newline if file.final_newline else ""
    try:
        return text.encode(file.encoding)
    except UnicodeEncodeError:
        return text.encode("utf-8")
