"""The Filipino catalogues: whole, exact, compiled; and the tool that keeps them."""

from __future__ import annotations

import gettext
import re
from datetime import date
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import CharField, DateField, IntegerField
from django.template.loader import render_to_string
from django.test import Client
from django.utils import formats, translation

from tdapp.kernel.catalogue.keeping import (
    BORROWED,
    CATALOGUES,
    OWN,
    Catalogue,
    compiled,
    forms,
    lacking,
    written,
)
from tdapp.kernel.templatetags import td

HOLES = re.compile(r"%\(\w+\)[sdr]|%[sdr%]|\{\w*(?::\w)?\}|</?[a-z][^>]*>")
BOTH = pytest.mark.parametrize("catalogue", CATALOGUES, ids=["own", "borrowed"])
# Words that stood beside the chosen one (`docs/programmers/filipino.md`, "Words chosen") for the same idea.
RIVALS = {
    "hurado": "hukom", "huwes": "hukom", "instalasyon": "installation", "klub": "samahan", "torneo ng": "paligsahan",
    "mga event": "paligsahan", "pasiya": "pasya", "lamesa": "mesa", "regulasyon": "tuntunin",
}  # fmt: skip


@cache
def merged(catalogue: Catalogue) -> Catalog:
    """What is marked now with its translations; the whole tree is read for it, so once."""
    return catalogue.merged()


def holes(text: str) -> list[str]:
    """What is filled in or means something to a browser, each once."""
    return sorted(set(HOLES.findall(text)))


@BOTH
def test_nothing_that_is_marked_is_left_untranslated(catalogue: Catalogue) -> None:
    """Red after new strings: `python -m tdapp.kernel.catalogue` lists them with their files."""
    assert {message.id: message.locations for message in lacking(merged(catalogue))} == {}


@BOTH
def test_nothing_is_fuzzy_and_nothing_is_left_that_nobody_says(catalogue: Catalogue) -> None:
    assert [message.id for message in catalogue.read() if message.fuzzy] == []
    assert list(merged(catalogue).obsolete) == []


def test_one_idea_has_one_word_in_filipino() -> None:
    told = [text for message in OWN.read() for text in forms(message.string) if message.id and text]
    found = {word: [text for text in told if re.search(rf"\b{word}", text, re.IGNORECASE)] for word in RIVALS}
    assert {word: texts for word, texts in found.items() if texts} == {}


@BOTH
def test_a_translation_keeps_every_placeholder_tag_and_edge(catalogue: Catalogue) -> None:
    found = []
    for message in catalogue.read():
        source = forms(message.id)[-1]
        for told in filter(None, forms(message.string) if message.id else ()):
            edges = [text[:1].isspace() == told[:1].isspace() for text in (source,)]
            edges += [source[-1:].isspace() == told[-1:].isspace(), source.count("\n") == told.count("\n")]
            if holes(source) != holes(told) or not all(edges):
                found.append((source, told))
    assert found == []


@BOTH
def test_the_compiled_catalogue_is_the_written_one(catalogue: Catalogue) -> None:
    messages = catalogue.read()
    assert catalogue.mo.read_bytes() == compiled(messages)
    assert catalogue.po.read_bytes() == written(messages)
    told = gettext.GNUTranslations(BytesIO(compiled(messages)))
    plain = [one for one in messages if isinstance(one.id, str) and one.id and not one.context]
    assert [one.id for one in plain if told.gettext(str(one.id)) != one.string] == []


@pytest.mark.parametrize(
    ("count", "linker"),
    [(1, ""), (2, ""), (3, ""), (4, " na"), (5, ""), (6, " na"), (9, " na"), (10, ""), (11, ""), (14, " na")],
)
def test_numbers_that_end_in_four_six_and_nine_take_the_linker(count: int, linker: str) -> None:
    """CLDR plural rule of `fil`."""
    with translation.override("fil"):
        assert td.still_out(count) == f"{count}{linker} mesa pa"


def test_every_plural_has_its_linker_in_the_second_form_only() -> None:
    """Where the forms differ, it is by `na` after the number, or by `mga`."""
    odd = [
        told
        for told in (forms(message.string) for message in OWN.read() if message.pluralizable)
        if told[0] != told[1] and not re.search(r"\bna\b|\bmga\b", told[1])
    ]
    assert odd == []


def test_a_page_in_filipino_says_so_and_speaks_it() -> None:
    with translation.override("fil"):
        page = render_to_string("td/error.html", {"code": 404})
        assert td.ordinal(3) == "ika-3"
    assert '<html lang="fil">' in page
    assert "Walang ganitong pahina" in page


def test_what_django_says_of_a_form_is_filipino_too() -> None:
    with translation.override("fil"):
        said = []
        for field, value in (
            (CharField(max_length=4), "limang"),
            (IntegerField(), "x"),
            (DateField(), "x"),
            (CharField(), ""),
        ):
            try:
                field.clean(value)
            except ValidationError as error:
                said += error.messages
    assert said == [
        "Dapat hindi hihigit sa 4 na karakter ang halagang ito (6 ngayon).",
        "Maglagay ng buong numero.",
        "Maglagay ng tamang petsa.",
        "Kailangan ang patlang na ito.",
    ]


def test_dates_and_numbers_are_written_as_in_the_philippines() -> None:
    with translation.override("fil"):
        assert formats.date_format(date(2026, 3, 14)) == "14 Marso 2026"
        assert formats.date_format(date(2026, 3, 14), "SHORT_DATE_FORMAT") == "03/14/2026"
        assert formats.number_format(12345.5, 1, use_l10n=True, force_grouping=True) == "12,345.5"


@pytest.mark.django_db
def test_a_browser_keeps_the_language_it_chose_on_a_page_without_a_token() -> None:
    client = Client(enforce_csrf_checks=True)
    form = {"language": "fil", "next": "/login"}
    assert client.post("/language", form, headers={"Origin": "http://elsewhere.example"}).status_code == 403
    answer = client.post("/language", form, headers={"Origin": "http://testserver"})
    assert answer["Location"] == "/login"
    assert b'<html lang="fil">' in client.get("/login").content


def test_the_program_looks_into_both_catalogues() -> None:
    assert settings.LOCALE_PATHS[:2] == [OWN.folder, BORROWED.folder]
    assert len(merged(OWN)) > 5000


def test_gathering_keeps_what_is_still_said_and_asks_again_where_a_plural_came(tmp_path: Path) -> None:
    now = Catalog()
    now.add("Round", locations=[("here.py", 0)])
    now.add(("%(n)s board", "%(n)s boards"))
    now.add("Board", context="of wood")
    catalogue = Catalogue(tmp_path, lambda: now)
    catalogue.po.parent.mkdir(parents=True)
    before = Catalog("fil", fuzzy=False)
    for text, told in (("Nobody says this", "Wala"), ("Round", "Round"), ("%(n)s board", "%(n)s board")):
        before.add(text, told)
    catalogue.write(before)

    catalogue.write(catalogue.merged())
    assert [(one.id, one.string, one.fuzzy) for one in catalogue.read() if one.id] == [
        ("Round", "Round", False),
        (("%(n)s board", "%(n)s boards"), ("%(n)s board", ""), True),
        ("Board", "", False),
    ]
    assert [one.id for one in lacking(catalogue.read())] == [("%(n)s board", "%(n)s boards"), "Board"]
    assert "#: here.py\nmsgid" in catalogue.po.read_text(encoding="utf-8")
