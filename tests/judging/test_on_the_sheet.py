"""A ruling on the scoresheet of its game: what the rules demand of it, and what the paper says of it itself."""

from __future__ import annotations

from typing import Any

import pytest

from tdapp.judging.asked import Asked
from tdapp.judging.commands.rulings import rule_at, supersede
from tdapp.judging.commands.setup import override_word, set_words
from tdapp.judging.models import Ruling
from tdapp.kernel.refusals import Conflict
from tdapp.scoresheets import replay_page
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.commands.closing import finish
from tdapp.scoresheets.commands.writing import create
from tdapp.scoresheets.reading import report_of
from tdapp.scoresheets.words import words_of
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


def ruled(here: Desk, *words: str, turn: int = 2, **more: Any) -> Ruling:
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
    told = replay_page.told(here.fresh(), ["One", "Two"])
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
