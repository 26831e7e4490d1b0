"""The board painter: what is painted is what the division plays on, and nothing is said on squares nobody vouches for."""

from __future__ import annotations

import json
import re

import pytest

from scoring import Board, Placement, Square, judge_play, load_ruleset, read_play, validate
from scoring.sheets.scoresheet import Player, Scoresheet, Turn
from tdapp.events.models.library import NamedSet
from tdapp.events.rules import boards, rulesets
from tdapp.events.rules.board_svg import CLASSES
from tdapp.events.rules.commands import rules as commands
from tdapp.events.rules.divisions import fingerprint
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Missing, Refusal
from tests.events.pages import fields, text
from tests.events.rules_pages import division, freeze, hall, paint, rules, says, url

pytestmark = pytest.mark.django_db
SHIPPED = load_ruleset("salitaan-competition")
ROWS = list(boards.plain(SHIPPED.layout))
# A 7x7 board of our own, alike in all eight parts, with every premium there is.
SMALL = ["T..q..T", ".D.t.D.", "..d.d..", "qt...tq", "..d.d..", ".D.t.D.", "T..q..T"]


def sheet(position: str, word: str, score: int) -> Scoresheet:
    """Two players, one play, its score as written."""
    turn = Turn("play", 0, position=position, word=word, score=score)
    return Scoresheet(players=(Player("Amihan"), Player("Bayani")), turns=(turn,))


def test_the_painter_opens_with_the_board_of_the_ruleset() -> None:
    here = hall()
    page = here.alice.get(url(here, "board/"))
    assert "\n".join(ROWS) in text(page).replace("\r", "")
    assert text(page).count("data-square=") == 361
    assert says(page, "The same squares as the board of the ruleset.")


def test_a_painted_board_is_what_the_division_plays_on() -> None:
    here = hall()
    answer = paint(here, SMALL, start="D4", name="Kitchen board", confirmed="on")
    assert answer.status_code == 303
    ruleset = rules(here)
    assert boards.plain(ruleset.layout) == tuple(SMALL)
    assert ruleset.layout.start == Square(3, 3)
    assert ruleset.board.name == "Kitchen board"
    assert ruleset.board.confirmed
    assert "Kitchen board" in ruleset.marks["board.grid"].text
    play = read_play(Board(ruleset.layout), ruleset.tile_set, "1A", "TA").placements
    assert judge_play(ruleset, Board(ruleset.layout), play).score == 3 * (1 + 1)


def test_every_premium_the_schema_knows_can_be_painted() -> None:
    here = hall()
    page = text(here.alice.get(url(here, "board/")))
    brushes = re.findall(r'name="brush" value="(.)"[^>]*data-css="([\w-]+)"', page)
    assert {css for _sign, css in brushes} == {*CLASSES.values(), "sq-plain"}
    paint(here, SMALL, start="D4")
    assert {*rules(here).layout.premiums.values()} >= {one for one in CLASSES if one.word < 4}


@pytest.mark.parametrize("side", [3, 15, 25])
def test_any_size_up_to_twenty_five_is_taken(side: int) -> None:
    here = hall()
    assert paint(here, ["." * side] * side, start="").status_code == 303
    assert rules(here).layout.height == rules(here).layout.width == side
    assert rules(here).value("board.start") is None


@pytest.mark.parametrize(
    ("rows", "start", "sentence"),
    [
        (["." * 26] * 26, "A1", "board.grid"),
        (["...", "..", "..."], "B2", "3 to 25 rows of one length"),
        (["..x", "...", "..."], "B2", "made of the signs"),
        (["...", "...", "..."], "Z9", "board.start is “Z9”"),
        (["...", "...", "..."], "D4", "board.start: D4 is not on a board of 3 columns and 3 rows"),
    ],
)
def test_a_board_that_is_none_is_refused_with_a_sentence_and_kept_on_the_page(
    rows: list[str], start: str, sentence: str
) -> None:
    here = hall()
    answer = paint(here, rows, start=start)
    assert answer.status_code == 422
    assert says(answer, sentence)
    assert "\n".join(rows) in text(answer).replace("\r", "")
    assert rules(here).layout == SHIPPED.layout


def test_the_tick_alone_leaves_board_and_hash_as_they_were() -> None:
    here = hall()
    paint(here, ROWS, name=SHIPPED.board.name, confirmed="on")
    assert division(here).overrides == {"board.confirmed": True}
    assert rules(here).board.confirmed
    assert rules(here).value("board.evidenced") == SHIPPED.board.evidenced


def test_what_rests_on_an_unconfirmed_square_becomes_an_error_with_the_tick() -> None:
    """13H covers H13, which no printed example proves; 22 is not what the play scores."""
    here, rows = hall(), list(ROWS)
    rows[9] = "." * 19
    rows[9] = rows[9][:4] + "d" + rows[9][5:]
    paint(here, rows, name="Ours")
    written = sheet("10E", "MABAIT", 99)
    before = validate(rules(here), written)
    assert [one.severity for one in before.findings if one.code == "score_wrong"] == ["unverifiable"]
    paint(here, rows, name="Ours", confirmed="on")
    after = validate(rules(here), written)
    assert [one.severity for one in after.findings if one.code == "score_wrong"] == ["error"]


def test_squares_the_book_proves_stay_certain_on_a_painted_board_that_agrees_with_them() -> None:
    here, rows = hall(), list(ROWS)
    rows[0] = "T" * 19
    paint(here, rows)
    ruleset = rules(here)
    assert not ruleset.board.confirmed
    assert ruleset.square_is_certain(Square(9, 7))
    assert not ruleset.square_is_certain(Square(0, 0))


def test_a_board_against_the_books_examples_is_taken_with_a_warning() -> None:
    here, rows = hall(), list(ROWS)
    rows[9] = rows[9].replace("d", "t")
    paint(here, rows)
    assert says(
        here.alice.get(url(here, "board/")), "The book's printed examples tell another premium for H10, L10"
    )


def test_an_uneven_board_is_taken_with_a_warning() -> None:
    here, rows = hall(), list(ROWS)
    rows[0] = "." + rows[0][1:]
    paint(here, rows)
    page = here.alice.get(url(here, "board/"))
    assert says(page, "The board is not the same in all its mirror images")
    assert says(page, "1 square differs from the board of the ruleset: A1")


def test_the_squares_that_differ_from_the_ruleset_are_named() -> None:
    rows = list(ROWS)
    rows[0], rows[1] = "d" + rows[0][1:], "." * 19
    ours = load_ruleset("salitaan-competition", {"board.grid": rows})
    found = boards.differences(ours.layout, SHIPPED.layout)
    assert found[0] == boards.Difference("A1", "2L", "3W")
    assert ("B2", "", "2W") in [(one.square, one.ours, one.theirs) for one in found]
    assert len(found) == 1 + sum(sign != "." for sign in ROWS[1])


def test_a_board_kept_by_its_name_is_there_for_other_divisions_and_events() -> None:
    here, there = hall(), hall()
    paint(here, SMALL, start="D4", name="Kitchen board", keep="on")
    kept = NamedSet.objects.get()
    assert (kept.kind, kept.name, kept.content) == ("board", "Kitchen board", {"rows": SMALL, "start": "D4"})
    page = there.alice.get(url(there, "board/"), {"from": str(kept.pk)})
    assert fields(page)["name"] == "Kitchen board"
    assert "\n".join(SMALL) in text(page).replace("\r", "")
    assert rules(there).layout == SHIPPED.layout


def test_a_kept_board_is_replaced_and_removed_only_where_it_was_made() -> None:
    here, there = hall(), hall()
    paint(here, SMALL, start="D4", name="Kitchen board", keep="on")
    refused = paint(there, ROWS, name="Kitchen board", keep="on")
    assert refused.status_code == 422
    assert says(refused, "Another one is already kept as “Kitchen board”; choose another name.")
    kept = NamedSet.objects.get()
    stranger = there.hall.as_(there.hall.director)
    with pytest.raises(Missing):
        commands.forget(stranger, kept)
    assert paint(here, ROWS, name="Kitchen board", keep="on").status_code == 303
    assert NamedSet.objects.get().content["rows"] == ROWS
    here.alice.post(f"{here.base}library/{kept.pk}/forget")
    assert not NamedSet.objects.exists()
    assert rules(here).board.name == "Kitchen board"


def test_keeping_needs_a_name() -> None:
    here = hall()
    answer = paint(here, SMALL, start="D4", name="", keep="on")
    assert says(answer, "Give it a name to keep it for other divisions.")
    assert rules(here).layout == SHIPPED.layout


def test_the_board_cannot_change_once_round_1_is_published() -> None:
    here = hall()
    freeze(here)
    page = here.alice.get(url(here, "board/"))
    assert says(page, "The rules are fixed since round 1 was posted: the squares cannot change any more.")
    assert "painter.js" not in text(page)
    answer = here.alice.post(url(here, "board/"), {"rows": "\n".join(SMALL), "start": "D4"})
    assert answer.status_code == 422
    assert says(answer, "The rules cannot change any more: round 1 is posted.")
    assert rules(here).layout == SHIPPED.layout


def test_this_is_our_board_can_be_said_after_round_1_and_the_hash_stays() -> None:
    here = hall()
    freeze(here)
    before = division(here).ruleset_hash
    here.alice.post(url(here, "confirm"), {"what": "board", "confirmed": "on"})
    assert rules(here).board.confirmed
    assert rules(here).all_certain
    assert rules(here).content_hash == before == division(here).ruleset_hash
    here.alice.post(url(here, "confirm"), {"what": "board"})
    assert not rules(here).board.confirmed


def test_a_page_that_is_out_of_date_changes_nothing() -> None:
    here = hall()
    old = fingerprint(division(here))
    paint(here, SMALL, start="D4")
    answer = paint(here, ROWS, seen=old)
    assert answer.status_code == 409
    assert says(answer, "Somebody else changed these settings meanwhile.")
    assert boards.plain(rules(here).layout) == tuple(SMALL)


def test_the_painted_board_survives_the_settings_form_and_goes_with_the_game() -> None:
    here = hall()
    paint(here, SMALL, start="D4", confirmed="on")
    settings = f"{here.base}settings/divisions/{here.hall.division.slug}/"
    typed = {**fields(here.alice.get(settings)), "overrides": "timer.seconds = 90"}
    assert "board" not in re.search(r'name="overrides"[^>]*>([^<]*)<', text(here.alice.get(settings)))[1]  # type: ignore[index]
    assert here.alice.post(settings, typed).status_code == 303
    assert boards.plain(rules(here).layout) == tuple(SMALL)
    assert rules(here).timer.seconds == 90
    typed = {**fields(here.alice.get(settings)), "overrides": "", "ruleset": "bisonte"}
    assert here.alice.post(settings, typed).status_code == 303
    assert rules(here).layout == load_ruleset("bisonte").layout


def test_the_log_tells_what_was_painted() -> None:
    here = hall()
    paint(here, SMALL, start="D4", name="Kitchen board")
    entry = AuditEntry.objects.filter(intent="division.board").get()
    assert SMALL[0] in json.dumps(entry.payload)


def test_a_photo_may_be_shown_on_this_page_only_and_is_no_field_of_the_form() -> None:
    here = hall()
    page = here.alice.get(url(here, "board/"))
    assert "img-src 'self' data: blob:" in page["Content-Security-Policy"]
    assert "blob:" not in here.alice.get(url(here))["Content-Security-Policy"]
    photo = re.search(r"<input[^>]*data-photo[^>]*>", text(page))
    assert photo
    assert "name=" not in photo[0]


def test_a_size_can_be_asked_for_without_scripts() -> None:
    here = hall()
    page = here.alice.get(url(here, "board/"), {"width": "5", "height": "400"})
    assert text(page).count("data-square=") == 5 * 25
    assert fields(page)["start"] == "C13"


def test_a_ruleset_is_never_read_from_a_path() -> None:
    """A division names a ruleset that ships; whatever else it names is no file of the computer."""
    found = rulesets.check("/etc/passwd.toml", {})
    assert found.ruleset is None
    assert "There is no ruleset" in str(found.mistakes[0])


def test_only_board_and_tiles_can_be_confirmed() -> None:
    here = hall()
    with pytest.raises(Refusal):
        commands.confirm(here.hall.as_(here.hall.director), division(here), what="rack", confirmed=True)


def test_a_placement_on_the_painted_board_is_judged_by_its_squares() -> None:
    here = hall()
    paint(here, SMALL, start="D4", confirmed="on")
    ruleset = rules(here)
    piece = ruleset.tile_set.natural("B")
    assert piece is not None
    found = judge_play(ruleset, Board(ruleset.layout), [Placement(Square(3, c), piece) for c in (0, 1, 2, 3)])
    assert found.score == 4 * 4 + 3 * 4 + 4 + 4
