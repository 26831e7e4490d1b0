"""A ruling on the scoresheet of its game: what the rules demand of it, and what the paper says of it itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.judging.models import Ruling
from tdapp.judging.rulings.commands.rulings import rule_at, supersede
from tdapp.judging.rulings.ports import on_sheets
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.judging.words.commands.setup import override_word, set_words
from tdapp.kernel.refusals import Conflict
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.editor.commands.writing import create
from tdapp.scoresheets.replay import replay_page
from tdapp.scoresheets.sheet.reading import report_of
from tdapp.scoresheets.sheet.words import words_of
from tests import factories as f
from tests.judging.test_rulings import judge, playing
from tests.judging.words import edition, pin
from tests.scoresheets.factories import FIRST, SECOND, Desk, add

pytestmark = pytest.mark.django_db
THIRD = {"kind": "exchange", "seat": 1, "number": 3}
CHALLENGE = {"kind": "challenge", "challengers": [1], "verdict": "invalid"}


def written(*turns: dict[str, Any], **values: Any) -> Desk:
    """A sheet with these turns at the first table of a division that goes by a dictionary."""
    hall = playing(**values)
    told = create(hall.as_(hall.clerk), hall.table(1))
    made = Desk(hall, sheets().get(table=hall.table(1), number=told["sheet"]))
    for turn in turns:
        made.write(add(turn))
    return made


def ruled(here: Desk, *words: str, turn: int | None = 2, **more: Any) -> Ruling:
    """Seat 1 challenges the n-th move, seat 2's."""
    asked = Asked(words, challengers=(1,), challenged=2, turn=turn, **more)
    told = rule_at(judge(here.hall), here.hall.table(1), asked=asked)
    return Ruling.objects.get(pk=told["ruling"])


def listed(here: Desk, *words: str) -> None:
    """From now on these words stand at this event."""
    for word in words:
        override_word(
            f.program(here.hall.event), here.hall.event, word=word, verdict="acceptable", reason="x"
        )


def totals(here: Desk) -> tuple[int | None, ...]:
    return report_of(here.fresh()).computed_totals


def questions(here: Desk) -> list[str]:
    """What the sheet asks about rulings."""
    return [str(one.message) for one in report_of(here.fresh()).findings if one.code == "ruling_unclear"]


def codes(here: Desk) -> list[str]:
    return [finding.code for finding in report_of(here.fresh()).findings]


def test_an_unacceptable_play_comes_off_the_sheet_though_the_paper_has_no_challenge() -> None:
    here = written(FIRST, SECOND)
    assert totals(here) == (11, 21)
    ruled(here, "buhay")
    assert totals(here) == (11, 0)
    assert here.words() == ["BATA", "BUHAY"]
    assert here.fresh().totals == [11, 0]


def test_a_wrong_challenge_costs_the_challenger_the_next_turn() -> None:
    here = written(FIRST, SECOND)
    before = report_of(here.fresh()).game.order
    listed(here, "buhay")
    ruled(here, "buhay")
    after = report_of(here.fresh()).game.order
    assert (list(before.owed), list(after.owed)) == ([0, 0], [1, 0])
    assert totals(here) == (11, 21)


def test_a_ruling_is_found_by_the_row_it_was_made_about_wherever_the_row_moves() -> None:
    here = written(FIRST, SECOND)
    ruled(here, "buhay", play=here.row(2)["id"], turn=9)
    assert totals(here) == (11, 0)
    here.write(add(THIRD, after=None))
    assert report_of(here.fresh()).game.taken_back == {2}


def test_what_the_paper_says_itself_is_not_laid_over_twice() -> None:
    here = written(FIRST, SECOND, CHALLENGE)
    before = codes(here)
    ruled(here, "buhay")
    assert totals(here) == (11, 0)
    assert codes(here) == before


def test_where_the_paper_says_otherwise_it_is_remarked_and_the_paper_stays() -> None:
    here = written(FIRST, SECOND, {**CHALLENGE, "verdict": "valid"})
    ruled(here, "buhay")
    report = report_of(here.fresh())
    assert questions(here) == ["The judge ruled this play invalid; the sheet says valid."]
    assert report.computed_totals == (11, 21)
    assert report.sheet.remarks == ()


def test_a_superseded_ruling_gives_way_to_the_newest() -> None:
    here = written(FIRST, SECOND)
    first = ruled(here, "buhay")
    listed(here, "buhay")
    asked = Asked(("buhay",), challengers=(1,), challenged=2, turn=2)
    supersede(judge(here.hall), first, asked=asked, reason="the committee was asked")
    assert totals(here) == (11, 21)
    assert list(report_of(here.fresh()).game.order.owed) == [1, 0]
    assert here.fresh().totals == [11, 21]


def test_the_replay_shows_the_play_taken_back() -> None:
    here = written(FIRST, SECOND)
    ruled(here, "buhay")
    told = replay_page.replay_of(here.fresh(), ["One", "Two"])
    assert [row.withdrawn for row in told.rows] == [False, True]
    assert told.finals == (11, 0)


def test_a_ruling_moves_the_sheet_on_so_that_pages_learn_of_it_and_nobody_finishes_past_it() -> None:
    here = written(FIRST, SECOND)
    seen = here.fresh().version
    ruled(here, "buhay")
    assert here.fresh().version == seen + 1
    with pytest.raises(Conflict):
        finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=seen)
    here.write(add(THIRD))
    assert here.words() == ["BATA", "BUHAY", "exchange"]


def test_after_the_game_words_are_asked_of_the_layers_the_division_goes_by() -> None:
    here = written(FIRST, SECOND, {"kind": "end", "reason": "agreed"})
    assert "word_unknown" not in codes(here)
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=here.fresh().version)
    assert codes(here).count("word_unknown") == 2
    listed(here, "bata", "buhay")
    assert "word_unknown" not in codes(here)


def test_a_division_without_a_dictionary_asks_nothing() -> None:
    division = f.division(f.event())
    assert words_of(division) is None
    pin(division, edition(("MA",), kind="block"))
    assert words_of(division) is None


def test_the_layers_answer_in_their_order() -> None:
    division = f.division(f.event())
    pin(division, edition(("ARAW", "TUBIG")), edition(("TUBIG", "MA"), kind="block"))
    words = words_of(division)
    assert words is not None
    assert [word in words for word in ("ARAW", "TUBIG", "MA", "ZZZ")] == [True, False, True, False]


def test_an_old_ruling_is_the_same_after_a_newer_edition() -> None:
    here = written(FIRST, SECOND)
    row = ruled(here, "buhay")
    before = Ruling.objects.values().get(pk=row.pk)
    lexicon = here.hall.division.pins.get().edition.lexicon
    newer = edition(("BUHAY",))
    type(newer).objects.filter(pk=newer.pk).update(lexicon=lexicon, number=2, name="2027")
    other = f.division(here.hall.event, "Other")
    set_words(f.program(here.hall.event), other, mode="list", editions=[newer.pk])
    assert Ruling.objects.values().get(pk=row.pk) == before
    assert ruled(here, "buhay", new_play=True).acceptable is False
    assert totals(here) == (11, 0)


FOURTH = {"kind": "play", "seat": 1, "position": "L10", "word": "BUHAY"}


def laid(row: Ruling) -> list[tuple[bool, bool, int | None]]:
    """Where a ruling stands on the sheets of its table."""
    return [(one.laid, one.asks, one.turn) for one in on_sheets(row)]


def test_a_mistyped_turn_takes_nothing_back_and_the_sheet_asks() -> None:
    here = written(FIRST, SECOND)
    row = ruled(here, "buhay", turn=1)
    assert totals(here) == (11, 21)
    assert list(report_of(here.fresh()).game.order.owed) == [0, 0]
    (told,) = [one for one in report_of(here.fresh()).findings if one.code == "ruling_unclear"]
    assert (told.severity, told.turn) == ("question", 0)
    for part in (
        "on BUHAY names turn 1, a play of seat 1",
        "Nothing was taken back",
        "in turn 2: replace the ruling",
    ):
        assert part in str(told.message), part
    assert laid(row) == [(False, True, 2)]


def test_a_turn_of_the_right_player_with_another_word_is_not_taken_back_either() -> None:
    here = written(
        FIRST, SECOND, {**THIRD, "seat": 1}, {"kind": "play", "seat": 2, "position": "13G", "word": "TASA"}
    )
    row = ruled(here, "buhay", turn=4)
    assert report_of(here.fresh()).game.taken_back == set()
    assert "names turn 4, where TASA was played" in questions(here)[0]
    asked = Asked(("buhay",), challengers=(1,), challenged=2, turn=2)
    told = supersede(judge(here.hall), row, asked=asked, reason="the turn was wrong")
    assert report_of(here.fresh()).game.taken_back == {1}
    assert [one.partition(",")[0] for one in questions(here)] == ["This row fits only while turn 2 stands"]
    assert laid(Ruling.objects.get(pk=told["ruling"])) == [(True, False, 2)]
    assert laid(row) == []


def test_points_for_each_word_of_a_wrong_challenge_are_due_on_the_sheet() -> None:
    rules = {"challenge.wrong": "points_per_word_to_player", "challenge.wrong_points": 5}
    here = written(FIRST, SECOND, overrides=rules)
    listed(here, "buhay")
    ruled(here, "buhay")
    assert report_of(here.fresh()).game.bonuses == [(1, 5)]
    paper = {"kind": "challenge", "challengers": [1], "verdict": "valid", "words": ["BUHAY", "BATA"]}
    assert report_of(written(FIRST, SECOND, paper, overrides=rules).fresh()).game.bonuses == [(1, 10)]


def test_a_slip_with_one_misread_word_still_points_at_the_play_of_the_other() -> None:
    here = written(FIRST, SECOND)
    assert laid(ruled(here, "buhay", "zzz", turn=1)) == [(False, True, 2)]


def test_a_turn_without_a_word_is_asked_about_and_one_that_tells_none_is_left_alone() -> None:
    here = written(FIRST, {"kind": "exchange", "seat": 2, "number": 3})
    ruled(here, "buhay", turn=2)
    assert "names turn 2, where no word was played" in questions(here)[0]
    for kind in ({"kind": "lost", "seat": 2}, {"kind": "score", "seat": 2, "score": 10}):
        here = written(FIRST, kind)
        row = ruled(here, "buhay", turn=2)
        assert (questions(here), laid(row)) == ([], [(False, False, None)])


def test_without_a_turn_the_one_play_that_forms_the_words_is_found_also_when_it_is_written_later() -> None:
    here = written(FIRST)
    row = ruled(here, "buhay", turn=None)
    assert (questions(here), laid(row), totals(here)) == ([], [(False, False, None)], (11, 0))
    here.write(add(SECOND))
    assert totals(here) == (11, 0)
    assert laid(row) == [(True, False, 2)]


def test_a_cross_word_and_a_word_read_with_tiles_find_their_play() -> None:
    here = written(FIRST, {"kind": "play", "seat": 2, "position": "11H", "word": "A[NG]"})
    row = ruled(here, "ang", turn=2)
    assert laid(row) == [(True, False, 2)]
    here = written(FIRST, {"kind": "play", "seat": 2, "position": "11I", "word": "A[NG]"})
    formed = report_of(here.fresh()).game.steps[1].placed
    assert formed is not None
    crossing = next(word.spelling for word in formed.judged.words if word.spelling != "ANG")
    assert laid(ruled(here, crossing.lower(), turn=2)) == [(True, False, 2)]


def test_a_finished_sheet_without_the_play_asks_where_it_is() -> None:
    here = written(FIRST, {"kind": "end", "reason": "agreed"})
    ruled(here, "buhay", turn=None)
    assert "No play of this sheet is the one ruled on" in questions(here)[0]


def test_two_plays_of_the_same_words_are_asked_about_and_a_named_one_is_nobody_elses() -> None:
    here = written(
        FIRST,
        SECOND,
        THIRD,
        {**SECOND, "position": "M8"},
        THIRD,
        {"kind": "exchange", "seat": 2, "number": 1},
    )
    row = ruled(here, "buhay", turn=None)
    assert "BUHAY was played in turns 2, 4" in questions(here)[0]
    assert report_of(here.fresh()).game.taken_back == set()
    ruled(here, "buhay", turn=2, new_play=True)
    assert questions(here) == []
    assert report_of(here.fresh()).game.taken_back == {1, 3}
    assert laid(row) == [(True, False, 4)]


def test_a_ruling_without_a_turn_is_bound_to_the_newest_play_of_an_open_sheet() -> None:
    here = written(FIRST, SECOND, THIRD, {**SECOND, "position": "M8"})
    row = ruled(here, "buhay", turn=None)
    assert (row.turn, row.play) == (4, here.row(4)["id"])
    assert report_of(here.fresh()).game.taken_back == {3}


def test_a_play_of_long_ago_or_of_another_seat_is_bound_to_no_ruling() -> None:
    here = written(FIRST, SECOND)
    assert ruled(here, "bata", turn=None).turn is None
    here.write(add(THIRD))
    here.write(add({**THIRD, "seat": 2}))
    assert ruled(here, "buhay", turn=None, new_play=True).turn is None


def test_the_ruling_page_says_where_it_stands_and_offers_the_right_turn() -> None:
    here = written(FIRST, SECOND)
    row = ruled(here, "buhay", turn=1)
    browser = Client()
    browser.force_login(here.hall.director)
    where = reverse("judging:ruling", args=[here.hall.event.slug, row.pk])
    page = " ".join(browser.get(where).content.decode().split())
    assert "names turn 1" in page
    assert "Replace this ruling with turn 2" in page
    form = browser.get(f"{where}anew?turn=2&mend=turn").context["form"]
    assert [form[name].value() for name in ("turn", "play", "reason")] == ["2", "", "the turn was wrong"]
    body = {
        name: form[name].value() or "" for name in ("turn", "reason", "words", "challenged", "challengers")
    }
    assert (
        "Laid over turn 2: BUHAY, seat 2." in browser.post(f"{where}anew", body, follow=True).content.decode()
    )


def test_the_same_word_played_by_a_seat_nobody_challenged_is_not_taken_back() -> None:
    here = written(FIRST, SECOND)
    row = ruled(here, "bata", turn=1)
    assert report_of(here.fresh()).game.taken_back == set()
    assert "turn 1, a play of seat 1, which was not challenged" in questions(here)[0]
    assert laid(row) == [(False, True, None)]
