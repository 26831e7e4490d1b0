from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from pairings.event.history import (
    Absence,
    Bye,
    Entrant,
    Forfeit,
    History,
    Played,
    Seat,
    Unfinished,
    Unscored,
    complete_round,
    met_in,
    named_in,
)
from tests.pairings.making import away, game


@pytest.mark.parametrize(
    ("absence", "derived"),
    [
        (away(1, 1, "forfeit"), Forfeit(None, ("late",))),
        (away(1, 2, "unscored"), Unscored("late")),
        (away(1, None, "bye"), Bye("late")),
    ],
)
def test_a_missed_round_counts_as_the_absence_says(absence: Absence, derived: object) -> None:
    entrants = (Entrant("a", 1), Entrant("b", 2), Entrant("late", 3, absences=(absence,)))
    history = History(entrants, ((game("a", "b"),),))
    assert complete_round(history, 1) == (game("a", "b"), derived)


def test_an_outcome_on_paper_outranks_the_absence() -> None:
    entrants = (Entrant("a", 1), Entrant("b", 2, absences=(away(1),)))
    history = History(entrants, ((Forfeit(3, ("b",), ("a",)),),))
    assert complete_round(history, 1) == history.rounds[0]


def test_somebody_without_absence_and_without_outcome_counts_for_nothing() -> None:
    history = History((Entrant("a", 1), Entrant("b", 2)), ((Bye("a"),),))
    assert complete_round(history, 1) == (Bye("a"),)


def test_a_player_who_rejoined_has_not_withdrawn() -> None:
    assert Entrant("a", 1, absences=(away(3, 4, withdrawn=True),)).withdrawn_from() is None
    assert Entrant("a", 1, absences=(away(3, None, withdrawn=True),)).withdrawn_from() == 3


def test_only_those_who_sat_down_have_met() -> None:
    assert met_in(Unfinished(2, ("a", "b"))) == ("a", "b")
    assert met_in(Forfeit(2, ("a",), ("b",))) == ()
    assert named_in(Forfeit(2, ("a",), ("b",))) == ("a", "b")


def test_a_seat_and_a_game_are_what_they_say_and_nothing_else() -> None:
    """They are made in a quarter of the time of frozen ones, and are otherwise as those are."""
    seat = Seat("a", 400, before=390)
    for one in (seat, Played(1, (seat, Seat("b", 380)))):
        again = pickle.loads(pickle.dumps(one))
        assert again == one
        assert {again, one} == {one}
        assert not hasattr(one, "__dict__")
    assert replace(seat, score=401) == Seat("a", 401, 390)
    assert seat.score == 400
    assert seat != ("a", 400, 390, 0, 0)
