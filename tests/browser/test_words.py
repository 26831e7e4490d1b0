"""Words all year: a judge with a slip of twelve words, a committee from invitation to published edition, an officer who prints
cards.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import expect

from lexicon_admin.lists import editions
from lexicon_admin.models import Edition
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import LAPTOP, PHONE, Person
from tests.judging.words import edition, pin
from tests.lexicon import making as m

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SLIP = (
    "bahay",
    "tubig",
    "araw",
    "zzz",
    "baka",
    "nga",
    "ang",
    "ma",
    "unti unti",
    "hangin",
    "b\u0430hay",
    "aso",
)
WORDS = "salita,kahulugan\nbahay,house\nnga,indeed\nang,\nbaka,cow\naso,dog\n"


def readable(person: Person) -> None:
    """Clean on a phone and at a desk, and nowhere wider than the window."""
    for size in (PHONE, LAPTOP):
        person.page.set_viewport_size(size)  # type: ignore[arg-type]
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), person.page.url
    assert faults(person.page) == [], person.page.url


def test_a_judge_checks_a_slip_of_twelve_words_at_once(arrive: Arrive) -> None:
    here = f.event()
    of = f.division(here)
    pin(of, edition(("BAHAY", "TUBIG", "ARAW", "BAKA", "UNTIUNTI", "HANGIN", "ASO")), mode="judge")
    f.entrants(of, 8)
    judge = arrive(here.slug)
    judge.sign_in(f.member(here, "judge", "ana"))
    judge.go("judges/")
    judge.press("s", "Slip of words")
    words = judge.page.locator("#id_words")
    expect(words).to_be_focused()
    judge.keys("Tab", "Enter")
    judge.sees("Type or paste the words of the slip.")
    words.fill("\n".join(f"{place}. {word}" for place, word in enumerate(SLIP, 1)))
    judge.click("Check the slip")
    judge.sees("Word 11: “bаhay”: “а” is a letter of another alphabet (Cyrillic). Type the word anew.")
    expect(words).to_have_value(re.compile("^1. bahay\n.*12. aso$", re.DOTALL))
    readable(judge)
    words.fill("\n".join(SLIP[:10]) + "\nbahay\naso\n")
    judge.click("Check the slip")
    judge.sees("11 words checked, 1 duplicate checked once.")
    judge.sees("A judge decides: a word is in no list")
    told = {row[1]: row[2] for row in judge.grid()}
    assert len(told) == 11
    assert [told[word] for word in ("BAHAY", "NGA", "UNTIUNTI", "ZZZ")] == [
        "acceptable", "acceptable", "acceptable", "a judge decides",
    ]  # fmt: skip
    readable(judge)


@pytest.mark.usefixtures("worker")
def test_a_committee_goes_from_an_invitation_to_a_published_edition(arrive: Arrive) -> None:
    row = m.lexicon(quorum=1, days=14)
    m.edition(row, WORDS, "2025", public=True, effective_from=date(2025, 1, 1))
    sita, lia, club = arrive(), arrive(), arrive()
    sita.sign_in(m.member(row, "sita", "secretary"))
    sita.go("/lexicons/salita/settings")
    sita.follow("Invite a member", "Invite a member")
    sita.page.get_by_label("Name").fill("Lia Cruz")
    sita.click("Make the invitation")
    sita.arrived("Invitation")
    code = sita.page.locator(".qr-card strong").inner_text()
    club.go("/lexicons/salita/")
    club.follow("Tell the committee about a word", "Tell the committee")
    club.page.get_by_label("Word", exact=True).fill("ibon")
    club.page.get_by_label("Why, and where it stands").fill("KWF, 7")
    club.click("Send to the committee")
    club.said("Thank you: the committee has it.")
    lia.go(f"/invited/{code}")
    lia.page.get_by_label("Username").fill("lia")
    lia.page.get_by_label("Password").fill("pusang itim sa bubong")
    lia.click("Make my account")
    lia.arrived("Committee")
    lia.follow("ibon", "add: ibon")
    lia.sees("feedback: the public page")
    lia.click("Open the vote")
    lia.sees("The vote is open")
    lia.page.get_by_label("yes").check()
    lia.click("Vote", exact=True)
    lia.said("Your vote is noted.")
    lia.go("/lexicons/salita/committee/propose-many")
    lia.page.locator("#id_text").fill("pusa; cat; UPD, 988\nisda; fish; UPD, 400\nbahay; house; UPD, 90")
    lia.click("Propose", exact=True)
    lia.said("BAHAY stands in")
    lia.follow("pusa", "add: pusa")
    lia.page.get_by_label("yes").check()
    lia.click("The same vote on all 2")
    lia.said("Your votes are noted.")
    readable(lia)
    sita.go("/lexicons/salita/committee/1/")
    sita.click("Close the vote")
    sita.said("The vote is closed.")
    sita.go("/lexicons/salita/committee/2/")
    sita.click("Close all 2")
    sita.said("The votes that have their quorum are closed.")
    sita.go("/lexicons/salita/draft/")
    for label, typed in (("Edition", "2027"), ("In force from", "2026-03-01")):
        sita.page.get_by_label(label, exact=True).fill(typed)
    sita.click("Draft it")
    sita.click("Look at it and publish", "link")
    sita.page.get_by_label("I looked at the changes").check()
    sita.click("Publish the edition")
    sita.page.wait_for_url("**/editions/2027/changes")
    sita.arrived("Salita 2027: changes")
    readable(sita)
    club.go("/lexicons/salita/editions/2027/changes")
    for word in ("ibon", "isda", "pusa"):
        club.sees(word)
    assert "IBON" in editions.store_of(Edition.objects.get(name="2027"))


def test_an_officer_prints_the_words_of_two_tiles_as_cards(arrive: Arrive, tmp_path: Path) -> None:
    row = m.lexicon()
    m.edition(row, WORDS, "2026", public=True)
    officer = arrive()
    officer.sign_in(f.officer(f.club(), name="olga"))
    officer.go("/lexicons/salita/editions/2026/")
    officer.page.get_by_text("To learn", exact=True).click()
    for name, width in (("A6 PDF: Words of 2 tiles", b"297.6"), ("A4 PDF: Words of 2 tiles", b"595.2")):
        with officer.page.expect_download() as coming:
            officer.click(name, "link", exact=True)
        coming.value.save_as(tmp_path / "words.pdf")
        paper = (tmp_path / "words.pdf").read_bytes()
        assert paper.startswith(b"%PDF")
        assert b"/MediaBox [ 0 0 " + width in paper
    officer.follow("Words of 2 tiles", "Salita 2026", exact=True)
    officer.page.wait_for_url("**?q=length%3A2")
    assert {"ang", "ma", "nga"} <= {cells[1].split(" ")[0] for cells in officer.grid()}
    readable(officer)
