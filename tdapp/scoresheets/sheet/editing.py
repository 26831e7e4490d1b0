"""Operations on the rows of a sheet: pure, all or nothing, each with what takes it back.

A row's version is the sheet's version at its last change, so a version names one content for good: an undo brings
back the row with its former version, and whoever saw that version saw this row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]
Operation = Mapping[str, Any]
# Inside a draft a challenge names its play by the row's id, so that it follows the row wherever that goes.
OF_ROW = "of_row"


@dataclass(frozen=True)
class Clash:
    """An operation whose row is no longer as its writer saw it. `row` "" is the head; `theirs` None: it is gone."""

    row: str
    yours: Operation
    theirs: Row | None


@dataclass
class Draft:
    """A sheet being changed. `version` is the one the sheet gets; rows touched by this draft need not be seen again."""

    version: int
    rows: list[Row]
    head: dict[str, Any]
    head_version: int
    inverse: list[dict[str, Any]] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)

    def index(self, row: object) -> int | None:
        """Where a row stands, None for nowhere."""
        return next((at for at, one in enumerate(self.rows) if one["id"] == row), None)

    def seen(self, operation: Operation) -> int | None:
        """Where the operation's row stands if it is as its writer saw it."""
        at = self.index(operation["row"])
        if at is None or operation["row"] in self.touched:
            return at
        return at if self.rows[at]["version"] == operation["seen"] else None

    def before(self, at: int) -> str | None:
        """The id of the row above, None for the top."""
        return self.rows[at - 1]["id"] if at else None

    def place(self, operation: Operation) -> int | None:
        """Where a row goes: under `after`, on top for null, last without it. None: `after` is gone."""
        if "after" not in operation:
            return len(self.rows)
        if operation["after"] is None:
            return 0
        at = self.index(operation["after"])
        return None if at is None else at + 1


def draft_of(rows: Iterable[Row], head: Mapping[str, Any], head_version: int, version: int) -> Draft:
    """A draft to change; the rows handed in stay as they are."""
    known = list(rows)
    return Draft(
        version, [{**row, "turn": _by_row(row["turn"], known)} for row in known], dict(head), head_version
    )


def _by_row(turn: Mapping[str, Any], rows: list[Row]) -> dict[str, Any]:
    """The turn with its number of a play replaced by that row's id."""
    number = turn.get("of")
    if number is None or not 0 < number <= len(rows):
        return dict(turn)
    return {**{key: value for key, value in turn.items() if key != "of"}, OF_ROW: rows[number - 1]["id"]}


def finished(draft: Draft) -> tuple[list[Row], list[int]]:
    """The rows to store, numbers of plays put back; and the numbers of rows whose play is gone."""
    numbers = {row["id"]: number for number, row in enumerate(draft.rows, 1)}
    lost = [
        number
        for number, row in enumerate(draft.rows, 1)
        if OF_ROW in row["turn"] and row["turn"][OF_ROW] not in numbers
    ]
    return [{**row, "turn": _by_number(row["turn"], numbers)} for row in draft.rows], lost


def _by_number(turn: Mapping[str, Any], numbers: Mapping[str, int]) -> dict[str, Any]:
    if OF_ROW not in turn:
        return dict(turn)
    kept = {key: value for key, value in turn.items() if key != OF_ROW}
    return {**kept, "of": numbers[turn[OF_ROW]]} if turn[OF_ROW] in numbers else kept


def apply(draft: Draft, operations: Iterable[Operation]) -> list[Clash]:
    """Carry out operations in order; those that clash are left out and given back. The draft is of use only without any."""
    clashes = (_OPERATIONS[operation["op"]](draft, operation) for operation in operations)
    return [clash for clash in clashes if clash]


def inverse(draft: Draft) -> list[dict[str, Any]]:
    """What takes everything back, in the order to do it."""
    return draft.inverse[::-1]


def _clash(draft: Draft, operation: Operation) -> Clash:
    at = draft.index(operation["row"])
    return Clash(operation["row"], operation, None if at is None else draft.rows[at])


def _add(draft: Draft, operation: Operation) -> Clash | None:
    place = draft.place(operation)
    if place is None or draft.index(operation["row"]) is not None:
        return _clash(draft, operation)
    row = operation["row"]
    draft.rows.insert(place, {"id": row, "version": draft.version, "turn": dict(operation["turn"])})
    draft.inverse.append({"op": "remove", "row": row, "seen": draft.version})
    draft.touched.add(row)
    return None


def _set(draft: Draft, operation: Operation) -> Clash | None:
    at = draft.seen(operation)
    if at is None:
        return _clash(draft, operation)
    old = draft.rows[at]
    back = {
        "op": "restore",
        "row": old["id"],
        "seen": draft.version,
        "turn": old["turn"],
        "version": old["version"],
    }
    draft.inverse.append(back)
    draft.rows[at] = {**old, "version": draft.version, "turn": dict(operation["turn"])}
    draft.touched.add(old["id"])
    return None


def _remove(draft: Draft, operation: Operation) -> Clash | None:
    at = draft.seen(operation)
    if at is None:
        return _clash(draft, operation)
    above, old = draft.before(at), draft.rows.pop(at)
    back = {"op": "bring", "row": old["id"], "after": above, "at": at}
    draft.inverse.append({**back, "turn": old["turn"], "version": old["version"]})
    return None


def _move(draft: Draft, operation: Operation) -> Clash | None:
    at = draft.seen(operation)
    if at is None or operation.get("after") == operation["row"]:
        return _clash(draft, operation)
    above, row = draft.before(at), draft.rows.pop(at)
    place = draft.place(operation)
    if place is None:
        draft.rows.insert(at, row)
        return _clash(draft, operation)
    draft.rows.insert(place, {**row, "version": operation.get("version", draft.version)})
    back = {"op": "move", "row": row["id"], "seen": draft.version, "after": above, "version": row["version"]}
    draft.inverse.append(back)
    draft.touched.add(row["id"])
    return None


def _head(draft: Draft, operation: Operation) -> Clash | None:
    if "" not in draft.touched and draft.head_version != operation["seen"]:
        return Clash("", operation, {"id": "", "version": draft.head_version, "head": draft.head})
    back = {"op": "head", "seen": draft.version, "head": draft.head, "version": draft.head_version}
    draft.inverse.append(back)
    draft.head, draft.head_version = dict(operation["head"]), operation.get("version", draft.version)
    draft.touched.add("")
    return None


def _restore(draft: Draft, operation: Operation) -> Clash | None:
    """Of an undo: a row as it was, under the version it had."""
    at = draft.seen(operation)
    if at is None:
        return _clash(draft, operation)
    draft.rows[at] = {"id": operation["row"], "version": operation["version"], "turn": operation["turn"]}
    draft.touched.add(operation["row"])
    return None


def _bring(draft: Draft, operation: Operation) -> Clash | None:
    """Of an undo: a removed row back under the row it stood under; by its old place if that one is gone too."""
    if draft.index(operation["row"]) is not None:
        return _clash(draft, operation)
    place = draft.place(operation)
    row = {"id": operation["row"], "version": operation["version"], "turn": operation["turn"]}
    draft.rows.insert(operation["at"] if place is None else place, row)
    draft.touched.add(operation["row"])
    return None


_OPERATIONS: Mapping[str, Callable[[Draft, Operation], Clash | None]] = {
    "add": _add,
    "set": _set,
    "remove": _remove,
    "move": _move,
    "head": _head,
    "restore": _restore,
    "bring": _bring,
}
