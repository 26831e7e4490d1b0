"""At a scoresheet: typing rows, reading what stands beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.scoresheets.factories import Desk, address

# A game on the 19x19 board with the scores the rules give: an exchange, a play that falls to a challenge, a pass.
GAME = (
    "10h BATA 11", "h10 BUHAY 21", "x 3", "14f SAYAW 24", "k10 AKIN 5", "12k IPIT 8", "n12 TALA 6", "c- ", "m12 ISIP 6", "-",
)  # fmt: skip

KINDS = [*("play", "play", "exchange"), *["play"] * 4, "challenge", "play", "pass"]


def at_the_sheet(arrive: Callable[..., Person], here: Desk, who: Any = None, **window: Any) -> Person:
    """Somebody in front of the sheet, the cursor in its first empty row."""
    person = arrive(here.hall.event.slug, **window)
    person.sign_in(who or here.hall.clerk)
    person.go(address(here.sheet))
    expect(person.page.locator(".row-new input").first).to_be_visible()
    return person


def write(person: Person, *lines: str) -> None:
    """Rows typed by keys alone: a space ends a cell, Enter the row."""
    for line in lines:
        person.keys(line, "Enter")


def row(person: Person, number: int) -> Locator:
    """A row by its number."""
    return person.page.locator("[data-grid] tr[data-row]").nth(number - 1)


def cell(person: Person, number: int, name: str) -> Locator:
    """One of its cells."""
    return row(person, number).locator(f'[data-cell="{name}"]')


def reads(person: Person, number: int, **cells: str) -> None:
    """What stands in some cells of a row."""
    for name, text in cells.items():
        expect(cell(person, number, name)).to_have_value(text)


def saved(person: Person) -> None:
    """Everything is with the server; what an earlier version of the sheet was offered is gone from the page."""
    expect(person.page.locator("[data-saved] .chip-ok")).to_be_visible()


def unsaved(person: Person, count: int) -> None:
    """So many rows wait for the line."""
    expect(person.page.locator("[data-saved]")).to_contain_text(f"NOT saved: {count}")


def stand_in(person: Person, number: int, name: str) -> None:
    """The cursor is in this cell."""
    expect(cell(person, number, name)).to_be_focused()


def kinds(here: Desk) -> list[str]:
    """What kind of turn is stored in each row."""
    return [one["turn"]["kind"] for one in here.fresh().rows]
