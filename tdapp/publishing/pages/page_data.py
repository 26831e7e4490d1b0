"""The same facts as the public pages as plain data, for whoever writes a screen or a bot of his own. Pure.

`docs/programmers/public-data.md` says what each field means.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pairings.event.table_points import WHOLE
from tdapp.desk.pairing.teams import team_table
from tdapp.publishing.pages.page_facts import Released
from tdapp.publishing.released import rows
from tdapp.publishing.released.board import Person
from tdapp.publishing.released.games import Meeting

Data = dict[str, Any]


def standings(now: Released) -> Data:
    """The released standings; `round` 0 and no rows while nothing is released."""
    board = now.board
    return {
        "round": board.after,
        "released_at": board.released_at,
        "held_back": board.held,
        "final_version": board.final.version if board.final else 0,
        "rows": [
            {
                **person(board.people[line.number]), "rank": line.rank, "wins": line.wins / 2,
                "losses": line.losses / 2, "ties": line.ties, "spread": line.spread, "games": line.games,
                "movement": line.movement, "withdrawn": line.withdrawn,
                "tie_breaks": [{"rule": rule, "value": value} for rule, value in line.tie_breaks],
                **({} if line.points is None else {"points": line.points / WHOLE}),
            }
            for line in board.lines
        ],
    }  # fmt: skip


def teams(now: Released) -> Data:
    """The released standings of teams and their matches; `round` 0 and no rows while nothing is released."""
    return {
        "round": now.board.after,
        "released_at": now.board.released_at,
        "held_back": now.board.held,
        "rows": [
            {**team_table.as_data(one.row), "members": [person(member) for member in one.members]}
            for one in now.teams
        ],
        "matches": [team_table.match_as_data(one) for one in now.matches],
    }


def pairings(now: Released) -> Data:
    """The shown round; `round` 0 and no tables while none is shown."""
    shown = now.board.shown
    return {
        "round": shown.number if shown else 0,
        "shown_at": shown.at if shown else None,
        "print_version": shown.print_version if shown else 0,
        "tables": [
            {"table": row.table, "starts": "drawn" if row.drawn else "first", "seats": _people(row.seats)}
            for row in rows.tables(now.board)
        ],
        "without_table": [
            {**person(row.who.person), "kind": row.kind} for row in rows.without_table(now.board)
        ],
    }


def results(now: Released, number: int) -> Data:
    """The results of one released round, the winner of a table first."""
    told = (_meeting(now, meeting) for meeting in now.played.meetings[number - 1])
    return {"round": number, "released_at": now.board.released_at, "games": list(told)}


def _meeting(now: Released, meeting: Meeting) -> Data:
    seats = [
        {
            **person(now.board.people[side.number]),
            "score": side.score,
            "won": side.won,
            "started": side.started,
        }
        for side in meeting.sides
    ]
    return {"table": meeting.table, "kind": meeting.kind, "spread": meeting.spread, "seats": seats}


def players(now: Released) -> Data:
    """Everybody who stands in something public, with what is written beside the name."""
    people = sorted(now.board.people.values(), key=lambda one: one.number)
    return {
        "players": [
            {**person(one), "rating": one.rating, "team": one.team} for one in people if not one.house
        ]
    }


def person(one: Person) -> Data:
    """A person as the public knows him."""
    return {"number": one.number, "name": one.name, "club": one.club}


def _people(seats: Iterable[rows.Who]) -> list[Data]:
    return [person(seat.person) for seat in seats]
