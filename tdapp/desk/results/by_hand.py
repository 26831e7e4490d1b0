"""A round that was run by hand, typed in from paper: what its lines mean in a division, and every mistake in them."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from core import canonical
from core.problems import Problem
from tdapp.desk.ledger import entry_line, result_entry, unfinished_game
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.results import by_hand_line
from tdapp.desk.results.by_hand_line import NUMBER, Who, Words
from tdapp.events.models import Division, Entrant, Table
from tdapp.kernel.refusals import Refusal
from tdapp.people.names import fold

MOST_LINES = 1000
MOST_TABLE = 9999


@dataclass(frozen=True, slots=True)
class Row:
    """One line understood: a table with its result, or somebody who was at none. `notes` are worth a look."""

    line: int
    kind: str
    entrants: tuple[Entrant, ...]
    table: int = 0
    entry: Entry | None = None
    notes: tuple[str, ...] = ()

    @property
    def result_in_words(self) -> str:
        """The result in words."""
        return result_entry.in_words(self.entry.as_data()) if self.entry else ""

    def as_data(self) -> list[Any]:
        """What will be written, for a digest."""
        result = self.entry.as_data() if self.entry else None
        return [self.kind, self.table, [str(one.pk) for one in self.entrants], result]


@dataclass(slots=True)
class Read:
    """A whole text as read; it can be applied when it has rows and no problems."""

    rows: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def tables(self) -> list[Row]:
        return [row for row in self.rows if row.kind == "table"]

    @property
    def apart(self) -> list[Row]:
        return [row for row in self.rows if row.kind != "table"]

    @property
    def digest(self) -> str:
        """Of what would be written: what somebody looked at is what is applied."""
        return canonical.digest([row.as_data() for row in self.rows])


def read(division: Division, text: str, away: dict[str, str]) -> Read:
    """Every line against the division. `away`: entrant id -> what the round counts as for those who are away anyway."""
    people = list(division.entrants.select_related("club").order_by("number"))
    found, reader = Read(), _Reader(division, people)
    lines = [(at, one.strip()) for at, one in enumerate(text.splitlines(), start=1) if one.strip()]
    if len(lines) > MOST_LINES:
        found.problems.append(
            Problem(_("More than %(most)s lines cannot be one round.") % {"most": MOST_LINES})
        )
        return found
    for at, one in lines:
        try:
            found.rows.append(reader.row(at, one))
        except Refusal as refusal:
            found.problems += [Problem(sentence, one, at) for sentence in refusal.sentences]
    found.rows = _numbered(division, found.rows)
    found.problems += _together(division, found, dict(lines), people, away)
    found.rows += _away(people, found.rows, away)
    found.problems.sort(key=lambda problem: problem.line or MOST_LINES * 10)
    return found


class _Reader:
    """Reads single lines, knowing who plays."""

    def __init__(self, division: Division, people: Sequence[Entrant]) -> None:
        self.division = division
        self.seen = result_entry.seen_scores(division)
        self.by_number = {row.number: row for row in people}
        self.names = [(row, fold(f"{row.given} {row.surname}").replace("-", " ").split()) for row in people]

    def row(self, at: int, text: str) -> Row:
        """One line as a row, or a refusal with every mistake in it."""
        words = by_hand_line.read(text)
        if isinstance(words, str):
            raise Refusal("unread", words)
        who, problems = self._everybody(words.who)
        result = None
        if words.kind == "table":
            try:
                result = self._entry(words)
            except Refusal as refusal:
                problems += refusal.sentences
        if words.table is not None and not 1 <= words.table <= MOST_TABLE:
            problems.append(_("%(n)s is no table number.") % {"n": words.table})
        if problems:
            raise Refusal("unread", *problems)
        notes = self._notes(result, who) if result else ()
        return Row(at, words.kind, tuple(who), words.table or 0, result, notes)

    def _everybody(self, asked: Iterable[Who]) -> tuple[list[Entrant], list[str]]:
        found, problems = list[Entrant](), list[str]()
        for one in asked:
            try:
                found.append(self._number(one) if isinstance(one, int) else self._name(one))
            except Refusal as refusal:
                problems += refusal.sentences
        return found, problems

    def _number(self, number: int) -> Entrant:
        if number not in self.by_number:
            sentence = _("There is no entrant number %(n)s in %(division)s.")
            raise Refusal("nobody", sentence % {"n": number, "division": self.division.name})
        return self.by_number[number]

    def _name(self, typed: str) -> Entrant:
        """The one whose name has every word typed, whole before beginnings."""
        words = fold(typed).replace(".", " ").replace("-", " ").split()
        for fits in (_whole, _beginning):
            found = [row for row, name in self.names if fits(words, name)]
            if len(found) == 1:
                return found[0]
            if found:
                raise Refusal("several", _several(typed, found))
        raise Refusal("nobody", self._nobody(typed))

    def _nobody(self, typed: str) -> str:
        known = {" ".join(name): row for row, name in self.names}
        known |= {fold(row.surname): row for row, _name in self.names}
        near = difflib.get_close_matches(fold(typed), known, n=1, cutoff=0.6)
        facts = {"typed": typed[:60], "division": self.division.name}
        if not near:
            return _("Nobody in %(division)s is called %(typed)s.") % facts
        row = known[near[0]]
        sentence = _("Nobody in %(division)s is called %(typed)s. %(near)s, number %(n)s?")
        return sentence % {**facts, "near": row.listed, "n": row.number}

    def _entry(self, words: Words) -> Entry:
        """The result, read by the same rules as a line at the desk."""
        result = _forfeit(words) or self._scored(words)
        result = unfinished_game.by_rule(result, self.division)
        result_entry.refuse_impossible(result, len(words.who), self.division)
        return result

    def _scored(self, words: Words) -> Entry:
        parts = [str(words.table or 0), *(["u"] if "u" in words.rest else []), *words.marks]
        parts += ["/", *words.before] if words.before else []
        parts += [word for word in words.rest if word != "u"]
        typed = entry_line.read(" ".join(parts), len(words.who))
        if isinstance(typed, list):
            raise Refusal("unread", *typed)
        return result_entry.from_typed(typed)

    def _notes(self, result: Entry, who: Sequence[Entrant]) -> tuple[str, ...]:
        asked = result_entry.questions(result, who, self.division, self.seen)
        return tuple(one["sentence"] for one in asked)


def _whole(words: list[str], name: list[str]) -> bool:
    return not Counter(words) - Counter(name)


def _beginning(words: list[str], name: list[str]) -> bool:
    return all(any(part.startswith(word) for part in name) for word in words)


def _several(typed: str, found: Sequence[Entrant]) -> str:
    told = "; ".join(f"{row.number} {row.listed}" for row in found[:6])
    return _("%(typed)s could be: %(told)s. Type the number instead.") % {"typed": typed[:60], "told": told}


def _forfeit(words: Words) -> Entry | None:
    """`w` and `f`, or `x` for each: None when there are scores; a mixture is refused."""
    kinds = set(words.marks)
    if all(NUMBER.fullmatch(mark) for mark in words.marks):
        return None
    if kinds == {"x"}:
        return Entry("unscored")
    if kinds <= {"w", "f"} and "f" in kinds:
        absent = tuple(seat for seat, mark in enumerate(words.marks, start=1) if mark == "f")
        return Entry("forfeit", absent=absent)
    raise Refusal(
        "mixed", _("Either scores, or w and f for a forfeit, or x for each: not mixed on one line.")
    )


def _numbered(division: Division, rows: Sequence[Row]) -> list[Row]:
    """Tables nobody gave a number get the free ones in the order of their lines."""
    used = {row.table for row in rows if row.table}
    free = (number for number in range(division.table_first, MOST_TABLE * 2) if number not in used)
    return [
        Row(row.line, row.kind, row.entrants, next(free), row.entry, row.notes)
        if row.kind == "table" and not row.table
        else row
        for row in rows
    ]


def _together(
    division: Division, found: Read, lines: dict[int, str], people: Sequence[Entrant], away: dict[str, str]
) -> Iterator[Problem]:
    """What is wrong between lines: somebody twice, a table twice or used elsewhere, somebody forgotten."""
    seen: dict[object, int] = {}
    for row in found.rows:
        for key, sentence, facts in _keys(row):
            if key in seen:
                yield Problem(sentence % {**facts, "line": seen[key]}, lines[row.line], row.line)
            seen.setdefault(key, row.line)
    yield from _elsewhere(division, found, lines)
    if not any(problem.line for problem in found.problems):
        yield from _forgotten(found, people, away)


def _keys(row: Row) -> Iterator[tuple[object, str, dict[str, object]]]:
    """What may stand once only, with the sentence when it stands twice, and its facts but for the line."""
    for one in row.entrants:
        yield one.pk, _("%(name)s stands on line %(line)s already."), {"name": one.listed}
    if row.kind == "table":
        yield row.table, _("Table %(table)s stands on line %(line)s already."), {"table": row.table}


def _elsewhere(division: Division, found: Read, lines: dict[int, str]) -> Iterator[Problem]:
    numbers = {row.table: row.line for row in found.tables}
    others = Table.objects.filter(
        round__division__event_id=division.event_id, round__status="published", number__in=numbers
    ).exclude(round__division=division)
    sentence = _("Table %(table)s is in use by %(name)s.")
    for table in others.select_related("round__division"):
        told = sentence % {"table": table.number, "name": table.round.division.name}
        yield Problem(told, lines[numbers[table.number]], numbers[table.number])


def _forgotten(found: Read, people: Sequence[Entrant], away: dict[str, str]) -> Iterator[Problem]:
    """Everybody who was there has a line. A house player who was not needed has none."""
    placed = {one.pk for row in found.rows for one in row.entrants}
    for one in people:
        if one.pk not in placed and str(one.pk) not in away and not one.house:
            sentence = _("No line says what %(name)s, number %(n)s, did: a table, bye, absent or out?")
            yield Problem(sentence % {"name": one.listed, "n": one.number})


def _away(people: Sequence[Entrant], rows: Sequence[Row], away: dict[str, str]) -> Iterator[Row]:
    """Those who are away anyway, and house players nobody needed, as the round counts for them."""
    placed = {one.pk for row in rows for one in row.entrants}
    for one in people:
        if one.pk in placed:
            continue
        if str(one.pk) in away or one.house:
            yield Row(0, away.get(str(one.pk), "unscored"), (one,))
