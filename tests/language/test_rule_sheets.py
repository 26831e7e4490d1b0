"""Every line of a rule sheet in Filipino: its sentence, what is filled in, and what its mark says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from scoring import load_ruleset
from scoring.rules.overrides import MARK
from scoring.rules.ruleset_files import shipped_ids
from scoring.rules.rulesheet import RuleRow, rule_sheet
from tdapp.kernel.messages.sentences import of_rules, translated

# Lines of a book, squares, letters of tiles: the same in both.
SAME = re.compile(r"\b(?:SAL|SET|BIS)\b[:\d, -]*|\bx\d+|\b[A-Z]{1,2}\b")


def said_of(row: RuleRow) -> Iterator[tuple[str, str]]:
    """Each text of a row with what a reader of Filipino gets."""
    yield str(row.rule), translated(row.rule)
    filled = [
        value
        for name, value in row.rule.facts.items()
        if isinstance(value, str) and f"%({name})" in row.rule.template
    ]
    yield from ((text, translated(text)) for text in filled)
    yield from ((text, of_rules(text)) for text in (row.mark.text, row.mark.note))


def test_what_an_event_sets_for_itself_is_said_so_in_filipino() -> None:
    rows = rule_sheet(load_ruleset(overrides=["tie.rule=half_each"]))
    (mark,) = {row.mark.text for row in rows if row.field == "tie.rule"}
    with translation.override("fil"):
        assert of_rules(mark) == "itinakda para sa paligsahang ito, sa halip na SAL:232"
        assert of_rules(MARK.text) == "itinakda para sa paligsahang ito"


@pytest.mark.parametrize("name", shipped_ids())
def test_no_line_of_a_rule_sheet_stays_english(name: str) -> None:
    with translation.override("fil"):
        both = [pair for row in rule_sheet(load_ruleset(name)) for pair in said_of(row)]
    assert len(both) > 100
    stays = {english for english, filipino in both if english == filipino}
    assert {text for text in stays if re.search(r"[a-z]{3}", SAME.sub("", text))} == set()
