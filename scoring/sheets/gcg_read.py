"""GCG in: the format of game records used by other programs, with the habits of those that write it.

Lenient where real files are (missing racks, `--  +0`, `+-1`, lower-case squares, two players of one nickname): a line
that cannot be read is remarked on and the rest is still read. Source: GCG 1.2; docs/rules/gcg.md lists the habits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from core.messages import Message, gettext_noop
from scoring.sheets.gcg_bytes import BOM, decode_gcg, typed_lines
from scoring.sheets.gcg_events import NO_SCORE, read_event, usual_play
from scoring.sheets.gcg_own_lines import FIELDS, NAMES, ROW, SHEET, for_seats, head_of, row_of, with_fields
from scoring.sheets.gcg_seats import seats_of, settled
from scoring.sheets.scoresheet import (
    LOST,
    MAX_SEATS,
    PASSED,
    Player,
    ReadSheet,
    Remark,
    Scoresheet,
    Turn,
    Unread,
    unread_sheet,
)

MAX_TURNS = 2000
# Lines, fields of a turn and nicknames that are longer are none.
MAX_LINE, MAX_FIELD, MAX_NICK, MAX_NAME = 2000, 250, 100, 200
# A file with more of them is none that somebody wrote.
MAX_ODD, MAX_HEADINGS = 100, 1000
# A file of more lines is read at once.
MAX_UNREAD = 500
_WORDS = 6
_EVENT = re.compile(r">\s*([^:]*):\s*(.*)")
_PRAGMA = re.compile(r"#(\S+)\s*(.*)", re.S)
_SEATS = "123456789"
_LOST_TURN = ("unsuccessful-challenge", "unsuccessful challenge", "lost turn", "lost-turn", "lost challenge")

_NOT_GCG = gettext_noop("This is no GCG file: it has no line “>player: …” and no line “#player1 …”.")
_UNREADABLE = gettext_noop(
    "Line %(line)s cannot be read: “%(text)s”. A play is written “>nick: RACK 8G WORD +12 34”."
)
_NO_SCORE = gettext_noop("Line %(line)s has no score after “%(text)s”; +12 was expected.")
_TOO_MANY_SEATS = gettext_noop("Line %(line)s names a fifth player, “%(text)s”; a game has at most four.")
_TOO_LONG = gettext_noop("This file has more than %(limit)s turns; only the first %(limit)s were read.")
_STOPPED = gettext_noop("Nothing was read from line %(line)s on: too many lines before it make no sense.")


def read_gcg(data: bytes | str) -> ReadSheet:
    """A GCG file. Never raises: `sheet` is None only when nothing in it looks like GCG."""
    text, remarks = decode_gcg(data) if isinstance(data, bytes) else (data.removeprefix(BOM), [])
    lines = typed_lines(text)
    reader = _Reader(remarks)
    first = reader.head(lines)
    if reader.seats and not remarks and not reader.turns and first < len(lines) <= MAX_UNREAD:
        return ReadSheet(unread_sheet(_Unread(reader, lines, first)))
    reader.read(lines, first)
    if not reader.turns and not reader.players:
        return ReadSheet(None, (Message("not_gcg", _NOT_GCG),))
    return ReadSheet(reader.sheet())


class _Reader:
    """Takes one line after the other; `sheet` is what came out."""

    def __init__(self, remarks: list[Remark]) -> None:
        self.remarks = remarks
        self.players: dict[int, Player] = {}
        self.turns: list[Turn] = []
        self.nicks: list[str] = []
        self.unseated: list[int] = []
        self.seated = set[int]()
        self.seats: dict[str, tuple[int, str]] = {}
        self.racks: dict[int, str] = {}
        self.about: list[tuple[str, str]] = []
        self.told: dict[str, Any] = {}
        self.complete: bool | None = None
        self.after_note = self.stopped = False
        self.noted: list[str] = []
        self.odd = self.headings = 0

    def head(self, lines: Sequence[str]) -> int:
        """The lines before the first turn; gives back how many there are."""
        for number, line in enumerate(lines):
            if line[:1] == ">" or line.lstrip()[:1] == ">":
                break
            self.line(number + 1, line)
            if self.stopped:
                return len(lines)
        else:
            number = len(lines)
        self.seats = {f">{nick}:": (seat, nick) for nick, seat in settled(self.players).items()}
        return number

    def read(self, lines: Sequence[str], first: int) -> None:
        """The lines from `first` on (0-based); most are plays of a declared player written out in the usual way."""
        turns, nicks = self.turns, self.nicks
        for number, line in enumerate(islice(lines, first, None), first + 1):
            words = line.split()
            usual = len(words) == _WORDS and len(line) <= MAX_FIELD
            known = self.seats.get(words[0]) if usual else None
            turn = usual_play(words, known[0]) if known and len(turns) < MAX_TURNS else None
            if turn is None or known is None:
                self.line(number, line)
                if self.stopped:
                    break
                continue
            self._settle_notes()
            turns.append(turn)
            nicks.append(known[1])
            self.after_note = False

    def line(self, number: int, line: str) -> None:
        text = line.strip()
        note = self.after_note or text.startswith("#note")
        event = _EVENT.match(text) if text[:1] == ">" else None
        if len(text) > MAX_LINE and (event or not note):
            self._unreadable(number, text)
        elif event:
            self._event(number, event[1].strip(), event[2])
        elif text.startswith("#-") and self.after_note:
            self._note(text[2:].strip())
        elif text.startswith("#"):
            self._pragma(number, text)
        elif text and self.after_note and text[:1] != ">":
            self._note(text)
        elif text:
            self._unreadable(number, text)

    def _event(self, number: int, nick: str, rest: str) -> None:
        self.after_note = False
        if len(self.turns) >= MAX_TURNS:
            self.remarks.append(Remark(Message("too_long", _TOO_LONG, {"limit": MAX_TURNS})))
            self.stopped = True
            return
        turn = read_event(rest)
        if turn is None or len(nick) > MAX_NICK or _longest(turn) > MAX_FIELD:
            self._unreadable(number, f">{nick}: {rest}")
            return
        self._settle_notes()
        if turn.score is None:
            self._remark("score_missing", _NO_SCORE, number, rest, len(self.turns))
        self.unseated.append(len(self.turns))
        self.turns.append(turn)
        self.nicks.append(nick)

    def _pragma(self, number: int, text: str) -> None:
        name, _, rest = text[1:].partition(" ") if text[1:2].strip() else ("", "", text)
        if not name.isprintable() or not name:
            found = _PRAGMA.match(text)
            name, rest = (found[1], found[2]) if found else ("", text)
        rest = rest.strip()
        self.after_note = name == "note"
        if name[:-1] == "player" and name[-1] in _SEATS:
            self._player(number, int(name[-1]) - 1, rest)
        elif name[:-1] == "rack" and name[-1] in _SEATS:
            self.racks[int(name[-1]) - 1] = rest
        elif name == "note":
            self._note(rest)
        elif name == "incomplete":
            self.complete = False
        elif name in NAMES and rest[:1] == "{":
            self._own(number, name, rest)
        else:
            self._heading(number, name, rest)

    def _heading(self, number: int, name: str, text: str) -> None:
        if name == "character-encoding":
            return
        self.about.append((name, text))
        self.headings += 1
        if self.headings > MAX_HEADINGS:
            self._stop(number)

    def _own(self, number: int, name: str, text: str) -> None:
        """A line of ours (`gcg_own_lines`)."""
        self._settle_notes()
        row = row_of(text) if name == ROW and len(self.turns) < MAX_TURNS else None
        more = with_fields(self.turns[-1], text) if name == FIELDS and self.turns else None
        told = head_of(text) if name == SHEET else None
        if row:
            self.seated.add(len(self.turns))
            self.turns.append(row)
            self.nicks.append(self.nicks[-1] if self.nicks else "")
        elif more:
            self.turns[-1] = more
        elif told:
            self.told |= told
        else:
            self._unreadable(number, f"#{name} {text}")

    def _player(self, number: int, seat: int, text: str) -> None:
        nick, _, name = text.partition(" ")
        if len(nick) > MAX_NICK:
            self._unreadable(number, text)
        elif seat >= MAX_SEATS:
            self._remark("too_many_seats", _TOO_MANY_SEATS, number, text)
        else:
            self.players[seat] = Player(name.strip()[:MAX_NAME] or nick, nick)
            self.seats = {}

    def _seated(self) -> tuple[tuple[Player, ...], tuple[Turn, ...], list[Remark]]:
        """Players, turns with their seats, and what is odd about these."""
        known = {nick: seat for seat, nick in self.seats.values()}
        if known and all(self.nicks[at] in known for at in self.unseated):
            for at in self.unseated:
                self.turns[at] = self.turns[at]._replace(seat=known[self.nicks[at]])
            return tuple(self.players[seat] for seat in range(len(known))), tuple(self.turns), []
        players, seats, remarks = seats_of(self.players, self.nicks, self.turns)
        placed = [
            turn if at in self.seated else turn._replace(seat=seat)
            for at, (turn, seat) in enumerate(zip(self.turns, seats, strict=True))
        ]
        return players, tuple(placed), remarks

    def _note(self, text: str) -> None:
        if not self.turns:
            self.about.append(("note", text))
            return
        if self.noted or text:
            self.noted.append(text)

    def _settle_notes(self) -> None:
        """What was noted since the last turn, written beside it."""
        if not self.noted:
            return
        last = self.turns[-1]
        if NO_SCORE in self.noted:
            last = last._replace(score=None)
        text = "\n".join(line for line in self.noted if line != NO_SCORE)
        kind = LOST if last.kind == PASSED and any(sign in text.lower() for sign in _LOST_TURN) else last.kind
        self.turns[-1] = last._replace(kind=kind, note=text)
        self.noted = []

    def _unreadable(self, number: int, text: str) -> None:
        self._remark("line_unreadable", _UNREADABLE, number, text)
        self.odd += 1
        if self.odd > MAX_ODD:
            self._stop(number)

    def _stop(self, number: int) -> None:
        self.remarks.append(Remark(Message("line_unreadable", _STOPPED, {"line": number}), line=number))
        self.stopped = True

    def _remark(self, code: str, template: str, number: int, text: str, turn: int | None = None) -> None:
        facts = {"line": number, "text": text[:80]}
        self.remarks.append(Remark(Message(code, template, facts), turn, number))

    def sheet(self) -> Scoresheet:
        self._settle_notes()
        players, turns, remarks = self._seated()
        racks = tuple(self.racks.get(seat) for seat in range(len(players))) if self.racks else ()
        return Scoresheet(
            players,
            turns,
            racks=racks,
            complete=self.complete,
            about=tuple(self.about),
            source="gcg",
            remarks=(*self.remarks, *remarks),
            **for_seats(self.told, len(players)),
        )


def _longest(turn: Turn) -> int:
    return max(len(turn.word), len(turn.rack or ""), len(turn.tiles or ""))


class _Unread(Unread):
    """A file of which only the head was read; `sheet.scoresheet.Unread`."""

    def __init__(self, reader: _Reader, lines: list[str], first: int) -> None:
        self._every = lines
        self.lines, self.seats = lines[first:], {line: seat for line, (seat, _) in reader.seats.items()}
        self.players = tuple(reader.players[seat] for seat in range(len(self.seats)))
        self.usual = not reader.racks and not reader.told

    def read(self) -> Scoresheet:
        """The whole sheet, by a reader of its own: several threads may ask for it."""
        reader = _Reader([])
        reader.read(self._every, reader.head(self._every))
        return reader.sheet()


__all__ = ["decode_gcg", "read_event", "read_gcg"]
