"""Whose line is it? GCG names players by nickname, and real files have two players of one nickname."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.messages import Message, gettext_noop
from scoring.sheets.scoresheet import (
    BONUS,
    MAX_SEATS,
    MIN_SEATS,
    OUT,
    RACK,
    TIME,
    WITHDRAWN,
    Player,
    Remark,
    Turn,
)

_SAME_NICK = gettext_noop(
    "Several players are called “%(nick)s”; the lines were given to them by running totals and order of turns."
)
_UNDECLARED = gettext_noop("“%(nick)s” plays, but no line #player names this player.")
_NO_SEAT = gettext_noop("“%(nick)s” would be a fifth player; at most four play.")

_FOLLOWS = frozenset({WITHDRAWN, BONUS, TIME, OUT, RACK})


def seats_of(
    declared: Mapping[int, Player], nicks: Sequence[str], turns: Sequence[Turn]
) -> tuple[tuple[Player, ...], list[int | None], list[Remark]]:
    """All players, the seat of every line, and what was odd about it."""
    players = [declared[seat] for seat in sorted(declared)]
    remarks = _undeclared(players, nicks)
    players += [Player("?") for _ in range(MIN_SEATS - len(players))]
    seats = _Seats(players)
    found = [seats.of(nick, turn) for nick, turn in zip(nicks, turns, strict=True)]
    doubled = [player.nick for seat, player in enumerate(players) if len(seats.by_nick[player.nick]) > 1]
    remarks += [
        Remark(Message("same_nick", _SAME_NICK, {"nick": nick})) for nick in dict.fromkeys(doubled) if nick
    ]
    return tuple(players), found, remarks


def settled(declared: Mapping[int, Player]) -> dict[str, int]:
    """Seats by nickname where nothing has to be guessed: two or more players, each nickname once; else nothing."""
    seats = {player.nick: seat for seat, player in declared.items()}
    in_order = set(declared) == set(range(len(declared)))
    clear = in_order and not any(":" in nick for nick in seats)
    return seats if clear and len(seats) == len(declared) >= MIN_SEATS else {}


def _undeclared(players: list[Player], nicks: Sequence[str]) -> list[Remark]:
    """Adds players who only appear in events; a fifth is remarked on and has no seat."""
    known, remarks = {player.nick for player in players}, []
    for nick in dict.fromkeys(nicks):
        if nick in known:
            continue
        room = len(players) < MAX_SEATS
        players += [Player(nick, nick)] if room else []
        code, template = ("undeclared_player", _UNDECLARED) if room else ("too_many_seats", _NO_SEAT)
        remarks.append(Remark(Message(code, template, {"nick": nick})))
    return remarks


class _Seats:
    def __init__(self, players: Sequence[Player]) -> None:
        self.by_nick: dict[str, list[int]] = {}
        for seat, player in enumerate(players):
            self.by_nick.setdefault(player.nick, []).append(seat)
        self.totals = [0] * len(players)
        self.last: int | None = None

    def of(self, nick: str, turn: Turn) -> int | None:
        seats = self.by_nick.get(nick, [])
        if not seats:
            return None
        seat = seats[0] if len(seats) == 1 else self._choose(seats, turn)
        self.totals[seat] = turn.total if turn.total is not None else self.totals[seat]
        self.last = seat
        return seat

    def _choose(self, seats: list[int], turn: Turn) -> int:
        """The one seat whose running total fits; else the next in order (a withdrawal: the same again)."""
        fitting = [seat for seat in seats if self._fits(seat, turn)]
        if len(fitting) == 1:
            return fitting[0]
        pool = fitting or seats
        if self.last is None:
            return pool[0]
        if turn.kind in _FOLLOWS and self.last in pool:
            return self.last
        after = [seat for seat in pool if seat > self.last]
        return (after or pool)[0]

    def _fits(self, seat: int, turn: Turn) -> bool:
        return turn.total is not None and self.totals[seat] + (turn.score or 0) == turn.total
