"""Team standings and matches, by hand."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.event.history import Bye, Entrant, Forfeit, History, Outcome, Unscored
from pairings.event.records import fold
from pairings.standings.team_standings import TeamRow, match_standings, team_matches, team_standings
from tests.pairings.making import away, game


def roster(*teams: str) -> tuple[Entrant, ...]:
    """Entrants named after their team: A1, A2, B1 ..."""
    return tuple(
        Entrant(f"{team}{number}", at * 9 + number, name=f"{team}{number}", team=team)
        for at, team in enumerate(teams)
        for number in (1, 2)
    )


def lines(rows: tuple[TeamRow, ...]) -> list[tuple[int, str, int, int, int]]:
    return [(row.rank, row.team, row.match_points, row.wins, row.spread) for row in rows]


# Two boards a match, two rounds a match: A v B and C v D, then A v C and B v D (pairing-systems 1.2).
ROUNDS: tuple[tuple[Outcome, ...], ...] = (
    (game("A1", "B1", 400, 300), game("A2", "B2", 300, 320), game("C1", "D1"), game("C2", "D2")),
    (game("A1", "B2", 310, 300), game("A2", "B1", 300, 300), game("C1", "D2"), game("C2", "D1")),
    (game("A1", "C1", 300, 350), game("C2", "A2", 360, 300), game("B1", "D1"), game("D2", "B2", 420, 300)),
)
HISTORY = History(roster("A", "B", "C", "D"), ROUNDS)


def test_games_of_two_teams_in_following_rounds_are_one_match() -> None:
    """A beat B by 2.5 to 1.5 over two rounds and lost to C by 0 to 2 in the third."""
    found = [(m.first, m.last, m.teams, m.halves, m.spreads, m.games) for m in team_matches(HISTORY, 3)]
    assert found == [
        (1, 2, ("A", "B"), (5, 3), (90, -90), 4),
        (1, 2, ("C", "D"), (8, 0), (200, -200), 4),
        (3, 3, ("A", "C"), (0, 4), (-110, 110), 2),
        (3, 3, ("B", "D"), (2, 2), (-70, 70), 2),
    ]


def test_matches_rank_by_match_points_then_game_points_then_spread() -> None:
    """C won both matches, A one; D and B tied theirs: D with 1 point of games less than B, so B is above."""
    rows = match_standings(HISTORY, 3)
    assert lines(rows) == [
        (1, "C", 4, 12, 310),
        (2, "A", 2, 5, -20),
        (3, "B", 1, 5, -160),
        (4, "D", 1, 2, -130),
    ]
    assert rows[0].why == "2 of 2 matches, 6 wins, +310: above A by matches (2 to 1)."
    assert rows[2].why == "0.5 of 2 matches, 2.5 wins, -160: above D by wins (2.5 to 1)."
    assert rows[3].why.endswith(": last place.")


def test_teams_that_meet_again_later_play_another_match() -> None:
    again = replace(HISTORY, rounds=(*ROUNDS, ROUNDS[0]))
    assert [(m.first, m.last) for m in team_matches(again, 4) if m.teams == ("A", "B")] == [(1, 2), (4, 4)]


def test_the_sum_of_members_counts_everything_they_have() -> None:
    """B1 has a bye and B2 an unscored round on top."""
    more = replace(HISTORY, rounds=(*ROUNDS, (Bye("B1"), Unscored("B2"))))
    rows = {row.team: row for row in team_standings(more, 4)}
    assert (rows["B"].wins, rows["B"].losses, rows["B"].spread) == (7, 7, -110)
    assert [(row.rank, row.team) for row in team_standings(HISTORY, 3)] == [
        (1, "C"),
        (2, "A"),
        (3, "B"),
        (4, "D"),
    ]


def test_only_the_best_so_many_may_count() -> None:
    """A1 won twice and A2 half a game: with one to count, A has two wins and +60."""
    row = next(row for row in team_standings(HISTORY, 3, counting=1) if row.team == "A")
    assert (row.wins, row.spread, row.counted, row.members) == (4, 60, ("A1",), ("A1", "A2"))


def test_level_teams_share_their_place() -> None:
    history = History(roster("A", "B", "C"), ((game("A1", "B1", 300, 300), Bye("C1"), Unscored("C2")),))
    rows = team_standings(history, 1)
    assert [(row.rank, row.team) for row in rows] == [(1, "C"), (2, "A"), (2, "B")]
    assert rows[1].why == "0.5 wins, +0: tied with B, equal on everything that counts."


def test_a_table_forfeited_to_the_other_team_is_lost_for_the_match() -> None:
    history = History(roster("A", "B"), ((Forfeit(1, ("A1",), ("B1",)), game("A2", "B2")),))
    match = team_matches(history, 1)[0]
    assert (match.halves, match.spreads, match.games) == ((2, 2), (0, 0), 2)


def test_house_players_and_games_inside_a_team_are_no_match() -> None:
    entrants = (*roster("A", "B"), Entrant("H", 99, team="B", house=True))
    history = History(entrants, ((game("A1", "H"), game("B1", "B2")),))
    assert team_matches(history, 1) == ()
    assert all("H" not in row.members for row in team_standings(history, 1))


def test_who_leaves_keeps_what_he_won_for_his_team() -> None:
    entrants = (
        Entrant("A1", 1, name="A1", team="A", absences=(away(2, None, "unscored", withdrawn=True),)),
        Entrant("B1", 2, name="B1", team="B"),
    )
    history = History(entrants, ((game("A1", "B1"),), (Bye("B1"),)))
    assert [(row.team, row.wins, row.spread) for row in team_standings(history, 2)] == [
        ("A", 2, 50),
        ("B", 2, 0),
    ]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(scores=st.lists(st.tuples(st.integers(200, 500), st.integers(200, 500)), min_size=6, max_size=6))
def test_nothing_is_won_or_lost_in_the_adding_up(scores: list[tuple[int, int]]) -> None:
    """Without byes the teams together have one point a game and no spread; matches add up to the same."""
    pairs = (("A1", "B1"), ("C1", "A2"), ("B2", "C2"))
    rounds = tuple(
        tuple(game(*pair, *scores[3 * number + at]) for at, pair in enumerate(pairs)) for number in (0, 1)
    )
    history = History(roster("A", "B", "C"), rounds)
    records = fold(history, 2)
    for rows in (team_standings(history, 2), match_standings(history, 2)):
        assert sum(row.wins for row in rows) == 12 == sum(record.halves for record in records.values())
        assert sum(row.spread for row in rows) == 0
