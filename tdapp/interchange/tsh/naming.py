"""Names as a .t line holds them: "Surname, Given[:member]", and back."""

from __future__ import annotations

import re

from tdapp.events.models import Entrant
from tdapp.kernel.tabular import tidy
from tdapp.people.names import display_name

# A word that starts with a digit would be read as the rating; ";" and line ends would end the name.
BREAKS = re.compile(r"[;\r\n]+")
SCHOOL = re.compile(r"\s*\([^()]*\)\s*$")
BEFORE_DIGIT = re.compile(r"\s+(?=\d)")


def parts(raw: str) -> tuple[str, str, str]:
    """(surname, given, member number) of a line's name; without a comma all of it is the surname."""
    name, _colon, member = raw.partition(":")
    surname, _comma, given = name.partition(",")
    return tidy(surname).text, tidy(given).text, tidy(member).text


def surname_first(name: str) -> str:
    """As lists have it, where a file has "Ana Cruz": the last word is the surname. A school in brackets behind a child's name
    is no part of it.
    """
    plain = SCHOOL.sub("", name) or name
    given, _blank, surname = plain.rpartition(" ")
    return plain if "," in plain or not given else f"{surname}, {given}"


def line_name(entrant: Entrant, full: bool) -> str:
    """The entrant's name for a line. A guarded child is a given name and an initial without number, unless `full`."""
    if entrant.guarded and not full:
        text = display_name(entrant.given, entrant.surname, age=entrant.age, school=True)
    else:
        text = entrant.listed
    kept = entrant.extras.get("tsh", {}).get("name", "")
    if kept and ", ".join(part for part in parts(kept)[:2] if part) == text:
        return str(kept)
    plain = BEFORE_DIGIT.sub("_", BREAKS.sub(",", text.replace(":", " "))).strip()
    hidden = entrant.guarded and not full
    return f"{plain}:{number}" if not hidden and (number := _number(entrant)) else plain


def _number(entrant: Entrant) -> str:
    """The real member number, if a line can hold it."""
    number = entrant.player.number if entrant.player and not entrant.player.is_temporary else ""
    return number if re.fullmatch(r"[^\s;:]+", number) else ""
