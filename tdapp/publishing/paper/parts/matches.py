"""Match sheets of team matches: one page a match, both line-ups by board, boxes for scores, captains sign below."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm

from tdapp.desk.day import prints
from tdapp.desk.day.prints import Printed
from tdapp.desk.pairing.teams import matches
from tdapp.desk.pairing.teams.matches import Board, Match
from tdapp.kernel.pages.shells import PrintHead
from tdapp.publishing.paper.drawing.document import SHADE, Box, Document, Sheet

# Shares of the width: board, table, name, score, score, name, game points of either.
SHARES = (0.8, 1.1, 5, 1.7, 1.7, 5, 1.1, 1.1)
HEAD, LEAST, MOST = 9 * mm, 8 * mm, 15 * mm
SIGN = 14 * mm


def match_sheets(document: Document, printed: Printed) -> None:
    """A sheet for every match of a round; one that says so where there are none."""
    found = matches.to_play(printed)
    document.begin(Sheet(prints.head(printed, _("Match sheets")), void=printed.void))
    for match in found:
        _sheet(document, match, document.page())
    if not found:
        room = document.page()
        document.text(room.x, room.top - 8 * mm, _("No team matches in this round."), 12)


def blank(document: Document, head: PrintHead, boards: int) -> None:
    """A match sheet with nothing on it but its boards, to copy and to write on."""
    document.begin(Sheet(head))
    empty = tuple(Board(number, 0, ("", ""), -1) for number in range(1, boards + 1))
    _sheet(document, Match(("", ""), empty, ((), ())), document.page())


def _sheet(document: Document, match: Match, room: Box) -> None:
    title = " – ".join(team for team in match.teams if team)
    if title:
        document.text(room.x, room.top - 7 * mm, title, 20, bold=True, width=room.width)
    else:
        _to_write(document, room)
    top, lines = room.top - 12 * mm, len(match.boards) + 1
    height = max(LEAST, min(MOST, (room.height - 12 * mm - HEAD - 2 * SIGN - 16 * mm) / lines))
    titles = _titles(match)
    for cell, text in zip(_cells(room, top - HEAD, HEAD), titles, strict=True):
        document.box(cell, fill=SHADE)
        document.text(cell.x + 1.4 * mm, cell.y + 3 * mm, text, 8.5, bold=True, width=cell.width - 2.4 * mm)
    for number, one in enumerate(match.boards, start=1):
        _board(document, one, _cells(room, top - HEAD - number * height, height))
    y = top - HEAD - lines * height
    _sum(document, _cells(room, y, height))
    _closing(document, match, Box(room.x, room.y, room.width, y - room.y))


def _to_write(document: Document, room: Box) -> None:
    """Lines for the names of two teams."""
    half, y = room.width / 2 - 4 * mm, room.top - 8 * mm
    for x in (room.x, room.right - half):
        document.text(x, y, _("Team"), 8.5, grey=True)
        document.rule(x + 14 * mm, x + half, y)


def _titles(match: Match) -> tuple[str, ...]:
    one, other = match.teams
    score, points = _("Score"), _("Points")
    return (_("Board"), _("Table"), one, score, score, other, points, points)


def _cells(room: Box, y: float, height: float) -> list[Box]:
    x, found = room.x, []
    for share in SHARES:
        width = room.width * share / sum(SHARES)
        found.append(Box(x, y, width, height))
        x += width
    return found


def _board(document: Document, one: Board, cells: list[Box]) -> None:
    table = str(one.table or "–") if any(one.names) else ""
    words = [str(one.board), table, "", "", "", "", *_given(one)]
    for cell, word in zip(cells, words, strict=True):
        document.box(cell)
        middle = cell.y + cell.height / 2 - 1.6 * mm
        document.text(cell.x + cell.width / 2, middle, word, 11, bold=True, align="center")
    for side, at in ((0, 2), (1, 5)):
        _name(document, one, side, cells[at])


def _given(one: Board) -> tuple[str, str]:
    """Game points that are known before anybody plays: of a board without an opponent."""
    if one.table or not any(one.names):
        return "", ""
    return ("1", "0") if one.names[0] else ("0", "1")


def _name(document: Document, one: Board, side: int, cell: Box) -> None:
    starts = one.starts == side
    y = cell.y + cell.height / 2 - (0.4 * mm if starts else 1.6 * mm)
    name = one.names[side] or ("–" if any(one.names) else "")
    document.text(cell.x + 1.8 * mm, y, name, 11.5, bold=True, width=cell.width - 3 * mm)
    if starts:
        document.text(cell.x + 1.8 * mm, y - 3.2 * mm, pgettext("seat", "first"), 7.5, grey=True)


def _sum(document: Document, cells: list[Box]) -> None:
    first, last = cells[0], cells[5]
    whole = Box(first.x, first.y, last.right - first.x, first.height)
    document.box(whole, fill=SHADE)
    document.text(
        whole.x + 1.8 * mm, whole.y + whole.height / 2 - 1.6 * mm, _("Match, game points"), 11, bold=True
    )
    for cell in cells[6:]:
        document.box(cell, weight=1.1)


def _closing(document: Document, match: Match, room: Box) -> None:
    """Reserves, and a line for each captain."""
    y = room.top - 6 * mm
    for team, names in zip(match.teams, match.reserves, strict=True):
        if names:
            told = _("Reserves of %(team)s: %(names)s") % {"team": team, "names": ", ".join(names)}
            document.text(room.x, y, told, 9, width=room.width)
            y -= 5 * mm
    half = room.width / 2 - 4 * mm
    for at, team in enumerate([team for team in match.teams if team] or match.teams):
        x = room.x + at * (half + 8 * mm)
        document.rule(x, x + half, y - SIGN)
        said = _("Captain of %(team)s") % {"team": team} if team else _("Captain")
        document.text(x, y - SIGN - 4 * mm, said, 8.5, grey=True, width=half)
