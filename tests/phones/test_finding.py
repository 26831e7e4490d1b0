"""Finding oneself: by number or public name and six digits, or by the card's QR code; one cookie for one event."""

from __future__ import annotations

import hmac
import re
from uuid import uuid4

import pytest
from django.test import Client

from tdapp.desk.models import PhoneBinding, PhoneDevice
from tdapp.desk.phones import codes, find_player
from tdapp.desk.phones.codes import cards_of, code_of, codes_of
from tdapp.desk.phones.commands.phones import renew_code, set_rule
from tdapp.events.models import Event
from tdapp.kernel.models import AuditEntry, IdempotencyKey
from tdapp.kernel.refusals import Refusal
from tests import factories as f
from tests.kept import first
from tests.phones.phones import address, entrant, phone, playing, scanned, text_of

pytestmark = pytest.mark.django_db
whole, ready = first(playing, 4)


def tried(hall: f.Hall, number: int, code: str) -> str:
    """What a try from a device never seen before comes to: the code of its refusal, or the number found."""
    event = Event.objects.get(pk=hall.event.pk)
    try:
        return str(find_player.find(event, str(number), code, uuid4()).number)
    except Refusal as refusal:
        return refusal.code


def test_codes_have_six_digits_hang_on_the_player_and_the_secret_and_change_when_renewed(
    settings: object,
) -> None:
    hall = playing(8)
    rows = [entrant(hall, number) for number in range(1, 9)]
    known = codes_of(rows)
    assert all(len(code) == 6 and code.isdecimal() for code in known.values())
    assert len(set(known.values())) > 4
    settings.SECRET_KEY = "another installation's secret, long enough"  # type: ignore[attr-defined]
    assert codes_of(rows) != known
    before = codes_of(rows)
    renew_code(hall.as_(hall.clerk), rows[0])
    changed = {pk for pk, code in codes_of(rows).items() if code != before[pk]}
    assert changed <= {rows[0].pk}
    # As a word of its own: figures stand by chance in digests, ids and moments.
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
    assert [row.number for row in find_player.alike(event, typed)] == ([1] if found else []) or typed == "ana"
    assert len(find_player.alike(event, "ana")) == 3


def test_a_guarded_child_is_found_by_the_public_name_and_never_by_the_surname() -> None:
    hall = playing(2)
    row = entrant(hall, 1)
    row.age, row.given, row.surname = "minor", "Ana", "Abad"
    row.save()
    event = Event.objects.get(pk=hall.event.pk)
    assert [one.number for one in find_player.alike(event, "Ana A.")] == [1]
    assert find_player.alike(event, "Abad") == []


@pytest.mark.parametrize("typed", ["pena", "Peña", "BENITO PENA", "peña, benito"])
def test_a_name_with_an_enye_is_found_from_a_phone_without_the_letter(typed: str) -> None:
    hall = playing(2)
    row = entrant(hall, 1)
    row.given, row.surname = "Benito", "Peña"
    row.save()
    assert [one.number for one in find_player.alike(Event.objects.get(pk=hall.event.pk), typed)] == [1]


def test_six_digits_tell_nothing_of_the_four_that_earlier_versions_listed() -> None:
    hall = playing(40)
    rows = list(hall.division.entrants.all())
    root = codes.root_of(hall.event.pk)
    old = {
        row.pk: int.from_bytes(hmac.new(root, f"{row.pk}:0".encode(), "sha256").digest()[:8], "big") % 10_000
        for row in rows
    }
    assert sum(code.endswith(f"{old[pk]:04d}") for pk, code in codes_of(rows).items()) < 3


def test_a_card_carries_128_bits_that_stand_nowhere_in_the_database_and_die_with_a_new_code() -> None:
    hall = playing(4)
    row = entrant(hall, 1)
    card = cards_of([row])[row.pk]
    client = Client()
    assert scanned(client, hall, 1).status_code == 303
    assert "Table 1" in text_of(client.get(address(hall)))
    # 32 bytes, of which the second half is secret; each card its own, and none to be worked out from the code.
    assert len(card) == 43
    assert len({one[-20:] for one in cards_of(hall.division.entrants.all()).values()}) == 4
    stored = str(
        [list(model.objects.values()) for model in (AuditEntry, PhoneBinding, PhoneDevice, IdempotencyKey)]
    )
    assert card[-20:] not in stored
    renew_code(hall.as_(hall.clerk), row)
    assert cards_of([row])[row.pk][-20:] != card[-20:]
    for dead in (card, "x", "A" * 43, f"{card[:-1]}!", card * 9):
        answer = client.post(address(hall, f"card/{dead}"))
        assert answer.status_code == 410
        assert "Ask the desk for a new one" in text_of(answer)


def test_a_card_of_another_event_opens_nothing_here() -> None:
    hall, abroad = playing(2), playing(2)
    row = entrant(abroad, 1)
    assert Client().post(address(hall, f"card/{cards_of([row])[row.pk]}")).status_code == 410


def test_looking_at_a_card_binds_no_phone_and_the_page_names_the_player_by_the_public_name() -> None:
    hall = playing(4)
    row = entrant(hall, 1)
    client = Client()
    page = text_of(client.get(address(hall, f"card/{cards_of([row])[row.pk]}")))
    assert row.public_name in page
    assert not PhoneBinding.objects.exists()
    assert "Find my table" in text_of(client.get(address(hall)))


def test_two_divisions_may_have_one_number_and_the_code_tells_them_apart() -> None:
    hall = playing(2)
    other = f.division(hall.event, "Second")
    f.entrants(other, 2)
    event = Event.objects.get(pk=hall.event.pk)
    assert {row.division.slug for row in find_player.alike(event, "1")} == {"open", "second"}
    assert [row.division.slug for row in find_player.alike(event, "1", "second")] == ["second"]


def test_the_cookie_is_for_this_event_out_of_reach_of_scripts_and_signed() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    cookie = client.cookies["td-me"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (address(hall), True, "Lax")
    forged = Client()
    forged.cookies["td-me"] = cookie.value[:-2] + "xx"
    assert "Find my table" in text_of(forged.get(address(hall)))
    abroad = playing(4)
    moved = Client()
    moved.cookies["td-me"] = cookie.value
    assert "Find my table" in text_of(moved.get(address(abroad)))


def test_a_renewed_code_signs_the_phone_out_and_so_does_leaving() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    assert "Table 1" in text_of(client.get(address(hall)))
    assert client.post(address(hall, "leave")).status_code == 303
    assert "Find my table" in text_of(client.get(address(hall)))
    client = phone(hall, 1)
    renew_code(hall.as_(hall.clerk), entrant(hall, 1))
    assert "Find my table" in text_of(client.get(address(hall)))
    assert client.get(address(hall), {"v": "x"}).status_code == 410


def test_phones_that_are_off_find_nobody_and_show_no_table() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    set_rule(hall.as_(hall.director), hall.division, mode="off")
    assert "Table 1" not in text_of(client.get(address(hall)))
    assert tried(hall, 1, code_of(entrant(hall, 1))) == "wrong-code"
