"""Rematches for nearness: what is free, what has a price, and the round beside the one that was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pairings.checks.check_round import Round, RoundVerdict, check_round
from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.event.history import History
from pairings.event.refusals import Refusals
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.plan.rules_for_round import of_request
from pairings.rounds.field import Field, field_of
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import pair
from pairings.what_if.nearer import beside
from tests.pairings.making import ok

Pairs = list[tuple[int, int]]


def late(players: int, rounds: int, seed: int = 3) -> History:
    """A Swiss in which nearly everybody near has met."""
    made = simulate(Setting(players, rounds, seed, f"swiss 1-{rounds}"))
    assert isinstance(made, Simulated), made.sentences
    return made.history


def asked(history: History, **params: str | int) -> Request:
    return Request(history, len(history.rounds) + 1, "swiss", params)


def round_of(result: Result) -> Round:
    return Round(result.round, result.pairs(), tuple(bye.entrant for bye in result.byes))


def verdict(request: Request, result: Result) -> RoundVerdict:
    return check_round(request.history, round_of(result), of_request(request))


def traded(request: Request) -> tuple[int, int]:
    numbers = verdict(request, ok(pair(request))).numbers
    return numbers["repeats"], numbers["gap_squared"]


def matchings(players: list[int]) -> Iterator[Pairs]:
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        for found in matchings([one for one in rest if one != other]):
            yield [(first, other), *found]


def worth(found: Field, params: dict[str, int]) -> float:
    """A rematch in half wins, squared: by wins, or by those who stand so many places apart."""
    places = min(params.get("places", 0), found.n - 1)
    if not places:
        return 4 * params.get("rematch", 0) ** 2
    gaps = [(found.halves[at] - found.halves[at + places]) ** 2 for at in range(found.n - places)]
    return max(1, int(sum(gaps) / len(gaps) + 0.5))


def prices(found: Field, pairs: Pairs, free: int, gap: float) -> tuple[float, ...]:
    """By the words of the plan: rematches of the round before, the dear ones and the gaps, the free ones last."""
    over = sum(2 ** max(0, found.meetings(*two) - free) - 1 for two in pairs)
    gaps = sum((found.halves[i] - found.halves[j]) ** 2 for i, j in pairs)
    at_once = sum(two in found.last for two in pairs)
    spent = sum(min(free, found.meetings(*two)) for two in pairs)
    return (at_once, gaps + over * gap, spent) if gap else (over, at_once, gaps, spent)


def test_no_round_of_all_is_nearer_for_fewer_rematches() -> None:
    """Against every pairing of small fields, written out: the tiers do what their words say."""
    lot = Random(2)
    for case in range(60):
        history = late(lot.choice([4, 6, 8]), lot.choice([2, 3, 4]), case)
        params = lot.choice(
            [
                {"repeats": 1},
                {"repeats": 2},
                {"rematch": 1},
                {"rematch": 3},
                {"repeats": 1, "rematch": 2},
                {"places": 1},
                {"places": 3},
                {"places": 50, "repeats": 1},
            ]
        )
        request = asked(history, **params)
        found, result = field_of(request), ok(pair(request))
        free, wins = params.get("repeats", 0), worth(found, params)
        own = sorted(tuple(sorted(found.index[one] for one in seats)) for seats in result.pairs())
        every = [prices(found, pairs, free, wins) for pairs in matchings(list(range(found.n)))]
        assert result.certificate.optimal
        assert prices(found, own, free, wins) == min(every), (case, params)  # type: ignore[arg-type]
        assert not [one for one in verdict(request, result).findings if one.severity == "warning"], (
            case,
            params,
        )


def test_a_rematch_that_is_free_is_made_for_nearer_scores_alone() -> None:
    for players, rounds in ((12, 9), (20, 15), (24, 19)):
        history = late(players, rounds)
        (none, wide), (some, near) = traded(asked(history)), traded(asked(history, repeats=1))
        assert none == 0 < some, players
        assert near < wide / 3, players
        # The dearer a rematch, the fewer of them and the wider the gaps.
        for name, values in (("rematch", (1, 2, 5, 50)), ("places", (1, 3, 6, 50))):
            dear = [traded(asked(history, **{name: value})) for value in values]
            assert [rematches for rematches, _ in dear] == sorted((one for one, _ in dear), reverse=True), (
                name
            )
            assert [gaps for _, gaps in dear] == sorted(gaps for _, gaps in dear), name
    # Where nobody has to float, the places of the pattern buy nothing.
    early = late(16, 1)
    assert traded(asked(early, repeats=3)) == traded(asked(early)) == (0, 0)


def test_an_odd_and_a_large_field_are_proven_too() -> None:
    for players, rounds in ((13, 9), (400, 6)):
        for params in ({"repeats": 1}, {"rematch": 2}, {"places": 5}, {"repeats": 1, "rematch": 1}):
            request = asked(late(players, rounds), **params)
            result = ok(pair(request))
            assert result.certificate.optimal, (players, params)
            assert not [one for one in verdict(request, result).findings if one.severity == "warning"], (
                players,
                params,
            )


def test_a_board_says_what_its_rematch_costs() -> None:
    history = late(12, 9)
    said = {
        "second meeting (one rematch is free)": {"repeats": 1},
        "second meeting (2 rematches are free)": {"repeats": 2},
        "second meeting (worth a gap of one win)": {"rematch": 1},
        "second meeting (worth a gap of 2 places)": {"places": 2},
        "second meeting (worth a gap of 2 wins)": {"rematch": 2},
    }
    for words, params in said.items():
        boards = ok(pair(asked(history, **params))).boards
        assert any(words in board.why for board in boards), words
        assert not any("first meeting (" in board.why for board in boards), words


def test_the_checker_counts_what_is_free_and_what_it_is_worth_by_itself() -> None:
    history = late(12, 9)
    none, nearer = ok(pair(asked(history))), ok(pair(asked(history, repeats=1)))
    rules = {
        "none": of_request(asked(history)),
        "free": of_request(asked(history, repeats=1)),
        "priced": of_request(asked(history, rematch=1)),
    }

    def warned(result: Result, name: str) -> list[str]:
        found = check_round(history, round_of(result), rules[name]).findings
        return [one.sentence for one in found if one.severity == "warning"]

    assert warned(nearer, "none") == ["5 rematches where 0 would have been possible."]
    assert warned(nearer, "free") == warned(nearer, "priced") == []
    assert warned(none, "priced") == [
        "Score gaps and rematches come to 368 where 28 would have been possible."
    ]
    # Nobody is blamed for keeping apart whom the director wanted apart, nor for who sat out.
    kept = {frozenset(seats) for seats in none.pairs()}
    groups = tuple(seats for seats in nearer.pairs() if frozenset(seats) not in kept)
    assert groups
    apart = check_round(history, round_of(none), replace(rules["priced"], groups=groups))
    assert not any("where 28" in one.sentence for one in apart.findings)


def test_the_line_of_a_plan_says_what_is_free() -> None:
    plan = parse_plan(
        "swiss(repeats=1 free) 1-3, swiss(rematch=3, repeats=2) 4-5, koth(1) 6, tables(repeats=1) 7"
    )
    assert isinstance(plan, Plan)
    line = "swiss(repeats=1 free) 1-3, swiss(rematch=3,repeats=2 free) 4-5, koth(repeats=1) 6, tables(repeats=1) 7"
    assert str(plan) == line
    assert str(parse_plan(line)) == line
    for text, sentence in (
        ("koth(repeats=1 free) 1", "koth: repeats is '1 free'; it has to be a whole number from 0 to 200."),
        ("swiss(rematch=0) 1", "swiss: rematch is 0; it has to be a whole number from 1 to 50."),
        ("swiss(repeats=free) 1", "swiss: repeats is 'free'; it has to be a whole number from 0 to 200."),
    ):
        refused = parse_plan(text)
        assert isinstance(refused, Refusals)
        assert list(refused.sentences) == [sentence]


def test_the_round_beside_trades_the_other_way() -> None:
    history = late(24, 19)
    plain, free = asked(history), asked(history, repeats=1, lag=0)
    wide, near = traded(plain), traded(asked(history, repeats=1))
    other = beside(plain, ok(pair(plain)))
    assert other is not None
    assert (other.params, (other.rematches, other.gaps), (other.own_rematches, other.own_gaps)) == (
        {"repeats": 1},
        near,
        wide,
    )
    back = beside(free, ok(pair(free)))
    assert back is not None
    assert (back.params, (back.rematches, back.gaps)) == ({"lag": 0}, wide)
    # Everybody has met already: as many meetings are free as the round needs.
    again = asked(late(6, 5))
    assert beside(again, ok(pair(again))) is None or beside(again, ok(pair(again))).params == {"repeats": 1}  # type: ignore[union-attr]
    # No other trade: nobody floats, the first round, another system, or the other way cannot be paired.
    for request in (
        asked(late(16, 1)),
        Request(History(history.entrants, ()), 1, "swiss"),
        Request(history, 20, "koth"),
    ):
        assert beside(request, ok(pair(request))) is None
    capped = replace(asked(late(6, 5), repeats=1), constraints=Constraints(repeat_cap=1))
    assert beside(capped, ok(pair(capped))) is None
