"""Team matches by hand: circles, Swiss and hills of teams, boards, starts, byes, line-ups, refusals; and every field."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.checks.check_round import check_round
from pairings.checks.shape import Claim, Round, Rules
from pairings.event.history import Absence, Bye, Entrant, History, Played, Seat, Unfinished
from pairings.event.refusals import Refusals
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.rounds.lineups import written
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.standings import matchplay
from pairings.standings.matchplay import Scoring
from pairings.systems import pair
from tests.pairings.making import field, ok, played
from tests.pairings.test_team_rounds import in_teams

NAMES = "ABCDEFGHI"
NO_WISHES = Constraints()


def teams_met(result: Result, entrants: tuple[Entrant, ...]) -> list[str]:
    """'AD' for a match of A against D, in order of the tables."""
    team = {one.id: one.team for one in entrants}
    pairs = ("".join(sorted(team[one] for one in board.seats)) for board in result.boards)
    return list(dict.fromkeys(pairs))


def alike(count: int, size: int = 1) -> tuple[Entrant, ...]:
    return in_teams(dict.fromkeys(NAMES[:count], size))


@pytest.mark.parametrize(
    ("count", "rounds"),
    [
        (2, [["AB"], ["AB"]]),
        (4, [["AD", "BC"], ["AC", "BD"]]),
        # Five and an empty slot: who is to meet it sits out.
        (5, [["BE", "CD"], ["AE", "BC"]]),
    ],
    ids=["two", "four", "five"],
)
def test_a_round_robin_of_teams_is_the_circle_of_liwords(count: int, rounds: list[list[str]]) -> None:
    entrants = alike(count, 2)
    _, results = played(entrants, len(rounds), "matches", params={"first": 1})
    assert [sorted(teams_met(result, entrants)) for result in results] == rounds


@pytest.mark.parametrize("count", range(2, 10))
def test_in_a_whole_round_robin_every_two_teams_meet_once_and_each_sits_out_at_most_once(count: int) -> None:
    entrants, rounds = alike(count, 2), count - 1 + count % 2
    _, results = played(entrants, rounds, "matches", params={"first": 1})
    met = Counter(match for result in results for match in teams_met(result, entrants))
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}
    out = Counter(bye.entrant for result in results for bye in result.byes)
    assert max(out.values(), default=0) == count % 2


def scored(entrants: tuple[Entrant, ...], *rounds: dict[str, int]) -> History:
    """Rounds of games `ab`: +50 the first wins by 50; a single name is a bye."""
    history = []
    for games in rounds:
        outcomes = [
            Played(table, (Seat(two[0], 400 + by), Seat(two[1], 400))) if len(two) == 2 else Bye(two)
            for table, (two, by) in enumerate(games.items(), start=1)
        ]
        history.append(tuple(outcomes))
    return History(entrants, tuple(history))


def test_a_swiss_of_teams_goes_by_match_points_before_game_points() -> None:
    """Teams of two, seeds dealt: a e A, b f B, c g C, d h D. Round 1: A 2-0 D, B 1-1 C with spread for C.

    Match points: A 2, C 1 (+40), B 1, D 0. Nobody meets again: A-C and B-D, and not A-B, for C stands above B.
    """
    entrants = alike(4, 2)
    history = scored(entrants, {"ad": 90, "he": -90, "bc": 10, "gf": 50})
    table = matchplay.standings(history, Scoring(), [1])
    assert [(row.team, row.match_points, row.wins, row.spread) for row in table] == [
        ("A", 2, 4, 180), ("C", 1, 2, 40), ("B", 1, 2, -40), ("D", 0, 0, -180),
    ]  # fmt: skip
    for by in ("swiss", "koth"):
        result = ok(pair(Request(history, 2, "matches", params={"by": by, "first": 1})))
        assert teams_met(result, entrants) == ["AC", "BD"]
    assert result.boards[0].why.startswith("Match A - C, board 1, teams of rank 1 and 2, first meeting")


def test_match_points_and_the_bye_of_a_team_are_what_the_plan_says() -> None:
    entrants = alike(3)
    history = scored(entrants, {"bc": 0, "a": 0})
    told = {
        name: [(row.team, row.match_points, row.wins) for row in matchplay.standings(history, scoring, [1])]
        for name, scoring in (("3-1-0", Scoring(3, 1)), ("none", Scoring(3, 1, "none")))
    }
    assert told == {
        "3-1-0": [("A", 3, 2), ("B", 1, 1), ("C", 1, 1)],
        "none": [("B", 1, 1), ("C", 1, 1), ("A", 0, 2)],
    }


def test_a_match_has_no_match_points_while_a_board_of_it_is_out() -> None:
    entrants = alike(2, 2)
    (games,) = scored(entrants, {"ab": 50}).rounds
    history = History(entrants, ((*games, Unfinished(2, ("c", "d"))),))
    rows = matchplay.standings(history, Scoring(), [1])
    assert [(row.team, row.match_points, row.matches, row.wins) for row in rows] == [
        ("A", 0, 0, 2),
        ("B", 0, 0, 0),
    ]


def test_the_side_short_of_a_player_loses_that_board_to_a_bye_that_counts_in_the_match() -> None:
    """A of three against B of two: c has a bye at board 3, so 1-1 on the boards is 2-1 for A."""
    entrants = in_teams({"A": 3, "B": 2})
    result = ok(pair(Request(History(entrants), 1, "matches")))
    assert [bye.entrant for bye in result.byes] == ["e"]
    assert result.byes[0].why == "Match A - B, board 3: B has nobody for it."
    history = scored(entrants, {"ab": 50, "dc": 50, "e": 0})
    (match,) = matchplay.matches_of(history, 1)
    assert (match.teams, match.halves, match.games) == (("A", "B"), (4, 2), 3)


def test_a_team_that_met_two_others_by_hand_has_each_game_in_its_own_match() -> None:
    """a and d of A meet b of B and c of C; it was told by the order of a set, another one in each process."""
    history = scored(in_teams({"A": 2, "B": 1, "C": 1}), {"ab": 50, "cd": 30})
    found = [(one.teams, one.halves, one.spreads, one.games) for one in matchplay.matches_of(history, 1)]
    assert found == [(("A", "B"), (2, 0), (50, -50), 1), (("A", "C"), (0, 2), (-30, 30), 1)]


def test_odd_boards_are_started_by_one_side_and_the_other_has_them_next_time() -> None:
    entrants = alike(2, 4)
    _, results = played(entrants, 4, "matches", params={"first": 1})
    team = {one.id: one.team for one in entrants}
    firsts = ["".join(team[board.seats[0]] for board in result.boards) for result in results]
    assert firsts == ["ABAB", "BABA", "ABAB", "BABA"]


def test_line_ups_set_the_boards_and_with_boards_the_rest_are_reserves() -> None:
    entrants = alike(2, 3)
    lineups = written({"A": ["e", "a"], "B": ["f"]})
    both = {
        boards: ok(pair(Request(History(entrants), 1, "matches", params={"lineups": lineups, **more})))
        for boards, more in (("open", {}), ("two", {"boards": 2}))
    }
    assert [set(seats) for seats in both["open"].pairs()] == [{"e", "f"}]
    assert ([bye.entrant for bye in both["open"].byes], both["open"].sitting_out) == (["a"], ("b", "c", "d"))
    assert [set(seats) for seats in both["two"].pairs()] == [{"e", "f"}, {"a", "b"}]
    assert sorted(both["two"].sitting_out) == ["c", "d"]


def test_where_boards_go_by_seed_a_line_up_says_who_plays_and_not_where() -> None:
    """FIDE Olympiad rules, board order: nobody is moved behind a weaker one; reserves move up."""
    entrants = alike(2, 3)
    lineups = written({"A": ["e", "a"], "B": ["f"]})
    params = {"lineups": lineups, "boards": 2, "order": "seed"}
    result = ok(pair(Request(History(entrants), 1, "matches", params=params)))  # type: ignore[arg-type]
    assert [set(seats) for seats in result.pairs()] == [{"a", "b"}, {"e", "f"}]
    assert sorted(result.sitting_out) == ["c", "d"]


def refused(entrants: tuple[Entrant, ...], wishes: Constraints = NO_WISHES, **params: object) -> list[str]:
    answer = pair(Request(History(entrants), 1, "matches", params=params, constraints=wishes))  # type: ignore[arg-type]
    assert isinstance(answer, Refusals), answer
    return [f"{item.number} {item.sentence}" for item in answer.items]


def test_what_makes_no_match_is_refused_by_number() -> None:
    two = alike(2, 2)
    stray = (*two, Entrant("x", 9, name="X"))
    assert refused(field(4, team="A")) == [
        "206 A team match needs two teams or more; the players of round 1 are of 1."
    ]
    assert refused(stray) == ["209 X is of no team and cannot play a team match."]
    assert refused(two, lineups=written({"A": ["b"]})) == [
        "310 The line-up of A names B, who is not of that team."
    ]
    assert refused(two, lineups=written({"A": ["a", "a"]})) == ["311 The line-up of A names A twice."]
    assert refused(two, lineups="{") == ["101 The line-ups of this round cannot be read."]
    parted = refused(two, Constraints(forbidden=(("a", "b"),)))
    assert parted[0].startswith("309 A wish parts a match: A and C would meet outside it.")
    spared = refused(in_teams({"A": 2, "B": 1}), Constraints(no_bye=("c",)))
    assert spared == [
        "309 C is to get no bye, but nobody plays at their board: match A - B, board 2: B has nobody for it."
    ]


def test_teams_whose_boards_a_wish_would_part_are_kept_from_meeting_while_others_can() -> None:
    """The circle means A-D and B-C; a of A must not meet d of D, so they meet other teams."""
    entrants = alike(4)
    wish = Constraints(forbidden=(("a", "d"),))
    result = ok(pair(Request(History(entrants), 1, "matches", constraints=wish)))
    assert "AD" not in teams_met(result, entrants)


def test_a_pair_fixed_by_the_director_stays_and_its_teams_meet() -> None:
    entrants = alike(4, 2)
    wish = Constraints(locked=(("a", "b"),))
    result = ok(pair(Request(History(entrants), 1, "matches", constraints=wish)))
    assert teams_met(result, entrants)[0] == "AB"
    assert {"e", "f"} in [set(seats) for seats in result.pairs()]


def test_a_plan_says_boards_by_a_number_and_a_round_robin_needs_no_standings() -> None:
    plan = parse_plan("matches(4) 1-2, matches(boards=4, by=swiss, win=3) 3-5")
    assert isinstance(plan, Plan)
    assert (plan.round(2).params, plan.round(2).based_on) == ({"boards": 4, "first": 1}, 0)
    assert plan.round(4).based_on == 3
    assert plan.round(4).params["win"] == 3
    assert isinstance(parse_plan("matches(lineups=x) 1"), Refusals)


@st.composite
def fields(draw: st.DrawFn) -> tuple[tuple[Entrant, ...], dict[str, object]]:
    """Two to nine teams of one to six, some away for a round or two, and how they play."""
    sizes = draw(st.lists(st.integers(1, 6), min_size=2, max_size=9))
    entrants = in_teams(dict(zip(NAMES, sizes, strict=False)))
    away = draw(st.lists(st.tuples(st.integers(0, len(entrants) - 1), st.integers(1, 3)), max_size=6))
    for at, number in away:
        entrants = tuple(
            replace(one, absences=(Absence(number, number + 1, "unscored"),)) if i == at else one
            for i, one in enumerate(entrants)
        )
    params: dict[str, object] = {"by": draw(st.sampled_from(["rr", "swiss", "koth"])), "first": 1}
    boards = draw(st.sampled_from([0, 1, 2, 4]))
    return entrants, params | ({"boards": boards} if boards else {})


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(fields())
def test_every_field_makes_a_round_of_whole_matches_or_a_numbered_refusal(
    case: tuple[tuple[Entrant, ...], dict[str, object]],
) -> None:
    """Each team meets one other at most, boards bring the right members together, and the checker agrees."""
    entrants, params = case
    team, history = {one.id: one.team for one in entrants}, History(entrants)
    for number in range(1, 4):
        asked = Request(history, number, "matches", params=params, seed=3)  # type: ignore[arg-type]
        result = pair(asked)
        if isinstance(result, Refusals):
            here = {one.team for one in asked.present()}
            assert len(here) < 2
            return
        assert_whole_matches(asked, result, team)
        outcomes = [
            Played(board.table, (Seat(board.seats[0], 400 + board.table), Seat(board.seats[1], 390)))
            for board in result.boards
        ]
        history = History(
            entrants, (*history.rounds, (*outcomes, *(Bye(bye.entrant) for bye in result.byes)))
        )


def assert_whole_matches(asked: Request, result: Result, team: dict[str, str]) -> None:
    met: dict[str, set[str]] = {}
    for board in result.boards:
        one, other = (team[player] for player in board.seats)
        met.setdefault(one, set()).add(other)
        met.setdefault(other, set()).add(one)
    assert all(len(others) == 1 and name not in others for name, others in met.items())
    present: dict[str, list[str]] = {}
    for entrant in sorted(asked.present(), key=lambda one: one.seed):
        present.setdefault(entrant.team, []).append(entrant.id)
    for board in result.boards:
        places = {present[team[one]].index(one) for one in board.seats}
        assert len(places) == 1, "board i of one team meets board i of the other"
    idle = {team[bye.entrant] for bye in result.byes} - set(met)
    assert len(idle) == len(present) % 2
    claim = Claim("matches", 1, 3, tuple(sorted(asked.params.items())))
    away = (*result.absent, *result.sitting_out)
    seen = Round(result.round, result.pairs(), tuple(bye.entrant for bye in result.byes), away)
    verdict = check_round(asked.history, seen, Rules(claim=claim, repeats_matter=False))
    assert not [one.sentence for one in verdict.findings if one.severity != "info"]
