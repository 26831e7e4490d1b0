"""What the person at the keyboard sees while the program starts: which of how many steps, and how far it is.

Standard library only.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from tdapp.launch.sentences import say

PACKAGES, DATA, PAGES = "packages", "data", "pages"
TITLES = {PACKAGES: "Packages", DATA: "Data", PAGES: "Pages"}


class Steps:
    """The steps of one start, said as they begin; counted on in the same line where somebody sits."""

    def __init__(self, live: bool) -> None:
        """`live`: whether a line may be written over."""
        self.names = list(TITLES)
        self.live, self.began = live, time.monotonic()
        self.at, self.open = "", False

    def begin(self, name: str, what: str = "") -> None:
        """Say that a step begins; one that was said, or is none of these, is not said again."""
        if name not in self.names or name == self.at:
            return
        self.end()
        self.at = name
        self._line(f"[{self.names.index(name) + 1}/{len(self.names)}] {TITLES[name]:<12}{what}".rstrip())

    def progress(self, done: int, of: int) -> None:
        """How far the step is: over the same line, and nothing where lines only follow each other."""
        if self.live and self.at:
            place = self.names.index(self.at) + 1
            self._line(f"[{place}/{len(self.names)}] {TITLES[self.at]:<12}{done} of {of}")

    def heard(self, facts: dict[str, Any]) -> None:
        """What a child tells of a step: its name, what it is about, how far it is."""
        self.begin(str(facts["step"]), str(facts.get("what", "")))
        if "of" in facts:
            self.progress(int(facts["done"]), int(facts["of"]))

    def end(self) -> None:
        """The line is done: what is said next stands below it."""
        if self.open:
            say("")
        self.open = False

    def seconds(self) -> int:
        """Since the start, at least one."""
        return max(1, round(time.monotonic() - self.began))

    def _line(self, text: str) -> None:
        if not self.live:
            say(text)
            return
        sys.stdout.write(f"\r{text:<60}")
        sys.stdout.flush()
        self.open = True
