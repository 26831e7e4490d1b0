"""How the desk writes what only it shows: `{% load desk %}`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from pairings.standings.matchplay import MatchLine
from tdapp.desk.pairing.teams import team_table
from tdapp.desk.pairing.teams.team_table import TeamLine
from tdapp.desk.standings import columns, round_cells
from tdapp.desk.standings.ranking import Line, Ranking
from tdapp.desk.standings.round_cells import Cell
from tdapp.desk.standings.wallchart import ChartRow
from tdapp.events.models import Named
from tdapp.kernel.messages.sentences import translated
from tdapp.kernel.pages.stamps import Row, rows
from tdapp.kernel.templatetags.td import MINUS, NONE, chip, movement, points, rank, score, signed, spread_bar

register = template.Library()


@register.filter
def tenths(value: int | None) -> str:
    """A number kept in tenths: 3987 is 398.7; an en dash for None."""
    if value is None:
        return NONE
    whole, rest = divmod(abs(value), 10)
    return f"{MINUS if value < 0 else ''}{whole}.{rest}"


@register.filter
def posted(entrant: Named) -> str:
    """The name on a sheet that hangs in the hall: "Surname, Given", or what the public may see of a guarded person."""
    return entrant.posted_name


@register.simple_tag
def cell_line(cell: Cell | None, opponents: Sequence[Named] = (), ahead: bool = False) -> SafeString:
    """One round of one entrant in a line: the result and who it was against; `ahead`: the round being played, who comes first.

    Written here and not as a template: the standings of a large field hold two thousand of them.
    """
    if cell is None:
        return format_html("{}", "")
    return CELLS.get(cell.kind, _nothing)(cell, [one.short for one in opponents], ahead)


def _played(cell: Cell, names: list[str], ahead: bool) -> SafeString:
    scores = "–".join(score(one) for one in (cell.score, *cell.against))
    kind = "win" if cell.result == "won" else "loss"
    said = format_html('<span class="{}">{} {}</span>', kind, _letter(cell), scores)
    parts = [part for part in (said, ", ".join(names)) if part]
    return format_html_join(" ", "{}", ((part,) for part in (reversed(parts) if ahead else parts)))


def _out(cell: Cell, names: list[str], ahead: bool) -> SafeString:
    where = gettext("table %(n)s") % {"n": cell.table} if cell.table else ""
    parts = [format_html('<span class="unit">{}</span> ', where) if where else "", ", ".join(names)]
    parts += [] if ahead else [format_html(' <span class="unit">{}</span>', pgettext("result", "open"))]
    return format_html("{}" * len(parts), *parts)


def _bye(cell: Cell, names: list[str], ahead: bool) -> SafeString:
    return format_html("{} {}", gettext("bye"), signed(cell.spread))


def _forfeit(cell: Cell, names: list[str], ahead: bool) -> SafeString:
    word = gettext("won by forfeit") if cell.result == "won" else gettext("lost by forfeit")
    return format_html("{} {}", word, signed(cell.spread))


def _unscored(cell: Cell, names: list[str], ahead: bool) -> SafeString:
    return format_html("{}", gettext("not scored"))


def _nothing(cell: Cell, names: list[str], ahead: bool) -> SafeString:
    return format_html('<span class="muted">{}</span>', "–")


CELLS = {
    round_cells.PLAYED: _played, round_cells.OUT: _out, round_cells.BYE: _bye, round_cells.FORFEIT: _forfeit,
    round_cells.UNSCORED: _unscored,
}  # fmt: skip


@register.simple_tag
def standing_row(line: Line, counted: str) -> SafeString:
    """One place of the standings on paper; `counted`: what decides beside wins, in a column of its own. As `wall_row`."""
    row, who = line.row, line.entrant
    name = format_html("{} <span class=unit>{}</span>", who.posted_name, who.mark)
    if row.withdrawn:
        name += format_html(" <span class=unit>{}</span>", gettext("withdrawn"))
    cells = [
        format_html("<th scope=row>{}", name),
        format_html("<td>{}", who.club.name if who.club else ""),
        f"{points(row.wins)}{NONE}{points(row.losses)}",
        signed(row.spread),
        cell_line(line.last),
    ]
    if counted:
        cells.insert(2, points(row.by_place if counted == "points" else row.by_share, 12))
    told = "<td>".join(cells[2:])
    out = " class=out" if row.withdrawn or row.house else ""
    moved = movement(line.moved) if line.place else ""
    place = rank(line.place, line.shared)
    return SafeString(f"<tr{out}><td class=rank>{place}<td>{moved}{cells[0]}{cells[1]}<td>{told}")


@register.simple_tag
def place_rows(
    lines: Iterable[tuple[Line, Sequence[columns.Cell | None]]], ranking: Ranking, here: str
) -> SafeString:
    """The places of a standings page, each with its cells of the columns added; `here`: where the division's pages begin."""
    return rows("desk/standings/_place.html", (_place(line, cells, ranking, here) for line, cells in lines))


def _place(line: Line, cells: Sequence[columns.Cell | None], ranking: Ranking, here: str) -> Row:
    row, who, sign = line.row, line.entrant, line.sign
    counted = row.by_place if ranking.counted == "points" else row.by_share
    return {
        "out": row.withdrawn or row.house, "withdrawn": row.withdrawn, "house": row.house,
        "sign": chip(*sign) if sign else "", "rank": rank(line.place, line.shared),
        "moved": movement(line.moved) if line.place else "",
        "way": f"{here}entrant/{who.number}/", "name": who.listed, "mark": who.desk_mark,
        "club": who.club.name if who.club else "", "by_points": bool(ranking.counted), "points": points(counted, 12),
        "record": f"{points(row.wins)}{NONE}{points(row.losses)}", "spread": spread_bar(row.spread, ranking.most),
        "cells": [_added(cell) for cell in cells],
        "last": cell_line(line.last, line.last_opponents),
        "next": cell_line(line.next, line.next_opponents, ahead=True),
        "why": translated(row.why), "chances": translated(line.mark.sentence) if line.mark else "",
    }  # fmt: skip


def _added(cell: columns.Cell | None) -> Row:
    if cell is None:
        return {"value": "", "change": ""}
    return {"value": str(cell.value), "change": "" if cell.change is None else signed(cell.change)}


@register.simple_tag
def team_row(line: TeamLine, by: str, whole: bool) -> SafeString:
    """One team of a table `by` sum or matches; `whole`: match points are told as the plan gives them. As `cell_line`: of 1,000
    players there are two hundred teams, and each is all its members.
    """
    row, team = line.row, escape(line.row.team)
    gone = f' <span class="unit">{escape(gettext("withdrawn"))}</span>' if line.gone else ""
    out = ' class="out"' if line.gone else ""
    cells = [f"{points(row.wins)}{NONE}{points(row.losses)}", signed(row.spread)]
    if by == team_table.MATCHES:
        told = str(row.match_points) if whole else f"{points(row.match_points)} / {row.matches}"
        cells.insert(0, told)
    numbers = "".join(f'<td class="num">{cell}</td>' for cell in cells)
    rest = f' <span class="muted">({_shorts(line.rest)})</span>' if line.rest else ""
    why = f'<summary>{escape(gettext("why"))}<span class="vh"> {team}</span></summary>{escape(translated(row.why))}'
    return SafeString(
        f'<tr{out}><td class="num rank">{rank(row.rank, line.shared)}</td><th scope="row">{team}{gone}</th>{numbers}'
        f'<td class="desk-only sub">{_shorts(line.counted)}{rest}</td>'
        f'<td class="desk-only no-print"><details class="why">{why}</details></td></tr>'
    )


def _shorts(people: Sequence[Named]) -> SafeString:
    return escape(", ".join([one.short for one in people]))


@register.simple_tag
def match_row(match: MatchLine, whole: bool) -> SafeString:
    """One match of two teams, or a team that sat out; `whole`: with its match points. As `team_row`: there are five hundred."""
    (team, other), (halves, against) = match.teams, match.halves
    span = f"{match.first}{NONE}{match.last}" if match.last > match.first else f"{match.first}"
    beside = (
        f" {NONE} {escape(other)}" if other else f' <span class="unit">{escape(gettext("sits out"))}</span>'
    )
    cells = [f"{points(halves)}{NONE}{points(against)}" if other else points(halves), signed(match.spread)]
    if whole:
        told = NONE.join(map(str, match.points if other else match.points[:1])) if match.points else ""
        cells.insert(0, told or f'<span class="unit">{escape(gettext("pending"))}</span>')
    numbers = "".join(f'<td class="num">{cell}</td>' for cell in cells)
    return SafeString(
        f'<tr><td class="num">{span}</td><th scope="row">{escape(team)}{beside}</th>{numbers}</tr>'
    )


@register.simple_tag(takes_context=True)
def wall_row(context: Context, line: ChartRow) -> SafeString:
    """One entrant on the wall chart; on paper by the name the hall may see, else with a link to what the desk knows.

    Written here and not as a template, and without the end tags HTML does without (13.1.2.4): a chart of 1,000 has four
    thousand cells after four rounds, and most of what is sent would be what stands around them.
    """
    who, row = line.entrant, line.row
    if context["names"] == "posted":
        name = format_html("{} <span>{}</span>", who.posted_name, who.mark)
    else:
        way = reverse("desk:entrant", args=(context["event"].slug, context["division"].slug, who.number))
        name = format_html('<a href="{}">{}</a>', way, who.listed)
    cells = "".join(f"<td>{wall_cell(item.cell, item.opponents)}" for item in line.cells)
    won = f"{points(row.wins)}{NONE}{points(row.losses)}"
    place = rank(row.rank, line.shared)
    return SafeString(
        f"<tr><td>{who.number}<th scope=row>{name}{cells}<td class=strong>{won}<td>{signed(row.spread)}<td>{place}"
    )


def wall_cell(cell: Cell, opponents: Sequence[Named]) -> SafeString:
    """One round of one entrant: result and opponent's number (* went first), scores, spread and its sum. No name is in it."""
    if cell.kind == round_cells.NOTHING:
        return SafeString(f"<span class=absent>{NONE}</span>")
    numbers, star = "".join(f" {one.number}" for one in opponents), "*" if cell.starts else ""
    if cell.kind == round_cells.OUT:
        return SafeString(f"<div class=absent>{numbers[1:]} {star}<span>…</span></div>")
    total = f"<p>{signed(cell.spread)} = {signed(cell.total)}"
    if cell.kind == round_cells.PLAYED:
        scores = NONE.join(score(one) for one in (cell.score, *cell.against))
        said = f"{_letter(cell)}{numbers}{star}<span>{scores}</span>{total}"
    else:
        said = f"<span class=absent>{escape(_without_game(cell))}{numbers}</span><span></span>"
        said += "" if cell.gain is None else total
    return SafeString(f"<div class={cell.result or 'out'}>{said}</div>")


def _letter(cell: Cell) -> str:
    if cell.result == "won":
        return pgettext("won", "W")
    return pgettext("lost", "L") if cell.result == "lost" else pgettext("tied", "T")


def _without_game(cell: Cell) -> str:
    if cell.kind == round_cells.BYE:
        return gettext("half bye") if cell.result == "tied" else gettext("bye")
    if cell.kind == round_cells.UNSCORED:
        return gettext("not scored")
    return gettext("forfeit W") if cell.result == "won" else gettext("forfeit L")
