"""Before a team match: a sheet a team with its members, on which the captain writes who plays where in each round."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tdapp.desk.day.prints import posted_name
from tdapp.desk.ledger import lineups, round_plan
from tdapp.events.models import Division, Entrant
from tdapp.publishing.paper.drawing.document import Box, Document, Sheet
from tdapp.publishing.paper.drawing.flow import WRITTEN, Cell, Column, table
from tdapp.publishing.paper.parts import lists

# More columns to write in stand on a second sheet.
ROUNDS_MOST = 10
FOOT = 34 * mm


def teams_of(division: Division) -> dict[str, list[Entrant]]:
    """The members of each team by number, teams by name; who has left is not among them."""
    rows = [row for row in lists.field(division) if row.team]
    prefetch_related_objects(rows, "absences")
    found: dict[str, list[Entrant]] = {}
    for row in sorted(rows, key=lambda row: (row.team.casefold(), row.number)):
        if not any(one.kind == "withdrawn" for one in row.absences.all()):
            found.setdefault(row.team, []).append(row)
    return found


def boards_of(division: Division, number: int, teams: dict[str, list[Entrant]]) -> int:
    """How many boards a match of a round has; where everybody plays, as many as the largest team has members."""
    planned = lineups.planned(division, number)
    boards = int(planned.params.get("boards", 0)) if planned else 0
    return boards or max(map(len, teams.values()), default=0)


def sheets(document: Document, division: Division) -> None:
    """A sheet for the captain of every team; nothing where the plan has no team matches."""
    rounds, _scoring = round_plan.match_rounds(division)
    teams = teams_of(division)
    for team, members in teams.items():
        for first in range(0, len(rounds), ROUNDS_MOST):
            numbers = rounds[first : first + ROUNDS_MOST]
            boards = boards_of(division, numbers[0], teams)
            _sheet(document, division, team, members, numbers, boards)


def _sheet(
    document: Document, division: Division, team: str, members: Sequence[Entrant], rounds: Sequence[int], boards: int
) -> None:  # fmt: skip
    document.begin(Sheet(lists.division_head(division, _("Line-ups"), team)))
    columns = [Column(_("No."), 1, "right", bold=True), Column(_("Player"), 6, bold=True)]
    columns += [Column(_("Round %(round)s") % {"round": number}, 1.35, "center") for number in rounds]
    rows: list[list[Cell]] = [[str(one.number), posted_name(one), *_boxes(one, rounds)] for one in members]
    room = table(document, columns, rows, WRITTEN)
    _closing(document, room if room.height >= FOOT else document.page(), team, boards)


def _boxes(one: Entrant, rounds: Sequence[int]) -> list[Cell]:
    """A box to write in for every round; a dash where he is known to be away."""
    away = list(one.absences.all())
    return [lists.NOTHING if any(row.covers(number) for row in away) else None for number in rounds]


def _closing(document: Document, room: Box, team: str, boards: int) -> None:
    said = _("Write 1 for whoever plays; leave the box of a reserve empty.")
    if boards > 1:
        said = _("Write the board of whoever plays, 1 to %(n)s; leave the box of a reserve empty.")
        said %= {"n": boards}
    document.text(room.x, room.top - 8 * mm, said, 10.5, width=room.width)
    half = room.width / 2
    document.rule(room.x, room.x + half, room.top - 26 * mm)
    captain = _("Captain of %(team)s") % {"team": team}
    document.text(room.x, room.top - 30.5 * mm, captain, 8.5, grey=True, width=half)
