"""The shown round: by name for everybody who looks for himself, by table for whoever walks the hall."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tdapp.publishing.released import rows
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.public_access import DivisionDoor
from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.scene import Scene


@kind("names", _("Pairings by name"))
def by_name(scene: Scene) -> list[Slide]:
    """Everybody in the order of names: table and opponents."""
    return [
        _slide(scene, door, board, "names", gettext("Find your table"), {"lines": list(named(board))})
        for door, board in shown(scene)
    ]


@kind("tables", _("Pairings by table"))
def by_table(scene: Scene) -> list[Slide]:
    """Table by table; the first one starts unless lots are drawn."""
    return [
        _slide(scene, door, board, "tables", gettext("Tables"), seated(board), starts(board))
        for door, board in shown(scene)
    ]


def shown(scene: Scene) -> Iterator[tuple[DivisionDoor, Board]]:
    """The divisions of a scene whose pairings are public."""
    for door in scene.doors:
        if door.shown and (board := scene.board(door)).shown:
            yield door, board


def _slide(
    scene: Scene, door: DivisionDoor, board: Board, name: str, title: str, facts: dict[str, Any], more: str = ""
) -> Slide:  # fmt: skip
    number = board.shown.number if board.shown else 0
    sub = scene.of(door, gettext("Round %(round)s") % {"round": number}, more, again(board))
    return Slide(f"{name}:{door.slug}", title, f"publishing/screen/_{name}.html", facts, sub)


def again(board: Board) -> str:
    """That these pairings replace others, where they do."""
    version = board.shown.print_version if board.shown else 0
    return gettext("new version %(v)s") % {"v": version} if version > 1 else ""


def starts(board: Board) -> str:
    """Who starts, where it is the same at every table."""
    drawn = {row.drawn for row in rows.tables(board)}
    if drawn == {True}:
        return gettext("draw lots for who goes first")
    return gettext("the first named goes first") if drawn == {False} else ""


def named(board: Board) -> Iterator[dict[str, Any]]:
    """One line a person: who, his table, whom he meets and of which team (or that he sits out)."""
    teams = rows.team_round(rows.tables(board))
    for row in rows.everybody(board):
        if row.who.person.house:
            continue
        others = [other.person for other in row.others]
        yield {
            "person": row.who.person, "table": row.table, "others": others, "kind": row.kind,
            "team": row.others[0].person.team if teams and row.others else "",
        }  # fmt: skip


def seated(board: Board) -> dict[str, Any]:
    """Tables with their names (and teams, where these meet) in seat order, then whoever has none."""
    tables = rows.tables(board)
    mixed, teams = len({row.drawn for row in tables}) > 1, rows.team_round(tables)
    lines: list[dict[str, Any]] = [
        {
            "table": row.table, "lots": mixed and row.drawn,
            "seats": [(seat.person, seat.person.team if teams else "") for seat in row.seats],
        }
        for row in tables
    ]  # fmt: skip
    alone = [{"person": row.who.person, "kind": row.kind} for row in rows.without_table(board)]
    return {"lines": lines, "alone": alone, "two": all(len(line["seats"]) == 2 for line in lines)}


def tables_left(count: int) -> str:
    """ "5 tables still out"."""
    return ngettext("%(n)s result pending", "%(n)s results pending", count) % {"n": count}
