"""Every address x everybody x own and foreign event. What an address asks for stands in `matrix.py` and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.template.backends.django import Template

from tdapp.kernel.permissions import DESK_WORK, EVENT_ROLES, EVERYTHING, granted
from tests.contracts.addresses import Address, every_address
from tests.contracts.conftest import BY_PIN, BY_PIN_TOO, Hall, as_made
from tests.contracts.filling import filling, path
from tests.contracts.made import given
from tests.contracts.matrix import ANYBODY, KIOSK, MAKER, MATRIX, MEMBER, SELF
from tests.contracts.worlds import ABROAD, World
from tests.sweeps import Test, swept

pytestmark = pytest.mark.django_db
ADDRESSES = every_address()
LOOKED_AT = [a for a in ADDRESSES if a.name in MATRIX and MATRIX[a.name].look]
CHANGED = [a for a in ADDRESSES if a.name in MATRIX and MATRIX[a.name].change]
# After these a browser is nobody's: others go on with a new one.
ENDS_THE_SESSION = {"events:logout", "judging:kiosks"}
OUTSIDE = ("owner", "operator", "stranger", "")
# Whoever keeps the installation may create events, too.
STANDS_FOR = {"owner": frozenset({"owner", "operator"}), "organiser": frozenset({"director", "operator"})}
EVERYBODY = (*EVENT_ROLES, *OUTSIDE)
# What somebody is at one event is not even looked up at another: who may most at each stands for all who work there, and
# who keeps the installation for who serves it. At the own one, who may least of those who may and who may most of those
# who may not stand for the rest. That people of the foreign event get in there is shown by what they change: to look is
# the same door. All in the soak.
FORMS = pytest.mark.parametrize(
    "whole", [pytest.param(False, id="short"), pytest.param(True, marks=pytest.mark.soak, id="everybody")]
)
# A PIN takes the same work from every role: who may most, and one who works at the desk, stand for all; what both may do
# the latter alone shows, and what anybody may do is asked of the signed-out.
HAND_IN_HAND = ("organiser", "clerk")
HANDS = pytest.mark.parametrize(
    "hands",
    [
        pytest.param(HAND_IN_HAND, id="hands"),
        pytest.param(BY_PIN_TOO, marks=pytest.mark.soak, id="all hands"),
    ],
)
OK, LOG_IN, FORBIDDEN, MISSING, NO_METHOD = "answered", "log in", "403", "404", "405"
ASKED = "asked for the password"
ALWAYS = {"": NO_METHOD, ANYBODY: OK, KIOSK: MISSING}


@pytest.fixture(autouse=True)
def doors_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked is who is let in; what stands on each page then is looked at in `test_every_page`, once."""
    monkeypatch.setattr(Template, "render", lambda *_page, **_more: "")


def by_room(addresses: list[Address]) -> Callable[[Test], Test]:
    return swept("address", addresses, around=as_made)


def test_every_address_is_in_the_matrix() -> None:
    missing = [f"{one.name} ({one.pattern})" for one in ADDRESSES if one.name not in MATRIX]
    assert missing == [], "not in tests/contracts/matrix.py"


def test_the_matrix_speaks_of_no_address_that_is_gone() -> None:
    assert set(MATRIX) - {address.name for address in ADDRESSES} == set()


def standing(answer: HttpResponse) -> str:
    """What an answer comes to."""
    code, to = answer.status_code, answer.get("Location", "")
    content = b"" if answer.streaming else answer.content
    if code == 401 or (code in (302, 303) and to.startswith("/login")) or b'"not_authenticated"' in content:
        return LOG_IN
    if b'"password-needed"' in content:
        return ASKED
    if code in (403, 404, 405):
        return str(code)
    assert code < 500, f"{code}: {content[:300]!r}"
    return OK


def expected(address: Address, needs: str, role: str, at_own: bool) -> str:
    """What somebody has to be told, from the permission table alone."""
    if needs in ALWAYS:
        return ALWAYS[needs]
    if not role:
        return LOG_IN
    if needs == SELF:
        return OK
    permissions = granted(STANDS_FOR.get(role, frozenset({role})))
    if needs == MAKER:
        return MISSING if "installation.create_event" in permissions else FORBIDDEN
    if not address.at_an_event:
        return OK if needs in permissions else FORBIDDEN
    if role in OUTSIDE or not at_own:
        return OK if role == "stranger" and not at_own else MISSING
    return OK if needs == MEMBER or needs in permissions else FORBIDDEN


def asked(hall: Hall, address: Address, method: str, role: str, at: World, wanted: str) -> str:
    """What somebody is told. Forms go out empty: who may not is refused before anything is read.

    Refusals are asked for as data: their page is the same everywhere and looked at in `test_every_page`.
    """
    headers = {"Accept": "application/json"} if wanted in (FORBIDDEN, MISSING, ASKED) else {}
    client = hall.browser(role) if address.name in ENDS_THE_SESSION else hall.clients[role]
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
        yield from (("viewer", hall.own), ("", hall.own))
        return
    outside = OUTSIDE if whole or not address.at_an_event else ("owner", "")
    yield from ((role, hall.own) for role in (*(EVENT_ROLES if whole else at_the_edge(needs)), *outside))
    guests = EVERYBODY if whole else ("director", "stranger")[: 1 + changing]
    yield from ((role, hall.foreign) for role in guests if address.at_an_event)


def at_the_edge(needs: str) -> list[str]:
    """The roles of an event between which the answer changes: the least of those who may, the most of those who may not."""
    by_power = sorted(EVENT_ROLES, key=lambda role: len(granted(frozenset({role}))))
    may = [role for role in by_power if needs in granted(frozenset({role}))]
    others = [role for role in by_power if role not in may]
    return [*may[:1], *others[-1:]]


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
        if hands == HAND_IN_HAND and set(wanted.values()) == {OK}:
            wanted = {} if needs == ANYBODY else {hands[-1]: OK}
        for role, answer in wanted.items():
            told = asked(hall, address, method, f"{role}{BY_PIN}", hall.own, answer)
            assert (method, role, told) == (method, role, answer)
        if needs not in {"", ANYBODY, KIOSK} and address.at_an_event:
            told = asked(hall, address, method, f"organiser{BY_PIN}", hall.foreign, MISSING)
            assert (method, told) == (method, MISSING)


@by_room([address for address in ADDRESSES if address.name in MATRIX])
def test_a_method_the_matrix_does_not_name_is_answered_405(hall: Hall, address: Address) -> None:
    row = MATRIX[address.name]
    named = {"GET" if row.look else "", row.method if row.change else ""}
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - named:
        answer = hall.clients["director"].generic(method, path(address, hall.own))
        assert (method, answer.status_code) == (method, 405)


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
