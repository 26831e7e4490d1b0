"""A play is ruled on once at the kiosk, whole, at its own turn; what is typed after it tells no more and costs no more."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from lexicon_admin.models import Edition
from lexicon_admin.words.store import Store
from tdapp.events.models import Division
from tdapp.judging.kiosk.repeated_plays import SOON
from tdapp.judging.models import Call, Ruling
from tdapp.judging.rulings.commands.calls import call_off
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.judging.rulings.same_play import ruled_before
from tdapp.judging.words.commands.setup import override_word
from tdapp.kernel import clock
from tdapp.kernel.commands import REGISTRY
from tdapp.kernel.permissions import ROLES
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.writing import create
from tests import factories as f
from tests.judging.kiosks import open_table, opened, post, rested, rule
from tests.judging.test_on_the_sheet import questions, totals, written
from tests.judging.test_rulings import judge, playing
from tests.judging.words import edition, pin
from tests.kept import first
from tests.scoresheets.factories import FIRST, SECOND, Desk, add
from tests.sweeps import SOAK

pytestmark = pytest.mark.django_db
whole, ready = first(playing)
WORDS = ("BAHEY", "ANAK", "TAYO")
AT = {"table": 1, "challenger": 2}
THIRD = {"kind": "play", "seat": 1, "position": "L10", "word": "BUHAY"}
MORE = ("BAHEY",), ("ANAK",), ("TAYO",), WORDS[:2], WORDS[1:], (*WORDS, "TUBIG"), ("TUBIG", "ANAK")


def challenge(client: Client, **more: Any) -> Any:
    """The last turn of the sheet, as the screen shows it to seat 1."""
    turn = open_table(client, 1).json()["turn"]
    return post(client, "rule", {"challenger": 1, "play": turn["play"], **more})


def sentence(answer: Any) -> str:
    return " ".join(answer.json()["sentences"])


def test_parts_of_a_play_that_was_ruled_on_are_refused_cost_nothing_and_bring_no_judge() -> None:
    hall = playing("list")
    client = opened(hall)
    for word in ("ANAK", "TAYO"):
        override_word(f.program(hall.event), hall.event, word=word, verdict="acceptable", reason="x")
    assert rule(client, *WORDS, **AT).json()["verdict"] == "unacceptable"
    answers = [rule(client, *words, **AT) for words in MORE]
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(422, "ruled-once")}
    assert len({answer.content for answer in answers}) == 1
    assert not any(word in sentence(answers[0]).upper() for word in WORDS)
    rested()
    assert rule(client, "ANAK", **AT).json()["code"] == "ruled-once"
    assert rule(client, *WORDS, table=1, challenger=1).json()["code"] == "ruled-once"
    assert (Ruling.objects.count(), Call.objects.count()) == (1, 0)


def test_without_a_sheet_a_second_challenge_within_minutes_goes_to_a_judge_and_later_ones_are_ruled_on() -> (
    None
):
    hall = playing()
    client, moment = opened(hall), clock.now()
    with clock.at(moment):
        rule(client, "BAHAY", **AT)
    with clock.at(moment + SOON - timedelta(seconds=1)):
        told = rule(client, "TUBIG", **AT).json()
        assert told["verdict"] == "judge"
        assert "second challenge of this table within minutes" in told["penalty"]
        assert "judge is on the way" in sentence(rule(client, "ARAW", **AT))
        assert rule(client, "TUBIG", table=2, challenger=2).json()["verdict"] == "acceptable"
    call = Call.objects.select_related("table__round__division__event").get()
    assert (call.table, call.words, call.challengers, call.challenged) == (hall.table(1), ["TUBIG"], [2], 1)
    call_off(judge(hall), call, seen=1)
    with clock.at(moment + 3 * SOON):
        assert rule(client, "TUBIG", **AT).json()["code"] == "ruled-once"
        assert rule(client, "ARAW", **AT).json()["verdict"] == "acceptable"


def test_the_last_turn_of_the_sheet_is_ruled_on_with_all_its_words_once() -> None:
    here = written(FIRST, SECOND)
    client = opened(here.hall)
    assert challenge(client, word=["BATA"]).json()["verdict"] == "unacceptable"
    row = Ruling.objects.get()
    assert (row.words, row.play, row.turn, row.challengers, row.challenged) == (
        ["BUHAY"], here.row(2)["id"], 2, [1], 2,
    )  # fmt: skip
    assert totals(here) == (11, 0)
    again = challenge(client)
    assert again.json()["again"]
    assert rule(client, "BUHAY", table=1, challenger=1).json()["verdict"] == "judge"
    assert Ruling.objects.count() == 1


def test_once_the_next_turn_is_written_a_play_stands_and_its_sheet_does_not_move() -> None:
    here = written(FIRST, SECOND)
    client = opened(here.hall)
    turn = open_table(client, 1).json()["turn"]
    here.write(add(THIRD))
    before = here.fresh().version
    late = post(client, "rule", {"challenger": 1, "play": turn["play"]})
    assert (late.status_code, late.json()["code"]) == (422, "went-on")
    told = rule(client, "BUHAY", table=1, challenger=1).json()
    assert (told["verdict"], "not the last turn of the sheet" in told["penalty"]) == ("judge", True)
    assert (Ruling.objects.count(), here.fresh().version) == (0, before)
    assert totals(here)[1] == 21


@pytest.mark.parametrize(
    "last",
    [
        ({"kind": "exchange", "seat": 2, "number": 3},),
        ({"kind": "pass", "seat": 2},),
        (SECOND, {"kind": "challenge", "challengers": [1], "verdict": "valid"}),
    ],
)
def test_where_the_last_turn_is_no_play_or_was_challenged_a_judge_comes(
    last: tuple[dict[str, Any], ...],
) -> None:
    here = written(FIRST, *last)
    told = challenge(opened(here.hall)).json()
    assert (told["verdict"], Call.objects.count(), Ruling.objects.count()) == ("judge", 1, 0)


def test_nobody_challenges_their_own_last_turn() -> None:
    here = written(FIRST, SECOND)
    client = opened(here.hall)
    turn = open_table(client, 1).json()["turn"]
    assert post(client, "rule", {"challenger": 2, "play": turn["play"]}).json()["code"] == "own-play"


def test_words_typed_before_there_was_a_sheet_move_no_figure_of_it_and_the_sheet_asks() -> None:
    hall = playing()
    client = opened(hall)
    assert rule(client, "BUHAY", table=1, challenger=1).json()["verdict"] == "unacceptable"
    here = written_at(hall, FIRST, SECOND, THIRD)
    assert totals(here)[1] == 21
    (asks,) = questions(here)
    assert "before a sheet said which turn it was" in asks
    assert "turn 2: replace the ruling" in asks


def test_what_the_paper_says_too_is_not_asked_about() -> None:
    hall = playing()
    rule(opened(hall), "BUHAY", table=1, challenger=1)
    here = written_at(hall, FIRST, SECOND, {"kind": "challenge", "challengers": [1], "verdict": "invalid"})
    assert questions(here) == []
    assert totals(here) == (11, 0)


def written_at(hall: f.Hall, *turns: dict[str, Any]) -> Desk:
    """A sheet with these turns at the first table of a hall."""
    told = create(hall.as_(hall.clerk), hall.table(1))
    made = Desk(hall, sheets().get(table=hall.table(1), number=told["sheet"]))
    for turn in turns:
        made.write(add(turn))
    return made


# Lists that agree on the play and differ in every word of it: main, dialect, block.
BAD = [
    ((), (), ()),
    (("ANAK", "TAYO"), (), ()),
    (WORDS, (), ("TAYO",)),
    (("TAYO", "TUBIG"), ("BAHEY",), ()),
]
GOOD = [(WORDS, (), ()), (("ANAK",), ("BAHEY", "TAYO"), ()), ((*WORDS, "TUBIG"), WORDS, ("TUBIG",))]


class Watched:
    """What a screen is told, how many statements that took and how often any list was asked."""

    def __init__(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        self.client, self.asked, self.seen = client, 0, []
        real = Store.__contains__

        def count(store: Store, key: object) -> bool:
            self.asked += 1
            return real(store, key)

        monkeypatch.setattr(Store, "__contains__", count)

    def types(self, *words: str, **where: Any) -> None:
        opens = open_table(self.client, where.pop("table", 1))
        before = self.asked
        with CaptureQueriesContext(connection) as statements:
            told = post(self.client, "rule", {"word": list(words), "challenger": 2, **where})
        self.seen.append(
            (opens.content, told.status_code, told.content, len(statements), self.asked - before)
        )


def everything_typed(
    lists: tuple[tuple[str, ...], ...],
    mode: str,
    moment: Any,
    monkeypatch: pytest.MonkeyPatch,
    last: int | None = None,
) -> list[Any]:
    """A whole turn at one table by these lists: the play, then whatever somebody may try, minute after minute."""
    hall = listed(lists, mode)
    with monkeypatch.context() as patch:
        watched = Watched(opened(hall), patch)
        with clock.at(moment - timedelta(minutes=1)):
            # What a process looks up once and keeps is looked up here, at another table.
            rule(watched.client, "ZZ", table=2, challenger=2)
        tries = [WORDS, *MORE, WORDS, ("TUBIG",), ("ARAW",), ("ANAK",), WORDS, ("ARAW",)]
        for place, words in enumerate(tries[:last]):
            with clock.at(moment + timedelta(seconds=20 * place)):
                watched.types(*words)
        with clock.at(moment + timedelta(seconds=400)):
            watched.types("ANAK", challenger=1)
        state = watched.client.get("/kiosk/state").content
    return [*watched.seen, state]


def listed(lists: tuple[tuple[str, ...], ...], mode: str) -> f.Hall:
    """A hall that goes by three lists of these words."""
    here = f.event()
    of = f.division(here)
    main, dialect, block = lists
    pin(
        of, edition((*main, "ZZ"), name="M"), edition((*dialect, "ZZ"), kind="dialect", name="D"),
        edition((*block, "ZZ"), kind="block", name="B"), mode=mode,
    )  # fmt: skip
    field = f.entrants(of, 4)
    f.published(of, [field[:2], field[2:]])
    roles = ("director", "clerk", "checker", "viewer")
    return f.Hall(here, Division.objects.get(pk=of.pk), *(f.member(here, role) for role in roles))


# Either verdict and either way to rule, once; the third in the soak.
@pytest.mark.parametrize(
    ("worlds", "mode"),
    [(BAD, "list"), pytest.param(GOOD, "list", marks=pytest.mark.soak), (GOOD, "judge")],
)
def test_lists_that_agree_on_a_play_give_the_same_bytes_for_the_same_work_whatever_is_typed(
    worlds: list[Any], mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = clock.now()
    # The two that differ most; all of them in the soak.
    told = [
        everything_typed(lists, mode, moment, monkeypatch)
        for lists in (worlds if SOAK else worlds[:: len(worlds) - 1])
    ]
    assert all(one == told[0] for one in told), [
        (place, a, b) for one in told for place, (a, b) in enumerate(zip(told[0], one, strict=True)) if a != b
    ]
    first, later = told[0][0], told[0][1:-1]
    assert first[1] == 200
    assert first[4] == 3 * len(WORDS), "every list is asked about every word, also behind one that answered"
    assert {work for *_told, work in later} == {0}


def test_the_negative_control_a_list_that_disagrees_on_the_play_is_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moment = clock.now()
    bad, good = (everything_typed(one, "list", moment, monkeypatch, last=1)[0] for one in (BAD[0], GOOD[0]))
    assert bad[2] != good[2]


def told_after_the_result(words: tuple[str, ...], moment: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What a table is told and what that took once its result is in; every list knows a part of the words."""
    hall = listed((("ANAK", "TUBIG"), ("BAHEY",), ("TAYO",)), "list")
    f.enter(hall.table(1), 412, 388)
    with monkeypatch.context() as patch, clock.at(moment):
        watched = Watched(opened(hall), patch)
        watched.types(*words)
    assert (Ruling.objects.count(), Call.objects.get(table=hall.table(1)).words) == (0, list(words))
    return watched.seen


def test_where_the_result_is_in_a_judge_comes_and_the_answer_is_the_same_whatever_the_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moment = clock.now()
    typed = [("ANAK",), ("BAHEY",), ("TAYO",), ("ZZ",), ("QQQQ",), WORDS, ("TUBIG", "ANAK")]
    told = [told_after_the_result(words, moment, monkeypatch) for words in typed]
    assert all(one == told[0] for one in told)
    ((_opens, status, content, _statements, asked),) = told[0]
    assert (status, asked) == (200, 0), "no list is asked anything"
    assert b"result of this table is in already" in content


def test_only_the_kiosk_and_judges_rule() -> None:
    """Every command that stores a ruling, and what it asks for: a phone at a table calls, and rules on nothing."""
    doors = {intent: run.needs for intent, run in REGISTRY.items() if intent.startswith("ruling.")}
    assert doors == {
        "ruling.kiosk": "kiosk.rule", "ruling.make": "judge.rule", "ruling.table": "judge.rule",
        "ruling.supersede": "judge.rule",
    }  # fmt: skip
    assert [role for role in ROLES if "kiosk.rule" in ROLES[role]] == ["system", "kiosk"]


def test_where_a_list_keeps_diacritics_two_plays_that_differ_by_one_are_two() -> None:
    hall = playing()
    client, seats = opened(hall), {"challengers": (2,), "challenged": 1}
    for number, diacritics, others in ((1, "fold", False), (2, "keep", True)):
        Edition.objects.update(diacritics=diacritics)
        rule(client, "BAR", table=number, challenger=2)
        assert Ruling.objects.filter(table__number=number).count() == 1
        rested()
        again = rule(client, "BÄR", table=number, challenger=2).json()
        assert (again.get("verdict"), Ruling.objects.filter(table__number=number).count()) == (
            ("unacceptable", 2) if others else ("unacceptable", 1)
        )
        asked = Asked(("bâr" if others else "bär",), **seats)
        assert (ruled_before(asked, hall.table(number)) is None) == others
