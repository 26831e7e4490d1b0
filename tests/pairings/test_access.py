"""Tables that suit a need, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.event.history import History
from pairings.event.refusals import Refusals
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import pair
from pairings.what_if.handmade import Price, at_tables
from pairings.what_if.whatif import price
from tests.pairings.making import field, meetings, ok

STEP_FREE = (("step-free", ((2, 3),)),)


def asked(needs: dict[str, tuple[str, ...]], count: int = 8, **wishes: object) -> Request:
    """A Swiss round 1: a-e b-f c-g d-h at tables 1 to 4 unless somebody needs another."""
    entrants = tuple(replace(one, needs=needs.get(one.id, ())) for one in field(count))
    wishes = {"suited": STEP_FREE, **wishes}
    return Request(History(entrants), 1, "swiss", constraints=Constraints(**wishes))  # type: ignore[arg-type]


def tables(result: Result) -> dict[str, int]:
    return {"".join(sorted(board.seats)): board.table for board in result.boards}


def test_a_need_is_met_by_the_nearest_table_and_the_others_close_up() -> None:
    result = ok(pair(asked({"h": ("step-free",)})))
    assert tables(result) == {"ae": 1, "bf": 2, "dh": 3, "cg": 4}
    assert result.notes == ("Table 3 suits H: step-free.",)


def test_a_pairing_that_sits_well_stays_where_it_is() -> None:
    assert tables(ok(pair(asked({"b": ("step-free",)})))) == {"ae": 1, "bf": 2, "cg": 3, "dh": 4}


def test_an_earlier_pairing_makes_room_for_one_with_fewer_choices() -> None:
    """c needs 2-3 and would take 3; d needs 3 alone (quiet and step-free), so c moves to 2."""
    suited = (("step-free", ((2, 3),)), ("quiet", ((3, 9),)))
    needs = {"c": ("step-free",), "d": ("step-free", "quiet")}
    result = ok(pair(asked(needs, suited=suited)))
    assert tables(result) == {"ae": 1, "cg": 2, "dh": 3, "bf": 4}


def test_too_few_suited_tables_are_refused_with_the_players() -> None:
    need = ("step-free",)
    refused = pair(asked({"a": need, "b": need, "c": need}))
    assert isinstance(refused, Refusals)
    assert refused.sentences == (
        "There are not enough tables that suit C (step-free) and G; others need them too.",
    )
    assert (refused.items[0].number, refused.items[0].entrants) == (406, ("c", "g"))


@pytest.mark.parametrize("wishes", [{"suited": ()}, {"tables": ((10, 20),)}])
def test_a_need_the_hall_has_no_table_for_is_refused(wishes: dict[str, object]) -> None:
    refused = pair(asked({"a": ("step-free",)}, **wishes))
    assert isinstance(refused, Refusals)
    assert refused.sentences == ("No free table of the hall suits A (step-free) and E.",)
    assert refused.items[0].number == 407


def test_players_who_need_different_tables_do_not_meet() -> None:
    suited = (("step-free", ((1, 2),)), ("quiet", ((8, 9),)))
    result = ok(pair(asked({"a": ("step-free",), "e": ("quiet",)}, suited=suited)))
    assert {"a", "e"} not in meetings(result)


def test_a_fixed_table_goes_before_a_need_and_says_so() -> None:
    entrants = tuple(
        replace(one, needs=("step-free",), fixed_table=9) if one.id == "a" else one for one in field(4)
    )
    result = ok(pair(Request(History(entrants), 1, "swiss", constraints=Constraints(suited=STEP_FREE))))
    assert tables(result)["ac"] == 9
    assert result.notes == ("Table 9 is fixed, although A needs one that is step-free.",)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data())
def test_whoever_can_be_seated_is_and_nobody_sits_wrong(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 14))
    kinds = {"x": ((1, 3),), "y": ((2, 6),), "z": ((5, 9),)}
    drawn = st.lists(st.sampled_from(sorted(kinds)), max_size=1).map(tuple)
    needs = {one.id: data.draw(drawn) for one in field(count)}
    result = pair(asked(needs, count, suited=tuple(kinds.items())))
    if isinstance(result, Refusals):
        assert {item.number for item in result.items} <= {304, 406, 407}
        return
    assert len({board.table for board in result.boards}) == len(result.boards)
    for board in result.boards:
        for need in (need for one in board.seats for need in needs[one]):
            assert any(low <= board.table <= high for low, high in kinds[need])


@pytest.mark.parametrize("system", ["swiss", "tables"])
def test_a_draft_with_tables_moved_by_hand_is_priced_with_its_numbers(system: str) -> None:
    request = replace(
        asked({"h": ("step-free",), "a": ("step-free",)}, suited=(("step-free", ((1, 2),)),)), system=system
    )
    found = ok(pair(request))
    pairs, numbers = found.pairs(), [board.table for board in found.boards]
    plain = price(request, pairs)
    assert isinstance(plain, Price)
    assert at_tables(plain, request, pairs, numbers) == plain
    moved = at_tables(plain, request, pairs, [number + 2 for number in numbers])
    assert moved.extra[0] == ("unsuited_table", 2)
    assert moved.sentence.startswith(
        "Against the best round this costs 2 players at tables that do not suit them"
    )
    assert moved.sentences == ("worse: 2 players at tables that do not suit them",)
    assert moved.best == plain.best
