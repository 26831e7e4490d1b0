"""A second laptop runs the event from its copy: the same rows, the same log, the next term; nothing older over newer."""

from __future__ import annotations

import base64
import errno
import importlib
import io
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import transaction

from tdapp.desk.models import KeptRound, PhoneBinding
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.phones import codes
from tdapp.desk.rehearsal import invariants
from tdapp.events.day import notices
from tdapp.events.log.commands.log import begin
from tdapp.events.models import Entrant, Event, Membership, Round
from tdapp.interchange.commands import copies, copies_due, copy_keys
from tdapp.interchange.copies import content, insert_rows, making, phone_codes, plans, results, take_over
from tdapp.interchange.event_file import event_tables
from tdapp.interchange.models import CopyPlan, Handover
from tdapp.kernel import clock, context, fence
from tdapp.kernel.log import printed_heads
from tdapp.kernel.models import AuditEntry, AuditHead, User
from tdapp.kernel.refusals import Conflict, Fenced, Refusal
from tdapp.people import registry
from tdapp.people.models import Player, PlayerPrivate
from tests import factories as f
from tests.copies.conftest import WORDS, FakeRun, gone, newest, sealed_copy, taken
from tests.phones import phones

pytestmark = pytest.mark.django_db


def rows_of(event: Event) -> dict[str, Any]:
    """Everything that belongs to the event, as values, but the log's newest entries and what a laptop keeps for itself."""
    told = content.gathered(event, {})
    return {
        label: sorted(map(repr, rows))
        for label, rows in told.rows.items()
        if not label.startswith(("kernel.", "events.Event"))
    }


def test_everything_of_the_event_is_there_on_the_second_laptop(hall: f.Hall) -> None:
    entrant = hall.division.entrants.first()
    registry.keep_private(
        entrant.player, hall.event.scope_key, consent=True, by="desk", guardian="Guardian K"
    )
    first = Round.objects.select_related("division__event").get(division=hall.division, number=1)
    close_round(hall.as_(hall.director), first)
    before = rows_of(hall.event)
    data = sealed_copy(hall)
    log = list(
        AuditEntry.objects.filter(scope=hall.event.scope_key)
        .values_list("number", "chained")
        .order_by("number")
    )
    gone(hall)
    answer = taken(data)
    event = Event.objects.get(pk=hall.event.pk)
    assert answer["slug"] == event.slug == hall.event.slug
    assert rows_of(event) == before
    assert PlayerPrivate.objects.get(scope=event.scope_key).guardian == "Guardian K"
    now = list(
        AuditEntry.objects.filter(scope=event.scope_key).values_list("number", "chained").order_by("number")
    )
    # The copy was gathered before the log said that it was made.
    assert now[: len(log) - 1] == log[:-1]
    assert invariants.broken(event) == []
    # Its pages are as quick as on the laptop that is gone.
    assert KeptRound.objects.get().round_id == first.pk


def test_the_director_signs_in_as_before_and_enters_results(hall: f.Hall) -> None:
    data = sealed_copy(hall)
    gone(hall)
    User.objects.filter(pk=hall.director.pk).delete()
    taken(data)
    director = User.objects.get(pk=hall.director.pk)
    assert director.check_password("pass")
    assert not director.operator
    f.enter(hall.table(2), 410, 390, by=f.acting(director, hall.event))


def test_tables_out_at_the_copy_are_listed_for_their_slips(hall: f.Hall) -> None:
    data = sealed_copy(hall)
    f.enter(hall.table(2), 410, 390)
    gone(hall)
    out = taken(data)["out"]
    assert Handover.objects.get(event=hall.event).out == out
    f.enter(hall.table(2), 410, 390)
    first, second = results.were_out(hall.event, out)
    assert (first.round, first.table, first.entered) == (2, 2, True)
    assert (second.round, second.table, second.entered) == (2, 3, False)
    assert second.names == tuple(slot.entrant.short for slot in hall.table(3).seats.order_by("seat"))


def test_nothing_but_the_entrants_themselves_keeps_their_names_after_a_takeover(hall: f.Hall) -> None:
    """Names corrected or blanked on the entrant are gone: no second place on this laptop has them."""
    surnames = set(hall.division.entrants.values_list("surname", flat=True))
    data = sealed_copy(hall)
    gone(hall)
    taken(data)
    kept = json.dumps(Handover.objects.filter(event=hall.event).values("out", "results")[0], default=str)
    assert not [name for name in surnames if name in kept]
    hall.division.entrants.update(surname="Renamed", given="")
    rows = results.were_out(hall.event, Handover.objects.get(event=hall.event).out)
    assert {name.partition(" ")[0] for row in rows for name in row.names} == {"Renamed"}


def test_names_kept_with_tables_that_were_out_by_a_version_from_before_are_taken_away(hall: f.Hall) -> None:
    sealed_copy(hall)
    told = [{"id": str(hall.table(2).pk), "division": "A", "round": 2, "table": 2, "names": ["Reyes"]}]
    row = Handover.objects.create(event=hall.event, out=told)
    importlib.import_module("tdapp.interchange.migrations.0006_no_names_in_handover").without_names(
        apps, None
    )
    row.refresh_from_db()
    assert row.out == [{"id": told[0]["id"], "division": "A", "round": 2, "table": 2}]


def test_the_next_copies_keep_the_passphrase_and_the_next_term(hall: f.Hall) -> None:
    data = sealed_copy(hall)
    gone(hall)
    first = taken(data)
    again = newest(hall)
    gone(hall)
    second = taken(again)
    assert (first["term"], second["term"]) == (2, 3)


def test_on_a_laptop_with_other_events_people_meet_by_number_and_names_stay_apart(hall: f.Hall) -> None:
    known, other = hall.division.entrants.order_by("number")[:2]
    playing = f.member(hall.event, "clerk", player=known.player)
    Membership.objects.filter(user=playing).update(person=str(known.player_id))
    data = sealed_copy(hall)
    gone(hall)
    ids = list(Entrant.objects.values_list("player", flat=True))
    assert ids == []
    same = Player.objects.get(pk=known.player_id)
    number, taken_number = same.number, other.player.number
    Player.objects.all().delete()
    mine = registry.player(given=same.given, surname=same.surname, number=number, club=None)
    stranger = registry.player(given="Somebody", surname="Else", number=taken_number, club=None)
    Event.objects.create(
        slug=hall.event.slug, name="Another", starts_on=hall.event.starts_on, ends_on=hall.event.ends_on,
        sequence=hall.event.sequence,
    )  # fmt: skip
    answer = taken(data)
    assert answer["slug"] == f"{hall.event.slug}-2"
    assert Entrant.objects.get(pk=known.pk).player == mine
    fresh = Entrant.objects.get(pk=other.pk).player
    assert fresh is not None
    assert fresh != stranger
    assert fresh.is_temporary
    assert Event.objects.values("sequence").distinct().count() == 2
    # Who works there and plays too is the same player here: a result of his own table stays one he may not confirm.
    assert Membership.objects.get(user=playing).person == str(mine.pk)
    assert User.objects.get(pk=playing.pk).person == str(mine.pk)


def test_a_user_name_somebody_has_here_is_no_door_to_his_account(hall: f.Hall) -> None:
    data = sealed_copy(hall)
    gone(hall)
    name = hall.director.username
    User.objects.filter(pk=hall.director.pk).delete()
    own = f.user(name, operator=True)
    taken(data)
    came = User.objects.get(pk=hall.director.pk)
    assert came.username == f"{name}-2"
    assert not Membership.objects.filter(user=own, event=hall.event).exists()


def test_the_same_copy_twice_on_the_same_laptop_is_refused(hall: f.Hall) -> None:
    data = sealed_copy(hall)
    with pytest.raises(Conflict, match="Open 2026 runs here already"):
        taken(data)
    gone(hall)
    taken(data)
    with pytest.raises(
        Conflict, match=rf"at /e/{hall.event.slug}/; this copy is from before it was taken over"
    ):
        taken(data)
    later = {"term": 9, "holder": "f" * 36, "name": "B", "address": "", "at": "2026-03-14T02:00:00+00:00"}
    with transaction.atomic():
        fence.raise_fence(hall.event.scope_key, later)
    with pytest.raises(Conflict, match="from before the event was taken over"):
        taken(data)


def test_a_laptop_that_was_set_back_goes_on_from_a_newer_copy(hall: f.Hall) -> None:
    early = sealed_copy(hall)
    f.enter(hall.table(2), 410, 390)
    late = newest(hall)
    gone(hall)
    taken(early)
    with transaction.atomic():
        fence.begin_term(hall.event.scope_key, 1, "")
    # As if a backup of the early state had been restored: same term, a shorter log.
    AuditEntry.objects.filter(scope=hall.event.scope_key, intent="event.taken_over").delete()
    last = AuditEntry.objects.filter(scope=hall.event.scope_key).order_by("-number")[0]
    head = fence.state(hall.event.scope_key)
    head.number, head.chained = last.number, last.chained
    head.save()
    taken(late)
    assert hall.table(2).results.filter(in_force=True).exists()


def test_after_a_restore_an_installation_goes_on_in_its_term_and_gives_way_to_who_took_over_since(
    hall: f.Hall,
) -> None:
    """By the key it keeps, the event's own copy brings it forward; nobody is called, and twice is refused."""
    early, scope = sealed_copy(hall), hall.event.scope_key
    f.enter(hall.table(2), 410, 390)
    plan, late = CopyPlan.objects.get(event=hall.event), newest(hall)
    gone(hall)
    on_a_laptop = taken(late)
    theirs = newest(hall)
    gone(hall)
    taken(early)
    CopyPlan.objects.filter(event=hall.event).update(key=plan.key, salt=plan.salt)
    with transaction.atomic():
        fence.begin_term(scope, 1, "")
    AuditEntry.objects.filter(scope=scope, intent="event.taken_over").delete()
    last = AuditEntry.objects.filter(scope=scope).order_by("-number")[0]
    AuditHead.objects.filter(pk=scope).update(number=last.number, chained=last.chained)
    answer = take_over.take_over(context.system(), io.BytesIO(late), None)
    assert (answer["term"], on_a_laptop["term"]) == (1, 2)
    assert fence.state(scope).holder > ""
    assert Handover.objects.get(event=hall.event).addresses == []
    with pytest.raises(Conflict, match="before it was taken over"):
        take_over.take_over(context.system(), io.BytesIO(late), None)
    f.enter(hall.table(3), 333, 300)
    assert taken(theirs)["term"] == 3
    row = Handover.objects.get(event=hall.event)
    found = results.differing(Event.objects.get(pk=hall.event.pk), row.results)
    assert [(one.table, one.there.scores) for one in found] == [(3, (333, 300))]


def test_of_a_folder_each_event_goes_on_from_its_newest_copy_in_whatever_order_they_lie(
    hall: f.Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once the older of two was taken up, the newer one is of before that: what was entered between them was lost."""
    early = sealed_copy(hall)
    f.enter(hall.table(2), 410, 390)
    (tmp_path / "a-r1.tdcopy").write_bytes(newest(hall))
    f.enter(hall.table(3), 333, 300)
    (tmp_path / "b-r1.tdcopy").write_bytes(newest(hall))
    plan = CopyPlan.objects.get(event=hall.event)
    gone(hall)
    taken(early)
    CopyPlan.objects.filter(event=hall.event).update(key=plan.key, salt=plan.salt)
    scope = hall.event.scope_key
    with transaction.atomic():
        fence.begin_term(scope, 1, "")
    AuditEntry.objects.filter(scope=scope, intent="event.taken_over").delete()
    last = AuditEntry.objects.filter(scope=scope).order_by("-number")[0]
    AuditHead.objects.filter(pk=scope).update(number=last.number, chained=last.chained)
    (tmp_path / "c-r1.tdcopy").write_bytes(b"no copy")
    with pytest.raises(SystemExit) as ended:
        call_command("takeover", str(tmp_path), "--kept-key")
    assert ended.value.code == 1
    assert "Brought forward: 1. Known here already: 0. Could not be used: 1." in capsys.readouterr().out
    assert all(hall.table(number).results.filter(in_force=True).exists() for number in (2, 3))
    (tmp_path / "c-r1.tdcopy").unlink()
    call_command("takeover", str(tmp_path), "--kept-key")
    assert "Brought forward: 0. Known here already: 1. Could not be used: 0." in capsys.readouterr().out


def test_the_old_laptop_takes_the_event_back_from_the_new_ones_copy(hall: f.Hall) -> None:
    f.enter(hall.table(2), 410, 390)
    data = sealed_copy(hall)
    mine = results.of_event(hall.event)
    gone(hall)
    taken(data)
    theirs = newest(hall)
    gone(hall)
    # The old one as it was, with one result more, fenced meanwhile.
    with transaction.atomic():
        told = making_told(data)
        insert_rows.put(told)
        fence.begin_term(hall.event.scope_key, 1, "")
    CopyPlan.objects.create(event=Event.objects.get(pk=hall.event.pk), secret="00" * 32)
    f.enter(hall.table(3), 333, 300)
    with transaction.atomic():
        fence.raise_fence(
            hall.event.scope_key, {"term": 2, "holder": "x", "name": "B", "address": "", "at": "2026-03-14"}
        )
    with pytest.raises(Fenced):
        f.enter(hall.table(3), 334, 300)
    # The fence names the holder that the copy has: the other laptop's own copy is not older.
    head = fence.state(hall.event.scope_key)
    head.fenced["holder"] = ""
    head.save()
    answer = taken(theirs)
    assert answer["term"] == 3
    row = Handover.objects.get(event=hall.event)
    (differs,) = results.differing(Event.objects.get(pk=hall.event.pk), row.results)
    assert (differs.round, differs.table, differs.here.entered, differs.there.scores) == (
        2,
        3,
        False,
        (333, 300),
    )
    assert len(mine) == 6
    f.enter(hall.table(3), 334, 300)


def making_told(data: bytes) -> content.EventCopy:
    """What a copy tells."""
    with making.aside() as inside:
        return making.opened_to(WORDS, io.BytesIO(data), inside)


@pytest.mark.parametrize("words", ["", "bulag-tanim-sobra", "another passphrase"])
def test_with_a_wrong_passphrase_nothing_is_written(hall: f.Hall, words: str) -> None:
    data = sealed_copy(hall)
    gone(hall)
    with pytest.raises(Refusal, match="passphrase does not open"):
        taken(data, words)
    assert not Event.objects.filter(pk=hall.event.pk).exists()


def test_a_copy_of_which_something_does_not_hold_leaves_nothing(hall: f.Hall) -> None:
    told = making_told(sealed_copy(hall))
    told.rows["desk.ResultLine"].pop()
    plan = CopyPlan.objects.get(event=hall.event)
    key = plans.key_kept(plan)
    assert key is not None
    gone(hall)
    with making.aside() as inside, making.aside() as out:
        content.write(told, inside, making.nobody_waits)
        inside.seek(0)
        making.sealed.seal(key, inside, out)
        out.seek(0)
        data = out.read()
    with pytest.raises(Refusal, match="cannot be used"):
        taken(data)
    assert not Event.objects.filter(pk=hall.event.pk).exists()


def test_a_full_disk_keeps_the_copy_before_and_says_so_on_the_desk(
    hall: f.Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = sealed_copy(hall)

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Refusal, match="No space left on device"):
        copies.make_copy(FakeRun(hall.event))  # type: ignore[arg-type]
    assert plans.newest(hall.event).read_bytes() == data
    assert [path.name for path in plans.folder().iterdir()] == [plans.newest(hall.event).name]
    (said,) = notices.of(Event.objects.get(pk=hall.event.pk))
    assert "No space left" in said.text
    monkeypatch.undo()
    newest(hall)
    assert notices.of(Event.objects.get(pk=hall.event.pk)) == []


def test_a_copy_goes_to_the_second_place_after_each_round_and_a_stick_pulled_out_blocks_nothing(
    hall: f.Hall, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    sealed_copy(hall)
    CopyPlan.objects.filter(event=hall.event).update(folder=str(stick), held="")
    assert len(copies_due.tick()) == 1
    assert copies_due.tick() == []
    newest(hall)
    (copy_there,) = stick.iterdir()
    assert copy_there.read_bytes() == plans.newest(hall.event).read_bytes()
    stick.rename(tmp_path / "pulled")
    with pytest.raises(Refusal, match="is the stick in"):
        newest(hall)
    assert not stick.exists()
    f.enter(hall.table(2), 410, 390)
    (said,) = notices.of(Event.objects.get(pk=hall.event.pk))
    assert "is the stick in" in said.text


def test_a_copy_is_due_when_a_round_was_published_or_closed_not_at_every_result(hall: f.Hall) -> None:
    sealed_copy(hall)
    plan = CopyPlan.objects.get(event=hall.event)
    f.enter(hall.table(2), 410, 390)
    assert not copies_due.is_due(hall.event, plan)
    with clock.at(datetime(2026, 3, 14, 3, tzinfo=UTC)):
        f.published(hall.division, [])
    assert copies_due.is_due(hall.event, plan)
    with transaction.atomic():
        fence.raise_fence(
            hall.event.scope_key, {"term": 2, "holder": "x", "name": "", "address": "", "at": ""}
        )
    assert not copies_due.is_due(hall.event, plan)


@pytest.mark.parametrize("words", ["", "short", "aaaaaaaaaaaaaaaa", "  a b  a b a b  "])
def test_a_passphrase_that_can_be_guessed_is_refused(hall: f.Hall, words: str) -> None:
    with pytest.raises(Refusal, match="at least 12"):
        copy_keys.choose_passphrase(hall.as_(hall.director), hall.event, passphrase=words)


def test_the_key_opens_nothing_in_another_installation(hall: f.Hall, settings: Any) -> None:
    sealed_copy(hall)
    plan = CopyPlan.objects.get(event=hall.event)
    assert plans.key_kept(plan) is not None
    settings.SECRET_KEY = "another-" + "x1" * 30
    assert plans.key_kept(plan) is None


def test_printed_codes_go_on_working_on_every_laptop_that_takes_over(hall: f.Hall, settings: Any) -> None:
    people = list(hall.division.entrants.all())
    codes.PhoneCode.objects.create(entrant=people[0], renewed=1)
    printed, cards, data = codes.codes_of(people), codes.cards_of(people), sealed_copy(hall)
    root = codes.root_of(hall.event.pk)
    gone(hall)
    settings.SECRET_KEY = "second-" + "x1" * 30
    assert codes.codes_of(people) != printed, "without a copy they are others here"
    taken(data)
    assert codes.codes_of(people) == printed
    assert codes.cards_of(people) == cards
    again = newest(hall)
    gone(hall)
    settings.SECRET_KEY = "third-" + "x2" * 30
    taken(again)
    assert codes.codes_of(people) == printed
    # Neither the rows nor the log tell what they are made from; this laptop's secret is needed for it.
    rows = [*CopyPlan.objects.values(), *Handover.objects.values(), *AuditEntry.objects.values()]
    assert root.hex() not in repr(rows)
    assert base64.b64encode(root).decode() not in repr(rows)
    settings.SECRET_KEY = "fourth-" + "x3" * 30
    assert codes.codes_of(people) != printed


def test_phones_find_their_players_again_after_a_takeover_and_are_the_first_by_their_cards(
    hall: f.Hall,
) -> None:
    slot = hall.table(1).seats.select_related("entrant").get(seat=1)
    phones.bound(slot, uuid4())
    data = sealed_copy(hall)
    gone(hall)
    taken(data)
    phones.bound(slot, uuid4())
    rows = PhoneBinding.objects.filter(entrant=slot.entrant_id)
    assert [(row.left_at is None, row.second) for row in rows] == [(False, False), (True, False)]


@pytest.mark.parametrize("said", ["00", "x" * 64, 7, ["00"], {"a": 1}], ids=str)
def test_what_codes_are_made_from_is_looked_at_before_it_is_believed(hall: f.Hall, said: Any) -> None:
    told = content.EventCopy({"codes": said})
    with pytest.raises(Refusal, match="cannot be used"):
        phone_codes.keep(CopyPlan(event=hall.event), told)


def test_every_table_of_an_event_can_be_copied_by_its_own_ids() -> None:
    """What a new table must have to be taken over: an id that is the same on every machine; else it is listed as staying."""
    odd = [
        model._meta.label
        for model in event_tables.owned()
        if model._meta.pk.get_internal_type() not in ("UUIDField", "OneToOneField")
        or model._meta.many_to_many
    ]
    assert odd == []
    known = {model._meta.label for model in apps.get_models()}
    assert set(event_tables.STAY) <= known


def test_a_copy_says_which_log_it_holds_and_the_second_laptop_goes_on_from_it(hall: f.Hall) -> None:
    begin(f.program(hall.event), hall.event)
    copy = sealed_copy(hall)
    head = CopyPlan.objects.get(event=hall.event).told["head"]
    assert head.split("-")[0] == str(AuditEntry.objects.filter(scope=hall.event.scope_key).count() - 1)
    gone(hall)
    taken(copy)
    (one,) = printed_heads.hold(hall.event.scope_key, [head])
    assert one.matches
    f.enter(hall.table(2), 410, 300)
    assert invariants.checked(hall.event) == invariants.Checked([], [])


def test_a_copy_from_before_logs_told_of_rows_is_told_of_from_the_takeover_on(hall: f.Hall) -> None:
    copy = sealed_copy(hall)
    gone(hall)
    taken(copy)
    assert invariants.checked(hall.event) == invariants.Checked([], [])
    Entrant.objects.filter(event=hall.event, number=3).update(rating=9)
    (fault,) = invariants.broken(hall.event)
    assert "entrant 3: rating is stored as 9" in fault["sentence"]
