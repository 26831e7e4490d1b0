"""Who keeps an installation: the first director, those they name, and never nobody."""

from __future__ import annotations

import io
import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test import Client

from tdapp.events.access import installation_context
from tdapp.events.models import Membership
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import system
from tdapp.kernel.models import AuditEntry, BrowserSession, User
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tdapp.kernel.signing_in import users
from tests import factories as f
from tests.api.hall import program, signed_in, token

pytestmark = pytest.mark.django_db


def named(*words: str, **options: Any) -> dict[str, Any]:
    said = io.StringIO()
    call_command(*words, "--json", stdout=said, **options)
    return dict(json.loads(said.getvalue()))


def test_the_first_director_is_the_owner_and_the_second_is_not() -> None:
    assert [named("create_director", "--username", name)["owner"] for name in ("ana", "ben")] == [True, False]
    assert [user.username for user in users.owners()] == ["ana"]


def test_an_owner_names_another_and_the_log_says_so() -> None:
    f.user("ana", owner=True), f.user("ben")
    assert named("make_owner", "ben", "--as", "ana") == {"username": "ben", "owner": True}
    assert User.objects.get(username="ben").operator
    entry = AuditEntry.objects.get(intent="installation.make_owner")
    assert (entry.actor_name, entry.target) == ("Ana", "user ben")
    named("make_owner", "ana", "--take-away", "--as", "ben")
    assert [user.username for user in users.owners()] == ["ben"]


def test_the_last_owner_stays_and_whoever_has_no_password_becomes_none() -> None:
    owner, volunteer = f.user("ana", owner=True), f.user("vic")
    volunteer.set_unusable_password()
    volunteer.save()
    for change, name, kind in (
        (users.take_owner, "ana", Refusal),
        (users.make_owner, "vic", Refusal),
        (users.make_owner, "nobody", Missing),
    ):
        with pytest.raises(kind):
            change(installation_context(owner, "cli"), Installation(), username=name)
    assert [user.username for user in users.owners()] == ["ana"]


def test_who_is_shut_out_is_out_at_once_and_the_last_owner_stays_in() -> None:
    f.user("ana", owner=True)
    director = f.user("ben", owner=True)
    event = f.event("cebu")
    Membership.objects.create(event=event, user=director, role="director")
    browser, key = signed_in(director), program(token(event, director))
    doors = lambda: (browser.get("/backup/").status_code, key.get("/api/v1/events/cebu").status_code)  # noqa: E731
    assert doors() == (200, 200)
    assert named("shut_out", "ben", "--as", "ana") == {"username": "ben", "may_log_in": False, "ended": 1}
    at_page, by_key = doors()
    assert (at_page, by_key in (401, 403, 404)) == (302, True)
    Client().post("/login/", {"username": "ben", "password": "pass"})
    assert not BrowserSession.objects.filter(user=str(director.pk)).exists()
    with pytest.raises(SystemExit):
        named("shut_out", "ana", stderr=io.StringIO())
    assert AuditEntry.objects.get(intent="user.shut_out").target == "user ben"
    named("shut_out", "ben", "--take-back")
    assert doors() == (302, 200)


def test_an_operator_makes_no_owner_and_takes_no_backup() -> None:
    operator = f.user("ben", operator=True)
    with pytest.raises(NotAllowed):
        users.make_owner(installation_context(operator, "cli"), Installation(), username="ben")
    for command in (("backup",), ("restore", "any.zip", "--yes"), ("make_owner", "ben")):
        with pytest.raises(SystemExit) as left:
            call_command(*command, "--as", "ben", stderr=io.StringIO())
        assert left.value.code == 2
    client = Client()
    client.force_login(operator)
    assert client.get("/backup/").status_code == 403
    client.force_login(f.user("ana", owner=True))
    assert client.get("/backup/").status_code == 200


def test_an_operator_sees_no_files_another_one_sent_in() -> None:
    files = [("a.t", b"Alma 1500 2; 400\nBen 1400 1; 300\n")]
    ana, ben = f.user("ana", operator=True), f.user("ben", operator=True)
    events = import_module("tdapp.interchange.commands.events")
    made = events.preview_import(installation_context(ana, "web"), Installation(), files=files, name="Cup")
    seen = {}
    for who in (ana, ben):
        client = Client()
        client.force_login(who)
        seen[who.username] = client.get(f"/new/import/{made['id']}/").status_code
    assert seen == {"ana": 200, "ben": 404}


@pytest.mark.parametrize(
    ("people", "owner"),
    [
        (["operator", "operator"], "user0"),
        (["", "operator", "superuser"], "user2"),
        (["gone", "operator"], "user1"),
        (["", ""], None),
    ],
)
def test_an_installation_from_before_gets_its_first_superuser_or_operator_as_owner(
    people: list[str], owner: str | None
) -> None:
    for number, kind in enumerate(people):
        row = f.user(f"user{number}", operator=kind in ("operator", "gone"))
        User.objects.filter(pk=row.pk).update(is_superuser=kind == "superuser", is_active=kind != "gone")
    import_module("tdapp.kernel.migrations.0004_owner").first_is_owner(
        apps, SimpleNamespace(connection=connection)
    )
    found = users.owners().first()
    assert (found.username if found else None) == owner
    assert found is None or found.operator


def test_the_program_itself_may_always_name_one() -> None:
    f.user("ana")
    assert users.make_owner(system(), Installation(), username="ana")["owner"] is True


def test_two_people_have_two_usernames() -> None:
    ana = f.user("ana", owner=True)
    with pytest.raises(Conflict) as refused:
        users.create_user(installation_context(ana, "cli"), Installation(), username="ana", password="x")
    assert refused.value.code == "user-taken"
