"""The pages on which a sheet is written: what they carry for their scripts, what they show without, who may do what."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from core.messages import Message
from scoring.checks.finding_codes import CODES
from scoring.checks.findings import Finding
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.editor.commands.writing import create
from tdapp.scoresheets.models import Photo
from tdapp.scoresheets.sheet.fixes import fix_of
from tdapp.scoresheets.sheet.labels import GROUPS, LABELS, labels
from tests import factories as f
from tests.kept import first
from tests.scoresheets.factories import FIRST, SECOND, THIRD, Desk, address, browser, desk, written

whole, ready = first(desk)

STATIC = Path(__file__).resolve().parents[2] / "tdapp" / "scoresheets" / "static" / "scoresheets"
SCRIPTS = sorted(STATIC.glob("*.js"))
TEMPLATES = STATIC.parents[1] / "templates" / "scoresheets"
OURS = ("editor", "tally", "_words", "_legend", "_head_form", "_row_dialog", "_after_sheet", "_sheet_actions")


def page(here: Desk, who: Any = None, name: str = "sheet") -> str:
    answer = browser(who or here.hall.clerk).get(here.address(name))
    assert answer.status_code == 200
    return answer.content.decode()


def carried(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(unescape(text.partition('data-page="')[2].partition('"')[0]))
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["sheet", "tally"])
def test_the_page_carries_the_state_the_addresses_and_the_words_for_its_script(name: str) -> None:
    here = written({**FIRST, "score": 12})
    text = page(here, name=name)
    found = carried(text)
    assert found["sheet"] == str(here.sheet.pk)
    assert found["urls"] == {
        one: here.address(one) for one in ("state", "write", "undo", "finish", "reopen", "expected", "offers")
    }
    assert found["state"]["rows"][0]["turn"]["word"] == "BATA"
    assert set(found["labels"]) == set(CODES)
    assert found["canWrite"] is True
    assert 'id="sheet-words"' in text


@pytest.mark.django_db
def test_without_a_script_the_rows_and_what_is_wrong_with_them_can_be_read() -> None:
    here = written({**FIRST, "score": 12}, SECOND, THIRD)
    body = page(here).partition("<tbody>")[2].partition("</tbody>")[0]
    assert body.count("<tr>") == 3
    assert "BATA" in body
    assert "12 points are written" in body


@pytest.mark.django_db
def test_a_viewer_gets_the_sheet_and_nothing_to_write_with() -> None:
    here = written(FIRST)
    text = page(here, here.hall.viewer)
    assert carried(text)["canWrite"] is False
    assert "data-finish" not in text


@pytest.mark.django_db
def test_a_finished_sheet_asks_the_desk_for_its_result_and_can_be_opened_again() -> None:
    here = written(FIRST)
    assert "hx-get" not in page(here)
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=here.fresh().version)
    text = page(here)
    assert 'hx-select="#sheets"' in text
    assert here.address("reopen") in text
    assert here.address("finish") not in text.partition('data-page="')[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ruleset", "squares"), [("set-words-club", 225), ("bisonte", 225), ("salitaan-family", 361)]
)
def test_the_board_and_the_tiles_are_those_of_the_divisions_rules(ruleset: str, squares: int) -> None:
    here = desk(ruleset=ruleset)
    text = page(here)
    assert text.count("data-square=") == squares
    assert carried(text)["state"]["ruleset"]["id"] == ruleset


@pytest.mark.django_db
@pytest.mark.parametrize("players", [3, 4])
def test_every_seat_of_a_larger_table_has_its_fields(players: int) -> None:
    hall = f.hall(players, 0)
    f.published(hall.division, [list(hall.division.entrants.order_by("number"))])
    create(hall.as_(hall.clerk), hall.table(1))
    here = Desk(hall, hall.table(1).sheets.get())
    assert page(here).count('data-head="totals"') == players
    assert page(here, name="tally").count("data-slip") == players


@pytest.mark.django_db
def test_a_name_cannot_break_out_of_the_page() -> None:
    hall = f.hall(4)
    slot = hall.seats(1)[0]
    slot.entrant.surname = "</template><script>\"'"
    slot.entrant.save()
    told = create(hall.as_(hall.clerk), hall.table(1))
    here = Desk(hall, hall.table(1).sheets.get(number=told["sheet"]))
    text = page(here)
    assert "</template><script>" not in text
    assert carried(text)["state"]["seats"][0]["name"].startswith("</template><script>")


def test_every_code_has_one_word_and_no_word_a_code_that_is_none() -> None:
    listed = [code for codes in GROUPS.values() for code in codes.split()]
    assert sorted(listed) == sorted(LABELS)
    assert set(listed) <= set(CODES)
    about_the_sheet = {"ruleset_assumed", "no_ruleset_fits", "rests_on_assumed", "remark", "unreadable"}
    assert set(CODES) - set(listed) == about_the_sheet
    assert all(labels().values())


def suggested(code: str, suggestion: Message | None, computed: int | None = None) -> dict[str, str] | None:
    return fix_of(Finding(code, "error", Message(code, ""), suggestion=suggestion, computed=computed))


@pytest.mark.parametrize(
    ("meant", "facts", "cells"),
    [
        ("shifted_square", {"place": "8G"}, {"at": "8G"}),
        ("other_direction", {"place": "G8"}, {"at": "G8"}),
        ("swapped_letters", {"word": "HATI"}, {"word": "HATI"}),
        ("other_letter", {"word": "HATa"}, {"word": "HATa"}),
        ("swapped_digits", {}, {"score": "21"}),
        ("premium_forgotten", {"square": "J10"}, None),
    ],
)
def test_what_a_suggestion_would_change(
    meant: str, facts: dict[str, str], cells: dict[str, str] | None
) -> None:
    assert suggested("score_wrong", Message(meant, "", facts), computed=21) == cells


def test_nothing_is_offered_where_nothing_is_suggested_and_a_sum_is_put_right_in_its_own_cell() -> None:
    assert suggested("score_wrong", None, computed=21) is None
    assert suggested("total_wrong", Message("swapped_digits", ""), computed=45) == {"total": "45"}


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_scripts_are_small_and_do_nothing_the_content_policy_forbids(file: Path) -> None:
    text = file.read_text()
    assert len(text.splitlines()) < 300
    for forbidden in (
        "eval(",
        "new Function",
        "document.write",
        "http://",
        "https://",
        ".style.",
        "innerHTML",
    ):
        assert forbidden not in text, forbidden


def test_every_sentence_the_scripts_say_is_on_the_page() -> None:
    known = (TEMPLATES / "editor" / "_words.html").read_text()
    said = {
        part.partition('"')[0]
        for name in ("sheet", "side", "grid", "row", "both", "head", "more", "tally")
        for part in (STATIC / f"{name}.js").read_text().split('say("')[1:]
    }
    assert len(said) > 30
    assert {one for one in said if f'data-word="{one}"' not in known} == set()


@pytest.mark.parametrize("name", OURS)
def test_templates_hold_no_inline_script_style_or_handler(name: str) -> None:
    text = next(TEMPLATES.rglob(f"{name}.html")).read_text()
    assert not any(one in text for one in ("<style", " style=", " onclick=", "javascript:"))
    assert all("src=" in tag for tag in text.split("<script")[1:])


@pytest.mark.django_db
def test_a_stranger_is_told_there_is_no_such_page() -> None:
    here = written(FIRST)
    for name in ("sheet", "tally"):
        assert browser(f.user("stranger-" + name)).get(here.address(name)).status_code == 404
        assert (
            browser(here.hall.clerk).get(address(here.sheet, name).replace("sheet/1", "sheet/9")).status_code
            == 404
        )


@pytest.mark.django_db
def test_a_photo_of_the_paper_can_be_looked_at_beside_the_rows() -> None:
    here = written(FIRST)
    assert "sheet-paper" not in page(here)
    Photo.objects.create(sheet=here.sheet, sha256="0" * 64, width=30, height=40, by_name="Clerk")
    text = page(here)
    assert text.count("data-photo") == 1
    assert "photo_remove" not in text
    assert 'data-tab="paper"' in text
