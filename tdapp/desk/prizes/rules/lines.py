"""Prizes typed as lines: "rank 1-3: 5000, 3000 + trophy, medal" or "class U12 1: medal". Pure.

A line is a kind, for a class its name, the places, for a school "best 4", a colon, and what each place gets: money
(with two decimals at most), a thing, or both with a plus. "given by hand" lines begin with "custom" and a name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.problems import Problem
from tdapp.desk.prizes.rules import among

KINDS = (
    "rank", "class", "school", "team", "high-game", "high-win", "high-loss", "spread", "comeback", "best-play",
    "high-turn", "among", "custom",
)  # fmt: skip
MOST_LINES, MOST_PLACES, MOST_CENTS = 60, 40, 10_000_000_00
THING_LENGTH, TITLE_LENGTH, CLASS_LENGTH = 60, 80, 20
RANGE = re.compile(r"^(\d{1,3})(?:\s*[-\N{EN DASH}]\s*(\d{1,3}))?$")
MONEY = re.compile(r"^[^\w\s]?\s?(\d{1,8})(?:\.(\d{1,2}))?$", re.ASCII)
AMONG = re.compile(r"^(.+?)(?:\s+(\d{1,3}(?:\s*[-\N{EN DASH}]\s*\d{1,3})?))?\s+as\s+(.+)$", re.IGNORECASE)
BEST = re.compile(r"\bbest\s+(\d{1,2})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """One line read: kind, class or title, first place, what each place gets, how many of a school count."""

    kind: str
    places: tuple[tuple[int, str], ...]
    first: int = 1
    klass: str = ""
    title: str = ""
    best: int = 3
    among: str = ""

    @property
    def last(self) -> int:
        """The last place."""
        return self.first + len(self.places) - 1


class BadLine(ValueError):
    """A line that cannot be read; its text is the sentence."""


def read(text: str) -> tuple[list[Line], list[Problem]]:
    """Every line of a text; empty ones are left out."""
    lines: list[Line] = []
    problems: list[Problem] = []
    rows = [(number, row.strip()) for number, row in enumerate(text.splitlines(), start=1) if row.strip()]
    for number, row in rows[:MOST_LINES]:
        try:
            lines.append(read_line(row))
        except BadLine as wrong:
            problems.append(Problem(str(wrong), line=number))
    if len(rows) > MOST_LINES:
        problems.append(
            Problem(_("Type at most %(n)s lines at once.") % {"n": MOST_LINES}, line=rows[MOST_LINES][0])
        )
    return lines, problems


def read_line(row: str) -> Line:
    """One line. Raises BadLine with one sentence."""
    head, colon, tail = row.partition(":")
    if not colon:
        raise BadLine(
            _("Write what it is for, a colon, and what each place gets: rank 1-3: 5000, 3000, medal.")
        )
    kind, rest = _kind(head.strip())
    places = read_places(tail)
    if kind == "custom":
        return Line(kind, places[:1], title=_bounded(rest, TITLE_LENGTH))
    if kind == "among":
        return _among(rest, places)
    best, rest = _best(kind, rest)
    first, klass = _first(kind, rest, len(places))
    return Line(kind, places, first, klass, best=best)


def _among(rest: str, places: tuple[tuple[int, str], ...]) -> Line:
    """`girls under 13 1-2 as Best girl`: whom it is for, the places, and the name that everybody sees."""
    found = AMONG.match(rest)
    if found is None:
        raise BadLine(
            _("Give it a name, which is all that the public sees: among girls 1 as Best girl: medal.")
        )
    whom = among.read(found[1])
    if whom is None:
        facts = {"whom": found[1][:30]}
        raise BadLine(
            _(
                "%(whom)s is not whom a prize can be for; write girls, boys, under 13, from 60, or girls under 13."
            )
            % facts
        )
    first, _klass = _first("among", found[2] or "", len(places))
    return Line("among", places, first, title=_bounded(found[3].strip(), TITLE_LENGTH), among=str(whom))


def _kind(head: str) -> tuple[str, str]:
    """The kind at the beginning of a head ("high game" as "high-game"), and the rest."""
    told = " ".join(head.lower().split())
    for kind in KINDS:
        for name in (kind, kind.replace("-", " ")):
            if told == name or told.startswith(f"{name} "):
                return kind, " ".join(head.split())[len(name) :].strip()
    facts = {
        "word": head.split()[0][:20] if head.split() else "",
        "known": ", ".join(KINDS).replace("-", " "),
    }
    raise BadLine(_("%(word)s is no kind of prize; known are %(known)s.") % facts)


def _best(kind: str, rest: str) -> tuple[int, str]:
    found = BEST.search(rest)
    if kind != "school" or not found:
        return 3, rest
    count = int(found[1])
    if not 1 <= count <= 20:
        raise BadLine(_("From 1 to 20 players of a school are summed."))
    return count, BEST.sub("", rest).strip()


def _first(kind: str, rest: str, count: int) -> tuple[int, str]:
    """The first place and the class; the range has to fit what is given."""
    words = rest.split()
    found = RANGE.match(words[-1]) if words else None
    klass = " ".join(words[:-1] if found else words)
    if kind == "class" and not klass:
        raise BadLine(_("Name the class: class U12 1: medal."))
    if kind != "class" and klass:
        raise BadLine(_("%(word)s is not a place; write places as 1 or 1-3.") % {"word": klass[:30]})
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, count)
    if not 1 <= first <= last:
        raise BadLine(_("Places go from 1 upwards: 1-3."))
    if found and last - first + 1 != count:
        facts = {"places": last - first + 1, "given": count}
        raise BadLine(_("There are %(places)s places and %(given)s prizes; give each place one.") % facts)
    return first, _bounded(klass, CLASS_LENGTH)


def read_places(text: str) -> tuple[tuple[int, str], ...]:
    """What each place gets, by commas: centavos and a thing each. Raises BadLine with one sentence."""
    parts = [part.strip() for part in text.split(",")]
    if not text.strip() or not all(parts):
        raise BadLine(_("Say what each place gets, with commas between: 5000, 3000, medal."))
    if len(parts) > MOST_PLACES:
        raise BadLine(_("At most %(n)s places in one line.") % {"n": MOST_PLACES})
    return tuple(_item(part) for part in parts)


def _item(part: str) -> tuple[int, str]:
    cents, things = 0, []
    for piece in (piece.strip() for piece in part.split("+")):
        found = MONEY.match(piece)
        if found:
            cents += int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))
        elif piece:
            things.append(piece)
    if cents > MOST_CENTS:
        raise BadLine(_("%(money)s is too much for one place.") % {"money": part[:20]})
    return cents, _bounded(" + ".join(things), THING_LENGTH)


def _bounded(text: str, most: int) -> str:
    if len(text) > most:
        raise BadLine(_("%(text)s… is too long: at most %(n)s letters.") % {"text": text[:20], "n": most})
    return text


def written(places: list[dict[str, object]]) -> str:
    """What each place gets, as it would be typed."""
    return ", ".join(_written(row) for row in places)


def _written(row: dict[str, object]) -> str:
    whole, part = divmod(int(str(row.get("cents") or 0)), 100)
    money = f"{whole}.{part:02}" if part else str(whole) if whole else ""
    return " + ".join(piece for piece in (money, str(row.get("thing") or "")) if piece) or "0"
