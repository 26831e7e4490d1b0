"""What comes in by a list or a file is told by the log like everything else, though it was written out of sight first."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction

from tdapp.desk.rehearsal import simulation
from tdapp.events.log.commands.log import begin
from tdapp.events.models import Division, Entrant, Event, Round
from tdapp.events.setup.commands.creating import create_event
from tdapp.interchange import housekeeping
from tdapp.interchange.archives.importing import import_archive
from tdapp.interchange.commands import entering, roster
from tdapp.interchange.commands.entering import apply_roster
from tdapp.interchange.commands.events import apply_fill, apply_import, preview_fill, preview_import
from tdapp.interchange.exports.render import Wish, render
from tdapp.interchange.models import EventPreview
from tdapp.interchange.tsh.importing import import_event
from tdapp.kernel import audit, clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.log import replay
from tdapp.kernel.models import AuditEntry, Job, User
from tdapp.kernel.refusals import NotAllowed
from tdapp.people.models import PlayerPrivate
from tests import factories
from tests.interchange.test_staged_lists import enter, killed_at, looked_at, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Event:
    event = factories.event("cebu")
    factories.division(event, "Open")
    factories.division(event, "Novice")
    factories.member(event, "registrar", "rosa")
    begin(factories.program(event), event)
    return event


@pytest.fixture
def ctx(hall: Event) -> Context:
    return factories.acting(User.objects.get(username="rosa"), hall)


def faults(event: Event) -> list[str]:
    """What the checker says of the log and of the rows beside it."""
    return audit.broken(event.scope_key) + replay.compare(event.scope_key).faults


def tampered(event: Event, statement: str, *values: Any) -> list[str]:
    """What it says after a statement past every command, which is taken back."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(statement, [getattr(value, "hex", value) for value in values])
            assert cursor.rowcount
        found = faults(event)
        transaction.set_rollback(True)
    return found


def listed(count: int, *, division: str = "Open", consent: str = "") -> str:
    head = "Member no,Surname,Given name,Birth year,Division,Consent\n"
    rows = (f"{n},Sur{'abcdefghij'[n % 10]},Given,2012,{division},{consent}\n" for n in range(1, count + 1))
    return head + "".join(rows)


def test_a_long_list_holds_and_a_consent_changed_past_it_is_found(hall: Event, ctx: Context) -> None:
    enter(ctx, hall, people(600), division="open")
    assert Entrant.objects.filter(event=hall).count() == 600
    assert faults(hall) == []
    last = AuditEntry.objects.filter(scope=hall.scope_key, intent="roster.apply").get()
    assert {len(rows) for name, rows in (last.facts or {}).items() if name == "events.Entrant"} == {600}
    [said] = tampered(hall, "UPDATE events_entrant SET display_consent = %s WHERE number = 7", True)
    assert "entrant 7: consent to the full name is stored otherwise than entry" in said
    assert tampered(hall, "UPDATE events_entrant SET number = 9000 WHERE number = 7")
    assert tampered(hall, "UPDATE events_entrant SET given = 'X' WHERE number = 7")


def test_changes_of_a_list_hold_with_moves_and_consent(hall: Event, ctx: Context) -> None:
    enter(ctx, hall, listed(5))
    enter(ctx, hall, listed(5, division="Novice", consent="yes"))
    assert Entrant.objects.filter(division__slug="novice", display_consent=True).count() == 5
    assert faults(hall) == []
    assert tampered(hall, "UPDATE people_playerprivate SET consent = %s", False)
    assert tampered(hall, "UPDATE events_entrant SET display_consent = %s", False)


def test_what_a_killed_list_left_is_no_fault_and_can_be_taken_elsewhere_by_nobody(
    hall: Event, ctx: Context
) -> None:
    other = factories.event("davao")
    enter(ctx, hall, people(5), division="open")
    preview = looked_at(ctx, hall, people(250, first=2), division="open")
    killed_at(preview, ctx, 2)
    assert Entrant.objects.exclude(event=hall).exists(), "the control: something lies aside"
    assert faults(hall) == []
    away = tampered(hall, "UPDATE events_entrant SET event_id = %s WHERE event_id = %s", other.pk, hall.pk)
    assert any("stored no more" in said for said in away)
    with clock.at(clock.now() + 2 * entering.LEASE):
        housekeeping.tick()
    assert not Entrant.objects.exclude(event=hall).exists()
    assert faults(hall) == []
    told = PlayerPrivate.objects.filter(scope=hall.scope_key).first()
    assert told is not None
    aside = f"event:{preview.pk}"
    gone = tampered(hall, "UPDATE people_playerprivate SET scope = %s WHERE id = %s", aside, told.pk)
    assert any("stored no more" in said for said in gone), (
        "once nothing lies aside nothing is looked for there"
    )


def test_a_list_begins_no_log(hall: Event) -> None:
    """An event from before logs told of rows is not accused of its older entries because a list came in."""
    old = factories.event("old")
    row = factories.division(old, "Open")
    factories.entrants(row, 3)
    registrar = factories.acting(factories.member(old, "registrar"), old)
    enter(registrar, old, people(5))
    assert not audit.begun(old.scope_key)
    assert faults(old) == []


def played() -> Event:
    return simulation.run(simulation.Field(8, 2, 7, "Day", "day"), context.system())


SCORE = "UPDATE desk_resultline SET score = score + 1 WHERE result_id IN (SELECT r.id FROM desk_result r"
SCORE += " JOIN events_table t ON t.id = r.table_id JOIN events_round o ON o.id = t.round_id"
SCORE += " JOIN events_division d ON d.id = o.division_id WHERE d.event_id = %s)"


def proves(event: Event) -> None:
    assert audit.begun(event.scope_key)
    assert faults(event) == []
    assert tampered(event, SCORE, event.pk)
    assert tampered(event, "UPDATE events_entrant SET display_consent = NOT display_consent WHERE event_id = %s",
                    event.pk)  # fmt: skip


def test_an_event_from_files_is_told_whole_from_its_first_day() -> None:
    system, day = context.system(), played()
    lines, archive = render(day, Wish("t")), render(day, Wish("json", private=True))
    import_event(system, Installation(), files=[("open.t", lines)], name="Lines", slug="lines")
    import_archive(system, Installation(), data=archive, slug="whole")
    told = preview_import(system, Installation(), files=[("open.t", lines)], name="Looked", slug="looked")
    apply_import(system, EventPreview.objects.get(pk=told["id"]), seen=told["digest"])
    for slug in ("lines", "whole", "looked"):
        event = Event.objects.get(slug=slug)
        proves(event)
        first = AuditEntry.objects.get(scope=event.scope_key, intent="event.import")
        assert len((first.facts or {})["events.Entrant"]) == 8


def test_a_division_filled_from_a_file_is_told_and_vouches_for_no_other() -> None:
    """The other division of the event was changed past the commands: filling one does not take that as found."""
    lines = render(played(), Wish("t"))
    told = create_event(context.system(), Installation(), name="Two", slug="two", starts_on=clock.today(),
                        divisions=[{"name": "Open"}, {"name": "Novice"}])  # fmt: skip
    event = Event.objects.get(slug=told["slug"])
    ctx = factories.acting(factories.member(event, "director"), event)
    begun = AuditEntry.objects.filter(scope=event.scope_key).count()
    Division._base_manager.filter(event=event, slug="novice").update(bye_spread=77)
    [wrong] = [one for one in faults(event) if "bye_spread" in one]
    row = Division.objects.select_related("event").get(event=event, slug="open")
    looked = preview_fill(ctx, row, files=[("open.t", lines)])
    apply_fill(ctx, EventPreview.objects.get(pk=looked["id"]), seen=looked["digest"])
    assert Round.objects.filter(division=row).count() == 2
    assert AuditEntry.objects.filter(scope=event.scope_key).count() > begun
    assert [one for one in faults(event) if "as director" not in one] == [wrong]
    assert len(tampered(event, SCORE, event.pk)) > 1


def test_a_list_is_stopped_by_who_sent_it_or_a_director(hall: Event, ctx: Context) -> None:
    preview = looked_at(ctx, hall, people(3), division="open")
    job = Job.objects.create(kind="roster.apply", scope=hall.scope_key, actor=ctx.actor, status="running")
    preview.job = str(job.pk)
    preview.save(update_fields=["job"])
    other = factories.acting(factories.member(hall, "registrar", "other"), hall)
    for end in (roster.cancel_roster, roster.discard_roster):
        with pytest.raises(NotAllowed, match="Somebody else made this"):
            end(other, preview)
    roster.cancel_roster(ctx, preview)
    director = factories.acting(factories.member(hall, "director", "dina"), hall)
    roster.cancel_roster(director, preview)
    job.refresh_from_db()
    assert job.cancel_requested
    roster.discard_roster(director, preview)


def test_who_may_enter_people_at_the_desk_may_not_bring_in_a_list(hall: Event, ctx: Context) -> None:
    preview = looked_at(ctx, hall, people(3), division="open")
    clerk = factories.acting(factories.member(hall, "clerk"), hall)
    with pytest.raises(NotAllowed):
        apply_roster(clerk, preview, seen=preview.digest)
