"""Sheets for tests: a hall, a sheet at its first table, and rows to write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from tdapp.kernel.models import User
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.writing import create, write
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.kept import stocked

# Two plays over the middle of the 19x19 board, and an exchange. The scores are those the rules give.
FIRST = {"kind": "play", "seat": 1, "position": "10H", "word": "BATA"}
SECOND = {"kind": "play", "seat": 2, "position": "H10", "word": "BUHAY"}
THIRD = {"kind": "exchange", "seat": 1, "number": 3}


@dataclass(frozen=True)
class Desk:
    """A hall with one sheet at its first table, and who writes in it."""

    hall: f.Hall
    sheet: Sheet

    def fresh(self) -> Sheet:
        """The sheet as it is stored now."""
        return sheets().get(pk=self.sheet.pk)

    def write(self, *operations: dict[str, Any], by: User | None = None, key: str = "") -> dict[str, Any]:
        """Write as the clerk, or as somebody."""
        return write(self.hall.as_(by or self.hall.clerk, key), self.fresh(), operations=list(operations))

    def row(self, number: int) -> dict[str, Any]:
        """A stored row by its number."""
        return dict(self.fresh().rows[number - 1])

    def words(self) -> list[str]:
        """What the rows read, in order."""
        return [row["turn"].get("word", row["turn"]["kind"]) for row in self.fresh().rows]

    def address(self, name: str = "sheet") -> str:
        """One of the sheet's pages."""
        return address(self.sheet, name)


@stocked
def desk(**values: Any) -> Desk:
    """A small hall with an empty sheet at table 1."""
    hall = f.hall(4, **values)
    told = create(hall.as_(hall.clerk), hall.table(1))
    return Desk(hall, sheets().get(table=hall.table(1), number=told["sheet"]))


def written(*turns: dict[str, Any], **values: Any) -> Desk:
    """The same with these turns written by the clerk, one writing each."""
    made = desk(**values)
    for turn in turns:
        made.write(add(turn))
    return made


def add(turn: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A row added last, or under `after`."""
    return {"op": "add", "row": str(uuid4()), "turn": turn, **more}


def change(row: dict[str, Any], **turn: Any) -> dict[str, Any]:
    """A row's turn with other values, None: taken out."""
    values = {key: value for key, value in {**row["turn"], **turn}.items() if value is not None}
    return {"op": "set", "row": row["id"], "seen": row["version"], "turn": values}


def remove(row: dict[str, Any]) -> dict[str, Any]:
    """A row taken out."""
    return {"op": "remove", "row": row["id"], "seen": row["version"]}


def move(row: dict[str, Any], after: str | None) -> dict[str, Any]:
    """A row put under another, or on top."""
    return {"op": "move", "row": row["id"], "seen": row["version"], "after": after}


def address(sheet: Sheet, name: str = "sheet") -> str:
    """Where one of a sheet's pages is."""
    table = sheet.table
    division = table.round.division
    facts = [division.event.slug, division.slug, table.round.number, table.number, sheet.number]
    return reverse(f"scoresheets:{name}", args=facts)


def browser(who: User) -> Client:
    """Somebody signed in."""
    client = Client()
    client.force_login(who)
    return client
