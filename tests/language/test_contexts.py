"""One English word of several meanings: each says which it means, in Python and in templates, and has its own Filipino."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.template import engines
from django.utils import translation
from django.utils.translation import gettext, npgettext, pgettext

from tdapp.kernel.catalogue.keeping import OWN, compiled
from tdapp.kernel.catalogue.marked import marked

PYTHON = """
from django.utils.translation import gettext as _, pgettext, pgettext_lazy, npgettext as many, pgettext_lazy as _p
one = _("Move")
two = pgettext("a player's turn", "Move")
three = pgettext_lazy("column", "Move")
four = many("of the log", "%(n)s entry", "%(n)s entries", 2)
five = {"key": _p("lazy", "Move")}
"""
TEMPLATE = """
{% load i18n %}{% translate "Turn" %}{% translate "Turn" context "swap the seats" as turn %}
<b title="{% translate 'Turn' context 'in a title' %}">{{ turn }}</b>
{% translate "Turn" context "a player's" %}
{% blocktranslate context "plain" %}Turn{% endblocktranslate %}
{% blocktranslate count n=total context "of the log" trimmed %}{{ n }} entry{% plural %}{{ n }} entries{% endblocktranslate %}
"""
# English, the context of one meaning ("": it has none), its Filipino.
MEANINGS = [
    ("Turn", "", "Tira"),
    ("Place", "", "Puwesto"), ("Place", "town or venue of an event", "Lugar"),
    ("Start", "", "Simula"), ("Start", "button: begin", "Simulan"), ("Start", "column: who starts", "Pag-una"),
    ("For", "points scored, statistics", "Nakuha"), ("For", "label: which division a prize is for", "Para sa"),
    ("Against", "", "Kalaban"), ("Against", "the opponent's score", "Iskor ng kalaban"),
    ("withdrawn", "", "umurong"), ("withdrawn", "a proposal", "binawi"),
    ("Rule", "", "Tuntunin"), ("Rule", "button: give a ruling", "Hatulan"),
    ("Export", "", "Export"), ("Export", "button", "I-export"),
]  # fmt: skip


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A program of two files."""
    folder = tmp_path / "tdapp" / "templates"
    folder.mkdir(parents=True)
    (tmp_path / "tdapp" / "words.py").write_text(PYTHON, encoding="utf-8")
    (folder / "page.html").write_text(TEMPLATE, encoding="utf-8")
    return tmp_path


def test_a_context_is_gathered_from_python_and_from_templates(tree: Path) -> None:
    assert {(one.context, one.id) for one in marked(tree) if one.id} == {
        (None, "Move"), ("a player's turn", "Move"), ("column", "Move"), ("lazy", "Move"),
        ("of the log", ("%(n)s entry", "%(n)s entries")), (None, "Turn"), ("swap the seats", "Turn"),
        ("in a title", "Turn"), ("a player's", "Turn"), ("plain", "Turn"),
    }  # fmt: skip
    both = next(one for one in marked(tree) if one.context == "of the log")
    assert [place for place, _ in both.locations] == ["tdapp/templates/page.html", "tdapp/words.py"]


def test_english_is_the_same_with_a_context_and_without() -> None:
    with translation.override("en"):
        shown = engines["django"].from_string(TEMPLATE).render({"total": 2}).split()
        assert {(text, pgettext(context, text)) for text, context, _ in MEANINGS if context} == {
            (text, text) for text, context, _ in MEANINGS if context
        }
    assert [word for word in shown if "<" not in word and "title" not in word] == [
        "Turn",
        "Turn",
        "Turn",
        "2",
        "entries",
    ]


@pytest.mark.parametrize(("text", "context", "told"), MEANINGS)
def test_every_meaning_has_its_own_word(text: str, context: str, told: str) -> None:
    with translation.override("fil"):
        assert (pgettext(context, text) if context else gettext(text)) == told


def test_a_count_with_a_context_takes_its_linker() -> None:
    with translation.override("fil"):
        said = [npgettext("of the log", "%(n)s entry", "%(n)s entries", n) % {"n": n} for n in (1, 4, 10)]
    assert said == ["1 tala", "4 na tala", "10 tala"]


def test_a_new_meaning_begins_untranslated_beside_the_old_one() -> None:
    told = {(one.context, one.id): one.string for one in OWN.read()}
    assert told[None, "Place"] != told["town or venue of an event", "Place"]
    catalog = Catalog()
    catalog.add("Turn", "Tira")
    catalog.add("Turn", context="new")
    assert b"new" not in compiled(catalog)
