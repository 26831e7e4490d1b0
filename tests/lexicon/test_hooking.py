"""One word asked for: its key and its hooks, in tiles."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon_admin.words.hooking import hooks, word_asked
from lexicon_admin.words.printed import WithPrinted
from lexicon_admin.words.store import Store
from tests.lexicon.lists import SALITAAN, SPANISH, opened
from tests.lexicon.test_finding import WORDS

BOOK = ("UM", "NGO", "NGA", "ABA")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return opened(tmp_path_factory.mktemp("words"), WORDS)


def test_the_word_that_was_asked_for_names_tiles_or_letters() -> None:
    asked = {
        "ÑGa": "ÑGA",
        "[NG]A": "NGA",
        "ba[n][g]": "BANG",
        "[xy]a": "[XY]A",
        "unti-unti": "UNTIUNTI",
        "-": "",
    }
    assert {text: word_asked(text, SALITAAN) for text in asked} == asked


def test_hooks_are_tiles(store: Store) -> None:
    assert hooks(store, "a").front == ("B", "K", "NG")
    assert hooks(store, "a").back == ("NG",)
    assert hooks(store, "aka") == (("B",), ())
    assert hooks(store, "baka").back == ("L",)


def test_where_two_tiles_are_no_digraph_a_letter_before_h_is_no_hook(tmp_path: Path) -> None:
    spanish = opened(tmp_path, ["chal", "hal", "al", "cal", "mec", "mech"], SPANISH)
    assert hooks(spanish, "hal").front == ()
    assert hooks(spanish, "al").front == ("C", "H", "CH")
    assert hooks(spanish, "mec").back == ()


def test_printed_words_hook_and_count(store: Store) -> None:
    both = WithPrinted(store, BOOK)
    assert hooks(both, "o").front == ("NG",)
    assert "B" in hooks(both, "a").front
    assert (len(both), [*both] == sorted(both)) == (len(store) + 3, True)
    assert ("UM" in both, "UM" in store, both.get("UM") is None) == (True, False, False)
