from __future__ import annotations

from dataclasses import replace

from pairings.event.history import Bye, Entrant, Forfeit, History, Played, Seat
from pairings.event.stats import SeatShare, statistics
from tests.pairings.making import field, game

ROUNDS = (
    (game("a", "b", 450, 400), game("c", "d", 430, 300)),
    (game("c", "a", 400, 450), game("d", "b", 350, 350)),
    (Bye("a"), Forfeit(2, ("b",), ("c",))),
)
HISTORY = History(field(4), ROUNDS)


def test_records_are_shared_and_in_order_of_time() -> None:
    found = statistics(HISTORY, 3)
    assert [(one.round, one.entrant, one.score) for one in found.high_game] == [(1, "a", 450), (2, "a", 450)]
    assert [(one.entrant, one.margin) for one in found.high_spread] == [("c", 130)]
    assert [(one.entrant, one.score, one.opponent) for one in found.high_loss] == [
        ("b", 400, "a"),
        ("c", 400, "a"),
    ]


def test_starts_and_replies_are_counted_with_ties_as_half() -> None:
    """Starters a won, c won, c lost, d tied: 5 of 8 half points are 62.5 percent, rounded up."""
    found = statistics(HISTORY, 3)
    assert found.starts == SeatShare(4, 5, 450 + 430 + 400 + 350)
    assert (found.starts.win_percent, found.replies.win_percent, found.ties) == (63, 38, 1)
    assert found.starts.average == 408


def test_before_a_game_there_is_nothing_to_say() -> None:
    found = statistics(HISTORY, 0)
    assert (found.high_game, found.high_spread, found.high_loss) == ((), (), ())
    assert (found.starts.win_percent, found.starts.average) == (None, None)


def test_a_class_has_its_own_records() -> None:
    entrants = tuple(replace(one, klass="A" if one.id in "bd" else "B") for one in HISTORY.entrants)
    found = statistics(replace(HISTORY, entrants=entrants), 3, "A")
    assert [(one.entrant, one.score) for one in found.high_game] == [("b", 400)]


def test_a_house_player_holds_no_record() -> None:
    entrants = (Entrant("a", 1), Entrant("h", 2, house=True))
    found = statistics(History(entrants, ((game("h", "a", 700, 300),),)), 1)
    assert [(one.entrant, one.score) for one in found.high_game] == [("a", 300)]


def test_tables_of_three_and_four_hold_records_but_say_nothing_of_starts() -> None:
    """b wins by 20 over the next best; c's 430 is the highest losing score."""
    seats = (Seat("a", 300), Seat("b", 450), Seat("c", 430))
    found = statistics(History(field(3), ((Played(1, seats),),)), 1)
    assert [(one.entrant, one.score) for one in found.high_game] == [("b", 450)]
    assert [(one.entrant, one.margin, one.opponent) for one in found.high_spread] == [("b", 20, "c")]
    assert [(one.entrant, one.score, one.opponent) for one in found.high_loss] == [("c", 430, "b")]
    assert (found.starts.games, found.replies.games, found.ties) == (0, 0, 0)
