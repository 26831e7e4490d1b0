"""What hangs on the wall and lies on the tables: lists of a round and result slips.

Names are those the public may see: a list on the wall is public.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.desk.tables import TableRow, tables_of
from tdapp.events.models import Entrant, Round, Slot
from tdapp.kernel import clock
from tdapp.kernel.shells import PrintHead
from tdapp.people.names import fold

NO_TABLE = {Slot.Kind.BYE: "bye", Slot.Kind.FORFEIT: "forfeit", Slot.Kind.UNSCORED: "unscored"}


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table: its number and the names in seat order, starter first."""

    table: int
    names: tuple[str, ...]
    drawn: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where one entrant finds himself: table, seat and opponents, or why there is no table."""

    name: str
    club: str
    table: int | None
    starts: bool
    drawn: bool
    opponents: str
    instead: str


def posted_name(entrant: Entrant) -> str:
    """The name on a sheet that hangs in the hall."""
    return entrant.public_name if entrant.guarded else entrant.listed


def by_table(round_: Round) -> list[Pairing]:
    """The pairings of a round in order of their tables."""
    return [_pairing(row) for row in tables_of(round_)]


def _pairing(row: TableRow) -> Pairing:
    names = tuple(posted_name(_placed(seat.entrant, row)) for seat in row.seats)
    return Pairing(row.number, names, row.table.starts == "drawn")


def _placed(entrant: Entrant, row: TableRow) -> Entrant:
    """The entrant with its division known, so that no name costs a query."""
    entrant.division = row.table.round.division
    return entrant


def by_name(round_: Round) -> list[Place]:
    """Everybody in order of names, those without a table among them."""
    return sorted(_places(round_), key=lambda place: fold(place.name))


def by_club(round_: Round) -> list[Place]:
    """Everybody in order of clubs and schools, then names; those without a club last."""
    return sorted(_places(round_), key=lambda place: (not place.club, fold(place.club), fold(place.name)))


def _places(round_: Round) -> Iterable[Place]:
    for row in tables_of(round_):
        for seat in row.seats:
            others = [posted_name(_placed(other.entrant, row)) for other in row.seats if other is not seat]
            yield Place(
                posted_name(_placed(seat.entrant, row)), _club(seat.entrant), row.number, seat.seat == 1,
                row.table.starts == "drawn", " – ".join(others), "",
            )  # fmt: skip
    yield from without_table(round_)


def without_table(round_: Round) -> list[Place]:
    """Those on a bye or absent in this round, by number."""
    rows = round_.slots.exclude(kind=Slot.Kind.SEAT).select_related(
        "entrant__club", "entrant__division__event"
    )
    words = {"bye": _("bye"), "forfeit": _("absent, forfeit"), "unscored": _("absent, not scored")}
    return [
        Place(posted_name(row.entrant), _club(row.entrant), None, False, False, "", words[row.kind])
        for row in rows.order_by("entrant__number")
    ]


def _club(entrant: Entrant) -> str:
    return entrant.club.name if entrant.club else ""


def head(round_: Round, title: str) -> PrintHead:
    """The line on each sheet of a round: event, division, round, title, print version, time."""
    division = round_.division
    name = division.name if division.event.divisions.count() > 1 else ""
    label = _("round %(round)s") % {"round": round_.number}
    return PrintHead(division.event.name, name, label, title, str(round_.print_version), clock.now())


def slips(round_: Round) -> list[dict[str, object]]:
    """One slip a table, as `td/_slip.html` reads it: the starter first."""
    return [{"table": one.table, "seats": _slip_seats(one)} for one in by_table(round_)]


def _slip_seats(one: Pairing) -> list[dict[str, str]]:
    turns = (_("starts"), _("2nd"), _("3rd"), _("4th")) if len(one.names) > 2 else (_("starts"), _("replies"))
    words = (_("draw"),) * len(one.names) if one.drawn else turns
    return [{"word": word, "name": name} for word, name in zip(words, one.names, strict=False)]


def blank_slips(count: int) -> list[dict[str, object]]:
    """Slips with lines to write on."""
    return [
        {"seats": [{"word": _("starts"), "name": ""}, {"word": _("replies"), "name": ""}]}
        for _slip in range(count)
    ]
