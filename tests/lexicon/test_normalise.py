"""Keys and reasons: what a list or a person writes, and what words are compared by."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problems import Unfit
from lexicon_admin.words.normalise import (
    Policy,
    Reason,
    Word,
    clean,
    examine,
    key_of,
    linker_bases,
    policy_from,
    typed,
)

KEYS = [
    ("bahay", "BAHAY"), ("matá", "MATA"), ("batà", "BATA"), ("sukâ", "SUKA"), ("wën", "WEN"), ("pin\u0303a", "PIÑA"),
    ("niño", "NIÑO"), ("Ñ", "Ñ"), ("vergüenza", "VERGUENZA"), ("ba\u00adhay", "BAHAY"), ("n\u0303g", "ÑG"), ("ng\u0303", "NG"),
    ("\ufb01n", "\ufb01n".upper()),
]  # fmt: skip


@pytest.mark.parametrize(("written", "key"), KEYS)
def test_diacritics_go_and_n_with_tilde_stays_a_letter(written: str, key: str) -> None:
    assert key_of(clean(written)) == key


@pytest.mark.parametrize(
    ("text", "policy", "found"),
    [
        ("bahay", {}, Word("BAHAY", "bahay", False)),
        ("matá", {}, Word("MATA", "matá", False)),
        ("Cebu", {}, Reason.PROPER),
        ("Cebu", {"capitals": "ignore"}, Word("CEBU", "Cebu", False)),
        ("unti-unti", {}, Reason.HYPHEN),
        ("unti-unti", {"hyphen": "strip"}, Word("UNTIUNTI", "untiunti", True)),
        ("unti-unti", {"hyphen": "keep"}, Word("UNTIUNTI", "unti-unti", True)),
        ("mag\u2011aral", {"hyphen": "keep"}, Word("MAGARAL", "mag-aral", True)),
        ("-an", {"hyphen": "keep"}, Reason.AFFIX),
        ("mag-", {"hyphen": "strip"}, Reason.AFFIX),
        ("ano't", {}, Reason.APOSTROPHE),
        ("ano\u2019t", {"apostrophe": "strip"}, Word("ANOT", "ano't", False)),
        ("b4go", {}, Reason.DIGITS),
        ("ka²", {}, Reason.DIGITS),
        ("sa bahay", {}, Reason.PHRASE),
        ("a@b", {}, Reason.SIGNS),
        ("дом", {}, Reason.FOREIGN),
        ("ДОМ", {}, Reason.FOREIGN),
        ("B\u0410HAY", {}, Reason.FOREIGN),
        ("\uff22\uff21\uff28\uff21\uff39", {}, Reason.FOREIGN),
        ("=HYPERLINK(BAHAY)", {}, Reason.SIGNS),
        ("BA@HAY", {}, Reason.SIGNS),
        ("BAHAY", {}, Reason.PROPER),
        ("Piña", {}, Reason.PROPER),
        ("", {}, Reason.SIGNS),
        ("'", {"apostrophe": "strip"}, Reason.SIGNS),
        ("x" * 61, {}, Reason.LONG),
        ("a\ufffdb", {}, Reason.BROKEN),
        (f"a{chr(0xD800)}b", {}, Reason.BROKEN),
        ("a\x00b", {}, Reason.BROKEN),
        ("piña", {}, Word("PIÑA", "piña", False)),
        ("straße", {}, Word("STRASSE", "straße", False)),
    ],
)
def test_an_entry_is_a_word_or_has_a_reason(text: str, policy: dict[str, str], found: Word | Reason) -> None:
    assert examine(text, Policy(**policy)) == found


def test_what_is_typed_meets_what_is_listed() -> None:
    for written in ("Unti-unti", "UNTIUNTI", " unti unti ", "unti\u2013unti", "úntí-untì"):
        assert typed(written) == "UNTIUNTI"
    assert len(typed("x" * 100_000)) <= 240


@pytest.mark.parametrize(
    ("key", "bases"),
    [
        ("ABUGADONG", ("ABUGADO", "ABUGADON")),
        ("BAYANG", ("BAYA", "BAYAN")),
        ("ILOG", ()),
        ("ANG", ()),
        ("DALAGANG", ("DALAGA", "DALAGAN")),
    ],
)
def test_linker_forms_know_what_they_are_made_of(key: str, bases: tuple[str, ...]) -> None:
    assert linker_bases(key) == bases


def test_a_policy_is_made_of_known_choices_only() -> None:
    assert policy_from({"hyphen": "keep"}).hyphen == "keep"
    for wrong in ({"hyphen": "burn"}, {"colour": "red"}):
        with pytest.raises(Unfit) as refused:
            policy_from(wrong)
        assert refused.value.code == "bad-policy"


@given(st.text(max_size=30))
def test_any_text_is_a_word_with_a_plain_key_or_has_a_reason(text: str) -> None:
    found = examine(text, Policy("keep", "strip", "ignore"))
    if isinstance(found, Word):
        assert found.key
        assert found.key == found.key.upper()
        assert unicodedata.is_normalized("NFC", found.key)
        assert examine(found.printed, Policy("keep", "strip", "ignore")) == found


@given(st.text(max_size=60))
def test_the_key_of_a_key_is_itself(text: str) -> None:
    once = typed(text)
    assert typed(once) == once


@given(st.text(alphabet="abcdeñgóúì", min_size=1, max_size=20))
def test_composed_and_decomposed_forms_are_one_word(text: str) -> None:
    apart = unicodedata.normalize("NFD", text)
    assert examine(apart, Policy()) == examine(unicodedata.normalize("NFC", text), Policy())
