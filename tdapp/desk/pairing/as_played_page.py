"""The page on which the actual pairings are recorded: the round as it stands, changed by pressing on players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.desk.models import Result
from tdapp.desk.pairing.commands.as_played import not_here
from tdapp.desk.pairing.where_they_sat import AWAY, BYE, SEATS, Places, after, lines_of
from tdapp.events.models import Person, Round, people_of
from tdapp.events.portions import fits


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody on the page. `note`: why they are no table's, in a word; `asked`: a bye for who does not seem to be here."""

    number: int
    name: str
    picked: bool
    note: str = ""
    asked: bool = False


@dataclass(frozen=True, slots=True)
class SatTable:
    """A table as it would be recorded. `fixed`: a result is in, so it stays; `room`: one more can sit here, `alone`: has to."""

    number: int
    seats: tuple[Sat, ...]
    changed: bool
    fixed: bool
    room: bool

    @property
    def alone(self) -> bool:
        return len(self.seats) == 1

    @property
    def words(self) -> str:
        """What it is found by."""
        return f"{self.number} {' '.join(f'{one.number} {one.name}' for one in self.seats)}"


@dataclass(frozen=True, slots=True)
class Part:
    """The tables a page shows, those at no table, and how many more there are."""

    tables: tuple[SatTable, ...]
    apart: tuple[Sat, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The whole round as it would be recorded, the lines that say so, and who is picked up."""

    lines: str
    tables: tuple[SatTable, ...]
    apart: tuple[Sat, ...]
    picked: Sat | None

    def part(self, asked: str, most: int) -> Part:
        """The tables a page shows: what is changed or in hand, then those that were asked for, else the first; so many."""
        kept = [one for one in self.tables if one.changed or one.alone or self.picked in one.seats]
        words = asked.split()
        found = [one for one in self.tables if one not in kept and fits(one.words, words)]
        apart = [one for one in self.apart if fits(f"{one.number} {one.name}", words)]
        left = max(0, len(found) - most) + max(0, len(apart) - most)
        return Part(tuple(sorted(kept + found[:most], key=lambda one: one.number)), tuple(apart[:most]), left)


def shown(round_: Round, press: str, lines: str, picked: str) -> Shown:
    """The round after a press: `pick:N`, `turn:TABLE`, `seat:TABLE`, `put:HOW`, `drop`, `anew`; else as it is."""
    rows = _seated(round_)
    start = _places(round_, rows)
    hand = int(picked) if picked.isdecimal() and len(picked) < 6 else 0
    now = start.copy() if press == "anew" else after(start, lines)
    hand = _pressed(now, press, hand)
    said = lines if press in ("", "read") or press.startswith("more:") else lines_of(start, now)
    people = {row.number: row for row in people_of(round_.division).values()}
    byes = [one for one, how in now.apart.items() if how == BYE and start.apart.get(one) != BYE]
    given = list(round_.division.entrants.filter(number__in=byes)) if byes else []
    asked = {row.number for row in not_here(round_, given)}
    return _shown(said, start, now, people, rows, hand if hand in people else 0, asked)


@dataclass(frozen=True, slots=True)
class Seated:
    """A table as it is posted: who sits there, by number in seat order, and whether a result is in."""

    number: int
    seats: tuple[int, ...]
    is_in: bool


def _seated(round_: Round) -> list[Seated]:
    """The tables of a round with nothing but that; three queries."""
    seats: dict[object, list[int]] = defaultdict(list)
    slots = round_.slots.exclude(table=None).order_by("seat")
    for table, number in slots.values_list("table_id", "entrant__number"):
        seats[table].append(number)
    done = set(Result.objects.filter(table__round=round_, is_current=True).values_list("table_id", flat=True))
    tables = round_.tables.order_by("number").values_list("pk", "number")
    return [Seated(number, tuple(seats[pk]), pk in done) for pk, number in tables]


def _places(round_: Round, rows: Iterable[Seated]) -> Places:
    apart = round_.slots.exclude(kind="seat").values_list("entrant__number", "kind")
    return Places({row.number: list(row.seats) for row in rows}, dict(apart))


def _pressed(now: Places, press: str, hand: int) -> int:
    """Change the places; whom the hand holds afterwards (0: nobody)."""
    word, _colon, rest = press.partition(":")
    number = int(rest) if rest.isdecimal() and len(rest) < 6 else 0
    if word == "pick":
        if not hand or hand == number:
            return number if hand != number else 0
        now.swap(hand, number)
        return 0
    if word == "turn":
        now.turn(number)
        return hand
    if word == "seat" and hand and number:
        now.seat(hand, number)
    elif word == "put" and hand and rest in (BYE, *AWAY):
        now.put(hand, rest)
    return hand if word in ("read", "more") else 0


def _shown(
    said: str, start: Places, now: Places, people: Mapping[int, Person], rows: Iterable[Seated], hand: int,
    asked: Collection[int],
) -> Shown:  # fmt: skip
    fixed = {row.number for row in rows if row.is_in}
    notes = {
        "bye": _("bye"), "half": _("half bye"), "forfeit": _("forfeit"), "unscored": _("not scored"),
    }  # fmt: skip

    def sat(number: int, note: str = "") -> Sat:
        name = people[number].listed if number in people else _("number %(n)s") % {"n": number}
        return Sat(number, name, number == hand, note, number in asked)

    tables = tuple(
        SatTable(
            number, tuple(sat(one) for one in seats), seats != start.tables.get(number, []), number in fixed,
            len(seats) < max(min(SEATS), len(start.tables.get(number, ()))),
        )
        for number, seats in sorted(now.tables.items())
    )  # fmt: skip
    placed = now.everybody()
    without = sorted(start.everybody() - placed)
    waiting = sorted(people.keys() - placed - set(without))
    apart = [sat(one, notes.get(how, how)) for one, how in sorted(now.apart.items())]
    apart += [sat(one) for one in without] + [sat(one, _("not in this round")) for one in waiting]
    return Shown(said, tables, tuple(apart), sat(hand) if hand else None)
