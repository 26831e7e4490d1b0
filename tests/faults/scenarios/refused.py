"""What a clerk is told where nothing can be saved, for the scenarios in which that is so."""

from __future__ import annotations

from tdapp.desk.models import Result
from tests.faults.clerk import Clerk
from tests.faults.scenario import Tally
from tests.faults.under_entry import line


def until_refused(tally: Tally, who: Clerk, tables: list[int]) -> int:
    """Enter until the first line is refused; that one says that it is not saved, and is not there."""
    for table in tables:
        answer = who.send(line(table), f"table-{table}")
        if answer.status == 200:
            who.saved[f"table-{table}"] = answer.data()
            continue
        # A limit on a file's size is no full disk to SQLite: it cannot write, and says 503.
        if answer.status not in (503, 507) or "NOT saved" not in answer.text:
            tally.errors += 1
            tally.notes.append(f"table {table}: {answer.status} {answer.text[:200]}")
        tally.doubled += Result.objects.filter(table__number=table, is_current=True).exists()
        return table
    tally.notes.append("nothing was refused")
    tally.errors += 1
    return 0
