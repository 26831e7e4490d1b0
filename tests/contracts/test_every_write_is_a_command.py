"""House law 1: every unsafe request reaches a command and leaves its entry in the log; looking writes nothing."""

from __future__ import annotations

import ast
import inspect
import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.kernel.commands import REGISTRY
from tdapp.kernel.models import AuditEntry
from tests.contracts.addresses import Address, every_address
from tests.contracts.conftest import Hall, as_made
from tests.contracts.filling import path
from tests.contracts.matrix import MATRIX
from tests.contracts.sending import AS_JSON, SENDS, UNLOGGED
from tests.contracts.sends import Send
from tests.holds import watched
from tests.sweeps import swept

pytestmark = pytest.mark.django_db
ADDRESSES = {address.name: address for address in every_address()}
CHANGED = [name for name in ADDRESSES if name in MATRIX and MATRIX[name].change]
LOOKED_AT = [name for name in ADDRESSES if name in MATRIX and MATRIX[name].look]
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "ALTER", "DROP", "CREATE")
# What one command may do while everybody else waits, in these worlds of a dozen players; `test_holds` sees what grows.
MOST_STATEMENTS, MOST_ROWS = 120, 250
# A session's renewal is not about the event; it is written at most every fifteen minutes.
NOT_OURS = ('"django_session"',)


@swept("name", CHANGED, around=as_made)
def test_what_changes_something_leaves_its_entries_in_the_log(hall: Hall, name: str) -> None:
    assert name in SENDS, (
        f"{name}: say in tests/contracts/sending.py what to send so that it changes something"
    )
    before = set(AuditEntry.objects.values_list("pk", flat=True))
    with watched() as holds:
        answer = sent(hall, ADDRESSES[name], SENDS[name])
    assert answer.status_code < 400, said(answer)
    long = [hold for hold in holds if hold.statements > MOST_STATEMENTS or hold.rows > MOST_ROWS]
    assert long == [], (
        "so long nobody else can write: what is read is read before, what is many goes in batches"
    )
    logged = AuditEntry.objects.exclude(pk__in=before).order_by("at")
    assert sorted(entry.intent for entry in logged) == sorted(SENDS[name].intents)
    assert SENDS[name].intents or name in UNLOGGED
    assert not any(entry.refused for entry in logged)


def said(answer: HttpResponse) -> str:
    """A page's own words, for a failure's message."""
    text = answer.content.decode()
    main = text.partition("<main")[2].partition("</main>")[0] or text
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())[:1500]


def sent(hall: Hall, address: Address, send: Send) -> HttpResponse:
    """Send an address its body in a new browser of whoever may."""
    client, where = hall.browser(send.by), path(address, hall.own)
    body, method = send.body(hall.own), MATRIX[address.name].method
    if address.name.startswith("api:") or address.name in AS_JSON:
        return client.generic(method, where, json.dumps(body), content_type="application/json")
    if address.name == "events:again":  # a password is looked for in plain forms only, never in an upload
        return client.generic(
            method, where, urlencode(body), content_type="application/x-www-form-urlencoded"
        )
    return client.post(where, body)


@swept("name", [name for name in CHANGED if name not in UNLOGGED], around=as_made)
def test_what_was_sent_twice_with_one_key_is_done_once(hall: Hall, name: str) -> None:
    if name in KEYLESS:
        assert KEYLESS[name]
        return
    address, send = ADDRESSES[name], SENDS[name]
    client, where, body = hall.browser(send.by), path(address, hall.own), send.body(hall.own)
    first = keyed(client, address, where, body)
    before = AuditEntry.objects.count()
    again = keyed(client, address, where, body)
    assert first.status_code < 400
    assert AuditEntry.objects.count() == before, "done a second time"
    assert again.status_code < 500


# Addresses without an idempotency key, and why none is needed.
KEYLESS = {
    "events:login": "a session is not a fact of an event; a second one replaces the first",
    "events:logout": "the second time nobody is signed in",
    "events:join": "the second time the name is taken: the director lets a volunteer in again",
    "events:again": "the second time nothing is asked",
    "events:switch": "taking over twice notes it twice, and changes nothing else",
}


def keyed(client: Client, address: Address, where: str, body: dict[str, Any]) -> HttpResponse:
    """Send with one key, as the hidden field does, or the header of a program."""
    method, headers = MATRIX[address.name].method, {"Idempotency-Key": f"key-of-{address.name}"}
    if address.name.startswith("api:") or address.name in AS_JSON:
        text = json.dumps(body)
        return client.generic(method, where, text, content_type="application/json", headers=headers)
    return client.post(where, body, headers=headers)


@swept("name", LOOKED_AT, around=as_made)
def test_looking_writes_nothing(hall: Hall, name: str) -> None:
    for role in ("director", ""):
        client = hall.browser(role)
        client.get("/healthz")
        with CaptureQueriesContext(connection) as caught:
            client.get(path(ADDRESSES[name], hall.own))
        written = [query["sql"] for query in caught if query["sql"].lstrip().upper().startswith(WRITES)]
        assert [sql for sql in written if not any(table in sql for table in NOT_OURS)] == []


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
