"""A long list a portion at a time: what is shown first, what more is asked for, what a search finds, what never goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.test import RequestFactory

from tdapp.events.portions import Portion, fits, loaded, portion

NAMES = [f"{number} Cruz{number}, Ana" for number in range(1, 251)]


def shown(query: str = "", *, rows: list[str] | None = None, **how: Any) -> Portion[str]:
    words: Callable[[str], str] = str
    usual = {"size": 100, "first": 100}
    return portion(
        RequestFactory().get(f"/list/?{query}"), NAMES if rows is None else rows, words, **usual | how
    )


def test_a_short_list_is_shown_whole_and_neither_searched_nor_continued() -> None:
    few = shown(rows=NAMES[:100])
    assert (len(few), few.long, few.more, few.here) == (100, False, "", "")


def test_of_a_long_one_the_first_rows_come_at_once_and_each_portion_names_the_next() -> None:
    first = shown()
    assert (first.rows[0], len(first), first.more, first.following) == (NAMES[0], 100, "?from=100", 100)
    second = shown("from=100")
    assert (second.first, second.last, second.more, second.earlier) == (101, 200, "?from=200", "?")
    third = shown("from=200")
    assert (len(third), third.more, third.earlier) == (50, "", "?from=100")


def test_a_long_list_may_begin_with_fewer_rows_than_it_goes_on_with() -> None:
    first = shown(first=50)
    assert (len(first), first.more, first.following) == (50, "?from=50", 100)
    second = shown("from=50", first=50)
    assert ([*first, *second], second.earlier) == (NAMES[:150], "?")


def test_no_row_is_shown_twice_or_left_out() -> None:
    assert [*shown(), *shown("from=100"), *shown("from=200")] == NAMES


def test_a_number_finds_its_own_row_alone_and_a_name_all_that_begin_so() -> None:
    assert shown("q=43").rows == (NAMES[42],)
    assert shown("q=cruz43").rows == (NAMES[42],)
    assert shown("q=ana+243").rows == (NAMES[242],)
    assert shown("q=nobody").rows == ()


def test_what_was_typed_is_found_whatever_its_case_and_accents() -> None:
    assert fits("7 Dela Peñá, José", ["JOSE", "dela"])
    assert not fits("7 Dela Peña", ["pena"]), "Ñ stays its own letter"


def test_a_search_with_many_answers_goes_on_too_and_keeps_what_else_was_asked() -> None:
    found = shown("q=ana&class=B")
    assert found.more == "?class=B&q=ana&from=100"
    assert found.kept == (("class", "B"),)


def test_rows_that_were_ticked_stay_whatever_is_searched() -> None:
    kept = shown("q=43", stays=lambda row: row.startswith("7 "))
    assert kept.rows == (NAMES[6], NAMES[42])


def test_an_address_beyond_the_end_or_out_of_its_mind_shows_the_beginning() -> None:
    for text in ("9999", "-3", "x", "9" * 40, "²"):
        assert shown(f"from={text}").before == 0


def test_two_lists_of_one_page_do_not_move_each_other() -> None:
    one, other = shown("from-a=100&q-b=43", mark="a"), shown("from-a=100&q-b=43", mark="b")
    assert (one.first, other.rows) == (101, (NAMES[42],))
    assert one.more == "?q-b=43&from-a=200"


def test_a_button_on_a_row_brings_back_to_the_same_rows() -> None:
    assert shown("from=100").here == "?from=100"
    assert shown("q=ana").here == "?q=ana"


def test_only_what_is_shown_has_to_be_read() -> None:
    keys = shown("from=100")
    rows = loaded(keys, [one.upper() for one in keys])
    assert (rows.rows[0], rows.more, rows.total) == (NAMES[100].upper(), "?from=200", 250)
