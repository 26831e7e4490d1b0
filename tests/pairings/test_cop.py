"""COP: what the best known implementation's public scenarios ask for, and what a round keeps, says and never does."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from itertools import product
from typing import Any

import pytest

from pairings.checks.check_round import Round, check_round
from pairings.event.cancellation import Way, watched
from pairings.event.history import Absence, Bye, Unfinished
from pairings.event.refusals import Refusals
from pairings.plan.read_plan import parse_plan
from pairings.plan.rules_for_round import of_request
from pairings.rounds import request as requests
from pairings.rounds import result as results
from pairings.rounds.field import field_of
from pairings.rounds.parameters import SYSTEMS, numbers_in
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.rounds.study import Contender, Study
from pairings.standings.endings.packing import Coming
from pairings.standings.stakes import Stakes
from pairings.systems import SCHEMES, pair
from pairings.systems.cop import contenders
from pairings.systems.cop.chases import firsts
from pairings.systems.cop.hall import Ask, groups_of
from pairings.systems.cop.settings import Settings, settings_of
from pairings.systems.cop.simulation import counted
from tests.pairings.cop_making import asked, history_of, met
from tests.pairings.making import game, ok

LAST_THREE = {"control": 3}
C = (14, 13, 17, 21, 23, 19, 20)


# The class of each of the 52, in order.
FIFTY_TWO = {
    klass: tuple(
        at for at, one in enumerate("0000030000002002222222322223333333333111111112113111") if one == klass
    )
    for klass in "123"
}
ON_THE_HILL = ((0, 1), (2, 9), (12, 15))
# name, rounds, prizes, settings and classes; who meets, who does not, who sits out.
SCENARIOS: list[tuple[Request, tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], int | None]] = [
    (asked("belleville", 15, 2, locked=((3, 10), (9, 11))), ((3, 10), (9, 11)), (), None),
    (asked("albany", 27, 5, locked=((3, 14), (20, 21))), ((0, 1), (3, 14), (20, 21)), (), 4),
    (asked("albany", 26, 5), ON_THE_HILL, (), 4),
    (asked("albany", 26, 8), (*ON_THE_HILL, (5, 6), (8, 10)), (), 4),
    *[
        (asked("albany", 26, 5, classes=classes, class_prizes=prizes), (*ON_THE_HILL, *must), never, 4)
        for classes, prizes, must, never in (
            ({"B": (9, 2, 12, 15, 5, 8), "C": C}, {"B": 1, "C": 1}, ((13, 14),), ((5, 8),)),
            ({"B": C}, {"B": 2}, ((13, 14), (17, 21)), ()),
            ({"B": (5, *C)}, {"B": 2}, ((13, 14),), ()),
            ({"B": (5, 8, 13, 17, 21, 23, 19, 20)}, {"B": 3}, ((5, 8), (13, 17)), ()),
            ({"B": (5, 8, 18, *C)}, {"B": 4}, ((5, 8), (13, 14)), ()),
            ({"B": (5, 6, 8, 10, *C)}, {"B": 4}, ((5, 6), (8, 10)), ((13, 14),)),
            ({"B": (5, 8, 10, 22), "C": C}, {"B": 2, "C": 2}, ((5, 8), (10, 22), (13, 14), (17, 21)), ()),
            ({"B": (5, 6, 10, 18, *C)}, {"B": 2}, ((5, 6),), ((10, 18),)),
            ({"B": (5, 6, 8, 10, *C)}, {"B": 3}, ((5, 6), (8, 10)), ((13, 14),)),
            ({"B": (0, 1, 4, 5, 8)}, {"B": 1}, ((5, 8),), ()),
            ({"B": (0, 1, 4, 2, 5, 8)}, {"B": 1}, (), ((5, 8),)),
        )
    ],
    (asked("belleville", 15, 2, {"control": 3}), ((0, 3),), (), None),
    (asked("belleville_fourth", 16, 2, {"control": 5}), ((2, 3),), (), None),
    (asked("july", 27, 2, {"control": 6}, locked=((6, 25),)), ((6, 25),), (), None),
    (asked("july", 26, 2, {"control": 6}, locked=((6, 25),)), ((0, 10), (6, 25)), (), None),
    (asked("kingston", 23, 2), ((0, 9),), (), None),
    (asked("five_level", 8, 4, {"control": 2}), ((0, 8),), (), None),
    (asked("factor_three", 8, 3, {"control": 2}), ((0, 6), (2, 8), (4, 10)), (), None),
    (asked("sixth_by_spread", 8, 3, {"control": 2, "loss": 99, "hope": 10, "sims": 20_000}), ((0, 10), (2, 6), (4, 8)), (), None),
    (asked("six_and_six", 8, 4, {"hope": 5}), (), tuple(product(range(0, 12, 2), range(1, 12, 2))), None),
    (
        asked("top_down_and_hill", 8, 2, {"byes": "top"}, classes={"C": tuple(range(3, 9))}, class_prizes={"C": 1}),
        ((2, 8), (4, 6), (5, 7), (1, 3)), (), 0,
    ),
    (asked("top_down_and_gibson", 4, 1, {"spread": 50}), ((1, 2),), (), 0),
    (asked("top_down_and_gibson", 4, 1, {"spread": 50, "byes": "top"}), ((0, 2),), (), 1),
    (asked("gibson_last_round", 8, 3, {"byes": "top"}), ((3, 5),), (), 6),
    (asked("three_gibsons", 27, 10, {"spread": 100}), ((0, 4),), (), 1),
    (asked("gibson_bye", 27, 2), (), (), 10),
    # A bye had by the three who stand highest: from the top down it is the next one's, though first place is won.
    (asked("seventeen", 8, 3, {"byes": "top"}), (), (), 6),
    (asked("seventeen", 8, 3), (), (), 0),
    (asked("after_sixteen", 27, 5, {"hope": 1, "second": "yes"}, locked=((0, 22),), byes=(19,)), ((0, 22),), (), 19),
    (
        asked("almost_a_gibson", 10, 4, {"hope": 10, "control": 3}),
        ((0, 18), (1, 3), (4, 9), (5, 14), (10, 13)), (), None,
    ),
    (asked("almost_a_gibson", 12, 4, {"hope": 10, "control": 3}), ((4, 9), (0, 10), (13, 17)), (), None),
    (
        asked("bls", 32, 10, {"spread": 250, "hope": 10, "control": 8}, classes=FIFTY_TWO, class_prizes=dict.fromkeys("123", 3)),
        ((9, 25),), (), None,
    ),
    (asked("six_and_six", 30, 4, {"hope": 5}), (), (), None),
    (asked("eleven", 8, 4, {"hope": 5}), (), (), 1),
    (asked("odd_for_first", 10, 2, {"hope": 5}), (), ((7, 8),), None),
    (asked("bottom_six", 8, 8, {"hope": 20}), ((10, 11),), (), 1),
    (asked("only_without_a_bye", 8, 1, {"spread": 5000}), (), (), 0),
    # Level players stand in the order of their numbers here, in the scenario the other way round: who is 2nd there is 7.
    (asked("lone_contender", 8, 1, {"spread": 5000}), ((0, 2),), (), None),
    (asked("lone_contender", 8, 1), ((0, 3), (2, 4)), ((0, 2),), None),
    (
        asked("twelve_by_seven", 7, 4, {"spread": 250, "loss": 30, "control": 4}),
        ((0, 11), (1, 8), (2, 10), (3, 4), (5, 7), (6, 9)), (), None,
    ),
]  # fmt: skip


def test_public_scenarios_are_paired_as_they_ask_and_every_board_says_why() -> None:
    for at, (request, must, never, bye) in enumerate(SCENARIOS):
        result = ok(pair(request))
        pairs, case = met(result), (at, request.rounds, request.params)
        assert set(must) <= pairs, (case, pairs)
        assert not set(never) & pairs, (case, pairs)
        assert [int(given.entrant) for given in result.byes] == ([] if bye is None else [bye]), case
        kept = [one for one in result.study.musts if one.code not in ("group", "control")]  # type: ignore[union-attr]
        forced = {frozenset(one.entrants) for one in kept if len(one.entrants) == 2}
        for board in result.boards:
            meant = frozenset(board.seats) in forced and not board.locked
            assert board.why.startswith("Must meet: ") or not meant, (case, board)
            assert board.why.endswith("."), case


def test_rounds_paired_ahead_keep_counting_byes_and_gibsons() -> None:
    after = asked(
        "after_sixteen",
        27,
        5,
        {"hope": 1, "byes": "top"},
        classes={"B": tuple(range(12, 24))},
        class_prizes={"B": 3},
    )
    safe = asked("three_gibsons", 27, 10, {"spread": 100}), asked("gibson_bye", 27, 2)
    for request, sits in ((after, (1, 4, 2, 5)), (safe[0], (1, 2)), (safe[1], (10, 10))):
        history, basis = request.history, len(request.history.rounds)
        for ahead, bye in enumerate(sits):
            number = basis + 1 + ahead
            result = ok(pair(replace(request, history=history, round=number, based_on=basis)))
            assert [given.entrant for given in result.byes] == [str(bye)], (sits, number)
            tables = tuple(Unfinished(at, board.seats) for at, board in enumerate(result.boards, start=1))
            history = replace(history, rounds=(*history.rounds, (*tables, Bye(str(bye)))))
            if request is safe[0]:
                assert (0, 4) in met(result), number


def test_who_has_to_meet_the_leader_and_is_fixed_elsewhere_is_a_refusal_that_names_both() -> None:
    cases = (
        (asked("belleville", 15, 2, LAST_THREE, locked=((0, 10),)), "P0 and P10 meet", "P3, who leads, meets P0"),
        (asked("july", 23, 2, LAST_THREE, locked=((4, 25),)), "P4 and P25 meet", "P10, who leads, meets P4"),
        (asked("july", 25, 2, {"control": 5}, locked=((6, 25),)), "P6 and P25 meet", "P10, who leads, meets P6"),
    )  # fmt: skip
    for request, fixed, wanted in cases:
        refused = pair(request)
        assert isinstance(refused, Refusals), (fixed, refused)
        assert [item.number for item in refused.items] == [304], fixed
        assert fixed in refused.sentences[0], fixed
        assert wanted in refused.sentences[0], fixed
        assert "wins the event in" in refused.sentences[0], fixed
    freed = replace(cases[0][0], constraints=Constraints(locked=(("0", "10"), ("3", "1"))))
    assert (1, 3) in met(ok(pair(freed))), "who fixes the leader himself is obeyed"


def test_the_same_seed_counts_the_same_endings_on_any_machine() -> None:
    safe = (False, False, True, *(False,) * 6)
    settings = Settings(10_000, 200, 30, True, True, 5_000, 1_000, False, False, 3, 12)
    coming = tuple(Coming(200, left, (), tuple(range(9))) for left in (3, 2, 1))
    start = tuple((16 - k // 2, 300 - 10 * k) for k in range(9))
    ask = Ask(start, coming, groups_of(safe), safe, 4, 7, settings)
    counts = counted(ask)
    assert counts.sum(axis=0).tolist() == counts.sum(axis=1).tolist() == [5_000] * 9
    assert sha256(str(counts.tolist()).encode()).hexdigest()[:16] == "f87beb13ceb7f160"
    way = Way()
    contenders.counts_of.cache_clear()
    with watched(lambda: None, way):
        assert isinstance(pair(replace(asked("belleville", 15, 2, {"control": 3}), seed=9)), Result)
    assert 5_000 <= way.done <= way.most == 2 * 5_000 + 2 * (4 + 3) * 1_000, "how far a round is"
    behind = replace(
        ask, start=tuple((16 - 2 * k, 100 - 20 * k) for k in range(9)), safe=(False,) * 9, groups=(0,) * 9
    )
    assert [firsts(behind, 2, how) for how in ("meeting", "apart", "sixes")] == [959, 612, 850]


def test_a_study_that_comes_back_is_not_counted_again_and_gives_the_same_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request = asked("july", 26, 2, {"control": 6})
    first = ok(pair(request))
    again = requests.from_data(json.loads(json.dumps(requests.to_data(replace(request, study=first.study)))))
    assert isinstance(again, Request)

    def never(*_: Any) -> None:
        raise AssertionError("counted again")

    monkeypatch.setattr(contenders, "counts_of", never)
    second = ok(pair(again))
    assert (second.boards, second.study) == (first.boards, first.study)
    read = results.from_data(json.loads(json.dumps(results.to_data(first))))
    assert isinstance(read, Result)
    assert read.study == first.study


def test_no_sum_of_places_outvotes_a_constant_and_places_are_weighed_against_repeats_in_one_sum() -> None:
    request = asked("july", 60, 2)
    found = field_of(request)
    tiers = SCHEMES["cop"](found).tiers
    assert [tier.name for tier in tiers] == [
        "second_bye", "casher", "gibson_casher", "across", "club", "contest", "lowest", "starts", "tie",
    ]  # fmt: skip
    contest = tiers[5]
    for i, j in ((0, 1), (0, 4), (1, 20), (20, 21), (5, 29)):
        places = (j - i) ** (3 if i < 2 else 2)
        repeats = 4 * 10**3 * (2 ** found.meetings(i, j) - 1)
        at_once = 10**6 * ((i, j) in found.last) * (i >= 10)
        assert contest.pair(i, j) in (places + repeats, places + repeats + at_once), (i, j)
    last = [SCHEMES["cop"](field_of(asked("july", 22, 2))).tiers[5].pair(0, j) for j in (1, 2, 3)]
    assert last[0] - 3 * 4_000 < 10**3, "in the last quarter a contender's places cost nothing"


def test_what_a_round_promised_is_held_against_its_tables_by_the_checker() -> None:
    request = asked("albany", 26, 5)
    result = ok(pair(request))
    rules = of_request(replace(request, study=result.study))
    away = result.absent

    def told(pairs: list[tuple[str, ...]], byes: tuple[str, ...]) -> list[str]:
        found = check_round(request.history, Round(26, tuple(pairs), byes, away), rules).findings
        return sorted({one.code for one in found if one.code in ("promise", "gibson_bye", "hill_missed")})

    pairs, byes = [board.seats for board in result.boards], tuple(one.entrant for one in result.byes)
    assert told(pairs, byes) == []
    swapped = [
        ("0", "9") if set(two) == {"0", "1"} else ("1", "2") if set(two) == {"2", "9"} else two
        for two in pairs
    ]
    assert told(swapped, byes) == ["hill_missed", "promise"]
    last = next(two for two in pairs if "20" in two)
    other = last[0] if last[1] == "20" else last[1]
    sits = [("4", other) if two is last else two for two in pairs]
    assert told(sits, ("20",)) == ["promise"]
    gibson = asked("top_down_and_gibson", 4, 1, {"spread": 50})
    unsaid = replace(of_request(replace(gibson, study=ok(pair(gibson)).study)), promises=())
    found = check_round(gibson.history, Round(4, (("0", "1"),), ("2",)), unsaid).findings
    assert [one.sentence for one in found if one.code == "gibson_bye"] == [
        "P0 cannot be caught; the bye was to be theirs."
    ]


def test_what_cannot_be_asked_of_cop_is_refused_by_number_and_sentence() -> None:
    plain = asked("belleville", 15, 2)
    stray = Contender("nobody", 1, 1, 1, 0, 0)
    cases: list[tuple[Request, int, str]] = [
        (replace(plain, rounds=0), 118, "Round 13 cannot be paired without knowing how many rounds the event has."),
        (replace(plain, precedence=("rating",)), 119,
         "COP counts who can still win what by wins; put wins first in the ranking, or pair otherwise."),
        (replace(plain, study=Study((stray,), 100, 1)), 107, "The study names 'nobody', who is not among the entrants."),
        (replace(plain, study=Study((replace(stray, entrant="1", hope=0),), 100, 1)), 101,
         "The study holds counts or places that no simulation can give."),
        (replace(plain, study=Study((), 0, 1)), 101, "The study holds counts or places that no simulation can give."),
        (replace(plain, params={"hope": "10/x"}), 104,
         "cop: hope is '10/x'; it has to be up to 10 numbers from 0 to 100 with strokes between them, as 10/5/2."),
        (replace(plain, params={"hope": "101"}), 104, ""), (replace(plain, params={"hope": "0.001"}), 104, ""),
        (replace(plain, params={"spread": "/".join(["9"] * 11)}), 104, ""), (replace(plain, params={"spread": "2.5"}), 104, ""),
        (replace(plain, params={"hope": ""}), 104, ""), (replace(plain, params={"sims": 99}), 104, ""),
    ]  # fmt: skip
    for request, number, sentence in cases:
        refused = pair(request)
        assert isinstance(refused, Refusals), (number, request.params)
        assert refused.items[0].number == number, refused.sentences
        assert sentence in refused.sentences[0], refused.sentences


def test_a_list_counts_from_the_last_round_backwards_and_its_last_entry_goes_on() -> None:
    assert numbers_in("10/5/2.5") == (10_000, 5_000, 2_500)
    assert numbers_in(7) == (7_000,)
    assert numbers_in("10/") == ()
    assert SYSTEMS["cop"]["hope"].allows("0.25/100")
    plain = Request(history_of("belleville"), 13, "cop", rounds=20)
    assert [settings_of(replace(plain, rounds=12 + left)).hope for left in (1, 2, 3, 4, 5, 6)] == [
        10_000, 10_000, 5_000, 2_000, 1_000, 1_000,
    ]  # fmt: skip
    assert [settings_of(replace(plain, rounds=12 + left)).spread for left in (1, 2, 3)] == [250, 200, 200]
    own = replace(plain, stakes=Stakes(gibson_spread=(300, 150)))
    assert settings_of(own).spread == 150, "what the event itself names goes before"
    assert settings_of(replace(own, params={"spread": "90"})).spread == 90
    assert str(parse_plan("cop(hope=10/2.5,loss=25) 1-4")) == "cop(hope=10/2.5,loss=25) 1-4"


def test_who_is_away_or_waits_for_a_result_is_counted_as_he_is() -> None:
    history = history_of("belleville")
    people = tuple(
        replace(one, absences=(Absence(13, 13),)) if one.id == "11" else one for one in history.entrants
    )
    request = replace(asked("belleville", 15, 2), history=replace(history, entrants=people))
    result = ok(pair(request))
    assert "11" not in {one for board in result.boards for one in board.seats}
    assert len(result.byes) == 1
    lagging = replace(
        request, round=14, based_on=12, history=replace(history, rounds=(*history.rounds, (game("3", "0"),)))
    )
    assert ok(pair(lagging)).study is not None
