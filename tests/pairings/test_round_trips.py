"""What goes out as a file comes back with the same standings, whatever the outcomes; figures worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairings.event.history import Bye, Forfeit, History, Played, Seat, Unfinished, Unscored
from pairings.formats.event_file import read_any
from pairings.formats.trf_history import Exported
from pairings.formats.trf_history import from_history as to_trf
from pairings.formats.tsh import read_t, write_t
from pairings.formats.tsh_claims import claims
from pairings.formats.tsh_history import from_history, to_history
from pairings.standings.standings import Row, standings
from tests.pairings.making import field
from tests.pairings.outcomes import any_event

EVENTS = range(150)
Figures = tuple[int | None, int, int, int, int, int]


def figures(history: History, after: int) -> dict[str, Figures]:
    """Place, half points won and lost, ties, spread and games, by number."""
    seeds = {one.id: str(one.seed) for one in history.entrants}
    return {seeds[row.entrant]: figures_of(row) for row in standings(history, after)}


def figures_of(row: Row) -> Figures:
    return row.rank, row.wins, row.losses, row.ties, row.spread, row.games


def through_t(history: History) -> History:
    file = read_t(write_t(from_history(history)))
    assert not isinstance(file, tuple)
    return to_history(file)  # type: ignore[arg-type]


def test_every_round_of_every_event_stands_the_same_after_a_division_file() -> None:
    for seed in EVENTS:
        event = any_event(seed)
        back = through_t(event)
        for after in range(1, 6):
            assert figures(back, after) == figures(event, after), (seed, after)


def test_a_division_file_counted_line_by_line_agrees_with_the_history_it_was_written_from() -> None:
    for seed in EVENTS:
        file = read_t(write_t(from_history(any_event(seed))))
        assert claims(file, to_history(file)) == (), seed  # type: ignore[arg-type]


def test_a_second_division_file_is_the_first_one_again() -> None:
    for seed in EVENTS:
        first = write_t(from_history(any_event(seed)))
        file = read_t(first)
        assert write_t(from_history(to_history(file), file)) == first, seed  # type: ignore[arg-type]


def test_wins_and_losses_of_every_event_stand_the_same_after_a_chess_file() -> None:
    for seed in EVENTS:
        event = any_event(seed)
        made = to_trf(event)
        assert isinstance(made, Exported)
        back = read_any(made.data)
        points = {one: row[1:4] for one, row in figures(back.history, 5).items()}  # type: ignore[union-attr]
        assert points == {one: row[1:4] for one, row in figures(event, 5).items()}, seed
        assert not [said for said in back.lost if "points are written" in said]


def test_a_forfeited_table_keeps_its_winner() -> None:
    """Round 1: b did not come. By hand: a one win and +50, b one loss and -50."""
    event = History(field(2), ((Forfeit(4, ("b",), ("a",)),),))
    assert figures(through_t(event), 1) == {"1": (1, 2, 0, 0, 50, 0), "2": (2, 0, 2, 0, -50, 0)}


@pytest.mark.parametrize(
    ("outcome", "won", "lost", "spread"),
    [
        (Bye("a", 50), 2, 0, 50),
        (Bye("a", 0), 2, 0, 0),
        (Bye("a", -10), 2, 0, -10),
        (Bye("a", 0, half=True), 1, 1, 0),
        (Bye("a", 50, half=True), 1, 1, 50),
        (Unscored("a"), 0, 0, 0),
        (Forfeit(None, ("a",), (), 0), 0, 2, 0),
        (Forfeit(None, ("a",), (), -75), 0, 2, -75),
        (Forfeit(3, (), ("a",), 0, 0), 2, 0, 0),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, int) else "",
)
def test_a_round_without_an_opponent_counts_what_it_counted(
    outcome: Bye | Unscored | Forfeit, won: int, lost: int, spread: int
) -> None:
    back = through_t(History(field(1), ((outcome,),)))
    assert figures(back, 1) == {"1": (1, won, lost, 0, spread, 0)}


def test_a_game_still_out_before_one_with_scores_is_no_tie() -> None:
    """A .t file counts scores by position; 0-0 in round 1 would be half a win for both."""
    rounds = ((Unfinished(7, ("b", "a")),), (Played(7, (Seat("a", 400), Seat("b", 350))),))
    back = through_t(History(field(2), rounds))
    assert figures(back, 2) == {"1": (1, 2, 0, 0, 50, 1), "2": (2, 0, 2, 0, -50, 1)}
    assert back.rounds[0] == (Unfinished(7, ("2", "1")),)


def test_an_unscored_table_keeps_its_number_and_who_was_to_meet() -> None:
    event = History(field(2), ((Unscored("a", 5, ("b",)), Unscored("b", 5, ("a",))),))
    assert through_t(event).rounds == ((Unscored("1", 5, ("2",)), Unscored("2", 5, ("1",))),)


def test_a_table_of_three_without_a_result_is_refused_too() -> None:
    with pytest.raises(ValueError, match="games of two"):
        from_history(History(field(3), ((Unfinished(1, ("a", "b", "c")),),)))


def test_a_penalty_taken_back_is_not_written_again() -> None:
    event = History(field(2), ((Played(1, (Seat("a", 400, None, 10), Seat("b", 350))),),))
    file = read_t(write_t(from_history(event)))
    clean = History(to_history(file).entrants, ((Played(1, (Seat("1", 400), Seat("2", 350))),),))  # type: ignore[arg-type]
    assert b"penalty" not in write_t(from_history(clean, file))  # type: ignore[arg-type]


FILE = b"""\
Cruz, Ana  1500 2 2; 400 400; rrank 1 1 2
Go, Ben    1400 1 1; 350 420; rrank 2 2 1
"""
"""By hand: one win each; Ana +50 -20 = +30, Ben -30. The file says Ben is first."""


def test_a_file_that_places_somebody_otherwise_is_told_with_the_line_and_the_way_on() -> None:
    said = read_any(FILE).lost  # type: ignore[union-attr]
    assert said[:2] == (
        "Line 1: Cruz, Ana is in place 2 in the file and in place 1 here.",
        "Line 2: Go, Ben is in place 1 in the file and in place 2 here.",
    )
    assert "spread cap" in said[2]
    assert read_any(FILE.replace(b"1 1 2\n", b"1 1 1\n").replace(b"2 2 1", b"2 2 2")).lost == ()  # type: ignore[union-attr]


def test_figures_that_are_lost_on_the_way_are_told() -> None:
    """A reader that drops the winner of a forfeit is caught: 1-0 +50 in the file, nothing here."""
    file = read_t(b"Cruz, Ana  1500 0; 50\nGo, Ben    1400 0; -50\n")
    whole = to_history(file)  # type: ignore[arg-type]
    dropped = replace(whole, rounds=((whole.rounds[0][1],),))
    said = claims(file, dropped)  # type: ignore[arg-type]
    assert said[0] == "Line 1: Cruz, Ana has 1-0 +50 in the file and 0-0 +0 here."
