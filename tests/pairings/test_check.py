from __future__ import annotations

import ast
from pathlib import Path

import pytest

import pairings.checks.check_round
import pairings.checks.recount
from pairings.checks.check_round import Round, Rules, check_event, check_round
from pairings.event.history import Bye, Entrant, Forfeit, History, Played, Seat, Unfinished, Unscored
from tests.pairings.making import away, field, game

ROOM = Path(pairings.checks.check_round.__file__).parent
INSIDE = sorted(ROOM.glob("*.py"))

TWO_PLAYED = History(
    field(6),
    (
        (game("a", "b", 450, 400, 1), game("c", "d", 430, 400, 2), game("e", "f", 420, 400, 3)),
        (game("a", "c", 450, 400, 1), game("e", "b", 430, 400, 2), game("f", "d", 420, 400, 3)),
    ),
)


def codes(history: History, round_: Round, rules: Rules | None = None) -> dict[str, str]:
    return {
        finding.code: finding.severity for finding in check_round(history, round_, rules or Rules()).findings
    }


@pytest.mark.parametrize(
    ("round_", "code", "severity"),
    [
        (Round(3, (("a", "e"), ("a", "f"), ("b", "d"))), "twice", "error"),
        (Round(3, (("a", "a"), ("e", "f"), ("b", "d"))), "twice", "error"),
        (Round(3, (("a", "e"), ("c", "x"), ("b", "d"))), "unknown", "error"),
        (Round(3, (("a", "e"), ("c", "f"))), "unpaired", "error"),
        (Round(3, (("a", "e"), ("c", "f"), ("b", "d")), absent=("d",)), "absent_paired", "error"),
        (Round(3, (("a", "e"), ("c", "f"), ("b", "d")), table_numbers=(1, 2, 1)), "table_twice", "error"),
        (Round(3, (("a", "b"), ("c", "f"), ("e", "d"))), "avoidable_repeats", "warning"),
        (Round(3, (("a", "b"), ("c", "f"), ("e", "d"))), "repeat", "info"),
        (Round(3, (("a", "e"), ("c", "f")), byes=("b", "d")), "too_many_byes", "warning"),
        (Round(3, (("a", "e"), ("c", "b")), byes=("f",), absent=("d",)), "bye_not_lowest", "warning"),
    ],
)
def test_every_fault_of_a_round_is_found(round_: Round, code: str, severity: str) -> None:
    assert codes(TWO_PLAYED, round_).get(code) == severity


def test_a_good_round_has_nothing_to_be_said_against() -> None:
    verdict = check_round(TWO_PLAYED, Round(3, (("a", "e"), ("c", "f"), ("b", "d")), table_numbers=(1, 2, 3)))
    assert (verdict.valid, verdict.findings) == (True, ())
    assert verdict.sentence == "Round 3 is valid; nothing could have been avoided."


def test_the_numbers_of_a_round_are_those_counted_by_hand() -> None:
    """Wins a 2, e 2, c 1, f 1, b 0, d 0; starts less replies a 2, e 2, c 0, f 0, b -2, d -2."""
    numbers = check_round(TWO_PLAYED, Round(3, (("a", "e"), ("c", "d"), ("f", "b")))).numbers
    assert numbers["repeats"] == 1
    assert numbers["fewest_repeats"] == 0
    assert (numbers["cross_score"], numbers["gap_sum"], numbers["gap_max"], numbers["gap_squared"]) == (
        2,
        4,
        2,
        8,
    )
    assert numbers["same_lean"] == 1
    assert numbers["starts_squared"] == (9 + 1) + (1 + 1) + (1 + 1)
    assert numbers["starts_seated"] == (9 + 1) + (1 + 9) + (1 + 9)


def test_floats_and_the_slide_are_measured() -> None:
    """a, c, e win round 1; then f meets e across the scores. In round 3 e floats down again and f up again."""
    second = check_round(TWO_PLAYED.upto(1), Round(2, (("a", "c"), ("f", "e"), ("b", "d")))).numbers
    assert (second["cross_score"], second["double_floats"]) == (1, 0)
    floated = History(
        field(6), (*TWO_PLAYED.rounds[:1], (game("a", "c"), game("f", "e", 300, 400), game("b", "d")))
    )
    third = check_round(floated, Round(3, (("a", "d"), ("e", "b"), ("c", "f")))).numbers
    assert third["double_floats"] == 2
    fresh = History(field(8))
    assert (
        check_round(fresh, Round(1, (("a", "e"), ("b", "f"), ("c", "g"), ("d", "h")))).numbers["pattern_off"]
        == 0
    )
    assert (
        check_round(fresh, Round(1, (("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")))).numbers["pattern_off"]
        == 12
    )


def test_a_second_bye_is_named_with_somebody_who_had_fewer() -> None:
    history = History(field(3), ((game("a", "b"), Bye("c")),))
    verdict = check_round(history, Round(2, (("a", "b"),), byes=("c",)))
    assert "C gets bye number 2 while A had 0." in [finding.sentence for finding in verdict.findings]


def test_byes_asked_for_and_byes_of_a_schedule_are_no_fault() -> None:
    history = History(field(4), ((game("a", "b"), game("c", "d")),))
    asked = Rules(asked_byes=("a", "b"))
    assert codes(history, Round(2, (("c", "d"),), byes=("a", "b")), asked) == {"repeat": "info"}
    three = History(field(3), ())
    assert codes(three, Round(1, (("b", "c"),), byes=("a",)), Rules(byes_by_standing=False)) == {}


def test_forbidden_pairs_and_clubs_are_reported() -> None:
    entrants = tuple(Entrant(one.id, one.seed, one.rating, one.name, "X") for one in field(2))
    rules = Rules(forbidden=(("b", "a"),), apart="club")
    assert codes(History(entrants), Round(1, (("a", "b"),)), rules) == {
        "forbidden": "error",
        "same_group": "info",
    }


def test_repeats_nobody_can_avoid_are_no_warning() -> None:
    history = History(field(2), ((game("a", "b"),),))
    assert codes(history, Round(2, (("b", "a"),))) == {"repeat": "info"}


def test_a_whole_event_is_checked_round_by_round() -> None:
    entrants = (*field(4), Entrant("late", 5, absences=(away(1, 1, "bye"),)))
    rounds = (
        (game("a", "b", table=1), Forfeit(2, ("c",), ("d",))),
        (Unfinished(1, ("a", "c")), Unfinished(2, ("b", "d")), Unfinished(0, ("late",))),
        (game("a", "d", table=1), game("b", "c", table=1), Unscored("late")),
    )
    verdicts = check_event(History(entrants, rounds))
    assert [verdict.valid for verdict in verdicts] == [True, True, False]
    assert [verdict.numbers["byes"] for verdict in verdicts] == [1, 1, 0]


def test_the_checker_counts_ties_caps_and_penalties_like_the_standings() -> None:
    outcome = Played(1, (Seat("a", 400, 410), Seat("b", 400, 405)))
    wide = Played(2, (Seat("c", 900, penalty=5), Seat("d", 100)))
    books = pairings.checks.recount.books_of(History(field(4), ((outcome, wide),), spread_cap=300), 2)
    assert (books.halves["a"], books.halves["b"]) == (2, 0)
    assert (books.spread["c"], books.spread["d"]) == (295, -300)


@pytest.mark.parametrize("file", INSIDE, ids=lambda file: file.stem)
def test_the_checker_shares_no_code_with_the_systems(file: Path) -> None:
    """Only the outcome types, the words for what is counted, and its own books; of other packages only the matching library."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    froms = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    plain = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    ours = {name for name in froms if name.startswith("pairings")}
    assert ours <= {"pairings.event.history", "pairings.event.nouns", "pairings.checks.recount"} | {
        f"pairings.checks.{other.stem}" for other in INSIDE
    }
    assert plain <= {"rustworkx"}
