"""The audit trail is a chain: whatever is changed afterwards shows, and erasing a person does not break it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import IntegrityError, transaction

from tdapp.kernel import audit, clock, context
from tdapp.kernel.models import AuditEntry, AuditHead

pytestmark = pytest.mark.django_db
SCOPE = "event:1"
MANILA = timezone(timedelta(hours=8))


def chain(count: int = 5) -> list[AuditEntry]:
    ctx = context.system(SCOPE)
    return [
        audit.write(ctx, "result.enter", f"table {n}", before=None, after={"scores": [400 + n, 380]}, reason="typed")
        for n in range(1, count + 1)
    ]  # fmt: skip


def test_a_fresh_chain_holds() -> None:
    chain()
    assert audit.broken(SCOPE) == []


def test_an_empty_scope_has_nothing_to_complain_of() -> None:
    assert audit.broken("event:none") == []


@pytest.mark.parametrize(
    "changed",
    [
        {"payload": {"before": None, "after": {"scores": [500, 380]}}},
        {"intent": "result.correct"},
        {"target": "table 9"},
        {"actor": "user:somebody"},
        {"via": "web"},
        {"reason": ""},
        {"refused": "taken"},
        {"at": datetime(2020, 1, 1, tzinfo=UTC)},
        {"chained": "0" * 64},
        {"previous": "0" * 64},
        {"commitment": "0" * 64},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_changed_entry_is_found(changed: dict[str, object]) -> None:
    AuditEntry.objects.filter(pk=chain()[2].pk).update(**changed)
    faults = audit.broken(SCOPE)
    assert faults
    assert "3" in faults[0]


def test_a_removed_entry_in_the_middle_is_found() -> None:
    AuditEntry.objects.filter(pk=chain()[2].pk).delete()
    assert audit.broken(SCOPE) == ["Entry 4 does not follow entry 2."]


def test_a_cut_off_end_is_found() -> None:
    AuditEntry.objects.filter(pk=chain()[4].pk).delete()
    assert audit.broken(SCOPE) == ["The log ends at entry 4 but 5 were written."]


def test_two_swapped_entries_are_found() -> None:
    rows = chain()
    AuditEntry.objects.filter(pk=rows[1].pk).update(number=99)
    AuditEntry.objects.filter(pk=rows[2].pk).update(number=2)
    AuditEntry.objects.filter(pk=rows[1].pk).update(number=3)
    assert audit.broken(SCOPE)


def test_erasing_a_payload_keeps_the_chain_valid_and_the_payload_gone() -> None:
    row = chain()[2]
    audit.erase(row)
    row.refresh_from_db()
    assert row.payload is None
    assert row.salt == ""
    assert audit.broken(SCOPE) == []


def test_an_erased_payload_cannot_be_put_back_differently() -> None:
    row = chain()[2]
    audit.erase(row)
    AuditEntry.objects.filter(pk=row.pk).update(payload={"after": "other"}, salt="00")
    assert audit.broken(SCOPE) == ["The contents of entry 3 were changed after it was written."]


def test_equal_payloads_have_different_commitments() -> None:
    ctx = context.system(SCOPE)
    first, second = (audit.write(ctx, "x", "y", after={"a": 1}) for _turn in range(2))
    assert first.commitment != second.commitment


def test_the_chain_holds_whatever_zone_the_clock_was_in() -> None:
    with clock.at(datetime(2026, 3, 14, 9, 30, tzinfo=MANILA)):
        chain(2)
    assert audit.broken(SCOPE) == []


def test_two_entries_cannot_have_one_number() -> None:
    row = chain(1)[0]
    twin = AuditEntry(scope=SCOPE, number=1, actor="x", actor_name="x", via="web", intent="x", target="x")
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save(force_insert=True)
    assert AuditEntry.objects.get(scope=SCOPE) == row


def test_the_head_follows_the_last_entry() -> None:
    last = chain(3)[-1]
    assert AuditHead.objects.get(scope=SCOPE).chained == last.chained
