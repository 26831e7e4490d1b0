"""Rows of standings go into the cache and come out of it, also those a program before this one wrote."""

from __future__ import annotations

import pickle
from dataclasses import fields
from typing import Any

from pairings.event.history import Entrant, History
from pairings.standings.standings import Row, standings
from pairings.standings.team_standings import TeamRow, team_standings
from tests.pairings.making import game

PEOPLE = tuple(Entrant(one, at, name=one.upper(), team=one) for at, one in enumerate("abcd", start=1))
HISTORY = History(PEOPLE, ((game("a", "b", 450, 400), game("c", "d", 350, 350)),))
ROWS: tuple[Row | TeamRow, ...] = (*standings(HISTORY, 1), *team_standings(HISTORY, 1))


def test_what_is_kept_comes_back_as_it_was() -> None:
    assert pickle.loads(pickle.dumps(ROWS)) == ROWS
    assert [one.why for one in pickle.loads(pickle.dumps(ROWS))] == [one.why for one in ROWS]


def test_what_was_kept_the_way_dataclasses_do_is_still_read() -> None:
    """While servers are updated one after the other they share one cache."""
    for row in ROWS:
        again: Any = object.__new__(type(row))
        again.__setstate__([getattr(row, field.name) for field in fields(row)])
        assert again == row
