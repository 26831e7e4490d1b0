"""What somebody's games say side by side, by hand: totals, records, runs, opponents."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from tdapp.clubs.players import career
from tdapp.publishing.released.games import Game, Line
from tdapp.publishing.released.personal import Entry, Met, Sat

ANA, BEN, CARA = (UUID(int=number) for number in (1, 2, 3))


def sat(number: int, mine: int, theirs: int, who: UUID | None = ANA) -> Sat:
    """A game of two."""
    gain = 2 * (mine > theirs) + (mine == theirs)
    game = Game(number, "played", 1, (2,), True, mine, theirs, gain, mine - theirs)
    return Sat(game, (Met(who, theirs),))


def entry(year: int, *games: Sat, rank: int | None = 2, last: bool = True, of: int = 8) -> Entry:
    """An event in March of a year."""
    day = date(year, 3, 14)
    line = Line(rank, 1, 0, 0, 0, 0, len(games), 0, False)
    return Entry(
        f"Open {year}",
        f"open-{year}",
        "Open",
        "open",
        UUID(int=year),
        1,
        day,
        day,
        line,
        of,
        False,
        last,
        games,
    )


# As they are listed: the newest first.
ENTRIES = (
    entry(2026, sat(1, 400, 300), sat(2, 410, 410, BEN), sat(3, 350, 500), rank=1),
    entry(2025, sat(1, 380, 370), sat(2, 420, 320), rank=1, last=False),
    entry(2024, sat(1, 300, 420, BEN), Sat(Game(2, "bye", gain=2, spread=50)), sat(3, 390, 290)),
)


def test_totals_are_of_games_that_were_played_byes_apart() -> None:
    total = career.total(ENTRIES)
    assert (total.events, total.games, total.wins, total.ties) == (3, 7, 9, 1)
    assert total.spread == 100 + 0 - 150 + 10 + 100 - 120 + 100
    assert total.average == 3786, "2650 points in 7 games are 378.571: in tenths, rounded half up"
    assert total.first == 1, "2025 is not over"
    assert career.total(()).average is None
    assert [(year, one.games) for year, one in career.years(ENTRIES)] == [(2026, 3), (2025, 2), (2024, 2)]


def test_of_a_field_of_one_or_withdrawn_nobody_is_first() -> None:
    assert not career.won(entry(2026, rank=1, of=1))
    assert not career.won(entry(2026, rank=None))
    assert career.won(entry(2026, rank=1, of=2))


def test_records_name_the_game_and_of_equal_ones_the_first() -> None:
    found = {
        one.kind: (one.value, one.entry.starts_on.year, one.sat.game.round) for one in career.records(ENTRIES)
    }
    assert found == {
        career.HIGH_GAME: (420, 2025, 2),
        career.WIDEST_WIN: (100, 2024, 3),
        career.HIGH_LOSS: (350, 2026, 3),
        career.BOTH_SCORES: (850, 2026, 3),
    }
    assert career.records(()) == []


def test_a_run_of_wins_goes_over_events_and_a_tie_ends_it() -> None:
    run = career.longest_run(ENTRIES)
    assert run is not None
    assert (run.games, run.start.slug, run.end.slug) == (4, "open-2024", "open-2026")
    assert career.longest_run((entry(2026, sat(1, 1, 2)),)) is None


def test_opponents_come_by_how_often_they_were_met_and_strangers_are_nobody() -> None:
    rows = career.opponents((*ENTRIES, entry(2023, sat(1, 400, 300, None))))
    assert [(one.rival, one.games, one.wins, one.ties, one.spread) for one in rows] == [
        (ANA, 5, 8, 0, 160),
        (BEN, 2, 1, 1, -120),
    ]
    assert rows[1].averages == (3550, 4150)
    assert rows[1].high == (410, 420)
    assert career.balance(rows[0]) == [1, 2, 3, 4, 3]
    assert career.against(ENTRIES, CARA) is None


def test_at_a_table_of_three_two_are_told_apart_by_their_own_scores() -> None:
    game = Game(1, "played", 1, (2, 3), None, 350, 400, 0, -50)
    of = (entry(2026, Sat(game, (Met(ANA, 400), Met(BEN, 300)))),)
    found = {one.rival: (one.wins, one.spread, one.duels[0].several) for one in career.opponents(of)}
    assert found == {ANA: (0, -50, True), BEN: (2, 50, True)}
    assert career.records(of)[0].rival is None
