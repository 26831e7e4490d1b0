"""Somebody at a browser: goes to pages, presses keys, reads what stands there. No waiting but for what must appear."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.watching import watch

LAPTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
# What a browser says when the network is back: nobody waits for the next try.
ONLINE = "dispatchEvent(new Event('online'))"
BOUNCE = 220  # an Enter that comes sooner after a question counts as bounced


@dataclass
class Person:
    """One browser window of one person at the server `base`. Paths are relative to the event."""

    page: Page
    base: str
    event: str = ""
    troubles: list[str] = field(default_factory=list)

    @classmethod
    def arrive(cls, context: BrowserContext, base: str, event: str = "") -> Person:
        """A new window, watched from the first request on."""
        page = context.new_page()
        return cls(page, base, event, watch(page))

    def log_in(self, username: str, password: str = "pass") -> None:
        """By the form, with the keyboard."""
        self.page.goto("/login")
        self.type_log_in(username, password)
        self.arrived("My events")

    def type_log_in(self, username: str, password: str = "pass") -> None:
        """Name and password on the page of the log-in, once the browser has put the cursor where the page asks for it."""
        expect(self.page.locator("input[name=username]")).to_be_focused()
        self.keys(username, "Tab", password, "Enter")

    def sign_in(self, user: Any) -> None:
        """Without the form, for stories that begin later."""
        client = Client()
        client.force_login(user)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": self.base}
        self.page.context.add_cookies([cookie])  # type: ignore[list-item]

    def go(self, path: str) -> None:
        """Open a page of the event; an address from the root as it is."""
        answer = self.page.goto(path if path.startswith("/") else f"/e/{self.event}/{path}")
        assert answer
        assert answer.status < 400, f"{path}: {answer.status}"

    def keys(self, *keys: str) -> None:
        """Press named keys (Tab, Enter, Alt+1), type everything else; into a page that listens already."""
        self.page.wait_for_load_state("load")
        for key in keys:
            if re.fullmatch(r"(Alt\+.|Shift\+Tab|Tab|Enter|Escape|Home|End|Arrow\w+|Backspace)", key):
                self.page.keyboard.press(key)
            else:
                self.page.keyboard.type(key)

    def arrived(self, heading: str) -> None:
        """Stand on the page of this heading, its scripts listening."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(re.compile(re.escape(heading)))
        self.page.wait_for_load_state("load")

    def press(self, key: str, heading: str) -> None:
        """A single key that leads to a page."""
        self.page.wait_for_load_state("load")
        self.page.keyboard.press(key)
        self.arrived(heading)

    def click(self, name: str, role: Any = "button", *, exact: bool = False) -> None:
        """A button or link by the name a screen reader says."""
        self.page.get_by_role(role, name=name, exact=exact).first.click()

    def follow(self, name: str, heading: str, *, exact: bool = False) -> None:
        """A link to a page."""
        self.click(name, "link", exact=exact)
        self.arrived(heading)

    def fill(self, **fields: Any) -> None:
        """Fields by their labels (underscores are spaces)."""
        for label, value in fields.items():
            self.page.get_by_label(label.replace("_", " "), exact=True).first.fill(str(value))

    def choose(self, label: str, option: str) -> None:
        """An option of a list, by the words on both (behind the label may stand "optional")."""
        name = re.compile(f"^{re.escape(label)}( optional)?$")
        self.page.get_by_role("combobox", name=name).select_option(label=option)

    def agree(self, reason: str = "") -> None:
        """Say yes in the dialog that asks first, with a reason where it wants one; by the keyboard."""
        dialog = self.page.locator("#td-confirm")
        expect(dialog).to_be_visible()
        if reason:
            self.page.keyboard.type(reason)
        dialog.locator("[data-confirm-yes]").press("Enter")
        expect(dialog).to_be_hidden()

    def said(self, text: str) -> None:
        """A note in the corner says so."""
        expect(self.page.locator("[data-toast]", has_text=text).first).to_be_visible()
        self.page.wait_for_load_state("load")

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()
        self.page.wait_for_load_state("load")

    def never_sees(self, text: str) -> None:
        expect(self.page.get_by_text(text)).to_have_count(0)

    def grid(self, table: Locator | None = None) -> list[list[str]]:
        """The cells of a table's body, as text without line breaks."""
        rows = (table or self.page.locator("main table").first).locator("tbody tr")
        script = (
            "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.replace(/\\s+/g, ' ').trim()))"
        )
        found: list[list[str]] = rows.evaluate_all(script)
        return found
