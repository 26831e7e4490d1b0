"""What a newcomer stumbled over: other editions of a list in play, a judge's word on the command line, two words in one."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command

from lexicon_admin.lists import embargo
from tdapp.judging.models import Ruling
from tdapp.judging.rulings.commands.rulings import rule_at, supersede
from tdapp.judging.rulings.forms import words_in
from tdapp.judging.rulings.ruling_request import Asked
from tests.judging.test_rulings import judge, playing
from tests.judging.words import edition
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(playing)


def test_every_edition_of_a_list_in_play_is_closed_to_the_public() -> None:
    hall = playing()
    pinned = hall.division.pins.get().edition
    newer = type(pinned).objects.create(
        lexicon=pinned.lexicon, number=2, name="2027", made_by="", made_name=""
    )
    assert embargo.is_closed(pinned)
    assert embargo.is_closed(newer)
    assert not embargo.is_closed(edition(("ISDA",)))
    hall.division.rounds.update(status="closed")
    assert not embargo.is_closed(newer)


@pytest.mark.parametrize(
    ("mode", "word", "status"), [("judge", "qwert", 3), ("list", "qwert", 1), ("judge", "bahay", 0)]
)
def test_the_command_says_when_a_judge_decides(
    mode: str, word: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    hall = playing(mode)
    code = 0
    try:
        call_command("adjudicate", word, "--event", hall.event.slug, "--json")
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    told = json.loads(capsys.readouterr().out)
    assert (code, told["judge"]) == (status, status == 3)


def test_in_judge_mode_the_command_refuses_no_word_a_judge_decides(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hall = playing("judge")
    with pytest.raises(SystemExit):
        call_command("adjudicate", "qwert", "bahay", "--event", hall.event.slug)
    told = capsys.readouterr().out
    assert "QWERT: a judge decides: in no list" in told
    assert "not acceptable" not in told
    assert "BAHAY: acceptable" in told


def test_a_space_does_not_part_words() -> None:
    assert words_in("unti unti\naso, bahay,,") == ["unti unti", "aso", "bahay"]
    hall = playing()
    told = rule_at(judge(hall), hall.table(1), asked=Asked(("ba hay",), (2,), 1))
    assert told["verdict"] == "acceptable"


def test_the_desk_shows_the_ruling_that_stands_not_the_one_it_replaced() -> None:
    hall = playing()
    ana = judge(hall)
    rule_at(ana, hall.table(1), asked=Asked(("bahya",), challengers=(2,), challenged=1))
    supersede(ana, Ruling.objects.get(), asked=Asked(("bahay",), (2,), 1), reason="wrong word typed")
    standing = Ruling.objects.filter(superseded_by=None)
    assert [row.acceptable for row in standing] == [True]
