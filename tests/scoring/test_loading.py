"""Ruleset files: every mistake found in one pass, each with its file and line, each saying what would be right."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    Checked,
    RulesetError,
    check_ruleset,
    check_ruleset_text,
    load_ruleset,
    read_sheet,
    ruleset_from_data,
    shipped_ids,
    validate,
    write_sheet,
)
from scoring.marks import ASSUMED
from scoring.rules import schema
from scoring.rules.toml_lines import key_lines
from tests.scoring.sheets import sheet
from tests.scoring.strategies import RULESETS

HEAD = 'schema = 1\nid = "ours"\nname = "Ours"\nextends = "salitaan-competition"\n'


def problems(text: str) -> list[tuple[int, str, str]]:
    """(line, field, code) of each mistake in a file that starts with HEAD (four lines)."""
    found = check_ruleset_text(HEAD + text, "ours.toml")
    return [(mistake.origin.line, mistake.field, mistake.code) for mistake in found.mistakes]


def sentences(found: Checked) -> str:
    return "\n".join(str(mistake) for mistake in found.mistakes)


TWO_TILES = (
    '[tiles]\ntotal = 20\ntable = [{{ id = "A", value = 1, count = 10 }}, '
    '{{ id = "B", letters = "{}", value = 1, count = 10 }}]\n'
)
ENDLESS = '[end]\nwhen_out = false\npasses_each = "none"\nnobody_can_move = "never"\n'
# one mistake each: text after the head, line, field, code, what the sentence says
MISTAKES = [
    ("[rack]\nsize = 40\n", 6, "rack.size", "out_of_range", "from 5 to 12"),
    ('[rack]\nsize = "ten"\n', 6, "rack.size", "wrong_type", "from 5 to 12"),
    ("[rack]\nsize = true\n", 6, "rack.size", "wrong_type", "from 5 to 12"),
    ("[rack]\nsice = 8\n", 6, "rack.sice", "unknown_key", "did you mean rack.size?"),
    ("[rakc]\nsize = 8\n", 5, "rakc", "unknown_key", "did you mean rack?"),
    ("rack = 8\n", 5, "rack", "wrong_type", "[rack]"),
    ("\n# words\n[end]\nwhen_out = 1\n", 8, "end.when_out", "wrong_type", "true or false"),
    ('[end]\npasses_each = "never"\n', 6, "end.passes_each", "wrong_type", "“none”"),
    ('[tie]\nrule = "coin"\n', 6, "tie.rule", "out_of_range", "half_each"),
    ('[challenge]\nwrong = "points_to_player"\n', 6, "challenge.wrong_points", "contradiction", "at least 1"),
    ('[timer]\noverrun = "points"\npoints_per_minute = 0\n', 7, "timer.points_per_minute", "contradiction", "at least 1"),
    ("[players]\nfewest = 4\nmost = 2\n", 7, "players.most", "contradiction", "smaller than"),
    ("[players]\nmost = 5\n", 6, "players.most", "out_of_range", "from 2 to 4"),
    ('[bag]\npolicy = "two"\nsplit = { blue = 5, black = 4 }\n', 7, "bag.split", "contradiction", "add up to rack.size"),
    (TWO_TILES.format("B"), 6, "rack.size", "contradiction", "40 tiles fill all racks"),
    (ENDLESS, 6, "end.when_out", "contradiction", "no rule ends"),
    ("[first_play]\nmin_tiles = 11\n", 6, "first_play.min_tiles", "contradiction", "larger than rack.size"),
    ('[tiles]\nalphabet = ["A", "B"]\n', 6, "tiles.alphabet", "contradiction", "lacks K"),
    (TWO_TILES.format("A"), 7, "tiles.table", "out_of_range", "each id once"),
    ('[words]\nrefused = ["foreign", "foreign"]\n', 6, "words.refused", "out_of_range", "different"),
    ("[bonus]\nby_tiles = { 11 = 80 }\n", 6, "bonus.by_tiles", "contradiction", "a rack holds 10"),
    ("[bonus]\nby_tiles = { ten = 80 }\n", 6, "bonus.by_tiles", "out_of_range", "tiles laid = points"),
    ("[bonus]\nby_tiles = 50\n", 6, "bonus.by_tiles", "wrong_type", "tiles laid = points"),
    ("[bag]\nsplit = { blue = 10 }\n", 6, "bag.split", "contradiction", "one bag"),
    ('[bag]\npolicy = "two"\nsplit = { blue = 5, red = 5 }\n', 7, "bag.split", "contradiction", "black, blue"),
    ('[board]\nstart = "Z9"\n', 6, "board.start", "out_of_range", "J10"),
    ('[board]\nstart = "Y25"\n', 6, "board.start", "contradiction", "not on a board of 19"),
    ('[board]\ngrid = [\n  "...",\n  "....",\n  "...",\n]\n', 6, "board.grid", "out_of_range", "one length"),
    ('[board]\ngrid = ["x..", "...", "..."]\n', 6, "board.grid", "out_of_range", "signs"),
    ('[board]\ngrid = ["*..", "...", "..."]\n', 6, "board.grid", "contradiction", "start square is B2"),
    ("[tiles]\ntotal = 140\n", 6, "tiles.table", "contradiction", "holds 150 tiles"),
    ('[tiles]\nalphabet = ["a"]\n', 6, "tiles.alphabet", "contradiction", "capital"),
    ('[tiles]\ntable = [{ id = "A", value = 1, count = 0 }]\n', 6, "tiles.table", "out_of_range", "row 1: count"),
    ('[words]\nrefused = ["slang"]\n', 6, "words.refused", "out_of_range", "proper_nouns"),
    ('[words]\ndialects = "Cebuano"\n', 6, "words.dialects", "wrong_type", "a list"),
    ("[rack]\nsize = { value = 10, source = \"SAL\" }\n", 6, "rack.size", "bad_mark", "SAL:254"),
    ('[rack]\nsize = { value = 10, source = "SAL:1", assumed = "x" }\n', 6, "rack.size", "bad_mark", "one mark"),
    ('[rack]\nsize = { value = 10, sure = "x" }\n', 6, "rack.size", "bad_mark", "“sure”"),
    ('[rack]\nsize = { value = 10, assumed = "" }\n', 6, "rack.size", "bad_mark", "1 to"),
    ('[[notes]]\ntopic = "play"\n', 5, "notes.0", "wrong_type", "topic and a text"),
    ('[[notes]]\ntopic = "play"\ntext = "x"\n', 5, "notes.0", "bad_mark", "one mark"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "field", "code", "says"), MISTAKES)
def test_a_mistake_in_a_file_is_named_with_its_line(
    text: str, line: int, field: str, code: str, says: str
) -> None:
    found = check_ruleset_text(HEAD + text, "ours.toml")
    assert found.ruleset is None
    mistake = next(one for one in found.mistakes if one.field == field)
    assert mistake.code == code
    assert says in mistake.message
    assert str(mistake).startswith(f"ours.toml:{line}: ")


def test_all_mistakes_are_found_in_one_pass() -> None:
    text = '[rack]\nsize = 40\n\n[end]\nwhen_out = "x"\nlost = 3\n\n[board]\nstart = "Z99"\n'
    assert problems(text) == [
        (6, "rack.size", "out_of_range"),
        (9, "end.when_out", "wrong_type"),
        (10, "end.lost", "unknown_key"),
        (13, "board.start", "out_of_range"),
    ]


def test_several_bad_tiles_are_all_named() -> None:
    rows = '{ id = "A", value = 1, count = 9 }, { value = 1, count = 9 }, { id = "b", value = 1, count = 9 }'
    found = check_ruleset_text(HEAD + f"[tiles]\ntable = [{rows}]\n")
    assert "row 2: the id is missing; row 3: letters must be capital" in sentences(found)


def test_a_line_inside_nested_and_dotted_toml_is_found() -> None:
    assert problems("rack.size = 40\n") == [(5, "rack.size", "out_of_range")]
    assert problems('[rack.size]\nassumed = "x"\nvalue = 40\n') == [(7, "rack.size", "out_of_range")]


def test_broken_toml_is_one_mistake_with_its_line() -> None:
    found = check_ruleset_text(HEAD + "[rack\nsize = 8\n", "ours.toml")
    assert [(m.origin.line, m.code) for m in found.mistakes] == [(5, "syntax")]
    assert found.readable


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('id = "x"\nname = "X"\nextends = "bisonte"\n', "schema"),
        ('schema = 2\nid = "x"\nname = "X"\nextends = "bisonte"\n', "schema"),
        ('schema = 1\nname = "X"\nextends = "bisonte"\n', "id"),
        ('schema = 1\nid = "Our Rules"\nname = "X"\nextends = "bisonte"\n', "id"),
        ('schema = 1\nid = "x"\nextends = "bisonte"\n', "name"),
        ('schema = 1\nid = "x"\nname = 3\nextends = "bisonte"\n', "name"),
        ('schema = 1\nid = "x"\nname = "X"\nextends = "chess"\n', "extends"),
        ('schema = 1\nid = "x"\nname = "X"\nextends = "../other.toml"\n', "extends"),
    ],
)
def test_a_bad_head_is_one_mistake(text: str, field: str) -> None:
    assert [mistake.field for mistake in check_ruleset_text(text).mistakes] == [field]


def test_a_file_without_a_base_must_give_every_field() -> None:
    found = check_ruleset_text('schema = 1\nid = "x"\nname = "X"\n')
    missing = {mistake.field for mistake in found.mistakes}
    assert missing == set(RULESETS["bisonte"].marks) - set(schema.LATER), (
        "what came later has a value of its own"
    )
    assert "extends" in sentences(found)


def test_a_file_may_extend_one_beside_it_and_mistakes_name_the_right_file(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        HEAD.replace("ours", "base") + "[rack]\nsize = 40\n", encoding="utf-8"
    )
    child = tmp_path / "child.toml"
    child.write_text(
        HEAD.replace("salitaan-competition", "base.toml") + "[end]\nwhen_out = 3\n", encoding="utf-8"
    )
    assert [str(m).split(": ")[0] for m in check_ruleset(child).mistakes] == [
        f"{tmp_path / 'base.toml'}:6",
        f"{child}:6",
    ]


def test_files_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        text = HEAD.replace("ours", one).replace("salitaan-competition", f"{other}.toml")
        (tmp_path / f"{one}.toml").write_text(text, encoding="utf-8")
    assert "leads back to itself" in sentences(check_ruleset(tmp_path / "a.toml"))


def test_an_uploaded_text_reaches_no_file(tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text("x = 1\n", encoding="utf-8")
    for target in ("secret.toml", str(tmp_path / "secret.toml")):
        text = HEAD.replace("salitaan-competition", target.replace("\\", "/"))
        assert "it must be one of" in sentences(check_ruleset_text(text))


def test_files_that_cannot_be_read_are_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes('name = "Ñ"'.encode("latin-1"))
    (tmp_path / "huge.toml").write_bytes(b"#" * 300_000)
    for ref in (tmp_path / "none.toml", tmp_path / "latin.toml", tmp_path / "huge.toml", tmp_path, "chess"):
        found = check_ruleset(ref)
        assert not found.readable
        assert len(found.mistakes) == 1


def test_windows_line_ends_and_a_byte_order_mark_are_fine(tmp_path: Path) -> None:
    text = "\ufeff" + (HEAD + "[rack]\nsize = 40\n").replace("\n", "\r\n")
    (tmp_path / "ours.toml").write_bytes(text.encode())
    assert [m.origin.line for m in check_ruleset(tmp_path / "ours.toml").mistakes] == [6]


@given(st.text(max_size=200))
def test_no_text_ever_raises(text: str) -> None:
    assert check_ruleset_text(text).mistakes
    assert check_ruleset_text(HEAD + text).readable


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(ANY_JSON, st.sampled_from(sorted(RULESETS["bisonte"].marks)))
def test_no_override_of_any_shape_ever_raises(value: object, field: str) -> None:
    found = check_ruleset("bisonte", {field: value})
    assert (found.ruleset is None) == bool(found.mistakes)


def test_the_example_in_the_guide_is_a_ruleset() -> None:
    page = Path(__file__).parents[2] / "docs" / "rules" / "ruleset-files.md"
    example = page.read_text(encoding="utf-8").split("```")[1].removeprefix("toml")
    ruleset = check_ruleset_text(example).unwrap()
    assert (ruleset.timer.seconds, ruleset.challenge.quota) == (180, 5)


def test_the_whole_file_in_the_guide_is_a_ruleset_with_tiles_of_several_letters() -> None:
    page = Path(__file__).parents[2] / "docs" / "rules" / "ruleset-files.md"
    example = page.read_text(encoding="utf-8").split("```")[3].removeprefix("toml")
    rules = check_ruleset_text(example).unwrap()
    assert (rules.tile_set.size, rules.distribution_is_certain, rules.all_certain) == (100, True, True)
    assert {"L·L", "NY"} < set(rules.tile_set.by_letters)
    script = "1 8G [L·L]A +22\n2 H8 .E[ny] +2"
    found = validate(rules, sheet(script, 2))
    assert found.findings == ()
    again = read_sheet(write_sheet(sheet(script, 2), "gcg", rules.tile_set)[0].encode(), "gcg").sheet
    assert again is not None
    assert validate(rules, again).verdict == found.verdict == "holds"


# What a file says on top of another: the mark of a value, and what is confirmed.
INHERITED = [
    ("", "exchange.refused_at", "source"),
    ("[exchange]\nrefused_at = 7\n", "exchange.refused_at", "departure"),
    ('[exchange]\nrefused_at = { value = 7, assumed = "so" }\n', "exchange.refused_at", "assumed"),
]


@pytest.mark.parametrize(("text", "field", "kind"), INHERITED)
def test_a_mark_is_inherited_only_with_its_value(text: str, field: str, kind: str) -> None:
    assert check_ruleset_text(HEAD + text).unwrap().marks[field].kind == kind


@pytest.mark.parametrize(
    ("mark", "confirmed"), [("", True), ('departure = "ours"', True), ('assumed = "seen"', False)]
)
def test_a_board_of_the_files_own_is_confirmed_and_another_waits_for_it(mark: str, confirmed: bool) -> None:
    grid = '["T.d", ".*.", "d.T"]'
    text = f"[board]\ngrid = {grid}\n" if not mark else f"[board.grid]\nvalue = {grid}\n{mark}\n"
    rules = check_ruleset_text(HEAD + text).unwrap()
    assert (rules.board.confirmed, rules.board.evidenced) == (confirmed, ())


@pytest.mark.parametrize(
    ("letters", "fine"), [("L·L", True), ("·L", False), ("L·", False), ("L··L", False), ("·", False)]
)
def test_a_middle_dot_stands_between_two_letters(letters: str, fine: bool) -> None:
    table = [{"id": letters, "value": 8, "count": 1}, {"id": "A", "value": 1, "count": 99}]
    found = check_ruleset("set-words-club", {"tiles.table": table, "tiles.alphabet": ["A", letters]})
    assert (found.ruleset is not None) is fine


def test_deeply_nested_text_is_refused_not_followed() -> None:
    assert check_ruleset_text("x = " + "[" * 5000 + "]" * 5000).ruleset is None


def test_a_value_without_a_mark_is_the_files_own_rule() -> None:
    ruleset = check_ruleset_text(HEAD + "[exchange]\nrefused_at = 5\n", "ours.toml").unwrap()
    assert ruleset.exchange.refused_at == 5
    assert ruleset.exchange.min_in_bag == 6
    assert ruleset.marks["exchange.refused_at"].kind == "departure"
    assert "ours.toml" in ruleset.marks["exchange.refused_at"].text


# overrides as from a form or the command line
@pytest.mark.parametrize(
    ("override", "field", "value"),
    [
        ("exchange.refused_at=5", "exchange.refused_at", 5),
        ("challenge.quota=none", "challenge.quota", None),
        ("challenge.quota = 4", "challenge.quota", 4),
        ("variants.theme=yes", "variants.theme", True),
        ("variants.theme=off", "variants.theme", False),
        ("tie.rule=half_each", "tie.rule", "half_each"),
        ("bonus.by_tiles=10=75, 9=60", "bonus.by_tiles", (("10", 75), ("9", 60))),
        ("words.dialects=Cebuano, Ilokano", "words.dialects", ("Cebuano", "Ilokano")),
        ("board=.../.*./...", "board.grid", ("...", ".*.", "...")),
    ],
)
def test_any_field_can_be_overridden_by_text(override: str, field: str, value: object) -> None:
    assert load_ruleset(overrides=[override]).value(field) == value


@pytest.mark.parametrize(
    ("override", "code", "says"),
    [
        ("rack.size", "syntax", "field=value"),
        ("rack.sise=8", "unknown_key", "did you mean rack.size?"),
        ("rack.size=ten", "wrong_type", "from 5 to 12"),
        ("rack.size=99", "out_of_range", "from 5 to 12"),
        ("rack.size=8", "contradiction", "a rack holds 8"),
        ("variants.theme=perhaps", "wrong_type", "true or false"),
        ("tiles=A 1 9; B x 2", "out_of_range", "row 2: value"),
        ("tiles=A 1 9; B 3 2", "contradiction", "holds 11 tiles"),
    ],
)
def test_a_bad_override_is_one_clear_mistake(override: str, code: str, says: str) -> None:
    found = check_ruleset("salitaan-competition", [override])
    assert found.ruleset is None
    assert code in {mistake.code for mistake in found.mistakes}
    assert says in sentences(found)
    assert str(found.mistakes[0]).startswith("override ")


def test_an_override_is_marked_as_a_departure_unless_it_changes_nothing() -> None:
    changed = load_ruleset(overrides=["tie.rule=half_each", "exchange.refused_at=7"])
    assert changed.marks["tie.rule"].kind == "departure"
    assert "SAL:232" in changed.marks["tie.rule"].text
    assert changed.marks["exchange.refused_at"].text == "SAL:254"


def test_an_override_may_carry_its_own_mark() -> None:
    ruleset = load_ruleset(overrides={"rack": {"size": {"value": 10, "assumed": "house rule"}}})
    assert ruleset.marks["rack.size"].kind == "assumed"


def test_a_new_board_is_not_believed_until_it_is_confirmed() -> None:
    grid = ["." * 19] * 19
    painted = load_ruleset(overrides={"board": {"grid": grid}})
    assert painted.board.evidenced == ()
    assert not painted.square_is_certain(painted.layout.start)
    assert load_ruleset("set-words-club", {"board.grid": grid}).board.confirmed is False
    ticked = load_ruleset(
        overrides={"board.grid": grid, "board.confirmed": True, "board.name": "Our club's board"}
    )
    assert ticked.square_is_certain(ticked.layout.start)


def test_the_two_missing_tiles_of_bisonte_can_be_entered() -> None:
    bisonte = RULESETS["bisonte"]
    table = [dict(row) for row in bisonte.to_data()["values"]["tiles.table"]]  # type: ignore[index]
    for row in table:
        row["count"] += row["id"] in ("S", "N")
    assert not load_ruleset("bisonte", ["tiles.confirmed=true"]).distribution_is_certain
    found = load_ruleset("bisonte", {"tiles.table": table, "tiles.confirmed": True})
    assert found.tile_set.size == 102
    assert found.distribution_is_certain


@pytest.mark.parametrize("name", shipped_ids())
def test_a_stored_ruleset_comes_back_the_same(name: str) -> None:
    ruleset = RULESETS[name]
    stored = json.loads(json.dumps(ruleset.to_data()))
    back = ruleset_from_data(stored)
    assert back == ruleset
    assert back.content_hash == ruleset.content_hash


@pytest.fixture
def younger(monkeypatch: pytest.MonkeyPatch) -> str:
    """As if this field had come after the rules that others keep, where its absence means `draw_first`."""
    monkeypatch.setitem(schema.LATER, "exchange.order", "draw_first")
    return "exchange.order"


@pytest.mark.parametrize("name", shipped_ids())
def test_rules_stored_before_there_was_a_field_play_as_they_did(name: str, younger: str) -> None:
    stored: dict[str, Any] = load_ruleset(name, [f"{younger}=draw_first"]).to_data()
    del stored["values"][younger], stored["marks"][younger]
    back = ruleset_from_data(stored)
    assert back.value(younger) == "draw_first"
    assert back.marks[younger].kind == ASSUMED


def test_a_later_field_counts_for_the_hash_only_where_it_changes_the_game(
    younger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, other = (load_ruleset(overrides=[f"{younger}={order}"]) for order in ("draw_first", "return_first"))
    without: dict[str, Any] = deepcopy(said.to_data())
    del without["values"][younger], without["marks"][younger]
    assert ruleset_from_data(without).content_hash == said.content_hash != other.content_hash
    monkeypatch.delitem(schema.LATER, younger)
    assert load_ruleset(overrides=[f"{younger}=return_first"]).content_hash == other.content_hash


def test_a_stored_ruleset_without_a_field_that_was_always_there_is_refused() -> None:
    stored: dict[str, Any] = RULESETS["bisonte"].to_data()
    del stored["values"]["exchange.order"]
    with pytest.raises(RulesetError, match=r"exchange\.order is missing"):
        ruleset_from_data(stored)


def test_a_spoiled_stored_ruleset_is_refused() -> None:
    data = RULESETS["bisonte"].to_data()
    data["values"] = {**RULESETS["bisonte"].values(), "rack.size": 99, "rack.colour": "red"}
    with pytest.raises(RulesetError) as refused:
        ruleset_from_data(data)
    assert {mistake.field for mistake in refused.value.mistakes} == {"rack.size", "rack.colour"}


def test_the_hash_follows_the_rules_and_nothing_else() -> None:
    base = load_ruleset()
    assert load_ruleset(overrides=["timer.seconds=180"]).content_hash != base.content_hash
    assert (
        load_ruleset(overrides=["board.confirmed=true", "board.name=Ours"]).content_hash == base.content_hash
    )
    renamed = check_ruleset_text(HEAD).unwrap()
    assert renamed.content_hash == base.content_hash
    assert len({ruleset.content_hash for ruleset in RULESETS.values()}) == len(RULESETS)


def test_the_hash_is_the_same_on_every_machine() -> None:
    # A frozen event compares this number: change it only with the schema.
    assert load_ruleset("set-words-club").content_hash == PINNED


def test_lines_are_found_in_every_form_of_toml() -> None:
    text = 'a = 1\n[b]\n"c d" = """\nx\n"""\ne.f = [1, # one\n  2,\n]\n[[g]]\nh = {i = 1, j = \'}\'}\n[[g]]\nh = 2\n'
    lines = key_lines(text)
    assert lines[("a",)] == 1
    assert lines[("b", "c d")] == 3
    assert lines[("b", "e", "f", 1)] == 7
    assert lines[("g", 0, "h", "j")] == 10
    assert lines[("g", 1, "h")] == 12


PINNED = "ed5d0ca1db2fdf6bffe0f024962f21ef813b2a7ea77bb263c598350b19c092c1"


def test_a_number_of_thousands_of_digits_is_a_mistake_with_a_sentence() -> None:
    found = check_ruleset_text("[rack]\nsize=" + "9" * 6000, "huge.toml")
    assert [mistake.message for mistake in found.mistakes] == [
        "this is not TOML: a number has too many digits"
    ]
