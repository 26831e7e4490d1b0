"""A slip of words at the judge's desk: checked at once, told word by word only where the event's rule says so."""

from __future__ import annotations

import pytest
from django.urls import reverse

from lexicon_admin.lists.embargo import Reader, is_closed
from lexicon_admin.models import Seat
from tdapp.judging.words.commands.setup import set_in_play
from tdapp.kernel.models import AuditEntry, User
from tests import factories as f
from tests.judging.pages import ana, client, text
from tests.judging.test_rulings import playing
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(playing)
CYRILLIC = "“а” is a letter of another alphabet (Cyrillic)"
TWELVE = "1. bahay\n2) MA\t araw; zzz\nbahay\nqq, qw\r\nqe\nqr\nqt\nqy\nqu\n12 qi"


def where(hall: f.Hall) -> str:
    return reverse("judging:slip", args=[hall.event.slug, "open"])


def sent(who: User, hall: f.Hall, words: str = TWELVE) -> str:
    return text(client(who).post(where(hall), {"words": words}))


def test_twelve_words_are_checked_at_once_and_single_ones_told_by_the_rule_of_the_event() -> None:
    hall = playing()
    judge, director = ana(hall), hall.director
    plays = f.member(hall.event, "judge", player=hall.seats(1)[0].entrant.player)
    closed = sent(judge, hall)
    assert "Not all words stand" in closed
    assert "12 words checked, 1 duplicate checked once" in closed
    assert "unacceptable" not in closed
    assert "All words stand" in sent(judge, hall, "ma\nbahay")
    assert "printed in the rulebook" in sent(director, hall)
    assert client(plays).post(where(hall), {"words": "ma"}).status_code == 403
    set_in_play(f.acting(director, hall.event), hall.division, in_play="officials", reason="a small hall")
    told = sent(judge, hall)
    assert (told.count("chip-ok"), told.count("in no list")) == (3, 9)
    assert client(plays).post(where(hall), {"words": "ma"}).status_code == 403
    kept = AuditEntry.objects.filter(intent="words.slip")
    assert kept.count() == 4
    apart = "Are two meant, BAHAY and ARAW? Then put a comma between."
    for words, asks in (("bahay araw", True), ("bahay zzz", False), ("bahay,araw", False), ("ba hay", False)):
        assert (apart in sent(judge, hall, words)) is asks
    assert "Not all words stand" in sent(judge, hall, "bahay araw")
    set_in_play(f.acting(director, hall.event), hall.division, in_play="closed", reason="as before")
    read = sent(judge, hall, "bahay araw, ma, nga, ma")
    assert "Are two meant" not in read
    assert "BAHAYARAW, MA, NGA" in read


def test_one_rule_holds_for_judges_and_members_and_whoever_plays_is_told_nothing() -> None:
    hall = playing()
    edition = hall.division.pins.get().edition
    judge, clerk, member = ana(hall), f.member(hall.event, "clerk"), f.user()
    player = hall.seats(1)[0].entrant.player
    Seat.objects.create(lexicon=edition.lexicon, user=member)
    plays = f.member(hall.event, "judge", player=player)
    readers = {
        "public": Reader(),
        "judge": Reader(judge.actor),
        "clerk": Reader(clerk.actor),
        "member": Reader(member.actor, member=True),
        "judge who plays": Reader(plays.actor),
        "member who plays": Reader(member.actor, str(player and player.pk), True),
    }
    assert {name for name, one in readers.items() if not is_closed(edition, one)} == set()
    set_in_play(f.program(hall.event), hall.division, in_play="officials", reason="agreed")
    assert {name for name, one in readers.items() if not is_closed(edition, one)} == {"judge", "member"}
    hall.division.rounds.update(status="closed")
    assert {name for name, one in readers.items() if is_closed(edition, one)} == set()


def test_what_is_wrong_with_a_slip_is_told_word_by_word_and_nothing_typed_is_lost() -> None:
    hall = playing()
    who = client(ana(hall))
    for words, sentences in (
        ("", ["Type or paste the words of the slip."]),
        (" , ;\n", ["Type or paste the words of the slip."]),
        ("\n".join(f"w{'a' * n}" for n in range(61)), ["60 words fit one slip; here are 61."]),
        (" ".join(f"w{'a' * n}" for n in range(61)), ["60 words fit one slip; here are 61."]),
        ("ma\nb4hay\nbаhay\n" + "ab" * 40, ["Word 2: “b4hay”", f"Word 3: “bаhay”: {CYRILLIC}", "Word 4: "]),
    ):
        answer = who.post(where(hall), {"words": words})
        assert answer.status_code == 422
        page = text(answer)
        for sentence in sentences:
            assert sentence in page, sentence
        assert " ".join(words.split()) in page
