"""Conditions combined: the index held against a plain scan, the grammar of a line, what is refused."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.engine.plain_words.scan import Chance, Plain
from core.problems import Unfit
from lexicon_admin.words.finding import answering, line
from lexicon_admin.words.finding.answering import find
from lexicon_admin.words.finding.coding import Coding
from lexicon_admin.words.finding.figures import Bag
from lexicon_admin.words.finding.index import Index, _AtHand
from lexicon_admin.words.finding.making import make
from lexicon_admin.words.finding.meanings import parts
from lexicon_admin.words.printed import WithPrinted
from lexicon_admin.words.tiles import Tile, TileTable
from tests.lexicon.lists import NONE, SALITAAN, SPANISH, opened

SYLLABLES = [*"baiou", "ka", "ba", "an", "ng", "nga", "ang", "si", "wa", "ing", "ch", "cha", "ll"]
MEANINGS = ["", "", "a house of stone", "water", "n. houses", "er of"]
WORDS = [
    "a", "ang", ("nga", "indeed"), "ng", "ba", "bang", "ganda", "dagan", "nganga", "ka", "aka", "baka", "bakal", "kaba",
    "cebu", "piña", "anga", ("mata", "png eye of the storm"), "batang", "abang",
]  # fmt: skip


def no_list(condition: line.Condition, _name: str) -> int:
    raise AssertionError(condition)


def indexed(folder: Path, words: list[str | tuple[str, str]], table: TileTable = SALITAAN) -> Index:
    store = opened(folder, words, table)
    make(store, folder / "x.index")
    return Index(folder / "x.index", store.table)


def told(index: Index, text: str) -> list[str]:
    return [index.word(row).key for row in index.listed(find(text, index, no_list).words)]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("words"), list(WORDS))


def made_up(seed: int, count: int) -> dict[str, str]:
    chance = random.Random(seed)
    found: dict[str, str] = {}
    while len(found) < count:
        word = "".join(chance.choice(SYLLABLES) for _ in range(chance.randint(1, 4)))
        found[word.upper()] = chance.choice(MEANINGS)
    return found


def differences(folder: Path, table: TileTable, seed: int, count: int, size: int) -> list[str]:
    """Lines whose answer is not what looking at every word finds."""
    words = made_up(seed, size)
    index = indexed(folder, [(word.lower(), meaning) for word, meaning in words.items()], table)
    chance = random.Random(seed + 1)
    lists = {name: frozenset(chance.sample(sorted(words), size // 3)) for name in ("one", "two")}
    plain = Plain(words, table, lists)
    lines, wrong = Chance(seed + 2, plain), []
    for _ in range(count):
        text, tree = lines.line()
        found = find(text, index, lambda one, _name: index.among(lists[one.value]))
        keys = {index.word(row).key for row in index.listed(found.words)}
        if (
            keys != plain.find(tree)
            or found.total != len(keys)
            or line.read(line.written(line.read(text))) is None
        ):
            wrong.append(text)
    return wrong


def test_some_hundred_lines_by_chance_find_what_looking_at_every_word_finds(tmp_path: Path) -> None:
    for number, table in enumerate((SALITAAN, SPANISH)):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert differences(folder, table, number, 100, 100) == []


@pytest.mark.soak
def test_ten_thousand_lines_by_chance_find_what_looking_at_every_word_finds(tmp_path: Path) -> None:
    for number, table in enumerate((SALITAAN, SPANISH) * 5):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert differences(folder, table, 100 + number, 1_000, 300) == [], f"seed {100 + number}"


FOUND = {
    "nganga": "NGANGA",
    "unti unti": "",
    "ba ka": "BAKA",
    "[ng]a": "NGA",
    "or": "",
    "?a": "BA KA NGA",
    "ba*": "BA BAKA BAKAL BANG BATANG",
    "*[KL]": "BAKAL",
    "*[NG]": "ABANG ANG BANG BATANG NG",
    "pi?a": "PIÑA",
    "pattern:bang length:3": "BANG",
    "anagram:GNA": "ANG NGA",
    "anagram:GNA length:2": "",
    "anagram:A[NG]": "ANG NGA",
    "anagram:ANG length:2": "ANG NGA",
    "anagram:BAK?": "BAKA KABA",
    "within:AKA": "A AKA KA",
    "within:[NG]A": "A ANG NG NGA",
    "subanagram:CE?U": "A CEBU NG",
    "length:2": "ANG BA KA NG NGA",
    "tiles:1": "A NG",
    "length:2 starts:[NG]": "NGA",
    "length:3 starts:[NG]": "",
    "length:2 starts:n": "NG",
    "length:6-": "BATANG NGANGA",
    "contains:a[ng]a": "ANGA NGANGA",
    "may:akal": "BAKAL",
    "starts:[NG] or ends:ka": "AKA KA NG NGA NGANGA BAKA",
    "not contains:a": "CEBU NG",
    "not contains:[NG] length:2": "BA KA",
    "not (length:2- or cebu)": "A",
    "front:b": "A AKA ANG",
    "back:l": "BAKA",
    "hooks:[NG] length:1": "A",
    "front:none length:-2": "BA",
    "definition:storm": "MATA",
    "kahulugan:tor": "MATA",
    'definition:"the eye"': "MATA",
    "pos:noun": "MATA",
    "bahagi:pangngalan hindi nga": "MATA",
    "length:1 at harap:b": "A",
    "haba:1 o ba": "A BA NG",
    "points:1": "A",
    "(ba)": "BA",
    "“ba”": "BA",
    "not not ba": "BA",
    "definition:of": "MATA",
    "definition:o": "",
}


def test_a_line_finds_what_it_says(index: Index) -> None:
    for text, words in FOUND.items():
        assert sorted(told(index, text)) == sorted(words.split()), text


REFUSED = {
    "": ("nothing-asked", "Type what"),
    "length:2 and": ("bad-line", "after “and”"),
    "or ba:ka": ("bad-line", "character 1"),
    "length:2 (ba": ("bad-line", "character 10"),
    "ba) or ka": ("bad-line", "character 3"),
    "x" * 601: ("question-too-long", "600"),
    "ba or " * 20 + "ka": ("question-too-long", "20 conditions"),
    "length:2 poem:ba": ("bad-search", "character 10: “poem”"),
    "length:": ("bad-line", "behind “length:”"),
    'length:"2': ("bad-line", "never closed"),
    ":ba": ("bad-line", "like length:7"),
    'ba"ka"': ("bad-line", "like length:7"),
    "(" * 30 + "ba": ("bad-line", "deep"),
    "ba or length:two": ("bad-length", "character 7: “two”"),
    "length:٣": ("bad-length", "no number"),
    "length:-": ("bad-length", "no number"),
    "points:7-5": ("bad-length", "“7-5”"),
    "*a*b*c*": ("too-many-stars", "3 stars"),
    "anagram:????": ("too-many-blanks", "3 blanks"),
    "pattern:a+b": ("bad-sign", "“+”"),
    'pattern:"a(b"': ("bad-sign", "“(”"),
    "anagram:a+b": ("bad-sign", "“+”"),
    "[1]?": ("bad-sign", "[1]"),
    "anagram:[": ("bad-sign", "“[”"),
    "contains:-": ("nothing-asked", "contains"),
    "anagram:,-.": ("nothing-asked", "anagram"),
    "pattern:" + "a" * 70: ("question-too-long", "60"),
    "front:*": ("nothing-asked", "front"),
    "pattern:АB?": ("foreign-letter", "(Cyrillic)"),
    "anagram:БA": ("foreign-letter", "(Cyrillic)"),
    "anagram:[xy]": ("bad-sign", "no tile"),
    "anagram:" + "a" * 70: ("question-too-long", "60"),
    "pos:poem": ("bad-part", "noun"),
    "definition:-": ("nothing-asked", "definition"),
    "?ng?ng?ng?ng?ng?ng?ng": ("too-many-spellings", "[ ]"),
    "length:2 or or ba": ("bad-line", "before “or”"),
}


def test_a_line_nobody_can_read_is_refused_with_a_sentence_and_its_place(index: Index) -> None:
    for text, (code, part) in REFUSED.items():
        with pytest.raises(Unfit) as refused:
            find(text, index, no_list)
        assert (refused.value.code, part in str(refused.value)) == (code, True), (text, str(refused.value))
        assert str(refused.value).endswith("."), text


def test_each_condition_that_cannot_be_read_is_told(index: Index) -> None:
    wrong = answering.mistakes(line.read("length:two or (pattern:+ and poem:x) not ba"), index, no_list)
    assert [problem.code for problem in wrong] == ["bad-length", "bad-sign", "bad-search"]


WRITTEN = {
    "length:7   AND pattern:?A*[NG] not (hooks:S or list:cebuano)": "length:7 pattern:?A*[NG] not (hooks:S or list:cebuano)",
    '(a or b) c:"x y"': '(a or b) c:"x y"',
    "a (b (c))": "a and b and c",
    "not (a b)": "not (a and b)",
    '"or" or a': '"or" or a',
    "unti unti": '"unti unti"',
    "a or (b or c)": "a or b or c",
    "x:[a b]*": 'x:"[a b]*"',
}


def test_a_line_is_written_as_it_is_read() -> None:
    for text, shown in WRITTEN.items():
        assert line.written(line.read(text)) == shown, text
        assert line.written(line.read(shown)) == shown, text


@given(text=st.one_of(st.text(max_size=30), st.text('ab?*[]() :"orntlengh7-', max_size=40)))
def test_any_line_is_answered_or_refused(index: Index, text: str) -> None:
    found, refused = None, None
    try:
        found = find(text, index, lambda _condition, _name: 0)
    except Unfit as problem:
        refused = problem
    assert (found.total <= index.words) if found else str(refused)


def test_a_search_that_asks_too_much_is_refused_and_says_so(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    worst = " or ".join(f"[{'ABKDEGHILMNOPRSTU'[n:]}]*?[AEIOU]*[BKDGHLMN]?*[AEIO]" for n in range(12))
    assert find(worst, index, no_list).total > 0
    monkeypatch.setattr(answering, "MOST_STEPS", 200)
    with pytest.raises(Unfit, match="too much at once"):
        find(worst, index, no_list)
    monkeypatch.setattr(answering, "MOST_TOKENS", 0)
    with pytest.raises(Unfit, match="too many words of definitions"):
        find("definition:storm", index, no_list)


def test_words_come_in_the_order_asked_for_with_their_hooks(index: Index) -> None:
    every = find("length:1- not length:4-", index, no_list).words
    short = [word.key for word in index.page(every, "length", False, 0, 4)]
    assert short == ["A", "NG", "ANG", "BA"]
    upwards, downwards = index.page(every, "length", False, 0, 99), index.page(every, "length", True, 0, 2)
    assert downwards == upwards[:-3:-1]
    assert [word.key for word in index.page(every, "word", False, 1, 2)] == ["AKA", "ANG"]
    assert index.page(every, "points", True, 0, 1)[0].key == "NGA"
    first = index.page(find("a", index, no_list).words, "chance", False, 0, 1)[0]
    assert (first.key, first.front, first.back) == ("A", ("B", "K", "NG"), ("NG",))
    assert index.page(every, "no such order", False, 0, 1)[0].key == "A"


def test_the_printed_words_of_a_rulebook_are_found_and_hooked(tmp_path: Path) -> None:
    both = WithPrinted(opened(tmp_path, list(WORDS)), ("UM", "NGO", "NGA", "ABA"))
    make(both, tmp_path / "x.index")
    index = Index(tmp_path / "x.index", both.table)
    assert told(index, "length:2") == ["ANG", "BA", "KA", "NG", "NGA", "NGO", "UM"]
    assert told(index, "front:b length:-2") == ["A", "ANG"]
    assert index.word(next(iter(index.listed(find("ba", index, no_list).words)))).front == ("A",)


def test_ways_to_draw_a_word_are_those_of_trying_every_draw() -> None:
    tiles = (Tile("A", 1, 3), Tile("N", 1, 2), Tile("G", 4, 1), Tile("NG", 5, 1))
    for blanks_as in ((), ("A", "N", "G", "NG"), ("A",)):
        table = TileTable(tiles, 2, blanks_as, True, 15, 7)
        coding = Coding(table)
        bag = Bag(coding)
        every = [
            text
            for text, _value, count in ((t.letters, t.value, t.count) for t in tiles)
            for _ in range(count)
        ] + ["?"] * 2
        for key in ("A", "ANG", "NGA", "AAAA", "GG", "NGNG", "ANGANG", "GGG"):
            for row in coding.rows(key):
                wanted = Counter(coding.tiles(row))
                ways = 0
                for draw in combinations(range(len(every)), len(row)):
                    missing = wanted - Counter(every[at] for at in draw)
                    # Every tile drawn is used, so no more is missing than blanks were drawn.
                    ways += missing.total() == sum(every[at] == "?" for at in draw)
                assert bag.ways(row) == ways, (key, row, blanks_as)
                assert bag.draws(len(row)) == comb(len(every), len(row))


def test_parts_of_speech_are_read_as_dictionaries_mark_them() -> None:
    for text, found in {
        "n. house": {"noun"},
        "png bahay": {"noun"},
        "adj., adv. fast": {"adjective", "adverb"},
        "(v) to go": {"verb"},
        "a small house": set(),
        "a house [n BAHAYS]": {"noun"},
        "tr. Decir algo.": {"verb"},
        "m. y f. Persona": {"noun"},
        "pnr marikit": {"adjective"},
        "pang-uri: marikit": {"adjective"},
        "house": set(),
        "v": set(),
        "[v] go": {"verb"},
        "see (inf)": set(),
    }.items():
        assert parts(text) == found, text


def test_an_index_of_another_version_or_none_at_all_is_refused(tmp_path: Path) -> None:
    made = indexed(tmp_path, ["a", "ba"], NONE).path
    with sqlite3.connect(made) as file:
        file.execute("UPDATE facts SET value = 'x' WHERE name = 'format'")
    (tmp_path / "y").write_bytes(b"no index")
    for path in (made, tmp_path / "y"):
        with pytest.raises(Unfit, match="another version"):
            Index(path, NONE)
    with pytest.raises(AttributeError):
        make(None, tmp_path / "z.index")  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("z")] == []


def test_sets_kept_at_hand_stay_below_their_bound() -> None:
    kept = _AtHand(1_000)
    for number in range(50):
        assert kept.get(("x", str(number)), lambda: 1 << 2_000) == 1 << 2_000
    assert kept.held <= 1_000
    assert kept.get(("x", "49"), lambda: 0) == 1 << 2_000
    assert kept.get(("x", "0"), lambda: 0) == 0
