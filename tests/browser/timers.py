"""A table with the turn timer on its screen."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tdapp.scoresheets.timer.commands.timing import handed_over
from tests import factories as f
from tests.browser.person import Person

NOON = 1_790_000_000  # any moment will do
Move = tuple[int, int, int]


@dataclass
class Table:
    """A person at the timer of a table (or at the practice timer, without a hall)."""

    person: Person
    hall: f.Hall | None = None
    passed: float = 0

    @property
    def page(self) -> Page:
        return self.person.page

    def passes(self, seconds: float) -> None:
        """Time goes by, second by second; in between it stands."""
        self.page.clock.run_for(round(seconds * 1000))
        self.passed += seconds

    def set_clock(self, ahead: float) -> None:
        """The device's clock is set, or went on while the rest of it slept."""
        self.page.clock.set_system_time(NOON + self.passed + ahead)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def clock(self, seat: int) -> str:
        return self.page.locator(f'[data-seat="{seat}"] .seat-clock').inner_text()

    def shows(self, seat: int, time: str) -> None:
        """What comes after a dialog is answered a moment after the dialog is gone."""
        expect(self.page.locator(f'[data-seat="{seat}"] .seat-clock')).to_have_text(time)

    def says(self, seat: int, text: str) -> None:
        expect(self.page.locator(f'[data-seat="{seat}"]')).to_contain_text(text)

    def state(self, seat: int) -> str | None:
        return self.page.locator(f'[data-seat="{seat}"]').get_attribute("data-state")

    def moves(self) -> list[list[str]]:
        """Move, player, time, over, how long the clock stood; newest first."""
        return self.person.grid(self.page.locator(".timer-moves table"))

    def handed(self) -> list[Move]:
        assert self.hall
        return [(row["move"], row["seat"], row["seconds"]) for row in handed_over(self.hall.table(1))]

    def link(self, text: str) -> None:
        """What the sign says about handing over; the answers of the server come in their own time."""
        expect(self.page.locator('[data-part="link"]')).to_have_text(text)

    def reload(self) -> None:
        self.page.reload()
        self.listening()

    def listening(self) -> None:
        expect(self.page.locator("[data-listening]")).to_have_count(1)
        self.passes(0.3)


def opened(table: Table, path: str) -> Table:
    table.page.clock.install(time=NOON - 60)
    table.page.clock.pause_at(NOON)
    table.person.go(path)
    table.listening()
    return table
