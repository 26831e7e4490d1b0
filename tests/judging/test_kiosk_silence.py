"""The kiosk tells whether the play stands, and nothing about a word: bodies, headers, order of work, the page's source."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.test import Client

from lexicon_admin.words import adjudicate
from tdapp.judging.kiosk.views import kiosk as views
from tdapp.judging.models import Ruling
from tdapp.judging.words.commands.setup import override_word
from tests import factories as f
from tests.judging.kiosks import first_time, opened, rule
from tests.judging.test_rulings import WORDS, playing

pytestmark = pytest.mark.django_db
PLAY = ("BAHAY", "TUBIG", "ARAW")
AT = {"table": 1, "challenger": 2, "challenged": 1}
BAD = ("HANGX", "ZZZ", "QWERTYUIOPASDFG")
# Differs from answer to answer, whatever was asked: a number, and the time.
OWN = {"X-Request-ID", "Expires"}


@pytest.fixture
def screen() -> Client:
    return opened(playing())


def plays_with_bad_words() -> list[tuple[str, ...]]:
    """Every choice of one, two or three bad words among three, each place with each bad word."""
    found = []
    for places in itertools.chain.from_iterable(itertools.combinations(range(3), n) for n in (1, 2, 3)):
        for bad in BAD:
            found.append(tuple(bad if place in places else word for place, word in enumerate(PLAY)))
    return found


def shown(answer: Any) -> tuple[int, bytes, dict[str, str]]:
    headers = {name: value for name, value in answer.items() if name not in OWN}
    return answer.status_code, answer.content, headers


def test_the_answer_is_the_same_whichever_word_and_however_many_are_bad(screen: Client) -> None:
    answers = []
    for words in plays_with_bad_words():
        first_time()
        answers.append(shown(rule(screen, *words, table=1, challenger=2, challenged=1)))
    assert len(answers) == 21
    assert answers == [answers[0]] * len(answers)
    assert answers[0][0] == 200


def test_it_is_also_the_same_when_another_layer_says_no() -> None:
    hall = playing()
    client = opened(hall)
    override_word(f.program(hall.event), hall.event, word="tubig", verdict="unacceptable", reason="misprint")
    blocked = shown(rule(client, "BAHAY", "TUBIG", **AT))
    first_time()
    assert shown(rule(client, "BAHAY", "HANGX", **AT)) == blocked


def test_an_answer_holds_verdict_and_penalty_and_no_word(screen: Client) -> None:
    for words in (PLAY, ("BAHAY", "ZZZ")):
        first_time()
        answer = rule(screen, *words, **AT)
        assert set(answer.json()) == {"verdict", "penalty"}
        assert not any(word in answer.content.decode().upper() for word in words)


def test_every_word_is_looked_up_also_behind_a_bad_one(
    screen: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = adjudicate.answer
    monkeypatch.setattr(adjudicate, "answer", lambda word, layers: asked.append(word) or real(word, layers))
    rule(screen, "ZZZ", "BAHAY", "TUBIG", **AT)
    assert asked[:3] == ["ZZZ", "BAHAY", "TUBIG"]
    assert len(asked) % 3 == 0
    assert [row["acceptable"] for row in Ruling.objects.get().answers] == [False, True, True]


@pytest.mark.parametrize("took", [0.001, 0.012, 0.039])
def test_no_answer_comes_sooner_than_the_floor(
    screen: Client, monkeypatch: pytest.MonkeyPatch, took: float
) -> None:
    """However long the looking up took, what is left of the floor is waited for: opening a table, ruling, refusals."""
    waited: list[float] = []
    times = itertools.cycle((100.0, 100.0 + took))
    monkeypatch.setattr(views.time, "monotonic", lambda: next(times))
    monkeypatch.setattr(views.time, "sleep", waited.append)
    rule(screen, "BAHAY", **AT)
    rule(screen)
    assert waited == [pytest.approx(views.FLOOR_SECONDS - took)] * 3


def test_a_slow_answer_is_not_made_slower(screen: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    times = itertools.cycle((100.0, 101.0))
    monkeypatch.setattr(views.time, "monotonic", lambda: next(times))
    monkeypatch.setattr(views.time, "sleep", waited.append)
    rule(screen, "BAHAY", **AT)
    assert waited == [0.0, 0.0]


def test_the_floor_stays_below_what_a_ruling_may_take() -> None:
    assert 0.02 <= views.FLOOR_SECONDS < 0.05


@pytest.mark.parametrize("path", ["/kiosk/", "/kiosk/state", "/kiosk/leave"])
def test_no_word_of_any_list_is_in_what_the_screen_loads(screen: Client, path: str) -> None:
    rule(screen, WORDS[0], **AT)
    page = screen.get(path).content.decode().upper()
    # What was typed stands beside its verdict until that is read; of the list there is nothing else.
    assert not any(word in page for word in WORDS[1:])


@pytest.mark.parametrize("path", ["/kiosk/", "/kiosk/state", "/kiosk/leave", "/kiosk/rule"])
def test_nothing_of_a_kiosk_stays_in_a_cache(screen: Client, path: str) -> None:
    answer = rule(screen, "BAHAY", **AT) if path.endswith("rule") else screen.get(path)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert "ETag" not in answer
