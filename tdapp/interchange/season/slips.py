"""Result slips as a table, one a row: who won with what against whom (CoCo's forms, our own CSV, many directors' sheets).

The round is what somebody typed and may be wrong: a row that does not fit its round is one of a round behind the last, for
no rating asks. A slip handed in twice counts once. An opponent called bye is nobody, and stands in the rows all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from pairings.event.history import Bye, Entrant, Forfeit, History, Outcome, Played, Seat, Unscored
from tdapp.interchange.results_book.columns import Columns, Said, find
from tdapp.interchange.results_book.reading import HIGHEST, LOWEST, ROUNDS_MAX, division_of, plain
from tdapp.interchange.roster.headings import folded
from tdapp.interchange.season.events import Line, Notes, Part
from tdapp.interchange.season.people import name_key, number_key
from tdapp.kernel.tabular import Row
from tdapp.ratings.formulas import Game

WHOLE, ROUND = re.compile(r"[+-]?[0-9]{1,5}"), re.compile(r"[0-9]{1,3}")
# What an odd number is evened with: Bye, Zz Bye, Bye Two. The first letters keep it behind everybody in a list.
BYES = re.compile(r"((a|b|y|yy|z|zy|zz) )?bye( (one|two|three|four|[0-9]))?|none|pahinga")
# Where forms put things whose headings say nothing: a time, the round, the winner with a score, the opponent with one.
AS_FORMS = {"round": 1, "name1": 2, "score1": 3, "name2": 4, "score2": 5}
MOST_LIKELY = 0.8
# Headings whose number is the person's; "player 1 no" and the like count within the sheet alone.
OF_PEOPLE = re.compile(r"(winner|opponent|loser)s? (no|number|id)")


@dataclass(frozen=True, slots=True)
class Slip:
    """A row: places of the two in the division, their scores, and the round as typed, 0 for none."""

    round: int
    a: int
    b: int
    score_a: int
    score_b: int


@dataclass(slots=True)
class Division:
    """Lines by what tells them apart, and the slips in their order."""

    name: str
    lines: list[Line] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    slips: list[Slip] = field(default_factory=list)

    def place(self, name: str, number: str, personal: bool) -> int:
        """Where somebody stands; a new line for who is new."""
        key = f"#{number_key(number)}" if number else name_key(name)
        if key not in self.places:
            self.places[key] = len(self.lines)
            self.lines.append(
                Line(name or number, number if personal else "", bye=bool(BYES.fullmatch(folded(name))))
            )
        return self.places[key]


def read_slips(
    where: str, sheets: Sequence[tuple[str, list[Row]]], notes: Notes, faults: list[str]
) -> list[Part]:
    """The divisions of a table of slips; a sentence in `faults` for each row without two scores."""
    divisions: dict[str, Division] = {}
    for sheet, rows in sheets:
        columns = columns_of(sheet, rows)
        if columns is None:
            continue
        usual = division_of(sheet) if len(sheets) > 1 else ""
        personal = _is_personal(rows, columns)
        for row in rows:
            if row.number > columns.row:
                _take(divisions, _cells(row, columns), usual, personal, faults, f"{where}, {row.number}")
    return [_part(where, one, notes) for one in divisions.values() if one.slips]


def columns_of(sheet: str, rows: list[Row]) -> Columns | None:
    """Where a sheet of slips has what: by its headings, else as forms have it where nearly every row fits; None: no slips."""
    found = find(rows, Said(), sheet)
    if found is not None and found.has_scores:
        return found
    fits = [_fits(row) for row in rows[1:]]
    return Columns(rows[0].number, AS_FORMS) if fits and sum(fits) >= MOST_LIKELY * len(fits) else None


def _fits(row: Row) -> bool:
    cells = {name: plain(row.value(at)) for name, at in AS_FORMS.items()}
    scores = all(WHOLE.fullmatch(cells[name]) for name in ("score1", "score2"))
    return scores and all(cells[name] and not WHOLE.fullmatch(cells[name]) for name in ("name1", "name2"))


def _is_personal(rows: Sequence[Row], columns: Columns) -> bool:
    """Whether both columns of numbers hold member numbers."""
    head = next((row for row in rows if row.number == columns.row), None)
    said = (
        [
            folded(plain(head.value(columns.places[name])))
            for name in ("number1", "number2")
            if name in columns.places
        ]
        if head
        else []
    )
    return len(said) == 2 and all(OF_PEOPLE.fullmatch(one) for one in said)


def _cells(row: Row, columns: Columns) -> dict[str, str]:
    return {name: plain(row.value(at)) for name, at in columns.places.items()}


def _take(
    divisions: dict[str, Division], cells: dict[str, str], usual: str, personal: bool, faults: list[str], where: str
) -> None:  # fmt: skip
    names = [cells.get(f"name{seat}", "") for seat in (1, 2)]
    numbers = [cells.get(f"number{seat}", "") for seat in (1, 2)]
    scores = [cells.get(f"score{seat}", "") for seat in (1, 2)]
    if not any((*names, *numbers, *scores)):
        return
    who = [name or number for name, number in zip(names, numbers, strict=True)]
    if not all(WHOLE.fullmatch(one) and LOWEST <= int(one) <= HIGHEST for one in scores) or not all(who):
        facts = {
            "where": where,
            "row": ", ".join(part for pair in zip(who, scores, strict=True) for part in pair)[:80],
        }
        faults.append(_("%(where)s: “%(row)s” is no slip with two names and two scores.") % facts)
        return
    title = cells.get("division", "") or usual
    division = divisions.setdefault(folded(title), Division(title))
    places = [division.place(name, number, personal) for name, number in zip(names, numbers, strict=True)]
    if places[0] == places[1]:
        faults.append(_("%(where)s: somebody plays themselves.") % {"where": where})
        return
    said = ROUND.search(cells.get("round", ""))
    division.slips.append(Slip(int(said[0]) if said else 0, *places, *map(int, scores)))


def _part(where: str, division: Division, notes: Notes) -> Part:
    slips = list(_once(where, division, notes))
    rounds = _rounds(slips)
    if any(number != slip.round for number, slip in rounds):
        told = _(
            "%(where)s: some slips name no round, or one in which somebody has another game; they count all the same."
        )
        notes.add(told % {"where": where})
    games = tuple(Game(number, one.a, one.b, one.score_a, one.score_b) for number, one in rounds)
    entrants = tuple(
        Entrant(str(place + 1), place + 1, 0, line.name)
        for place, line in enumerate(division.lines)
        if not line.bye
    )
    last = max(number for number, _slip in rounds)
    held: list[list[Outcome]] = [[] for _number in range(last)]
    for number, slip in rounds:
        held[number - 1] += _outcome(slip, division.lines)
    history = History(entrants, tuple(map(tuple, held)), tie_rule="half")
    return Part(where, division.name, tuple(division.lines), games, history, last)


def _once(where: str, division: Division, notes: Notes) -> Iterator[Slip]:
    """Each slip once, whichever of the two handed it in."""
    seen = set()
    for one in division.slips:
        sides = sorted([(one.a, one.score_a), (one.b, one.score_b)])
        key = (one.round, *sides)
        if one.round and key in seen:
            names = " - ".join(division.lines[place].name for place, _score in sides)
            facts = {"where": where, "round": one.round, "names": names}
            notes.add(
                _("%(where)s: round %(round)s, %(names)s: the slip is there twice and counts once.") % facts
            )
            continue
        seen.add(key)
        yield one


def _rounds(slips: Sequence[Slip]) -> list[tuple[int, Slip]]:
    """Each slip with its round: the one it names where both are free, else one behind the last."""
    last = max((one.round for one in slips if one.round <= ROUNDS_MAX), default=0)
    busy: dict[int, set[int]] = {}
    found = []
    for one in slips:
        number = one.round if 0 < one.round <= ROUNDS_MAX else last + 1
        if {one.a, one.b} & busy.get(number, set()):
            number = last + 1
            while {one.a, one.b} & busy.get(number, set()):
                number += 1
        busy.setdefault(number, set()).update((one.a, one.b))
        found.append((number, one))
    return found


def _outcome(slip: Slip, lines: Sequence[Line]) -> Iterator[Outcome]:
    """What a slip is in the standings: a bye is a win by its spread, as the file counts it."""
    ids = (str(slip.a + 1), str(slip.b + 1))
    byes = [lines[slip.a].bye, lines[slip.b].bye]
    if not any(byes):
        yield Played(0, (Seat(ids[0], slip.score_a), Seat(ids[1], slip.score_b)))
    elif not all(byes):
        who, spread = (
            (ids[1], slip.score_b - slip.score_a) if byes[0] else (ids[0], slip.score_a - slip.score_b)
        )
        yield (
            Bye(who, spread)
            if spread > 0
            else Forfeit(None, (who,), loss_spread=spread)
            if spread
            else Unscored(who)
        )
