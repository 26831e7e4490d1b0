"""The rows of rounds read flat: columns, never instances, however many play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from uuid import UUID

from django.db.models import CharField, Q, QuerySet
from django.db.models.functions import Cast

from tdapp.desk.ledger.rounds.outcomes import Columns, Facts, Ids, columns_of
from tdapp.desk.models import ResultLine
from tdapp.events.models import Slot

CURRENT, IN_FORCE = Q(result__is_current=True), Q(result__in_force=True)


def rounds_of(
    division: UUID, numbers: Collection[int], ids: Ids, *, provisional: bool = False
) -> dict[int, Columns]:
    """These rounds of a division by number, in two queries however many; results that count, or with `provisional` the
    newest entries.
    """
    slots = by_round(
        slot_facts(Slot.objects.filter(round__division=division, round__number__in=list(numbers)))
    )
    lines = ResultLine.objects.filter(CURRENT if provisional else IN_FORCE)
    within = {"result__table__round__division": division, "result__table__round__number__in": list(numbers)}
    results = by_table(line_facts(lines.filter(**within)))
    return {number: columns_of(slots[number], results, ids) for number in numbers}


def written(name: str) -> Cast:
    """An id as the database writes it: 20 rounds of 1,000 players hold 80,000, and making a UUID of each is most of the wait."""
    return Cast(name, CharField())


def slot_facts(rows: QuerySet[Slot]) -> QuerySet[Slot, Facts]:
    """Slots in order of round, table and seat."""
    return rows.order_by("round__number", "table__number", "seat", "entrant__number").values_list(
        "round__number", "kind", written("entrant_id"), written("table_id"), "table__number", "spread"
    )


def by_round(facts: Iterable[Facts]) -> dict[int, list[Facts]]:
    """Slots by the number of their round."""
    found: dict[int, list[Facts]] = defaultdict(list)
    for number, *rest in facts:
        found[number].append(tuple(rest))
    return found


def line_facts(rows: QuerySet[ResultLine]) -> QuerySet[ResultLine, Facts]:
    """Lines of results in order of seat."""
    return rows.order_by("seat").values_list(
        written("result__table_id"),
        "result__kind",
        written("slot__entrant_id"),
        "score",
        "before",
        "penalty",
        "absent",
    )


def by_table(facts: Iterable[Facts]) -> dict[str, list[Facts]]:
    """Lines by the table they belong to, by its id as written."""
    found: dict[str, list[Facts]] = defaultdict(list)
    for table, *rest in facts:
        found[table].append(tuple(rest))
    return found
