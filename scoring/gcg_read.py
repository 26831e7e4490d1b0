"""GCG in: the format of game records used by other programs, with the habits of those that write it.

Lenient where real files are (missing racks, `--  +0`, `+-1`, lower-case squares, two players of one nickname): a line
that cannot be read is remarked on and the rest is still read. Source: GCG 1.2; docs/rules/gcg.md lists the habits.
"""

from __future__ import annotations

import re

from scoring.board import parse_position
from scoring.gcg_seats import seats_of
from scoring.messages import Message, gettext_noop
from scoring.scoresheet import (
    BONUS,
    EXCHANGE,
    LOST,
    MAX_SEATS,
    OUT,
    PASSED,
    PLAY,
    RACK,
    TIME,
    WITHDRAWN,
    Player,
    ReadSheet,
    Remark,
    Scoresheet,
    Turn,
)

MAX_TURNS = 2000
_LINES = re.compile(r"[\r\n]+")
_EVENT = re.compile(r">\s*([^:]*):\s*(.*)")
_PRAGMA = re.compile(r"#(\S+)\s*(.*)", re.S)
_PLAYER = re.compile(r"player([1-9])")
_RACK = re.compile(r"rack([1-9])")
_NUMBER = re.compile(r"([+-]{0,2})(\d{1,6})")
_COUNT = re.compile(r"-(\d{1,2})")
_IN_BRACKETS = re.compile(r"\(([^()]*)\)")
_BOM = "\ufeff"
_LOST_TURN = ("unsuccessful-challenge", "unsuccessful challenge", "lost turn", "lost-turn", "lost challenge")

_NOT_GCG = gettext_noop("This is no GCG file: it has no line “>player: …” and no line “#player1 …”.")
_UNREADABLE = gettext_noop(
    "Line %(line)s cannot be read: “%(text)s”. A play is written “>nick: RACK 8G WORD +12 34”."
)
_NO_SCORE = gettext_noop("Line %(line)s has no score after “%(text)s”; +12 was expected.")
_TOO_MANY_SEATS = gettext_noop("Line %(line)s names a fifth player, “%(text)s”; a game has at most four.")
_TOO_LONG = gettext_noop("This file has more than %(limit)s turns; only the first %(limit)s were read.")
_ENCODING = gettext_noop("“%(text)s” is no encoding GCG knows (UTF-8, ISO-8859-1); it was read as %(used)s.")


def read_gcg(data: bytes | str) -> ReadSheet:
    """A GCG file. Never raises: `sheet` is None only when nothing in it looks like GCG."""
    text, remarks = decode_gcg(data) if isinstance(data, bytes) else (data.removeprefix(_BOM), [])
    reader = _Reader(remarks)
    for number, line in enumerate(_LINES.split(text), 1):
        reader.line(number, line)
    if not reader.turns and not reader.players:
        return ReadSheet(None, (Message("not_gcg", _NOT_GCG),))
    return ReadSheet(reader.sheet())


def decode_gcg(data: bytes) -> tuple[str, list[Remark]]:
    """The text of a GCG file: as its first line says, else UTF-8 where that fits, else ISO 8859-1."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace"), []
    found = re.match(rb"(?:\xef\xbb\xbf)?#character-encoding\s+([^\r\n]*)", data)
    named = found[1].decode("latin-1").strip() if found else ""
    plain = named.upper().replace("-", "").replace("_", "")
    if plain in ("ISO88591", "LATIN1"):
        return data.decode("latin-1"), []
    text, used = _by_content(data)
    facts = {"text": named, "used": used}
    strange = plain not in ("", "UTF8")
    return text, [Remark(Message("encoding", _ENCODING, facts), line=1)] if strange else []


def _by_content(data: bytes) -> tuple[str, str]:
    try:
        return data.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "ISO-8859-1"


class _Reader:
    """Takes one line after the other; `sheet` is what came out."""

    def __init__(self, remarks: list[Remark]) -> None:
        self.remarks = remarks
        self.players: dict[int, Player] = {}
        self.turns: list[Turn] = []
        self.nicks: list[str] = []
        self.racks: dict[int, str] = {}
        self.about: list[tuple[str, str]] = []
        self.complete: bool | None = None
        self.after_note = False

    def line(self, number: int, line: str) -> None:
        text = line.strip()
        event = _EVENT.match(text) if text[:1] == ">" else None
        if event:
            self._event(number, event[1].strip(), event[2])
        elif text.startswith("#-") and self.after_note:
            self._note(text[2:].strip())
        elif text.startswith("#"):
            self._pragma(number, text)
        elif text and self.after_note and text[:1] != ">":
            self._note(text)
        elif text:
            self._remark("line_unreadable", _UNREADABLE, number, text)

    def _event(self, number: int, nick: str, rest: str) -> None:
        self.after_note = False
        if len(self.turns) >= MAX_TURNS:
            self._too_long()
            return
        turn = read_event(rest)
        if turn is None:
            self._remark("line_unreadable", _UNREADABLE, number, f">{nick}: {rest}")
            return
        if turn.score is None:
            self._remark("score_missing", _NO_SCORE, number, rest, len(self.turns))
        self.turns.append(turn)
        self.nicks.append(nick)

    def _pragma(self, number: int, text: str) -> None:
        found = _PRAGMA.match(text)
        name, rest = (found[1], found[2].strip()) if found else ("", text)
        player, rack = _PLAYER.fullmatch(name), _RACK.fullmatch(name)
        self.after_note = name == "note"
        if player:
            self._player(number, int(player[1]) - 1, rest)
        elif rack:
            self.racks[int(rack[1]) - 1] = rest
        elif name == "note":
            self._note(rest)
        elif name == "incomplete":
            self.complete = False
        elif name != "character-encoding":
            self.about.append((name, rest))

    def _player(self, number: int, seat: int, text: str) -> None:
        nick, _, name = text.partition(" ")
        if seat >= MAX_SEATS:
            self._remark("too_many_seats", _TOO_MANY_SEATS, number, text)
        else:
            self.players[seat] = Player(name.strip() or nick, nick)

    def _note(self, text: str) -> None:
        if not self.turns:
            self.about.append(("note", text))
            return
        last = self.turns[-1]
        kind = LOST if last.kind == PASSED and any(sign in text.lower() for sign in _LOST_TURN) else last.kind
        self.turns[-1] = last._replace(kind=kind, note=f"{last.note}\n{text}" if last.note else text)

    def _remark(self, code: str, template: str, number: int, text: str, turn: int | None = None) -> None:
        facts = {"line": number, "text": text[:80]}
        self.remarks.append(Remark(Message(code, template, facts), turn, number))

    def _too_long(self) -> None:
        if not any(remark.message.code == "too_long" for remark in self.remarks):
            self.remarks.append(Remark(Message("too_long", _TOO_LONG, {"limit": MAX_TURNS})))

    def sheet(self) -> Scoresheet:
        players, seats, remarks = seats_of(self.players, self.nicks, self.turns)
        turns = tuple(turn._replace(seat=seat) for turn, seat in zip(self.turns, seats, strict=True))
        racks = tuple(self.racks.get(seat) for seat in range(len(players))) if self.racks else ()
        return Scoresheet(
            players,
            turns,
            racks=racks,
            complete=self.complete,
            about=tuple(self.about),
            source="gcg",
            remarks=(*self.remarks, *remarks),
        )


def read_event(text: str) -> Turn | None:
    """The part of an event after `>nick:`, without its seat; None when it is no event."""
    words = _tokens(text)
    if not words:
        return None
    rack = None if _starts_body(words[0]) else words.pop(0)
    if not words:
        return None
    turn, used = _body(words, rack)
    if turn is None:
        return None
    score, total, extra = _numbers(words[used:])
    return turn._replace(rack=rack, score=score, total=total, extra=extra)


def _tokens(text: str) -> list[str]:
    """Words of the line; what stands in round brackets at the start of a word stays together."""
    if "( " in text or " )" in text or "(" in text:
        text = re.sub(r"(^|\s)\(([^()]*)\)", lambda found: f"{found[1]}({found[2].replace(' ', '')})", text)
    return text.split()


def _starts_body(word: str) -> bool:
    return word[0] in "-(" or parse_position(word) is not None


def _body(words: list[str], rack: str | None) -> tuple[Turn | None, int]:
    """The turn without rack and numbers, and how many words it took."""
    first = words[0]
    bracket = _IN_BRACKETS.fullmatch(first)
    if bracket:
        return _bracketed(bracket[1], rack, words), 1
    if first[0] == "-":
        return _dashed(first), 1
    if len(words) > 1 and parse_position(first) is not None:
        return Turn(PLAY, position=first.upper(), word=words[1]), 2
    return None, 0


def _bracketed(inside: str, rack: str | None, words: list[str]) -> Turn:
    """`(challenge)`, `(time)`, or tiles left: deducted from their holder, or earned by who went out."""
    if inside.lower() in ("challenge", "time"):
        return Turn(BONUS if inside.lower() == "challenge" else TIME)
    score = _number(words[1]) if len(words) > 1 else None
    own = score is not None and (score < 0 or (score == 0 and rack is not None))
    return Turn(RACK if own else OUT, tiles=inside)


def _dashed(word: str) -> Turn:
    count = _COUNT.fullmatch(word)
    if word in ("-", "--"):
        return Turn(PASSED if word == "-" else WITHDRAWN)
    return Turn(EXCHANGE, number=int(count[1])) if count else Turn(EXCHANGE, tiles=word[1:])


def _numbers(words: list[str]) -> tuple[int | None, int | None, str]:
    """Score, running total, and what stands behind them."""
    found = [_number(word) for word in words[:2]]
    score = found[0] if found else None
    total = found[1] if len(found) > 1 and score is not None else None
    used = (score is not None) + (total is not None)
    return score, total, " ".join(words[used:])


def _number(text: str) -> int | None:
    """`+12`, `-12`, `12`, and `+-1` as one program writes it."""
    match = _NUMBER.fullmatch(text)
    if match is None or match[1] == "--":
        return None
    return -int(match[2]) if "-" in match[1] else int(match[2])
