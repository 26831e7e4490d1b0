"""The tile table: Bisonte's two missing tiles first of all, and every other set a hall may own."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Ruleset, load_ruleset, validate
from scoring.sheets.scoresheet import Player, Scoresheet, Turn
from tdapp.events.models.library import NamedSet
from tdapp.events.rules import tile_sets
from tests.events.pages import Story, fields, text
from tests.events.rules_pages import division, freeze, hall, rules, says, tiles_body, url

pytestmark = pytest.mark.django_db
BISONTE = load_ruleset("bisonte")
MISSING = [("K", 8, 1), ("W", 8, 1)]


def send(here: Story, *more: tuple[str, int, int], **facts: Any) -> Any:
    return here.alice.post(url(here, "tiles/"), tiles_body(rules(here), *more, **facts))


def three_zs() -> Scoresheet:
    """Three Z on the board; the set holds one."""
    turn = Turn("play", 0, position="8G", word="ZZZ", score=60)
    return Scoresheet(players=(Player("Ana"), Player("Ben")), turns=(turn,))


def severity(ruleset: Ruleset, code: str) -> list[str]:
    return [one.severity for one in validate(ruleset, three_zs()).findings if one.code == code]


def test_the_editor_shows_every_tile_and_says_what_is_missing() -> None:
    here = hall("bisonte")
    page = here.alice.get(url(here, "tiles/"))
    assert all(f'name="tile_id" value="{tile.id}"' in text(page) for tile in BISONTE.tiles.table)
    assert says(page, "2 of the 102 tiles are not known yet.")


def test_with_bisontes_two_tiles_entered_and_ticked_what_needed_them_is_checked() -> None:
    here = hall("bisonte")
    assert severity(rules(here), "over_set") == ["unverifiable"]
    assert send(here, *MISSING, name="Table set", confirmed="on").status_code == 303
    ruleset = rules(here)
    assert (ruleset.tile_set.size, ruleset.tiles.total) == (102, 102)
    assert ruleset.distribution_is_certain
    assert severity(ruleset, "over_set") == ["error"]
    assert not says(here.alice.get(url(here, "tiles/")), "of the 102 tiles")


def test_without_the_tick_they_stay_what_cannot_be_checked() -> None:
    here = hall("bisonte")
    send(here, *MISSING)
    assert rules(here).tile_set.complete
    assert not rules(here).distribution_is_certain
    assert severity(rules(here), "over_set") == ["unverifiable"]


def test_one_tile_of_two_is_kept_as_not_known_and_cannot_be_ticked() -> None:
    here = hall("bisonte")
    assert send(here, MISSING[0]).status_code == 303
    assert rules(here).tile_set.size == 101
    answer = send(here, confirmed="on")
    assert answer.status_code == 422
    assert says(answer, "tiles.table holds 101 tiles, but tiles.total is 102; they must be equal")


def test_a_set_of_another_size_says_its_size() -> None:
    here = hall("bisonte")
    assert send(here, total=100, confirmed="on").status_code == 303
    assert rules(here).distribution_is_certain
    assert rules(here).marks["tiles.total"].kind == "departure"


def test_the_tick_alone_changes_no_tile() -> None:
    here = hall("set-words")
    send(here, name=rules(here).tiles.name, confirmed="on")
    assert division(here).overrides == {"tiles.confirmed": True}


def test_rows_that_stay_keep_the_source_the_book_gives_them() -> None:
    here = hall("bisonte")
    send(here, *MISSING, confirmed="on")
    table = rules(here).tile_set.by_id
    mark = table["?"].mark
    assert mark is not None
    assert mark.text == "BIS:36, BIS:49"
    assert table["K"].mark is None


def test_a_letter_no_alphabet_names_yet_is_added_to_it() -> None:
    here = hall("bisonte")
    send(here, ("Ç", 5, 2), confirmed="on")
    assert rules(here).tiles.alphabet[-1] == "Ç"
    assert rules(here).tile_set.natural("Ç") is not None


def test_a_tile_may_spell_other_letters_than_its_name() -> None:
    here = hall("bisonte")
    body = tiles_body(BISONTE, ("DIEGO", 8, 2), confirmed="on")
    body["tile_letters"][-1] = "gü"
    assert here.alice.post(url(here, "tiles/"), body).status_code == 303
    tile = rules(here).tile_set.by_id["DIEGO"]
    assert (tile.letters, tile.value) == ("GÜ", 8)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (("K", 8, "two"), "count must be a whole number from 1 to 200"),
        (("K", 800, 2), "value must be a whole number from 0 to 100"),
        (("K", 8, 0), "count must be a whole number from 1 to 200"),
        (("A", 1, 2), "each id once"),
        (("K5", 1, 2), "letters must be capital letters that have a lower case"),
        (("", 1, 2), "the id is missing"),
    ],
)
def test_a_row_that_is_none_is_refused_with_a_sentence_and_kept_on_the_page(row: Any, sentence: str) -> None:
    here = hall("bisonte")
    answer = send(here, row)
    assert answer.status_code == 422
    assert says(answer, sentence)
    assert f'name="tile_count" value="{row[2]}"' in text(answer)
    assert rules(here).tile_set.size == 100


def test_a_set_kept_by_its_name_is_there_for_other_events() -> None:
    here, there = hall("bisonte"), hall("bisonte")
    send(here, *MISSING, name="Table set", confirmed="on", keep="on")
    kept = NamedSet.objects.get()
    page = there.alice.get(url(there, "tiles/"), {"from": str(kept.pk)})
    assert 'name="tile_id" value="K"' in text(page)
    assert fields(page)["total"] == "102"
    assert "confirmed" not in fields(page)


SHEET = "Tile\tPoints\tHow many\n?\t0\t2\nA\t1\t60\nNG\t5\t40\n"


@pytest.mark.parametrize(
    "pasted",
    [
        SHEET,
        SHEET.replace("\t", ","),
        SHEET.replace("\t", ";"),
        "? 0 2\nA 1 60\nNG 5 40",
        "\n? 0 2\n\nA 1 60\nng 5 40\n",
    ],
)
def test_a_whole_table_can_be_pasted(pasted: str) -> None:
    here = hall("bisonte")
    body = {**tiles_body(BISONTE), "pasted": pasted, "confirmed": "on"}
    assert here.alice.post(url(here, "tiles/"), body).status_code == 303
    assert [(tile.id, tile.value, tile.count) for tile in rules(here).tiles.table] == [
        ("?", 0, 2),
        ("A", 1, 60),
        ("NG", 5, 40),
    ]


def test_every_pasted_line_that_is_no_tile_is_told() -> None:
    rows, wrong = tile_sets.pasted("A 1 27\nB four 5\n\nNG 5\nC 1 2")
    assert [row["id"] for row in rows] == ["A", "C"]
    assert len(wrong) == 2
    assert "Pasted line 2 is “B four 5”" in wrong[0]
    here = hall("bisonte")
    answer = here.alice.post(url(here, "tiles/"), {**tiles_body(BISONTE), "pasted": "A 1 27\nB four 5"})
    assert answer.status_code == 422
    assert says(
        answer,
        "Pasted line 2 is “B four 5”; it must be a tile, its value and how many there are, like NG 5 5.",
    )


def test_headings_may_come_in_any_order_with_a_bag() -> None:
    rows, wrong = tile_sets.pasted("bag,count,value,tile\nblue,27,1,A\n")
    assert wrong == []
    assert rows == [{"id": "A", "value": 1, "count": 27, "bag": "blue"}]


def test_two_bags_are_kept_apart() -> None:
    here = hall("salitaan-family")
    page = here.alice.get(url(here, "tiles/"))
    assert 'name="tile_bag" value="blue"' in text(page)
    assert send(here, confirmed="on").status_code == 303
    body = tiles_body(rules(here))
    body["tile_bag"][0] = "green"
    answer = here.alice.post(url(here, "tiles/"), body)
    assert answer.status_code == 422
    assert says(answer, "bag.split must name the two bags of tiles.table")


def test_the_tiles_cannot_change_once_round_1_is_published_but_can_be_confirmed() -> None:
    here = hall("set-words")
    freeze(here)
    page = here.alice.get(url(here, "tiles/"))
    assert says(page, "the tiles cannot change any more")
    assert 'name="tile_id"' not in text(page)
    assert send(here, ("ZZ", 1, 1)).status_code == 422
    here.alice.post(url(here, "confirm"), {"what": "tiles", "confirmed": "on"})
    assert rules(here).distribution_is_certain
