"""Filipino: its plural rule, and nothing of the shells left untranslated."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tdapp.kernel.templatetags import td

ROOT = Path(__file__).resolve().parents[2] / "tdapp"
CATALOG = ROOT / "locale" / "fil" / "LC_MESSAGES"
SHELLS = [file for file in ROOT.glob("kernel/templates/**/*.html") if "gallery" not in file.parts]


def compiled() -> gettext.GNUTranslations:
    with (CATALOG / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "1 mesa pa"),
        (3, "3 mesa pa"),
        (4, "4 na mesa pa"),
        (6, "6 na mesa pa"),
        (9, "9 na mesa pa"),
        (11, "11 mesa pa"),
        (14, "14 na mesa pa"),
    ],
)
def test_numbers_that_end_in_four_six_and_nine_take_the_linker(count: int, text: str) -> None:
    """CLDR plural rule of `fil`."""
    with translation.override("fil"):
        assert td.still_out(count) == text


def test_a_page_in_filipino_says_so_and_speaks_it() -> None:
    with translation.override("fil"):
        page = render_to_string("td/error.html", {"code": 404})
        assert td.ordinal(3) == "ika-3"
    assert '<html lang="fil">' in page
    assert "Walang ganitong pahina" in page


def test_every_sentence_of_the_shells_is_translated() -> None:
    known = compiled()._catalog
    used = {
        text
        for file in SHELLS
        for text in re.findall(r"""\{% translate (?:"([^"]+)"|'[^']+')""", file.read_text())
        + re.findall(r"\{% translate '([^']+)'", file.read_text())
        if text
    }
    assert len(used) > 80
    assert {text for text in used if text not in known} == set()


def test_the_catalog_holds_nothing_fuzzy_or_empty() -> None:
    source = (CATALOG / "django.po").read_text()
    assert "fuzzy" not in source
    assert re.findall(r'^msgstr(?:\[\d\])? ""\n\n', source, re.M) == []


def test_the_compiled_catalog_is_the_written_one() -> None:
    source = (CATALOG / "django.po").read_text()
    written = dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', source, re.M))
    known = compiled()
    changed = {
        text
        for text, said in written.items()
        if known.gettext(text) != said and "msgctxt" not in text and "%d" not in text
    }
    assert changed == set()
