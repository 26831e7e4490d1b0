"""Whose game a file is about: its players matched to a table's seats by name, and turned round where they sit otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TypeVar

from scoring import Player, Scoresheet, Turn
from tdapp.events.models import Entrant
from tdapp.people.names import fold

# What programs and paper write where nobody gave a name.
_NAMELESS = re.compile(r"(player|p|seat|manlalaro|jugador)?\s*[1-4]?")
Order = tuple[int, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seating:
    """Which player of the file (from 0) sits at each seat of the table, as far as the names tell.

    `known`: every name fits exactly one seat, and at most one player has none; or the file names nobody.
    """

    order: Order
    known: bool

    @property
    def turned(self) -> bool:
        """Whether the file has the players in another order than the table."""
        return self.order != tuple(range(len(self.order)))


def seating(players: Sequence[Player], seats: Sequence[Entrant]) -> Seating:
    """The order that fits the names best; as many players as seats are expected (2 to 4)."""
    straight = tuple(range(len(seats)))
    unnamed = [nameless(player) for player in players]
    if all(unnamed):
        return Seating(straight, True)
    fits = [[_fits(player, entrant) for player in players] for entrant in seats]
    scored = sorted(
        (
            (sum(fits[seat][player] for seat, player in enumerate(order)), order)
            for order in permutations(straight)
        ),
        key=lambda one: (-one[0], one[1]),
    )
    best, order = scored[0]
    only = len(scored) == 1 or scored[1][0] < best
    unfit = [player for seat, player in enumerate(order) if not fits[seat][player]]
    # The one nobody named sits where nobody else does.
    whole = not unfit or (len(unfit) == 1 and unnamed[unfit[0]])
    return Seating(order, whole and only)


def nameless(player: Player) -> bool:
    """Whether a file gives a number, "Player 2" or nothing where a name should stand."""
    return bool(_NAMELESS.fullmatch(fold(player.name)))


def _fits(player: Player, entrant: Entrant) -> int:
    """2 for the whole name in any order, 1 for a part of it, 0 for another name."""
    given, surname = entrant.given, entrant.surname
    whole = {fold(name) for name in (f"{surname} {given}", f"{given} {surname}", f"{surname}, {given}")}
    parts = {
        fold(name) for name in (given, surname, f"{surname} {given[:1]}", f"{given} {surname[:1]}") if name
    }
    written = {fold(name.replace("_", " ")).strip() for name in (player.name, player.nick) if name.strip()}
    if written & whole:
        return 2
    return 1 if {name.rstrip(".") for name in written} & {name.rstrip(".") for name in parts} else 0


def in_order(sheet: Scoresheet, order: Order) -> Scoresheet:
    """The sheet with its seats as the table's: seat `s` is what the file has as player `order[s]`."""
    to = {player: seat for seat, player in enumerate(order)}
    return replace(
        sheet,
        players=tuple(sheet.players[player] for player in order),
        turns=tuple(_turn(turn, to) for turn in sheet.turns),
        totals=_dealt(sheet.totals, order), before=_dealt(sheet.before, order), racks=_dealt(sheet.racks, order),
        winners=tuple(sorted(to.get(seat, seat) for seat in sheet.winners)),
        starter=None if sheet.starter is None else to.get(sheet.starter, sheet.starter),
    )  # fmt: skip


def _turn(turn: Turn, to: dict[int, int]) -> Turn:
    seat = None if turn.seat is None else to.get(turn.seat, turn.seat)
    return turn._replace(seat=seat, challengers=tuple(to.get(one, one) for one in turn.challengers))


def _dealt(values: tuple[T, ...], order: Order) -> tuple[T, ...]:
    return tuple(values[player] for player in order) if values else ()


def order_in(text: str, seats: int) -> Order | None:
    """`"2 1"`, a player of the file for each seat of the table, as an order from 0; None for anything else."""
    parts = text.split()
    if not all(part.isascii() and part.isdigit() and len(part) == 1 for part in parts):
        return None
    order = tuple(int(part) - 1 for part in parts)
    return order if sorted(order) == list(range(seats)) else None
