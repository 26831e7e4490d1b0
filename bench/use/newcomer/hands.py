"""A newcomer at a browser: presses what a person sees, types, and is counted. No address is typed after the first one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, Response, expect
from playwright.sync_api import TimeoutError as NotThere

from tests.watching import watch

# The laptop may be busy; nothing waits this long unless something is wrong.
PATIENCE = 90_000
# Milliseconds from key to key of somebody who types fast.
A_HAND = 60
# Only what a hand did: what a script presses or types is not trusted by the browser. A key held with another is one.
COUNT = """for (const [kind, name] of [["keydown", "newcomer-keys"], ["pointerdown", "newcomer-clicks"]])
  addEventListener(kind, (event) => {
    if (event.isTrusted) sessionStorage[name] = 1 + Number(sessionStorage[name] ?? 0);
  }, true);"""
# What a page offers beside the frame that stands around every page.
WAYS_ON = "main a[href]:visible, main button:visible:enabled, main input:visible:enabled, main select:visible:enabled"
# Where a page says no.
REFUSALS = ", ".join((
    "main.oops", ".field-error", "main [role=alert]", "main .note-stop", "form:has([name=sure]) .note-ask",
    *(f"[data-answer] [data-state={state}]" for state in ("stop", "ask", "more")),
))  # fmt: skip

ADVICE = r"[^.;:]*\b(?:type|say|choose|enter|wait|close|check|undo|leave|after|out)\b[^.;]*"


class DeadEnd(Exception):
    """The page does not offer what has to be done next."""


@dataclass
class Stage:
    """A part of the day in numbers."""

    name: str
    clicks: int = 0
    keys: int = 0


@dataclass
class Refusal:
    """What the desk said no to, in its words; `way_out`: what it offers instead."""

    stage: str
    said: str
    way_out: str


@dataclass
class Hands:
    """One window of one person."""

    page: Page
    shots: Path
    event: str = ""
    stages: list[Stage] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    dead_ends: list[str] = field(default_factory=list)
    by_the_list: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    _pending: list[str] = field(default_factory=list)

    @classmethod
    def at(cls, context: BrowserContext, shots: Path, event: str) -> Hands:
        """Somebody sits down; everything the page does is watched."""
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.add_init_script(COUNT)
        hands = cls(page, shots, event, troubles=watch(page))
        page.on("response", hands._answered)
        return hands

    def _answered(self, answer: Response) -> None:
        if answer.status >= 500:
            self.troubles.append(f"{answer.status} {answer.url}")
        elif answer.status >= 400:
            self._pending.append(f"{answer.status} {answer.url}")

    def stage(self, name: str) -> None:
        """From here on it is counted under another name."""
        self.counted()
        self.stages.append(Stage(name))

    def counted(self) -> None:
        """What was pressed since the last time goes to the stage that ends."""
        if not self.stages:
            return
        script = "['clicks', 'keys'].map(name => Number(sessionStorage[`newcomer-${name}`] ?? 0))"
        clicks, keys = self.page.evaluate(script)
        done = self.stages[:-1]
        self.stages[-1].clicks = clicks - sum(one.clicks for one in done)
        self.stages[-1].keys = keys - sum(one.keys for one in done)

    def _more_clicks(self, count: int) -> None:
        """A file or an option is chosen in a window of the browser's own, which tells no page of it."""
        script = "count => sessionStorage['newcomer-clicks'] = count + Number(sessionStorage['newcomer-clicks'] ?? 0)"
        self.page.evaluate(script, count)

    def look(self, name: str) -> None:
        """A picture of the page, for people to look at."""
        self.page.screenshot(path=self.shots / f"{name}.png", full_page=True)

    def arrived(self, heading: str) -> None:
        """Stand on the page of this heading, its scripts listening; a page that offers nothing is a dead end."""
        try:
            expect(self.page.get_by_role("heading", level=1)).to_have_text(re.compile(heading))
        except AssertionError as error:
            raise self.stuck(f"the page “{heading}” did not come") from error
        self.page.wait_for_load_state("load")
        if not self.page.locator(WAYS_ON).count():
            self.stuck(f"“{heading}” offers nothing to press")
        self._judge()

    def stuck(self, why: str) -> DeadEnd:
        """A dead end, remembered with where it was."""
        heading = " ".join(self.page.locator("h1").all_inner_texts())
        told = f"{self.stages[-1].name}: on “{heading}” {why}"
        self.dead_ends.append(told)
        self.look(f"dead-end-{len(self.dead_ends)}")
        return DeadEnd(told)

    def press(self, name: str, *, within: Locator | None = None, yes: bool = False, reason: str = "") -> None:
        """A button by the words on it; `yes`: the question that comes first is answered, with a reason where it wants one."""
        self._click("button", name, within)
        if yes:
            dialog = self.page.locator("#td-confirm")
            expect(dialog).to_be_visible()
            if reason:
                self.page.keyboard.type(reason)
            dialog.locator("[data-confirm-yes]").click()
            expect(dialog).to_be_hidden()

    def follow(self, name: str, heading: str, *, within: Locator | None = None) -> None:
        """A link in the middle of the page to the page of a heading."""
        self._click("link", name, within)
        self.arrived(heading)

    def press_seat(self, name: str) -> None:
        """A name that is a button among others, after its number."""
        self.page.locator("main").get_by_role("button", name=re.compile(re.escape(name))).first.click()

    def press_link(self, name: str) -> None:
        """A link that changes the page one stands on."""
        self._click("link", name, None)

    def from_the_list(self, name: str, heading: str) -> None:
        """A page by the list on the left: allowed, and told, for the overview did not lead there."""
        self.by_the_list.append(name)
        self._click("link", name, self.page.locator(".rail"))
        self.arrived(heading)

    def overview(self) -> None:
        """Back to where the next step stands: the first line of the list on the left, else over all events."""
        rail = self.page.locator(".rail")
        if not rail.get_by_role("link", name="Overview").count():
            self.by_the_list.append("Desk")
            self._click("link", "Desk", self.page.locator("body"))
            self.arrived("^My events$")
            self._click("link", self.event, None)
        else:
            self._click("link", "Overview", rail)
        self.arrived("^Overview$")

    def next_step(self, name: str, heading: str) -> None:
        """What the overview offers; where it does not, that is a dead end."""
        if self.page.get_by_role("heading", level=1).inner_text() != "Overview":
            self.overview()
        self.follow(name, heading)

    def offers(self, name: str, role: Any = "link") -> bool:
        """Whether the page shows such a link or button right now."""
        return bool(self.page.locator("main").get_by_role(role, name=name).count())

    def _click(self, role: Any, name: str, within: Locator | None) -> None:
        self.page.wait_for_load_state("load")
        place = within or self.page.locator("main")
        one = place.get_by_role(role, name=re.compile(rf"^\s*{re.escape(name)}")).first
        try:
            one.click()
        except NotThere as error:
            raise self.stuck(f"there is no {role} “{name}”") from error

    def type(self, label: str, text: str, *, within: Locator | None = None) -> None:
        """Into a field by its label: a click, what stood there away, the text."""
        box = (within or self.page.locator("main")).get_by_label(re.compile(rf"^\s*{re.escape(label)}")).first
        box.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def keys(self, *keys: str) -> None:
        """Named keys are pressed, everything else is typed."""
        self.page.wait_for_load_state("load")
        for key in keys:
            named = re.fullmatch(r"Tab|Enter|Escape|Backspace", key)
            (self.page.keyboard.press if named else self.page.keyboard.type)(key)

    def answer(self, text: str) -> None:
        """To what the line asked, no faster than a hand: an Enter that bounces agrees to nothing."""
        self.page.keyboard.type(text, delay=A_HAND)
        self.page.keyboard.press("Enter")

    def choose(self, label: str, option: str, *, within: Locator | None = None) -> None:
        """An option of a list, by the words on both: two clicks."""
        box = (within or self.page.locator("main")).get_by_role(
            "combobox", name=re.compile(rf"^\s*{re.escape(label)}")
        )
        box.first.select_option(label=option)
        self._more_clicks(2)

    def tick(self, label: str) -> None:
        """A box or a choice by its label."""
        self.page.locator("main").get_by_label(re.compile(rf"^\s*{re.escape(label)}")).first.check()

    def give(self, label: str, name: str, kind: str, data: bytes) -> None:
        """A file from the newcomer's own folder: two clicks."""
        file: Any = {"name": name, "mimeType": kind, "buffer": data}
        self.page.get_by_label(label).set_input_files(file)
        self._more_clicks(2)

    def downloads(self, name: str) -> str:
        """A button that brings a file; its name."""
        with self.page.expect_download() as download:
            self.press(name)
        return download.value.suggested_filename

    def sees(self, text: str) -> None:
        """These words stand on the page."""
        try:
            expect(self.page.locator("body").get_by_text(re.compile(text)).first).to_be_visible()
        except AssertionError as error:
            raise self.stuck(f"“{text}” is not said") from error
        self._judge()

    def refused(self) -> None:
        """The page says no, on purpose of the story: its sentence and its way out are looked at."""
        expect(self.page.locator(REFUSALS).locator("visible=true").first).to_be_visible()
        self._pending.append("asked")
        self._judge()

    def _judge(self) -> None:
        """What was refused since the last look: in which words, and what the page offers instead."""
        if not self._pending:
            return
        shown = self.page.locator(REFUSALS).locator("visible=true")
        said = " ".join(dict.fromkeys(" ".join(shown.all_inner_texts()).split("\n"))).strip()
        self.refusals.append(Refusal(self.stages[-1].name, said or "; ".join(self._pending), _way_out(shown)))
        self._pending.clear()


def _way_out(shown: Locator) -> str:
    """What the words that refuse offer: a link or button in or right behind them, or a sentence that says what to do."""
    if not shown.count():
        return ""
    beside = shown.locator("xpath=ancestor-or-self::*[self::form or self::main or @data-answer][1]")
    offered = [*shown.locator("a[href], button").all(), *beside.locator("button[name=sure]").all()]
    for one in offered:
        if one.is_visible():
            return f"press “{' '.join(one.inner_text().split())}”"
    said = " ".join(" ".join(shown.all_inner_texts()).split())
    wanted = re.search(ADVICE, said, re.IGNORECASE)
    return f"says “{wanted[0].strip()}”" if wanted else ""
