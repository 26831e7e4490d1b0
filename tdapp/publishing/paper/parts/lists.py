"""Lists: pairings by table, by name and by club, the call-out list, standings, the entry list, check-in sheets."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tdapp.desk.day import prints
from tdapp.desk.day.prints import Pairing, Place, Printed, posted_name
from tdapp.desk.standings.ranking import Line, ranking
from tdapp.events.models import Division, Entrant, tell_apart
from tdapp.kernel import audit, clock
from tdapp.kernel.pages.shells import PrintHead
from tdapp.kernel.templatetags.td import points, signed
from tdapp.people import registry
from tdapp.people.models import PlayerPrivate
from tdapp.people.names import MINOR, rated
from tdapp.publishing.paper.drawing.document import Document, Sheet
from tdapp.publishing.paper.drawing.flow import CALLED, LISTED, WRITTEN, Cell, Column, Heights, table

NOTHING = "–"


def by_table(document: Document, printed: Printed) -> None:
    """Table, who starts, who replies; byes and absences below."""
    document.begin(Sheet(prints.head(printed, _("Pairings by table")), void=printed.void))
    _pairings(document, printed, 1.5, LISTED)


def call_out(document: Document, printed: Printed) -> None:
    """The same in large type, to be read out."""
    document.begin(Sheet(prints.head(printed, _("Call-out list")), void=printed.void))
    _pairings(document, printed, 2, CALLED)


def _pairings(document: Document, printed: Printed, number: float, heights: Heights) -> None:
    teams = prints.of_teams(printed)
    rows = [_pairing(one, teams) for one in prints.by_table(printed)]
    rows += [_without(one, teams) for one in prints.without_table(printed)]
    table(document, _tables(number, teams), rows, heights)


def _tables(number: float, teams: bool) -> list[Column]:
    team = [Column(_("Team"), 4.5)] if teams else []
    return [
        Column(_("Table"), number, "right", bold=True, larger=1.15), Column(pgettext("seat", "First"), 7), *team,
        Column(pgettext("seat", "Second"), 7), *team,
    ]  # fmt: skip


def _pairing(one: Pairing, teams: bool) -> list[Cell]:
    starter = _("%(name)s (draw who goes first)") % {"name": one.called[0]} if one.drawn else one.called[0]
    if teams:
        return [str(one.table), starter, one.teams[0], one.called[1], one.teams[1]]
    return [str(one.table), starter, " – ".join(one.called[1:])]


def _without(one: Place, teams: bool) -> list[Cell]:
    return [NOTHING, one.called, *([one.team] if teams else []), one.instead, *([""] if teams else [])]


def by_name(document: Document, printed: Printed) -> None:
    """Everybody by name, with table and opponent."""
    document.begin(Sheet(prints.head(printed, _("Pairings by name")), void=printed.void))
    teams = prints.of_teams(printed)
    table(document, _finding(teams), [_place(one, teams) for one in prints.by_name(printed)])


def by_club(document: Document, printed: Printed) -> None:
    """Everybody by club or school."""
    document.begin(Sheet(prints.head(printed, _("Pairings by club or school")), void=printed.void))
    teams = prints.of_teams(printed)
    columns = [Column(_("Club or school"), 4), *_finding(teams)]
    table(document, columns, [[one.club or NOTHING, *_place(one, teams)] for one in prints.by_club(printed)])


def _finding(teams: bool) -> list[Column]:
    team = [Column(_("Team"), 4.5)] if teams else []
    return [
        Column(_("Player"), 6, bold=True), *team, Column(_("Table"), 1.5, "right", bold=True, larger=1.15),
        Column("", 1.7), Column(_("Opponent"), 6), *team,
    ]  # fmt: skip


def _place(one: Place, teams: bool) -> list[Cell]:
    name = [one.called, *([one.team] if teams else [])]
    other = [one.against] if teams else []
    if one.table is None:
        return [*name, NOTHING, "", one.instead, *other]
    turn = _("draw") if one.drawn else pgettext("seat", "first") if one.starts else pgettext("seat", "second")
    return [*name, str(one.table), turn, one.opponents, *other]


def standings(document: Document, division: Division, after: int) -> None:
    """Confirmed standings after a round."""
    shown = ranking(division, after, paper=True)
    title = _("Standings, provisional") if shown.open.out or shown.open.unconfirmed else _("Standings")
    label = _("after round %(round)s") % {"round": after}
    document.begin(Sheet(division_head(division, title, label, str(division.version))))
    columns = [
        Column(_("Place"), 1.2, "right", bold=True), Column(_("Player"), 6, bold=True), Column(_("Club or school"), 5),
        Column(_("W–L"), 1.6, "right"), Column(_("Spread"), 1.6, "right"),
    ]  # fmt: skip
    table(document, columns, [_standing(line) for line in shown.lines])


def _standing(line: Line) -> list[Cell]:
    row, entrant = line.row, line.entrant
    place = NOTHING if line.place is None else f"{line.place}=" if line.shared else str(line.place)
    return [
        place,
        entrant.called,
        entrant.club.name if entrant.club else "",
        f"{points(row.wins)}–{points(row.losses)}",
        signed(row.spread),
    ]


def division_head(division: Division, title: str, label: str = "", version: str = "") -> PrintHead:
    """The head of a sheet that belongs to no round: its version is that of the confirmed facts, or the one given."""
    version = version or str(division.version)
    log = audit.head(division.scope_key)
    return PrintHead(division.event.name, division.name, label, title, version, clock.now(), log)


def field(division: Division, *, house: bool = False) -> list[Entrant]:
    """The entrants of a division by number, with what a list shows of them; `house`: those who only remove a bye too."""
    people = division.entrants.all() if house else division.entrants.filter(house=False)
    rows = list(people.select_related("club", "player").order_by("number"))
    for row in rows:
        row.division = division
    tell_apart(rows, marked=True)
    return rows


def entries(document: Document, division: Division) -> None:
    """The entry list for the wall: names as the public may see them, by number."""
    rows = field(division)
    document.begin(Sheet(division_head(division, _("Entry list"), _entered(len(rows)))))
    classes = any(row.klass or row.team for row in rows)
    columns = [
        Column(_("No."), 1, "right", bold=True), Column(_("Player"), 6, bold=True), Column(_("Club or school"), 6),
        *([Column(_("Class or team"), 2.5)] if classes else []), Column(_("Rating"), 1.5, "right"),
    ]  # fmt: skip
    table(document, columns, [_entry(row, classes) for row in rows])


def _entered(count: int) -> str:
    return _("%(n)s entered") % {"n": count}


def _entry(row: Entrant, classes: bool) -> list[Cell]:
    told: list[Cell] = [str(row.number), posted_name(row), row.club.name if row.club else ""]
    told += [" · ".join(part for part in (row.klass, row.team) if part)] if classes else []
    return [*told, rated(row.rating) if row.division.event.show_ratings else ""]


def checkin(document: Document, division: Division, who: str) -> None:
    """Check-in sheets: whom to ring when a child is not there. Private; by surname, a box to tick, a line to sign."""
    rows = sorted(field(division), key=lambda row: (row.order, row.number))
    private = registry.of_players([row.player for row in rows], division.scope_key)
    head = division_head(division, _("Check-in"), _entered(len(rows)))
    document.begin(Sheet(head, private=who, wide=True))
    columns = [
        Column(_("Here"), 1), Column(_("No."), 1, "right", bold=True), Column(_("Player"), 5, bold=True),
        Column(_("Club or school"), 4), Column(_("Guardian"), 4), Column(_("Number to ring"), 3.4),
        Column(_("Signature"), 4),
    ]  # fmt: skip
    table(document, columns, [_present(row, private.get(row.player_id)) for row in rows], WRITTEN)


def _present(row: Entrant, own: PlayerPrivate | None) -> Sequence[Cell]:
    name = _("%(name)s (child)") % {"name": row.listed} if row.age == MINOR else row.listed
    told = (own.guardian, own.contact) if own else ("", "")
    return [None, str(row.number), name, row.club.name if row.club else "", *told, None]
