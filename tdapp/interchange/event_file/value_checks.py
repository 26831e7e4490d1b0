"""What is asked of every value of an archive before anything else reads it: its kind, its characters, its bounds.

Sentences name the place and never the value where it may be somebody's private data.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import date, datetime
from typing import Any

from django.db import models
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from core import canonical
from pairings.rounds.parameters import ROUNDS_MAX
from scoring.rules.loading import ruleset_from_data
from tdapp.people.models import PlayerPrivate
from tdapp.people.names import ADULT, MINOR, UNKNOWN

Data = dict[str, Any]
DAYS = range(1900, 2101)
MOMENTS = range(2000, 2101)
MOST_PRIVATE, MOST_NOTES = 160, 400
# NUL, which PostgreSQL cannot hold, and the override that turns a line around. Other control characters may have been
# pasted into a reason or a note: an event that holds one must come back from its own archive.
UNFIT = re.compile("[\x00\u202e]")
# Upper bounds that sense sets, where the column would hold more.
BOUNDS: dict[tuple[str, str], tuple[int, int]] = {
    ("Division", "rounds_planned"): (1, ROUNDS_MAX),
    ("Division", "released_round"): (0, ROUNDS_MAX),
    ("Division", "order"): (0, 1000),
    ("Round", "number"): (1, ROUNDS_MAX),
    ("Round", "based_on"): (0, ROUNDS_MAX),
    ("Freeze", "last"): (0, ROUNDS_MAX),
    ("Presence", "first"): (0, 9999),
    ("Presence", "last"): (0, 9999),
    ("Snapshot", "after"): (0, ROUNDS_MAX),
}
RANKED = ("number", "wins", "losses", "ties", "spread", "games")
RANKED_TEXTS = ("name", "club")


def misfit(where: str, name: str) -> str:
    """The sentence for a value that is not of its kind; the value itself is not said again."""
    return _("%(where)s: %(name)s: it is not of the right kind, or beyond all bounds.") % {
        "where": where,
        "name": name,
    }


def unfit_texts(told: Data) -> Iterator[str]:
    """One sentence for each text that holds a character no text may hold, names of fields included."""
    for where, text in _texts_in(told, ""):
        if UNFIT.search(text):
            yield _("%(where)s holds a character that no text may hold.") % {"where": UNFIT.sub("", where)}


def _texts_in(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Every text with its place; the name of a field stands at the place of what holds it."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield where, name
            yield from _texts_in(item, f"{where}, {name[:60]}".lstrip(", "))
    elif isinstance(value, list):
        for at, item in enumerate(value, start=1):
            yield from _texts_in(item, f"{where} {at}")


def is_of_kind(field: Any, value: Any) -> bool:
    """Whether a value is what JSON has for a column of this kind; nothing, where the column may hold nothing."""
    if value is None:
        return bool(field.null)
    if isinstance(field, models.BooleanField):
        return type(value) is bool
    if isinstance(field, models.DateTimeField):
        return is_moment(value)
    if isinstance(field, models.DateField):
        return is_day(value)
    if isinstance(field, models.IntegerField):
        return is_number(value, *BOUNDS.get((field.model.__name__, field.name), (None, None)))
    if isinstance(field, models.JSONField):
        return _is_data(field, value)
    return isinstance(value, str)


def _is_data(field: Any, value: Any) -> bool:
    """House rules are lines or values by name; everything else is a list or an object as a new row has it."""
    if field.name == "overrides":
        plain = value if isinstance(value, list) else value.values() if isinstance(value, dict) else [[]]
        return all(isinstance(one, str | int | float) for one in plain)
    if field.name == "precedence":
        return isinstance(value, list) and len(value) <= ROUNDS_MAX and _texts(value)
    if field.name == "ruleset_frozen":
        return _are_rules(value)
    new = field.get_default() if field.has_default() else None
    return new is None or isinstance(value, type(new))


def _are_rules(value: Any) -> bool:
    """Frozen rules that can be read again; nothing of them while no round was published."""
    try:
        return value == {} or bool(ruleset_from_data(value))
    except (ValueError, TypeError, KeyError, AttributeError):
        return False


def is_number(value: Any, low: int | None = None, high: int | None = None) -> bool:
    """A whole number within its bounds; true and false are none."""
    return type(value) is int and (low is None or value >= low) and (high is None or value <= high)


def is_day(value: Any) -> bool:
    """A date as text, of a year in which people play."""
    found = _parsed(parse_date, value)
    return found is not None and found.year in DAYS


def is_moment(value: Any) -> bool:
    """A date and time with its zone as text, of a year in which this program may have run."""
    found = _parsed(parse_datetime, value)
    return isinstance(found, datetime) and found.tzinfo is not None and found.year in MOMENTS


def _parsed(parse: Any, value: Any) -> date | None:
    try:
        found: date | None = parse(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found


def _texts(found: Collection[Any]) -> bool:
    return all(isinstance(one, str) for one in found)


PRIVATE: Mapping[str, Any] = {
    "birth_date": lambda value: value is None or is_day(value),
    "birth_year": lambda value: value is None or is_number(value, DAYS[0], DAYS[-1]),
    "gender": lambda value: value == "" or value in PlayerPrivate.Gender.values,
    "consent": lambda value: type(value) is bool,
    "guardian": lambda value: isinstance(value, str) and len(value) <= MOST_PRIVATE,
    "contact": lambda value: isinstance(value, str) and len(value) <= MOST_PRIVATE,
    "notes": lambda value: isinstance(value, str) and len(value) <= MOST_NOTES,
}


def private_faults(row: Data, where: str) -> Iterator[str]:
    """What is wrong with an entrant's private data and age, by the names of the fields only."""
    told = row.get("private")
    if told is not None and not isinstance(told, dict):
        yield misfit(where, "private")
    elif told:
        yield from (
            misfit(where, f"private, {name}")
            for name, fits in PRIVATE.items()
            if name in told and not fits(told[name])
        )
    if row.get("age", UNKNOWN) not in (ADULT, MINOR, UNKNOWN):
        yield misfit(where, "age")
    if type(row.get("display_consent", False)) is not bool:
        yield misfit(where, "display_consent")


def text_faults(row: Data, names: Collection[str], where: str) -> Iterator[str]:
    """Fields that are texts or are not there."""
    yield from (misfit(where, name) for name in names if not isinstance(row.get(name, ""), str))


def snapshot_faults(row: Any, rounds: int, where: str) -> Iterator[str]:
    """Stored standings: of a round there is, rows as pages read them, under the digest they were stored with."""
    if not isinstance(row, dict):
        return
    if not is_number(row.get("after"), 0, rounds):
        yield misfit(where, "after")
    rows = row.get("rows")
    if not isinstance(rows, list) or not all(map(_is_ranked, rows)):
        yield misfit(where, "rows")
    elif canonical.digest(rows) != row.get("digest"):
        yield misfit(where, "digest")


def _is_ranked(one: Any) -> bool:
    return (
        isinstance(one, dict)
        and all(is_number(one.get(name), -(2**31), 2**31) for name in RANKED)
        and all(one.get(name) is None or is_number(one[name], -(2**31), 2**31) for name in ("rank", "movement", "points"))
        and _texts([one.get(name) for name in RANKED_TEXTS])
        and type(one.get("withdrawn")) is bool and _are_tie_breaks(one.get("tie_breaks", []))
    )  # fmt: skip


def _are_tie_breaks(told: Any) -> bool:
    return isinstance(told, list) and all(
        isinstance(one, list) and len(one) == 2 and _texts(one) for one in told
    )


def substitute_faults(entrants: Collection[Any], where: str) -> Iterator[str]:
    """A substitute stands for somebody of the same division, and following them comes to an end."""
    rows = [one for one in entrants if isinstance(one, dict) and is_number(one.get("number"))]
    stands_for = {one["number"]: one.get("substitute_for") for one in rows}
    for number, leaves in stands_for.items():
        if leaves is not None and (not is_number(leaves) or leaves not in stands_for):
            facts = {"where": f"{where}, {_('entrant')} {number}", "name": "substitute_for"}
            yield _("%(where)s: %(name)s leads to nothing in this archive.") % facts
            return
    for number in stands_for:
        if _circles(number, stands_for):
            facts = {"where": f"{where}, {_('entrant')} {number}"}
            yield _("%(where)s: substitutes stand for each other in a circle.") % facts
            return


def _circles(number: int, stands_for: Mapping[int, int | None]) -> bool:
    seen: set[int] = set()
    at: int | None = number
    while at is not None and at not in seen:
        seen.add(at)
        at = stands_for.get(at)
    return at is not None


def line_faults(lines: Collection[Any], where: str) -> Iterator[str]:
    """Scores before unplayed tiles are told of every seat or of none."""
    told = [one.get("before") is None for one in lines if isinstance(one, dict)]
    if len(set(told)) > 1:
        yield misfit(where, "before")
