"""The audit trail is a chain: whatever is changed afterwards shows, and erasing a person does not break it."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import IntegrityError, transaction

from core import canonical
from tdapp.kernel import audit, clock, context
from tdapp.kernel.log import chain as links
from tdapp.kernel.log import gathering
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
        {"salt": ""},
        {"actor_name": "Somebody Else"},
        {"name_salt": "0"},
        {"name_commitment": "0" * 64},
        {"request_id": "another"},
        {"subject_kind": "table"},
        {"subject_id": "1"},
        {"facts": {"desk.Result": {}}},
        {"version": 1},
        {"version": 3},
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


def tombstone(*, contents: tuple[int, ...] = (), names: tuple[int, ...] = ()) -> None:
    """What the command that erases does: the blank, and the entry that says so."""
    audit.blank(SCOPE, contents=contents, names=names)
    with gathering.gathering():
        gathering.tell("erased", {"contents": list(contents), "name": list(names)})
        audit.write(context.system(SCOPE), "log.erase", "", reason="asked for")


def test_erased_contents_are_gone_and_the_chain_holds_because_an_entry_says_who_erased() -> None:
    row = chain()[2]
    tombstone(contents=(3,))
    row.refresh_from_db()
    assert (row.payload, row.salt, row.target, row.reason) == (None, "", "", "")
    assert audit.broken(SCOPE) == []


def test_erased_contents_cannot_be_put_back_differently() -> None:
    row = chain()[2]
    tombstone(contents=(3,))
    for changed in (
        {"payload": {"after": "other"}, "salt": "00"},
        {"payload": {"after": "other"}},
        {"reason": "x"},
    ):
        AuditEntry.objects.filter(pk=row.pk).update(**{"payload": None, "salt": "", "reason": ""} | changed)
        assert audit.broken(SCOPE) == ["The contents of entry 3 were changed after it was written."]


def test_a_blank_that_no_entry_tells_of_is_found_in_new_entries_and_in_old_ones() -> None:
    chain()
    AuditEntry.objects.filter(number=3).update(payload=None, salt="", target="", reason="")
    said = ["The contents of entry 3 are blank, and no entry says who erased them."]
    assert audit.broken(SCOPE) == said
    tombstone(contents=(4,))
    assert audit.broken(SCOPE) == said
    as_before("event:2")
    AuditEntry.objects.filter(scope="event:2", number=2).update(payload=None, salt="")
    assert audit.broken("event:2") == [
        "The contents of entry 2 are blank, and no entry says who erased them."
    ]


def test_an_entry_that_stands_before_what_it_says_it_erased_excuses_nothing() -> None:
    with gathering.gathering():
        gathering.tell("erased", {"contents": [3], "name": []})
        audit.write(context.system(SCOPE), "log.erase", "", reason="asked for")
    chain()
    AuditEntry.objects.filter(number=3).update(payload=None, salt="", target="", reason="")
    assert audit.broken(SCOPE) == ["The contents of entry 3 are blank, and no entry says who erased them."]


def test_a_changed_name_is_found_and_an_erased_one_holds_only_with_its_entry() -> None:
    chain()
    AuditEntry.objects.filter(number=2).update(actor_name="Somebody Else")
    assert audit.broken(SCOPE) == ["The name in entry 2 was changed after it was written."]
    AuditEntry.objects.filter(number=2).update(actor_name="", name_salt="")
    assert audit.broken(SCOPE) == ["The name in entry 2 is blank, and no entry says who erased it."]
    tombstone(names=(2,))
    assert audit.broken(SCOPE) == []


def as_before(scope: str, count: int = 3) -> None:
    """Entries as they were written before version 2, by the rule of that time."""
    previous = ""
    for number in range(1, count + 1):
        row = AuditEntry(
            scope=scope, number=number, at=clock.now(), actor="user:1", actor_name="Ana", via="web",
            intent="result.enter", target=f"table {number}", reason="typed", payload={"after": number},
            salt=f"{number:032x}", previous=previous,
        )  # fmt: skip
        row.commitment = hashlib.sha256((row.salt + canonical.dumps(row.payload)).encode()).hexdigest()
        told = [previous, scope, number, row.at.astimezone(UTC).isoformat(), "user:1", "web"]
        previous = row.chained = canonical.digest(
            [*told, "result.enter", row.target, "", "typed", row.commitment]
        )
        row.save(force_insert=True)
    AuditHead.objects.update_or_create(scope=scope, defaults={"number": count, "chained": previous})


def test_entries_from_before_hold_by_the_rule_of_their_time_and_newer_ones_follow_them() -> None:
    as_before(SCOPE)
    audit.write(context.system(SCOPE), "result.enter", "table 9")
    assert audit.broken(SCOPE) == []
    AuditEntry.objects.filter(number=2).update(actor_name="Ben")  # their names are in no chain
    assert audit.broken(SCOPE) == []


def test_an_entry_cannot_be_made_one_from_before() -> None:
    last = chain()[4]
    AuditEntry.objects.filter(pk=last.pk).update(version=1)
    assert "Entry 5 was changed after it was written." in audit.broken(SCOPE)
    # Not even when it is chained anew by the older rule, which lets names be changed.
    last.refresh_from_db()
    last.commitment = links.commitment(last.salt, links.contents(last))
    last.chained = links.link(last)
    last.save()
    AuditHead.objects.update(chained=last.chained)
    assert audit.broken(SCOPE) == ["Entry 5 says that it is older than the entries before it."]


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
