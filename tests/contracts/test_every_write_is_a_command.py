"""House law 1: every unsafe request reaches a command and leaves its entry in the log (`test_every_page`: looking writes
nothing).
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client

from tdapp.kernel.commands import REGISTRY
from tdapp.kernel.models import AuditEntry
from tests.contracts.addresses import Address, every_address
from tests.contracts.conftest import Hall, as_made
from tests.contracts.filling import path
from tests.contracts.matrix import MATRIX
from tests.contracts.sending import AS_JSON, SENDS, UNLOGGED, accounts
from tests.holds import watched
from tests.sweeps import swept

pytestmark = pytest.mark.django_db
ADDRESSES = {address.name: address for address in every_address()}
CHANGED = [name for name in ADDRESSES if name in MATRIX and MATRIX[name].change]
# What one command may do while everybody else waits, in these worlds of a dozen players; `test_holds` sees what grows.
MOST_STATEMENTS, MOST_ROWS = 120, 250


@swept("name", CHANGED, around=as_made)
def test_what_changes_something_leaves_its_entries_in_the_log_and_with_one_key_is_done_once(
    hall: Hall, name: str
) -> None:
    assert name in SENDS, (
        f"{name}: say in tests/contracts/sending, in its room, what to send so that it changes something"
    )
    address, send = ADDRESSES[name], SENDS[name]
    before = set(AuditEntry.objects.values_list("pk", flat=True))
    client, where, body = hall.fresh(send.by), path(address, hall.own), send.body(hall.own)
    with watched() as holds:
        answer = sent(client, address, where, body)
    assert answer.status_code < 400, said(answer)
    long = [hold for hold in holds if hold.statements > MOST_STATEMENTS or hold.rows > MOST_ROWS]
    assert long == [], (
        "so long nobody else can write: what is read is read before, what is many goes in batches"
    )
    logged = AuditEntry.objects.exclude(pk__in=before).order_by("at")
    assert sorted(entry.intent for entry in logged) == sorted(send.intents)
    assert send.intents or name in UNLOGGED
    assert not any(entry.refused for entry in logged)
    if name not in UNLOGGED and name not in KEYLESS:
        count = AuditEntry.objects.count()
        again = sent(client, address, where, body)
        assert AuditEntry.objects.count() == count, "done a second time"
        assert again.status_code < 500


def said(answer: HttpResponse) -> str:
    """A page's own words, for a failure's message."""
    text = answer.content.decode()
    main = text.partition("<main")[2].partition("</main>")[0] or text
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())[:1500]


# Addresses without an idempotency key, and why none is needed.
KEYLESS = {
    **accounts.KEYLESS,
    "events:login": "a session is not a fact of an event; a second one replaces the first",
    "events:logout": "the second time nobody is signed in",
    "events:join": "the second time the name is taken: the director lets a volunteer in again",
    "events:again": "the second time nothing is asked",
    "events:switch": "taking over twice notes it twice, and changes nothing else",
}


def sent(client: Client, address: Address, where: str, body: dict[str, Any]) -> HttpResponse:
    """Send an address its body with its key, as the hidden field does, or the header of a program."""
    keyless = address.name in KEYLESS or address.name in UNLOGGED
    headers = {} if keyless else {"Idempotency-Key": f"key-of-{address.name}"}
    method = MATRIX[address.name].method
    if address.name.startswith("api:") or address.name in AS_JSON:
        text = json.dumps(body)
        return client.generic(method, where, text, content_type="application/json", headers=headers)
    if address.name == "events:again":  # a password is looked for in plain forms only, never in an upload
        return client.generic(
            method, where, urlencode(body), content_type="application/x-www-form-urlencoded"
        )
    return client.post(where, body, headers=headers)


def test_what_needs_no_key_says_why() -> None:
    assert all(KEYLESS.values())
    assert KEYLESS.keys() <= set(CHANGED)


def test_every_command_states_a_permission_and_takes_a_target_of_its_scope() -> None:
    assert len(REGISTRY) > 40
    for intent, run in REGISTRY.items():
        names = list(run.parameters)
        assert run.needs, intent
        assert names[0] == "ctx", intent
        assert len(names) >= 2, intent


@swept("name", CHANGED)
def test_no_view_writes_past_the_commands(name: str) -> None:
    """Read in the views' own source: rows are made, saved and deleted by commands, not by views."""
    module = inspect.getmodule(inspect.unwrap(ADDRESSES[name].view))
    assert module is not None
    if not module.__name__.startswith(("tdapp.", "lexicon_admin.")):
        assert name in UNLOGGED
        return
    calls = [node.func.attr for node in ast.walk(ast.parse(inspect.getsource(module)))
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]  # fmt: skip
    forbidden = {
        "save",
        "delete",
        "bulk_create",
        "bulk_update",
        "get_or_create",
        "update_or_create",
        "create",
    }
    assert forbidden & set(calls) == set()
