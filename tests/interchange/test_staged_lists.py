"""A list is looked at without a lock, staged out of sight in short transactions and made valid by one, or not at all."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tdapp.events.entries.commands.entrants import add_entrant
from tdapp.events.entries.commands.minors import say_minors
from tdapp.events.models import Division, Entrant, Event
from tdapp.interchange import housekeeping
from tdapp.interchange.commands import entering, roster
from tdapp.interchange.commands.entering import apply_roster
from tdapp.interchange.commands.roster import preview_roster
from tdapp.interchange.entering import match_people, trial
from tdapp.interchange.models import RosterPreview, StagedChange
from tdapp.interchange.roster import Roster
from tdapp.kernel import clock, jobs
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry, Job
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people.models import Club, Player, PlayerPrivate
from tests import factories
from tests.holds import Hold, watched

pytestmark = pytest.mark.django_db
WRITES = ("INSERT", "UPDATE", "DELETE", "BEGIN", "SAVEPOINT")


@pytest.fixture
def hall() -> Event:
    event = factories.event("cebu")
    factories.division(event, "Open")
    return event


@pytest.fixture
def ctx(hall: Event) -> Context:
    return factories.acting(factories.member(hall, "registrar"), hall)


def people(count: int, *, rating: int = 900, first: int = 0, year: str = "1980") -> str:
    """A list of so many with numbers, clubs and birth years."""
    lines = (
        f"{n + 1},Sur{'abcdefghij'[n % 10] * (n // 10 % 30 + 1)},Given{n},Club {n % 7},{rating + n % 500},{year}\n"
        for n in range(first, first + count)
    )
    return "Member no,Surname,Given name,Club,Rating,Birth year\n" + "".join(lines)


def looked_at(ctx: Context, event: Event, text: str, *, division: str = "") -> RosterPreview:
    told = preview_roster(ctx, event, data=text.encode(), name="entries.csv", at_once=True, division=division)
    return RosterPreview.objects.select_related("event").get(pk=told["id"])


def enter(ctx: Context, event: Event, text: str, *, division: str = "", **more: Any) -> dict[str, Any]:
    preview = looked_at(ctx, event, text, division=division)
    return apply_roster(ctx, preview, seen=preview.digest, **more)


def nothing_is_left(event: Event) -> bool:
    """No entry, person, private word, change or hidden event of a list."""
    left = (Entrant, Player, PlayerPrivate, StagedChange, Club)
    return not any(model.objects.exists() for model in left) and list(Event.objects.all()) == [event]


def test_new_clubs_and_people_are_written_in_one_order_whatever_the_order_of_the_list(
    hall: Event, ctx: Context
) -> None:
    """Two lists at once that name the same new ones would else wait for each other."""
    lines = ["9,Zabala,Zita,Zamboanga,900,1980", "8,Abad,Ana,Albay,900,1980", "7,Manalo,Mia,Marawi,900,1980"]
    with CaptureQueriesContext(connection) as caught:
        enter(ctx, hall, "\n".join(["Member no,Surname,Given name,Club,Rating,Birth year", *lines]))
    written = [one["sql"] for one in caught if one["sql"].startswith("INSERT")]
    for table, names in (("people_club", "Albay Marawi Zamboanga"), ("people_player", "Manalo Abad Zabala")):
        (told,) = (sql for sql in written if f'INTO "{table}"' in sql)
        assert sorted(names.split(), key=told.index) == names.split(), table
    assert {row.player.club.name for row in Entrant.objects.filter(event=hall) if row.player and row.player.club} == {
        "Albay", "Marawi", "Zamboanga",
    }  # fmt: skip


def test_a_trial_writes_nothing_and_opens_no_transaction(hall: Event, ctx: Context) -> None:
    preview = roster.unsaved(ctx, hall, data=people(40).encode(), name="x.csv")
    with CaptureQueriesContext(connection) as caught:
        found = trial.read(preview)
    assert found.plan.counts["add"] == 40
    assert [one["sql"] for one in caught if one["sql"].lstrip().upper().startswith(WRITES)] == []


def test_a_trial_asks_no_more_of_a_longer_list(hall: Event, ctx: Context) -> None:
    asked = []
    for count in (20, 400):
        preview = roster.unsaved(ctx, hall, data=people(count).encode(), name="x.csv")
        with CaptureQueriesContext(connection) as caught:
            trial.read(preview)
        asked.append(len(caught))
    assert asked[0] == asked[1]


def test_names_are_folded_a_fixed_number_of_times_a_row(
    hall: Event, ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What grew with the square: every unmet name was held against everybody who is known."""
    real, counts = match_people.fold, [0]

    def counted(text: str) -> str:
        counts[-1] += 1
        return str(real(text))

    monkeypatch.setattr(match_people, "fold", counted)
    enter(ctx, hall, people(100))
    for count in (100, 200):
        counts.append(0)
        other = roster.unsaved(ctx, hall, data=people(count, first=100).encode(), name="x.csv")
        trial.read(other)
    assert counts[2] <= 2 * counts[1] + 10


def test_who_is_refused_is_found_out_once_not_once_a_row(
    hall: Event, ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What grew with the square in a list of many findings: all of them were gone through for every row."""
    gone_through = []
    real = Roster.errors.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(Roster, "errors", property(lambda self: gone_through.append(1) or real(self)))
    preview = roster.unsaved(ctx, hall, data=people(60, year="x").encode(), name="x.csv")
    assert trial.read(preview).plan.counts["refused"] == 60
    assert len(gone_through) <= 3


def holds_of(holds: list[Hold], intent: str) -> list[Hold]:
    return [one for one in holds if one.intent == intent]


def test_no_batch_holds_the_turn_for_more_rows_than_a_batch_has(hall: Event, ctx: Context) -> None:
    """Each row of the file is a player, an entry and what is known of a birth: three, and the log beside."""
    seen = []
    for first, count in ((0, 150), (1000, 450)):
        preview = looked_at(ctx, hall, people(count, first=first))
        with watched() as holds:
            apply_roster(ctx, preview, seen=preview.digest)
        staged = holds_of(holds, "roster.stage")
        assert len(staged) == -(-count // entering.BATCH)
        assert max(one.rows for one in staged) <= 4 * entering.BATCH + 30
        seen.append((max(one.statements for one in staged), holds_of(holds, "roster.apply")[0].statements))
    assert seen[1][0] <= seen[0][0] + 2
    assert seen[1][1] <= seen[0][1], "making it valid asks no more for a longer list"
    assert Entrant.objects.filter(event=hall).count() == 600


def test_the_old_way_in_one_transaction_would_be_caught(
    hall: Event, ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entering, "BATCH", 10_000)
    preview = looked_at(ctx, hall, people(450))
    with watched() as holds:
        apply_roster(ctx, preview, seen=preview.digest)
    assert max(one.rows for one in holds_of(holds, "roster.stage")) > 4 * 100 + 30


def test_changes_are_made_valid_by_as_many_statements_however_many_they_are(
    hall: Event, ctx: Context
) -> None:
    seen = []
    for count in (30, 300):
        enter(ctx, hall, people(count))
        preview = looked_at(ctx, hall, people(count, rating=1200))
        assert preview.counts["change"] == count
        with watched() as holds:
            apply_roster(ctx, preview, seen=preview.digest)
        seen.append(holds_of(holds, "roster.apply")[0].statements)
    assert seen[0] == seen[1]
    assert set(Entrant.objects.values_list("version", flat=True)) == {2, 4}
    assert Entrant.objects.filter(rating__lt=1200).count() == 0
    assert not StagedChange.objects.exists()


class Killed(BaseException):
    """What a kill looks like from inside: nothing is caught, nothing is cleared away."""


def killed_at(preview: RosterPreview, ctx: Context, batch: int, **more: Any) -> None:
    """Enter a list and be killed before batch number `batch`."""

    def heed(done: int, total: int) -> None:
        if total and done >= batch * entering.BATCH and preview.turn == "x":
            raise Killed

    real = entering._stage

    def stage(*args: Any) -> None:
        preview.turn = "x"
        real(*args)

    entering._stage = stage  # type: ignore[assignment]
    try:
        with pytest.raises(Killed):
            apply_roster(ctx, preview, seen=preview.digest, heed=heed, **more)
    finally:
        entering._stage = real


def test_a_killed_import_shows_nothing_and_is_cleared_away_by_itself(hall: Event, ctx: Context) -> None:
    preview = looked_at(ctx, hall, people(250))
    killed_at(preview, ctx, 2)
    assert Entrant.objects.exclude(event=hall).count() == 200, "the control: something was staged"
    assert not Entrant.objects.filter(event=hall).exists()
    assert Event.objects.filter(deleted_at=None).count() == 1
    housekeeping.tick()
    assert Entrant.objects.exists(), "not before its lease is over: it might still be at work"
    with clock.at(clock.now() + 2 * entering.LEASE):
        housekeeping.tick()
    assert nothing_is_left(hall)


def test_a_killed_import_can_be_repeated(hall: Event, ctx: Context) -> None:
    preview = looked_at(ctx, hall, people(250))
    killed_at(preview, ctx, 1)
    fresh = RosterPreview.objects.select_related("event").get(pk=preview.pk)
    with pytest.raises(Conflict, match="being entered already"):
        apply_roster(ctx, fresh, seen=fresh.digest)
    with clock.at(clock.now() + 2 * entering.LEASE):
        apply_roster(ctx, fresh, seen=fresh.digest)
    assert Entrant.objects.filter(event=hall).count() == 250
    assert Player.objects.count() == 250
    assert Event.objects.count() == 1


def test_a_cancelled_import_leaves_nothing_and_the_list_waits_for_another_try(
    hall: Event, ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roster, "LARGE_ROWS", 100)
    monkeypatch.setattr(entering, "LARGE_ROWS", 100)
    preview = looked_at(ctx, hall, people(250))
    assert entering.is_large(preview)
    told = entering.apply_roster_later(ctx, preview, seen=preview.digest)
    real = jobs.JobRun.step

    def step(self: jobs.JobRun, done: int, total: int, message: str = "") -> None:
        if total == 250 and done == 200 and Entrant.objects.exists():
            roster.cancel_roster(ctx, RosterPreview.objects.get(pk=preview.pk))
        real(self, done, total, message)

    monkeypatch.setattr(jobs.JobRun, "step", step)
    jobs.run(told["job"])
    assert Job.objects.get(pk=told["job"]).status == "cancelled"
    assert nothing_is_left(hall)
    preview.refresh_from_db()
    assert (preview.status, preview.turn, preview.staged_at) == ("ready", "", None)
    monkeypatch.setattr(jobs.JobRun, "step", real)
    told = entering.apply_roster_later(ctx, preview, seen=preview.digest)
    jobs.run(told["job"])
    assert Job.objects.get(pk=told["job"]).result["counts"]["add"] == 250
    # Its worker might have died before it could say so: the next one finds it done, and does not ask again.
    Job.objects.filter(pk=told["job"]).update(status="running", heartbeat="2020-01-01T00:00:00Z", result={})
    jobs.run(told["job"])
    assert Job.objects.get(pk=told["job"]).result["counts"]["add"] == 250
    assert Entrant.objects.filter(event=hall).count() == 250


def test_two_lists_at_once_are_one_clear_refusal(hall: Event, ctx: Context) -> None:
    first, second = looked_at(ctx, hall, people(20)), looked_at(ctx, hall, people(20, first=50))
    refused: list[Conflict] = []

    def meanwhile(_done: int, _total: int) -> None:
        if Entrant.objects.exists() and not refused:
            with pytest.raises(Conflict, match=r"entries.csv is being entered already") as caught:
                apply_roster(ctx, second, seen=second.digest)
            refused.append(caught.value)

    entering_in_batches(first, ctx, meanwhile, batch=5)
    assert len(refused) == 1
    assert Entrant.objects.filter(event=hall).count() == 20
    apply_roster(ctx, again(ctx, second), seen=second.digest)
    assert Entrant.objects.filter(event=hall).count() == 40


def again(ctx: Context, preview: RosterPreview) -> RosterPreview:
    """The list looked at once more."""
    preview.refresh_from_db()
    roster.examine_roster(ctx, preview)
    return preview


def entering_in_batches(preview: RosterPreview, ctx: Context, heed: Any, *, batch: int) -> Any:
    """Enter a list in small batches, with somebody else at work between them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entering, "BATCH", batch)
        return apply_roster(ctx, preview, seen=preview.digest, heed=heed)


def test_who_enters_somebody_meanwhile_is_named_and_nothing_of_the_list_is_entered(
    hall: Event, ctx: Context
) -> None:
    preview, done = looked_at(ctx, hall, people(20)), []
    door = factories.acting(factories.member(hall, "director", "Rosa"), hall)

    def meanwhile(_done: int, _total: int) -> None:
        if Entrant.objects.exists() and not done:
            row = Division.objects.select_related("event").get(event=hall)
            done.append(add_entrant(door, row, given="Zeny", surname="Cruz"))

    with pytest.raises(Conflict, match="Rosa changed the entries while this list was being entered"):
        entering_in_batches(preview, ctx, meanwhile, batch=5)
    assert [row.listed for row in Entrant.objects.all()] == ["Cruz, Zeny"]
    assert Player.objects.count() == 1
    assert not AuditEntry.objects.filter(intent="roster.apply", refused="").exists()


def test_the_log_names_everybody_and_what_changed(hall: Event, ctx: Context) -> None:
    enter(ctx, hall, people(3))
    enter(ctx, hall, people(3, rating=1000))
    added, changed = [
        entry.payload["after"]
        for entry in AuditEntry.objects.filter(intent="roster.stage").order_by("number")
    ]
    assert sorted(row["given"] for row in added["added"]) == ["Given0", "Given1", "Given2"]
    assert {row["changed"]["rating"][1] for row in changed["changed"]} == {1000, 1001, 1002}


def test_asked_once_whether_there_are_minors_and_the_answer_is_kept(hall: Event, ctx: Context) -> None:
    text = "Surname,Given name\nCruz,Ana\nGo,Ben\n"
    with pytest.raises(
        Refusal, match=r"2 players have no birth date. Say whether there are minors among them"
    ):
        enter(ctx, hall, text)
    assert not Entrant.objects.exists()
    enter(ctx, hall, text, minors="yes")
    hall.refresh_from_db()
    assert (hall.guards_unknown, hall.guards_unknown_by) == ("yes", ctx.actor_name)
    assert hall.guards_unknown_at is not None
    assert [row.public_name for row in Entrant.objects.select_related("division__event", "club")] == [
        "Ana C.",
        "Ben G.",
    ]
    enter(ctx, hall, "Surname,Given name\nUy,Cora\n")
    row = Division.objects.select_related("event").get(event=hall)
    add_entrant(factories.acting(factories.member(hall, "director"), hall), row, given="Zeny", surname="Dy")
    names = {one.public_name for one in Entrant.objects.select_related("division__event", "club")}
    assert names >= {"Cora U.", "Zeny D."}, "at the door it is the same rule"


def test_the_answer_no_shows_full_names_and_is_changed_with_a_reason(hall: Event, ctx: Context) -> None:
    enter(ctx, hall, "Surname,Given name\nCruz,Ana\n", minors="no")
    assert Entrant.objects.select_related("division__event", "club").get().public_name == "Ana Cruz"
    director = factories.acting(factories.member(hall, "director"), hall)
    with pytest.raises(Refusal, match="another one already"):
        enter(ctx, hall, "Surname,Given name\nGo,Ben\n", minors="yes")
    with pytest.raises(Refusal, match="To change it, say why"):
        say_minors(director, hall, minors="yes")
    say_minors(director, hall, minors="yes", reason="a school joined")
    assert Entrant.objects.select_related("division__event", "club").get(given="Ana").public_name == "Ana C."
    entry = AuditEntry.objects.get(intent="event.minors")
    assert (entry.reason, entry.payload) == (
        "a school joined",
        {"before": {"minors": "no"}, "after": {"minors": "yes"}},
    )


def test_nobody_is_asked_where_the_answer_is_known(hall: Event, ctx: Context) -> None:
    Division.objects.filter(event=hall).update(school=True)
    enter(ctx, hall, "Surname,Given name\nCruz,Ana\n")
    assert Entrant.objects.select_related("division__event", "club").get().public_name == "Ana C."
    other = factories.event()
    factories.division(other, "Open")
    there = factories.acting(factories.member(other, "registrar"), other)
    enter(there, other, "Surname,Given name,Birth year\nGo,Ben,1980\n")
    other.refresh_from_db()
    assert other.guards_unknown == ""


def test_somebody_called_total_is_taken_in_when_the_list_is_read_so(hall: Event, ctx: Context) -> None:
    text = "Surname,Given name,Birth year\nCruz,Ana,1980\nGo,Ben,1981\nTotal,,\n"
    preview = looked_at(ctx, hall, text)
    assert preview.counts["add"] == 2
    [finding] = [one for one in preview.report["findings"] if one["code"] == "total-row"]
    assert "Row 4 (“Total”) looks like a total of the list" in finding["sentence"]
    assert finding["severity"] == "question"
    roster.examine_roster(ctx, preview, totals=True)
    assert preview.counts["add"] == 3
    apply_roster(ctx, preview, seen=preview.digest, minors="no")
    assert Entrant.objects.filter(surname="Total").exists()


@pytest.mark.django_db(transaction=True)
def test_another_events_clerk_gets_a_turn_between_any_two_batches() -> None:
    """A second connection asks for its turn after every batch and has it before the next one is written."""
    hall, other = factories.event("cebu"), factories.event("davao")
    factories.division(hall, "Open")
    row = factories.division(other, "Open")
    ctx = factories.acting(factories.member(hall, "registrar"), hall)
    door = factories.acting(factories.member(other, "director"), other)
    preview, turns = looked_at(ctx, hall, people(60)), iter(range(100))

    def clerk() -> None:
        try:
            add_entrant(door, row, given=f"G{next(turns)}", surname="Cruz")
        finally:
            connection.close()

    def meanwhile(_done: int, _total: int) -> None:
        assert not connection.in_atomic_block, "nothing is held between two batches"
        thread = threading.Thread(target=clerk)
        thread.start()
        thread.join(30)
        assert not thread.is_alive(), "the clerk waited for the list"

    entering_in_batches(preview, ctx, meanwhile, batch=10)
    assert Entrant.objects.filter(event=other).count() >= 6
    assert Entrant.objects.filter(event=hall).count() == 60


@pytest.fixture
def one_transaction(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The old way: everything in one transaction."""
    with transaction.atomic():
        yield


def test_entering_within_one_transaction_holds_everybody_up(
    hall: Event, ctx: Context, one_transaction: None
) -> None:
    """The control of the test above: inside one transaction there is no gap for anybody."""
    held: list[bool] = []
    preview = looked_at(ctx, hall, people(20))
    entering_in_batches(preview, ctx, lambda _d, _t: held.append(connection.in_atomic_block), batch=5)
    assert all(held)


def test_a_list_is_not_forgotten_while_something_of_it_is_staged(hall: Event, ctx: Context) -> None:
    preview = looked_at(ctx, hall, people(5))
    RosterPreview.objects.filter(pk=preview.pk).update(
        turn="x", staged_at=clock.now(), made_at=clock.now() - timedelta(days=2)
    )
    assert not roster.overdue().exists()
