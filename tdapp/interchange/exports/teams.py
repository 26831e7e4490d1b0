"""The sheets of teams: their standings, and every match of team against team."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tdapp.interchange.event_facts import SPREAD, Facts, points
from tdapp.kernel.tabular import Column, Value

Cells = list[Value]


def _team_points(facts: Facts) -> list[Column]:
    if not facts.of_matches:
        return []
    return [Column(_("Match points")), Column(_("Matches"))]


def team_columns(facts: Facts) -> list[Column]:
    return [
        Column(_("Rank")), Column(_("Team")), *_team_points(facts), Column(_("Wins")), Column(_("Losses")),
        Column(_("Spread"), format=SPREAD), Column(_("Members"), 40),
        Column(pgettext("column: withdrawn, house player", "Remark")),
    ]  # fmt: skip


def team_rows(facts: Facts) -> Iterator[Cells]:
    """Teams as the plan ranks them: by match points where it has team matches, else by their members' sum."""
    for row in facts.teams.lines:
        told: Cells = [row.row.match_points, row.row.matches] if facts.of_matches else []
        members = ", ".join(facts.name(str(one.pk)) for one in (*row.counted, *row.rest))
        yield [
            row.row.rank, row.row.team, *told, points(row.row.wins), points(row.row.losses), row.row.spread, members,
            _("withdrawn") if row.gone else "",
        ]  # fmt: skip


def match_columns(facts: Facts) -> list[Column]:
    heads = [Column(_("Round")), Column(_("Team 1")), Column(_("Team 2"))]
    for side in (1, 2):
        heads += [
            Column(_("Match points %(side)s") % {"side": side}),
            Column(_("Game points %(side)s") % {"side": side}),
        ]
    remark = Column(pgettext("column: withdrawn, house player", "Remark"))
    return [*heads, Column(_("Spread 1"), format=SPREAD), Column(_("Games")), remark]


def match_rows(facts: Facts) -> Iterator[Cells]:
    """Every match of team against team, and who sat out; match points once every board is in."""
    for one in facts.teams.matches if facts.of_matches else ():
        mine, theirs = one.points or (None, None)
        halves: Cells = [
            None if not one.teams[1] and at else points(half) for at, half in enumerate(one.halves)
        ]
        yield [
            one.first, *one.teams, mine, halves[0], theirs if one.teams[1] else None, halves[1], one.spread, one.games,
            _("sits out") if not one.teams[1] else "" if one.points else _("pending"),
        ]  # fmt: skip
