"""Children and private data: planted, then searched for in everything public."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache

from tdapp.events.entries.commands.entrants import edit_private
from tdapp.events.models import Entrant
from tdapp.kernel.context import Context
from tdapp.people.models import PlayerPrivate
from tests import factories as f
from tests.kept import first
from tests.publishing.hall import Hall, everything_public, played_hall, reader

pytestmark = pytest.mark.django_db
whole, ready = first(played_hall, 4)
SURNAME = "Quirinowski"
CANARIES = (
    "1987-11-23",
    "23 November",
    "2011-07-19",
    "19 July",
    "Tutelaria",
    "0917-555-0143",
    "canary@example.org",
    "minor",
)


def planted(**entrant: Any) -> Hall:
    """A hall whose first player is a guarded child with a surname found nowhere else, everybody with private data."""
    here = played_hall(4, **entrant)
    Entrant.objects.filter(division=here.division, number=1).update(
        given="Ligaya", surname=SURNAME, age="minor"
    )
    for row in here.division.entrants.select_related("player"):
        born = date(2011, 7, 19) if row.number == 1 else date(1987, 11, 23)
        PlayerPrivate.objects.create(
            player=row.player,
            scope=row.scope_key,
            birth_date=born,
            guardian="Tutelaria Canario",
            contact="0917-555-0143 canary@example.org",
        )
    cache.clear()
    return here


def found(needle: str, pages: dict[str, str]) -> list[str]:
    return [
        address
        for address, text in pages.items()
        if needle.lower() in text.lower() or needle.lower() in address.lower()
    ]


def test_no_private_fact_and_no_guarded_surname_is_anywhere_public() -> None:
    here = planted()
    pages = everything_public(here)
    assert len(pages) > 20
    assert found("Ligaya Q.", pages) != []
    assert [needle for needle in (*CANARIES, SURNAME) if found(needle, pages)] == []


def test_no_error_page_tells_more() -> None:
    here = planted()
    event = here.division.event.slug
    wrong = [
        f"{here.base}players/99/",
        f"{here.base}results/9/",
        f"/t/{event}/nobody/",
        "/t/nothing/",
        f"{here.base}results/2/",
    ]
    texts = {address: reader().get(address).content.decode() for address in wrong}
    assert all(found(needle, texts) == [] for needle in (*CANARIES, SURNAME))


def test_a_search_does_not_confirm_a_guarded_surname() -> None:
    here = planted()
    find = f"/t/{here.division.event.slug}/find"
    for typed in (SURNAME, SURNAME[:3], f"Ligaya {SURNAME}", SURNAME.upper()):
        answer = reader().get(find, {"q": typed})
        assert answer.status_code == 200
        assert "Nobody found" in answer.content.decode()
    assert reader().get(find, {"q": "ligaya"})["Location"] == f"{here.base}players/1/"
    assert reader().get(find, {"q": "Ligaya Q"})["Location"] == f"{here.base}players/1/"


def test_the_order_of_names_tells_nothing_of_a_guarded_surname() -> None:
    """Two children with one initial stand by their given names, whatever the rest of their surnames."""
    here = played_hall(4)
    names = {1: ("Zeny", "Raagas"), 2: ("Amado", "Ruzgal"), 3: ("Mila", "Reyes")}
    for number, (given, surname) in names.items():
        Entrant.objects.filter(division=here.division, number=number).update(
            given=given, surname=surname, age="minor"
        )
    cache.clear()
    page = reader().get(f"{here.base}players/").content.decode()
    places = [page.index(f">{given} R.") for given in ("Amado", "Mila", "Zeny")]
    assert places == sorted(places)


def consents(ctx: Context, row: Entrant, consent: bool) -> None:
    """Record consent to the full name, or take it back."""
    edit_private(ctx, row, birth_date=None, birth_year=2015, guardian="", contact="", consent=consent)


def test_a_name_with_consent_withdrawn_is_masked_at_once_even_in_released_standings() -> None:
    here = planted()
    row = Entrant.objects.select_related("division__event").get(division=here.division, number=1)
    ctx = f.program(here.division.event)
    consents(ctx, row, True)
    assert SURNAME in reader().get(f"{here.base}standings/").content.decode()
    row.refresh_from_db()
    consents(ctx, row, False)
    assert found(SURNAME, everything_public(here)) == []


def test_an_unknown_age_is_guarded_at_a_school_event_and_its_pages_stay_out_of_search_engines() -> None:
    here = played_hall(4, school=True, age="unknown")
    pages = everything_public(here)
    surnames = list(here.division.entrants.values_list("surname", flat=True))
    assert [found(f" {surname}", pages) for surname in surnames] == [[]] * 4
    answers = [reader().get(address) for address in pages]
    assert {answer.get("X-Robots-Tag") for answer in answers if answer.status_code == 200} == {
        "noindex, nofollow"
    }
    assert 'name="robots"' in pages[here.base]


def test_names_cannot_break_out_of_a_page() -> None:
    here = played_hall(4)
    Entrant.objects.filter(division=here.division, number=2).update(
        given="<svg onload=alert(1)>", surname="{{7*7}}';--"
    )
    cache.clear()
    for address, text in everything_public(here).items():
        if not re.search(r"\.(json|txt)(\?|$)", address):
            assert "<svg onload" not in text, address
        assert "49';--" not in text, address


TYPED = ("", " ", "\0", "%", "a" * 5000, "𝒳", "ñ", "()", "١٢", "-1", "'; drop table--")


def test_whatever_is_typed_gets_an_answer() -> None:
    find = f"/t/{played_hall(4).division.event.slug}/find"
    assert {typed: reader().get(find, {"q": typed}).status_code for typed in TYPED} == dict.fromkeys(
        TYPED, 200
    )


def test_find_me_knows_numbers_clubs_and_names_without_their_accents() -> None:
    here = played_hall(8)
    Entrant.objects.filter(division=here.division, number=5).update(given="Leo", surname="Muñoz")
    cache.clear()
    find = f"/t/{here.division.event.slug}/find"
    for typed in ("5", "munoz", "Muñoz", "leo mu", "MUÑOZ LEO"):
        assert reader().get(find, {"q": typed})["Location"] == f"{here.base}players/5/", typed
    cebu = reader().get(find, {"q": "cebu word"}).content.decode()
    assert "players/1/" in cebu
    assert "players/5/" in cebu
    assert "players/2/" not in cebu


def test_my_page_tells_table_opponent_starter_and_released_record() -> None:
    here = played_hall(8)
    page = reader().get(f"{here.base}players/1/").content.decode()
    slot = here.division.rounds.get(number=3).slots.select_related("table").get(entrant__number=1)
    rival = (
        slot.table.seats.exclude(entrant__number=1)
        .select_related("entrant__club", "entrant__division__event")
        .get()
        .entrant
    )
    starter = slot.table.seats.get(seat=1).entrant_id == slot.entrant_id
    assert f"Table {slot.table.number}" in page
    assert rival.public_name in page
    assert (f"{rival.public_name} goes first" in page) is not starter
    assert "After round 1" in page
