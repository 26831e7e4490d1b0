"""Before the first round: log in, an event, its list, who is here."""

from __future__ import annotations

from bench.use.newcomer.hands import Hands
from bench.use.newcomer.messy_list import NOVICE, OPEN, PLAYERS, XLSX, workbook

EVENT, DIVISIONS, ROUNDS = "Bayan Open 2026", ("Open", "Novice"), 8


def log_in(me: Hands, password: str) -> None:
    """The only address that is typed is the one the program printed."""
    me.stage("log in")
    me.page.goto("/")
    me.page.get_by_role("link", name="Log in").click()
    me.arrived("^Log in$")
    me.keys("director", "Tab", password, "Enter")
    me.arrived("My events")


def create(me: Hands) -> None:
    """A club's own event in two divisions of eight rounds; alone at the desk."""
    me.stage("create the event")
    me.follow("New event", "New event")
    me.follow("Local club", "New event: Local club")
    me.keys(EVENT)
    me.press_link("One more division")
    for number, name in enumerate(DIVISIONS, start=1):
        card = me.page.get_by_role("group", name=f"Division {number}", exact=True)
        me.type("Name", name, within=card)
        me.type("Number of rounds", str(ROUNDS), within=card)
    me.look("new-event")
    me.press("Create the event")
    me.arrived("Entries")


def import_list(me: Hands) -> None:
    """The file as it is: two columns nobody knows are mapped, what is nobody is left out, one question answered."""
    me.stage("import the list")
    me.next_step("Add entries", "Entries")
    me.follow("Import players", "Import players")
    me.give("Spreadsheet or CSV file", "bayan 2026 FINAL (2).xlsx", XLSX, workbook())
    me.press("Preview")
    me.arrived("Columns found")
    me.look("columns")
    me.press("Continue: look at the rows")
    me.arrived("Preview")
    me.look("preview")
    me.sees(f"^{PLAYERS}$")
    me.tick("No: their names are shown in full")
    me.press("Import players")
    me.arrived("Entries")
    me.sees(f"{PLAYERS} added")


def check_in(me: Hands) -> None:
    """Everybody answers the roll call; who stays away is found out at the tables."""
    me.stage("check in")
    for here in (OPEN, NOVICE):
        me.next_step("Check in", "Check-in")
        me.press(f"All {here} here", yes=True)
        me.sees(f"{here}/{here}")
    me.overview()
    me.look("overview-ready")
