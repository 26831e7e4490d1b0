"""A season as its pages walk through it: lines with names, and for each part why it counts what it counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.clubs.models import Season
from tdapp.clubs.reckoning import POINT, Line, Part
from tdapp.clubs.seasons import gathering
from tdapp.clubs.seasons.gathering import Found
from tdapp.kernel.templatetags.td import ordinal, points

LEADERS = 5
# A page has so many lines of text in its tables, as far as rows can be parted: a hundred kilobytes.
PAGE_LINES, LEAST_ROWS, MOST_ROWS = 1500, 20, 200
ALL = "all"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings, of a player or a school; no `name` where a child stands there. `code`: of their page over
    all events, if any.
    """

    rank: int
    shared: bool
    name: str
    points: str
    why: tuple[str, ...]
    code: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Standings under a title: all players, those of one class, or the schools; `whose` heads their names."""

    title: str
    whose: str
    rows: tuple[Row, ...]


def tables(season: Season, found: Found, hidden: frozenset[str], codes: Mapping[str, str]) -> list[Table]:
    """All, then each class, where there is more than one; then the schools, if any. `codes`: of players' pages, by player."""
    made = [Table(_("Standings"), _("Player"), tuple(_rows(season, found, found.lines, hidden, codes)))]
    if len(found.classes) > 1:
        for name, lines in found.classes.items():
            title = _("Class %(name)s") % {"name": name}
            made.append(Table(title, _("Player"), tuple(_rows(season, found, lines, hidden, codes))))
    if found.schools:
        made.append(Table(_("Schools and clubs"), _("Club or school"), tuple(_schools(found, hidden))))
    return made


def paged(made: Sequence[Table], number: str | None) -> tuple[list[Table], Page[int]]:
    """The part of each table that stands on this page, and the page; tables that end before it are left out. `ALL`: every
    line, for who prints.
    """
    longest = max((len(table.rows) for table in made), default=0)
    lines = sum(_lines_a_row(table) for table in made) or 1
    each = max(LEAST_ROWS, min(MOST_ROWS, int(PAGE_LINES / lines))) if number != ALL else max(longest, 1)
    page = Paginator(range(longest), each).get_page(number)
    first = each * (page.number - 1)
    parts = [replace(table, rows=table.rows[first : first + each]) for table in made]
    return [table for table in parts if table.rows or page.number == 1], page


def _lines_a_row(table: Table) -> float:
    """How many lines of text a row of a table takes in the mean, its own three among them."""
    return sum(3 + len(row.why) for row in table.rows) / len(table.rows) if table.rows else 0.0


def leaders(season: Season, found: Found) -> list[Row]:
    """The first few of all, as a club's own page shows them; who is guarded is asked of them alone."""
    first = found.lines[:LEADERS]
    return list(
        _rows(season, found, first, gathering.hidden_of(found, first), gathering.codes_of(found, first))
    )


def _rows(
    season: Season, found: Found, lines: Iterable[Line], hidden: frozenset[str], codes: Mapping[str, str]
) -> Iterable[Row]:
    for line in lines:
        name = "" if line.player in hidden else found.names[line.player]
        why = tuple(reason(season, found, part) for part in line.parts)
        code = codes.get(line.player, "") if name else ""
        yield Row(line.rank, line.shared, name, points(line.total), why, code)


def _schools(found: Found, hidden: frozenset[str]) -> Iterable[Row]:
    """Each with whose points count for it."""
    for one in found.schools:
        many = ngettext("%(n)s player took part", "%(n)s players took part", one.took_part) % {
            "n": one.took_part
        }
        why = (*(_scorer(found, line, hidden) for line in one.players), many)
        yield Row(one.rank, one.shared, one.school, points(one.total), why)


def _scorer(found: Found, line: Line, hidden: frozenset[str]) -> str:
    name = _("name hidden (minor)") if line.player in hidden else found.names[line.player]
    return f"{name}: {points(line.total)}"


def reason(season: Season, found: Found, part: Part) -> str:
    """Why a result counts what it counts: "Club night, Open: 2nd of 18, 8 points"."""
    counted, one = found.divisions[part.result.event], part.result
    facts = {
        "event": counted.event, "division": counted.division, "place": ordinal(one.place), "of": one.of,
        "points": points(part.points), "best": season.best,
    }  # fmt: skip
    many = part.points // POINT
    if season.as_scored:
        told = ngettext(
            "%(event)s, %(division)s: %(points)s game won", "%(event)s, %(division)s: %(points)s games won", many
        )  # fmt: skip
    else:
        told = ngettext(
            "%(event)s, %(division)s: %(place)s of %(of)s, %(points)s point",
            "%(event)s, %(division)s: %(place)s of %(of)s, %(points)s points", many,
        )  # fmt: skip
    if not part.counts:
        return _("%(result)s; not among the best %(best)s") % {"result": told % facts, "best": season.best}
    return told % facts


def rules(season: Season) -> list[str]:
    """How the season counts, as sentences."""
    told = []
    if season.as_scored:
        told.append(_("Each game won counts a point, a tied one half a point."))
    else:
        told.append(_("Points by place: %(points)s.") % {"points": ", ".join(season.points.split())})
        if season.rest:
            told.append(_("Every place behind these: %(rest)s.") % {"rest": season.rest})
        told.append(_("Who shares a place has the points of that place."))
    if season.best:
        told.append(_("The best %(n)s results of each player count.") % {"n": season.best})
    told.append(_("Equal on points: the better best result is first, then the second best, and so on."))
    return told + recognition(season)


def recognition(season: Season) -> list[str]:
    """Who gets a certificate, as sentences."""
    rule, told = season.recognition, []
    if rule.events:
        told.append(
            ngettext(
                "A certificate for everybody with results at %(n)s event.",
                "A certificate for everybody with results at %(n)s events or more.", rule.events,
            )
            % {"n": rule.events}
        )  # fmt: skip
    if rule.places:
        places = ngettext(
            "A certificate for place %(n)s of all and of each class.",
            "A certificate for places 1 to %(n)s of all and of each class.", rule.places,
        )  # fmt: skip
        told.append(places % {"n": rule.places})
    if rule.schools:
        schools = ngettext(
            "A certificate for place %(n)s of the schools.",
            "A certificate for places 1 to %(n)s of the schools.",
            rule.schools,
        )
        told.append(schools % {"n": rule.schools})
    return told
