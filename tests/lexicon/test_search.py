"""Questions to an edition, in tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problems import Unfit
from lexicon_admin.words.printed import WithPrinted
from lexicon_admin.words.search import KINDS, hooks, search
from lexicon_admin.words.store import Store
from lexicon_admin.words.tiles import TileTable
from lexicon_admin.words.tilings import cuts
from tests.lexicon.lists import SALITAAN, SPANISH, opened

WORDS = [
    "a", "ang", ("nga", "indeed"), "ng", "ba", "bang", "ganda", "dagan", "nganga", "ka", "aka", "baka", "bakal", "kaba",
    "cebu", "piña", "anga", ("mata", "eye of the storm"), "batang", "abang",
]  # fmt: skip


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return opened(tmp_path_factory.mktemp("words"), WORDS)


CASES = [
    ("exact", "ÑGa".replace("Ñ", "N"), "NGA"),
    ("exact", "mata", "MATA"),
    ("exact", "wala", ""),
    ("pattern", "?a", "BA KA NGA"),
    ("pattern", "?????", "ABANG BAKAL BATANG DAGAN GANDA NGANGA"),
    ("pattern", "ba*", "BA BAKA BAKAL BANG BATANG"),
    ("pattern", "*[KL]", "BAKAL"),
    ("pattern", "*[NG]", "ABANG ANG BANG BATANG NG"),
    ("pattern", "pi?a", "PIÑA"),
    ("anagram", "AKAB", "BAKA KABA"),
    ("anagram", "GNA", "ANG NGA"),
    ("anagram", "A[NG]", "ANG NGA"),
    ("anagram", "A[N][G]", "ANG NGA"),
    ("anagram", "AA[NG]", "ANGA"),
    ("anagram", "BAK?", "BAKA KABA"),
    ("anagram", "A?", "ANG BA KA NGA"),
    ("within", "AKA", "A AKA KA"),
    ("within", "[NG]A", "A ANG NG NGA"),
    ("within", "CE?U", "A CEBU NG"),
    ("length", "2", "ANG BA KA NG NGA"),
    ("length", "1", "A NG"),
    ("contains", "akal", "BAKAL"),
    ("contains", "ña", "PIÑA"),
    ("meaning", "STORM", "MATA"),
    ("exact", "[NG]A", "NGA"),
    ("exact", "ba[n][g]", "BANG"),
    ("exact", "[xy]a", ""),
    ("contains", "A[ng]A", "ANGA NGANGA"),
]


@pytest.mark.parametrize(("kind", "text", "found"), CASES)
def test_questions_and_their_answers(store: Store, kind: str, text: str, found: str) -> None:
    assert " ".join(sorted(word.key for word in search(store, kind, text).words)) == found


BOOK = ("UM", "NGO", "NGA", "ABA")


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("exact", "um", "UM"),
        ("exact", "mata", "MATA"),
        ("pattern", "?o", "NGO"),
        ("pattern", "u*", "UM"),
        ("pattern", "?a", "BA KA NGA"),
        ("anagram", "MU", "UM"),
        ("anagram", "O[NG]", "NGO"),
        ("within", "UM", "UM"),
        ("length", "2", "ANG BA KA NG NGA NGO UM"),
        ("contains", "m", "MATA UM"),
        ("meaning", "storm", "MATA"),
    ],
)
def test_printed_words_are_found_with_the_list_s_own_in_order(
    store: Store, kind: str, text: str, found: str
) -> None:
    both = WithPrinted(store, BOOK)
    assert " ".join(word.key for word in search(both, kind, text).words) == found


def test_printed_words_hook_and_count(store: Store) -> None:
    both = WithPrinted(store, BOOK)
    assert hooks(both, "o").front == ("NG",)
    assert "B" in hooks(both, "a").front
    assert (len(both), [*both] == sorted(both)) == (len(store) + 3, True)
    assert ("UM" in both, "UM" in store) == (True, False)


def test_hooks_are_tiles(store: Store) -> None:
    assert hooks(store, "a").front == ("B", "K", "NG")
    assert hooks(store, "a").back == ("NG",)
    assert hooks(store, "aka") == (("B",), ())
    assert hooks(store, "baka").back == ("L",)


def test_no_more_is_answered_than_was_asked_for(store: Store) -> None:
    answer = search(store, "pattern", "*", 3)
    assert (len(answer.words), answer.more) == (3, True)


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        ("sideways", "a", "bad-search"), ("exact", "  ", "nothing-asked"), ("pattern", "*a*b*c*", "too-many-stars"),
        ("anagram", "????", "too-many-blanks"), ("pattern", "a(b", "bad-sign"), ("anagram", "a+b", "bad-sign"),
        ("pattern", "[1]", "bad-sign"), ("length", "two", "bad-length"), ("length", "0", "bad-length"),
        ("length", "9" * 50, "bad-length"), ("pattern", "a" * 200, "question-too-long"), ("contains", "-", "nothing-asked"),
        ("anagram", "[", "bad-sign"), ("anagram", ", - .", "nothing-asked"), ("length", "٣", "bad-length"),
    ],
)  # fmt: skip
def test_a_question_nobody_can_read_is_refused_with_a_sentence(
    store: Store, kind: str, text: str, code: str
) -> None:
    with pytest.raises(Unfit) as refused:
        search(store, kind, text)
    assert refused.value.code == code
    assert str(refused.value).endswith(".")


@given(kind=st.sampled_from(sorted(KINDS)), text=st.text(max_size=20))
def test_any_question_is_answered_or_refused(store: Store, kind: str, text: str) -> None:
    found, refused = None, None
    try:
        found = search(store, kind, text, 5)
    except Unfit as problem:
        refused = problem
    assert (len(found.words) <= 5) if found else str(refused)


def test_in_spanish_practice_a_sign_is_a_whole_tile(tmp_path: Path) -> None:
    spanish = opened(tmp_path, ["chal", "cal", "llama", "calla"], SPANISH)
    found = {
        text: [word.key for word in search(spanish, "pattern", text).words]
        for text in ("?al", "[CH]*", "??l", "c*")
    }
    assert found == {
        "?al": ["CAL", "CHAL"],
        "[CH]*": ["CHAL"],
        "??l": ["CAL", "CHAL"],
        "c*": ["CAL", "CALLA"],
    }
    assert [word.key for word in search(spanish, "length", "4").words] == ["CALLA", "LLAMA"]


def naive(words: list[str], table: TileTable, fits: Callable[[tuple[str, ...]], bool]) -> set[str]:
    return {word for word in words if any(fits(cut) for cut in cuts(word, table))}


ALL = ["".join(letters) for size in (1, 2, 3, 4) for letters in product("ANG", repeat=size)]


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return opened(tmp_path_factory.mktemp("every"), [word.lower() for word in ALL])


@given(tiles=st.lists(st.sampled_from(["A", "N", "G", "NG"]), min_size=1, max_size=4))
def test_anagrams_of_tiles_are_what_trying_every_order_finds(every: Store, tiles: list[str]) -> None:
    """Against a search that knows nothing of letters or indexes."""
    rack = "".join(f"[{tile}]" for tile in tiles)
    whole = naive(ALL, SALITAAN, lambda cut: Counter(cut) == Counter(tiles))
    part = naive(ALL, SALITAAN, lambda cut: not Counter(cut) - Counter(tiles))
    assert {word.key for word in search(every, "anagram", rack).words} == whole
    assert {word.key for word in search(every, "within", rack).words} == part


@given(pattern=st.lists(st.sampled_from(["A", "N", "G", "?"]), min_size=1, max_size=4))
def test_patterns_are_what_comparing_tile_by_tile_finds(every: Store, pattern: list[str]) -> None:
    """A plain letter may be part of the tile NG; a question mark is one tile."""
    found = {word.key for word in search(every, "pattern", "".join(pattern)).words}
    assert found == {word for word in ALL if _matches(word, pattern)}


def _matches(word: str, pattern: list[str]) -> bool:
    if not pattern or not word:
        return not pattern and not word
    sizes = (1, 2) if pattern[0] == "?" and word.startswith("NG") else (1,)
    first = pattern[0] in ("?", word[0])
    return first and any(_matches(word[size:], pattern[1:]) for size in sizes)
