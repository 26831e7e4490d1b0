"""What is said of a round is worked out when it is read, and is the same whenever that is."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest

from pairings.event import codec
from pairings.rounds.request import Request
from pairings.rounds.result import Board, Result, from_data, to_data
from pairings.systems import pair
from pairings.systems.drawing import boards, draw
from tests.pairings.making import field, ok, played

OPEN = ("cost", "reasons", "why", "alternative")


def request_of(count: int = 21) -> Request:
    history, _ = played(field(count), 3, seed=5)
    return Request(history, 4, "swiss")


def test_a_board_says_the_same_whichever_is_read_first() -> None:
    whole = ok(pair(request_of()))
    told = to_data(whole)["boards"]
    for name in OPEN:
        found = ok(pair(request_of()))
        getattr(found.boards[-1], name)
        assert to_data(found)["boards"] == told


def test_nothing_is_said_before_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    for module, name in ((boards, "explained_boards"), (draw, "digest")):
        real = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *a, real=real, name=name: (asked.append(name), real(*a))[1])
    found = ok(pair(request_of()))
    assert [len(board.seats) for board in found.boards] == [2] * 10
    assert not asked
    assert all((found.boards[0].why, found.boards[3].reasons, found.digest, found.cost))
    assert asked == ["explained_boards", "digest"]


def test_results_are_equal_copied_kept_and_read_back_as_ever() -> None:
    found = ok(pair(request_of()))
    assert found == ok(pair(request_of()))
    assert pickle.loads(pickle.dumps(ok(pair(request_of())))) == found
    assert copy.deepcopy(ok(pair(request_of()))) == found
    assert from_data(to_data(ok(pair(request_of())))) == found
    assert replace(ok(pair(request_of())), notes=("x",)).cost == found.cost
    assert repr(ok(pair(request_of()))) == repr(found)
    assert codec.digest(request_of().history) == found.digest


def test_a_field_that_is_not_there_is_said_so() -> None:
    for thing in (Board(1, ("a", "b")), ok(pair(request_of()))):
        with pytest.raises(AttributeError, match="nonsense"):
            thing.nonsense  # noqa: B018
    assert isinstance(ok(pair(request_of())), Result)
