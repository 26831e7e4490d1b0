"""Every address x everybody x own and foreign event. What an address asks for stands in `matrix` and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from django.db import transaction
from django.test import RequestFactory
from django.urls import resolve

from tdapp.kernel.permissions import CLUB_ROLES, DESK_WORK, EVENT_ROLES, EVERYTHING, granted
from tests.contracts.addresses import Address, every_address
from tests.contracts.conftest import BY_PIN, BY_PIN_TOO, Hall, as_made
from tests.contracts.filling import filling, path
from tests.contracts.made import given
from tests.contracts.matrix import ANYBODY, KIOSK, MAKER, MATRIX
from tests.contracts.standing import (
    ASKED,
    FORBIDDEN,
    MISSING,
    OK,
    OUTSIDE,
    at_the_edge,
    expected,
    standing,
)
from tests.contracts.undrawn import nothing_drawn
from tests.contracts.worlds import ABROAD, World
from tests.sweeps import Test, before_colon, swept

pytestmark = pytest.mark.django_db
ADDRESSES = every_address()
LOOKED_AT = [a for a in ADDRESSES if a.name in MATRIX and MATRIX[a.name].look]
CHANGED = [a for a in ADDRESSES if a.name in MATRIX and MATRIX[a.name].change]
FIRST = {before_colon(a.name): a.name for a in reversed(CHANGED) if a.at_an_event}
# Where each permission is asked for first: by whether it is for looking, and at an event.
FIRST_OF = {
    (look, a.at_an_event, MATRIX[a.name].look if look else MATRIX[a.name].change): a.name
    for look in (True, False) for a in reversed(ADDRESSES) if a.name in MATRIX
}  # fmt: skip
# After these a browser is nobody's: others go on with a new one.
ENDS_THE_SESSION = {"accounts:invited", "events:logout", "judging:kiosks"}
EVERYBODY = (*EVENT_ROLES, *OUTSIDE)
# What somebody is at one event is not even looked up at another: who may most at each stands for all who work there, and
# who keeps the installation for who serves it. At the own one, who may least of those who may and who may most of those
# who may not stand for the rest. Where the former is a viewer or anybody, `test_every_page` looks, and whoever it is
# presses every button there, to be answered. That people of the foreign event get in there is shown by what they change,
# once a room: to look is the same door. All in the soak.
FORMS = pytest.mark.parametrize(
    "whole", [pytest.param(False, id="short"), pytest.param(True, marks=pytest.mark.soak, id="everybody")]
)
# A PIN takes the same work from every role: who may most, and one who works at the desk, stand for all; what both may do
# the latter alone shows, once a permission, and what anybody may do is asked of the signed-out. A PIN of another event is
# nobody's, as a session of another event is: once a permission, too.
HAND_IN_HAND = ("organiser", "clerk")
HANDS = pytest.mark.parametrize(
    "hands",
    [
        pytest.param(HAND_IN_HAND, id="hands"),
        pytest.param(BY_PIN_TOO, marks=pytest.mark.soak, id="all hands"),
    ],
)


@pytest.fixture(autouse=True)
def doors_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked is who is let in; what stands on each page then is looked at in `test_every_page`, once."""
    nothing_drawn(monkeypatch)


def by_room(addresses: list[Address]) -> Callable[[Test], Test]:
    return swept("address", addresses, around=as_made)


def test_every_address_is_in_the_matrix() -> None:
    missing = [f"{one.name} ({one.pattern})" for one in ADDRESSES if one.name not in MATRIX]
    assert missing == [], "not in tests/contracts/matrix, in the file of its room"


def test_the_matrix_speaks_of_no_address_that_is_gone() -> None:
    assert set(MATRIX) - {address.name for address in ADDRESSES} == set()


def asked(hall: Hall, address: Address, method: str, role: str, at: World, wanted: str) -> str:
    """What somebody is told. Forms go out empty: who may not is refused before anything is read.

    Refusals are asked for as data: their page is the same everywhere and looked at in `test_every_page`.
    """
    headers = {"Accept": "application/json"} if wanted in (FORBIDDEN, MISSING, ASKED) else {}
    client = hall.fresh(role) if address.name in ENDS_THE_SESSION else hall.clients[role]
    with transaction.atomic():
        if address.name in MATRIX and MATRIX[address.name].own:
            given(address.name, at, hall.operator)
        answer = client.generic(method, path(address, at), headers=headers)
        # Some need no more than the button: the next one asked finds everything as it was.
        transaction.set_rollback(True)
    return standing(answer)


def who_and_where(
    hall: Hall, address: Address, needs: str, whole: bool, changing: bool = False
) -> Iterator[tuple[str, World]]:
    """Who asks at the own event, and who at the foreign one. What is for anybody asks nobody who they are."""
    if needs == ANYBODY and not whole:
        return
    may, may_not = at_the_edge(needs)
    seen_elsewhere = changing or may == ["viewer"]
    inside = EVENT_ROLES if whole else (may_not if seen_elsewhere else [*may, *may_not])
    outside = OUTSIDE if whole or not address.at_an_event else ("owner", "")
    officers = CLUB_ROLES if whole or address.at_a_club else ()
    yield from ((role, hall.own) for role in (*inside, *outside, *officers))
    first = changing and FIRST.get(before_colon(address.name)) == address.name
    guests = EVERYBODY if whole else ("director", "stranger")[: 1 + first]
    yield from ((role, hall.foreign) for role in guests if address.at_an_event)
    # Of another club there is nothing here, neither the club nor its events.
    if address.at_an_event or address.at_a_club:
        yield "club-officer", hall.foreign


@FORMS
@by_room(LOOKED_AT)
def test_looking_is_for_those_the_matrix_names(hall: Hall, address: Address, whole: bool) -> None:
    needs = MATRIX[address.name].look
    for role, at in who_and_where(hall, address, needs, whole):
        wanted = expected(address, needs, role, at is hall.own)
        told = asked(hall, address, "GET", role, at, wanted)
        assert (role, at.event.slug, told) == (role, at.event.slug, wanted)


@FORMS
@by_room(CHANGED)
def test_changing_is_for_those_the_matrix_names(hall: Hall, address: Address, whole: bool) -> None:
    needs, method = MATRIX[address.name].change, MATRIX[address.name].method
    for role, at in who_and_where(hall, address, needs, whole, changing=True):
        wanted = expected(address, needs, role, at is hall.own)
        told = asked(hall, address, method, role, at, wanted)
        assert (role, at.event.slug, told) == (role, at.event.slug, wanted)


@by_room([address for address in ADDRESSES if address.name in MATRIX and MATRIX[address.name].own])
def test_who_made_a_thing_ends_it_and_needs_no_more_than_what_it_was_made_with(
    hall: Hall, address: Address
) -> None:
    needs = MATRIX[address.name].own
    for role in EVENT_ROLES:
        with transaction.atomic():
            given(address.name, hall.own, hall.own.who(role))
            answer = hall.clients[role].post(path(address, hall.own), headers={"Accept": "application/json"})
            transaction.set_rollback(True)
        assert (role, standing(answer)) == (role, OK if needs in granted(frozenset({role})) else FORBIDDEN)


def expected_by_pin(address: Address, needs: str, role: str) -> str:
    """At a desk taken over by PIN: the role's work there. Whatever else it may takes the password first."""
    if address.name == "events:again":
        return ASKED
    if needs == MAKER:
        return ASKED if role == "organiser" else FORBIDDEN
    own = MATRIX[address.name].own
    if own in EVERYTHING - DESK_WORK and own in granted(frozenset({role})):
        return ASKED
    wanted = expected(address, needs, role, at_own=True)
    return ASKED if wanted == OK and needs in EVERYTHING - DESK_WORK else wanted


@HANDS
@by_room([address for address in ADDRESSES if address.name in MATRIX])
def test_a_pin_opens_the_work_of_the_desk_and_asks_the_password_for_the_rest(
    hall: Hall, address: Address, hands: tuple[str, ...]
) -> None:
    row = MATRIX[address.name]
    for method, needs in (("GET", row.look), (row.method, row.change)):
        wanted = {role: expected_by_pin(address, needs, role) for role in hands} if needs else {}
        first = hands != HAND_IN_HAND or FIRST_OF[method == "GET", address.at_an_event, needs] == address.name
        if hands == HAND_IN_HAND and OK in wanted.values():
            last = {hands[-1]: OK} if first and wanted[hands[-1]] == OK and needs != ANYBODY else {}
            wanted = {role: answer for role, answer in wanted.items() if answer != OK} | last
        for role, answer in wanted.items():
            told = asked(hall, address, method, f"{role}{BY_PIN}", hall.own, answer)
            assert (method, role, told) == (method, role, answer)
        if first and needs not in {"", ANYBODY, KIOSK} and address.at_an_event:
            told = asked(hall, address, method, f"organiser{BY_PIN}", hall.foreign, MISSING)
            assert (method, told) == (method, MISSING)


@by_room([address for address in ADDRESSES if address.name in MATRIX])
def test_a_method_the_matrix_does_not_name_is_answered_405(
    hall: Hall, address: Address, rf: RequestFactory
) -> None:
    """By the view itself, before it asks anything; those of the interface for programs look first at who asks."""
    row, where = MATRIX[address.name], path(address, hall.own)
    named = {"GET" if row.look else "", row.method if row.change else ""}
    found = resolve(where.partition("?")[0])
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - named:
        if address.name.startswith("api:"):
            answer = hall.clients["director"].generic(method, where)
        else:
            answer = found.func(rf.generic(method, where), *found.args, **found.kwargs)
        assert (method, answer.status_code) == (method, 405)


@FORMS
@by_room([address for address in LOOKED_AT if address.at_an_event and MATRIX[address.name].look != ANYBODY])
def test_an_officer_is_at_the_events_of_their_club_what_the_office_comes_to(
    hall: Hall, address: Address, whole: bool
) -> None:
    """And at those of no other club anything; what makes a Context is one function, so looking shows it. Every office once
    a permission; at each address those two between which the answer changes, all in the soak.
    """
    needs = MATRIX[address.name].look
    told = {role: expected(address, needs, role, at_own=True) for role in CLUB_ROLES}
    may, may_not = (
        [role for role in CLUB_ROLES if (told[role] == OK) is open_to] for open_to in (True, False)
    )
    every = whole or FIRST_OF[True, True, needs] == address.name
    for role in CLUB_ROLES if every else (*may[-1:], *may_not[:1]):
        wanted = told[role]
        assert (role, asked(hall, address, "GET", role, hall.own, wanted)) == (role, wanted)


NAMES_A_THING = [
    a for a in ADDRESSES if a.at_an_event and ("<uuid:" in a.pattern or "division" in a.parameters)
]


@by_room([address for address in NAMES_A_THING if address.name in MATRIX])
def test_a_thing_of_another_event_does_not_exist_at_ones_own(hall: Hall, address: Address) -> None:
    row, here, abroad = MATRIX[address.name], filling(address, hall.own), filling(address, hall.foreign)
    things = {part: abroad[part] for part in here if isinstance(here[part], UUID)}
    things |= {"division": ABROAD} if "division" in here else {}
    assert things
    for part, value in things.items():
        where = path(address, hall.own, **{part: value})
        for method in filter(None, ("GET" if row.look else "", row.method if row.change else "")):
            answer = hall.clients["director"].generic(method, where)
            assert (method, part, standing(answer)) == (method, part, MISSING)
