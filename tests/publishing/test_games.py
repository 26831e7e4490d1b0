"""The released rounds told from each side: a table of outcomes with what they come to."""

from __future__ import annotations

import pytest

from pairings.event import history as h
from tdapp.publishing.released import games
from tdapp.publishing.released.games import Game, Meeting, Side

ANA, BEN, CEL, DAN = (h.Entrant(name, seed) for seed, name in enumerate("abcd", start=1))


def told(
    *rounds: tuple[h.Outcome, ...],
    entrants: tuple[h.Entrant, ...] = (ANA, BEN, CEL, DAN),
    cap: int | None = None,
) -> games.Played:
    return games.play(h.History(entrants, rounds, cap))


def seats(*scores: int, before: tuple[int, ...] = (), penalty: int = 0) -> tuple[h.Seat, ...]:
    return tuple(
        h.Seat("abcd"[i], score, before[i] if before else None, penalty if i == 0 else 0) for i, score in enumerate(scores)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("outcome", "mine", "theirs"),
    [
        (h.Played(7, seats(412, 388)), (games.PLAYED, True, 2, 24), (games.PLAYED, False, 0, -24)),
        (h.Played(7, seats(388, 412)), (games.PLAYED, True, 0, -24), (games.PLAYED, False, 2, 24)),
        (h.Played(7, seats(400, 400)), (games.PLAYED, True, 1, 0), (games.PLAYED, False, 1, 0)),
        # SAL:232: equal scores go to the higher score before unplayed tiles.
        (h.Played(7, seats(400, 400, before=(405, 412))), (games.PLAYED, True, 0, 0), (games.PLAYED, False, 2, 0)),
        (h.Played(7, seats(412, 388, penalty=10)), (games.PLAYED, True, 2, 14), (games.PLAYED, False, 0, -24)),
        (h.Forfeit(7, ("a",), ("b",)), (games.FORFEIT, None, 0, -50), (games.FORFEIT, None, 2, 50)),
        (h.Unfinished(7, ("a", "b")), (games.OUT, True, None, None), (games.OUT, False, None, None)),
    ],
)  # fmt: skip
def test_a_table_is_told_from_both_sides(
    outcome: h.Outcome, mine: tuple[object, ...], theirs: tuple[object, ...]
) -> None:
    played = told((outcome,))
    for number, expected in ((1, mine), (2, theirs)):
        (game,) = played.of(number)
        assert (game.kind, game.started, game.gain, game.spread) == expected
        assert game.others == ((2,) if number == 1 else (1,))


def test_a_bye_counts_and_an_unscored_round_does_not() -> None:
    played = told((h.Bye("a", 50), h.Unscored("b")))
    assert played.of(1) == (Game(1, games.BYE, gain=2, spread=50, wins=2, total=50),)
    assert played.of(2) == (Game(1, games.UNSCORED),)
    assert played.of(2)[0].counted == 0


def test_the_record_runs_on_from_round_to_round() -> None:
    played = told((h.Played(1, seats(400, 300)),), (h.Played(1, seats(310, 350)),), (h.Bye("a", 50),))
    assert [(g.wins, g.losses, g.total, g.counted) for g in played.of(1)] == [
        (2, 0, 100, 1),
        (2, 2, 60, 2),
        (4, 2, 110, 3),
    ]


def test_the_spread_of_a_game_stays_inside_the_cap() -> None:
    assert told((h.Played(1, seats(700, 100)),), cap=350).of(1)[0].spread == 350


def test_a_cap_for_each_round_is_that_round_s_on_the_player_card_and_in_the_meetings() -> None:
    one = (h.Played(1, seats(700, 100)),)
    played = games.play(h.History((ANA, BEN), (one, one), spread_caps=(200, 300)))
    assert [game.spread for game in played.of(1)] == [200, 300]
    assert [rows[0].spread for rows in played.meetings] == [200, 300]


def test_at_a_table_of_three_the_best_score_wins_and_all_opponents_are_named() -> None:
    played = told((h.Played(1, seats(300, 420, 350)),))
    assert [(played.of(n)[0].gain, played.of(n)[0].spread, played.of(n)[0].others) for n in (1, 2, 3)] == [
        (0, -120, (2, 3)), (2, 70, (3, 1)), (0, -70, (2, 1)),
    ]  # fmt: skip


def test_an_absence_nobody_wrote_down_is_told_all_the_same() -> None:
    away = h.Entrant("a", 1, absences=(h.Absence(1),))
    assert (
        told((h.Played(1, (h.Seat("b", 1), h.Seat("c", 2))),), entrants=(away, BEN, CEL)).of(1)[0].kind
        == games.FORFEIT
    )


def test_meetings_stand_by_table_the_winner_first_and_those_without_a_table_last() -> None:
    played = told((h.Bye("c"), h.Played(2, seats(388, 412)), h.Unfinished(1, ("d",))))
    assert [meeting.table for meeting in played.meetings[0]] == [1, 2, 0]
    assert played.meetings[0][1] == Meeting(
        games.PLAYED, 2, (Side(2, 412, True, False), Side(1, 388, False, True)), 24
    )


def test_the_highest_score_and_the_widest_win_are_found() -> None:
    rows = told((h.Played(1, seats(500, 480)), h.Played(2, (h.Seat("c", 450), h.Seat("d", 300))))).meetings[0]
    high, wide = games.high_game(rows), games.widest(rows)
    assert high is not None
    assert wide is not None
    assert (high.number, high.score, wide.sides[0].number, wide.spread) == (1, 500, 3, 150)


def test_a_round_without_scores_has_neither() -> None:
    rows = told((h.Bye("a"), h.Played(1, (h.Seat("b", 400), h.Seat("c", 400))))).meetings[0]
    assert games.widest(rows) is None
    assert games.high_game(told((h.Bye("a"),)).meetings[0]) is None
