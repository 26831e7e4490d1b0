"""What lists and files of events are refused for and no other test comes across: found by taking each guard away."""

from __future__ import annotations

import pytest

from tdapp.events.models import Entrant, Event
from tdapp.interchange.archives.importing import import_archive
from tdapp.interchange.commands import entering, roster
from tdapp.interchange.entering import trial
from tdapp.interchange.entering.steps import Step
from tdapp.interchange.event_file import reading
from tdapp.interchange.models import RosterPreview, StagedChange
from tdapp.interchange.roster import Reading, SheetReading, parse_roster
from tdapp.kernel import context, tabular
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.people.models import Player
from tests import factories as f
from tests.interchange.rosters import ONE
from tests.interchange.test_staged_lists import enter, looked_at, people
from tests.interchange.test_tsh import OPEN, imported
from tests.refusing import refused

pytestmark = pytest.mark.django_db


def hall(slug: str = "cebu") -> tuple[Event, Context]:
    """An event with a division, and its registrar."""
    event = f.event(slug)
    f.division(event, "Open")
    return event, f.acting(f.member(event, "registrar"), event)


def begun(ctx: Context, preview: RosterPreview) -> tuple[Step, ...]:
    """What would be written of a list, whose turn it is now."""
    entering.take_turn(ctx, preview, turn="mine")
    return tuple(trial.read(preview).steps())


def moved(ctx: Context, preview: RosterPreview, steps: tuple[Step, ...]) -> None:
    """To write them is refused, because something moved since."""
    said = refused("changed-meanwhile", lambda: entering.stage_rows(ctx, preview, turn="mine", steps=steps))
    assert "changed since this dry run" in str(said)


def test_a_list_thrown_away_meanwhile_is_neither_entered_nor_looked_at_again() -> None:
    event, ctx = hall()
    stale = looked_at(ctx, event, people(3))
    roster.discard_roster(ctx, RosterPreview.objects.get(pk=stale.pk))
    refused("preview-over", lambda: entering.take_turn(ctx, stale, turn="mine"))
    refused("preview-over", lambda: roster.examine_roster(ctx, stale))
    assert RosterPreview.objects.get().status == "discarded"


def test_where_nothing_is_at_work_on_a_list_nothing_is_stopped() -> None:
    event, ctx = hall()
    preview = looked_at(ctx, event, people(3))
    refused("job-over", lambda: roster.cancel_roster(ctx, preview))


def test_who_lost_the_turn_writes_no_batch_more() -> None:
    event, ctx = hall()
    preview = looked_at(ctx, event, people(3))
    steps = begun(ctx, preview)
    RosterPreview.objects.update(turn="somebody else's")
    moved(ctx, preview, steps)
    assert not Entrant.objects.exists()


def test_an_entry_that_is_gone_is_not_changed() -> None:
    event, ctx = hall()
    enter(ctx, event, people(3), minors="no")
    preview = looked_at(ctx, event, people(3, rating=1300))
    steps = begun(ctx, preview)
    Entrant.objects.filter(event=event)[0].delete()
    moved(ctx, preview, steps)
    assert not StagedChange.objects.exists()


def test_who_has_another_name_by_now_is_not_entered_as_who_he_was() -> None:
    there, registrar = hall("davao")
    enter(registrar, there, people(3), minors="no")
    event, ctx = hall()
    preview = looked_at(ctx, event, people(3))
    steps = begun(ctx, preview)
    Player.objects.filter(number="2").update(surname="Rizal", key="rizal given1")
    moved(ctx, preview, steps)
    assert not Entrant.objects.exclude(event=there).exists()


def test_a_list_of_which_no_column_is_a_name_is_not_read() -> None:
    table = tabular.read_text("Name,Club\nCruz Ana,Bohol Board Club\n")
    said = Reading(sheets={"": SheetReading(columns={0: "", 1: "club"})})
    assert "No column of names" in str(refused("no-names", lambda: parse_roster(table, ONE, reading=said)))


def test_an_archive_is_read_up_to_a_size_and_a_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    def bring(data: bytes) -> None:
        import_archive(context.system(), Installation(), data=data)

    nested = b'{"format": "td-archive", "more": ' + b"[" * 21 + b"]" * 21 + b"}"
    assert "nested too deeply" in str(refused("bad-archive", lambda: bring(nested)))
    monkeypatch.setattr(reading, "MOST_BYTES", len(nested) - 1)
    assert "is larger than" in str(refused("bad-archive", lambda: bring(nested)))


def test_a_file_whose_standings_come_out_otherwise_here_is_taken_by_a_yes_only() -> None:
    wrong = OPEN.replace(b"rrank 1 1 4 3 2", b"rrank 1 1 4 3 5")
    assert "Amorsolo" in str(refused("standings-differ", lambda: imported(("a.t", wrong))))
    assert not Event.objects.filter(deleted_at=None).exists()
    assert imported(("a.t", wrong), sure=True).divisions.get().extras["not_in_the_file"]
