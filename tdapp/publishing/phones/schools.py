"""All players of one school or club: for a coach, a parent. Public facts by public names, the same for everybody."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import get_language

from tdapp.publishing.released import board as boards
from tdapp.publishing.released import rounds, rows, single_flight
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.fragments import Fragment
from tdapp.publishing.released.public_access import EventDoor, nothing_here
from tdapp.publishing.released.rows import Mine, Who


@dataclass(frozen=True, slots=True)
class Player:
    """One player of the school: record, table, last game."""

    board: Board
    who: Who
    mine: Mine | None
    cards: tuple[rows.Card, ...]


def of_event(event: EventDoor, name: str) -> Fragment:
    """The page of one school, or the list of all for "". Missing: nobody of it stands in anything public."""
    told = [boards.digest_of(door) for door in event.divisions]
    digest = hashlib.sha256("".join(told).encode()).hexdigest()
    found = [boards.current(door, one) for door, one in zip(event.divisions, told, strict=True)]
    names = sorted(
        {one.club for board in found for one in board.people.values() if one.club}, key=str.casefold
    )
    if name and name not in names:
        raise nothing_here()
    key = hashlib.sha256(f"{event.slug}:{digest}:{get_language()}:{name}".encode()).hexdigest()
    return single_flight.fly(f"public:school:{key}", digest, lambda: _render(event, found, names, name))


def _render(event: EventDoor, found: list[Board], names: list[str], name: str) -> Fragment:
    players = [one for board in found for one in _players(board, name)] if name else []
    facts: dict[str, Any] = {
        "event": event, "name": name, "names": names, "players": players, "several": len(found) > 1
    }  # fmt: skip
    html = render_to_string("publishing/phone/_school.html", facts)
    return Fragment(html, hashlib.sha256(html.encode()).hexdigest()[:12])


def _players(board: Board, name: str) -> list[Player]:
    people = [one for one in board.people.values() if one.club == name and not one.house]
    played = rounds.of_board(board)
    return [
        Player(
            board, rows.who(board, one.number), rows.mine(board, one.number),
            tuple(rows.cards(board, played, one.number)[:1]),
        )
        for one in sorted(people, key=lambda one: (one.sort, one.number))
    ]  # fmt: skip
