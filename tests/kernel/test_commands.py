"""The one door for writes: permission, scope, idempotency, transaction, audit entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError

from tdapp.events.models import Event
from tdapp.kernel import audit, commands
from tdapp.kernel.commands import Change, command
from tdapp.kernel.models import AuditEntry, IdempotencyKey
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tdapp.kernel.running.legs import Legs
from tests import factories

pytestmark = pytest.mark.django_db
Command = Callable[..., dict[str, Any]]


@pytest.fixture(autouse=True)
def own_commands() -> Iterator[None]:
    """Commands made here are forgotten afterwards."""
    known = dict(commands.REGISTRY)
    yield
    commands.REGISTRY.clear()
    commands.REGISTRY.update(known)


def renaming(needs: str = "event.edit", **more: Any) -> Command:
    """A command that renames an event and counts how often its body ran."""

    @command("test.rename", "renamed", needs=needs, **more)
    def rename(ctx: Any, event: Event, *, name: str, secret: str = "", fail: Any = None) -> Change:
        rename_calls.append(name)
        before = Event.objects.get(pk=event.pk).name
        Event.objects.filter(pk=event.pk).update(name=name)
        if fail:
            raise fail
        return Change({"name": name}, str(event), {"name": before}, {"name": name}, "because")

    rename_calls.clear()
    return rename


rename_calls: list[str] = []


def name_of(event: Event) -> str:
    return Event.objects.get(pk=event.pk).name


def test_an_unknown_permission_is_a_fault_of_the_program() -> None:
    with pytest.raises(ValueError, match="unknown permission"):
        renaming(needs="event.conquer")


def test_a_command_changes_answers_and_writes_one_audit_entry() -> None:
    here = factories.hall()
    answer = renaming()(here.as_(here.director), here.event, name="Cup")
    entry = AuditEntry.objects.get(scope=here.event.scope_key)
    assert answer == {"name": "Cup"}
    assert name_of(here.event) == "Cup"
    assert (entry.intent, entry.target, entry.reason, entry.via) == (
        "test.rename", str(here.event), "because", "web",
    )  # fmt: skip
    assert entry.payload == {"before": {"name": "Open 2026"}, "after": {"name": "Cup"}}
    assert entry.actor_name == here.director.shown_as


def test_who_watches_is_told_of_each_command_and_why_one_was_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    here, told = factories.hall(), list[tuple[str, str]]()
    monkeypatch.setattr(commands.CARRIED_OUT, "answers", (lambda *one: told.append(one),))
    rename = renaming()
    rename(here.as_(here.director), here.event, name="Cup")
    for who, fault in ((here.clerk, None), (here.director, Conflict("stale", "Look again."))):
        with pytest.raises(Refusal):
            rename(here.as_(who), here.event, name="Other", fail=fault)
    assert told == [("test.rename", outcome) for outcome in ("done", "not-allowed", "stale")]


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b"])
def test_a_character_that_is_none_is_told_and_nothing_happens(text: str) -> None:
    here = factories.hall()
    with pytest.raises(Refusal, match="not text"):
        renaming()(here.as_(here.director), here.event, name=text)
    assert not rename_calls
    assert not AuditEntry.objects.exists()


def test_without_the_permission_nothing_happens_and_nothing_is_logged() -> None:
    here = factories.hall()
    with pytest.raises(NotAllowed) as refused:
        renaming()(here.as_(here.clerk), here.event, name="Cup")
    assert refused.value.status == 403
    assert name_of(here.event) == "Open 2026"
    assert not rename_calls
    assert not AuditEntry.objects.exists()


def test_a_target_of_another_scope_is_missing_even_for_a_director() -> None:
    here, there = factories.hall(), factories.hall()
    with pytest.raises(Missing) as refused:
        renaming()(here.as_(here.director), there.event, name="Cup")
    assert refused.value.status == 404
    assert name_of(there.event) == "Open 2026"


def test_another_scope_is_missing_before_the_permission_is_looked_at() -> None:
    here, there = factories.hall(), factories.hall()
    with pytest.raises(Missing):
        renaming()(here.as_(here.viewer), there.event, name="Cup")


def test_the_same_key_five_times_is_one_change_and_one_answer() -> None:
    here, rename = factories.hall(), renaming()
    answers = [rename(here.as_(here.director, "k-1"), here.event, name="Cup") for _turn in range(5)]
    assert answers == [{"name": "Cup"}] * 5
    assert rename_calls == ["Cup"]
    assert AuditEntry.objects.filter(scope=here.event.scope_key).count() == 1
    assert IdempotencyKey.objects.count() == 1


def test_a_key_used_for_something_else_is_refused_and_changes_nothing() -> None:
    here, rename = factories.hall(), renaming()
    rename(here.as_(here.director, "k-1"), here.event, name="Cup")
    with pytest.raises(Refusal) as refused:
        rename(here.as_(here.director, "k-1"), here.event, name="Trophy")
    assert (refused.value.code, refused.value.status) == ("key-reused", 422)
    assert name_of(here.event) == "Cup"


def test_a_job_done_again_gets_its_answer_whatever_its_new_attempt_hands_over() -> None:
    here, rename = factories.hall(), renaming()
    work = replace(here.as_(here.director, "job:1"), via="job")
    rename(work, here.event, name="Cup")
    assert rename(work, here.event, name="Cup drawn anew") == {"name": "Cup"}
    assert name_of(here.event) == "Cup"


def test_a_key_belongs_to_one_person() -> None:
    here, rename = factories.hall(), renaming()
    other = factories.member(here.event, "director")
    rename(here.as_(here.director, "k-1"), here.event, name="Cup")
    rename(here.as_(other, "k-1"), here.event, name="Trophy")
    assert name_of(here.event) == "Trophy"


def test_a_known_key_does_not_help_who_lost_the_role() -> None:
    here, rename = factories.hall(), renaming()
    rename(here.as_(here.director, "k-1"), here.event, name="Cup")
    here.event.memberships.filter(user=here.director).update(role="viewer")
    with pytest.raises(NotAllowed):
        rename(here.as_(here.director, "k-1"), here.event, name="Cup")


def test_without_a_key_the_same_order_twice_is_carried_out_twice() -> None:
    here, rename = factories.hall(), renaming()
    for _turn in range(2):
        rename(here.as_(here.director), here.event, name="Cup")
    assert rename_calls == ["Cup", "Cup"]
    assert not IdempotencyKey.objects.exists()


def test_a_refusal_leaves_neither_change_nor_key_nor_entry() -> None:
    here, rename = factories.hall(), renaming()
    with pytest.raises(Refusal):
        rename(here.as_(here.director, "k-1"), here.event, name="Cup", fail=Refusal("no", "No."))
    assert name_of(here.event) == "Open 2026"
    assert not IdempotencyKey.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_refused_key_can_be_used_for_the_corrected_form() -> None:
    here, rename = factories.hall(), renaming()
    with pytest.raises(Refusal):
        rename(here.as_(here.director, "k-1"), here.event, name="", fail=Refusal("no", "No."))
    assert rename(here.as_(here.director, "k-1"), here.event, name="Cup") == {"name": "Cup"}


def test_a_crash_in_the_body_leaves_nothing() -> None:
    here, rename = factories.hall(), renaming()
    with pytest.raises(ZeroDivisionError):
        rename(here.as_(here.director, "k-1"), here.event, name="Cup", fail=ZeroDivisionError())
    assert name_of(here.event) == "Open 2026"
    assert not IdempotencyKey.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_refused_conflict_is_audited_with_what_was_stored_and_what_was_typed() -> None:
    here, rename = factories.hall(), renaming()
    clash = Conflict("taken", "Taken.", stored={"name": "Open 2026"})
    with pytest.raises(Conflict):
        rename(here.as_(here.director), here.event, name="Cup", fail=clash)
    entry = AuditEntry.objects.get(scope=here.event.scope_key)
    assert (entry.intent, entry.refused) == ("test.rename", "taken")
    assert entry.payload["before"] == {"stored": {"name": "Open 2026"}}
    assert entry.payload["after"]["name"] == "Cup"
    assert name_of(here.event) == "Open 2026"


def test_a_broken_constraint_is_a_conflict_and_not_a_crash() -> None:
    here, rename = factories.hall(), renaming()
    with pytest.raises(Conflict) as refused:
        rename(here.as_(here.director), here.event, name="Cup", fail=IntegrityError("unique"))
    assert refused.value.code == "changed-meanwhile"
    assert AuditEntry.objects.get(scope=here.event.scope_key).refused == "changed-meanwhile"


@pytest.mark.parametrize("fail", [None, Conflict("taken", "Taken.")], ids=["done", "refused"])
def test_private_arguments_never_reach_the_log_or_the_key(fail: Conflict | None) -> None:
    here, rename = factories.hall(), renaming(private=("secret",))
    try:
        rename(here.as_(here.director, "k-1"), here.event, name="Cup", secret="1999-12-31", fail=fail)
    except Conflict:
        assert fail is not None
    kept = [str(row.__dict__) for row in (*AuditEntry.objects.all(), *IdempotencyKey.objects.all())]
    assert kept
    assert not any("1999-12-31" in text for text in kept)


def test_a_private_argument_cannot_be_guessed_from_the_stored_digest(settings: Any) -> None:
    here, rename = factories.hall(), renaming(private=("secret",))
    rename(here.as_(here.director, "k-1"), here.event, name="Cup", secret="2468")
    first = IdempotencyKey.objects.get().asked
    IdempotencyKey.objects.all().delete()
    settings.SECRET_KEY = "another installation entirely, with another secret"
    rename(here.as_(here.director, "k-1"), here.event, name="Cup", secret="2468")
    assert IdempotencyKey.objects.get().asked != first


def test_every_scope_numbers_its_own_entries() -> None:
    here, there, rename = factories.hall(), factories.hall(), renaming()
    for _turn in range(3):
        rename(here.as_(here.director), here.event, name="Cup")
    rename(there.as_(there.director), there.event, name="Cup")
    numbers = [list(AuditEntry.objects.filter(scope=e.scope_key).values_list("number", flat=True))
               for e in (here.event, there.event)]  # fmt: skip
    assert numbers == [[1, 2, 3], [1]]
    assert audit.broken(here.event.scope_key) == []


def test_who_works_in_legs_gets_the_answer_of_the_same_order_that_was_quicker_and_leaves_nothing() -> None:
    here, calls = factories.hall(), []

    @command("test.rename_in_legs", "renamed", needs="event.edit")
    def rename(ctx: Any, event: Event, *, name: str) -> Legs:
        calls.append(name)
        number = len(calls)
        yield lambda: number == 1 and rename(ctx, event, name=name)
        Event.objects.filter(pk=event.pk).update(name=f"{name} {number}")
        return Change({"number": number}, str(event))

    assert rename(here.as_(here.director, "k-1"), here.event, name="Cup") == {"number": 2}
    assert calls == ["Cup", "Cup"]
    assert name_of(here.event) == "Cup 2"
    assert AuditEntry.objects.filter(intent="test.rename_in_legs").count() == 1


def test_a_scope_that_was_made_while_a_command_waited_for_the_others_is_not_taken_out_of_order() -> None:
    here = factories.hall()
    asked = iter([["test:a"], ["test:a", "test:b"], ["test:b", "test:a"], ["test:a", "test:b"]])
    rename = renaming(also=lambda: next(asked))
    with pytest.raises(Conflict, match="Somebody else changed this"):
        rename(here.as_(here.director), here.event, name="Cup")
    assert rename_calls == []
    assert rename(here.as_(here.director), here.event, name="Cup") == {"name": "Cup"}
    assert sorted(audit.scopes_of("test:")) == ["test:a", "test:b"]
