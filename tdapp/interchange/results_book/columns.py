"""Which column of a sheet of results is which: headings in English, Filipino and Spanish, or as somebody said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
Said = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Columns:
    """The row of headings and where each field stands (0-based)."""

    row: int
    places: Mapping[str, int]

    @property
    def has_scores(self) -> bool:
        """Whether the sheet says results, not pairings alone."""
        return "score1" in self.places


def said_columns(text: str) -> dict[str, str]:
    """Lines of "Heading = field" as folded heading -> field. Refuses (422) what is no such line, one sentence each."""
    found, faults = dict[str, str](), []
    known = (*FIELDS, *headings.SYNONYMS)
    for line in re.split(r"[\r\n;]+", text[:20_000]):
        heading, _equals, field = (part.strip() for part in line.rpartition("="))
        if line.strip() and (not folded(heading) or field not in known):
            facts = {"said": line.strip()[:60], "fields": ", ".join(FIELDS)}
            faults.append(_("“%(said)s”: write Heading = field; fields are %(fields)s.") % facts)
        elif line.strip():
            found[folded(heading)] = field
    if faults:
        raise Refusal("bad-columns", *faults[:20])
    return found


def find(rows: Sequence[Row], said: Said) -> Columns | None:
    """The row of headings of a sheet of results or pairings among its first rows; None when there is none. A sheet with one
    player's scores alone, as of player cards, is none.
    """
    for row in rows[:LOOK_AT]:
        places = _places(row, said)
        if ("score1" in places) != ("score2" in places):
            continue
        if "round" in places and all({f"name{seat}", f"number{seat}"} & set(places) for seat in (1, 2)):
            return Columns(row.number, places)
    return None


def _places(row: Row, said: Said) -> dict[str, int]:
    found: dict[str, int] = {}
    texts = [
        folded(value) if isinstance(value, str) and len(value) <= LONGEST else "" for value in row.values
    ]
    named = [said.get(text) or BY_HEADING.get(text, "") for text in texts]
    both = any(field == "name1" and text not in WINNERS for field, text in zip(named, texts, strict=True))
    for at, (field, text) in enumerate(zip(named, texts, strict=True)):
        if field == "name1" and text in WINNERS and both:
            field = "won"
        if field:
            found.setdefault(field, at)
    return found
