"""The log proves what is stored: whatever is changed past the commands is named by `check_event`, with what the log says."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import Result, ResultLine
from tdapp.desk.pairing.commands.release import close_round, release_standings
from tdapp.desk.results.commands.results import correct_result, enter_result
from tdapp.events.entries.commands.entrants import edit_private
from tdapp.events.entries.commands.presence import withdraw
from tdapp.events.log.commands.log import begin, erase
from tdapp.events.members.commands.members import add_member
from tdapp.events.models import Membership, Round
from tdapp.interchange.commands.events import preview_fill
from tdapp.kernel import audit, clock
from tdapp.kernel.log import chain
from tdapp.kernel.models import AuditEntry, AuditHead
from tests import factories
from tests.factories import Hall
from tests.kept import once

pytestmark = pytest.mark.django_db
BEFORE = 21  # statements of a confirmed result, counted before entries told of rows


def told() -> Hall:
    """Nine entrants, two rounds: the first played, corrected, closed and released; the second open and half entered."""
    hall = factories.hall(players=9, rounds=0)
    begin(factories.program(hall.event), hall.event)
    ctx = hall.as_(hall.director)
    for number in (1, 2):
        call_command("pair", hall.event.slug, "--as", hall.director.username)
        call_command("publish_round", hall.event.slug, "--as", hall.director.username)
        tables = hall.division.rounds.get(number=number).tables.order_by("number")
        for table in tables[: 4 if number == 1 else 2]:
            factories.enter(table, 412, 388, by=hall.as_(hall.clerk), penalties={2: 10})
        if number == 1:
            correct_result(ctx, hall.table(1, 1), entry=Entry(scores=(399, 401)), seen=1, reason="misread")
            close_round(ctx, _round(hall, 1))
            release_standings(ctx, hall.division, after=1)
    return hall


whole, hall = once(told)


def _round(hall: Hall, number: int) -> Round:
    return Round.objects.select_related("division__event").get(division=hall.division, number=number)


def sql(text: str, *values: Any) -> int:
    """A statement past every command, as whoever has the file can give it; how many rows it met."""
    with connection.cursor() as cursor:
        cursor.execute(text, [getattr(value, "hex", value) for value in values])
        return int(cursor.rowcount)


def checked(hall: Hall, *more: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit code and text of `check_event`."""
    capsys.readouterr()
    try:
        call_command("check_event", hall.event.slug, *more)
    except SystemExit as left:
        return int(left.code or 0), capsys.readouterr().out
    return 0, capsys.readouterr().out


def test_what_only_commands_did_holds(hall: Hall, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = checked(hall, capsys=capsys)
    assert (code, text) == (0, f"{hall.event.slug}: all invariants hold\n")


def line(hall: Hall, number: int, table: int, seat: int) -> Any:
    """The key of a seat's part in the result that counts."""
    rows = ResultLine.objects.filter(result__table__round__division=hall.division, result__in_force=True)
    return rows.get(result__table__round__number=number, result__table__number=table, seat=seat).pk


Tampering = Callable[[Hall], int]
SCORE = "UPDATE desk_resultline SET score = 512 WHERE id = %s"
TAMPERINGS: dict[str, tuple[Tampering, str]] = {
    "a score of the open round": (
        lambda hall: sql(SCORE, line(hall, 2, 2, 1)),
        "I10: open round 2 table 2, version 1, seat 1: score is stored as 512, but the log says 412 (entry ",
    ),
    "a score of the closed round, both sides so that the sums hold": (
        lambda hall: sql(SCORE, line(hall, 1, 2, 1)) + sql(SCORE, line(hall, 1, 2, 2)),
        "I10: open round 1 table 2, version 1, seat 2: score is stored as 512, but the log says 388 (entry ",
    ),
    "a score of the closed round, past what is kept of it": (
        lambda hall: sql(SCORE, line(hall, 1, 2, 1)),
        "I11: open round 1: what is kept of it is not what its results say.",
    ),
    "a penalty": (
        lambda hall: sql("UPDATE desk_resultline SET penalty = 0 WHERE id = %s", line(hall, 1, 2, 2)),
        "open round 1 table 2, version 1, seat 2: penalty is stored as 0, but the log says 10 (entry ",
    ),
    "the older version made the one that counts": (
        lambda hall: sql("UPDATE desk_result SET in_force = %s, is_current = %s WHERE version = 2", False, False)
        + sql("UPDATE desk_result SET in_force = %s, is_current = %s WHERE table_id = %s AND version = 1",
              True, True, hall.table(1, 1).pk),
        "open round 1 table 1, version 1: counts is stored as yes, but the log says no (entry ",
    ),
    "who entered": (
        lambda hall: sql("UPDATE desk_result SET entered_name = 'Nobody' WHERE version = 2"),
        "open round 1 table 1, version 2: name of who entered is stored otherwise than entry ",
    ),
    "a result taken out with its lines": (
        lambda hall: _remove(hall),
        "open round 2 table 2, version 1: this is stored no more, but entry ",
    ),
    "a result taken out with its entry, so that a number is missing": (
        lambda hall: _remove(hall) and _gap(hall),
        "does not follow entry ",
    ),
    "a result put in": (
        lambda hall: _put_in(hall),
        "open round 2 table 3, version 1: this is stored, but no entry of the log tells of it.",
    ),
    "consent for everybody": (
        lambda hall: sql("UPDATE events_entrant SET display_consent = %s", True),
        "open entrant 9: consent to the full name is stored otherwise than entry ",
    ),
    "consent taken as a guardian's": (
        lambda hall: _consented(hall) and sql("UPDATE people_playerprivate SET consent = %s", True),
        "What open entrant 3 agreed to: consent to the full name is stored otherwise than entry ",
    ),
    "two entrants' names swapped": (
        lambda hall: sql("UPDATE events_entrant SET surname = 'Zamora' WHERE number = 4"),
        "open entrant 4: surname is stored otherwise than entry ",
    ),
    "a director": (
        lambda hall: _director(hall),
        "mallory as director: this is stored, but no entry of the log tells of it.",
    ),
    "a role made a higher one": (
        lambda hall: sql("UPDATE events_membership SET role = 'deputy' WHERE role = 'clerk'"),
        "role is stored as deputy, but the log says clerk (entry ",
    ),
    "a round's closing undone": (
        lambda hall: sql("UPDATE events_round SET closed_at = NULL, status = 'published' WHERE number = 1"),
        "open round 1: state is stored as published, but the log says closed (entry ",
    ),
    "the points of a bye": (
        lambda hall: sql("UPDATE events_slot SET spread = 250 WHERE kind = 'bye'"),
        "points is stored as 250, but the log says 50 (entry ",
    ),
    "two players exchanged": (
        lambda hall: _exchange(hall),
        "open round 2 table 2 seat 1: who sits there is stored as open entrant ",
    ),
    "a withdrawal": (
        lambda hall: _withdrawn(hall) and sql("UPDATE events_presence SET intent = 'unscored'"),
        "open entrant 5, absence from round 3: intent is stored as unscored, but the log says forfeit (entry ",
    ),
    "who confirms": (
        lambda hall: sql("UPDATE events_division SET confirm_policy = 'two-people'"),
        "division open: who confirms is stored as two-people, but the log says single (entry ",
    ),
    "released standings": (
        lambda hall: sql("UPDATE desk_snapshot SET digest = %s", "0" * 64),
        "standings of open after round 1, version ",
    ),
    "the end of the log, with its head": (
        lambda hall: _cut(hall),
        "but no entry of the log tells of it.",
    ),
    "contents of entries blanked": (
        lambda hall: AuditEntry.objects.filter(intent="result.enter").update(
            payload=None, salt="", target="", reason=""
        ),
        "are blank, and no entry says who erased them.",
    ),
    "contents blanked but for what they are about": (
        lambda hall: AuditEntry.objects.filter(intent="result.enter").update(payload=None, salt=""),
        "were changed after it was written.",
    ),
    "the names of all who acted": (
        lambda hall: AuditEntry.objects.update(actor_name="Mallory"),
        "The name in entry 2 was changed after it was written.",
    ),
    "what an entry says was stored": (
        lambda hall: AuditEntry.objects.filter(intent="result.enter").update(facts=None),
        "was changed after it was written.",
    ),
}  # fmt: skip


def _remove(hall: Hall) -> int:
    row = Result.objects.get(table=hall.table(2, 2))
    sql("DELETE FROM desk_resultline WHERE result_id = %s", row.pk)
    return sql("DELETE FROM desk_result WHERE id = %s", row.pk)


def _gap(hall: Hall) -> int:
    number = AuditEntry.objects.filter(intent="result.enter").order_by("number")[1].number
    return sql("DELETE FROM kernel_auditentry WHERE number = %s", number)


def _put_in(hall: Hall) -> int:
    table = hall.table(3, 2)
    row = Result.objects.create(
        table=table, version=1, sequence=99, entered_name="x", in_force=True, confirmed_at=clock.now()
    )
    lines = [
        ResultLine(result=row, slot=slot, seat=slot.seat, score=400 + slot.seat) for slot in table.seats.all()
    ]
    return len(ResultLine.objects.bulk_create(lines))


def _consented(hall: Hall) -> Any:
    entrant = hall.division.entrants.select_related("division__event").get(number=3)
    return edit_private(
        hall.as_(hall.director),
        entrant,
        consent=False,
        birth_date=None,
        birth_year=2014,
        guardian="",
        contact="",
    )


def _director(hall: Hall) -> int:
    Membership.objects.create(event=hall.event, user=factories.user("mallory"), role="director")
    return 1


def _exchange(hall: Hall) -> int:
    one, other = (hall.seats(number, 2)[0] for number in (2, 3))
    sql("UPDATE events_slot SET round_id = round_id, entrant_id = %s WHERE id = %s", _spare(hall), one.pk)
    sql("UPDATE events_slot SET entrant_id = %s WHERE id = %s", one.entrant_id, other.pk)
    return sql("UPDATE events_slot SET entrant_id = %s WHERE id = %s", other.entrant_id, one.pk)


def _spare(hall: Hall) -> Any:
    return factories.entrant(hall.division, 40).pk


def _withdrawn(hall: Hall) -> Any:
    entrant = hall.division.entrants.select_related("division__event").get(number=5)
    return withdraw(hall.as_(hall.director), entrant, from_round=3, intent="forfeit")


def _cut(hall: Hall) -> int:
    *_rest, before, last = AuditEntry.objects.filter(scope=hall.event.scope_key).order_by("number")
    AuditHead.objects.filter(scope=hall.event.scope_key).update(number=before.number, chained=before.chained)
    return sql("DELETE FROM kernel_auditentry WHERE id = %s", last.pk)


def test_what_is_changed_past_the_commands_is_named(hall: Hall, capsys: pytest.CaptureFixture[str]) -> None:
    missed = []
    for name, (tamper, said) in TAMPERINGS.items():
        with transaction.atomic():
            assert tamper(hall), name
            code, text = checked(hall, capsys=capsys)
            missed += [] if code == 1 and said in text else [(name, text)]
            transaction.set_rollback(True)
    assert not missed
    assert checked(hall, capsys=capsys)[0] == 0


def test_what_was_erased_with_its_entry_is_said_to_be_unchecked_and_no_fault(
    hall: Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    first = AuditEntry.objects.get(scope=hall.event.scope_key, intent="log.begin").number
    erase(hall.as_(hall.director), hall.event, entries=[first], names=[first], reason="asked for by a parent")
    code, text = checked(hall, capsys=capsys)
    assert code == 0
    assert "erased from the log; they cannot be checked." in text
    told = AuditEntry.objects.get(intent=chain.ERASE)
    assert (told.actor_name, told.reason) == (hall.director.shown_as, "asked for by a parent")


def test_an_erasure_needs_a_reason_known_entries_and_never_takes_another_erasure(hall: Hall) -> None:
    before = AuditEntry.objects.count()
    for more in (
        ["--entries", "2"], ["--reason", "x"], ["--entries", "two", "--reason", "x"],
        ["--entries", "999", "--reason", "x"], ["--person", "nobody", "--reason", "x"],
    ):  # fmt: skip
        with pytest.raises(SystemExit) as left:
            call_command("erase_log", hall.event.slug, *more)
        assert left.value.code == 2
    assert AuditEntry.objects.count() == before
    call_command("erase_log", hall.event.slug, "--entries", "2-3", "--reason", "x")
    with pytest.raises(SystemExit):
        call_command("erase_log", hall.event.slug, "--entries", str(before + 1), "--reason", "x")


def test_a_person_is_erased_from_the_log_and_the_chain_holds(
    hall: Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("erase_log", hall.event.slug, "--person", hall.clerk.username, "--reason", "asked for")
    assert not AuditEntry.objects.filter(actor_name=hall.clerk.shown_as).exists()
    assert checked(hall, capsys=capsys)[0] == 0


def test_an_event_from_before_is_not_accused_until_its_log_begins_to_tell(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hall = factories.hall(players=4, rounds=1, played=1)
    sql("UPDATE events_entrant SET display_consent = %s", True)
    code, text = checked(hall, capsys=capsys)
    assert code == 0
    assert "are from before this log told of rows; they cannot be checked." in text
    call_command("begin_logs")
    call_command("begin_logs")
    assert AuditEntry.objects.filter(scope=hall.event.scope_key, intent="log.begin").count() == 1
    assert "note" not in checked(hall, capsys=capsys)[1]
    sql("UPDATE events_entrant SET display_consent = %s", False)
    assert checked(hall, capsys=capsys)[0] == 1


def test_a_new_event_tells_of_its_rows_from_its_first_entry(capsys: pytest.CaptureFixture[str]) -> None:
    director = factories.user("dina", operator=True)
    call_command("create_event", "Cebu Open", "--preset", "pspa-open", "--as", "dina")
    hall = factories.hall(players=4)  # another event beside it
    assert audit.begun(AuditEntry.objects.get(intent="event.create", scope__startswith="event:").scope)
    call_command("check_event", "cebu-open")
    assert capsys.readouterr().out.endswith("cebu-open: all invariants hold\n")
    membership = Membership.objects.get(user=director)
    sql("UPDATE events_membership SET user_id = %s WHERE id = %s", hall.clerk.pk, membership.pk)
    with pytest.raises(SystemExit):
        call_command("check_event", "cebu-open")


def test_members_and_their_roles_are_told_as_commands_change_them(hall: Hall) -> None:
    add_member(hall.as_(hall.director), hall.event, user=factories.user("newcomer"), role="clerk")
    entry = AuditEntry.objects.filter(intent="member.add").latest("number")
    ((told,),) = [rows.values() for rows in entry.facts.values()]
    assert told["role"] == "clerk"


def test_entries_hold_no_name_and_no_consent_outside_what_can_be_erased(hall: Hall) -> None:
    text = json.dumps(list(AuditEntry.objects.values_list("facts", flat=True)))
    for word in (
        "Bautista",
        "Abad",
        hall.clerk.shown_as,
        '"display_consent": true',
        '"display_consent": false',
    ):
        assert word not in text


class TestAgainst:
    """A printed head against the log of the laptop."""

    def test_the_head_of_any_moment_matches_for_ever(
        self, hall: Hall, capsys: pytest.CaptureFixture[str]
    ) -> None:
        printed = audit.head(hall.event.scope_key)
        factories.enter(hall.table(3, 2), 400, 300)
        code, text = checked(hall, "--against", printed, capsys=capsys)
        assert code == 0
        assert f"{printed}: The log up to entry {printed.split('-')[0]} is the one that was printed." in text

    def test_a_log_written_anew_from_an_entry_on_is_found_and_bounded_by_older_prints(
        self, hall: Hall, capsys: pytest.CaptureFixture[str]
    ) -> None:
        older = audit.head(hall.event.scope_key)
        factories.enter(hall.table(3, 2), 400, 300)
        printed = audit.head(hall.event.scope_key)
        rewrite(hall, int(printed.split("-")[0]))
        assert (
            checked(hall, capsys=capsys)[0] == 0
        )  # the chain holds, and the rows follow it: only the print knows
        code, text = checked(hall, "--against", printed, "--against", older, capsys=capsys)
        n, m = int(printed.split("-")[0]), int(older.split("-")[0])
        assert code == 1
        assert f"Entry {n} is not the one that was printed" in text
        assert f"somewhere from entry {m + 1} to {n}" in text

    def test_a_log_that_was_cut_is_shorter_than_the_print(
        self, hall: Hall, capsys: pytest.CaptureFixture[str]
    ) -> None:
        printed = audit.head(hall.event.scope_key)
        _cut(hall)
        code, text = checked(hall, "--against", printed, capsys=capsys)
        assert code == 1
        assert f"but this log ends at entry {int(printed.split('-')[0]) - 1}" in text

    def test_a_typing_mistake_is_one_sentence_and_no_finding(
        self, hall: Hall, capsys: pytest.CaptureFixture[str]
    ) -> None:
        printed = audit.head(hall.event.scope_key)
        wrong = printed[:-1] + ("0" if printed[-1] != "0" else "2")
        with pytest.raises(SystemExit) as left:
            call_command("check_event", hall.event.slug, "--against", wrong)
        assert left.value.code == 2
        assert "typing mistake" in capsys.readouterr().err


def rewrite(hall: Hall, number: int) -> None:
    """What whoever holds the laptop can do: change an entry with what it stored, and chain everything after it anew."""
    last = AuditEntry.objects.get(scope=hall.event.scope_key, number=number)
    lines = last.facts["desk.ResultLine"]
    for key in lines:
        lines[key]["score"] = 500
        sql("UPDATE desk_resultline SET score = 500 WHERE id = %s", ResultLine.objects.get(pk=key).pk)
    last.chained = chain.link(last)
    last.save()
    AuditHead.objects.filter(scope=hall.event.scope_key).update(chained=last.chained)


def test_an_entry_asks_the_database_no_more_than_before_it_told_of_rows() -> None:
    hall = factories.hall(players=8)
    factories.enter(hall.table(1), 400, 300, by=hall.as_(hall.clerk))
    table = hall.table(2)
    with CaptureQueriesContext(connection) as asked:
        enter_result(hall.as_(hall.clerk), table, entry=Entry(scores=(400, 300)), sure=True)
    assert len(asked) <= BEFORE


def test_what_a_trial_wrote_and_took_back_is_in_no_entry(
    hall: Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    ctx = hall.as_(hall.director)
    spare = factories.division(hall.event, "Spare")
    file = b"Abad, Ana 1500 2; 400\nCruz, Ben 1400 1; 380\n"
    preview_fill(ctx, spare, files=(("a.t", file),))
    assert spare.entrants.count() == 0
    assert "spare entrant" not in checked(hall, capsys=capsys)[1]
