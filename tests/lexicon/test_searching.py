"""Searching an edition on its page: who may ask of which list, the form that writes the line, files and paper, the index."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import quote
from xml.etree.ElementTree import fromstring

import pytest
from django.http import QueryDict

from lexicon_admin.commands import indexing, searches
from lexicon_admin.lists import embargo, index_jobs, indexes
from lexicon_admin.models import Edition, Lexicon, SavedSearch
from lexicon_admin.prints import found_files, pdf
from lexicon_admin.prints.lists import Printed
from lexicon_admin.views import searching
from tdapp.kernel import clock, jobs
from tdapp.kernel.models import Job
from tests import factories as f
from tests.lexicon import making as m
from tests.lexicon.pages import at, browser, text

pytestmark = pytest.mark.django_db
WORD_OF_THE_DAY = r"<title>Word of the day: (\w+)</title>"
WORDS = "salita,kahulugan\nbahay,png house\nnga,\nanga,\nang,\nbang,\nbahayan,\nkapangalungkong,sorrow\n"


@pytest.fixture
def here() -> Lexicon:
    row = m.lexicon()
    m.edition(row, "bahay\nnga\nluma\n", "2025", public=True, effective_from=date(2025, 1, 1))
    m.edition(row, WORDS, "2026", public=True)
    return row


def look(
    of: Lexicon, line: str, user: object = None, more: str = "", edition: str = "2026"
) -> tuple[int, str]:
    url = f"{at('edition', of.slug, edition)}?q={quote(line)}{more}"
    answer = browser(user).get(url)  # type: ignore[arg-type]
    return answer.status_code, text(answer)


def words(page: str) -> list[str]:
    return re.findall(r'<th scope="row"><a href="\?q=\w+">(\w+)</a>', page)


def test_words_are_told_with_total_tiles_points_hooks_and_chance(here: Lexicon) -> None:
    code, page = look(here, "length:2 starts:[NG] or bahay or length:99")
    assert (code, words(page)) == (200, ["bahay", "nga"])
    row = next(row for row in page.split("<tr>") if ">nga<" in row)
    told = re.sub(r"<[^>]+>|\s+", " ", row).split()
    assert told[:2] == ["A", "nga"]
    assert "2–3" in told
    assert "6" in told
    assert "2 words" in page
    # 27 A and 5 NG of 150 tiles, 3 of them blanks: C(150, 2) draws, 27*5 + 3*27 + 3*5 + 3 ways.
    assert f"1 in {round(150 * 149 / 2 / (27 * 5 + 3 * 27 + 3 * 5 + 3))}" in page


def test_a_line_asks_of_other_lists_and_editions(here: Lexicon) -> None:
    theme = m.lexicon("dagat", kind="theme")
    m.edition(theme, "bang\nanga\n", public=True)
    for line, found in {
        "list:dagat": "anga bang", "theme:dagat length:3": "anga bang", "list:salita/2025 length:5": "bahay",
        "added:2025 length:-3 not hooks:none": "ang", "not theme:dagat starts:b length:4-": "bahay bahayan",
        "part:pangngalan": "bahay",
        "definition:sorr": "kapangalungkong", "tema:dagat o haba:7": "anga bahayan bang",
    }.items():  # fmt: skip
        assert (line, sorted(words(look(here, line)[1]))) == (line, found.split())
    assert words(look(here, "removed:2026", edition="2025")[1]) == ["luma"]


def test_what_cannot_be_asked_is_refused_with_a_sentence(here: Lexicon) -> None:
    m.edition(m.lexicon("lihim"), "bang\n", public=False)
    for line, code, part in (
        ("length:two or poem:x", 422, "“two” is no number"), ("length:two or poem:x", 422, "“poem” is no condition"),
        ("list:wala", 404, "There is no lexicon wala"), ("added:1999", 404, "no published edition 1999"),
        ("theme:salita", 422, "a list of another kind"), ("removed:2025", 422, "look in that edition"),
        ("(ba", 422, "never closed"), ("*a*b*c*", 422, "3 stars"), ("pattern:А?", 422, "Cyrillic"), ("bА", 422, "Cyrillic"),
        ("list:lihim", 403, "not for everybody"),
    ):  # fmt: skip
        found, page = look(here, line)
        assert (line, found, part in page) == (line, code, True)
    assert look(here, "added:2026", edition="2025")[0] == 422
    assert look(here, "list:lihim", m.member(Lexicon.objects.get(slug="lihim")))[0] == 200


def test_a_list_in_play_is_asked_of_by_nobody_outside(here: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    other = m.lexicon("iba")
    played = m.edition(other, "bang\n", public=True)
    assert look(here, "list:iba")[0] == 200
    monkeypatch.setattr(
        embargo.IN_PLAY, "answers", (lambda pk, reader: not reader.member and pk == played.pk,)
    )
    code, page = look(here, "list:iba")
    assert (code, "in play now" in page, words(page)) == (403, True, [])
    assert look(here, "list:iba", m.member(other))[0] == 200
    for name, last in (("found", "txt"), ("found_pdf", "a4")):
        url = at(name, here.slug, "2026", last) + "?q=list:iba"
        assert browser().get(url).status_code == 403
    monkeypatch.setattr(embargo.IN_PLAY, "answers", (lambda _pk, reader: not reader.member,))
    assert browser().get(at("found", here.slug, "2026", "txt") + "?q=bang").status_code == 403


def test_the_form_writes_the_line_and_shows_it_again(here: Lexicon) -> None:
    built = "join=any&never=&c=length&v=5&never=1&c=hooks&v=S&never=&c=pattern&v=&never=&c=poem&v=x"
    answer = browser().get(at("edition", here.slug, "2026") + "?" + built)
    assert answer["Location"].endswith("?q=length%3A5+or+not+hooks%3AS")
    assert browser().get(at("edition", here.slug, "2026") + "?c=length&v=")["Location"] == at(
        "edition", here.slug, "2026"
    )
    for line in ("length:5 or not hooks:S", "length:5", 'definition:"a b" not pattern:?a', "?a*"):
        shown = searching.form_of(line)
        rows = [field for field in shown["fields"] if field.value]
        values = QueryDict(mutable=True)
        values["join"] = shown["join"]
        for field in rows:
            for name, value in (("never", "1" if field.never else ""), ("c", field.name), ("v", field.value)):
                values.appendlist(name, value)
        assert searching.built_line(values).removeprefix("pattern:") == line
    for line in ("a (b or c)", "not (a b)", "(", "bahay", "poem:x"):
        assert searching.form_of(line)["by_hand"] is True, line


def test_pages_and_orders_by_the_heads_of_the_columns(here: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "A_PAGE", 2)
    assert words(look(here, "length:1-", more="&sort=-length")[1])[0] == "kapangalungkong"
    code, page = look(here, "length:-5", more="&sort=length&page=2")
    assert (code, "Page 2 of" in page, 'aria-sort="ascending"' in page) == (200, True, True)
    first, second = (words(look(here, "length:-5", more=f"&page={n}")[1]) for n in (1, 2))
    assert first + second == sorted(first + second)
    assert look(here, "length:-5", more="&sort=poem&page=x")[0] == 200


def test_what_was_found_is_a_file_or_paper_with_its_attribution(
    here: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "?q=starts:ba+length:4-+or+bang&sort=-length"
    told = text(browser().get(at("found", here.slug, "2026", "txt") + line))
    assert [row for row in told.splitlines() if not row.startswith("#")] == ["bahayan", "bahay", "bang"]
    for part in (
        "# Licence: public domain",
        "# Search: starts:ba length:4- or bang",
        "# Words found: 3",
        "# sha256: ",
    ):
        assert part in told
    table = text(browser().get(at("found", here.slug, "2026", "csv") + line))
    assert '"bahay","BAHAY","png house",5,5,19,' in table
    assert '"# Licence","","public domain"' in table
    book = browser().get(at("found", here.slug, "2026", "xlsx") + line)
    assert len(zipfile.ZipFile(io.BytesIO(book.content)).namelist()) > 3
    assert text(browser().get(at("found", here.slug, "2026", "txt") + "?q=bang")).endswith("\nbang\n")
    for paper in ("a4", "a3", "card"):
        drawn = browser().get(at("found_pdf", here.slug, "2026", paper) + line)
        assert (drawn.status_code, drawn.content[:5]) == (200, b"%PDF-")
    monkeypatch.setattr(found_files, "MOST_IN_A_FILE", 2)
    monkeypatch.setattr(found_files, "MOST_ON_PAPER", 2)
    for name, last, code in (
        ("found", "txt", 422),
        ("found_pdf", "a4", 422),
        ("found", "json", 422),
        ("found_pdf", "b5", 404),
    ):
        asked = "?q=bang" if last in ("json", "b5") else line
        assert browser().get(at(name, here.slug, "2026", last) + asked).status_code == code, (name, last)


def test_lists_to_learn_go_on_paper_and_into_the_programs_people_learn_with(
    here: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Printed] = []
    real = pdf.draw

    def draw(row: Edition, printed: Printed, paper: str) -> bytes:
        drawn.append(printed)
        return real(row, printed, paper)

    monkeypatch.setattr("lexicon_admin.views.found.pdf.draw", draw)
    page = look(here, "")[1]
    asked = dict(re.findall(r'<a href="\?(q=[^"]+)">([^<]+)</a>', page))
    assert {
        "Words of 2 tiles",
        "Words of 3 tiles, with hooks",
        "With W, up to 5 tiles",
        "New since 2025",
    } <= {*asked.values()}
    for query in asked:
        for name, last in (("found_pdf", "a4"), ("found_pdf", "card"), ("found", "xlsx"), ("found", "cards")):
            got = browser().get(at(name, here.slug, "2026", last) + f"?{query.replace('&amp;', '&')}")
            assert got.status_code == 200, (query, last)
    # Each has its title, with the search below it; a word is shown as it was asked for: NG of two tiles is N and G.
    assert {one.title for one in drawn} == {*asked.values()}
    two = next(one.sections[0] for one in drawn if one.title == "Words of 2 tiles")
    assert two.title.endswith("words · length:2")
    assert {one.word: one.tiles for one in two.lines if one.word in {"NG", "NGA", "MA"}} == {
        "NG": "", "NGA": "NG·A", "MA": "",
    }  # fmt: skip
    line = "?q=anagram:ANG or bahay"
    told = text(browser().get(at("found", here.slug, "2026", "tiles") + line))
    assert told.split() == ["A[NG]", "BAHAY", "[NG]A"]
    rows = text(browser().get(at("found", here.slug, "2026", "tiles") + "?q=length:3 anagram:ANG"))
    assert rows.split() == ["ANG", "NGA"]
    told = browser().get(at("found", here.slug, "2026", "cards") + line)
    assert told["Content-Disposition"].endswith('found.cards.tsv"')
    head, columns, first, second = text(told).splitlines()[1:]
    assert (head, columns) == ("#html:false", "#columns:Tiles\tWords\tHooks\tDefinition\tSource")
    assert first.split("\t")[:3] == ["A [NG]", "A[NG], [NG]A", "A[NG]: B- -A; [NG]A: A-"]
    assert second.split("\t")[3:] == ["BAHAY: png house", "Salita 2026 · public domain"]


def test_the_word_of_the_day_and_the_editions_are_in_a_feed_for_everybody_but_not_while_they_are_played(
    here: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    m.edition(m.lexicon("lihim"), "salita,kahulugan\nbang,of a bell\n", public=False)
    here.editions.update(published_at=datetime(2026, 1, 2, 4, tzinfo=UTC))
    with clock.at(datetime(2026, 11, 1, 4, tzinfo=UTC)):
        page = text(browser().get(at("lexicon", here.slug)))
        feed = browser().get(at("feed", here.slug))
        found = re.findall(WORD_OF_THE_DAY, text(feed))
        assert (feed["Content-Type"], len(found), {*found}) == (
            "application/atom+xml; charset=utf-8", 7, {"bahay", "kapangalungkong"} & {*found},
        )  # fmt: skip
        assert f"<strong>{found[0]}</strong>" in page
        assert "<title>Salita 2026</title>" in text(feed)
        assert "<rights>public domain</rights>" in text(feed)
        assert fromstring(text(feed)).tag.endswith("feed")
        assert text(browser().get(at("feed", "lihim"))).count("<entry>") == 0
        assert "None today" in text(browser().get(at("lexicon", "lihim")))
        # What is published in the middle of a day gives the words from the next day on.
        m.edition(here, "salita,kahulugan\npusa,cat\n", "2027", public=True, effective_from=date(2026, 11, 1))
        assert re.findall(WORD_OF_THE_DAY, text(browser().get(at("feed", here.slug)))) == found
        with clock.at(datetime(2026, 11, 2, 4, tzinfo=UTC)):
            assert re.findall(WORD_OF_THE_DAY, text(browser().get(at("feed", here.slug)))) == [
                "pusa",
                *found[:6],
            ]
        monkeypatch.setattr(embargo.IN_PLAY, "answers", (lambda _pk, _reader: True,))
        assert "Word of the day:" not in text(browser().get(at("feed", here.slug)))
        assert "None today" in text(browser().get(at("lexicon", here.slug)))


def test_addresses_from_before_there_were_lines_answer(here: Lexicon) -> None:
    for kind, asked, found in (
        ("pattern", "?a", "nga"), ("anagram", "GNA", "ang nga"), ("within", "[NG]A", "ang nga"), ("length", "7", "bahayan"),
        ("contains", "hay", "bahay bahayan"), ("meaning", "sorrow", "kapangalungkong"),
    ):  # fmt: skip
        page = look(here, asked, more=f"&kind={kind}")[1]
        assert set(found.split()) <= set(words(page)), (kind, page)
    assert "in this edition" in look(here, "bang", more="&kind=exact")[1]
    assert look(here, "x", more="&kind=poem")[0] == 422


def test_the_worker_makes_the_index_of_a_large_edition_and_the_page_waits_for_it(
    here: Lexicon, monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    monkeypatch.setattr(indexes, "SMALL", 2)
    code, page = look(here, "length:2")
    assert (code, "is being made ready for searching" in page) == (503, True)
    assert look(here, "nga")[0] == 200
    (data / "lexicon-index").mkdir()
    (data / "lexicon-index" / "old.index").write_bytes(b"x")
    for number in range(4):
        row = indexing.tick()
        assert (row is None) == (number > 1)
        assert row is None or indexing.tick() is None
        if row:
            jobs.run(row.pk)
    assert Job.objects.filter(kind=index_jobs.INDEX, status="done").count() == 2
    assert look(here, "length:2")[0] == 200
    kept = {path.suffix for path in (data / "lexicon-index").iterdir()}
    assert (kept, (data / "lexicon-index" / "old.index").exists()) == ({".index", ".pair"}, False)


def test_large_editions_are_compared_by_the_worker_and_what_fails_is_tried_again_less_and_less_often(
    here: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme = m.lexicon("dagat", kind="theme")
    m.edition(theme, "bang\nanga\n", "2026", public=True)
    for edition in Edition.objects.all():
        indexes.index_of(edition)
    monkeypatch.setattr(indexes, "SMALL", 1)
    assert indexing.tick() is None
    code, page = look(here, "list:dagat length:3")
    progress = at("making", here.slug, "2026")
    assert (code, "are being compared, once" in page, progress in page) == (503, True, True)
    monkeypatch.setattr(index_jobs, "LONGEST_WAIT", timedelta(minutes=5))
    now = datetime(2026, 11, 1, 4, 0, tzinfo=UTC)
    for failing, wait in ((True, 0), (True, 60), (False, 300)):
        with clock.at(now + timedelta(seconds=wait - 1)):
            assert wait == 0 or indexing.tick() is None
        now += timedelta(seconds=wait)
        with clock.at(now), monkeypatch.context() as patch:
            row = indexing.tick()
            assert row is not None
            assert indexing.tick() is None, "one at a time"
            answer = browser().get(progress)
            assert (str(row.pk) in text(answer), "HX-Refresh" in answer) == (True, False)
            if failing:
                patch.setattr(indexes, "compare", Mock(side_effect=ZeroDivisionError))
            jobs.run(row.pk)
            page = look(here, "list:dagat length:3")[1]
            assert ("It is tried again at" in page, words(page)) == (
                failing,
                [] if failing else ["anga", "bang"],
            )
    assert words(look(theme, "not list:salita")[1]) == []
    assert (indexing.tick(), browser().get(progress)["HX-Refresh"]) == (None, "true")


def test_a_person_keeps_searches_and_nobody_else_sees_them(
    here: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = f.user("mine"), f.user("other")
    save = at("save_search", here.slug)
    told = {"name": " short  ones ", "line": "length:-2   NOT hooks:none"}
    assert browser(mine).post(save, told)["Location"] == at("lexicon", here.slug)
    shown = at("edition", here.slug, "2026") + "?q=length%3A-2"
    back = browser(mine).post(save, {**told, "next": shown}, follow=True)
    assert back.redirect_chain == [(shown, 303)]
    assert "saved as “short ones”; it stands above each edition" in text(back)
    lost = browser(mine).post(save, {"name": "x" * 61, "line": "ba", "next": shown}, follow=True)
    assert ("1 to 60" in text(lost), f'value="{"x" * 60}"' in text(lost)) == (True, True)
    assert {"ng", "nga"} <= {*words(text(lost))}
    row = SavedSearch.objects.get()
    assert (row.name, row.line) == ("short ones", "length:-2 not hooks:none")
    assert "short ones" in look(here, "", mine)[1]
    assert "short ones" in look(here, "", mine, edition="2025")[1]
    assert all("short ones" not in look(here, "", who)[1] for who in (other, None))
    browser(mine).post(save, {"name": "short ones", "line": "length:3"})
    assert SavedSearch.objects.get().line == "length:3"
    forget = at("forget_search", here.slug, row.pk)
    assert "You keep no such search." in text(browser(other).post(forget, follow=True))
    assert SavedSearch.objects.count() == 1
    for wrong, part in (
        ({"name": "", "line": "ba"}, "1 to 60"),
        ({"name": "x", "line": "(ba"}, "never closed"),
    ):
        assert part in text(browser(mine).post(save, wrong, follow=True))
    monkeypatch.setattr(searches, "MOST", 1)
    assert "remove one first" in text(browser(mine).post(save, {"name": "more", "line": "ba"}, follow=True))
    assert browser().post(save, told).status_code == 302
    assert f.taken_over(browser(), mine, f.event()).post(save, told).status_code == 403
    assert SavedSearch.objects.count() == 1
    browser(mine).post(forget)
    assert not SavedSearch.objects.exists()
