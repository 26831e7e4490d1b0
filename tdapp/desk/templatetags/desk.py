"""How the desk writes what only it shows: `{% load desk %}`."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from tdapp.desk.standings import round_cells
from tdapp.desk.standings.round_cells import Cell
from tdapp.events.models import Named
from tdapp.kernel.templatetags.td import MINUS, NONE, score, signed

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
def wall_cell(cell: Cell, opponents: Sequence[Named]) -> SafeString:
    """One round of one entrant on the wall chart: result and opponent's number (* started), scores, spread and its sum.

    Written here and not as a template: a chart of 1,000 has four thousand after four rounds. No name is in it.
    """
    if cell.kind == round_cells.NOTHING:
        return SafeString(f'<span class="absent">{NONE}</span>')
    numbers, star = "".join(f" {one.number}" for one in opponents), "*" if cell.starts else ""
    if cell.kind == round_cells.OUT:
        who = f'<span class="absent">{numbers[1:]} {star}</span>'
        return SafeString(f'<div class="cell">{who}<span class="absent">…</span></div>')
    total = f'<span class="total">{signed(cell.spread)} = {signed(cell.total)}</span>'
    if cell.kind == round_cells.PLAYED:
        scores = NONE.join(score(one) for one in (cell.score, *cell.against))
        said = f"<span>{_letter(cell)}{numbers}{star}</span><span>{scores}</span>{total}"
    else:
        said = f'<span class="absent">{escape(_without_game(cell))}{numbers}</span><span></span>'
        said += "" if cell.gain is None else total
    return SafeString(f'<div class="cell {cell.result}">{said}</div>')


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
