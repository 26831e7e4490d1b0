"""Which column of a sheet of results is which: headings in English, Filipino and Spanish, or as somebody said."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from django.utils.translation import gettext as _

from tdapp.interchange.roster import headings
from tdapp.interchange.roster.headings import folded
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import Row

# Folded as rosters' headings are: lower case, no accents, "#" as "no". 1 is who is named first in a row, 2 the opponent.
SYNONYMS: dict[str, str] = {
    "round": "round|rd|rnd|rnd no|round no|round number|r|game|game no|ronda|yugto|ika ilang round",
    "table": "table|table no|table number|board|board no|mesa|mesa blg|tablero",
    "division": "division|div|category|section|dibisyon|kategorya|categoria|seccion",
    "name1": "name 1|player 1|player a|player|name|first player|winner|winner name|winning player|pangalan 1|manlalaro 1|"
    "nombre 1|jugador 1|ganador",
    "name2": "name 2|player 2|player b|opponent|opponent name|second player|loser|loser name|losing player|pangalan 2|"
    "manlalaro 2|kalaban|nombre 2|jugador 2|oponente|rival|perdedor",
    "number1": "no 1|number 1|player 1 no|player 1 number|player no|winner no|winner number|numero 1|blg 1",
    "number2": "no 2|number 2|player 2 no|player 2 number|opponent no|opponent number|loser no|loser number|numero 2|blg 2",
    "score1": "score 1|player 1 score|player a score|score a|score|winner s score|winners score|winner score|winning score|"
    "iskor 1|puntos 1|puntuacion 1",
    "score2": "score 2|player 2 score|player b score|score b|opponent s score|opponents score|opponent score|opp score|"
    "loser s score|losers score|loser score|losing score|iskor 2|puntos 2|puntuacion 2",
    "kind": "kind|result kind|uri|tipo",
    "won": "won by|nanalo|gano",
    "spread": "spread 1|spread|kalamangan 1|kalamangan",
}
FIELDS = tuple(SYNONYMS)
BY_HEADING = {heading: field for field, words in SYNONYMS.items() for heading in words.split("|")}
# The winner's column beside two named players says who won, not who is named first.
WINNERS = frozenset({"winner", "ganador"})
LOOK_AT, LONGEST = 30, 120
# "Round 1!D" is a column of a sheet, "Round 1!2" a row, "Round 1!*" all of it; without a name that of the only one.
PLACE = re.compile(r"(?P<sheet>.*)!(?P<at>[A-Z]{1,2}|[0-9]{1,5}|\*)")
NOTHING, HEADINGS = "-", "headings"


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody said: the field of a heading (folded); of a sheet the field of a column (0-based, "" none) and the row of
    its headings (0: none); sheets that are no results.
    """

    headings: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[tuple[str, int], str] = field(default_factory=dict)
    rows: Mapping[str, int] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()

    def of_sheet(self, sheet: str) -> dict[int, str]:
        """The columns of a sheet that were said."""
        return {at: name for (there, at), name in self.places.items() if there == sheet}


@dataclass(frozen=True, slots=True)
class Columns:
    """The row of headings and where each field stands (0-based)."""

    row: int
    places: Mapping[str, int]

    @property
    def has_scores(self) -> bool:
        """Whether the sheet says results, not pairings alone."""
        return "score1" in self.places


def said_columns(text: str) -> Said:
    """Lines of "Heading = field", or of places as in "Results!D = score1", "Results!3 = headings", "Results!* = -". Refuses
    (422) what is no such line, one sentence each.
    """
    said, faults = Said({}, {}, {}), []
    for line in re.split(r"[\r\n;]+", text[:20_000]):
        if not line.strip():
            continue
        what, _equals, name = (part.strip() for part in line.rpartition("="))
        there = PLACE.fullmatch(what)
        told = _with_place(said, there, name) if there else _with_heading(said, what, name)
        if told is None:
            facts = {"said": line.strip()[:60], "fields": ", ".join(FIELDS)}
            faults.append(_("“%(said)s”: write Heading = field; fields are %(fields)s.") % facts)
        elif there and _contradicts(said, told):
            sentence = _(
                "“%(said)s” contradicts what was said of that sheet before. Of sheets whose names differ by signs alone "
                "rename one."
            )
            faults.append(sentence % {"said": line.strip()[:60]})
        said = told or said
    if faults:
        raise Refusal("bad-columns", *faults[:20])
    return said


def _with_heading(said: Said, heading: str, name: str) -> Said | None:
    if not folded(heading) or name not in (*FIELDS, *headings.SYNONYMS):
        return None
    return replace(said, headings={**said.headings, folded(heading): name})


def _with_place(said: Said, there: re.Match[str], name: str) -> Said | None:
    sheet, at = key_of(there["sheet"]), there["at"]
    if at == "*":
        return replace(said, left_out=said.left_out | {sheet}) if name == NOTHING else None
    if at.isdigit():
        return replace(said, rows={**said.rows, sheet: int(at)}) if name == HEADINGS else None
    if name not in (*FIELDS, NOTHING):
        return None
    return replace(said, places={**said.places, (sheet, _column(at)): "" if name == NOTHING else name})


def _contradicts(said: Said, told: Said) -> bool:
    """Whether the last thing said took an earlier one's place, as of two sheets that have one key it does."""
    kept = said.places.items() <= told.places.items() and said.rows.items() <= told.rows.items()
    return not kept or bool(told.left_out & ({sheet for sheet, _at in told.places} | set(told.rows)))


def key_of(sheet: str) -> str:
    """What a sheet is called in what is said of it: its name as headings are compared, so that no sign in it matters."""
    return folded(sheet)


def _column(letters: str) -> int:
    return reduce(lambda so_far, letter: so_far * 26 + ord(letter) - ord("A") + 1, letters, 0) - 1


def find(rows: Sequence[Row], said: Said, sheet: str = "") -> Columns | None:
    """The row of headings of a sheet of results or pairings among its first rows; None when there is none. A sheet with one
    player's scores alone, as of player cards, is none. What was said of this `sheet` goes before its headings.
    """
    key = key_of(sheet)
    if key in said.left_out:
        return None
    told = said.of_sheet(key)
    if told or key in said.rows:
        columns = _as_said(rows, said, key, told)
        return columns if is_whole(columns.places) else None
    for row in rows[:LOOK_AT]:
        places = named(row, said)
        if is_whole(places):
            return Columns(row.number, places)
    return None


def is_whole(fields: Collection[str]) -> bool:
    """Whether columns say who met whom in which round, with both scores or neither."""
    both = ("score1" in fields) == ("score2" in fields)
    return (
        both and "round" in fields and all({f"name{seat}", f"number{seat}"} & set(fields) for seat in (1, 2))
    )


def _as_said(rows: Sequence[Row], said: Said, sheet: str, told: Mapping[int, str]) -> Columns:
    number = said.rows.get(sheet, 0)
    heading = next((row for row in rows if row.number == number), None)
    found = named(heading, said) if heading else {}
    kept = {name: at for name, at in found.items() if at not in told and name not in told.values()}
    return Columns(number, kept | {name: at for at, name in told.items() if name})


def named(row: Row, said: Said) -> dict[str, int]:
    """Where each field stands, by the headings in a row."""
    found: dict[str, int] = {}
    texts = [
        folded(value) if isinstance(value, str) and len(value) <= LONGEST else "" for value in row.values
    ]
    names = [said.headings.get(text) or BY_HEADING.get(text, "") for text in texts]
    both = any(name == "name1" and text not in WINNERS for name, text in zip(names, texts, strict=True))
    for at, (name, text) in enumerate(zip(names, texts, strict=True)):
        if name == "name1" and text in WINNERS and both:
            name = "won"
        if name:
            found.setdefault(name, at)
    return found
