"""An empty division filled from a .t file: the people and everything that was played."""

from __future__ import annotations

from copy import copy
from uuid import uuid4

from django.utils.translation import gettext as _

from tdapp.desk.models import Snapshot
from tdapp.events.models import Division, Entrant, Event, Round
from tdapp.events.rules import divisions
from tdapp.events.setup.commands.creating import STAGED, stage_event
from tdapp.interchange import staging
from tdapp.interchange.tsh.importing import fill
from tdapp.interchange.tsh.reading import Read, read_files
from tdapp.kernel.context import Context
from tdapp.kernel.log import facts
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.running.legs import Legs, Undo


def stage_division(ctx: Context, division: Division, name: str, data: bytes, *, sure: bool = False) -> Legs:
    """A file's players, rounds and results in a twin of a division that has none, at a staged event of its own; in legs.

    The division keeps its settings; its plan is replaced where the file has more rounds than it. Refuses 422.
    """
    refuse_filled(division)
    [one] = yield lambda: read_files([(name, data)])
    _make_room(division, one)
    twin = _twin(division)
    yield Undo(lambda: staging.clear(twin.event))
    yield from fill(ctx, twin, one, twin.table_first - 1, sure=sure)
    yield None
    return twin.event


def _twin(division: Division) -> Division:
    """The division once more, out of sight."""
    event = stage_event(
        name=division.event.name, slug=f"fill-{uuid4().hex}", starts_on=division.event.starts_on,
        divisions=[{"name": division.name}],
    )  # fmt: skip
    event.name, event.school, event.guards_unknown = (
        division.event.name,
        division.event.school,
        division.event.guards_unknown,
    )
    event.extras[STAGED] = division.event.slug
    event.save(update_fields=["name", "school", "guards_unknown", "extras"])
    [made] = event.divisions.all()
    twin = copy(division)
    twin.pk, twin.event = made.pk, event
    twin.save(force_update=True)
    return twin


# What a file sets of a division; rows that hang on it directly.
SET = (
    "plan",
    "rounds_planned",
    "table_last",
    "extras",
    "entries",
    "penalty_rule",
    "version",
    "ruleset_hash",
    "ruleset_frozen",
    "frozen_at",
)
ROWS = (Entrant, Round, Snapshot)


def move_in(event: Event, division: Division, rows: facts.Standing) -> None:
    """Give a division what its staged twin holds (`rows`, read before), inside a command; a fixed number of statements."""
    division = Division.objects.select_for_update().get(pk=division.pk)
    refuse_filled(division)
    [twin] = event.divisions.all()
    facts.note_rows({model: found for model, found in rows.items() if model not in (Event, Division)})
    for name in SET:
        setattr(division, name, getattr(twin, name))
    _refuse_unfit(division)
    division.save(update_fields=SET)
    for model in ROWS:
        more = {"event": division.event_id} if model is Entrant else {}
        model._default_manager.filter(division=twin).update(division=division, **more)
    Division._base_manager.filter(pk=twin.pk).delete()
    Event._base_manager.filter(pk=event.pk).delete()


def refuse_filled(division: Division) -> None:
    """Refuse a division somebody is entered in, or that has a round."""
    if division.entrants.exists() or division.rounds.exists():
        sentence = _("%(name)s is not empty; a file with results only goes into an empty division.")
        raise Refusal("not-empty", sentence % {"name": division.name})


def _make_room(division: Division, one: Read) -> None:
    """Rounds and tables of the file, where the division has fewer; nothing is stored."""
    if one.rounds > division.rounds_planned:
        division.plan = f"manual 1-{one.rounds}"
    division.table_last = max(division.table_last, division.table_first + one.tables - 1)
    _refuse_unfit(division)


def _refuse_unfit(division: Division) -> None:
    """Refuse settings that do not go together, or tables another division has."""
    if faults := divisions.problems(division):
        raise Refusal("bad-division", *faults)
