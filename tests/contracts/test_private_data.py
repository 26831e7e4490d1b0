"""Birth dates, guardians, contacts and notes planted through every door, and looked for in everything that leaves the desk.

Nothing of them is on a page anybody can GET, in an export, an error page, the log, the audit trail or a stored key;
a guarded child's surname is on no public page and in no export either.
"""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.core import serializers
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tdapp.events.models import Entrant, Event
from tdapp.interchange.exports.render import FORMATS, Wish, render
from tdapp.interchange.exports.sheets import KINDS
from tdapp.interchange.models import RosterPreview
from tdapp.kernel.models import AuditEntry, IdempotencyKey, Job
from tdapp.launch.requests.logs import JsonLines
from tdapp.people.models import PlayerPrivate
from tests.contracts.addresses import every_address
from tests.contracts.conftest import Hall
from tests.contracts.crawling import crawled
from tests.contracts.filling import path
from tests.contracts.matrix import ANYBODY, MATRIX
from tests.contracts.planted import (
    BORN,
    CHILD,
    CONTACT,
    GUARDIAN,
    NOTES,
    PRIVATE,
    SCHOOL_DIVISION,
    leaks,
    plant,
)
from tests.contracts.worlds import World, signed_in
from tests.sweeps import SOAK, swept, taken_back

pytestmark = pytest.mark.django_db
# Sheets of teams, of which the planted hall has none.
WITHOUT_PLAYERS = {"teams", "matches"}


@pytest.fixture(scope="module")
def _planted(_halls: Hall, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        here = _halls.own
        Event.objects.filter(pk=here.event.pk).update(school=True)
        plant(here)
        yield here
        transaction.set_rollback(True)


@pytest.fixture
def planted(_planted: World) -> Iterator[World]:
    cache.clear()
    yield _planted
    cache.clear()


def test_everything_is_planted_and_the_one_page_for_it_shows_it(planted: World) -> None:
    """The control: the search finds what is really there."""
    assert PlayerPrivate.objects.exclude(guardian="").count() == len(BORN)
    assert PlayerPrivate.objects.exclude(notes="").count() == len(BORN) - 1
    row = Entrant.objects.get(surname=f"{CHILD}-una")
    answer = signed_in(planted.who("registrar")).post(
        f"/e/{planted.event.slug}/entries/{row.pk}/private/open"
    )
    found = leaks(answer.content.decode())
    assert GUARDIAN in found
    assert CONTACT in found
    assert BORN[0].isoformat() in found


# In every run each address by itself, below.
@pytest.mark.soak
@pytest.mark.parametrize("role", ["director", "viewer"])
def test_no_page_of_the_desk_that_links_lead_to_shows_anything_private(planted: World, role: str) -> None:
    start = [f"/e/{planted.event.slug}/", f"/e/{planted.event.slug}/entries/?division={SCHOOL_DIVISION}", "/"]
    pages = dict(crawled(signed_in(planted.who(role)), start))
    assert len(pages) > 40
    assert {where: leaks(text) for where, text in pages.items() if leaks(text)} == {}


def test_no_public_page_shows_anything_private_or_a_guarded_childs_surname(planted: World) -> None:
    pages = dict(crawled(signed_in(None), [f"/t/{planted.event.slug}/", "/"]))
    assert any("Amihan" in text for text in pages.values()), "the children are there, by their public names"
    words = PRIVATE | {CHILD}
    assert {where: leaks(text, words) for where, text in pages.items() if leaks(text, words)} == {}


ADDRESSES = [a for a in every_address() if a.name in MATRIX and MATRIX[a.name].look]
# Whoever registers sees no page the director does not; in the soak their pages are looked through too.
ROLES = ("director", "registrar", "") if SOAK else ("director", "")


@pytest.fixture
def clients(planted: World) -> dict[str, Client]:
    return {role: signed_in(planted.who(role) if role else None) for role in ROLES}


@swept("address", ADDRESSES, around=taken_back)
def test_no_address_answers_a_get_with_anything_private(
    planted: World, clients: dict[str, Client], address: Any
) -> None:
    values = {"division": SCHOOL_DIVISION, "pk": Entrant.objects.get(surname=f"{CHILD}-una").pk}
    values = values if address.name not in {"events:link"} else {}
    if address.name == "publishing:replay":
        game = planted.facts["school_game"]
        values |= {"table": game.table.number, "sheet": game.number}
    if address.name in {"publishing:round_pairings", "publishing:round_pairings_json"}:
        values |= {"number": 1}
    # Whoever is signed out sees what is for anybody, and no more: that is the permission matrix.
    for role in ROLES if SOAK or MATRIX[address.name].look == ANYBODY else ROLES[:1]:
        answer = clients[role].get(path(address, planted, **values))
        words = PRIVATE | {CHILD} if address.name.startswith("publishing:") else PRIVATE
        assert leaks(text_of(answer), words) == []
        assert MATRIX[address.name].look != ANYBODY or answer.status_code < 400


def text_of(answer: Any) -> str:
    """An answer's text; of a workbook the text of all its parts."""
    data = answer.getvalue() if getattr(answer, "streaming", False) else answer.content
    return text_of_bytes(data)


def text_of_bytes(data: bytes) -> str:
    if not data.startswith(b"PK"):
        return data.decode("utf-8", "replace")
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return "\n".join(book.read(name).decode("utf-8", "replace") for name in book.namelist())


@pytest.mark.parametrize(
    ("format_", "sheet"), [*product(["csv"], KINDS), *((name, "standings") for name in FORMATS)]
)
def test_no_export_holds_anything_private_or_a_guarded_childs_surname(
    planted: World, format_: str, sheet: str
) -> None:
    text = text_of_bytes(render(planted.event, Wish(format_, SCHOOL_DIVISION, sheet=sheet)))
    assert "Amihan" in text or format_ == "t" or sheet in WITHOUT_PLAYERS
    assert leaks(text, PRIVATE | {CHILD}) == []


def test_the_full_names_wish_brings_names_and_still_nothing_private(planted: World) -> None:
    text = text_of_bytes(render(planted.event, Wish("xlsx", SCHOOL_DIVISION, full_names=True)))
    assert CHILD in text
    assert leaks(text) == []


@pytest.mark.parametrize("model", [AuditEntry, IdempotencyKey, Job, RosterPreview], ids=lambda m: m.__name__)
def test_nothing_kept_beside_holds_anything_private(planted: World, model: Any) -> None:
    text = json.dumps(serializers.serialize("python", model.objects.all()), default=str, ensure_ascii=False)
    assert model.objects.exists() or model is Job
    assert leaks(text) == []


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged, at every level, as the program writes it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root, before = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.setLevel(before)
    root.removeHandler(handler)


TYPED = {
    "birth_date": BORN[0].isoformat(), "guardian": f"{GUARDIAN} 9", "contact": f"{CONTACT}-9", "notes": f"{NOTES} 9",
}  # fmt: skip


def test_a_crash_over_private_data_puts_none_of_it_on_the_page_or_into_the_log(
    planted: World, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("the disk is on fire")

    monkeypatch.setattr("tdapp.people.registry.set_private", broken)
    row = Entrant.objects.get(surname=f"{CHILD}-una")
    client = signed_in(planted.who("registrar"))
    answer = client.post(f"/e/{planted.event.slug}/entries/{row.pk}/private", TYPED)
    assert answer.status_code == 500
    assert leaks(answer.content.decode()) == []
    assert "the disk is on fire" in log.getvalue()
    assert leaks(log.getvalue()) == []


def test_what_is_typed_into_refused_forms_reaches_no_log(planted: World, log: io.StringIO) -> None:
    client = signed_in(planted.who("registrar"))
    slug = planted.event.slug
    for where, body in ((f"/e/{slug}/entries/add", TYPED), (f"/e/{slug}/entries/add?{GUARDIAN}", {}),
                        (f"/e/{slug}/nowhere", TYPED)):  # fmt: skip
        client.post(where, body)
    row = Entrant.objects.get(surname=f"{CHILD}-una")
    client.post(f"/e/{slug}/entries/{row.pk}/private", {**TYPED, "birth_date": "not a day"})
    assert leaks(log.getvalue()) == []
    assert leaks("".join(str(entry.payload) for entry in AuditEntry.objects.all())) == []
