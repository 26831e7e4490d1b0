"""The screens: who sees what, forms that keep what was typed, searches, the way from a list to an edition."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import date
from itertools import islice, product

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest
from django.test import Client

from lexicon_admin.lists import editions, embargo
from lexicon_admin.lists.uploads import ListUpload
from lexicon_admin.models import Edition, Lexicon, ListImport, Proposal, Vote
from lexicon_admin.prints import lists, pdf
from lexicon_admin.views import imports
from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tests import factories as f
from tests.lexicon import making as m
from tests.lexicon.pages import at, browser, text

pytestmark = pytest.mark.django_db
WORDS = "salita,kahulugan\nbahay,house\nnga,\nanga,\nang,\npangangalungkong,sorrow\n"


@pytest.fixture
def here() -> Lexicon:
    row = m.lexicon()
    m.edition(row, WORDS, public=True)
    return row


@pytest.fixture
def closed() -> Lexicon:
    row = m.lexicon("sarado")
    m.edition(row, "lihim\n", public=False)
    return row


def look(lexicon: Lexicon, query: str = "", user: object = None, edition: str = "2026") -> tuple[int, str]:
    answer = browser(user).get(at("edition", lexicon.slug, edition) + query)  # type: ignore[arg-type]
    return answer.status_code, text(answer)


class Unread(io.BytesIO):
    """Bytes nobody has a right to send: to read them is a fault."""

    def read(self, *_args: object) -> bytes:
        raise AssertionError("they were read")

    readline = readinto = read  # type: ignore[assignment]


def test_the_bytes_of_who_may_not_send_a_list_are_not_looked_at(here: Lexicon) -> None:
    sender = Client(enforce_csrf_checks=True)
    sender.force_login(f.user("passer-by"))
    sender.cookies["csrftoken"] = "t" * 32
    file = SimpleUploadedFile("list.csv", WORDS.encode())
    answer = sender.post(at("import", here.slug), {"file": file}, **{"wsgi.input": Unread()})  # type: ignore[arg-type]
    assert answer.status_code == 403


def test_everybody_may_search_what_is_public(here: Lexicon) -> None:
    code, page = look(here, "?q=NGA")
    assert code == 200
    for part in ("NG·A", "N·G·A", "printed two-tile list"):
        assert part in page
    assert "Propose" not in page


def test_hooks_and_the_bonus_are_told(here: Lexicon) -> None:
    code, page = look(here, "?q=ang")
    assert (code, "Back hooks" in page) == (200, True)
    assert "depends on how NG is laid" not in page


@pytest.mark.parametrize(
    ("query", "code", "part"),
    [
        ("?q=wala", 200, "not in this edition"), ("?q=bahay", 200, "in this edition"),
        ("?q=%3F%3F&kind=pattern", 200, ">ang<"), ("?q=zzz&kind=pattern", 200, "No word fits"),
        ("?q=sorrow&kind=meaning", 200, "pangangalungkong"), ("?q=(&kind=pattern", 422, "no sign of a pattern"),
        ("?q=x&kind=poem", 422, "no kind of search"), ("?q=%00", 200, "not in this edition"),
        ("?q=-", 200, "not in this edition"),
    ],
)  # fmt: skip
def test_a_search_answers_or_says_what_is_wrong(here: Lexicon, query: str, code: int, part: str) -> None:
    found, page = look(here, query)
    assert found == code
    assert part in page


def test_words_whose_licence_is_closed_are_for_the_committee(closed: Lexicon) -> None:
    names = ["edition", "changes"]
    where = [at(name, closed.slug, "2026") for name in names]
    where += [
        at("export", closed.slug, "2026", "txt"),
        at("print", closed.slug, "2026", "two"),
        at("pdf", closed.slug, "2026", "two", "a4"),
    ]
    for url in where:
        assert browser().get(url).status_code == 302
        assert browser(f.user()).get(url).status_code == 403
        assert browser(m.member(closed)).get(url).status_code == 200
    page = text(browser().get(at("lexicon", closed.slug)))
    assert "not for everybody" in page
    assert "Look up" not in page


def test_the_public_is_shut_out_while_an_edition_is_in_play(
    here: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = Edition.objects.get()
    monkeypatch.setattr(
        embargo.IN_PLAY, "answers", (lambda pk, reader: not reader.member and pk == edition.pk,)
    )
    for url in (
        at("edition", here.slug, "2026") + "?q=bahay",
        at("export", here.slug, "2026", "txt"),
        at("print", here.slug, "2026", "two"),
    ):
        answer = browser().get(url)
        assert answer.status_code == 403
        assert "in play now" in text(answer)
    assert look(here, "?q=bahay", m.member(here))[0] == 200


@pytest.mark.parametrize("who", ["nobody", "somebody", "member"])
def test_a_list_in_play_tells_only_how_much_its_draft_changes(
    here: Lexicon, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    m.accepted(here, "add", "pusa", definition="purring animal")
    m.accepted(here, "remove", "bahay")
    m.edition(here, WORDS, "2026-2", public=True, note="zyzygy went out")
    m.drafted(here, note="pusa, at last", public=True)
    pinned = Edition.objects.get(name="2026").pk
    monkeypatch.setattr(embargo.IN_PLAY, "answers", (lambda pk, _reader: pk == pinned,))
    reader = {"nobody": lambda: None, "somebody": f.user, "member": lambda: m.member(here)}[who]()
    pages = [at("lexicon", here.slug), *([at("draft", here.slug)] if who == "member" else [])]
    for url in pages:
        page = text(browser(reader).get(url))
        for word in ("pusa", "bahay", "purring", "zyzygy"):
            assert word not in page, (url, word)
        assert "<dt>add</dt><dd>1</dd><dt>remove</dt><dd>1</dd>" in page
        assert "This list is in play now" in page
    assert "pusa" in text(browser(m.member(here, role="secretary")).get(at("lexicon", here.slug)))
    monkeypatch.setattr(embargo.IN_PLAY, "answers", ())
    assert "pusa" in text(browser(reader).get(at("lexicon", here.slug)))


ANYBODY = ("index", "lexicon", "committee", "propose", "draft", "publish_draft", "settings", "import")


@pytest.mark.parametrize("name", ANYBODY)
def test_no_page_of_a_list_in_play_tells_the_public_a_word(
    here: Lexicon, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    m.accepted(here, "add", "pusa", definition="purring animal")
    m.drafted(here, public=True)
    monkeypatch.setattr(embargo.IN_PLAY, "answers", (lambda _pk, reader: not reader.member,))
    for client in (browser(), browser(f.user())):
        answer = client.get(at(name, *([] if name == "index" else [here.slug])))
        assert answer.status_code in {200, 302, 403}
        assert "pusa" not in text(answer)


@pytest.mark.parametrize("name", ["1999", "draft"])
def test_an_edition_there_is_not_is_missing(here: Lexicon, name: str) -> None:
    assert look(here, edition=name)[0] == 404
    assert browser().get("/lexicons/nothing/").status_code == 404


def test_a_pin_at_a_shared_laptop_reaches_no_committee(here: Lexicon) -> None:
    client = f.taken_over(browser(), m.member(here), f.event())
    assert client.get(at("committee", here.slug)).status_code == 403
    assert client.get(at("lexicon", here.slug)).status_code == 200


def test_a_list_read_while_its_page_is_made_is_shown_as_read(
    here: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browser(m.member(here, role="secretary"))
    file = SimpleUploadedFile("tl.txt", b"bahay\naso\nCebu\n")
    sent = client.post(at("import", here.slug), {"file": file, "capitals": "proper"})
    ask = imports._job

    def between(row: ListImport) -> Job | None:
        jobs.run(row.job)
        return ask(row)

    monkeypatch.setattr(imports, "_job", between)
    page = text(client.get(sent["Location"]))
    assert ("proper nouns" in page, "hx-get" in page) == (True, False)
    # The form says what was looked at: without the digest nobody could send it.
    assert f'name="seen" value="{ListImport.objects.get(status="ready").sha256}"' in page


def test_a_list_becomes_an_edition_on_three_pages(here: Lexicon) -> None:
    client = browser(m.member(here, role="secretary"))
    sent = client.post(
        at("import", here.slug),
        {"file": SimpleUploadedFile("tl.txt", b"bahay\naso\nCebu\n"), "capitals": "proper"},
    )
    row = ListImport.objects.get(status="waiting")
    assert sent["Location"] == at("import_page", here.slug, row.pk)
    assert "waiting" in text(client.get(sent["Location"]))
    jobs.run(row.job)
    assert client.get(at("import_progress", here.slug, row.pk))["HX-Refresh"] == "true"
    page = text(client.get(sent["Location"]))
    for part in ("proper nouns", "Cebu", "Compared with 2026", "utf-8"):
        assert part in page
    row.refresh_from_db()
    facts = {"seen": row.sha256, "name": "2027", "effective_from": "2027-01-01", "source": "x"}
    torn = text(client.post(at("import_apply", here.slug, row.pk), {**facts, "licence": "y", "seen": ""}))
    assert "A part of this page did not arrive." in torn
    refused = client.post(at("import_apply", here.slug, row.pk), facts)
    assert (refused.status_code, 'value="2027"' in text(refused)) == (422, True)
    taken = client.post(at("import_apply", here.slug, row.pk), {**facts, "name": "2026", "licence": "y"})
    assert (taken.status_code, "already an edition" in text(taken)) == (409, True)
    done = client.post(at("import_apply", here.slug, row.pk), {**facts, "licence": "y"})
    assert done["Location"] == at("edition", here.slug, "2027")
    assert "is edition 2027" in text(client.get(sent["Location"]))


def test_a_list_that_cannot_be_read_says_so_on_its_page(here: Lexicon) -> None:
    client = browser(m.member(here, role="secretary"))
    sent = client.post(at("import", here.slug), {"file": SimpleUploadedFile("x.pdf", b"%PDF-1.7 nothing")})
    jobs.run(ListImport.objects.get(status="waiting").job)
    assert text(client.get(sent["Location"])).count("neither a list of words nor a table") == 1


@pytest.mark.parametrize("data", [b"", None])
def test_an_upload_of_nothing_is_refused_beside_the_form(here: Lexicon, data: bytes | None) -> None:
    body = {} if data is None else {"file": SimpleUploadedFile("x.txt", data)}
    answer = browser(m.member(here, role="secretary")).post(at("import", here.slug), body)
    assert answer.status_code == 422
    assert not ListImport.objects.filter(status="waiting").exists()


def test_a_body_larger_than_any_list_is_not_read(here: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    handler = ListUpload(HttpRequest())
    handler.received = ListUpload.most
    with pytest.raises(Exception, match="StopUpload"):
        handler.receive_data_chunk(b"x", 0)
    client = browser(m.member(here, role="secretary"))
    answer = client.post(
        at("import", here.slug), {"file": SimpleUploadedFile("x", b"a")}, CONTENT_LENGTH=ListUpload.most + 1
    )
    assert answer.status_code == 413
    for part in ("This is more than can be sent at once", "larger than 28 MB", "a smaller file"):
        assert part in text(answer)
    assert "fault in the program" not in text(answer)
    monkeypatch.setattr("lexicon_admin.words.files.reading.MOST_BYTES", 3)
    answer = client.post(at("import", here.slug), {"file": SimpleUploadedFile("x", b"bahay")})
    assert (answer.status_code, "larger than" in text(answer)) == (413, True)


def test_a_large_list_is_taken_from_who_may_send_it(here: Lexicon) -> None:
    """More than any table file may have, less than a list may."""
    data = "\n".join(map("".join, islice(product("abcdefghij", repeat=7), 1_200_000))).encode()
    assert len(data) > 9_000_000
    answer = browser(m.member(here, role="secretary")).post(
        at("import", here.slug), {"file": SimpleUploadedFile("x", data)}
    )
    assert answer.status_code == 303


def test_the_committee_works_from_proposal_to_edition(here: Lexicon) -> None:
    secretary, voters = browser(m.member(here, role="secretary")), [m.member(here) for _ in range(2)]
    said = browser(voters[0]).post(
        at("propose", here.slug), {"action": "add", "word": "pusa", "citations": "KWF, 3"}
    )
    assert said["Location"] == at("proposal", here.slug, 1)
    for client in (secretary, *map(browser, voters)):
        assert client.post(at("vote", here.slug, 1), {"choice": "yes"}).status_code == 303
    page = text(secretary.get(at("proposal", here.slug, 1)))
    assert "Close the vote" in page
    assert "Close the vote" not in text(browser(voters[0]).get(at("proposal", here.slug, 1)))
    secretary.post(at("decide", here.slug, 1))
    assert Proposal.objects.get().status == "accepted"
    assert "accepted" in text(secretary.get(at("committee", here.slug) + "?state=accepted"))
    secretary.post(
        at("make_draft", here.slug),
        {"name": "2027", "feedback_until": "2026-02-01", "effective_from": "2026-03-01"},
    )
    assert "pusa" in text(browser().get(at("lexicon", here.slug)))
    assert browser(voters[0]).get(at("publish_draft", here.slug)).status_code == 403
    page = text(secretary.get(at("publish_draft", here.slug)))
    assert "pusa" in page
    seen = re.findall(r'name="seen" value="(\w+)"', page)[0]
    facts = {"seen": seen, "effective_from": "2026-03-01", "source": "x", "licence": "y", "public": "on"}
    unsure = secretary.post(at("publish_draft", here.slug), facts)
    assert unsure.status_code == 422
    other = secretary.post(at("publish_draft", here.slug), {**facts, "seen": "0", "sure": "on"})
    assert (other.status_code, f'value="{seen}"' in text(other)) == (409, True)
    waits = secretary.post(at("publish_draft", here.slug), {**facts, "sure": "on"})["Location"]
    assert "Making the edition" in text(secretary.get(waits))
    jobs.run(Job.objects.get(kind="lexicon.publish").pk)
    landed = secretary.get(waits, follow=True)
    assert landed.redirect_chain[-1][0] == at("changes", here.slug, "2027")
    assert "Salita 2027 is published." in text(landed)
    assert "in this edition" in look(here, "?q=pusa", edition="2027")[1]
    assert "pusa" in text(browser().get(at("changes", here.slug, "2027")))


@pytest.mark.parametrize("name", ["save_draft", "drop_draft", "publish_draft"])
def test_a_draft_there_is_not_is_missing(here: Lexicon, name: str) -> None:
    answer = browser(m.member(here, role="secretary")).post(at(name, here.slug))
    assert (answer.status_code, "There is no draft of this list." in text(answer)) == (404, True)


def test_an_edition_is_taken_back_on_its_page_which_says_what_counts_then(here: Lexicon) -> None:
    secretary = browser(m.member(here, role="secretary"))
    assert "No other edition of this list would be in force" in text(
        secretary.get(at("edition", here.slug, "2026"))
    )
    m.edition(here, WORDS + "aso,dog\n", "2027", public=True)
    assert "2026 counts again." in text(secretary.get(at("edition", here.slug, "2027")))
    answer = secretary.post(at("revert", here.slug, "2027"), {"reason": "the wrong file"}, follow=True)
    assert "taken back: the wrong file" in text(answer)
    assert Edition.objects.get(name="2027").status == "reverted"


def test_the_page_names_the_edition_that_will_really_count(here: Lexicon) -> None:
    """A newer edition of a later day does not count yet, and taking back what does not count changes nothing."""
    secretary = browser(m.member(here, role="secretary"))
    m.edition(here, WORDS + "aso,\n", "2026-2")
    m.edition(here, WORDS + "pusa,\n", "2099", effective_from=date(2099, 1, 1))
    assert "2026 counts again." in text(secretary.get(at("edition", here.slug, "2026-2")))
    assert "2026-2 stays in force." in text(secretary.get(at("edition", here.slug, "2099")))
    assert "2026-2 stays in force." in text(secretary.get(at("edition", here.slug, "2026")))
    secretary.post(at("revert", here.slug, "2026-2"), {"reason": "the wrong file"})
    current = editions.in_force(here)
    assert current is not None
    assert current.name == "2026"


def test_an_edition_imported_behind_the_one_in_force_is_told_not_to_count(here: Lexicon) -> None:
    row = m.sent(here, "bahay\n")
    facts = {
        "seen": row.sha256,
        "name": "2019",
        "effective_from": "2019-01-01",
        "source": "x",
        "licence": "y",
    }
    answer = browser(m.member(here, role="secretary")).post(
        at("import_apply", here.slug, row.pk), facts, follow=True
    )
    assert "From 2019-01-01 it will not count: 2026 is in force from 2026-01-01." in text(answer)


def test_forms_of_a_proposal_keep_what_was_typed(here: Lexicon) -> None:
    m.proposal(here, word="pusa")
    client = browser(m.member(here))
    answer = client.post(at("remark", here.slug, 1), {"text": " "})
    assert (answer.status_code, "Write what you want to say" in text(answer)) == (422, True)
    answer = client.post(at("vote", here.slug, 1), {"choice": "maybe", "conflict": "my cousin"})
    assert (answer.status_code, "my cousin" in text(answer)) == (422, True)
    assert not Vote.objects.exists()


def test_a_refused_button_says_why_on_its_page(here: Lexicon) -> None:
    m.proposal(here, word="pusa")
    client = browser(m.member(here, role="secretary"))
    assert "the quorum is 3" in text(client.post(at("decide", here.slug, 1), follow=True))
    assert "Say why" in text(client.post(at("revert", here.slug, "2026"), follow=True))
    assert Edition.objects.get().status == "published"


@pytest.mark.parametrize("format", ["txt", "csv", "xlsx", "json"])
def test_every_file_carries_its_licence(here: Lexicon, format: str) -> None:
    answer = browser().get(at("export", here.slug, "2026", format))
    assert answer["Content-Disposition"] == f'attachment; filename="salita-2026.{format}"'
    data = answer.content
    if format == "xlsx":
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            data = b"".join(book.read(name) for name in book.namelist())
    assert b"public domain" in data
    if format == "json":
        assert json.loads(data)["sha256"] == Edition.objects.get().sha256


def test_a_file_of_another_kind_there_is_not(here: Lexicon) -> None:
    assert browser().get(at("export", here.slug, "2026", "exe")).status_code == 422
    for name, args in (("print", ["poem"]), ("pdf", ["two", "a9"]), ("pdf", ["poem", "a4"])):
        assert browser().get(at(name, here.slug, "2026", *args)).status_code == 404


def test_every_list_is_drawn_on_every_paper_and_a_short_one_fills_it(here: Lexicon) -> None:
    many = "".join(f"{'abcdeg'[n % 6]}{'aiou'[n // 6 % 4]}da,\n" for n in range(24))
    row = m.edition(here, WORDS + "aso,dog\nwawa,\n" + many, "2027", public=True)
    for what in ("two", "three", "rare", "changes"):
        assert browser().get(at("print", here.slug, "2027", what)).status_code == 200
        for paper in ("a4", "a3", "card"):
            answer = browser().get(at("pdf", here.slug, "2027", what, paper))
            kind = (answer.status_code, answer.content[:5], answer["Content-Type"])
            assert kind == (200, b"%PDF-", "application/pdf"), (what, paper)
    card, two = pdf.paper_named("card"), lists.printed(row, "two")
    size, columns = pdf.filling(card, row, two)
    assert (size > card.type, columns < card.columns) == (True, True)
    assert "A·NG" in {line.tiles for section in two.sections for line in section.lines}
    long = two._replace(sections=(lists.Section("", two.sections[0].lines * 40),))
    assert pdf.filling(card, row, long)[0] == card.type
    three = lists.printed(row, "three").sections[0].lines
    assert [line.gloss for line in three if line.word == "ASO"] == ["dog"]


def test_the_two_tile_list_holds_the_printed_words_and_the_edition_s(here: Lexicon) -> None:
    page = text(browser().get(at("print", here.slug, "2026", "two")))
    for word in ("NGA", "ANG", "BB", "OK", "UM"):
        assert re.search(rf">{word}\*?( \(|<)", page), word
    assert "40 words" in page
    assert "* printed in the rulebook of the game; the other words and the definitions: public domain" in page
    assert "NGA*" in page
    assert "ANG*" not in page


@pytest.mark.parametrize(
    ("kind", "blocks", "known", "unknown"),
    [
        ("block", "affixes", "refused by this list", "not in this list"),
        ("theme", "", "a word of this theme", "not in this list"),
        ("dialect", "", "in this edition", "not in this edition"),
    ],
)
def test_a_list_says_what_it_says_of_a_word(kind: str, blocks: str, known: str, unknown: str) -> None:
    row = m.lexicon("iba", kind=kind, blocks=blocks)
    m.edition(row, "balay\n", public=True)
    assert f">{known}<" in look(row, "?q=balay")[1]
    assert f">{unknown}<" in look(row, "?q=pusa")[1]


def test_a_search_agrees_with_the_printed_list(here: Lexicon) -> None:
    code, page = look(here, "?q=?m&kind=pattern".replace("q=?", "q=%3F"))
    assert (code, ">um<" in page, "printed in the rulebook" in page) == (200, True, True)
    assert ">um<" in look(here, "?q=2&kind=length")[1]
    assert "<dd>M" in look(here, "?q=u")[1]
    assert "in this edition" not in look(here, "?q=um")[1]
    for asked in ("%5BNG%5DA", "%5Bng%5Da"):
        assert "NG·A" in look(here, f"?q={asked}")[1]
    block = m.lexicon("panlapi2", kind="block", blocks="affixes")
    m.edition(block, "mag\n", public=True)
    assert "No word fits" in look(block, "?q=%3Fm&kind=pattern")[1]


def test_only_a_dictionary_s_two_tile_list_holds_the_words_of_the_rulebook() -> None:
    row = m.lexicon("panlapi", kind="block", blocks="affixes")
    m.edition(row, "um\nmag\n", public=True)
    (section,) = lists.printed(Edition.objects.get(), "two").sections
    assert [(line.word, line.book) for line in section.lines] == [("UM", False)]


def test_a_list_s_licence_is_not_put_on_the_words_of_the_rulebook() -> None:
    row = m.lexicon("iba")
    m.edition(row, "bahay\n", public=True)
    assert lists.printed(Edition.objects.get(), "two").credit == "* printed in the rulebook of the game"
    assert lists.printed(Edition.objects.get(), "three").credit == "public domain"


def test_a_search_without_words_of_a_draft_is_refused_plainly() -> None:
    empty = m.lexicon("walang-laman")
    m.drafted(empty)
    assert look(empty, edition="2027")[0] == 404
    page = text(browser(m.member(empty)).get(at("lexicon", empty.slug)))
    assert "Draft: 2027" in page
