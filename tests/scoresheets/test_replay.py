"""The game told turn by turn: what lies where, what it brought, who used which premium squares."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from scoring import Square
from tdapp.events.models import Division
from tdapp.scoresheets.replay import replay_page
from tdapp.scoresheets.replay import replay_tables as tables
from tdapp.scoresheets.replay.telling_a_game import Replay
from tests import factories as f
from tests.kept import first
from tests.scoresheets.factories import address, browser
from tests.scoresheets.games import BINGO, GAME, play, stored

pytestmark = pytest.mark.django_db
whole, ready = first(f.hall, 4)
NAMES = ["Amihan", "Bayani"]


def told(*turns: dict[str, Any], **overrides: Any) -> Replay:
    hall = f.hall(4)
    if overrides:
        rules = {name.replace("_", ".", 1): value for name, value in overrides.items()}
        Division.objects.filter(pk=hall.division.pk).update(overrides=rules)
    return replay_page.replay_of(stored(hall, turns or GAME), NAMES)


def test_every_row_is_told_with_its_score_and_the_total_after_it() -> None:
    rows = told().rows
    assert [(row.seat, row.text, row.score, row.total) for row in rows[:4]] == [
        (1, "10E MABAIT", 22, 22), (2, "H7 MAGANDA", 24, 24), (1, "8G HATI", 19, 41), (2, "13G DALAGA", 18, 42),
    ]  # fmt: skip
    assert rows[0].line == "M2 A1 B4 A1x2 I1 T1 = 11 x2 = 22"
    assert [row.text for row in rows[4:6]] == ["challenged by Amihan: the play stands", "lost the turn"]


def test_a_play_that_came_off_leaves_board_and_score_as_before_it() -> None:
    game = told()
    play_, challenge = game.rows[8], game.rows[9]
    assert play_.withdrawn
    assert len(play_.tiles) == 2
    assert set(challenge.gone) == {square for square, _tile in play_.tiles}
    assert game.board_after(10) == game.board_after(8)
    assert challenge.totals[1] == game.rows[7].totals[1]


def test_the_board_holds_what_was_laid_up_to_the_turn() -> None:
    game = told()
    assert [len(game.board_after(n)) for n in (0, 1, 2, 3)] == [0, 6, 12, 15]
    assert game.board_after(1)[Square(9, 4)].shown == "M"
    assert game.board_after(99) == game.board_after(len(game.rows))


def test_a_blank_and_a_digraph_lie_as_single_tiles() -> None:
    board = told(play(1, "10H", "[NG]a")).board_after(1)
    assert [(tile.shown, tile.value, tile.blank) for tile in board.values()] == [
        ("NG", 5, False),
        ("A", 0, True),
    ]
    assert replay_page.packed(told(play(1, "10H", "[NG]a")).rows[0]) == "H10=NG:5 I10=a"


def test_all_tiles_laid_are_marked_with_their_bonus() -> None:
    game = told(*BINGO)
    assert (game.rows[0].bonus, game.rows[0].bingo, game.rows[1].bingo) == (75, True, False)
    assert [one.bingos for one in tables.figures(game)] == [1, 0]


def test_a_sheet_of_scores_alone_is_told_without_a_board() -> None:
    game = told({"kind": "score", "seat": 1, "score": 31}, {"kind": "score", "seat": 2, "score": 12})
    assert not game.whole
    assert [row.totals for row in game.rows] == [(31, 0), (31, 12)]


def test_the_figures_of_each_player() -> None:
    first, second = tables.figures(told())
    assert (first.final, first.turns, first.exchanges, first.lost, first.challenges) == (63, 5, 1, 1, 2)
    assert (second.final, second.turns, second.lost, second.adjustment) == (68, 5, 1, -10)
    assert (first.average, second.average) == ("13.0", "15.6")
    assert (first.seconds, first.overs, second.seconds, second.overs) == (201, 0, 272, 1)


def test_running_over_is_told_in_seconds() -> None:
    assert [row.over for row in told().rows if row.seconds] == [0, 11, 0, 0, 0, 0, 0, 0]


def test_premium_squares_are_counted_for_who_covered_them_and_not_for_a_play_that_came_off() -> None:
    game = told()
    first, second = tables.figures(game)
    squares = [square.name for row in game.rows for square, _premium in row.premiums if row.seat == 1]
    assert squares[:2] == ["E10", "H10"], "MABAIT covers a double word and a double letter"
    assert sum(first.premiums) == len(squares)
    assert first.premium_points == sum(row.premium_points for row in game.rows if row.seat == 1)
    assert game.rows[0].premium_points == 22 - 10
    assert game.rows[8].premiums == ()
    assert sum(second.premiums) > 0


def test_the_best_plays_come_first_and_one_that_came_off_is_none() -> None:
    words = tables.best_words(told())
    assert [row.score for row in words] == [36, 24, 24, 22, 19, 18]
    assert not any(row.withdrawn for row in words)


def test_the_pictures_are_well_formed_and_say_what_they_show() -> None:
    game = told()
    charts, squares = ET.fromstring(f"<p>{tables.race(game)}</p>"), ET.fromstring(tables.premium_map(game))
    # One for wide pages, one for narrow ones.
    assert [chart[0].text for chart in charts] == ["Score by turn", "Score by turn"]
    assert all("Amihan 63" in (chart[1].text or "") for chart in charts)
    assert "Amihan:" in (squares[1].text or "")
    assert tables.race(told({"kind": "end", "reason": "agreed"})) == ""


@pytest.mark.parametrize(
    ("asked", "turn"), [(None, 15), ("0", 0), ("3", 3), ("99", 15), ("-1", 15), ("x", 15), ("٣", 15)]
)
def test_any_turn_may_be_asked_for(asked: str | None, turn: int) -> None:
    assert replay_page.turn_asked(asked, told()) == turn


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["Ana Cruz", "Ben Abad"], ["Ana", "Ben"]),
        (["Cruz, Ana", "Cruz, Ben"], ["1 Cruz", "2 Cruz"]),
        (["Maximiliana de los Reyes", ""], ["Maximilia…", "2"]),
    ],
)
def test_names_at_the_ends_of_lines_are_short_and_different(names: list[str], labels: list[str]) -> None:
    game = replay_page.replay_of(stored(f.hall(4)), names)
    assert [tables.label(game, seat) for seat in (0, 1)] == labels


# --- the page


@pytest.mark.parametrize("query", ["", "?turn=0", "?turn=2", "?turn=zwei", "?turn=99999999999999999999"])
def test_the_page_works_without_scripts_for_every_turn(query: str) -> None:
    hall = f.hall(4)
    page = browser(hall.viewer).get(address(stored(hall), "replay") + query)
    text = page.content.decode()
    assert page.status_code == 200
    for part in (
        'href="?turn=1"',
        "Best plays",
        "Premium squares",
        "Score by turn",
        "taken back",
        "11 s over",
    ):
        assert part in text, part


def test_the_page_of_an_open_sheet_shows_the_game_so_far_and_offers_no_release() -> None:
    hall = f.hall(4)
    page = browser(hall.director).get(address(stored(hall, GAME[:3], done=False), "replay")).content.decode()
    assert "8G HATI" in page
    assert "Make public" not in page


def test_an_empty_sheet_says_what_to_do_next() -> None:
    hall = f.hall(4)
    page = browser(hall.viewer).get(address(stored(hall, (), done=False), "replay")).content.decode()
    assert "Nothing is written yet" in page


def test_neither_findings_nor_notes_are_part_of_a_replay() -> None:
    hall = f.hall(4)
    wrong = (play(1, "10E", "MABAIT", 23), play(2, "H7", "MAGANDA", 24, note="check with Ana"))
    page = browser(hall.director).get(address(stored(hall, wrong), "replay")).content.decode()
    for word in ("score_wrong", "word_unknown", "check with Ana", "finding"):
        assert word not in page


def test_the_page_asks_no_more_for_a_long_game_than_for_a_short_one(
    django_assert_max_num_queries: Any,
) -> None:
    hall = f.hall(4)
    sheet = stored(hall)
    client = browser(hall.director)
    client.get(address(sheet, "replay"))
    with django_assert_max_num_queries(18):
        client.get(address(sheet, "replay"))
