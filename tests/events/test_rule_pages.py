"""Every finding has a page that tells about it, and every page is shown as it was written."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from scoring.checks.finding_codes import CODES
from tdapp.events.rules import rule_pages
from tdapp.kernel.pages.markdown import html_of, texts_of
from tests.sweeps import swept

pytestmark = pytest.mark.django_db
TOPICS = sorted(path.stem for path in rule_pages.FOLDER.glob("*.md") if path.stem != "README")


@swept("code", CODES)
def test_every_finding_code_has_a_page_and_a_line_on_it(client: Client, code: str) -> None:
    page, _sign, anchor = rule_pages.page_of(code).partition("#")
    answer = client.get(page)
    assert answer.status_code == 200
    assert anchor == code
    assert f'id="{code}"' in answer.content.decode()


def test_no_page_tells_about_a_finding_that_does_not_exist() -> None:
    tables = [
        part
        for topic in TOPICS
        for part in (rule_pages.FOLDER / f"{topic}.md").read_text().split("| finding |")[1:]
    ]
    told = [code for table in tables for code in re.findall(r"^\| `(\w+)` \|", table, re.M)]
    assert sorted(told) == sorted(CODES)


def test_a_code_nobody_knows_leads_to_the_list_of_findings() -> None:
    assert rule_pages.page_of("made_up") == reverse("events:rule_page", args=["findings"])


def test_the_index_names_every_page_there_is(client: Client) -> None:
    assert sorted(rule_pages.topics()) == TOPICS
    page = client.get(reverse("events:rule_index")).content.decode()
    assert all(reverse("events:rule_page", args=[topic]) in page for topic in TOPICS)


@pytest.mark.parametrize("topic", ["README", *TOPICS])
def test_every_link_between_pages_leads_somewhere(client: Client, topic: str) -> None:
    for link in re.findall(r'href="([^"]*)"', rule_pages.shown(topic)):
        page, _sign, anchor = link.partition("#")
        answer = client.get(page)
        assert answer.status_code == 200, link
        assert not anchor or f'id="{anchor}"' in answer.content.decode(), link


@pytest.mark.parametrize("topic", TOPICS)
def test_every_rule_page_has_a_title_a_text_and_nothing_left_of_its_markdown(topic: str) -> None:
    html = re.sub(r"<code>.*?</code>", "", rule_pages.shown(topic), flags=re.S)
    assert rule_pages.title(topic)
    assert "<p>" in html or "<li>" in html
    assert not re.search(r"\*\*|`|^#|\]\(|\|---", html, re.M)


SAME = re.compile(r"`[^`]*`|\]\([^)]*\)|\b(?:SAL|SET|BIS):\d+(?:-\d+)?")


@pytest.mark.parametrize("topic", ["README", *TOPICS])
def test_a_page_in_filipino_keeps_every_code_link_and_line_of_the_books(topic: str) -> None:
    with override("fil"):
        told = {text: gettext(text) for text in texts_of((rule_pages.FOLDER / f"{topic}.md").read_text())}
        shown = rule_pages.shown(topic)
    assert told
    differ = [text for text in told if sorted(SAME.findall(text)) != sorted(SAME.findall(told[text]))]
    assert differ == []
    ids = re.compile(r' id="([^"]*)"')
    assert ids.findall(shown) == ids.findall(rule_pages.shown(topic))


def test_a_rule_page_is_filipino_for_whoever_reads_filipino(client: Client) -> None:
    page = client.get(reverse("events:rule_page", args=["tie"]), headers={"Accept-Language": "fil"})
    told = page.content.decode()
    assert '<html lang="fil">' in told
    assert "<h1>Parehong iskor</h1>" in told
    assert "nananalo ang mas mataas" in told
    assert 'data-label="kung saan titingin"' in told
    assert 'lang="en"' not in told.replace('value="en" lang="en"', "")


def test_a_page_that_does_not_exist_is_missing(client: Client) -> None:
    assert client.get("/rules/made-up").status_code == 404
    assert client.get("/rules/README").status_code == 404


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# One & two", '<h1 id="one-two">One &amp; two</h1>\n'),
        ("a\nb", "<p>a b</p>\n"),
        ("* a\n  b\n* c", "<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n"),
        ("1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n"),
        ("said:\n* a", "<p>said:</p>\n<ul>\n<li>a</li>\n</ul>\n"),
        ("**a** *b* `c*d*`", "<p><strong>a</strong> <em>b</em> <code>c*d*</code></p>\n"),
        ("[a](tiles.md#x)", '<p><a href="tiles.md#x">a</a></p>\n'),
        ("[a **b**](//elsewhere.example) c", "<p>a <strong>b</strong> c</p>\n"),
        (
            "```\n<b>\n\n# x\n```\nafter",
            '<pre tabindex="0"><code>&lt;b&gt;\n\n# x</code></pre>\n<p>after</p>\n',
        ),
    ],
)
def test_markdown_becomes(text: str, html: str) -> None:
    assert html_of(text) == html


def test_texts_are_told_one_by_one_and_what_has_no_word_is_left_alone() -> None:
    page = "# One\n\nas\nbe ce\n\n* two (SAL:3)\n\n| `gap` | three |\n|---|---|\n| SAL:3, 4 | 12 |\n\n```\nx  # four\n```"
    assert texts_of(page) == ["One", "as be ce", "two (SAL:3)", "three", "four"]
    assert html_of("# One", translate=str.upper) == '<h1 id="one">ONE</h1>\n'


def test_a_table_row_that_opens_with_a_code_can_be_linked_to() -> None:
    html = html_of("| finding | told |\n|---|---|\n| `gap` | **x** |\n| `gap` | y |")
    assert html.count('<tr id="gap">') == 1
    assert '<td data-label="told"><strong>x</strong></td>' in html


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script>", "[a](javascript:alert(1))", "[a](//evil.example)", '`"><img>`', "# <i>"],
)
def test_nothing_in_a_page_can_become_markup(text: str) -> None:
    html = html_of(text)
    assert not re.search(r"<(script|img|i)\b|href=", html)
