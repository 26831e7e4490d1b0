"""After the last round: prizes, final, ceremony, rated, signed, exported, the key of the copies, the archive of the day."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from bench.use.newcomer.before import DIVISIONS
from bench.use.newcomer.hands import Hands

FILES = (".zip", ".xlsx")


def prizes(me: Hands) -> None:
    """The usual ones, pressed."""
    me.stage("prizes")
    me.next_step("Set prizes", "Prizes")
    for name, line in (("1st to 3rd", "places 1–3"), ("High game", r"High game\s+medal")):
        me.press(name)
        me.sees(line)
    me.press("Add")
    me.sees("winners as it stands")
    me.look("prizes")


def finalise(me: Hands) -> None:
    """Each division: what is open and what to know, then final."""
    me.stage("finalise")
    for _division in DIVISIONS:
        me.next_step("Finalise standings", "Final standings")
        me.press("Finalise standings")
        me.sees("version 1, finalised at")
    me.look("final")


def ceremony(me: Hands) -> None:
    """Card by card with one key; at its end everybody sees the final standings."""
    me.stage("ceremony")
    me.next_step("Ceremony", "Ceremony")
    me.press("Begin")
    cards = _cards(me)
    for card in range(2, cards + 1):
        me.keys("n")
        me.sees(f"Card {card} of {cards}")
        if card == cards - 1:
            me.look("ceremony")
    me.press("End the ceremony")
    me.sees("The ceremony is over")
    me.look("ceremony-over")
    me.sees("Everybody sees the final standings")


def _cards(me: Hands) -> int:
    me.sees("Card 1 of")
    found = re.search(r"Card 1 of (\d+)", me.page.locator("main").inner_text())
    assert found
    return int(found[1])


def rate(me: Hands) -> None:
    """A rating list of their own that starts from the ratings in the entries."""
    me.stage("rate")
    me.next_step("Make a rating list", "New rating list")
    me.keys("Bayan Club ratings")
    me.press("Make the list")
    me.sees("Waiting to be rated")
    me.press("Preview")
    me.sees("are new to this list")
    me.look("rating-preview")
    me.press("Start 31 of them from their ratings in the entries")
    me.sees("31 players start from their rating")
    me.press("Rate")
    me.sees("On the list")
    me.look("rated")


def send(me: Hands) -> str:
    """Signed results for the federation; the file's name."""
    me.stage("signed results")
    me.next_step("Sign results", "For the federation")
    me.type("Signed by", "Dina Director")
    me.tick("These are the results")
    return me.downloads("Sign and save the file")


def export(me: Hands) -> str:
    """The workbook; the file's name."""
    me.stage("export")
    me.next_step("Export", "Export")
    return me.downloads("Export")


def key(me: Hands) -> None:
    """The words that open the copies on another laptop, printed."""
    me.stage("key of the copies")
    me.next_step("Print the key", "Safety")
    me.press("Show the key")
    me.arrived("Key of the copies")
    me.look("key")


def nothing_left(me: Hands) -> None:
    """The overview says that the day is done: no step is due."""
    me.stage("the end")
    me.overview()
    me.look("overview-end")
    way = me.page.locator("main section", has=me.page.get_by_role("heading", name="After the last round"))
    expect(way).to_be_visible()
    due = way.get_by_text(re.compile("^next$")).count()
    if due:
        me.stuck(f"{due} steps are still due")
