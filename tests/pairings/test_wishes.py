from __future__ import annotations

from dataclasses import replace

import pytest

from pairings.checks.check_round import Round, check_round
from pairings.checks.recount import books_of
from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.event.history import Absence, Bye, Entrant, Forfeit, History, Unfinished
from pairings.event.refusals import NUMBERS, Refusals
from pairings.plan.rules_for_round import of_request
from pairings.rounds.explain import times_had
from pairings.rounds.field import field_of
from pairings.rounds.request import Constraints, Request
from pairings.systems import pair
from tests.pairings.making import field, game, meetings, ok


def asked(history: History | int, number: int = 1, system: str = "swiss", **wishes: object) -> Request:
    history = History(field(history)) if isinstance(history, int) else history
    return Request(history, number, system, constraints=Constraints(**wishes))  # type: ignore[arg-type]


def refusals(request: Request) -> Refusals:
    answer = pair(request)
    assert isinstance(answer, Refusals), answer
    return answer


@pytest.mark.parametrize("system", ["swiss", "koth", "rr"])
def test_locked_pairs_meet_and_the_rest_is_paired_around_them(system: str) -> None:
    result = ok(pair(asked(8, system=system, locked=(("a", "b"), ("g", "d")))))
    assert {"a", "b"} in meetings(result)
    assert {"d", "g"} in meetings(result)
    locked = [board for board in result.boards if board.locked]
    assert len(locked) == 2
    assert all(board.reasons[0].code == "locked" for board in locked)


def test_a_lock_outranks_a_club_wish_and_says_so() -> None:
    result = ok(pair(asked(History(club_field()), clubs="never", locked=(("a", "c"), ("b", "d")))))
    assert {"a", "c"} in meetings(result)
    text = "Fixed by the director although it was asked that nobody of club {} meets another of it."
    assert result.notes == (text.format("X"), text.format("Y"))
    assert result.certificate.sentence.startswith("Best possible pairing around what was fixed: verified")


@pytest.mark.parametrize("system", ["swiss", "koth", "rr"])
def test_forbidden_pairs_do_not_meet(system: str) -> None:
    free = meetings(ok(pair(asked(8, system=system))))
    barred = tuple(tuple(sorted(two)) for two in free)
    kept = meetings(ok(pair(asked(8, system=system, forbidden=barred))))
    assert not any(two in kept for two in free)


def club_field() -> tuple[Entrant, ...]:
    clubs = ["X", "Y", "X", "Y", "X", "Y", "X", "Y"]
    return tuple(
        Entrant(e.id, e.seed, e.rating, e.name, club, team=club.lower())
        for e, club in zip(field(8), clubs, strict=True)
    )


@pytest.mark.parametrize(
    "wish", [{"clubs": "avoid"}, {"clubs": "never"}, {"teams": "never"}, {"teams": "avoid"}]
)
def test_clubs_and_teams_are_kept_apart(wish: dict[str, str]) -> None:
    """Sliding would pair a-e, b-f, c-g, d-h: every one inside its club."""
    plain = ok(pair(asked(History(club_field()))))
    kept = ok(pair(asked(History(club_field()), **wish)))
    known = {entrant.id: entrant.club for entrant in club_field()}
    assert all(known[one] == known[other] for one, other in (board.seats for board in plain.boards))
    assert all(known[one] != known[other] for one, other in (board.seats for board in kept.boards))


def test_clubs_that_have_to_meet_do_so_when_only_avoided_and_are_refused_when_never() -> None:
    one_club = tuple(Entrant(e.id, e.seed, e.rating, e.name, "X") for e in field(4))
    meets = ok(pair(asked(History(one_club), clubs="avoid")))
    assert dict(meets.cost)["club"] == 2
    assert meets.boards[0].reasons[3].sentence == "both of X"
    refused = refusals(asked(History(one_club), clubs="never"))
    assert refused.items[0].name == "over_constrained"
    assert "nobody of club X meets another of it" in refused.items[0].sentence


def test_travel_mates_are_kept_apart() -> None:
    result = ok(pair(asked(8, apart=(("a", "e", "f"),))))
    assert {"a", "e"} not in meetings(result)
    assert dict(result.cost)["club"] == 0


def test_wishes_that_cannot_hold_together_are_named_and_no_others() -> None:
    refused = refusals(asked(4, forbidden=(("a", "b"), ("a", "c"), ("a", "d")), no_bye=("b",), clubs="never"))
    assert refused.sentences == (
        "These wishes cannot hold together: A and B must not meet; A and C must not meet; A and D must not meet.",
    )
    assert set(refused.items[0].entrants) == {"a", "b", "c", "d"}


def test_a_cap_on_repeats_that_nobody_can_keep_is_named() -> None:
    refused = refusals(asked(History(field(2), ((game("a", "b"),),)), 2, repeat_cap=0))
    assert refused.sentences == ("These wishes cannot hold together: nobody meets the same opponent again.",)


def test_an_immediate_rematch_can_be_ruled_out() -> None:
    rounds = (
        (game("a", "b"), game("c", "d")),
        (game("a", "c"), game("b", "d")),
        (game("a", "d"), game("b", "c")),
    )
    result = ok(pair(asked(History(field(4), rounds), 4, "koth", back_to_back="never")))
    assert {"a", "d"} not in meetings(result)
    assert isinstance(pair(asked(History(field(2), ((game("a", "b"),),)), 2, back_to_back="never")), Refusals)


def test_asked_byes_are_given_and_the_odd_one_follows_the_rule() -> None:
    result = ok(pair(asked(6, byes=("b",))))
    assert {bye.entrant: bye.why for bye in result.byes} == {
        "b": "Asked for a bye.",
        "f": "No bye so far, lowest in the standings.",
    }


def test_somebody_who_must_not_sit_out_does_not() -> None:
    result = ok(pair(asked(5, no_bye=("e", "d"))))
    assert [bye.entrant for bye in result.byes] == ["c"]


def test_no_bye_for_anybody_in_an_odd_field_is_refused() -> None:
    refused = refusals(asked(3, no_bye=("a", "b", "c")))
    assert refused.items[0].name == "no_bye_possible"
    assert "A gets no bye; B gets no bye; C gets no bye" in refused.sentences[0]


def test_the_bye_goes_to_the_fewest_byes_then_the_lowest_standing() -> None:
    """e had the first bye; d is the lowest of those who had none."""
    rounds = ((game("a", "c"), game("b", "d"), Bye("e")),)
    result = ok(pair(asked(History(field(5), rounds), 2)))
    assert [bye.entrant for bye in result.byes] == ["d"]
    assert result.byes[0].why == "No bye so far, lowest in the standings."


def test_an_absence_that_counts_as_a_bye_is_one() -> None:
    entrants = (*field(4), Entrant("e", 5, 1000, absences=(Absence(1, 1, "bye"),)))
    rounds = ((game("a", "b", 400, 300), game("c", "d", 400, 390)),)
    result = ok(pair(asked(History(entrants, rounds), 2)))
    assert [bye.entrant for bye in result.byes] == ["b"]


@pytest.mark.parametrize(
    ("wishes", "name", "who"),
    [
        ({"locked": (("a", "b"), ("b", "c"))}, "locked_twice", ("b",)),
        ({"locked": (("a", "a"),)}, "locked_with_oneself", ("a",)),
        ({"locked": (("a", "b"),), "forbidden": (("b", "a"),)}, "locked_and_forbidden", ("a", "b")),
        ({"locked": (("a", "b"),), "byes": ("b",)}, "locked_and_bye", ("b",)),
        ({"locked": (("a", "zz"),)}, "unknown_entrant", ("zz",)),
        ({"forbidden": (("a", "zz"),)}, "unknown_entrant", ("zz",)),
        ({"byes": ("zz",)}, "unknown_entrant", ("zz",)),
        ({"starters": ("zz",)}, "unknown_entrant", ("zz",)),
        ({"apart": (("a", "zz"),)}, "unknown_entrant", ("zz",)),
        ({"tables": ((1, 1),)}, "more_pairs_than_tables", ()),
    ],
)
def test_wishes_that_contradict_each_other_are_refused_by_name(
    wishes: dict[str, object], name: str, who: tuple[str, ...]
) -> None:
    refused = refusals(asked(4, **wishes))
    found = {item.name: item for item in refused.items}
    assert found[name].entrants == who
    assert found[name].number == NUMBERS[name]


def test_an_absent_player_can_have_neither_opponent_nor_bye() -> None:
    entrants = (*field(4), Entrant("e", 5, absences=(Absence(1),)))
    for wishes in ({"locked": (("a", "e"),)}, {"byes": ("e",)}):
        refused = refusals(asked(History(entrants), **wishes))
        assert refused.items[0].name == "not_present"
        assert "e does not play this round" in refused.sentences[0]


def test_numbers_of_refusals_are_each_used_once() -> None:
    assert len(set(NUMBERS.values())) == len(NUMBERS)


def test_tables_are_taken_from_the_ranges_top_pairs_first() -> None:
    result = ok(pair(asked(8, tables=((5, 6), (11, 20)))))
    assert [(board.table, set(board.seats)) for board in result.boards] == [
        (5, {"a", "e"}),
        (6, {"b", "f"}),
        (11, {"c", "g"}),
        (12, {"d", "h"}),
    ]


def test_a_fixed_table_is_kept_and_nobody_else_gets_it() -> None:
    entrants = tuple(
        Entrant(e.id, e.seed, e.rating, fixed_table={"b": 1, "g": 9}.get(e.id, 0)) for e in field(8)
    )
    result = ok(pair(asked(History(entrants), tables=((1, 10),))))
    assert {frozenset(board.seats): board.table for board in result.boards} == {
        frozenset("ae"): 2,
        frozenset("bf"): 1,
        frozenset("cg"): 9,
        frozenset("dh"): 3,
    }


def fixed(tables: dict[str, int]) -> History:
    return History(
        tuple(Entrant(e.id, e.seed, e.rating, e.name, fixed_table=tables.get(e.id, 0)) for e in field(4))
    )


def test_players_of_different_fixed_tables_are_not_paired() -> None:
    assert meetings(ok(pair(asked(fixed({"a": 1, "c": 2}))))) in (
        [{"a", "d"}, {"b", "c"}],
        [{"a", "b"}, {"c", "d"}],
    )


@pytest.mark.parametrize(
    ("tables", "wishes", "name"),
    [
        ({"a": 1, "b": 1}, {"forbidden": (("a", "b"),)}, "fixed_table_taken"),
        ({"a": 40}, {"tables": ((1, 10),)}, "fixed_table_unknown"),
        ({"a": 1, "b": 2}, {"locked": (("a", "b"),)}, "fixed_tables_differ"),
    ],
)
def test_fixed_tables_that_cannot_be_kept_are_refused(
    tables: dict[str, int], wishes: dict[str, object], name: str
) -> None:
    assert refusals(asked(fixed(tables), **wishes)).items[0].name == name


def starter(request: Request, one: str) -> tuple[str, str]:
    board = next(board for board in ok(pair(request)).boards if one in board.seats)
    return board.seats[0], board.reasons[-1].code


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (((game("a", "x"),),), ("b", "fewer_starts")),
        (((game("x", "a"),),), ("a", "more_replies")),
        (((Forfeit(None, ("a",)),),), ("b", "fewer_starts")),
        (((Forfeit(None, ("a",)),), (Forfeit(None, ("a",)),)), ("b", "fewer_starts")),
        (((Unfinished(1, ("b", "x")),),), ("a", "fewer_starts")),
        (((game("a", "b"),), (game("b", "a"),)), ("a", "reversed")),
        (((game("b", "a"),), (game("a", "b"),)), ("b", "reversed")),
    ],
)
def test_who_starts_follows_the_balance(
    rounds: tuple[tuple[object, ...], ...], expected: tuple[str, str]
) -> None:
    """docs/rules/events.md E7: fewer starts, more replies, the last meeting reversed; own forfeits start and reply in
    turn.
    """
    entrants = (*field(2), Entrant("x", 9, absences=(Absence(len(rounds) + 1),)))
    history = History(entrants, rounds)  # type: ignore[arg-type]
    assert starter(Request(history, len(rounds) + 1, "swiss"), "a") == expected


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        (((game("x", "a"),),), "a goes first with 1 second to 0"),
        (((game("a", "x"),), (game("b", "x"),), (game("b", "x"),)), "a goes first with 1 first to 2"),
        (((game("x", "a"),), (game("x", "a"),)), "a goes first (2 seconds against 0)"),
    ],
)  # fmt: skip
def test_one_is_counted_in_the_singular(rounds: tuple[tuple[object, ...], ...], said: str) -> None:
    entrants = (*field(2), Entrant("x", 9, absences=(Absence(len(rounds) + 1),)))
    answer = ok(pair(Request(History(entrants, rounds), len(rounds) + 1, "swiss")))  # type: ignore[arg-type]
    assert str(answer.boards[0].reasons[-1].sentence).lower() == said


def test_the_last_resort_is_a_lot_that_the_seed_fixes() -> None:
    lots = {starter(Request(History(field(2)), 1, "swiss", seed=seed), "a") for seed in range(20)}
    assert lots == {("a", "lot"), ("b", "lot")}
    assert starter(Request(History(field(2)), 1, "swiss", seed=3), "a") == starter(
        Request(History(field(2)[::-1]), 1, "swiss", seed=3), "a"
    )


def test_the_elder_starts_where_both_are_known() -> None:
    """`SAL:94`: only an order is needed, 1 the eldest."""
    entrants = (Entrant("a", 1, 1500, seniority=7), Entrant("b", 2, 1400, seniority=2))
    assert starter(Request(History(entrants), 1, "swiss", starts="eldest"), "a") == ("b", "elder")
    unknown = (Entrant("a", 1, 1500, seniority=7), Entrant("b", 2, 1400))
    assert starter(Request(History(unknown), 1, "swiss", starts="eldest"), "a")[1] == "lot"


def test_head_to_head_looks_at_the_last_meeting_first() -> None:
    rounds = (
        (game("a", "b"), game("x", "y")),
        (game("x", "b"), game("y", "a")),
        (game("b", "y"), game("x", "a")),
    )
    gone = (Absence(4),)
    entrants = (*field(2), Entrant("x", 8, absences=gone), Entrant("y", 9, absences=gone))
    history = History(entrants, rounds)
    assert starter(Request(history, 4, "swiss", starts="head_to_head"), "a") == ("b", "reversed")


def test_a_drawn_start_is_left_to_the_table() -> None:
    result = ok(pair(Request(History(field(4)), 1, "swiss", starts="drawn")))
    assert all(board.drawn and board.seats == tuple(sorted(board.seats)) for board in result.boards)


def test_a_start_the_director_asks_for_comes_first() -> None:
    rounds = ((game("a", "x"),),)
    entrants = (*field(2), Entrant("x", 9, absences=(Absence(2),)))
    request = Request(History(entrants, rounds), 2, "swiss", constraints=Constraints(starters=("a",)))
    assert starter(request, "a") == ("a", "asked")


def test_a_win_by_forfeit_counts_as_a_bye_had_unless_it_is_said_not_to() -> None:
    """FIDE C.04.1 d, tsh. Who sits out has had the fewest of both, or of byes alone; the checker counts them by itself."""
    told, differ = set[str](), 0
    for seed in range(40):
        made = simulate(Setting(15, 5, seed, "swiss 1-5", forfeits=120))
        assert isinstance(made, Simulated)
        books, sitting = books_of(made.history, 6), dict[str, str]()
        for setting in ("byes", "ignore"):
            request = asked(made.history, 6, given_wins=setting)
            result = ok(pair(request))
            (bye,) = result.byes
            had = books.byes + books.given if setting == "byes" else books.byes
            assert had[bye.entrant] == min(had[one.id] for one in made.history.entrants), (seed, setting)
            sitting[setting] = bye.entrant
            told.add(bye.why.split(",")[0])
            round_ = Round(6, result.pairs(), (bye.entrant,))
            assert not [
                f for f in check_round(made.history, round_, of_request(request)).findings if "bye" in f.code
            ]
            other = of_request(replace(request, constraints=Constraints(given_wins="byes")))
            if books.given[bye.entrant] and setting == "ignore":
                differ += 1
                assert "second_bye" in {f.code for f in check_round(made.history, round_, other).findings}, (
                    seed
                )
    assert differ
    assert told == {"No bye so far"}
    for byes, given, words in (
        (1, 1, "one win by forfeit so far, which counts as a bye"),
        (2, 2, "2 wins by forfeit so far, which count as byes"),
        (2, 1, "2 byes so far, wins by forfeit among them"),
        (1, 0, "one bye so far"),
    ):
        found = replace(field_of(asked(2)), byes=[byes, 0], given=[given, 0])
        assert times_had(found, 0) == words


def test_a_bye_for_somebody_who_never_has_one_is_refused() -> None:
    for system in ("swiss", "koth", "rr", "tables"):
        refused = refusals(asked(5, system=system, byes=("b",), no_bye=("b", "c")))
        said = [(item.number, item.sentence, item.entrants) for item in refused.items]
        assert said == [(312, "B is to have a bye this round and is never to have one.", ("b",))], system
