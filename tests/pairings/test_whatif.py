from __future__ import annotations

from random import Random

import pytest

from pairings.event.history import Entrant, History
from pairings.event.refusals import Refusals
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Alternative
from pairings.systems import pair
from pairings.what_if.whatif import Price, alternatives, price, repair, wish
from tests.pairings.making import away, field, game, meetings, ok, played

EVENT, _ = played(field(9), 4)
ASKED = Request(EVENT, 5, "swiss")
BEST = ok(pair(ASKED))


def priced(boards: list[tuple[str, ...]], byes: tuple[str, ...], request: Request = ASKED) -> Price:
    found = price(request, boards, byes)
    assert isinstance(found, Price), found
    return found


def sitting() -> tuple[str, ...]:
    return tuple(bye.entrant for bye in BEST.byes)


def test_the_best_round_costs_nothing_more() -> None:
    found = priced(list(BEST.pairs()), sitting())
    assert found.sentence == "This round is as good as the best one."
    assert (found.cost, found.sentences) == (BEST.cost, ())


def test_a_swap_is_priced_tier_by_tier_and_in_words() -> None:
    """One repeat is worth more than all that follows it."""
    history = History(field(4), ((game("a", "b"), game("c", "d")),))
    request = Request(history, 2, "swiss", starts="drawn")
    found = priced([("a", "b"), ("c", "d")], (), request)
    assert found.sentence == "Against the best round this costs rematches worse by 2."
    assert dict(found.extra)["repeats"] == 2
    assert dict(found.extra)["score_gap"] == 8
    assert found.sentences[0] == "worse: rematches worse by 2"


def test_the_price_of_a_draft_does_not_depend_on_its_own_locks() -> None:
    locked = Request(
        EVENT, 5, "swiss", constraints=Constraints(locked=((BEST.pairs()[0][0], BEST.pairs()[1][0]),))
    )
    assert priced(list(BEST.pairs()), sitting(), locked).best == BEST.cost


@pytest.mark.parametrize(
    ("boards", "byes", "sentence"),
    [
        ([("a", "b")], (), "C is not in the draft."),
        ([("a", "b"), ("a", "c")], (), "A is twice in the draft."),
        ([("a", "x")], (), "The draft names 'x', who is not among the entrants."),
        ([("a", "late"), ("b", "c")], (), "late does not play this round."),
    ],
)
def test_a_draft_that_is_no_round_is_refused_by_name(
    boards: list[tuple[str, str]], byes: tuple[str, ...], sentence: str
) -> None:
    history = History((*field(3), Entrant("late", 9, absences=(away(1),))))
    found = price(Request(history, 1, "swiss"), boards, byes)
    assert isinstance(found, Refusals)
    assert sentence in found.sentences


def test_a_wish_a_draft_breaks_is_said() -> None:
    request = Request(History(field(4)), 1, "swiss", constraints=Constraints(forbidden=(("a", "b"),)))
    assert priced([("a", "b"), ("c", "d")], (), request).broken == ("A and B must not meet",)


def test_the_rest_is_paired_anew_around_what_stays() -> None:
    one, other = BEST.pairs()[0][0], BEST.pairs()[1][0]
    repaired = ok(repair(ASKED, [(one, other)]))
    assert {one, other} in meetings(repaired)
    assert [name for name, _ in repaired.cost] == [name for name, _ in BEST.cost]
    assert repaired.cost >= BEST.cost
    assert ok(repair(ASKED, [], ["a"])).byes[0].entrant == "a"


def test_the_options_of_a_player_start_with_the_best_rounds_choice() -> None:
    found = alternatives(ASKED, "a")
    assert isinstance(found, tuple)
    opponent = next(seats for seats in meetings(BEST) if "a" in seats) - {"a"}
    assert set(found[0].against) == opponent
    assert all(amount == 0 for _, amount in found[0].extra)
    assert [[v for _, v in one.extra] for one in found] == sorted([v for _, v in one.extra] for one in found)


@pytest.mark.parametrize("seed", range(6))
def test_the_price_of_every_option_is_that_of_the_round_with_it_locked(seed: int) -> None:
    count = Random(seed).randint(4, 12)
    history, _ = played(field(count), 3, seed=seed)
    request = Request(history, 4, "swiss")
    best = dict(ok(pair(request)).cost)
    found = alternatives(request, "b", limit=count)
    assert isinstance(found, tuple)
    for one in found:
        forced = repair(
            request, [("b", one.against[0])] if one.against else [], () if one.against else ("b",)
        )
        assert {name: value - best[name] for name, value in ok(forced).cost} == dict(one.extra)


def test_a_wish_has_its_price_or_the_reason_why_it_cannot_hold() -> None:
    history = History(field(4), ((game("a", "b", 450, 400), game("c", "d", 430, 400)),))
    dear = wish(Request(history, 2, "swiss"), "a", "b")
    assert isinstance(dear, Alternative)
    assert dear.sentence.startswith("That costs rematches worse by 2")
    barred = wish(Request(history, 2, "swiss", constraints=Constraints(repeat_cap=0)), "a", "b")
    assert isinstance(barred, Refusals)
    assert barred.sentences == ("They cannot meet: nobody meets the same opponent again.",)


def test_options_of_somebody_absent_are_refused() -> None:
    found = alternatives(ASKED, "zz")
    assert isinstance(found, Refusals)
    assert found.items[0].name == "not_present"


@pytest.mark.parametrize("count", [6, 7, 12, 13])
def test_the_nearest_alternative_of_a_board_is_never_cheaper(count: int) -> None:
    history, _ = played(field(count), 3, seed=count)
    result = ok(pair(Request(history, 4, "swiss")))
    for board in result.boards:
        assert board.alternative is not None
        assert [amount for _, amount in board.alternative.extra] >= [0] * len(board.cost)
        assert board.why.endswith(f"; {board.alternative.sentence}.")
