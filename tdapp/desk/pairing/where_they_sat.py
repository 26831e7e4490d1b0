"""A published round by numbers, changed by pressing: who sat where, in the lines of `read_places`. Pure.

Only what differs from the round is said in lines; everybody else stays where the round has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tdapp.events.models import Presence

BYE = "bye"
AWAY = tuple(Presence.Intent.values)
# What an absence counts as, in a line; the words of the model are read, too.
WORDS = {Presence.Intent.UNSCORED.value: "not scored"}
SEATS = range(2, 5)


@dataclass
class Places:
    """Tables with their numbers by seat, and where the others are: a bye, or absent and counted so."""

    tables: dict[int, list[int]]
    apart: dict[int, str] = field(default_factory=dict)

    def copy(self) -> Places:
        return Places({number: list(seats) for number, seats in self.tables.items()}, dict(self.apart))

    def everybody(self) -> set[int]:
        """Whoever has a place."""
        return {one for seats in self.tables.values() for one in seats} | set(self.apart)

    def leave(self, who: int) -> None:
        """Take somebody out of the place they have."""
        self.apart.pop(who, None)
        for seats in self.tables.values():
            if who in seats:
                seats.remove(who)

    def put(self, who: int, how: str) -> None:
        """Give somebody a bye, or count them as absent."""
        self.leave(who)
        self.apart[who] = how

    def seat(self, who: int, table: int) -> None:
        """Seat somebody behind those of a table."""
        self.leave(who)
        self.tables.setdefault(table, []).append(who)

    def turn(self, table: int) -> None:
        """The other one goes first; of three or four everybody one seat on."""
        if seats := self.tables.get(table):
            seats[:] = [*seats[1:], seats[0]]

    def swap(self, one: int, other: int) -> None:
        """Each where the other was, wherever that is; who had no place yet leaves the other without one."""
        at, there = self._at(one), self._at(other)
        self.leave(one)
        self.leave(other)
        for who, (table, seat, how) in sorted(((one, there), (other, at)), key=lambda row: row[1][1]):
            if table:
                self.tables[table].insert(seat, who)
            elif how:
                self.apart[who] = how

    def _at(self, who: int) -> tuple[int, int, str]:
        for table, seats in self.tables.items():
            if who in seats:
                return table, seats.index(who), ""
        return 0, 0, self.apart.get(who, "")


def after(start: Places, lines: str) -> Places:
    """The round with what the lines say; a line that cannot be read changes nothing here and is refused when it is sent."""
    found = start.copy()
    read = [words for line in lines.splitlines() if (words := line.split())]
    for words in read:
        for who in _named(words):
            found.leave(who)
    for words in read:
        _take(words, found)
    return found


def _named(words: list[str]) -> list[int]:
    """Whom a line places."""
    return [int(word) for word in words[1:] if _is_number(word)]


def _take(words: list[str], found: Places) -> None:
    head, rest = words[0].casefold(), words[1:]
    if head == BYE and len(rest) == 1 and _is_number(rest[0]):
        found.put(int(rest[0]), BYE)
    elif head == "absent" and rest and _is_number(rest[0]) and (how := how_of(rest[1:])):
        found.put(int(rest[0]), how)
    elif _is_number(head) and len(rest) <= max(SEATS) and all(map(_is_number, rest)):
        found.tables[int(head)] = []
        for word in dict.fromkeys(rest):
            found.seat(int(word), int(head))


def how_of(words: Sequence[str]) -> str:
    """What an absence counts as by the words of a line: `forfeit`, `not scored` (`unscored`), `bye`; "" for others."""
    said = " ".join(words).casefold()
    return next((how for how in AWAY if said in (how, WORDS.get(how, how))), "")


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 6


def lines_of(start: Places, now: Places) -> str:
    """What differs from the round, as it would be typed."""
    return "\n".join(_lines(start, now))


def _lines(start: Places, now: Places) -> Iterator[str]:
    for table in sorted({*start.tables, *now.tables}):
        if (seats := now.tables.get(table, [])) != start.tables.get(table, []):
            yield " ".join(map(str, [table, *seats]))
    for who, how in sorted(now.apart.items()):
        if start.apart.get(who) != how:
            yield f"{BYE} {who}" if how not in AWAY or how == BYE else f"absent {who} {WORDS.get(how, how)}"
