"""What goes wrong on a day, and how the person at the desk finds the way: each of them once."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from bench.use.newcomer import rounds
from bench.use.newcomer.hands import Hands

NO_SHOW, LATE = "Villanueva, Karl", ("Zamora", "Zita")
LEAVES = "Hidalgo, Ising"


def no_show(me: Hands) -> None:
    """Posted, and then one chair stays empty: their table says it, the opponent wins."""
    me.stage("no-show")
    me.overview()
    me.follow("Open, Round 1:", "Round 1")
    row = me.page.locator(".published tr", has_text=NO_SHOW)
    table = row.locator(".table-no").inner_text()
    me.follow(table, f"Table {table}", within=row)
    me.look("no-show")
    me.press(f"{NO_SHOW} did not come", yes=True)
    me.arrived("Enter results")
    me.sees(f"{NO_SHOW} did not come")


def wrong_opponents(me: Hands) -> None:
    """Two Novices sat down at each other's table, and everybody plays already."""
    me.stage("wrong opponents")
    me.overview()
    me.follow("Novice, Round 1:", "Round 1")
    rows = me.page.locator(".published tbody tr")
    first, second = (_second_name(rows.nth(at).inner_text()) for at in (2, 3))
    me.follow("Record the actual pairings", "Actual pairings")
    me.press_seat(first)
    me.sees("press whom they change places with")
    me.press_seat(second)
    expect(me.page.locator("#as-played tr.current")).to_have_count(2)
    me.look("actual-pairings")
    me.type("Why", "sat down at each other's table")
    me.press("Record as played")
    me.arrived("Round 1")
    me.sees("as played")


def _second_name(row: str) -> str:
    """ "53 Dizon, Ella #3 1120 – Cabrera, Dan #11 -": the one who goes second."""
    found = re.search(r"–\s*([^#(]+?)\s*(?:\(|#)", row)
    assert found, row
    return found[1]


def tie(me: Hands, table: int) -> None:
    """Equal scores: the line asks for those before unplayed tiles, and takes equal ones for a tie."""
    rounds.slip(me, f"{table} 400 400", "more")
    me.refused()
    me.answer("400 400")
    expect(me.page.locator('[data-answer] [data-state="ok"]')).to_contain_text("tied with")
    expect(me.page.locator("#td-entry")).to_have_value("")


def wrong_score(me: Hands, table: int) -> None:
    """The hundreds are read wrong; nobody notices yet."""
    rounds.slip(me, f"{table} 412 388")


def no_such_table(me: Hands, table: int) -> None:
    """A slip of a table that is not there, then the right one."""
    rounds.slip(me, "98 400 300", "stop")
    me.refused()
    me.keys("Escape", *["Backspace"] * len("98 400 300"))
    rounds.slip(me, f"{table} 401 377")


def withdraw(me: Hands, name: str) -> None:
    """Somebody goes home; it is done after reading what it means."""
    me.next_step("Withdrawals", "Withdrawals")
    me.page.get_by_role("row", name=re.compile(name)).get_by_role("checkbox").check()
    me.press("Show what it means")
    me.refused()
    me.look(f"withdraw-{name.partition(',')[0]}")
    me.press("Yes, take them out")
    me.sees("taken out")


def late_entry(me: Hands) -> None:
    """One more stands at the door after round 1."""
    me.next_step("Add a player", "Add a player")
    surname, given = LATE
    me.type("Surname", surname)
    me.type("Given name", given)
    me.choose("Division", "Open")
    me.look("walk-in")
    me.keys("Enter")
    me.sees(f"{surname}, {given}")


def found_two_rounds_later(me: Hands, table: int) -> None:
    """The player comes back with the slip of round 2 while round 4 is paired."""
    me.stage("a wrong score found two rounds later")
    me.overview()
    me.follow("Open, Round 2:", "Round 2")
    me.follow(str(table), f"Table {table}", within=me.page.locator(".published"))
    me.type("Result, in seat order", "312 388")
    me.type("Why", "the slip says 312")
    me.look("correct")
    me.press("Save the correction")
    me.sees("Corrected")
    me.next_step("Make public again (Open)", "What the public sees")
    me.press("Make public again")
    me.sees("are public")
