"""An empty division filled from a .t file: the people and everything that was played."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tdapp.events import divisions
from tdapp.events.models import Division
from tdapp.interchange.tsh.importing import fill
from tdapp.interchange.tsh.reading import Read, read_files
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal


def fill_division(
    ctx: Context, division: Division, name: str, data: bytes, *, sure: bool = False
) -> dict[str, Any]:
    """Write a file's players, rounds and results into a division that has none; call inside a command.

    The division keeps its settings; its plan is replaced where the file has more rounds than it. Refuses 422.
    """
    refuse_filled(division)
    one = read_files([(name, data)])[0]
    _make_room(division, one)
    fill(ctx, division, one, division.table_first - 1, sure=sure)
    return {
        "division": division.slug,
        "sha256": one.digest,
        "players": len(one.file.players),
        "rounds": one.rounds,
    }


def refuse_filled(division: Division) -> None:
    """Refuse a division somebody is entered in, or that has a round."""
    if division.entrants.exists() or division.rounds.exists():
        sentence = _("%(name)s is not empty; a file with results only goes into an empty division.")
        raise Refusal("not-empty", sentence % {"name": division.name})


def _make_room(division: Division, one: Read) -> None:
    if one.rounds > division.rounds_planned:
        division.plan = f"manual 1-{one.rounds}"
    division.table_last = max(division.table_last, division.table_first + one.tables - 1)
    if faults := divisions.problems(division):
        raise Refusal("bad-division", *faults)
    division.save(update_fields=["plan", "rounds_planned", "table_last"])
