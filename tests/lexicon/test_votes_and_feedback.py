"""Votes end on a day, members are reminded, minutes are printed; clubs tell the committee from the public page."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation
from reportlab.platypus import Paragraph

from lexicon_admin.commands import proposals, voting_days
from lexicon_admin.commands.feedback import MOST_WAITING
from lexicon_admin.models import Proposal
from lexicon_admin.views import learning
from tdapp.kernel import clock, jobs
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal
from tests.lexicon import making as m
from tests.lexicon.pages import browser

pytestmark = pytest.mark.django_db
MARCH = datetime(2026, 3, 1, 4, tzinfo=UTC)


def at(day: int) -> datetime:
    return MARCH.replace(day=day)


def test_a_vote_ends_on_its_day_and_whose_vote_is_missing_is_told_and_reminded(settings: Any) -> None:
    here = m.lexicon(quorum=2, days=7)
    ana, ben = m.member(here, "ana"), m.member(here, "ben")
    sita = m.member(here, "sita", "secretary")
    ben.email = "ben@example.ph"
    ben.save()
    with clock.at(at(1)):
        row = m.proposal(here)
        assert row.vote_until == date(2026, 3, 8)
        proposals.vote(m.acting(ana, here), row, choice="yes")
        page = browser(ben).get(f"/lexicons/{here.slug}/committee/").content.decode()
        assert page.count("1 proposal waits for your vote. The next vote ends on 2026-03-08.") == 1
        assert " ".join(page.split()).count("1 · Vote until 2026-03-08") == 2
        with pytest.raises(Refusal, match="No e-mail"):
            voting_days.remind(m.acting(sita, here), here, link="http://hall/c")
        settings.SENDS_MAIL = True
        assert voting_days.remind(m.acting(sita, here), here, link="http://hall/c")["reminded"] == [
            ben.shown_as
        ]
        jobs.run(str(Job.objects.get(kind=voting_days.KIND).pk))
        assert [one.to for one in mail.outbox] == [["ben@example.ph"]]
        assert "http://hall/c" in str(mail.outbox[0].body)
        with pytest.raises(Refusal, match="within the last 12 hours"):
            voting_days.remind(m.acting(sita, here), here, link="http://hall/c")
    # Two days before the vote ends the program reminds by itself: once, and once more where the day is moved.
    settings.PUBLIC_URL = "https://words.example.org"
    for day, letters in ((5, 1), (6, 2), (7, 2)):
        with clock.at(at(day)):
            for _tick in range(2):
                voting_days.tick()
            for job in Job.objects.filter(kind=voting_days.KIND, status="queued"):
                jobs.run(job.pk)
            assert len(mail.outbox) == letters, day
    assert f"https://words.example.org/lexicons/{here.slug}/committee/" in str(mail.outbox[1].body)
    with clock.at(at(9)):
        with pytest.raises(Refusal, match="open until 2026-03-08"):
            proposals.vote(m.acting(ben, here), row, choice="yes")
        secretary = browser(sita)
        where = f"/lexicons/{here.slug}/committee/{row.number}/"
        assert "The vote is over" in secretary.get(where).content.decode()
        assert "Remind them" not in secretary.get(f"/lexicons/{here.slug}/committee/").content.decode()
        refused = secretary.post(f"{where}deadline", {"until": "2026-03-01"})
        assert refused.status_code == 422
        assert "This day is over" in refused.content.decode()
        assert secretary.post(f"{where}deadline", {"until": "2026-03-11"}).status_code == 303
        voting_days.tick()
        assert Job.objects.filter(kind=voting_days.KIND, status="queued").count() == 1
        row.refresh_from_db()
        proposals.vote(m.acting(ben, here), row, choice="yes")
        proposals.decide(m.acting(sita, here), row, reason="in <b>two</b> dictionaries")


def test_minutes_have_every_decision_of_the_days_asked_for_with_its_votes_and_sources(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[str] = []

    def noted(text: str, style: Any) -> Paragraph:
        written.append(text)
        return Paragraph(text, style)

    monkeypatch.setattr("lexicon_admin.prints.minutes.Paragraph", noted)
    here = m.lexicon(quorum=1)
    ana = m.member(here, "ana")
    for day, word in ((2, "aso"), (20, "ibon")):
        with clock.at(at(day)):
            m.accepted(here, word=word, citations="KWF, 3 & 4 <i>")
    m.proposal(here, word="pusa")
    reader = browser(ana)
    for days, there, absent in (
        ("", ("aso", "ibon"), ()),
        ("?since=2026-03-10&until=2026-03-31", ("ibon",), ("aso",)),
        ("?until=2026-03-02", ("aso",), ("ibon",)),
    ):
        answer = reader.get(f"/lexicons/{here.slug}/committee/minutes.pdf{days}")
        assert answer.content.startswith(b"%PDF")
        told = " ".join(written)
        written.clear()
        for part in (*there, "KWF, 3 &amp; 4 &lt;i&gt;", "1 yes, 0 no", "Ana: yes", "Open for votes", "pusa"):
            assert part in told
        assert not any(f"add: {part}" in told for part in absent)
    assert reader.get(f"/lexicons/{here.slug}/committee/minutes.pdf?since=never").status_code == 422
    assert Client().get(f"/lexicons/{here.slug}/committee/minutes.pdf").status_code in {302, 303}


def test_a_club_tells_the_committee_from_the_public_page_and_nobody_drowns_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = m.lexicon()
    where = f"/lexicons/{here.slug}/feedback"
    assert client.get(where).status_code == 404
    m.edition(here, "bahay\nnga\n", public=True)
    said = {"action": "add", "word": "aso", "text": "KWF, 12", "club": "Cebu Word Club"}
    assert client.post(where, said, follow=True).status_code == 200
    row = Proposal.objects.get()
    assert (row.status, row.key, row.comes_from) == ("draft", "ASO", "feedback: Cebu Word Club")
    assert row.made_by == "reader"
    # Said once more it is a remark; what is no word, or listed, is told at once and stays typed.
    client.post(where, {**said, "text": "UPD, 40", "club": ""})
    assert [(one.text, one.by) for one in row.remarks.all()] == [("UPD, 40", "the public page")]
    with translation.override("fil"):
        assert row.comes_from == "puna: Cebu Word Club"
        assert row.remarks.get().by == "pampublikong pahina"
    for change, sentence in (
        ({"word": "bahay"}, "BAHAY stands in"), ({"word": "b4hay"}, "is no word"), ({"text": " "}, "required"),
    ):  # fmt: skip
        answer = client.post(where, {**said, **change})
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
        assert "Cebu Word Club" in answer.content.decode()
    monkeypatch.setattr("lexicon_admin.commands.feedback.MOST_WAITING", 1)
    assert "many suggestions" in client.post(where, {**said, "word": "ibon"}).content.decode()
    monkeypatch.setattr(learning, "MOST_SAID", 0)
    assert client.post(where, {**said, "word": "ibon"}).status_code == 429
    assert MOST_WAITING == 200
    closed = m.lexicon("closed")
    m.edition(closed, "bahay\n", public=False)
    assert client.post("/lexicons/closed/feedback", said).status_code in {302, 303, 403}
