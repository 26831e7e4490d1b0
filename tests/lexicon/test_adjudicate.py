"""The order in which layers answer, for every combination of them."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_admin.words.adjudicate import Answer, Layer, Layers, Override, adjudicate, answer
from scoring.rules.loading import load_ruleset
from tests.lexicon.lists import opened
from tests.sweeps import swept

PRINTED = frozenset(load_ruleset("salitaan-competition").words.printed_list)
KINDS = ("allowed", "forbidden", "printed", "affixes", "school", "cebuano", "main", "theme")


def layers(holding: frozenset[str], key: str = "MA") -> Layers:
    """Layers of which those named hold the word."""

    def layer(name: str) -> Layer:
        return Layer(name, frozenset({key} if name in holding else ()))

    said = {
        "allowed": Override(True, "Ana", "letter of the association"),
        "forbidden": Override(False, "Ben", "offensive"),
    }
    overruled = next((said[name] for name in ("allowed", "forbidden") if name in holding), None)
    return Layers(
        layer("main"),
        (layer("cebuano"),),
        (layer("affixes"), layer("school")),
        layer("printed"),
        {key: overruled} if overruled else {},
        layer("theme"),
    )


def by_hand(holding: frozenset[str]) -> tuple[bool, str]:
    """The order of the issue, spelt out."""
    order = [
        ("allowed", True, "override"), ("forbidden", False, "override"), ("printed", True, "printed"),
        ("affixes", False, "block"), ("school", False, "block"), ("cebuano", True, "dialect"), ("main", True, "main"),
    ]  # fmt: skip
    return next(((stands, kind) for name, stands, kind in order if name in holding), (False, "nowhere"))


ALL = [
    frozenset(name for name, there in zip(KINDS, bits, strict=True) if there)
    for bits in product((0, 1), repeat=8)
]


@swept("holding", ALL, name=lambda holding: "+".join(sorted(holding)) or "nothing")
def test_the_first_layer_that_knows_a_word_answers(holding: frozenset[str]) -> None:
    found = answer("ma", layers(holding))
    assert (found.acceptable, found.layer) == by_hand(holding)
    assert found.theme == ("theme" in holding and found.acceptable)


def test_each_answer_names_its_layer_and_an_override_its_reason() -> None:
    assert answer("ma", layers(frozenset({"main"}))) == Answer("ma", "MA", True, "main", "main")
    assert answer("ma", layers(frozenset({"school", "main"}))).name == "school"
    found = answer("ma", layers(frozenset({"forbidden", "printed"})))
    assert (found.name, found.reason) == ("Ben", "offensive")


@swept("word", sorted(PRINTED))
def test_every_printed_word_outranks_blocks_and_dictionaries(word: str) -> None:
    """SAL:256-303 against SAL:126: MA and UM are affixes, BB an abbreviation, OK English."""
    pinned = Layers(blocks=(Layer("affixes", PRINTED),), printed=Layer("two-tile list", PRINTED))
    assert answer(word.lower(), pinned)[2:5] == (True, "printed", "two-tile list")


def test_the_printed_list_has_thirty_nine_words() -> None:
    assert len(PRINTED) == 39


def test_one_bad_word_makes_the_play_unacceptable() -> None:
    pinned = layers(frozenset({"main"}))
    assert adjudicate(["ma", "MÁ"], pinned).acceptable
    verdict = adjudicate(["ma", "xx", "yy"], pinned)
    assert not verdict.acceptable
    assert [one.typed for one in verdict.unlisted] == ["xx", "yy"]


@pytest.mark.parametrize("words", [[], [""], ["  "], ["-"], ["ma", ""]])
def test_nothing_typed_is_never_acceptable(words: list[str]) -> None:
    assert not adjudicate(words, layers(frozenset(KINDS))).acceptable


def test_a_store_answers_like_a_set(tmp_path: Path) -> None:
    store = opened(tmp_path, ["bahay", "piña", "nga"])
    pinned = Layers(Layer("2026", store, store.facts["sha256"]))
    for word, stands in (
        ("Bahay", True),
        ("piña", True),
        ("pina", False),
        ("NGA", True),
        ("[NG]A", False),
        ("aso", False),
    ):
        assert adjudicate([word], pinned).acceptable is stands
    assert pinned.as_data()["main"] == [["2026", store.facts["sha256"]]]


@given(st.sets(st.sampled_from(["AA", "BB", "CC"])), st.lists(st.text(max_size=8), max_size=4))
def test_a_verdict_is_the_same_every_time_and_follows_from_its_words(
    known: set[str], words: list[str]
) -> None:
    pinned = Layers(Layer("main", frozenset(known)))
    first = adjudicate(words, pinned)
    assert first == adjudicate(words, pinned)
    assert first.acceptable == (bool(words) and all(one.key in known for one in first.answers))
    json.dumps(pinned.as_data())
