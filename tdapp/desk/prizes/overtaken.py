"""Finals that are true no more: a result was corrected since, and a new version would say something else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Max

from tdapp.desk.models import Finalisation, Result
from tdapp.desk.prizes import finals
from tdapp.desk.prizes.finals import Data
from tdapp.desk.prizes.rules.winners import table
from tdapp.events.models import Event


def newest_results(event: Event) -> dict[UUID, datetime]:
    """When the newest result that counts came to count, by division; one query."""
    rows = Result.objects.filter(in_force=True, table__round__division__event=event)
    found = rows.order_by().values_list("table__round__division").annotate(at=Max("confirmed_at"))
    return {division: at for division, at in found if at}


def of_event(event: Event, final: Mapping[str, Finalisation] | None = None) -> dict[str, Finalisation]:
    """The newest versions a new one would differ from, by short name of their division."""
    return {slug: row for slug, (row, _changes) in changed_in(event, final).items()}


def changed_in(
    event: Event, final: Mapping[str, Finalisation] | None = None
) -> dict[str, tuple[Finalisation, list[Data]]]:
    """The same, each with what a new version would say that it does not.

    `final`: `finals.of_event`, when that is asked already. One query more while nothing was corrected since.
    """
    final = finals.of_event(event) if final is None else final
    at = newest_results(event) if final else {}
    late = {slug: row for slug, row in final.items() if (newest := _newest(row, at)) and newest > row.at}
    if not late:
        return {}
    won = table(event, exact=True).won
    for row in late.values():
        row.division.event = event
    found = {slug: (row, finals.changed(row.division, row, won)) for slug, row in late.items()}
    return {slug: (row, changes) for slug, (row, changes) in found.items() if changes}


def _newest(row: Finalisation, at: Mapping[UUID, datetime]) -> datetime | None:
    """The newest result a final rests on: one of any division where it keeps the prizes of the whole event."""
    whole = any(not one["division"] for one in row.awards)
    return max(at.values(), default=None) if whole else at.get(row.division_id)
