"""check_installation reads every log there is, also one of a kind that nobody had thought of when it was written."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from tdapp.kernel import audit, context
from tdapp.kernel.models import AuditEntry, AuditHead
from tests import factories

pytestmark = pytest.mark.django_db
KINDS = ("club:7", "lexicon:3", "ratings:2", "account:11", "event:that-is-gone", "committee:5")


@pytest.fixture
def logs() -> None:
    """A log of each kind, beside an event with its own."""
    factories.event()
    with transaction.atomic():
        for scope in KINDS:
            audit.write(context.system(scope), "thing.did", "something")


def told(capsys: Any) -> dict[str, Any]:
    with contextlib.suppress(SystemExit):
        call_command("check_installation", "--no-words", "--json")
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.usefixtures("logs")
def test_an_entry_changed_in_any_log_is_told_with_the_name_of_the_log(capsys: Any) -> None:
    whole = told(capsys)
    assert (whole["faults"], whole["logs"] > len(KINDS)) == ([], True)
    AuditEntry.objects.filter(scope__in=KINDS).update(intent="thing.did_not")
    assert [(one["log"], one["invariant"], one["sentence"]) for one in told(capsys)["faults"]] == [
        (scope, "I4", "Entry 1 was changed after it was written.") for scope in sorted(KINDS)
    ]
    with pytest.raises(SystemExit):
        call_command("check_installation", "--no-words")
    assert "club:7 I4: Entry 1 was changed" in capsys.readouterr().out


@pytest.mark.usefixtures("logs")
def test_a_log_whose_end_was_taken_away_is_read_all_the_same(capsys: Any) -> None:
    AuditHead.objects.filter(scope__in=KINDS[:2]).delete()
    assert {one["log"] for one in told(capsys)["faults"]} == set(KINDS[:2])
