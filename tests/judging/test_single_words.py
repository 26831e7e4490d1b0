"""What single words are: told to nobody who plays, to directors alone, and never on what is read out."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tdapp.judging.models import Ruling
from tdapp.judging.rulings.commands.rulings import rule_at
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.kernel.models import User
from tests import factories as f
from tests.judging.pages import ana, client, page, text
from tests.judging.test_rulings import judge, playing
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(playing)


def lists(who: User, hall: f.Hall, words: str) -> str:
    return text(page(client(who), "lists", hall.event.slug, "open", words=words))


def test_the_lists_are_asked_while_the_judge_types_and_tell_him_only_what_he_has_to_decide() -> None:
    hall = playing("judge")
    assert "letters only" in lists(ana(hall), hall, "bahay, a1")
    told = lists(ana(hall), hall, "bahay,zzz")
    assert (told.count("the lists<"), told.count("in no list")) == (1, 1)
    hall = playing()
    told = lists(ana(hall), hall, "bahay,zzz")
    assert told.count("the lists<") == 2
    for part in ("in no list", "chip-ok", "chip-stop", "<details"):
        assert part not in told, part


def test_a_director_may_unfold_what_each_word_was_answered() -> None:
    hall = playing()
    told = lists(hall.director, hall, "bahay,zzz")
    answers = told.split("<details>")[1]
    assert "chip-ok" in answers
    assert "chip-stop" in answers
    assert "chip-ok" not in told.split("<details>")[0]


@pytest.mark.parametrize("role", ["judge", "director"])
@pytest.mark.parametrize("mode", ["list", "judge"])
def test_for_who_plays_in_the_round_no_word_is_looked_up(role: str, mode: str) -> None:
    hall = playing(mode)
    who = f.member(hall.event, role, player=hall.seats(1)[0].entrant.player)
    browser = client(who)
    known, unknown = lists(who, hall, "bahay"), lists(who, hall, "qqqww")
    assert "no word is looked up for you" in known
    assert known.replace("BAHAY", "QQQWW") == unknown
    assert "<details" not in known
    own, other = (reverse("judging:rule_at", args=[hall.event.slug, "open", 1, n]) for n in (1, 2))
    assert browser.get(own, {"words": "bahay"}).status_code == 403
    assert browser.post(own, {"words": "bahay", "challenged": "1"}).status_code == 403
    assert "no word is looked up for you" in text(browser.get(other, {"words": "bahay"}))
    hall.division.rounds.update(status="closed")
    assert "no word is looked up" not in lists(who, hall, "bahay")


def test_who_plays_in_the_round_decides_every_word_before_he_hears_of_any() -> None:
    hall = playing("judge")
    browser = client(ana(hall, player=hall.seats(1)[0].entrant.player))
    where = reverse("judging:rule_at", args=[hall.event.slug, "open", 1, 2])
    for word in ("BAHAY", "QQQWW"):
        assert "decide every word" in text(browser.post(where, {"words": word, "challenged": "1"}))
    body = {"words": "BAHAY", "challenged": "1", "decide-BAHAY": "no", "source": "UPD"}
    assert browser.post(where, body).status_code == 303
    assert Ruling.objects.get().acceptable


def test_a_director_who_plays_reads_the_answers_of_single_words_after_the_round() -> None:
    hall = playing()
    rule_at(judge(hall), hall.table(2), asked=Asked(("bahay", "qqq"), challengers=(2,), challenged=1))
    browser = client(f.member(hall.event, "director", player=hall.seats(1)[0].entrant.player))
    pk = Ruling.objects.get().pk
    assert page(browser, "ruling_words", hall.event.slug, pk).status_code == 403
    assert "not standing" not in text(page(browser, "report", hall.event.slug))
    hall.division.rounds.update(status="closed")
    assert page(browser, "ruling_words", hall.event.slug, pk).status_code == 200


def test_the_page_that_is_read_out_says_nothing_of_single_words_and_only_directors_come_to_them() -> None:
    hall = playing()
    rule_at(judge(hall), hall.table(1), asked=Asked(("bahay", "qqq"), challengers=(2,), challenged=1))
    row = Ruling.objects.get()
    for who in (ana(hall), hall.director):
        told = text(page(client(who), "ruling", hall.event.slug, row.pk))
        assert "in no list" not in told
        assert "chip-stop" not in told
        assert ("Per-word results" in told) == (who == hall.director)
    told = text(page(client(hall.director), "ruling_words", hall.event.slug, row.pk))
    assert "in no list" in told
    for who in (ana(hall), hall.clerk):
        assert page(client(who), "ruling_words", hall.event.slug, row.pk).status_code == 403


def test_the_report_tells_of_single_words_to_directors_alone() -> None:
    hall = playing()
    rule_at(judge(hall), hall.table(1), asked=Asked(("bahay", "qqq"), challengers=(2,), challenged=1))
    assert "not standing" in text(page(client(hall.director), "report", hall.event.slug))
    told = text(page(client(ana(hall)), "report", hall.event.slug))
    assert "QQQ" in told
    assert "not standing" not in told
