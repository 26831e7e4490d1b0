"""Who moves between two states of a list, the farthest first."""

from __future__ import annotations

from typing import Any

from tdapp.people.models import Player
from tdapp.ratings.runs.values import NOBODY, Values

MOST = 500


def moves_between(before: Values, after: Values) -> list[dict[str, Any]]:
    """Rows of number, name, before, after, change; players whose value stays are left out. At most 500."""
    changed = [
        (who, before.get(who, NOBODY).rating, after.get(who, NOBODY).rating)
        for who in set(before) | set(after)
        if before.get(who, NOBODY)[:2] != after.get(who, NOBODY)[:2]
    ]
    names = Player.objects.in_bulk([who for who, _, _ in changed])
    rows = [
        {"number": names[who].number, "name": f"{names[who].surname}, {names[who].given}".strip(", "),
         "before": old, "after": new, "change": new - old}
        for who, old, new in changed
    ]  # fmt: skip
    return sorted(rows, key=_farthest)[:MOST]


def _farthest(row: dict[str, Any]) -> tuple[int, str, str]:
    return -abs(row["change"]), row["name"], row["number"]
