"""A log-in waits for nobody's turn: whoever holds the installation's, or writes for long, is not noticed by it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from tdapp.accounts.models import RecoveryCode
from tdapp.events.members.views import account
from tdapp.events.models import Entrant, Event
from tdapp.interchange.commands.entering import apply_roster
from tdapp.interchange.commands.roster import preview_roster
from tdapp.interchange.models import RosterPreview
from tdapp.interchange.tsh.importing import import_event
from tdapp.kernel import audit
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import INSTALLATION, system
from tdapp.kernel.models import AuditEntry, BrowserSession, SignInNote, User, WrongTries
from tdapp.kernel.running import patience
from tdapp.kernel.signing_in import invitations, inviting
from tdapp.kernel.signing_in.doors import beside, notes
from tdapp.people.models import Player
from tests import factories
from tests.accounts.people import GOOD, send, who, with_app
from tests.accounts.soft_key import SoftKey
from tests.accounts.test_passkeys import HERE, opened, options
from tests.interchange.test_tsh import OPEN
from tests.races.crowd import PATIENCE_SECONDS
from tests.ratings.test_importing import bring
from tests.ratings.test_runs import new_list


@pytest.fixture
def beside_the_database(
    database: str, tmp_path: Path, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """As a hall runs: on SQLite what a log-in writes lies in a file of its own."""
    if database == "postgresql":
        yield database
        return
    # Tests are let into databases they name beforehand; this one is there only now.
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", django_db_blocker._real_ensure_connection)
    known = connections.settings
    known[beside.ALIAS] = {
        **known["default"], "NAME": str(tmp_path / "doors.sqlite3"), "OPTIONS": settings.BESIDE["OPTIONS"],
    }  # fmt: skip
    try:
        yield database
    finally:
        connections[beside.ALIAS].close()
        del known[beside.ALIAS], connections[beside.ALIAS]


@contextmanager
def somebody_writes() -> Iterator[None]:
    """Meanwhile another thread holds the installation's turn and has written, until the block is over."""
    begun, over, told = threading.Event(), threading.Event(), list[BaseException]()

    def write() -> None:
        try:
            with transaction.atomic():
                audit.lock(INSTALLATION)
                User.objects.filter(username="nobody").update(display_name="x")
                begun.set()
                over.wait(PATIENCE_SECONDS)
        except BaseException as error:  # what broke is raised in the test, not swallowed in a thread
            told.append(error)
            begun.set()
        finally:
            connections.close_all()

    thread = threading.Thread(target=write)
    thread.start()
    assert begun.wait(PATIENCE_SECONDS)
    try:
        yield
    finally:
        over.set()
        thread.join(PATIENCE_SECONDS)
    assert not told


def log_in(name: str, password: str = "pass", client: Client | None = None) -> Any:
    return (client or Client()).post("/login", {"username": name, "password": password})


def entries(user: User) -> list[str]:
    rows = AuditEntry.objects.filter(scope=user.scope_key).order_by("number")
    return list(rows.values_list("intent", flat=True))


def test_a_log_in_answers_while_somebody_holds_the_installations_turn(beside_the_database: str) -> None:
    ana, client = factories.user("ana"), Client()
    with somebody_writes():
        assert log_in("ana", client=client).status_code == 303
        assert log_in("ana", "wrong").status_code == 422
        assert client.get("/").wsgi_request.user == ana  # type: ignore[attr-defined]
        assert client.post("/logout").status_code == 303
    notes.tick()
    assert entries(ana) == ["session.begin", "session.end"]
    ana.refresh_from_db()
    assert ana.last_login is not None
    assert audit.broken(ana.scope_key) == []


def test_what_a_log_in_leaves_is_in_the_log_once_however_often_it_is_settled(
    beside_the_database: str,
) -> None:
    ana = factories.user("ana")
    note = notes.leave(ana, "password")
    for _time in range(2):
        notes.tick()
        SignInNote.objects.bulk_create(
            [note], ignore_conflicts=True
        )  # the program ended before it was taken away
    notes.tick()
    assert entries(ana) == ["session.begin"]
    assert not SignInNote.objects.exists()


def test_eight_log_ins_at_once_are_eight_sessions(beside_the_database: str) -> None:
    users = [factories.user(f"user-{number}") for number in range(8)]
    with somebody_writes():
        threads = [threading.Thread(target=_one, args=(user.username,)) for user in users]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_SECONDS)
        assert set(BrowserSession.objects.values_list("user", flat=True)) == {str(user.pk) for user in users}


def _one(name: str) -> None:
    try:
        log_in(name)
    finally:
        connections.close_all()


def as_before(request: Any, user: User, how: str, **facts: Any) -> None:
    """A log-in that takes the installation's turn."""
    with patience.hardly_any():
        audit.lock(INSTALLATION)


def test_a_log_in_that_took_the_turn_would_wait(
    beside_the_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: written as it was before, the log-in meets whoever writes, and the tests above would see it."""

    factories.user("ana")
    monkeypatch.setattr(account, "begin", as_before)
    with somebody_writes():
        assert log_in("ana").status_code == 503


def test_without_its_own_file_a_log_in_on_sqlite_would_wait(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control of the file beside the database."""
    if connection.vendor != "sqlite":
        return
    factories.user("ana")
    monkeypatch.setattr(patience, "seconds", lambda usual: 0.05)
    with somebody_writes():
        assert log_in("ana").status_code == 503


def test_the_file_beside_the_database_has_the_tables_the_models_have(beside_the_database: str) -> None:
    if connection.vendor != "sqlite":
        return
    for model in (BrowserSession, SignInNote, WrongTries):
        table = model._meta.db_table
        shapes = []
        for alias in ("default", beside.ALIAS):
            with connections[alias].cursor() as cursor:
                cursor.execute(f"PRAGMA table_info({table})")
                shapes.append(sorted(row[1:4] for row in cursor.fetchall()))
        assert shapes[0] == shapes[1], table


# Each by the intent of its last transaction.
IMPORTS = ("ratings.import", "event.import", "roster.apply")


def some_imports() -> dict[str, Callable[[], Any]]:
    """What brings much in: a rating list, an event from a file, the entries of an event."""
    ratings, event = new_list(), factories.event("cebu")
    factories.division(event)
    ctx = factories.acting(factories.member(event, "director"), event)
    rows = "Number,Surname,Given,Rating\n" + "".join(f"A-{n},Cruz{n},Ana,{1000 + n}\n" for n in range(40))
    entries = "Surname,Given,Rating,Birth date\n" + "".join(f"Diaz{n},Ben,900,1990-01-01\n" for n in range(8))
    told = preview_roster(ctx, event, data=entries.encode(), name="entries.csv")
    preview = RosterPreview.objects.select_related("event").get(pk=told["id"])
    facts = {"slug": "past", "starts_on": date(2024, 5, 1), "preset": "local-club", "minors": "no"}
    return dict(
        zip(
            IMPORTS,
            (
                lambda: bring(ratings, rows, date(2026, 2, 1)),
                lambda: import_event(system(), Installation(), files=[("a.t", OPEN)], name="Past", **facts),
                lambda: apply_roster(ctx, preview, seen=preview.digest),
            ),
            strict=True,
        )
    )


@contextmanager
def before_its_commit(intent: str, bring_in: Callable[[], Any]) -> Iterator[None]:
    """Meanwhile another thread has done all of an import and stands before its commit, until the block is over."""
    begun, over, told = threading.Event(), threading.Event(), list[BaseException]()
    real = audit.write

    def write(ctx: Any, what: str, *args: Any, **more: Any) -> AuditEntry:
        entry = real(ctx, what, *args, **more)
        if what == intent and threading.current_thread() is thread:
            begun.set()
            over.wait(PATIENCE_SECONDS)
        return entry

    def run() -> None:
        try:
            bring_in()
        except BaseException as error:  # as above
            told.append(error)
        finally:
            begun.set()
            connections.close_all()

    thread = threading.Thread(target=run)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(audit, "write", write)
        thread.start()
        assert begun.wait(PATIENCE_SECONDS)
        try:
            assert thread.is_alive(), told
            yield
        finally:
            over.set()
            thread.join(PATIENCE_SECONDS)
    assert not told


@contextmanager
def gives_up() -> Iterator[None]:
    """PostgreSQL waits for a lock as long as it takes; here what waits is refused, as SQLite does by itself."""
    if connection.vendor == "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '5s'")
        try:
            yield
        finally:
            cursor.execute("RESET lock_timeout")


def test_no_door_waits_for_an_import_that_is_not_committed_yet(beside_the_database: str) -> None:
    """By password, code and passkey; where a database has more than one writer at a time, also who comes by a PIN, by a
    link or with an invitation, or has a new password: these write into their own account or event.
    """
    ana, ben, key, desk = factories.user("ana"), factories.user("ben"), SoftKey(), factories.event("iloilo")
    clerk, (_sealed, codes), client = factories.member(desk, "clerk"), with_app(ben), Client(**HERE)
    log_in("ana", client=client)
    sent = {"answer": key.make(options(client, "/account/passkeys/add")), "name": "phone"}
    assert send(client, "/account/passkeys/add", sent).status_code == 303
    imports = some_imports()
    for (intent, bring_in), code in zip(imports.items(), codes, strict=False):
        others = [] if beside_the_database == "sqlite" else other_doors(desk, clerk)
        with before_its_commit(intent, bring_in), gives_up():
            second, by_key = Client(), Client(**HERE)
            assert log_in("ana").status_code == 303, intent
            assert log_in("ben", client=second).status_code == 303, intent
            assert second.post("/login/second", {"code": code}).status_code == 303, intent
            assert opened(key, by_key).status_code == 303, intent
            assert (who(second), who(by_key)) == (ben, ana), intent
            for browser, address, typed in others:
                assert send(browser, address, typed).status_code == 303, (intent, address)
                assert who(browser) not in (None, clerk), (intent, address)
            if intent == IMPORTS[1]:
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(account, "begin", as_before)
                    assert log_in("ana").status_code == 503, "the negative control"
    notes.tick()
    assert audit.broken(INSTALLATION) + audit.broken(ana.scope_key) + audit.broken(ben.scope_key) == []
    assert RecoveryCode.objects.filter(user=ben).count() == len(codes) - len(imports)
    assert Player.objects.filter(number__startswith="A-").count() == 40
    assert Event.objects.filter(slug="past", deleted_at=None).exists()
    assert Entrant.objects.filter(event__slug="cebu").count() == 8


def other_doors(desk: Event, clerk: User) -> list[tuple[Client, str, dict[str, str]]]:
    """A PIN, a link, an invitation and a new password: where somebody sends what, by which they come in."""
    ben, lost = factories.member(desk, "clerk"), factories.user()
    factories.pin(ben, desk)
    new = invitations.make(system(), inviting.ACCOUNT.name, payload={}, name="Eve")
    reset = invitations.make(system(), inviting.RESET.name, user=lost)
    eve = {"name": "Eve", "username": f"eve{new.pk.hex[:8]}", "password": GOOD}
    return [
        (factories.taken_over(Client(), clerk, desk), f"/e/{desk.slug}/people/switch", {"person": str(ben.pk), "pin": "258036"}),
        (Client(), f"/join/{factories.join_link(desk)}", {"name": f"Dan {new.pk.hex[:8]}"}),
        (Client(), f"/invited/{invitations.code_of(new)}", eve),
        (Client(), f"/invited/{invitations.code_of(reset)}", {"password": GOOD}),
    ]  # fmt: skip
