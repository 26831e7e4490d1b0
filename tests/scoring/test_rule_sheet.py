from __future__ import annotations

import pytest

from scoring import Message, load_ruleset, rule_sheet
from scoring.rules.schema import KINDS, Choice, Flag, field_specs
from scoring.rules.value_sentences import SENTENCES
from tests.scoring.strategies import RULESETS


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_row_of_a_rule_sheet_has_a_rule_a_mark_and_where_it_comes_from(name: str) -> None:
    rows = rule_sheet(RULESETS[name])
    assert len(rows) > 40
    for row in rows:
        assert str(row.topic)
        assert str(row.rule).rstrip().endswith((".", "!"))
        assert row.mark.text
        assert "%(" not in str(row.rule)
        assert bool(row.source) == (row.mark.kind == "source")


def test_every_field_has_its_sentence_and_every_choice_too() -> None:
    assert set(SENTENCES) == set(KINDS)
    for name, kind in KINDS.items():
        templates = SENTENCES[name]
        if isinstance(kind, Choice):
            assert not isinstance(templates, str)
            assert set(templates) == set(kind.options), name
        if isinstance(kind, Flag):
            assert not isinstance(templates, str)
            assert set(templates) == {True, False}, name


def rules(name: str, overrides: list[str] | None = None) -> dict[str, str]:
    return {row.field: str(row.rule) for row in rule_sheet(load_ruleset(name, overrides or [])) if row.field}


def test_the_sheet_speaks_plainly() -> None:
    told = rules("salitaan-competition")
    assert told["exchange.refused_at"] == "No exchange when the bag holds 7 tiles or fewer."
    assert told["bonus.by_tiles"] == "Bonus for tiles laid in one turn: 75 for 10 tiles."
    assert told["board.start"] == "The start square is J10."
    assert "NG 5 x5" in told["tiles.table"]
    assert rules("set-words")["bonus.by_tiles"] == "There is no bonus for laying many tiles."


def test_what_does_not_apply_has_no_row() -> None:
    assert "timer.seconds" not in rules("salitaan-family")
    assert "timer.seconds" in rules("salitaan-competition")
    assert "challenge.quota_counts" in rules("salitaan-family")
    assert "challenge.quota_counts" not in rules("salitaan-competition")
    assert "variants.theme_points" in rules("salitaan-family", ["variants.theme=yes"])


def test_missing_tiles_are_told_on_the_sheet() -> None:
    texts = [str(row.rule) for row in rule_sheet(RULESETS["bisonte"])]
    assert "2 of the 102 tiles the book announces are not known." in texts
    assert not [row for row in rule_sheet(RULESETS["set-words"]) if row.rule.code == "tiles.missing"]


def test_an_override_shows_as_a_departure() -> None:
    rows = rule_sheet(load_ruleset(overrides=["tie.rule=half_each"]))
    row = next(row for row in rows if row.field == "tie.rule")
    assert (row.mark.kind, row.source) == ("departure", "")
    assert row.as_data()["why"] == "set for this event, instead of SAL:232"


def test_rows_are_data_that_can_be_translated() -> None:
    row = next(row for row in rule_sheet(RULESETS["bisonte"]) if row.field == "rack.size")
    assert row.rule.template == "A full rack holds %(value)s tiles."
    assert str(Message("x", "Isang raketa: %(value)s", row.rule.facts)) == "Isang raketa: 7"


def test_a_form_can_be_built_from_the_fields() -> None:
    specs = {spec.name: spec for spec in field_specs()}
    assert set(specs) == set(KINDS)
    assert specs["tie.rule"].options == ("higher_before_adjustment", "half_each")
    assert specs["timer.overrun"].ask
    assert specs["rack.size"].expected == "a whole number from 5 to 12"
