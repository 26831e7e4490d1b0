"""What two laptops have of one event, compared: by table the newest result of each, without a player's name; and what was
done here and is not in a copy that comes in over it, so that nothing of it goes unseen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from core import canonical
from tdapp.desk.models import Result
from tdapp.events.log.intents import title_of
from tdapp.events.models import Event, Round, Slot, Table, tell_apart_in_field
from tdapp.kernel.models import AuditEntry

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Side:
    """What one laptop has for a table: scores in seat order, its kind, who entered it; None of them: nothing."""

    scores: tuple[int | None, ...] = ()
    kind: str = ""
    by: str = ""
    at: str = ""

    @property
    def entered(self) -> bool:
        return bool(self.kind)


@dataclass(frozen=True, slots=True)
class Differing:
    """A table on which the two laptops differ."""

    division: str
    division_slug: str
    round: int
    table: int
    names: tuple[str, ...]
    here: Side
    there: Side
    only_there: bool = False
    key: str = ""

    @property
    def digest(self) -> str:
        """Of both sides: what somebody looked at."""
        return canonical.digest([asdict(self.here), asdict(self.there)])

    @property
    def may_take(self) -> bool:
        """Whether there is something to take from the other one."""
        return self.there.entered and not self.only_there


def of_event(event: Event) -> list[Row]:
    """The newest entry of each table that has one, and of each round published the tables: as data to be sent."""
    tables = Table.objects.filter(round__division__event=event).exclude(round__status=Round.Status.PLANNED)
    facts = tables.order_by("round__division__order", "round__number", "number").values_list(
        "pk", "round__division__slug", "round__number", "number"
    )
    entered = {
        row.table_id: row
        for row in Result.objects.filter(
            table__round__division__event=event, is_current=True
        ).prefetch_related("lines")
    }
    return [_row(fact, entered.get(fact[0])) for fact in facts]


def _row(fact: tuple[Any, ...], result: Result | None) -> Row:
    told: Row = {
        "id": str(fact[0]),
        "division": fact[1],
        "round": fact[2],
        "table": fact[3],
    }
    if result is None:
        return told
    lines = sorted(result.lines.all(), key=lambda line: line.seat)
    return told | {
        "kind": result.kind,
        "scores": [line.score for line in lines],
        "absent": [line.seat for line in lines if line.absent],
        "penalties": [line.penalty for line in lines],
        "by": result.entered_name,
        "at": result.entered_at.isoformat(),
    }


SAME = ("kind", "scores", "absent", "penalties")


def differing(event: Event, theirs: Iterable[Row]) -> list[Differing]:
    """The tables on which what the other laptop told differs from what is stored here."""
    mine = {row["id"]: row for row in of_event(event)}
    there = {row["id"]: row for row in theirs}
    names = _names(mine)
    titles = dict(event.divisions.values_list("slug", "name"))
    found = []
    for key in [*mine, *(key for key in there if key not in mine)]:
        a, b = mine.get(key), there.get(key)
        if a and b and [a.get(name) for name in SAME] == [b.get(name) for name in SAME]:
            continue
        if b is None and not (a and a.get("kind")):
            continue
        told = a or b or {}
        division = str(told["division"])
        place = (titles.get(division, division), division, int(told["round"]), int(told["table"]))
        found.append(Differing(*place, names.get(key, ()), _side(a), _side(b), a is None, key))
    return found


def _side(row: Row | None) -> Side:
    if not row or not row.get("kind"):
        return Side()
    return Side(
        tuple(row.get("scores", ())), str(row["kind"]), str(row.get("by", "")), str(row.get("at", ""))
    )


def _names(mine: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Who sits where, of this laptop's own tables."""
    found: dict[str, list[str]] = {}
    rows = list(Slot.objects.filter(table__in=list(mine)).select_related("entrant").order_by("seat"))
    tell_apart_in_field([slot.entrant for slot in rows])
    for slot in rows:
        found.setdefault(str(slot.table_id), []).append(slot.entrant.short)
    return {key: tuple(names) for key, names in found.items()}


@dataclass(frozen=True, slots=True)
class Out:
    """A table that was out when a copy was made, as it is now."""

    division: str
    round: int
    table: int
    names: tuple[str, ...]
    entered: bool


def were_out(event: Event, kept: Iterable[Row]) -> list[Out]:
    """The tables of `out_in` with who sits there now, by names that may have been corrected since, and whether a result
    was entered meanwhile.
    """
    kept = list(kept)
    ids = [one["id"] for one in kept]
    names = _names(ids)
    entered = set(Result.objects.filter(table__in=ids, is_current=True).values_list("table_id", flat=True))
    return [
        Out(
            one["division"], one["round"], one["table"],
            names.get(one["id"], ()), UUID(one["id"]) in entered,
        )
        for one in kept
    ]  # fmt: skip


def out_in(rows: dict[str, list[Row]]) -> list[Row]:
    """The tables that had no entry in a copy's rows: their slips may have been entered after it was made. No name is kept
    with them: what is kept of children is kept in one place.
    """
    current = {row["table_id"] for row in rows.get("desk.Result", []) if row["is_current"]}
    rounds = {row["id"]: row for row in rows.get("events.Round", []) if row["status"] == "published"}
    titles = {row["id"]: row["name"] for row in rows.get("events.Division", [])}
    out = [
        {
            "id": row["id"],
            "division": titles[rounds[row["round_id"]]["division_id"]],
            "round": rounds[row["round_id"]]["number"],
            "table": row["number"],
        }
        for row in rows.get("events.Table", [])
        if row["round_id"] in rounds and row["id"] not in current
    ]
    return sorted(out, key=lambda one: (one["division"], one["round"], one["table"]))


# What the program notes of its own copies is nobody's work.
NOT_WORK = ("copy.", "event.taken_over")
MOST_DONE = 200


@dataclass(frozen=True, slots=True)
class Done:
    """An entry of the log that went with what was here: when, by whom, what."""

    at: datetime
    by: str
    title: Any


def not_in(event: Event, theirs: Iterable[Row]) -> list[Row]:
    """The entries of our log behind the last one that `theirs` (a copy's) shares, as they are kept; no name but of who did
    it. The newest few hundred.
    """
    known = {row["number"]: row["chained"] for row in theirs}
    found: list[Row] = []
    for row in AuditEntry.objects.filter(scope=event.scope_key).order_by("-number").iterator():
        if known.get(row.number) == row.chained or len(found) == MOST_DONE:
            break
        if not row.refused and not row.intent.startswith(NOT_WORK):
            found.append({"at": row.at.isoformat(), "by": row.actor_name, "intent": row.intent})
    return found[::-1]


def done(rows: Iterable[Row]) -> list[Done]:
    """As a page tells them."""
    return [Done(datetime.fromisoformat(row["at"]), str(row["by"]), title_of(row["intent"])) for row in rows]
