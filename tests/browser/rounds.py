"""A round: draft, publish, enter on the line, confirm, close."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.person import BOUNCE, Person


@dataclass(frozen=True)
class Seats:
    """One table as the page shows it: its number and who sits there with number and rating, first seat first."""

    table: int
    called: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Without number and rating."""
        return tuple(bare(one) for one in self.called)


def bare(called: str) -> str:
    """The name of "Cruz, Dan #4 1830"; the number stands behind every one."""
    name, sign, _mark = called.partition(" #")
    assert sign, called
    return name


def draft(person: Person, division: str, number: int) -> None:
    """Pair a round with one key; the draft gives a reason for every table."""
    person.go(f"{division}/round/{number}/")
    person.arrived(f"Round {number}")
    person.press("p", f"Round {number}, draft")
    tables = person.page.locator(".draft tbody tr")
    assert tables.count() > 0
    for reason in tables.locator(".reason").all_inner_texts():
        assert reason.strip()


def publish(person: Person, number: int) -> None:
    """Publish the draft on the page with one key."""
    person.keys("p")
    expect(person.page.locator(".stamp")).to_contain_text("POSTED")
    person.page.wait_for_load_state("load")
    person.arrived(f"Round {number}")


def seats(person: Person) -> list[Seats]:
    """The tables of the published round on the page."""
    rows = person.grid(person.page.locator(".published table"))
    return [Seats(int(row[0]), tuple(row[1].partition(" as played:")[0].split(" – "))) for row in rows]


def answered(person: Person, state: str, table: int) -> None:
    """The line's answer for this table is on the page."""
    echo = person.page.locator(f'[data-answer] [data-state="{state}"]')
    expect(echo.locator(".echo-table")).to_have_text(str(table))


def enter(person: Person, *lines: str) -> None:
    """Results on the line by keys alone; each one is answered before the next is typed."""
    for line in lines:
        expect(person.page.locator("#td-entry")).to_be_focused()
        person.keys(line, "Enter")
        answered(person, "ok", int(line.split()[0]))
        expect(person.page.locator("#td-entry")).to_have_value("")


def asked(person: Person, line: str, state: str) -> None:
    """A line that is not taken at once: ask, more or stop."""
    person.keys(line, "Enter")
    answered(person, state, int(line.split()[0]))
    person.page.wait_for_timeout(BOUNCE)


def confirm_all(person: Person, count: int) -> None:
    """Confirm everything that waits, line by line with one key."""
    person.go("confirm/")
    person.arrived("Confirm results")
    for left in range(count, 0, -1):
        expect(person.page.locator("[data-row-do]")).to_have_count(left)
        person.keys("c")
    expect(person.page.get_by_role("heading", name="Nothing waits")).to_be_visible()


def close(person: Person, division: str, number: int) -> None:
    """Close a complete round from its own page."""
    person.go(f"{division}/round/{number}/")
    person.arrived(f"Round {number}")
    person.press("c", "What the public sees")
    person.said(f"Round {number}")


def scores(tables: Iterable[Seats], first: int = 400) -> list[str]:
    """A plausible line for each table, seat 1 winning at odd tables."""
    lines = []
    for place, one in enumerate(tables):
        high, low = first + 9 * place, first - 31 - 4 * place
        lines.append(f"{one.table} {high} {low}" if one.table % 2 else f"{one.table} {low} {high}")
    return lines


@dataclass(frozen=True)
class Line:
    """One line of the standings: place (3= is shared), the player's number, won-lost, spread."""

    place: str
    number: int
    record: str
    spread: str


def _lines(table: Locator, record: int, spread: int, person: Person) -> list[Line]:
    """The lines of a standings page; a name's address ends with the player's number."""
    links = table.locator("tbody th a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    numbers = [int(link.rstrip("/").rpartition("/")[2]) for link in links]
    rows = person.grid(table)
    return [
        Line(row[0].split(" ")[0], number, row[record].replace("–", "-"), row[spread])
        for row, number in zip(rows, numbers, strict=True)
    ]


def standings(person: Person, division: str, after: int) -> list[Line]:
    """The desk's standings after a round."""
    person.go(f"{division}/standings/{after}/")
    return _lines(person.page.locator("main table.grid").first, 4, 5, person)


def public_standings(person: Person) -> list[Line]:
    """The standings on the public page somebody looks at."""
    return _lines(person.page.locator("table.places"), 2, 3, person)


def number_of(person: Person, division: str, name: str) -> int:
    """An entrant's number in the division, from the entries page."""
    person.go(f"entries/?division={division}")
    rows = person.grid()
    return next(int(row[0]) for row in rows if re.match(re.escape(name), row[1]))
