"""Sentences of the pairing engine in Filipino: found by their template, facts put back in, names left alone."""

from __future__ import annotations

import pytest
from django.utils import translation

from tdapp.kernel.telling import all_told, told

SAID = {
    "Same score group, ranks 3 and 11, first meeting": "Parehong grupo ng puntos, ranggo 3 at 11, unang pagtatapat",
    "nearest alternative costs one repeat": "pinakamalapit na kapalit: ang kapalit ay isang ulit",
    "Against the best round this would save one club meeting.":
        "Kung ihahambing sa pinakamahusay na round: makakatipid ng isang laban ng magkasamahan.",
    "They cannot meet: Ana Cruz and Bea Reyes must not meet.":
        "Hindi sila maaaring magtapat: hindi dapat magtapat sina Ana Cruz at Bea Reyes.",
    "1st: above Umali by spread (+120 to +80).": "ika-1: lamang kay Umali sa kalamangan (+120 laban sa +80).",
    "Round 3 is valid; nothing could have been avoided.": "Tama ang round 3; wala ang naiwasan sana.",
    "The plan is empty; write for example 'swiss 1-7'.": "Walang laman ang plano; isulat halimbawa ang 'swiss 1-7'.",
    "set by hand": "mano-manong itinakda",
    "3 repeats": "3 ulit",
    "4 repeats": "4 na ulit",
    "Cruz, Ana": "Cruz, Ana",
    "": "",
}  # fmt: skip


@pytest.mark.parametrize("sentence", SAID)
def test_a_sentence_is_told_by_its_template(sentence: str) -> None:
    with translation.override("fil"):
        assert told(sentence) == SAID[sentence]


def test_an_english_page_gets_the_sentence_as_it_is() -> None:
    with translation.override("en"):
        assert all_told(SAID) == list(SAID)
