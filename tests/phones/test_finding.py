"""Finding oneself: by number or public name and four digits; tries are held back per player and per phone, not per address."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from tdapp.desk import finding
from tdapp.desk.codes import code_of, codes_of
from tdapp.desk.commands.phones import renew_code, set_rule
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Refusal
from tests import factories as f
from tests.phones.phones import address, entrant, phone, playing, text_of

pytestmark = pytest.mark.django_db


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10000:04d}"


def tried(hall: f.Hall, number: int, code: str, device: str = "a") -> str:
    """What a try comes to: the code of its refusal, or the number found."""
    event = Event.objects.get(pk=hall.event.pk)
    try:
        return str(finding.find(event, str(number), code, device).number)
    except Refusal as refusal:
        return refusal.code


def test_codes_have_four_digits_hang_on_the_player_and_the_secret_and_change_when_renewed(
    settings: object,
) -> None:
    hall = playing(8)
    rows = [entrant(hall, number) for number in range(1, 9)]
    known = codes_of(rows)
    assert all(len(code) == 4 and code.isdecimal() for code in known.values())
    assert len(set(known.values())) > 4
    settings.SECRET_KEY = "another installation's secret, long enough"  # type: ignore[attr-defined]
    assert codes_of(rows) != known
    before = codes_of(rows)
    renew_code(hall.as_(hall.clerk), rows[0])
    changed = {pk for pk, code in codes_of(rows).items() if code != before[pk]}
    assert changed <= {rows[0].pk}
    # As a word of its own: four figures stand by chance in digests, ids and moments.
    logged = str(list(AuditEntry.objects.values()))
    assert not [code for code in before.values() if re.search(rf"(?<![\w.:-]){code}(?![\w.:-])", logged)]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("1", True),
        (" 1 ", True),
        ("Ana Abad", True),
        ("abad", True),
        ("ana", False),
        ("Zamora", False),
        ("", False),
    ],
)
def test_a_number_or_the_words_of_a_public_name_find_a_player(typed: str, found: bool) -> None:
    hall = playing(4)
    event = Event.objects.get(pk=hall.event.pk)
    for row in (entrant(hall, 3), entrant(hall, 4)):
        row.given = "Ana"
        row.save()
    assert [row.number for row in finding.alike(event, typed)] == ([1] if found else []) or typed == "ana"
    assert len(finding.alike(event, "ana")) == 3


def test_a_guarded_child_is_found_by_the_public_name_and_never_by_the_surname() -> None:
    hall = playing(2)
    row = entrant(hall, 1)
    row.age, row.given, row.surname = "minor", "Ana", "Abad"
    row.save()
    event = Event.objects.get(pk=hall.event.pk)
    assert [one.number for one in finding.alike(event, "Ana A.")] == [1]
    assert finding.alike(event, "Abad") == []


@pytest.mark.parametrize("typed", ["pena", "Peña", "BENITO PENA", "peña, benito"])
def test_a_name_with_an_enye_is_found_from_a_phone_without_the_letter(typed: str) -> None:
    hall = playing(2)
    row = entrant(hall, 1)
    row.given, row.surname = "Benito", "Peña"
    row.save()
    assert [one.number for one in finding.alike(Event.objects.get(pk=hall.event.pk), typed)] == [1]


def test_five_wrong_codes_hold_a_player_back_and_a_new_code_lets_him_in() -> None:
    hall = playing(4)
    right = code_of(entrant(hall, 1))
    assert [tried(hall, 1, wrong(right), f"phone {n}") for n in range(6)] == ["wrong-code"] * 5 + [
        "too-many-tries"
    ]
    assert tried(hall, 1, right, "his own") == "too-many-tries"
    assert tried(hall, 2, code_of(entrant(hall, 2)), "phone 1") == "2"
    renew_code(hall.as_(hall.clerk), entrant(hall, 1))
    assert tried(hall, 1, code_of(entrant(hall, 1)), "his own") == "1"


def test_one_phone_that_guesses_at_everybody_is_held_back_and_the_hall_is_not() -> None:
    hall = playing(8)
    for number in (1, 2, 3, 4, 5, 1, 2, 3, 4, 5):
        assert tried(hall, number, wrong(code_of(entrant(hall, number))), "guesser") == "wrong-code"
    assert tried(hall, 6, code_of(entrant(hall, 6)), "guesser") == "too-many-tries"
    assert tried(hall, 6, code_of(entrant(hall, 6)), "another") == "6"
    with clock.at(clock.now() + timedelta(minutes=16)):
        assert tried(hall, 6, code_of(entrant(hall, 6)), "guesser") == "6"


def test_two_divisions_may_have_one_number_and_the_code_tells_them_apart() -> None:
    hall = playing(2)
    other = f.division(hall.event, "Second")
    f.entrants(other, 2)
    event = Event.objects.get(pk=hall.event.pk)
    assert {row.division.slug for row in finding.alike(event, "1")} == {"open", "second"}
    assert [row.division.slug for row in finding.alike(event, "1", "second")] == ["second"]


def test_the_cookie_is_for_this_event_out_of_reach_of_scripts_and_signed() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    cookie = client.cookies["td-me"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (address(hall), True, "Lax")
    forged = Client()
    forged.cookies["td-me"] = cookie.value[:-2] + "xx"
    assert "Find me" in text_of(forged.get(address(hall)))
    abroad = playing(4)
    moved = Client()
    moved.cookies["td-me"] = cookie.value
    assert "Find me" in text_of(moved.get(address(abroad)))


def test_a_renewed_code_signs_the_phone_out_and_so_does_leaving() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    assert "Table 1" in text_of(client.get(address(hall)))
    assert client.post(address(hall, "leave")).status_code == 303
    assert "Find me" in text_of(client.get(address(hall)))
    client = phone(hall, 1)
    renew_code(hall.as_(hall.clerk), entrant(hall, 1))
    assert "Find me" in text_of(client.get(address(hall)))
    assert client.get(address(hall), {"v": "x"}).status_code == 410


def test_phones_that_are_off_find_nobody_and_show_no_table() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    set_rule(hall.as_(hall.director), hall.division, mode="off")
    assert "Table 1" not in text_of(client.get(address(hall)))
    assert tried(hall, 1, code_of(entrant(hall, 1))) == "wrong-code"
