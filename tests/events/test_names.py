"""How a name is shown in public: one function, one table of cases (RA 10173; NPC Advisory 2024-03)."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.people.names import (
    ADULT,
    MINOR,
    UNKNOWN,
    age_band,
    display_name,
    fold,
    is_guarded,
    letter_of,
    letters_needed,
    listed_name,
    mark,
    order_key,
    short_name,
    told_apart,
)  # fmt: skip

FULL, SHORT, BARE = "Ana Reyes", "Ana R. (Lipa NHS)", "Ana R."
CASES = [
    # age, school division, consent, club -> shown
    (ADULT, False, False, "Lipa NHS", FULL),
    (ADULT, True, False, "Lipa NHS", FULL),
    (MINOR, False, False, "Lipa NHS", SHORT),
    (MINOR, True, False, "Lipa NHS", SHORT),
    (MINOR, True, False, "", BARE),
    (MINOR, False, True, "Lipa NHS", FULL),
    (MINOR, True, True, "Lipa NHS", FULL),
    (UNKNOWN, False, False, "Lipa NHS", FULL),
    (UNKNOWN, True, False, "Lipa NHS", SHORT),
    (UNKNOWN, True, False, "", BARE),
    (UNKNOWN, True, True, "Lipa NHS", FULL),
]


@pytest.mark.parametrize(("age", "school", "consent", "club", "shown"), CASES)
def test_the_public_name_follows_age_school_and_consent(
    age: str, school: bool, consent: bool, club: str, shown: str
) -> None:
    assert display_name("Ana", "Reyes", club=club, age=age, school=school, consent=consent) == shown


@pytest.mark.parametrize(
    ("given_name", "surname", "shown"),
    [
        ("", "Reyes", "R."),
        ("Ana", "", "Ana"),
        ("Ana Maria", "dela Cruz", "Ana Maria D."),
        ("Leo", "Ñuñez", "Leo Ñ."),
    ],
)
def test_a_childs_short_name_never_holds_the_surname(given_name: str, surname: str, shown: str) -> None:
    assert display_name(given_name, surname, age=MINOR) == shown


def test_a_grown_up_with_one_name_has_no_stray_blank() -> None:
    assert display_name("", "Madonna") == "Madonna"
    assert listed_name("", "Madonna") == "Madonna"
    assert listed_name("Ana", "Reyes") == "Reyes, Ana"


DAY = date(2026, 3, 14)


@pytest.mark.parametrize(
    ("birth_date", "birth_year", "band"),
    [
        (None, None, UNKNOWN),
        (date(2008, 3, 14), None, ADULT),
        (date(2008, 3, 15), None, MINOR),
        (date(2000, 1, 1), None, ADULT),
        (date(2016, 7, 1), None, MINOR),
        (None, 2007, ADULT),
        (None, 2008, MINOR),
        (date(2008, 2, 29), None, ADULT),
        (date(2008, 3, 15), 1990, MINOR),
    ],
)
def test_the_age_band_on_the_day_of_the_event(
    birth_date: date | None, birth_year: int | None, band: str
) -> None:
    assert age_band(birth_date, birth_year, DAY) == band


def test_somebody_born_on_leap_day_is_of_age_on_the_first_of_march() -> None:
    assert age_band(date(2008, 2, 29), None, date(2026, 2, 28)) == MINOR
    assert age_band(date(2008, 2, 29), None, date(2026, 3, 1)) == ADULT


def test_unknown_age_is_guarded_in_schools_only() -> None:
    assert is_guarded(UNKNOWN, True)
    assert not is_guarded(UNKNOWN, False)
    assert not is_guarded(ADULT, True)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("REYES  Ana", "reyes ana", True),
        ("José", "Jose", True),
        ("Peña", "Pena", False),
        ("Pen\u0303a", "Peña", True),
        ("PEÑA", "peña", True),
        ("O’Hara", "O'Hara", True),
        ("dela Cruz", "de la Cruz", False),
    ],
)
def test_names_are_folded_for_matching_but_the_n_with_tilde_stays_a_letter(
    one: str, other: str, same: bool
) -> None:
    assert (fold(one) == fold(other)) is same


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


NAMES = st.text(st.characters(categories=("Lu", "Ll")), min_size=2, max_size=12)


@given(NAMES, NAMES, st.sampled_from([MINOR, UNKNOWN]))
def test_a_guarded_name_never_shows_the_surname(given_name: str, surname: str, age: str) -> None:
    shown = display_name(given_name, surname, age=age, school=True)
    assert shown == f"{given_name} {surname[:1].upper()}."


def _in_order(names: list[str], *, under_particle: bool = True) -> list[str]:
    def key(name: str) -> str:
        surname, _comma, given_name = name.partition(", ")
        return order_key(given_name, surname, under_particle=under_particle)

    return sorted(names, key=key)


def test_names_stand_as_filipinos_read_lists() -> None:
    names = [
        "Abad, Ana", "Ábad, Ángel", "Abad, Luz", "Cruz, Ben", "Cruz Reyes, Ana", "de la Cruz, Ana", "dela Cruz, Ben",
        "delos Reyes, Ana", "de los Santos, Ben", "Madonna", "Nunal, Ana", "Nuñez, Ana", "Núñez, Ben", "Nuyda, Ana",
        "Nzo, Ana", "Ñora, Ana", "Ocampo, Ana", "O'Hara, Ana", "San Juan, Ana", "Santos, Ana",
    ]  # fmt: skip
    assert _in_order(names[::-1]) == names
    under = _in_order(names, under_particle=False)
    assert under[3:7] == ["de la Cruz, Ana", "Cruz, Ben", "dela Cruz, Ben", "Cruz Reyes, Ana"]
    assert under[-4:] == ["delos Reyes, Ana", "San Juan, Ana", "Santos, Ana", "de los Santos, Ben"]
    assert [letter_of(order_key("", name)) for name in ("Ñora", "ábad", "de los Santos", ".")] == [
        "Ñ",
        "A",
        "D",
        "",
    ]


def test_two_of_one_name_get_their_clubs_where_these_tell_them_apart_else_their_numbers() -> None:
    people = [("Juan Cruz", "Cebu", 3), ("Juan Cruz", "Lipa", 4), ("Ana", "", 5), ("Bo", "X", 1), ("BO", "X", 2), ("Di", "", 8),
              ("Di", "X", 9)]  # fmt: skip
    assert told_apart(people) == ["Cebu", "Lipa", "", "#1", "#2", "#8", "#9"]
    assert (
        display_name("Ana", "Reyes", club="Lipa NHS", age=MINOR, listed=True, beside="#7")
        == "R., Ana (Lipa NHS, #7)"
    )
    assert display_name("Ana", "Reyes", listed=True) == "Reyes, Ana"
    assert display_name("", "Reyes", age=MINOR, listed=True) == "R."


def test_brothers_and_sisters_get_as_many_letters_as_tell_them_apart() -> None:
    names = [
        ("Miguel", "Abad"),
        ("Maria", "Abad"),
        ("Mario", "Abad"),
        ("Mia", "Cruz"),
        ("", "Abad"),
        ("Ma", "Abad"),
    ]
    told = [short_name(*name, letters) for name, letters in zip(names, letters_needed(names), strict=True)]
    assert told == ["Abad, Mi.", "Abad, Maria", "Abad, Mario", "Cruz, M.", "Abad", "Abad, Ma"]


def test_a_whole_word_of_a_shortened_name_has_no_point() -> None:
    names = [("Maria L.", "Cruz"), ("MARIO", "CRUZ")]
    told = [short_name(*name, letters) for name, letters in zip(names, letters_needed(names), strict=True)]
    assert told == ["Cruz, Maria", "CRUZ, MARIO"]


def test_unrated_is_a_dash_and_never_a_zero() -> None:
    assert [mark(3, rating, rated_too=True) for rating in (1450, 0, None)] == ["#3 1450", "#3", "#3"]
    assert mark(3, 1450, rated_too=False) == "#3"
