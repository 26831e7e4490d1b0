"""Rows that are filled in: the same as the template would write them, each value escaped, each shape its own."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import override

from tdapp.kernel.pages import stamps

LISTED = "publishing/rows/_listed.html"
AGAINST = "publishing/rows/_seated.html"
PLAIN = {"number": "7", "way": "7/", "name": "Ana Cruz", "rating": "1500", "beside": "Lipa", "place": "3rd"}


def seated(**more: Any) -> dict[str, Any]:
    row = {
        "table": "4",
        "kind": stamps.Word("seat"),
        "starts": True,
        "others": [{"person": {"name": "Bea", "mark": "#2"}}],
    }
    return {"way": "1/", "name": "Ana", "mark": "#1", "row": {**row, **more}}


def test_a_row_is_what_its_template_writes_whatever_was_filled_in_before() -> None:
    one, two = {"person": {"name": "Cy", "mark": "#3"}}, {"person": {"name": "Di", "mark": ""}}
    told = [
        (LISTED, PLAIN),
        (LISTED, {**PLAIN, "name": "Ben", "rating": "", "beside": ""}),
        (LISTED, {**PLAIN, "name": "<b>&\"'</b>", "place": ""}),
        (LISTED, {**PLAIN, "name": "\\1 %(n)s {{ x }}", "beside": SafeString("<i>ours</i>")}),
        (AGAINST, seated()),
        (AGAINST, seated(starts=None)),
        (AGAINST, seated(starts=False)),
        (AGAINST, seated(others=[one, two])),
        (AGAINST, seated(table="", kind=stamps.Word("bye"))),
        (AGAINST, seated(table="", kind=stamps.Word("forfeit"))),
    ]
    for language in ("en", "fil"):
        with override(language):
            for again in range(2):
                for template, row in told:
                    assert stamps.row(template, row) == render_to_string(template, dict(row)), (
                        language,
                        again,
                        row,
                    )


def test_rows_stand_one_after_the_other_and_none_is_nothing() -> None:
    both = stamps.rows(LISTED, [PLAIN, {**PLAIN, "name": "Ben"}])
    assert both == stamps.row(LISTED, PLAIN) + stamps.row(LISTED, {**PLAIN, "name": "Ben"})
    assert both.index("Ana Cruz") < both.index("Ben")
    assert stamps.rows(LISTED, []) == ""
