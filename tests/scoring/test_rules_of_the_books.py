"""What the three books say and what was decided where they are silent, row by row, with source and mark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring import needs_scores_before_adjustment, to_decide
from scoring.rules.schema import KINDS
from tests.scoring.strategies import RULESETS
from tests.sweeps import swept

BOTH = ("salitaan-competition", "salitaan-family")
SET = ("set-words", "set-words-club")
ALL = tuple(sorted(RULESETS))
CITED = re.compile(r"(SAL|SET|BIS):(\d+)(?:-(\d+))?")
LINES = {"SAL": 432, "SET": 117, "BIS": 63}

# (rulesets, field, value, kind of mark, what the mark must cite)
RULES: list[tuple[tuple[str, ...], str, object, str, str]] = [
    (BOTH, "rack.size", 10, "source", "SAL:102"),
    (SET, "rack.size", 7, "source", "SET:26"),
    (("bisonte",), "rack.size", 7, "source", "BIS:16"),
    (("salitaan-competition",), "bag.policy", "one", "source", "SAL:238"),
    (("salitaan-family",), "bag.policy", "two", "source", "SAL:96"),
    (("salitaan-family",), "bag.split", (("blue", 5), ("black", 5)), "source", "SAL:102"),
    (BOTH, "bag.when_empty", "draw_from_other", "source", "SAL:217"),
    (BOTH, "bonus.by_tiles", (("10", 75),), "source", "SAL:211"),
    (("set-words",), "bonus.by_tiles", (), "assumed", "missing"),
    (("set-words-club",), "bonus.by_tiles", (("7", 50),), "departure", "customary 50"),
    (("bisonte",), "bonus.by_tiles", (("7", 50),), "source", "BIS:56"),
    (BOTH, "first_play.min_tiles", 2, "source", "SAL:118"),
    (BOTH, "first_play.covers_start", True, "source", "SAL:118"),
    (("bisonte",), "first_play.word_multiplier", 1, "source", "BIS:20"),
    # 1: may N and G spell NG?
    (BOTH, "tiles.digraph_from_singles", "allow", "source", "SAL:288, SAL:290"),
    (("bisonte",), "tiles.digraph_from_singles", "forbid", "assumed", "Spanish practice"),
    # 2: what may a blank be?
    (BOTH, "tiles.blank_may_be", "any_letter", "source", "SAL:30"),
    # 3: lengths
    (BOTH, "words.length_in", "tiles", "source", "SAL:290"),
    # 6, 7: exchanges
    (("salitaan-competition",), "exchange.refused_at", 7, "source", "SAL:254"),
    (("salitaan-family", "set-words", "bisonte"), "exchange.refused_at", 0, "assumed", "no limit"),
    (BOTH, "exchange.order", "draw_first", "source", "SAL:110"),
    (ALL, "exchange.opener_may", True, "assumed", "silent"),
    # 8: end by passes
    (BOTH, "end.passes_each", 2, "source", "SAL:224"),
    (BOTH, "end.lost_turns", "ignored", "assumed", "lost"),
    (ALL, "end.question_after_scoreless", 6, "assumed", "question"),
    # 9, 10: adjustment
    (BOTH, "adjustment.deduct_own", True, "source", "SAL:226"),
    (BOTH, "adjustment.out_gains", "others_tiles", "source", "SAL:228"),
    (("bisonte",), "adjustment.out_gains", "others_tiles", "source", "BIS:58"),
    (("set-words",), "adjustment.deduct_own", False, "assumed", "names none"),
    (("set-words-club",), "adjustment.out_gains", "others_tiles", "departure", "clubs"),
    # 11, 28: equal scores
    (BOTH, "tie.rule", "higher_before_adjustment", "source", "SAL:232"),
    (("bisonte",), "tie.rule", "higher_before_adjustment", "source", "BIS:63"),
    (SET, "tie.rule", "half_each", "assumed", "silent"),
    # 12: two word squares
    (SET, "premiums.two_words", "multiply", "source", "SET:103-105"),
    (("bisonte", *BOTH), "premiums.two_words", "multiply", "assumed", "silent"),
    # 14-18: challenges
    (BOTH, "challenge.window", "until_next_turn", "source", "SAL:136"),
    (SET, "challenge.window", "until_next_turn", "source", "SET:71"),
    (("bisonte",), "challenge.window", "until_next_turn", "assumed", "silent"),
    (BOTH, "challenge.wrong", "next_turn_lost", "source", "SAL:138"),
    (SET, "challenge.wrong", "nothing", "source", "SET:71-74"),
    (("bisonte",), "challenge.wrong", "next_turn_lost", "source", "BIS:43"),
    (BOTH, "challenge.challengers", "first", "source", "SAL:138"),
    (BOTH, "challenge.scope", "named", "source", "SAL:136"),
    (("salitaan-family",), "challenge.quota", 3, "source", "SAL:142"),
    (("salitaan-family",), "challenge.quota_counts", "all", "source", "SAL:142"),
    (("salitaan-competition",), "challenge.quota", None, "source", "SAL:246"),
    (("salitaan-competition",), "challenge.decided_by", "judge", "source", "SAL:250"),
    # 19, 20
    (BOTH, "words.unchallenged_stands", True, "source", "SAL:136"),
    (BOTH, "words.printed_list_outranks", True, "source", "SAL:256-303"),
    # 21: timer
    (("salitaan-competition",), "timer.kind", "per_move", "source", "SAL:242"),
    (("salitaan-competition",), "timer.seconds", 120, "source", "SAL:242"),
    (("salitaan-competition",), "timer.overrun", "record", "assumed", "SAL:242"),
    (("salitaan-family", "bisonte", *SET), "timer.kind", "none", "assumed", "timer"),
    # 22, 23: who starts
    (BOTH, "starter.rule", "eldest", "source", "SAL:94"),
    (SET, "starter.rule", "nearest_a", "source", "SET:21"),
    (SET, "starter.blank_first", True, "source", "SET:24"),
    (("bisonte",), "starter.rule", "nearest_a", "source", "BIS:15"),
    # 24: variants, all off
    (ALL, "variants.theme", False, "", ""),
    (ALL, "variants.open_dictionary", False, "", ""),
    (ALL, "variants.recycled_blanks", False, "", ""),
    (ALL, "variants.short_turns", None, "", ""),
    (BOTH, "variants.theme_points", 5, "source", "SAL:399"),
    # 27: end in Bisonte
    (("bisonte",), "end.nobody_can_move", "empty_bag", "source", "BIS:45"),
    (("bisonte",), "end.passes_each", None, "assumed", "BIS:45"),
    (SET, "end.nobody_can_move", "any_time", "source", "SET:78"),
    # 29: players
    (BOTH, "players.most", 4, "source", "SAL:11"),
    (SET, "players.most", 4, "source", "SET:1"),
    (("bisonte",), "players.most", 4, "source", "BIS:3"),
    # 30: premiums
    (BOTH, "premiums.counted", "once", "source", "SAL:82"),
    (SET, "premiums.counted", "once", "source", "SET:110"),
    (("bisonte",), "premiums.counted", "once", "source", "BIS:52"),
    # boards and tiles
    (BOTH, "board.grid", None, "unconfirmed", "placeholder"),
    (("set-words", "bisonte"), "board.grid", None, "assumed", "not in the text"),
    (("set-words", "bisonte"), "tiles.table", None, "assumed", "customary"),
    (BOTH, "tiles.total", 150, "source", "SAL:30"),
    (("bisonte",), "tiles.total", 102, "source", "BIS:7"),
]
CASES = [(name, *rule[1:]) for rule in RULES for name in rule[0]]


@swept("name, field, value, kind, cites", CASES, name=lambda case: f"{case[0]}:{case[1]}")
def test_a_rule_has_its_value_and_says_where_it_comes_from(
    name: str, field: str, value: object, kind: str, cites: str
) -> None:
    ruleset = RULESETS[name]
    if field not in ("board.grid", "tiles.table"):
        assert ruleset.value(field) == value
    assert ruleset.marks[field].kind.startswith(kind)
    assert cites in ruleset.marks[field].text


@pytest.mark.parametrize("name", ALL)
def test_every_value_of_a_shipped_ruleset_carries_a_mark_of_its_own(name: str) -> None:
    ruleset = RULESETS[name]
    assert set(ruleset.marks) == set(KINDS)
    assert not [field for field, mark in ruleset.marks.items() if "without a mark" in mark.text]


@pytest.mark.parametrize("name", ALL)
def test_every_cited_line_exists_in_its_book(name: str) -> None:
    ruleset = RULESETS[name]
    texts = [f"{mark.text} {mark.note}" for mark in ruleset.marks.values()]
    texts += [note.mark.text for note in ruleset.notes]
    cited = CITED.findall(" ".join(texts))
    assert len(cited) > 20
    assert all(int(first) <= int(last or first) <= LINES[book] for book, first, last in cited)


def test_every_line_the_pages_cite_exists_in_its_book() -> None:
    pages = sorted((Path(__file__).parents[2] / "docs" / "rules").glob("*.md"))
    cited = [found for page in pages for found in CITED.findall(page.read_text(encoding="utf-8"))]
    assert len(cited) > 60
    assert all(int(first) <= int(last or first) <= LINES[book] for book, first, last in cited)


@pytest.mark.parametrize("name", ALL)
def test_a_ruleset_cites_its_own_book_as_a_source(name: str) -> None:
    ruleset = RULESETS[name]
    sources = " ".join(mark.text for mark in ruleset.marks.values() if mark.kind == "source")
    assert set(re.findall(r"SAL|SET|BIS", sources)) == {ruleset.book}


# SAL:36-52 and 305-387.
@pytest.mark.parametrize(
    ("tiles", "value"),
    [("AILNSTU", 1), ("KMO", 2), ("P", 3), ("BG", 4), ("HR", 5), ("EDY", 8), ("W", 10)],
)
def test_salitaan_tiles_have_the_values_of_the_book(tiles: str, value: int) -> None:
    by_id = RULESETS["salitaan-competition"].tile_set.by_id
    assert {by_id[tile].value for tile in tiles} == {value}
    assert by_id["NG"].value == 5
    assert by_id["?"].value == 0


def test_salitaan_tiles_have_the_counts_of_the_book() -> None:
    counts = "A27 B5 D3 E3 G7 H4 I17 K6 L8 M7 N13 NG5 O6 P5 R3 S7 T8 U9 W1 Y3 ?3"
    expected = {match[1]: int(match[2]) for match in re.finditer(r"([A-Z]+|\?)(\d+)", counts)}
    tiles = RULESETS["salitaan-competition"].tile_set.tiles
    assert {tile.id: tile.count for tile in tiles} == expected


def test_the_printed_list_has_its_thirty_nine_words_of_two_tiles() -> None:
    words = RULESETS["salitaan-competition"].words.printed_list
    assert len(words) == 39
    assert {"NG", "NGA", "BB", "OK", "MA", "UM"} <= set(words)
    assert all(len(word) == 2 for word in words if word != "NGA")


def test_competition_differs_from_family_only_where_the_competition_rules_speak() -> None:
    one, two = (RULESETS[name].values() for name in BOTH)
    assert {field for field in one if one[field] != two[field]} == {
        "bag.policy",
        "bag.split",
        "exchange.refused_at",
        "challenge.quota",
        "challenge.decided_by",
        "timer.kind",
    }


def test_club_rules_count_their_board_and_tiles_as_confirmed() -> None:
    club, book = RULESETS["set-words-club"], RULESETS["set-words"]
    assert all(club.square_is_certain(square) for square in club.layout.squares())
    assert club.tile_is_certain("Q")
    assert not book.tile_is_certain("Q")
    assert book.tile_is_certain("?")  # SET:54, SET:86
    assert club.distribution_is_certain
    assert not book.distribution_is_certain


def test_bisonte_answers_nothing_from_its_distribution_while_two_tiles_are_missing() -> None:
    assert not RULESETS["bisonte"].distribution_is_certain
    assert RULESETS["salitaan-family"].distribution_is_certain


def test_the_director_must_choose_what_a_timer_overrun_costs() -> None:
    assert to_decide(RULESETS["salitaan-competition"]) == ("timer.overrun", "timer.stops_at")
    assert to_decide(RULESETS["salitaan-family"]) == ()


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("salitaan-competition", True),
        ("salitaan-family", True),
        ("bisonte", True),
        ("set-words", False),
        ("set-words-club", False),
    ],
)
def test_equal_scores_need_the_scores_before_unplayed_tiles_where_the_book_says_so(
    name: str, needed: bool
) -> None:
    assert needs_scores_before_adjustment(RULESETS[name]) is needed
