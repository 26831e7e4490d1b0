"""Who can still win: intervals, endings, chances that can be worked out by hand, seeds, cancelling."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from pairings.event.history import Entrant, History, Played, Seat, Unfinished
from pairings.event.refusals import Refusals
from pairings.standings.endings.chance import EXPECTED, Ints, all_margins
from pairings.standings.endings.first_places import first_places
from pairings.standings.endings.games import game_in
from pairings.standings.endings.packing import Coming, Packing, packing_of, sort_by_halves, sort_rows
from pairings.standings.endings.playing import Ended, endings, runs_of, table_of
from pairings.standings.interval import Z_SQUARED_95, percent, wilson
from pairings.standings.stakes import ClassPrize, Stakes
from pairings.standings.winning_chances import Chances, Question, chances
from tests.pairings.making import away, game, standing
from tests.pairings.plain_endings import endings as endings_in_columns
from tests.pairings.plain_endings import places


def test_the_wilson_interval_by_the_book() -> None:
    """95 %: the published values to four places (Newcombe 1998: 1 of 10 is 0.0179 to 0.4042), rounded outwards."""
    cases = (
        (0, 10, 0, 277_533),
        (1, 10, 17_876, 404_150),
        (5, 10, 236_593, 763_407),
        (10, 10, 722_467, 1_000_000),
        (0, 0, 0, 1_000_000),
    )
    for hits, trials, low, high in cases:
        found = wilson(hits, trials, Z_SQUARED_95)
        assert abs(found[0] - low) <= 2, (hits, trials)
        assert abs(found[1] - high) <= 2, (hits, trials)


def test_percent_is_rounded_half_up() -> None:
    assert (percent(612_500), percent(612_500, 2), percent(49), percent(999_999)) == (
        "61.3",
        "61.25",
        "0.0",
        "100.0",
    )


def test_margins_are_those_of_real_games() -> None:
    """liwords: median 70, mean 83, nine of ten up to 172, at most 367; a tie in about one of 250."""
    assert int(np.median(all_margins())) == 70
    assert 82 <= all_margins().mean() <= 85
    assert 168 <= np.quantile(all_margins(), 0.9) <= 174
    assert all_margins().max() == 367
    assert 0.003 <= (all_margins() == 0).mean() <= 0.005


def test_the_rating_table_is_the_logistic_curve() -> None:
    """Elo: 1 / (1 + 10^(-d/400)) in thousandths."""
    assert [round(1000 / (1 + 10 ** (-25 * at / 400))) for at in range(len(EXPECTED))] == list(EXPECTED)


def test_rounds_to_come_are_paired_as_cop_does() -> None:
    cases: tuple[tuple[int, int, list[tuple[int, int]]], ...] = (
        (6, 1, [(0, 1), (2, 3), (4, 5)]),
        (7, 1, [(0, 1), (2, 3), (4, 5)]),
        (8, 2, [(0, 2), (1, 3), (4, 6), (5, 7)]),
        (10, 3, [(0, 3), (1, 4), (2, 5), (6, 8), (7, 9)]),
        (4, 9, [(0, 2), (1, 3)]),
        (5, 2, [(0, 2), (1, 3)]),
        (1, 1, []),
    )
    for count, left, pairs in cases:
        assert table_of(count, left) == pairs, (count, left)
    for count in range(1, 40):
        for left in range(1, 12):
            runs = [
                (range(*one.indices(count)), range(*other.indices(count)))
                for one, other in runs_of(count, left)
            ]
            assert [pair for run in runs for pair in zip(*run, strict=True)] == table_of(count, left), (
                count,
                left,
            )


def within(ended: Ended, packing: Packing, last: int, members: list[int] | None = None) -> list[int]:
    """How often each player stands among the first `last`, of everybody or of some."""
    found: Ints = np.zeros(packing.count, dtype=np.int64)
    some = None if members is None else np.array(members)
    first_places(packing, last, found, some).count(ended)
    told: list[int] = found.tolist()
    return told


def test_level_ones_share_the_place_and_the_column_tells_them_apart() -> None:
    packing = packing_of([(5, 0), (7, 0), (5, 0), (5, -3)], [])
    codes = np.sort(packing.begin([(5, 0), (7, 0), (5, 0), (5, -3)]))[None, :]
    assert (codes & packing.mask).tolist() == [[1, 0, 2, 3]]
    ended = Ended(codes, packing, 4)
    assert [within(ended, packing, last) for last in (1, 2, 3, 4)] == [
        [0, 1, 0, 0],
        [1, 1, 1, 0],
        [1, 1, 1, 0],
        [1, 1, 1, 1],
    ]
    assert within(ended, packing, 1, [0, 2, 3]) == [1, 0, 1, 0]
    assert within(ended, packing, 9, [3]) == [0, 0, 0, 1]


@pytest.mark.parametrize("count", [1, 2, 3, 10, 513, 750, 1000, 1023, 1024, 1025])
def test_rows_are_sorted_whole_or_by_halves(count: int) -> None:
    for kind in (np.int32, np.int64):
        rows = np.random.default_rng(count).integers(0, 1 << 29, (7, count)).astype(kind)
        rows[3:] &= 31
        whole, halves = rows.copy(), rows.copy()
        sort_rows(whole)
        sort_by_halves(halves)
        assert whole.tolist() == halves.tolist() == [sorted(row) for row in rows.tolist()]


def test_the_last_round_is_played_only_as_far_down_as_a_first_one_may_stand() -> None:
    """500 players in order, 3 prizes: whoever is two wins behind the third cannot come up to them, and is not looked at."""
    start = [(40 - at // 10, 0) for at in range(500)]
    coming = [Coming(500, 2, (), tuple(range(500))), Coming(500, 1, (), tuple(range(500)))]
    packing = packing_of(start, coming)
    games = [game_in(one, packing, None) for one in coming]
    (ended,) = endings(np.sort(packing.begin(start)), coming, games, 20, (1, 0), packing)
    assert ended.played == 0
    within(ended, packing, 3)
    near = ended.played
    assert 0 < near < 120
    bound = ended.beyond(near)
    assert (bound <= ended.down_to(500)[:, near:].min(axis=1)).all()
    assert (bound <= ended.beyond(near)).all()


def rounds_to_come(lot: Random, count: int) -> list[Coming]:
    """Open tables or none, then up to five rounds, with some away for a bye, for a loss or for nothing."""
    found, seats = [], lot.sample(range(count), count)
    if lot.random() < 0.3:
        pairs = tuple(zip(seats[::2], seats[1::2], strict=False))
        found.append(Coming(lot.choice([500, 100, 0]), 1, pairs[: lot.randint(0, len(pairs))], ()))
    for left in range(lot.randint(0, 5), 0, -1):
        away = lot.sample(range(count), lot.choice([0, 0, min(1, count), min(3, count)]))
        byes = lot.randint(0, len(away))
        losses = away[byes : lot.randint(byes, len(away))]
        here = tuple(i for i in range(count) if i not in away)
        found.append(
            Coming(lot.choice([500, 350, 100, 0]), left, (), here, tuple(away[:byes]), tuple(losses))
        )
    return found


def test_endings_come_to_what_the_plain_way_comes_to() -> None:
    """Player by player the same counts out of the same lots, in fields narrow and wide, whoever is away."""
    widths = set()
    for case in range(200):
        lot = Random(case)
        count = lot.choice([1, 2, 3, 4, 5, 8, 15, 100])
        wide = lot.choice([1, 1500, 9_000_000])
        start = sorted(((lot.randint(0, 14), lot.randint(-wide, 1500)) for _ in range(count)), reverse=True)
        coming = rounds_to_come(lot, count)
        ratings = np.array([lot.choice([1000, lot.randint(0, 3000)]) for _ in range(count)])
        known = None if case % 3 else ratings
        members, rows = sorted(lot.sample(range(count), lot.randint(1, count))), lot.randint(1, 40)
        plain = endings_in_columns(start, coming, known, rows, case, 0)
        packing = packing_of(start, coming)
        games = [game_in(one, packing, known) for one in coming]
        widths.add(packing.kind)
        for last in {1, min(2, count), count}:
            (ended,) = endings(np.sort(packing.begin(start)), coming, games, rows, (case, 0), packing)
            found = within(ended, packing, last, members)
            inside = (places(plain[:, members]) <= last).sum(axis=0).tolist()
            assert [found[at] for at in members] == inside, case
            assert sum(found) == sum(inside), case
            assert within(ended, packing, last) == (places(plain) <= last).sum(axis=0).tolist(), case
    assert widths == {np.int32, np.int64}


def test_many_rows_draw_their_lots_as_one() -> None:
    """What is played some rows at a time takes the words of the batch one after the other."""
    start, coming = (
        [(2, 0)] * 1000,
        [Coming(500, 2, (), tuple(range(1000))), Coming(500, 1, (), tuple(range(1000)))],
    )
    packing = packing_of(start, coming)
    games = [game_in(one, packing, None) for one in coming]
    blocks = list(endings(np.sort(packing.begin(start)), coming, games, 150, (3, 1), packing))
    assert len(blocks) > 1
    plain = places(endings_in_columns(start, coming, None, 150, 3, 1))
    found = np.sum([within(block, packing, 7) for block in blocks], axis=0)
    assert found.tolist() == (plain <= 7).sum(axis=0).tolist()


def asked(history: History, rounds: int, **more: object) -> Question:
    return Question(history, len(history.rounds), rounds, **more)  # type: ignore[arg-type]


def answer(question: Question) -> Chances:
    found = chances(question)
    assert isinstance(found, Chances), found
    return found


def shares(question: Question) -> dict[str, tuple[int, int]]:
    return {line.entrant: (line.low, line.high) for line in answer(question).lines}


def test_a_coin_decides_a_last_round_of_two() -> None:
    """Level after all: one game, so each wins half of the time; the interval holds the true half."""
    for low, high in shares(asked(standing((3, 0, 0), (3, 0, 0)), 4)).values():
        assert low <= 500_000 <= high


def test_ratings_weigh_the_coin() -> None:
    """200 points more win 76 % of the games (Elo); in a tie, one of 256, both are first."""
    history = standing((3, 0, 0), (3, 0, 0))
    rated = (Entrant("a", 1, 1700, "A"), Entrant("b", 2, 1500, "B"))
    found = shares(asked(History(rated, history.rounds), 4, model="ratings"))
    assert found["a"][0] <= 761_000 <= found["a"][1]
    assert found["b"][0] <= 243_000 <= found["b"][1]


def test_a_lead_of_a_win_and_spread_in_hand_falls_once_in_four() -> None:
    """One round left, a meets b a win ahead on level spread; c and d are out of it.

    b passes a only by beating him (1 of 2): level on wins, the spread of that very game puts b in front.
    """
    history = standing((4, 1, 0), (3, 2, 0), (1, 4, 0), (0, 5, 0))
    found = shares(asked(history, 6, simulations=40_000))
    assert found["b"][0] <= 498_000 <= found["b"][1]


def test_what_is_impossible_or_certain_is_said_without_a_count() -> None:
    lines = answer(asked(standing((5, 0, 0), (3, 2, 0), (3, 2, 0), (0, 5, 0)), 6)).lines
    assert [line.sentence for line in lines] == [
        "A has won.",
        "B can no longer win; 2nd is the best place they can take.",
        "C can no longer win; 2nd is the best place they can take.",
        "D can no longer win; 4th is the best place they can take.",
    ]
    assert [(line.low, line.high) for line in lines] == [(1_000_000, 1_000_000), *[(0, 0)] * 3]
    assert [line.firsts for line in lines] == [20_000, 0, 0, 0]


def test_who_never_won_a_simulated_ending_is_not_written_off() -> None:
    """He would have to make up more spread than real margins hold, but the Gibson spread allows it."""
    lines = answer(asked(standing((4, 1, 740), (3, 2, 0)), 6, simulations=1000)).lines
    assert lines[1].firsts == 0
    assert lines[1].sentence == (
        "B can still win, but did in none of 1000 simulated endings (at most 0.66 %)."
    )


def test_the_same_seed_gives_the_same_answer_and_another_one_another() -> None:
    history = standing((4, 1, 0), (4, 1, 0), (3, 2, 0), (3, 2, 0), (2, 3, 0))
    first = answer(asked(history, 8, seed=7, simulations=3000))
    assert first == answer(asked(history, 8, seed=7, simulations=3000))
    assert first.lines != answer(asked(history, 8, seed=8, simulations=3000)).lines
    assert [line.firsts for line in first.lines] == [1157, 1157, 341, 350, 0]


def test_a_table_already_paired_is_played_as_it_is_paired() -> None:
    """b and c, both a win behind, meet: only one of them can still catch a, who has no game to play."""
    history = standing((3, 1, 0), (2, 2, 0), (2, 2, 0))
    entrants = (Entrant("a", 1, name="A", absences=(away(6, None, "unscored"),)), *history.entrants[1:])
    paired = History(entrants, (*history.rounds, (Unfinished(1, ("b", "c")),)))
    lines = answer(asked(paired, 5, simulations=2000)).lines
    assert sum(line.firsts for line in lines if line.entrant in "bc") >= 1900


def test_a_known_absence_counts_as_it_will() -> None:
    """a misses the last round: forfeited, he loses it by 50; b needs his win and has it as the odd one out."""
    history = standing((3, 0, 0), (2, 1, 0), (0, 3, 0))
    entrants = (Entrant("a", 1, name="A", absences=(away(4, 4),)), *history.entrants[1:])
    lines = {line.entrant: line for line in answer(asked(History(entrants, history.rounds), 4)).lines}
    assert lines["a"].firsts + lines["b"].firsts >= 20_000
    assert lines["b"].low <= 500_000 <= lines["b"].high


def test_class_prizes_are_counted_inside_the_class() -> None:
    """c alone is of class B: he wins its prize whatever happens."""
    history = standing((4, 0, 0), (3, 1, 0), (0, 4, 0))
    entrants = tuple(
        Entrant(e.id, e.seed, 0, e.name, klass="B" if e.id == "c" else "A") for e in history.entrants
    )
    stakes = Stakes(1, class_prizes=(ClassPrize("B"),))
    lines = answer(asked(History(entrants, history.rounds), 6, stakes=stakes, simulations=500)).lines
    assert [line.class_prizes for line in lines] == [0, 0, 500]


class Cancelled(Exception):
    """Somebody asked to stop."""


def test_progress_is_told_and_a_long_count_can_be_stopped() -> None:
    history = standing(*((3, 3, 0) for _ in range(200)))
    told: list[tuple[int, int]] = []

    def step(done: int, total: int) -> None:
        told.append((done, total))
        if done >= 4000:
            raise Cancelled

    with pytest.raises(Cancelled):
        chances(asked(history, 7, simulations=1_000_000), step)
    assert told == [(2000, 1_000_000), (4000, 1_000_000)]


def test_the_first_endings_tell_of_the_places_that_pay_what_a_question_of_so_many_is_answered() -> None:
    """200 players are played 2,000 endings at a time. Who can win neither a place that pays nor a class prize is left out."""
    event = standing(*((7 - n // 20, n // 20, 0) for n in range(120)), *((0, 7, 0) for _ in range(80)))
    entrants = tuple(
        Entrant(one.id, one.seed, 0, one.name, klass="B" if one.seed > 190 else "") for one in event.entrants
    )
    question = asked(
        History(entrants, event.rounds),
        9,
        stakes=Stakes(3, class_prizes=(ClassPrize("B"),)),
        simulations=6000,
    )
    told: list[Chances] = []
    whole = chances(question, so_far=told.append)
    assert whole == answer(question)
    (first,) = told
    same = answer(replace(question, simulations=2000))
    assert (first.simulations, first.sentence) == (2000, same.sentence)
    assert first.lines == tuple(one for one in same.lines if one.best <= 3 or one.class_prizes)
    assert {"B", ""} == {one.klass for one in entrants if one.id in {line.entrant for line in first.lines}}
    assert len(first.lines) < len(same.lines)
    assert not told[1:]
    chances(replace(question, simulations=2000), so_far=told.append)
    assert not told[1:]


@pytest.mark.parametrize(
    ("question", "number", "sentence"),
    [
        (Question(standing((1, 0, 0), (0, 1, 0)), 5, 9), 114, "There are 1 rounds; none is number 5."),
        (
            Question(standing((1, 0, 0), (0, 1, 0)), 1, 0),
            114,
            "The event has 0 rounds; round 1 is beyond them.",
        ),
        (
            Question(standing((1, 0, 0), (0, 1, 0)), 1, 2, simulations=0),
            101,
            "0 simulations are asked for; it has to be 1 to 2000000.",
        ),
        (
            Question(
                History(
                    standing((1, 0, 0), (0, 1, 0), (0, 1, 0)).entrants,
                    ((Played(1, (Seat("a", 3), Seat("b", 2), Seat("c", 1))),),),
                ),
                1,
                2,
            ),
            307,
            "Endings can only be simulated for tables of two.",
        ),
    ],
)
def test_a_senseless_question_is_refused(question: Question, number: int, sentence: str) -> None:
    refused = chances(question)
    assert isinstance(refused, Refusals)
    assert [(item.number, item.sentence) for item in refused.items] == [(number, sentence)]


def test_an_event_that_is_over_has_its_winner() -> None:
    history = History(standing((1, 0, 0), (0, 1, 0)).entrants, ((game("a", "b"),),))
    assert [line.sentence for line in answer(asked(history, 1, simulations=10)).lines] == [
        "A has won.",
        "B can no longer win; 2nd is the best place they can take.",
    ]
