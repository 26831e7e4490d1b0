"""Single rules by form, a ruleset file in and out, and the sheet that is hung on the wall."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring import check_ruleset_text, load_ruleset, rule_sheet, ruleset_from_data, shipped_ids
from scoring.rules.schema import KINDS
from tdapp.events.rules import overrides, rule_labels
from tdapp.events.rules.forms import ValuesForm, written
from tdapp.events.rules.ruleset_files import toml_of
from tests.events.pages import Story, fields, text
from tests.events.rules_pages import division, freeze, hall, paint, rules, says, send_values, url

pytestmark = pytest.mark.django_db
OURS = 'schema = 1\nid = "our-club"\nname = "Our club"\nextends = "salitaan-competition"\n\n[timer]\nseconds = 180\n'


def upload(here: Story, text_: str | bytes, **more: Any) -> Any:
    data = text_.encode() if isinstance(text_, str) else text_
    body = {"file": SimpleUploadedFile("ours.toml", data), **more}
    return here.alice.post(url(here, "file/"), body)


def test_the_form_holds_every_value_that_has_no_editor_of_its_own() -> None:
    form = ValuesForm(base=load_ruleset())
    asked = {name for name in form.fields if "." in name}
    assert asked == set(KINDS) - ValuesForm.ELSEWHERE


@pytest.mark.parametrize("name", sorted(set(KINDS) - ValuesForm.ELSEWHERE))
def test_every_field_and_every_choice_is_told_in_words(name: str) -> None:
    assert rule_labels.label(name) != name
    field = ValuesForm(base=load_ruleset()).fields[name]
    said = [str(words) for _value, words in getattr(field, "choices", [])]
    assert len(set(said)) == len(said)
    assert all("_" not in words for words in said)


@pytest.mark.parametrize("ruleset", shipped_ids())
def test_a_form_sent_as_it_stands_changes_nothing(ruleset: str) -> None:
    here = hall(ruleset)
    before = rules(here)
    assert send_values(here).status_code == 303
    assert division(here).overrides == {}
    assert rules(here).to_data() == before.to_data()


def test_a_value_that_differs_is_a_departure_and_one_set_back_is_none() -> None:
    here = hall()
    send_values(
        here, challenge__quota="5", variants__theme="true", bonus__by_tiles="10=75, 9=60", rack__size="10"
    )
    ruleset = rules(here)
    assert (ruleset.challenge.quota, ruleset.variants.theme) == (5, True)
    assert ruleset.bonus.points(9) == 60
    assert ruleset.marks["challenge.quota"].kind == "departure"
    assert set(division(here).overrides) == {"challenge.quota", "variants.theme", "bonus.by_tiles"}
    send_values(here, challenge__quota="none", variants__theme="false")
    assert set(division(here).overrides) == {"bonus.by_tiles"}


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"rack__size": "40"}, "rack.size is 40; it must be a whole number from 5 to 12"),
        ({"rack__size": "ten"}, "rack.size is “ten” (a text); it must be a whole number from 5 to 12"),
        ({"bonus__by_tiles": "12=75"}, "bonus.by_tiles gives 75 for 12 tiles, but a rack holds 10"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_the_loaders_sentence(
    changed: dict[str, str], sentence: str
) -> None:
    here = hall()
    answer = send_values(here, **changed)
    assert answer.status_code == 422
    assert says(answer, sentence)
    assert division(here).overrides == {}


def test_values_beside_a_painted_board_leave_it_alone() -> None:
    here = hall()
    paint(here, ["..."] * 3, start="B2")
    send_values(here, rack__size="7", bonus__by_tiles="7=50")
    assert rules(here).layout.height == 3
    assert rules(here).rack.size == 7


def test_the_division_plays_by_its_own_file() -> None:
    here = hall()
    assert upload(here, OURS).status_code == 303
    ruleset = rules(here)
    assert (ruleset.id, ruleset.name, ruleset.timer.seconds) == ("our-club", "Our club", 180)
    settings = f"{here.base}settings/divisions/{here.hall.division.slug}/"
    page = here.alice.get(settings)
    assert says(page, "Our club (own file)")
    assert here.alice.post(settings, fields(page)).status_code == 303
    assert rules(here).timer.seconds == 180


def test_another_game_chosen_in_the_settings_puts_the_file_away() -> None:
    here = hall()
    upload(here, OURS)
    settings = f"{here.base}settings/divisions/{here.hall.division.slug}/"
    here.alice.post(settings, {**fields(here.alice.get(settings)), "ruleset": "bisonte"})
    assert division(here).ruleset_file == ""
    assert rules(here).id == "bisonte"


def test_every_mistake_in_a_file_is_told_with_its_line_and_nothing_changes() -> None:
    here = hall()
    answer = upload(here, OURS.replace("180", "5\nsecnods = 3\n\n[rack]\nsize = 99"))
    assert answer.status_code == 422
    for sentence in (
        "ruleset.toml:7: timer.seconds is 5; it must be a whole number from 10 to 14400",
        "ruleset.toml:8: timer.secnods is not a field of a ruleset; did you mean timer.seconds?",
        "ruleset.toml:11: rack.size is 99; it must be a whole number from 5 to 12",
    ):
        assert says(answer, sentence)
    assert division(here).ruleset_file == ""


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "Choose a file or paste its text."),
        (b"\xff\xfe\x00", "The file is not a text in UTF-8."),
        (b"x" * 300_000, "That is larger than any ruleset file."),
        (b"rack = [", "this is not TOML"),
        (OURS.replace("our-club", "bisonte").encode(), "The file's id is bisonte; it must be its own"),
        (
            OURS.replace('"salitaan-competition"', '"../settings.toml"').encode(),
            "extends is “../settings.toml”",
        ),
    ],
)
def test_a_file_that_is_no_ruleset_is_refused(data: bytes, sentence: str) -> None:
    here = hall()
    answer = upload(here, data) if data else here.alice.post(url(here, "file/"), {"text": ""})
    assert answer.status_code == 422
    assert says(answer, sentence)
    assert rules(here).id == "salitaan-competition"


def test_a_file_can_be_pasted() -> None:
    here = hall()
    assert here.alice.post(url(here, "file/"), {"text": OURS.replace("\n", "\r\n")}).status_code == 303
    assert rules(here).id == "our-club"


def test_a_file_takes_the_place_of_painted_board_and_house_rules() -> None:
    here = hall(overrides={"timer.seconds": 60})
    paint(here, ["..."] * 3, start="B2")
    upload(here, OURS)
    assert division(here).overrides == {}
    assert rules(here).layout.height == 19


def test_no_file_is_taken_once_round_1_is_published() -> None:
    here = hall()
    freeze(here)
    assert upload(here, OURS).status_code == 422
    assert send_values(here, rack__size="7").status_code == 422
    assert rules(here).id == "salitaan-competition"


@pytest.mark.parametrize("ruleset", shipped_ids())
def test_a_division_downloaded_and_brought_back_plays_by_the_same_rules(ruleset: str) -> None:
    here, there = hall(ruleset), hall("bisonte")
    send_values(here, challenge__quota="4")
    answer = here.alice.get(url(here, "file/toml"))
    assert "attachment" in answer["Content-Disposition"]
    brought = text(answer).replace(f'id = "{ruleset}"', 'id = "brought"', 1)
    assert upload(there, brought).status_code == 303
    assert rules(there).content_hash == rules(here).content_hash
    data = json.loads(text(here.alice.get(url(here, "file/json"))))
    assert ruleset_from_data(data).content_hash == rules(here).content_hash


@pytest.mark.parametrize("ruleset", shipped_ids())
def test_a_ruleset_written_as_toml_reads_back_with_its_marks_and_notes(ruleset: str) -> None:
    given = load_ruleset(
        ruleset, {"board.name": 'A "quoted" name \\ with\ttab', "words.dialects": ["Iloko", "Ñ"]}
    )
    found = check_ruleset_text(toml_of(given)).unwrap()
    assert found.to_data() == given.to_data()


def test_a_download_is_toml_or_json() -> None:
    here = hall()
    assert here.alice.get(url(here, "file/xml")).status_code == 404
    assert here.bob.get(url(here, "file/toml")).status_code == 200


@pytest.mark.parametrize("ruleset", shipped_ids())
def test_the_sheet_for_the_wall_has_every_rule_its_marks_the_board_and_the_tiles(ruleset: str) -> None:
    here = hall(ruleset)
    page = here.alice.get(url(here, "print/"))
    assert 'class="board"' in text(page)
    for tile in rules(here).tiles.table:
        assert f"<b>{'blank' if tile.is_blank else tile.shown}</b> {tile.value}" in text(page)
    for mark in {one.text for one in rules(here).marks.values() if one.kind == "assumed"} - _untold(
        rules(here)
    ):
        assert says(page, mark), mark


def _untold(ruleset: Any) -> set[str]:
    """Reasons of values that have no line in this game."""
    told = {row.mark.text for row in rule_sheet(ruleset)}
    return {mark.text for mark in ruleset.marks.values()} - told


@pytest.mark.parametrize(
    ("value", "shown"), [(True, "true"), ([1, 2], "1, 2"), ({"10": 75}, "10=75"), ("none", "none"), (7, "7")]
)
def test_values_are_written_as_the_form_reads_them(value: Any, shown: str) -> None:
    assert overrides.as_text(value) == shown


@pytest.mark.parametrize("ruleset", shipped_ids())
def test_what_the_form_shows_of_a_ruleset_reads_back_as_its_values(ruleset: str) -> None:
    given = load_ruleset(ruleset)
    for name, shown in written(given).items():
        if name not in overrides.PAINTED:
            assert KINDS[name].read(KINDS[name].from_text(shown)) == given.value(name), name
