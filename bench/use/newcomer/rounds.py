"""A round as one person runs it: paired, posted, made public, entered, closed; both divisions side by side."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from playwright.sync_api import expect

from bench.use.newcomer.before import DIVISIONS
from bench.use.newcomer.hands import Hands

Slips = Mapping[int, str]


def begin(me: Hands, number: int) -> None:
    """Pairings of both divisions, posted and public."""
    for division in DIVISIONS:
        me.next_step(f"Pair round {number} ({division})", f"Round {number}")
        me.press("Pair this round")
        me.arrived(f"Round {number}, draft")
        if number == 1:
            me.look(f"draft-{division}")
        me.press("Post pairings")
        me.sees("POSTED")
        me.press("Make public")
        me.sees(f"The pairings of round {number} are public")
        if number == 1:
            me.look(f"posted-{division}")


def pending(me: Hands) -> list[int]:
    """The tables the entry page still waits for."""
    return [int(text) for text in me.page.locator(".still-out .table-no").all_inner_texts()]


def enter(me: Hands, number: int, special: Mapping[int, Callable[[Hands, int], None]] | None = None) -> None:
    """Every slip that is out, typed on the line; some tables have a story of their own."""
    me.next_step("Enter results", "Enter results")
    if number == 1:
        me.look("enter")
    for table in pending(me):
        if special and table in special:
            special[table](me, table)
        else:
            slip(me, f"{table} {_scores(table, number)}")


def _scores(table: int, number: int) -> str:
    """Plausible, different, won by either seat."""
    high, low = 371 + 7 * (table * number % 13) + number, 340 - 5 * (table + number) % 37
    return f"{high} {low}" if (table + number) % 3 else f"{low} {high}"


def slip(me: Hands, line: str, state: str = "ok") -> None:
    """One line and its answer."""
    expect(me.page.locator("#td-entry")).to_be_focused()
    me.keys(line, "Enter")
    answer = me.page.locator(f'[data-answer] [data-state="{state}"]')
    expect(answer.locator(".echo-table")).to_have_text(line.split()[0])
    if state == "ok":
        expect(me.page.locator("#td-entry")).to_have_value("")


def close(me: Hands, number: int, division: str) -> None:
    """A division is closed when its last slip is in; its standings are made public."""
    me.overview()
    me.press(f"Close round {number} ({division})")
    me.arrived("What the public sees")
    card = me.page.locator("section", has=me.page.get_by_role("heading", name=division, exact=True))
    me.press(f"Make the standings after round {number} public", within=card)
    me.sees(f"standings after round {number}")
    button = re.compile(f"^Make the standings after round {number} public")
    expect(card.get_by_role("button", name=button)).to_have_count(0)
