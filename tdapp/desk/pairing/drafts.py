"""A draft of a round as plain data, and the hand edits on it. Nothing here touches the database.

boards = {"tables": [{"table", "seats": [entrant ids, starter first], "locked", "why", ...}],
          "byes": [{"entrant", "why"}], "absent": [{"entrant", "intent"}],
          "out": [entrant ids]: here, but the system has no game for them (outside a bracket, a house player not needed)}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import signature
from typing import Any, cast

from django.utils.translation import gettext as _

from core.messages import capital, say
from pairings.rounds.explain import sentence
from pairings.rounds.result import Board, Result
from tdapp.kernel.refusals import Refusal

Boards = dict[str, Any]
# Stored in English like every reason of the engine, told where it is shown.
BY_HAND = say("set by hand")


def from_result(found: Result, absent: dict[str, str]) -> Boards:
    """The engine's result as a draft; `absent`: entrant id -> what the round counts as."""
    byes = [{"entrant": bye.entrant, "why": bye.why} for bye in found.byes]
    away = [{"entrant": entrant, "intent": intent} for entrant, intent in absent.items()]
    tables = [_row(board) for board in found.boards]
    return {"tables": tables, "byes": byes, "absent": away, "out": list(found.sitting_out)}


def _row(board: Board) -> dict[str, Any]:
    other = board.alternative.sentence if board.alternative else ""
    why = sentence([reason.sentence for reason in board.reasons]) or capital(board.why)
    return {
        "table": board.table, "seats": list(board.seats), "locked": board.locked, "why": why,
        "alternative": other, "drawn": board.drawn, "by_hand": False,
    }  # fmt: skip


def placed(boards: Boards) -> list[str]:
    """Every entrant with a seat or a bye, as often as they have one."""
    return [entrant for table in boards["tables"] for entrant in table["seats"]] + [
        bye["entrant"] for bye in boards["byes"]
    ]


def edit(boards: Boards, action: str, **what: Any) -> tuple[Boards, str]:
    """The draft after one hand edit, and the edit in words with entrant ids. Refuses what makes no sense.

    swap(one, other): exchange two entrants' places. pair(one, other): let them meet. turn(table): the next one starts.
    lock(table), unlock(table). number(table, to): give a table another number. bye(one): sit out instead.
    """
    if action not in EDITS:
        raise Refusal("unknown-edit", _("%(action)s is not a way to change a draft.") % {"action": action})
    takes = tuple(signature(EDITS[action]).parameters)[1:]
    if set(takes) != set(what):
        facts = {"action": action, "takes": ", ".join(takes), "sent": ", ".join(sorted(what)) or _("nothing")}
        raise Refusal("bad-edit", _("%(action)s takes %(takes)s; sent was %(sent)s.") % facts)
    changed = _copy(boards)
    return changed, EDITS[action](changed, **what)


def _copy(boards: Boards) -> Boards:
    """The draft once more: what an edit writes into is its own, the sentences stay the same ones."""
    return {
        **boards,
        "tables": [{**table, "seats": [*table["seats"]]} for table in boards["tables"]],
        "byes": [{**bye} for bye in boards["byes"]],
        **{name: [*boards[name]] for name in ("absent", "out") if name in boards},
    }


def way_back(before: Boards, after: Boards) -> dict[str, Any]:
    """What leads from `after` to `before`: the tables to put back in place of those that differ, and the byes."""
    known, now = _by_number(before), _by_number(after)
    gone = [number for number, table in now.items() if known.get(number) != table]
    put = [table for number, table in known.items() if now.get(number) != table]
    return {"gone": gone, "put": put, "byes": before["byes"]}


def _by_number(boards: Boards) -> dict[int, dict[str, Any]]:
    return {table["table"]: table for table in boards["tables"]}


def go_back(boards: Boards, way: dict[str, Any]) -> Boards:
    """The draft before the edit whose `way_back` this is."""
    kept = [table for table in boards["tables"] if table["table"] not in way["gone"]]
    tables = sorted([*kept, *way["put"]], key=lambda table: int(table["table"]))
    return {**boards, "tables": tables, "byes": way["byes"]}


def _places(boards: Boards) -> Iterator[tuple[str, Any, str | int]]:
    """Every place as (entrant, holder, key): `holder[key]` is the entrant."""
    for table in boards["tables"]:
        for seat, entrant in enumerate(table["seats"]):
            yield entrant, table["seats"], seat
    for bye in boards["byes"]:
        yield bye["entrant"], bye, "entrant"


def _place(boards: Boards, entrant: str) -> tuple[Any, Any]:
    for found, holder, key in _places(boards):
        if found == entrant:
            return holder, key
    raise Refusal("not-in-draft", _("This player is not in the draft."))


def _table(boards: Boards, number: int) -> dict[str, Any]:
    for table in boards["tables"]:
        if table["table"] == number:
            return cast("dict[str, Any]", table)
    raise Refusal("no-table", _("There is no table %(table)s in the draft.") % {"table": number})


def _table_of(boards: Boards, entrant: str) -> dict[str, Any] | None:
    return next((table for table in boards["tables"] if entrant in table["seats"]), None)


def _mark(boards: Boards, *entrants: str) -> None:
    """Say which tables a hand has touched; their reasons no longer hold."""
    for entrant in entrants:
        if table := _table_of(boards, entrant):
            table["by_hand"], table["why"], table["alternative"] = True, BY_HAND, ""


def _refuse_locked(boards: Boards, *entrants: str) -> None:
    for entrant in entrants:
        table = _table_of(boards, entrant)
        if table and table["locked"]:
            raise Refusal(
                "locked", _("Table %(table)s is locked; unlock it first.") % {"table": table["table"]}
            )


def _swap(boards: Boards, *, one: str, other: str) -> str:
    (holder, key), (other_holder, other_key) = _place(boards, one), _place(boards, other)
    if one == other:
        raise Refusal("same-player", _("Choose two different players."))
    _refuse_locked(boards, one, other)
    holder[key], other_holder[other_key] = other, one
    _mark(boards, one, other)
    return f"swap {one} {other}"


def _pair(boards: Boards, *, one: str, other: str) -> str:
    table = _table_of(boards, one)
    if table is None:
        return _pair(boards, one=other, other=one) if _table_of(boards, other) else _two_byes()
    if other in table["seats"]:
        raise Refusal("already-so", _("They meet already."))
    leaves = next(entrant for entrant in reversed(table["seats"]) if entrant != one)
    _swap(boards, one=leaves, other=other)
    return f"pair {one} {other}"


def _two_byes() -> str:
    raise Refusal("two-byes", _("Both sit out; draft the round again to pair them."))


def _turn(boards: Boards, *, table: int) -> str:
    row = _table(boards, table)
    row["seats"].append(row["seats"].pop(0))
    row["by_hand"], row["drawn"] = True, False
    return f"turn table {table}"


def _lock(boards: Boards, *, table: int) -> str:
    _table(boards, table)["locked"] = True
    return f"lock table {table}"


def _unlock(boards: Boards, *, table: int) -> str:
    _table(boards, table)["locked"] = False
    return f"unlock table {table}"


def _number(boards: Boards, *, table: int, to: int) -> str:
    row = _table(boards, table)
    other = next((found for found in boards["tables"] if found["table"] == to), None)
    if other is not None:
        other["table"] = table
    row["table"], row["by_hand"] = to, True
    boards["tables"].sort(key=lambda found: found["table"])
    return f"number table {table} as {to}"


def _bye(boards: Boards, *, one: str) -> str:
    if not boards["byes"]:
        raise Refusal("no-bye", _("The field is even; nobody sits out."))
    return _swap(boards, one=one, other=boards["byes"][0]["entrant"])


EDITS: dict[str, Callable[..., str]] = {
    "swap": _swap, "pair": _pair, "turn": _turn, "lock": _lock, "unlock": _unlock, "number": _number, "bye": _bye,
}  # fmt: skip
