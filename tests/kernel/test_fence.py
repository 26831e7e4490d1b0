"""The fence: an event that another laptop took over is not written to here; with the guard off, it would be."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from tdapp.desk.models import Result
from tdapp.events.setup.commands.editing import edit_event
from tdapp.kernel import audit, fence
from tdapp.kernel.commands import REGISTRY
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Fenced
from tests import factories as f

pytestmark = pytest.mark.django_db
NEW = {
    "term": 2,
    "holder": "b",
    "name": "Ana's laptop",
    "address": "http://192.168.1.7:8000",
    "at": "2026-03-14T01:00:00Z",
}
# What is written past a fence: the fence itself, what tells of it, who took a copy away, and the way back in.
PAST = {"copy.fence", "copy.seen_other", "copy.revoke_link", "copy.fetch", "copy.take"}


def fenced(here: f.Hall, **more: Any) -> None:
    with transaction.atomic():
        fence.raise_fence(here.event.scope_key, NEW | more)


def test_a_fenced_event_takes_no_result_and_says_who_runs_it() -> None:
    here = f.hall()
    fenced(here)
    written = AuditEntry.objects.count()
    with pytest.raises(Fenced, match=r"Ana's laptop runs this event now, at http://192\.168\.1\.7:8000"):
        f.enter(here.table(1), 400, 300)
    assert not Result.objects.exists()
    assert AuditEntry.objects.count() == written


def test_an_answer_given_before_the_fence_is_not_given_again_as_if_it_counted() -> None:
    here = f.hall()
    ctx = here.as_(here.director, "key-1")
    edit_event(ctx, here.event, venue="Hall B")
    fenced(here)
    with pytest.raises(Fenced):
        edit_event(ctx, here.event, venue="Hall B")


def test_with_the_guard_off_the_result_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: nothing but the door's question stands in the way."""
    here = f.hall()
    fenced(here)
    monkeypatch.setattr(fence, "check", lambda head: None)
    f.enter(here.table(1), 400, 300)
    assert Result.objects.count() == 1


def test_other_events_and_the_installation_go_on() -> None:
    here, other = f.hall(), f.hall()
    fenced(here)
    f.enter(other.table(1), 400, 300)
    assert Result.objects.get().table.round.division.event == other.event


@pytest.mark.parametrize(
    ("term", "holder", "stands"),
    [(1, "z", False), (1, "", False), (2, "a", True), (3, "", True)],
    ids=["older term", "the same", "later", "much later"],
)
def test_only_a_later_taking_over_puts_a_fence_up(term: int, holder: str, stands: bool) -> None:
    here = f.hall()
    with transaction.atomic():
        fence.begin_term(here.event.scope_key, 1, "z")
    fenced(here, term=term, holder=holder)
    assert bool(fence.state(here.event.scope_key).fenced) is stands


def test_of_two_taken_over_from_the_same_copy_both_sides_name_the_same_one() -> None:
    a, b = fence.order(2, "a"), fence.order(2, "b")
    assert a < b
    assert not b < a


def test_taking_the_event_back_ends_the_fence() -> None:
    here = f.hall()
    fenced(here)
    with transaction.atomic():
        fence.begin_term(here.event.scope_key, 3, "c")
    f.enter(here.table(1), 400, 300)
    assert audit.broken(here.event.scope_key) == []


def test_what_is_let_past_the_fence_is_a_short_list() -> None:
    assert {intent for intent, run in REGISTRY.items() if run.past_fence} <= PAST
