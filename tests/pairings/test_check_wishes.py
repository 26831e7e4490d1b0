"""What a round was asked to keep, and what the system of the plan claims: each broken once by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairings.checks.bounds import fewest_byes
from pairings.checks.check_round import Claim, Round, Rules, check_event, check_round
from pairings.event.history import Bye, Entrant, Forfeit, History, Outcome, Played, Seat, Unscored
from tests.pairings.making import field, game

ONE_PLAYED = History(field(4), ((game("a", "b", 450, 400, 1), game("c", "d", 430, 400, 2)),))
SAME_AGAIN = Round(2, (("a", "b"), ("c", "d")))
CROSSED = Round(2, (("b", "c"), ("d", "a")), table_numbers=(1, 2))


def codes(history: History, round_: Round, rules: Rules) -> dict[str, str]:
    return {found.code: found.severity for found in check_round(history, round_, rules).findings}


def sentences(history: History, round_: Round, rules: Rules) -> list[str]:
    return [found.sentence for found in check_round(history, round_, rules).findings]


def table(*seats: str, scores: tuple[int, ...] = (400, 350, 300, 250), number: int = 1) -> Played:
    return Played(number, tuple(Seat(one, score) for one, score in zip(seats, scores, strict=False)))


@pytest.mark.parametrize(
    ("rules", "code", "severity"),
    [
        (Rules(repeat_cap=0), "over_cap", "error"),
        (Rules(repeat_cap=1), "repeat", "info"),
        (Rules(back_to_back="never"), "back_to_back", "error"),
        (Rules(back_to_back="avoid"), "rematch", "info"),
        (Rules(locked=(("a", "c"),)), "lock_broken", "error"),
        (Rules(groups=(("a", "b", "x"),)), "same_group", "info"),
        (Rules(asked_byes=("a", "b")), "asked_bye", "error"),
    ],
)
def test_every_wish_that_is_not_kept_is_found(rules: Rules, code: str, severity: str) -> None:
    assert codes(ONE_PLAYED, SAME_AGAIN, rules).get(code) == severity


@pytest.mark.parametrize(("keep", "severity"), [("never", "error"), ("avoid", "info"), ("ignore", None)])
@pytest.mark.parametrize("what", ["club", "team"])
def test_clubs_and_teams_are_forbidden_told_or_passed_over(
    what: str, keep: str, severity: str | None
) -> None:
    history = History(tuple(Entrant(one.id, one.seed, **{what: "X"}) for one in field(2)))  # type: ignore[arg-type]
    rules = Rules(**{f"{what}s": keep})  # type: ignore[arg-type]
    found = codes(history, Round(1, (("a", "b"),)), rules)
    assert found == (
        {} if severity is None else {f"same_{what}" if keep == "never" else "same_group": severity}
    )


def test_a_pair_the_director_fixed_is_no_fault_whatever_else_was_asked() -> None:
    rules = Rules(locked=(("b", "a"), ("c", "d")), repeat_cap=0)
    assert check_round(ONE_PLAYED, SAME_AGAIN, rules).valid
    assert check_round(ONE_PLAYED, SAME_AGAIN, rules).numbers["fewest_repeats"] == 2


def test_a_bye_for_whom_none_was_allowed_is_an_error() -> None:
    found = codes(History(field(3)), Round(1, (("a", "b"),), byes=("c",)), Rules(no_bye=("c",)))
    assert found == {"no_bye": "error"}


def test_a_player_away_from_his_own_table_is_told() -> None:
    history = replace(ONE_PLAYED, entrants=(replace(field(4)[0], fixed_table=7), *field(4)[1:]))
    assert sentences(history, CROSSED, Rules()) == ["A sits at table 2; their own table is 7."]


@pytest.mark.parametrize(
    ("round_", "rule", "sentence"),
    [
        (CROSSED, "balanced", ""),
        (CROSSED, "", ""),
        (Round(2, (("a", "d"), ("b", "c"))), "balanced", "A goes first against D with 1 first to 0."),
        (
            Round(2, (("a", "b"), ("d", "c"))),
            "head_to_head",
            "A goes first against B as in their last meeting.",
        ),
        (Round(2, (("b", "a"), ("d", "c"))), "head_to_head", ""),
    ],
)
def test_starters_are_held_against_the_rule_they_were_chosen_by(
    round_: Round, rule: str, sentence: str
) -> None:
    found = check_round(ONE_PLAYED, round_, Rules(starts=rule)).findings  # type: ignore[arg-type]
    assert [one.sentence for one in found if one.code == "start_against_rule"] == (
        [sentence] if sentence else []
    )


def test_the_elder_starts_where_age_decides_and_a_start_asked_for_is_no_fault() -> None:
    history = History((Entrant("a", 1, seniority=2), Entrant("b", 2, seniority=1)))
    round_ = Round(1, (("a", "b"),))
    assert sentences(history, round_, Rules(starts="eldest")) == [
        "a goes first against b though the other is the elder."
    ]
    assert codes(history, round_, Rules(starts="eldest", starters=("a",))) == {}


def test_replies_decide_between_as_many_starts() -> None:
    """c had a bye, so a and c both have no start; b has replied once more than c."""
    history = History(field(3), ((game("a", "b"), Bye("c")), (game("a", "b"), Bye("c"))))
    found = check_round(history, Round(3, (("c", "b"),), byes=("a",)), Rules(starts="tsh")).findings
    assert "C goes first against B with no seconds to 2 and as many firsts." in [
        one.sentence for one in found
    ]


@pytest.mark.parametrize(
    ("players", "sizes", "left"),
    [
        (7, (2,), 1),
        (8, (2,), 0),
        (5, (3, 4), 1),
        (5, (2, 3, 4), 0),
        (2, (3, 4), 2),
        (11, (3, 4), 0),
        (0, (2,), 0),
    ],
)
def test_how_few_must_sit_out(players: int, sizes: tuple[int, ...], left: int) -> None:
    assert fewest_byes(players, sizes) == left


def test_tables_of_three_and_four_are_measured() -> None:
    """Round 1: a 2 half points, b, c, d none; e 2, f, g none. Then a meets b and c again."""
    first: tuple[Outcome, ...] = (table("a", "b", "c", "d"), table("e", "f", "g", number=2))
    verdict = check_round(History(field(7), (first,)), Round(2, (("a", "b", "c", "e"), ("g", "f", "d"))))
    numbers = verdict.numbers
    assert (numbers["repeats"], numbers["fewest_repeats"]) == (4, 3)
    assert (numbers["gap_sum"], numbers["cross_score"], numbers["gap_max"]) == (8, 4, 2)
    assert (numbers["seats_again"], numbers["seats_again_best"]) == (4, 0)
    assert (numbers["byes"], numbers["fewest_byes"]) == (0, 0)
    warned = [found for found in verdict.findings if found.severity == "warning"]
    assert [found.code for found in warned] == ["avoidable_repeats"]
    assert "change places" in warned[0].sentence


def test_the_exchange_that_is_named_saves_what_is_said() -> None:
    first: tuple[Outcome, ...] = (table("a", "b", "c", "d"), table("e", "f", "g", "h", number=2))
    history = History(field(8), (first,))
    verdict = check_round(history, Round(2, (("a", "b", "e", "f"), ("c", "d", "g", "h"))))
    assert verdict.numbers["repeats"] == verdict.numbers["fewest_repeats"] == 4
    worse = check_round(history, Round(2, (("a", "b", "c", "e"), ("d", "f", "g", "h"))))
    assert (worse.numbers["repeats"], worse.numbers["fewest_repeats"]) == (6, 4)


def test_a_table_of_one_or_five_is_no_table() -> None:
    assert codes(History(field(5)), Round(1, (tuple("abcde"),)), Rules()) == {"table_size": "error"}
    assert codes(History(field(3)), Round(1, (("a", "b"), ("c",))), Rules()) == {"table_size": "error"}


def test_a_forfeited_table_counts_as_paired() -> None:
    history = History(field(4), ((game("a", "b"), Forfeit(2, ("c",), ("d",))),))
    assert [one.findings for one in check_event(history)] == [()]


ROBIN = Claim("rr", 1, 3)
FULL = (
    (game("a", "d"), game("b", "c", table=2)),
    (game("a", "c"), game("d", "b", table=2)),
    (game("a", "b"), game("c", "d", table=2)),
)


def claimed(history: History, claim: Claim) -> list[tuple[int, str, str]]:
    verdicts = check_event(history, Rules(repeats_matter=False, byes_by_standing=False, claim=claim))
    return [(one.round, f.code, f.sentence) for one in verdicts for f in one.findings if f.severity != "info"]


def test_a_round_robin_that_keeps_its_word_has_no_finding() -> None:
    assert claimed(History(field(4), FULL), ROBIN) == []
    assert claimed(History(field(4), FULL + FULL), Claim("rr", 1, 6, (("times", 2),))) == []


def test_a_round_robin_that_repeats_and_does_not_finish_is_told() -> None:
    broken = History(field(4), (FULL[0], FULL[1], FULL[0]))
    assert claimed(broken, ROBIN) == [
        (
            3,
            "plan_repeat",
            "2 pairs meet again within leg 1 of the round robin, which could be avoided: A and D; B and C.",
        ),
        (3, "leg_incomplete", "Leg 1 of the round robin ends and 2 pairs have not met: A and B; C and D."),
    ]


def test_an_odd_round_robin_needs_as_many_rounds_as_players() -> None:
    three = ((game("a", "b"), Bye("c")), (game("b", "c"), Bye("a")), (game("c", "a"), Bye("b")))
    assert claimed(History(field(3), three), ROBIN) == []
    assert claimed(History(field(3), (*three[:2], three[0])), ROBIN)[-1][1] == "leg_incomplete"


def test_team_mates_in_a_team_round_robin_are_told() -> None:
    entrants = tuple(replace(one, team="X" if one.id in "ab" else "Y") for one in field(4))
    found = claimed(History(entrants, (FULL[2],)), Claim("team_rr", 1, 2))
    assert {code for _, code, _ in found} == {"team_mates"}
    assert len(found) == 2


def test_a_plan_is_not_blamed_for_what_the_director_fixed() -> None:
    entrants = tuple(replace(one, team="X" if one.id in "ab" else "Y") for one in field(4))
    rules = Rules(locked=(("a", "b"),), claim=Claim("team_rr", 1, 2))
    assert codes(History(entrants), Round(1, (("a", "b"), ("c", "d"))), rules) == {}


def test_quads_that_mix_their_groups_are_told() -> None:
    """Eight players in two groups; in the second round two pairs cross."""
    first = tuple(
        game(a, b, table=at) for at, (a, b) in enumerate((("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")))
    )
    inside = tuple(
        game(a, b, table=at) for at, (a, b) in enumerate((("a", "c"), ("b", "d"), ("e", "g"), ("f", "h")))
    )
    across = tuple(
        game(a, b, table=at) for at, (a, b) in enumerate((("a", "c"), ("b", "e"), ("d", "g"), ("f", "h")))
    )
    assert claimed(History(field(8), (first, inside)), Claim("quads", 1, 3)) == []
    assert [code for _, code, _ in claimed(History(field(8), (first, across)), Claim("quads", 1, 3))] == [
        "group_left"
    ]


def test_king_of_the_hill_keeps_its_cap_on_repeats() -> None:
    history = History(field(4), (FULL[0], FULL[0]))
    assert claimed(history, Claim("koth", 2, 2, (("repeats", 1),))) == []
    assert [code for _, code, _ in claimed(history, Claim("koth", 2, 2, (("repeats", 0),)))] == [
        "plan_repeat"
    ]


def test_who_lost_a_match_does_not_play_on_and_who_is_out_need_not_play() -> None:
    """Four in a bracket: a and c win; then a meets c, or b plays on although he is out."""
    first = (game("a", "b", 450, 400), game("c", "d", 430, 400, 2))
    final = History(field(4), (first, (game("a", "c"),)))
    assert claimed(final, Claim("elimination", 1, 2)) == []
    again = History(field(4), (first, (game("a", "c"), game("b", "d", table=2))))
    third = Claim("elimination", 1, 2, (("third", "yes"),))
    assert claimed(again, third) == []
    assert [code for _, code, _ in claimed(again, Claim("elimination", 1, 2))] == ["knocked_out"]
    idle = History(field(4), (first, (game("b", "c"),)))
    assert claimed(idle, Claim("elimination", 1, 2)) == [
        (2, "knocked_out", "B has lost a match and plays on.")
    ]


def test_a_match_of_best_of_three_goes_on_until_two_are_won() -> None:
    rounds = tuple((game("a", "b", 400 + at % 2 * 100, 450), game("c", "d", table=2)) for at in range(2))
    playoff = Claim("playoff", 1, 9, (("size", 4),))
    assert claimed(History(field(4), rounds), playoff) == []
    third = (game("a", "b"),)
    assert claimed(History(field(4), (*rounds, third)), playoff) == []
    assert [code for _, code, _ in claimed(History(field(4), (*rounds, (game("c", "d"),))), playoff)] == [
        "unpaired",
        "unpaired",
        "knocked_out",
    ]


def test_only_the_best_enter_a_small_bracket() -> None:
    history = History(field(3), ((game("a", "b"),),))
    assert claimed(history, Claim("elimination", 1, 1, (("size", 2),))) == []
    assert [code for _, code, _ in claimed(history, Claim("elimination", 1, 1))] == ["unpaired"]


def test_a_bye_is_only_told_where_anybody_else_would_cost_a_repeat() -> None:
    """c has met a and b and had a bye; only a and b can still meet afresh, so c sits out again."""
    rounds: tuple[tuple[Outcome, ...], ...] = (
        (game("a", "c"), Unscored("b")),
        (game("b", "c"), Unscored("a")),
        (Bye("c"), Unscored("a"), Unscored("b")),
    )
    found = check_round(History(field(3), rounds), Round(4, (("a", "b"),), byes=("c",))).findings
    assert [(one.severity, one.sentence) for one in found] == [
        ("info", "C gets bye number 2 while A had 0; anybody else would cost a rematch.")
    ]


STEP_FREE = (("step-free", ((2, 3), (7, 7))),)
NEEDY = replace(ONE_PLAYED, entrants=(replace(field(4)[0], needs=("step-free",)), *field(4)[1:]))


@pytest.mark.parametrize(
    ("numbers", "rules", "told"),
    [
        ((1, 2), Rules(suited=STEP_FREE), []),
        (
            (2, 1),
            Rules(suited=STEP_FREE),
            ["A needs a table that is step-free (2-3, 7) and sits at table 1."],
        ),
        ((1, 7), Rules(suited=STEP_FREE), []),
        ((2, 1), Rules(suited=(("quiet", ((2, 2),)),)), []),
        ((), Rules(suited=STEP_FREE), []),
    ],
)
def test_a_player_at_a_table_that_does_not_suit_his_need_is_an_error(
    numbers: tuple[int, ...], rules: Rules, told: list[str]
) -> None:
    found = check_round(NEEDY, replace(CROSSED, table_numbers=numbers), rules).findings
    assert [one.sentence for one in found if one.code == "unsuited_table"] == told
    assert {one.severity for one in found if one.code == "unsuited_table"} <= {"error"}


def test_his_own_table_goes_before_what_he_needs() -> None:
    own = replace(NEEDY, entrants=(replace(NEEDY.entrants[0], fixed_table=1), *NEEDY.entrants[1:]))
    assert codes(own, replace(CROSSED, table_numbers=(2, 1)), Rules(suited=STEP_FREE)) == {}
    found = codes(own, replace(CROSSED, table_numbers=(1, 4)), Rules(suited=STEP_FREE))
    assert found == {"fixed_table": "warning", "unsuited_table": "error"}
