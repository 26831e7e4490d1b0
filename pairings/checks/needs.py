"""Players who need a certain kind of table and sit at another."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import say
from pairings.checks.case import Case
from pairings.checks.shape import RoundFinding


def need_findings(case: Case) -> Iterator[RoundFinding]:
    """Needs a table does not meet, one sentence each. A player's own fixed table goes before any need.

    A need for which nobody named tables is not looked at, nor a table without a number.
    """
    for seats, number in zip(case.round.tables, case.round.table_numbers, strict=False):
        for one in seats if number else ():
            if case.by_id[one].fixed_table != number:
                yield from unmet(case, one, number)


def unmet(case: Case, one: str, number: int) -> Iterator[RoundFinding]:
    """What a player's table is not."""
    for need, ranges in case.rules.suited:
        if need in case.by_id[one].needs and not any(low <= number <= high for low, high in ranges):
            tables = ", ".join(f"{low}-{high}" if high > low else f"{low}" for low, high in ranges)
            text = say(
                "%(one)s needs a table that is %(need)s (%(tables)s) and sits at table %(number)s.",
                one=case.name(one),
                need=need,
                tables=tables,
                number=number,
            )
            yield RoundFinding("error", "unsuited_table", text, (one,))
