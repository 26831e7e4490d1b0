"""What is sent: a heading, rows in columns, and the same rows as lines of plain text. Public names only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tdapp.kernel.templatetags.td import points, record, signed
from tdapp.publishing.released import rows
from tdapp.publishing.released.board import Board, Person
from tdapp.publishing.screens.slides.pairings import again, named, seated, starts

NAME, NUMBER = "name", "number"
Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """`columns` says of each whether it holds names or numbers; `lines` are the rows as plain text."""

    title: str
    sub: str
    note: str
    heads: tuple[str, ...]
    columns: tuple[str, ...]
    rows: Rows
    lines: tuple[str, ...]


def pairings(event: str, board: Board, *, by: str, several: bool) -> Sheet | None:
    """The shown round by table, or with `by` "name" by name; None while none is shown."""
    if board.shown is None:
        return None
    sub = _("Round %(round)s") % {"round": board.shown.number}
    shown = _("public since %(time)s") % {"time": _time(board.shown.at)}
    note = ", ".join(part for part in (starts(board) if by != "name" else "", again(board), shown) if part)
    told = _by_name(board) if by == "name" else _by_table(board)
    return Sheet(event, _head(board, sub, several), note, *told)


def _head(board: Board, text: str, several: bool) -> str:
    return f"{board.name} · {text}" if several else text


def _time(moment: datetime | None) -> str:
    """With its day: what goes into a chat is read for weeks."""
    return date_format(timezone.localtime(moment), "j M Y, H:i") if moment else ""


def _by_table(board: Board) -> tuple[tuple[str, ...], tuple[str, ...], Rows, tuple[str, ...]]:
    found = seated(board)
    two = found["two"]
    rows_: list[tuple[str, ...]] = []
    lines = []
    for line in found["lines"]:
        lots = f" ({_('lots')})" if line["lots"] else ""
        sides = [f"{_called(one)} ({team})" if team else _called(one) for one, team in line["seats"]]
        together = " – ".join(sides) + lots
        names = (sides[0] + lots, sides[1]) if two else (together,)
        rows_.append((str(line["table"]), *names))
        lines.append(f"{line['table']}. {together}")
    for one in found["alone"]:
        rows_.append(("–", _called(one["person"]), instead(one["kind"]))[: 3 if two else 2])
        lines.append(f"{_called(one['person'])}: {instead(one['kind'])}")
    heads = (_("Table"), _("First"), _("Second")) if two else (_("Table"), _("Players"))
    return heads, (NUMBER, *(NAME,) * (len(heads) - 1)), tuple(rows_), tuple(lines)


def _by_name(board: Board) -> tuple[tuple[str, ...], tuple[str, ...], Rows, tuple[str, ...]]:
    rows_, lines = [], []
    for line in named(board):
        against = ", ".join(map(_called, line["others"])) if line["table"] else instead(line["kind"])
        against += f" ({line['team']})" if line["team"] else ""
        rows_.append((_called(line["person"]), str(line["table"] or "–"), against))
        where = _("table %(table)s") % {"table": line["table"]} if line["table"] else instead(line["kind"])
        lines.append(f"{_called(line['person'])}: {where}")
    heads = (_("Name"), _("Table"), _("Against"))
    return heads, (NAME, NUMBER, NAME), tuple(rows_), tuple(lines)


def _called(person: Person) -> str:
    return f"{person.listed} {person.mark}"


def instead(kind: str) -> str:
    """Why somebody has no table."""
    return _("sits out (bye)") if kind in {"bye", "half"} else _("does not play")


def standings(event: str, board: Board, *, several: bool) -> Sheet | None:
    """The released standings; None while none are released."""
    if not board.after or not board.lines:
        return None
    title = (
        _("Final standings") if board.final else _("Standings after round %(round)s") % {"round": board.after}
    )
    note = _("public since %(time)s") % {"time": _time(board.released_at)}
    ranked = list(_ranked(board))
    heads = (_("Place"), _("Name"), *((_("Points"),) if board.by_points else ()), _("Won–lost"), _("Spread"))
    columns = (NUMBER, NAME, *(NUMBER,) * (len(heads) - 2))
    lines = tuple(f"{place}. {name}  {'  '.join(figures)}" for place, name, *figures in ranked)
    return Sheet(event, _head(board, title, several), note, heads, columns, tuple(ranked), lines)


def _ranked(board: Board) -> Iterable[tuple[str, ...]]:
    for row in rows.ranking(board):
        line = row.who.line
        if line is None:
            continue
        place = f"{line.rank}{'=' if row.shared else ''}" if line.rank else "–"
        extra = (points(line.points, 12),) if board.by_points else ()
        yield (place, _called(row.who.person), *extra, record(line.wins, line.counted), signed(line.spread))


def text_of(sheet: Sheet, address: str) -> str:
    """Plain text as a chat shows it: heading, note, one line a row, where to look for more."""
    more = ("", address) if address else ()
    return "\n".join((sheet.title, sheet.sub, sheet.note, "", *sheet.lines, *more)) + "\n"
