"""The rows of the long tables of public pages: what stands in each, for its template in `publishing/rows`.

`{% standing_rows board rows most %}` and so on; a row is a template that is filled in (`tdapp.kernel.pages.stamps`), so that
a page of 1,000 costs little more than its bytes. Figures are written here, markup stands in the templates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from tdapp.kernel.pages.stamps import Row, Word, row, rows
from tdapp.kernel.templatetags import td
from tdapp.publishing.released.board import Board, Person
from tdapp.publishing.released.games import Game, Meeting, Side
from tdapp.publishing.released.rows import Card, Mine, Ranked, Seated, Who
from tdapp.publishing.templatetags.public_links import at

register = template.Library()
Way = Callable[[object], str]


@register.simple_tag(takes_context=True)
def standing_rows(context: Context, board: Board, ranking: Iterable[Ranked], most: int) -> SafeString:
    """The standings; `most`: the largest spread, either sign."""
    to, ahead = _to_players(context, board), board.shown is not None and board.shown.number > board.after
    told = (_standing(board, one, most, to, ahead) for one in ranking if one.who.line)
    return rows("publishing/rows/_standing.html", told)


def _standing(board: Board, one: Ranked, most: int, to: Way, ahead: bool) -> Row:
    line = one.who.line
    assert line is not None
    return {
        **_person(one.who.person, to), "beside": one.who.person.beside, "withdrawn": line.withdrawn,
        "rank": _number(line.rank), "shared": one.shared,
        "moved": td.movement(line.movement) if board.after > 1 and line.movement else "",
        "by_points": board.by_points, "points": td.points(line.points, 12) if board.by_points else "",
        "record": td.record(line.wins, line.counted), "spread": td.spread_bar(line.spread, most),
        "last": _outcome(one.last) if one.last else None,
        "ahead": ahead, "next": str(one.next.table) if one.next and one.next.table else "",
    }  # fmt: skip


@register.simple_tag(takes_context=True)
def wall_rows(context: Context, board: Board, wall: Iterable[tuple[Ranked, list[Game | None]]]) -> SafeString:
    """The wall chart, cell by cell: which cells a row has is different in each."""
    to = _to_players(context, board)
    told = (
        {
            **_person(one.who.person, to), "rank": _number(one.who.line.rank if one.who.line else None),
            "shared": one.shared, "cells": rows("publishing/rows/_wall_cell.html", map(_cell, games)),
        }
        for one, games in wall
    )  # fmt: skip
    return rows("publishing/rows/_wall.html", told)


def _cell(game: Game | None) -> Row:
    if game is None:
        return {"game": None}
    met = " #".join(map(str, game.others))
    return {"game": _outcome(game), "met": met, **_sums(game)}


@register.simple_tag(takes_context=True)
def meeting_rows(
    context: Context, board: Board, number: int, tables: Iterable[tuple[Meeting, Any, Sequence[int]]]
) -> SafeString:
    """The results of a round, table by table; of each the meeting, its sides with their people, the games to replay."""
    to, event = _to_players(context, board), context["event"].slug
    told = (
        {
            "table": str(meeting.table), "kind": Word(meeting.kind),
            "sides": [_side(side, person, to) for side, person in sides],
            "decided": meeting.sides[0].won, "spread": td.signed(meeting.spread),
            "replays": [
                {"way": at(context, "replay", event, board.slug, number, meeting.table, sheet), "sheet": str(sheet)}
                for sheet in replays
            ],
        }
        for meeting, sides, replays in tables
    )  # fmt: skip
    return rows("publishing/rows/_meeting.html", told)


def _side(side: Side, person: Person, to: Way) -> Row:
    return {**_person(person, to), "won": side.won, "score": td.score(side.score)}


@register.simple_tag(takes_context=True)
def table_rows(context: Context, board: Board, tables: Iterable[Seated]) -> SafeString:
    """The pairings by table."""
    to = _to_players(context, board)
    told = (
        {"table": str(one.table), "drawn": one.drawn, "seats": [_seat(seat, to) for seat in one.seats]}
        for one in tables
    )
    return rows("publishing/rows/_table.html", told)


def _seat(seat: Who, to: Way) -> Row:
    return {**_person(seat.person, to), "record": _record(seat)}


@register.simple_tag(takes_context=True)
def seated_rows(context: Context, board: Board, people: Iterable[Mine]) -> SafeString:
    """The pairings person by person."""
    to = _to_players(context, board)
    told = (
        {
            **_person(one.who.person, to),
            "row": {
                "table": str(one.table or ""), "kind": Word(one.kind), "starts": one.starts,
                "others": [{"person": {"name": seat.person.name, "mark": seat.person.mark}} for seat in one.others],
            },
        }
        for one in people
    )  # fmt: skip
    return rows("publishing/rows/_seated.html", told)


@register.simple_tag(takes_context=True)
def player_rows(context: Context, board: Board, people: Iterable[Who]) -> SafeString:
    """Everybody with number and place."""
    to = _to_players(context, board)
    told = (
        {
            **_person(one.person, to), "number": str(one.person.number), "rating": one.person.rating,
            "beside": one.person.beside, "place": td.ordinal(one.line.rank) if one.line and one.line.rank else "",
        }
        for one in people
    )  # fmt: skip
    return rows("publishing/rows/_listed.html", told)


@register.simple_tag(takes_context=True)
def game_rows(context: Context, board: Board, cards: Iterable[Card]) -> SafeString:
    """The games of one player."""
    to, event = _to_players(context, board), context["event"].slug
    told = (
        {
            "round": str(card.game.round), "game": _outcome(card.game), "started": bool(card.game.started),
            "others": [_person(person, to) for person in card.others], "table": str(card.game.table or ""),
            "replays": [
                {
                    "way": at(context, "replay", event, board.slug, card.game.round, card.game.table, sheet),
                    "sheet": str(sheet),
                }
                for sheet in card.replays
            ],
            **_sums(card.game),
        }
        for card in cards
    )  # fmt: skip
    return rows("publishing/rows/_game.html", told)


@register.simple_tag(takes_context=True)
def next_game(context: Context, board: Board, mine: Mine) -> SafeString:
    """The shown round from one player's side."""
    to = _to_players(context, board)
    told = {
        "table": str(mine.table or ""), "kind": Word(mine.kind), "starts": mine.starts,
        "starter": mine.starter.person.name if mine.starter else "",
        "others": [
            {**_person(one.person, to), "record": _record(one), "spread": td.signed(one.line.spread) if one.line else ""}
            for one in mine.others
        ],
    }  # fmt: skip
    return row("publishing/rows/_next_game.html", told)


def _to_players(context: Context, board: Board) -> Way:
    """The way to the page of each player, by number: asked for once, for a thousand of them lie beside each other."""
    first, last = at(context, "player", context["event"].slug, board.slug, 0).rsplit("0", 1)
    return lambda number: f"{first}{number}{last}"


def _person(person: Person, to: Way) -> Row:
    return {"way": to(person.number), "name": person.name, "mark": person.mark}


def _outcome(game: Game) -> Row:
    """What `publishing/parts/_outcome.html` asks of a game."""
    played = game.kind == "played"
    return {
        "kind": Word(game.kind), "gain": game.gain, "score": td.score(game.score) if played else "",
        "theirs": td.score(game.theirs) if played else "",
    }  # fmt: skip


def _sums(game: Game) -> Row:
    return {
        "spread": td.signed(game.spread), "record": td.record(game.wins, game.counted), "total": td.signed(game.total)
    }  # fmt: skip


def _record(who: Who) -> str:
    return td.record(who.line.wins, who.line.counted) if who.line else ""


def _number(rank: int | None) -> str | None:
    return None if rank is None else str(rank)
