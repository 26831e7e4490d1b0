"""Quads, sixes and Initial Fontes by hand, with groups that hold for their whole span."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from pairings.event.history import Entrant, History
from pairings.event.refusals import Refusals
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems import pair
from pairings.systems.round_robins.fontes import drawn
from pairings.systems.round_robins.groups import clustered, dealt, grouped, sizes
from tests.pairings.making import away, field, game, ident, meetings, ok, outcomes, played


def ids(count: int) -> list[str]:
    return [ident(at) for at in range(count)]


def test_what_does_not_come_out_makes_a_last_group_that_takes_the_rest() -> None:
    """tsh's residues for three rounds: 1 makes 5 oddballs, 2 make 6, 3 stay 3. Sixes over five rounds likewise."""
    fours = {
        2: [2],
        3: [3],
        4: [4],
        5: [5],
        6: [6],
        7: [4, 3],
        8: [4, 4],
        9: [4, 5],
        10: [4, 6],
        11: [4, 4, 3],
        0: [],
    }
    assert {players: sizes(players, 4) for players in fours} == fours
    six = {12: [6, 6], 13: [6, 7], 16: [6, 10], 17: [6, 6, 5]}
    assert {players: sizes(players, 6) for players in six} == six
    assert ["".join(group) for group in clustered(ids(10), 4)] == ["abcd", "efghij"]
    assert ["".join(group) for group in dealt(ids(11), 4)] == ["adgj", "behk", "cfi"]
    assert ["".join(group) for group in dealt(ids(12), 4, snaked=True)] == ["afgl", "behk", "cdij"]


def test_quads_and_sixes_are_formed_as_the_field_forms_them() -> None:
    """baxter: after quads the last six of the standings are a group (4n + 2 players), after sixes the last eight or four
    play in quads; an odd field's bye is its lowest place.
    """
    cases = {
        (4, "clustered"): {
            6: "abcdef",
            9: "abcd efghi",
            10: "abcd efghij",
            11: "abcd efgh ijk",
            14: "abcd efgh ijklmn",
        },
        (4, "distributed"): {8: "aceg bdfh", 11: "adgj behk cfi", 14: "aceg bdfh ijklmn"},
        (4, "snaked"): {8: "adeh bcfg", 11: "afg behk cdij", 12: "afgl behk cdij", 14: "adeh bcfg ijklmn"},
        (6, "snaked"): {
            8: "abcd efgh",
            9: "abcdef ghi",
            10: "abcdef ghij",
            12: "adehil bcfgjk",
            14: "abcdef ghij klmn",
        },
        (6, "clustered"): {11: "abcdef ghijk", 16: "abcdef ghijkl mnop"},
    }
    for (size, how), fields in cases.items():
        for players, groups in fields.items():
            made = " ".join("".join(group) for group in grouped(ids(players), size, how))
            assert made == groups, (size, how, players)
    for players in range(2, 40):
        for size in (4, 6):
            for how in ("clustered", "distributed", "snaked"):
                groups = grouped(ids(players), size, how)
                assert sorted(one for group in groups for one in group) == sorted(ids(players)), (
                    players,
                    size,
                    how,
                )
                assert sum(len(group) % 2 for group in groups) == players % 2, (players, size, how)
                assert {len(group) for group in groups[:-1]} <= {size, size - 1, 4}, (players, size, how)


def test_six_play_the_three_rounds_of_the_field_and_go_on_until_all_have_met() -> None:
    rounds = [
        ["ab", "cd", "ef"],
        ["ac", "bf", "de"],
        ["ad", "be", "cf"],
        ["ae", "bc", "df"],
        ["af", "bd", "ce"],
    ]

    def told(results: list[Result], players: str) -> list[list[str]]:
        every = [sorted("".join(sorted(met)) for met in meetings(result)) for result in results]
        return [[two for two in row if two[0] in players] for row in every]

    _, alone = played(field(6), 5, "quads")
    assert told(alone, "abcdef") == rounds
    _, beside = played(field(10), 3, "quads")
    lower = dict(zip("abcdef", "efghij", strict=True))
    assert told(beside, "efghij") == [
        ["".join(lower[one] for one in two) for two in row] for row in rounds[:3]
    ]
    plan = parse_plan("sixes 1-3")
    assert isinstance(plan, Plan)
    _, short = played(field(12), 3, "sixes", params=plan.round(1).params)
    dealt_to = dict(zip("abcdef", "adehil", strict=True))
    assert told(short, "adehil") == [
        ["".join(dealt_to[one] for one in two) for two in row] for row in rounds[:3]
    ]
    _, odd = played(field(5), 3, "quads")
    assert [result.byes[0].entrant for result in odd] == ["e", "b", "c"]


def test_a_quad_is_a_round_robin_of_four_in_three_rounds() -> None:
    _, results = played(field(8), 3, "quads", params={"first": 1})
    assert [sorted("".join(sorted(met)) for met in meetings(result)) for result in results] == [
        ["ad", "bc", "eh", "fg"],
        ["ac", "bd", "eg", "fh"],
        ["ab", "cd", "ef", "gh"],
    ]
    assert results[0].boards[0].why.startswith("In group 1 of 2, round 1, first meeting")


def test_groups_are_formed_from_the_standings_when_they_begin_and_stay() -> None:
    """After round 1 a c e g (winners by rating of equal spread) stand before b d f h."""
    rounds = (tuple(game(one, other) for one, other in ("ab", "cd", "ef", "gh")),)
    history, chance = History(field(8), rounds), Random(5)
    met: Counter[str] = Counter()
    plan = parse_plan("swiss 1, quads 2-4", 4)
    assert isinstance(plan, Plan)
    for number in (2, 3, 4):
        planned = plan.round(number)
        assert (planned.based_on, planned.params) == (1, {"first": 2})
        result = ok(pair(Request(history, number, planned.system, planned.params, planned.based_on)))
        met.update("".join(sorted(two)) for two in meetings(result))
        history = History(history.entrants, (*history.rounds, outcomes(result, chance)))
    wanted = {"".join(two) for group in ("aceg", "bdfh") for two in combinations(group, 2)}
    assert met == dict.fromkeys(wanted, 1)


@pytest.mark.parametrize(("system", "size"), [("quads", 4), ("sixes", 6)])
@pytest.mark.parametrize("players", [4, 6, 8, 9, 10, 11, 12, 18])
def test_a_full_span_has_no_repeats_and_one_bye_in_an_odd_field(system: str, size: int, players: int) -> None:
    rounds = min(size - 1, players - 1)
    _, results = played(field(players), rounds, system)
    met = Counter(frozenset(board.seats) for result in results for board in result.boards)
    assert max(met.values()) == 1
    assert all(len(result.byes) == players % 2 for result in results)
    assert all(dict(result.cost)["schedule"] == 0 for result in results)


def test_partners_of_leavers_and_latecomers_play_each_other() -> None:
    """d leaves after round 1 of quads, x comes for round 2: in round 2 b's partner is x."""
    entrants = (
        *field(3),
        Entrant("d", 4, 1900, absences=(away(2, withdrawn=True),)),
        *(Entrant(one, 5 + at, 1800 - at) for at, one in enumerate("efgh")),
        Entrant("x", 20, 1000, absences=(away(1, 1),)),
    )
    _, results = played(entrants, 3, "quads")
    assert {"b", "x"} in meetings(results[1])
    assert all(not result.byes for result in results)
    assert {"a", "c"} in meetings(results[1])


def test_an_initial_fontes_draws_one_of_each_quarter_into_every_group() -> None:
    request = Request(History(field(12)), 1, "fontes", {"length": 3}, lot=7)
    groups = drawn(request, ids(12), 4)
    assert all(
        ["abc", "def", "ghi", "jkl"][at].count(one) for group in groups for at, one in enumerate(group)
    )
    assert sorted(one for group in groups for one in group) == ids(12)
    other = drawn(Request(History(field(12)), 1, "fontes", {"length": 3}, lot=8), ids(12), 4)
    assert groups != other


@pytest.mark.parametrize(
    ("players", "expected", "aside"),
    [(13, [4, 4, 5], "g"), (14, [4, 4, 6], "dk"), (15, [4, 4, 4, 3], "chm"), (5, [5], "c"), (3, [3], "abc")],
)
def test_leftovers_of_a_fontes_are_spaced_evenly_through_the_field(
    players: int, expected: list[int], aside: str
) -> None:
    """The middle of one, two or three equal stretches; tsh's sizes 5, 6 and 3."""
    groups = drawn(Request(History(field(players)), 1, "fontes", {"length": 3}), ids(players), 4)
    assert [len(group) for group in groups] == expected
    assert set(aside) <= set(groups[-1])


def fontes_event(players: int, rounds: int, lot: int = 1, **params: str | int) -> list[Result]:
    """Every round with a seed of its own, as a desk asks."""
    history, chance, found = History(field(players)), Random(1), []
    for number in range(1, rounds + 1):
        asked = {"first": 1, "length": rounds, **params}
        result = ok(pair(Request(history, number, "fontes", asked, 0, seed=number, lot=lot)))
        history = History(history.entrants, (*history.rounds, outcomes(result, chance)))
        found.append(result)
    return found


@pytest.mark.parametrize("players", [4, 8, 12, 16, 20, 24])
@pytest.mark.parametrize("how", ["drawn", "snaked"])
def test_an_initial_fontes_of_three_rounds_meets_all_three_of_the_group(players: int, how: str) -> None:
    results = fontes_event(players, 3, groups=how)
    met = Counter(frozenset(board.seats) for result in results for board in result.boards)
    assert len(met) == players // 4 * 6
    assert max(met.values()) == 1


def test_an_initial_fontes_of_two_rounds_is_two_quartile_rounds() -> None:
    """tsh: N = 2 is `pq 4; pq 3`: first quarter against fourth, then against third, by rating."""
    first, second = fontes_event(8, 2)
    assert all(len(met & set("abgh")) in (0, 2) for met in meetings(first))
    assert all(len(met & set("abef")) in (0, 2) and not met <= set("abcd") for met in meetings(second))


def test_a_fontes_with_odd_groups_is_refused_with_the_reason() -> None:
    refused = pair(Request(History(field(10)), 1, "fontes", {"first": 1, "length": 4}))
    assert isinstance(refused, Refusals)
    assert refused.sentences == (
        "Initial Fontes runs over 2 or an odd number of rounds, not 4: its groups have to be even.",
    )
    assert refused.items[0].number == 116
