"""A committee from its invitation to a decided list of words: members invited on the page, many words proposed at once."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from lexicon_admin.models import Lexicon, Proposal, Seat
from tdapp.kernel.models import Invitation, User
from tdapp.kernel.signing_in import invitations
from tests import factories as f
from tests.lexicon import making as m

pytestmark = pytest.mark.django_db
MANY = "salita;kahulugan;source\npiña;pineapple;“ang piña, aso”, Liwayway 1931\n# later\nBAHAY\npusa\nPUSA\naso;dog\n"


@pytest.fixture
def here() -> Lexicon:
    row = m.lexicon(quorum=1)
    m.edition(row, "bahay\nnga\n")
    return row


def at(name: str, *args: object) -> str:
    return reverse(f"lexicon_admin:{name}", args=args)


def browser(who: User) -> Client:
    found = Client()
    found.force_login(who)
    return found


def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def test_a_secretary_invites_on_the_page_and_whoever_accepts_sits_in_the_committee(here: Lexicon) -> None:
    secretary = m.member(here, role="secretary")
    client = browser(secretary)
    shown = client.post(
        at("invite", here.slug), {"role": "committee", "name": "Lia", "days": 14}, follow=True
    )
    row = Invitation.objects.get()
    assert invitations.code_of(row) in text(shown)
    assert "<svg" in text(shown)
    assert "as: member" in invitations.says(row)
    lia = f.user()
    assert invitations.use(row, lia) == at("committee", here.slug)
    assert browser(lia).get(at("committee", here.slug)).status_code == 200
    client.post(at("invite", here.slug), {"role": "committee", "days": 14})
    again = Invitation.objects.get(used_at=None)
    invitations.use(again, secretary)
    assert set(Seat.objects.values_list("user", "role")) == {
        (lia.pk, "committee"),
        (secretary.pk, "secretary"),
    }
    assert client.post(at("invite", here.slug), {"role": "king", "days": 99}).status_code == 422
    assert browser(lia).get(at("invite", here.slug)).status_code == 403


def test_many_words_are_one_step_to_propose_to_vote_on_and_to_decide(here: Lexicon) -> None:
    member, secretary = m.member(here), m.member(here, role="secretary")
    client, url = browser(member), at("propose_many", here.slug)
    shown = text(client.post(url, {"action": "add", "text": MANY, "citations": "KWF, 12"}, follow=True))
    assert (
        "3 words are proposed. 2 are left out: BAHAY stands in Salita 2026 already. PUSA is named twice."
        in shown
    )
    rows = {row.key: row for row in Proposal.objects.order_by("number")}
    assert list(rows) == ["PIÑA", "PUSA", "ASO"]
    assert rows["PIÑA"].citations == "“ang piña, aso”, Liwayway 1931\nKWF, 12"
    assert {row.batch for row in rows.values()} == {1}
    file = SimpleUploadedFile("w.csv", b'word,definition,source\nibon,bird; fowl,"UPD, 3"\npusa,,x\n')
    shown = text(client.post(url, {"action": "add", "file": file}, follow=True))
    assert "1 word is proposed. 1 is left out: PUSA is in proposal 2 already." in shown
    one = at("proposal", here.slug, 2)
    assert "The same vote on all 3" in text(client.get(one))
    client.post(at("vote_many", here.slug, 2), {"choice": "yes"})
    browser(secretary).post(at("decide_many", here.slug, 2), {"reason": "read by all"})
    found = list(Proposal.objects.order_by("number").values_list("status", flat=True))
    assert found == ["accepted", "accepted", "accepted", "open"]


def test_what_is_wrong_with_many_words_is_told_line_by_line_and_nothing_is_stored(here: Lexicon) -> None:
    client, url = browser(m.member(here)), at("propose_many", here.slug)
    for values, sentences in (
        ({"text": ""}, ["Paste the words, or choose a file with them."]),
        (
            {"text": "p4sa;;x\nibon\nАso;;x"},
            [
                "Line 1, p4sa: “p4sa” is no word",
                "Line 2, ibon: Name at least one source",
                "Line 3, Аso: “Аso”: “А” is a letter of another alphabet (Cyrillic).",
            ],
        ),
        (
            {"text": "ibon;;x\npiso;a coin, of silver;x;p. 3"},
            ["Line 2, piso: only word, definition and source fit on a line"],
        ),
        (
            {"text": "ibon;;x", "file": SimpleUploadedFile("w.csv", b"pusa;;x")},
            ["Paste the words or choose a file, one of the two at a time."],
        ),
        (
            {"text": "bahay", "citations": "x"},
            ["There is nothing here to propose.", "stands in Salita 2026 already"],
        ),
        ({"text": "\n".join(f"aa{n}" for n in range(501))}, ["At most 500 words at once; these are 501."]),
        ({"file": SimpleUploadedFile("w.csv", b"pi\xf1a\n")}, ["no text in UTF-8"]),
    ):
        answer = client.post(url, {"action": "add", **values})
        assert answer.status_code == 422, values
        for sentence in sentences:
            assert sentence in text(answer), sentence
        assert str(values.get("text", "")).split("\n")[0] in text(answer)
    assert not Proposal.objects.exists()
