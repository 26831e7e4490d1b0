"""A division as TRF16 or TRF26, the form pairing programs of chess read: who beat whom, and nothing of scores or spread."""

from __future__ import annotations

from dataclasses import replace

from pairings.event.refusals import Refusals
from pairings.formats.trf26 import Trf26
from pairings.formats.trf_history import from_history
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.events.models import Division
from tdapp.interchange.event_facts import exported_name
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.refusals import Refusal


def export_trf(
    division: Division, *, after: int = 0, full_names: bool = False, form_26: bool = False
) -> bytes:
    """The file after a round (0: the newest). Guarded children by the name the public knows, unless `full_names`; in the form
    of 2026 with place, days, announced byes and teams.

    Refuses what the form cannot hold at all, such as tables of three.
    """
    history = halls.of_division(division, after=after or division_standings.last_round(division))
    rows = division.entrants.select_related("club")
    names = {str(row.pk): exported_name(row, full_names) for row in rows}
    entrants = tuple(replace(one, name=names.get(one.id, one.name)) for one in history.entrants)
    title = f"{division.event.name}, {division.name}"
    event = division.event
    more = Trf26(event.venue, event.starts_on, event.ends_on) if form_26 else None
    found = from_history(replace(history, entrants=entrants), title, division.rounds_planned, more)
    if isinstance(found, Refusals):
        raise Refusal("no-trf", *all_translated(found.sentences))
    return found.data
