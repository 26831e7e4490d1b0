"""The sheets of a division. Rows are yielded once; the workbook and CSV are written from the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.interchange.event_facts import Facts
from tdapp.interchange.exports import player_sheets, table_sheets, teams
from tdapp.kernel import clock
from tdapp.kernel.tabular import Column, Paper, Sheet, Value


def sheet(facts: Facts, kind: str, several: bool, paper: Paper) -> Sheet:
    """One of `KINDS`; `several`: the division's name goes into the title."""
    title, columns, rows = KINDS[kind]
    name = facts.division.name
    stamp = timezone.localtime(clock.now()).strftime("%Y-%m-%d %H:%M")
    told = {"event": facts.division.event.name, "name": name, "round": facts.after, "time": stamp}
    subtitle = _("%(event)s, %(name)s, after round %(round)s, %(time)s") % told
    return Sheet(
        f"{title} {name}" if several else str(title), columns(facts), rows(facts), paper, subtitle=subtitle
    )


Columns = Callable[[Facts], list[Column]]
Rows = Callable[[Facts], Iterator[list[Value]]]
KINDS: dict[str, tuple[Promise, Columns, Rows]] = {
    "standings": (gettext_lazy("Standings"), player_sheets.standings_columns, player_sheets.standings_rows),
    "wall-chart": (gettext_lazy("Wall chart"), player_sheets.wall_columns, player_sheets.wall_rows),
    "cards": (gettext_lazy("Player cards"), player_sheets.card_columns, player_sheets.card_rows),
    "results": (gettext_lazy("Results"), table_sheets.result_columns, table_sheets.result_rows),
    "pairings": (gettext_lazy("Pairings"), table_sheets.pairing_columns, table_sheets.pairing_rows),
    "teams": (gettext_lazy("Teams"), teams.team_columns, teams.team_rows),
    "matches": (gettext_lazy("Team matches"), teams.match_columns, teams.match_rows),
}


def has(facts: Facts, kind: str) -> bool:
    """Whether a workbook of a division has this sheet: those of teams only where there are some."""
    return facts.has_teams if kind == "teams" else facts.of_matches if kind == "matches" else True
