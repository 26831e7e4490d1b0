"""The cast of a whole day: a director whose screens, clicks and keys are counted, clerks, a judge, players with phones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.urls import resolve
from playwright.sync_api import Page, Response, expect

from tdapp.desk.phones.codes import code_of
from tdapp.desk.prizes.commands.prizes import add_prizes, of_line
from tdapp.desk.prizes.rules import lines
from tdapp.events.models import Division, Entrant, Event, Membership, Round
from tdapp.kernel.models import User
from tdapp.publishing.screens.commands.screens import add_screen
from tests import factories as f
from tests.browser.person import Person
from tests.judging.words import edition, pin

PRIZES = "rank 1-3: 3000 + trophy, 2000, 1000\nhigh game: 500"
# A form that was refused is the screen it was sent from, again.
AGAIN = {"desk:table_correct": "desk:table"}
NARROW = {"width": 360, "height": 740}
# Only what a hand did: what a script presses or types is not trusted by the browser.
COUNT = """for (const [kind, name] of [["keydown", "td-keys"], ["pointerdown", "td-clicks"]])
  addEventListener(kind, (event) => {
    if (event.isTrusted) sessionStorage[name] = 1 + Number(sessionStorage[name] ?? 0);
  }, true);"""
# The same form's post as the line's, without a browser's page around it.
POST = """async ([address, lines]) => {
  const form = document.querySelector("form.entry");
  const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
  const failed = [];
  for (const line of lines) {
    const headers = { "X-CSRFToken": token, "Idempotency-Key": crypto.randomUUID(), Accept: "application/json" };
    const answer = await fetch(address, { method: "POST", headers, body: new URLSearchParams({ line }) });
    if (answer.status !== 200) failed.push(`${line}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  }
  return failed;
}"""


@dataclass
class Counted:
    """A person's day in numbers: the kinds of page seen, what was clicked and pressed, pages that refused."""

    person: Person
    screens: dict[str, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        page = self.person.page
        page.add_init_script(COUNT)
        page.on(
            "framenavigated", lambda frame: self._arrived(frame.url) if frame == page.main_frame else None
        )
        page.on("response", self._answered)

    def _arrived(self, url: str) -> None:
        name = resolve(urlsplit(url).path).view_name
        name = AGAIN.get(name, name)
        self.screens[name] = self.screens.get(name, 0) + 1

    def _answered(self, answer: Response) -> None:
        if answer.request.is_navigation_request() and answer.status >= 400:
            self.refused.append(f"{answer.status} {urlsplit(answer.url).path}")

    def of(self, kind: str) -> int:
        """How many `keys` or `clicks` so far."""
        return int(self.person.page.evaluate(f"Number(sessionStorage['td-{kind}'] ?? 0)"))


@dataclass
class Day:
    """The event and who works at it."""

    event: Event
    division: Division
    director: Person
    ana: Person
    ben: Person
    judge: Person
    counted: Counted
    players: int
    rounds: int
    screens: list[Page] = field(default_factory=list)
    phones: dict[int, Page] = field(default_factory=dict)

    def round(self, number: int) -> Round:
        return Round.objects.select_related("division__event").get(division=self.division, number=number)

    def seats(self, table: int, number: int) -> list[int]:
        """Who sits at a table of a round, starter first, by number."""
        rows = f.table(self.division, table, number).seats.order_by("seat")
        return list(rows.values_list("entrant__number", flat=True))

    def entrant(self, number: int) -> Entrant:
        rows = Entrant.objects.select_related("division__event", "club")
        return rows.get(division=self.division, number=number)

    def command(self, number: int) -> None:
        """A whole round's slips by the clerk's command, where nothing new would be seen of the form."""
        user = User.objects.get(username="ana")
        for table in self.round(number).tables.order_by("number"):
            scores = [int(score) for score in _line(table.number, number).split()[1:]]
            f.enter(table, *scores, by=f.acting(user, self.event))

    def post(self, clerk: Person, number: int, without: Iterable[int] = ()) -> None:
        """The rest of a round's slips, each as the line's form sends it."""
        rows = self.round(number).tables.order_by("number").values_list("number", flat=True)
        out = [_line(table, number) for table in rows if table not in set(without)]
        assert clerk.page.evaluate(POST, [f"/e/{self.event.slug}/enter/", out]) == []


def _line(table: int, number: int) -> str:
    """A plausible slip; the starter wins at odd tables of odd rounds and even tables of even ones."""
    high, low = 380 + 3 * table + number, 371 - 2 * table
    return f"{table} {high} {low}" if (table + number) % 2 == 0 else f"{table} {low} {high}"


def evening_before(players: int, planned: int) -> tuple[Event, Division]:
    """Entries (one has not come), prizes, two screens, a word list: what is done before the doors open."""
    event = f.event("bayanihan-open", name="Bayanihan Open 2026", public=True)
    plan = f"swiss 1-{planned - 1}, koth {planned}"
    division = f.division(event, plan=plan, rounds_planned=planned)
    pin(division, edition(("BAHAY", "TUBIG", "ARAW")), mode="judge")
    f.entrants(division, players - 1)
    read, faults = lines.read(PRIZES)
    assert not faults
    wanted = [of_line(one, division if one.kind == "rank" else None) for one in read]
    add_prizes(f.program(event), event, wanted=wanted)
    for name, show in (("Front", "auto"), ("Door", "standings")):
        add_screen(f.program(event), event, name=name, show=show)
    return event, Division.objects.select_related("event").get(pk=division.pk)


def cast(arrive: Any, players: int, planned: int) -> Day:
    """Everybody comes in: the director, two clerks (one keeps the entries too), a judge, two screens."""
    event, division = evening_before(players, planned)
    dina = f.member(event, "director", "dina", shown="Dina Director")
    ana, ben = f.member(event, "clerk", "ana"), f.member(event, "clerk", "ben")
    Membership.objects.create(event=event, user=ana, role="registrar")
    people = []
    for who in (dina, ana, ben, f.member(event, "judge", "juan")):
        people.append(arrive(event.slug))
        people[-1].sign_in(who)
    day = Day(event, division, *people, Counted(people[0]), players, planned)
    for name in ("front", "door"):
        screen = arrive(viewport={"width": 1280, "height": 720})
        screen.page.goto(f"/t/{event.slug}/screen/{name}/")
        day.screens.append(screen.page)
    return day


def phone(arrive: Any, day: Day, number: int) -> Page:
    """A player finds themselves once, by number and code: the first by thumb, the others as its form sends it."""
    page: Page = arrive(viewport=NARROW, has_touch=True).page
    where, facts = f"/t/{day.event.slug}/me/", {"who": str(number), "code": code_of(day.entrant(number))}
    if day.phones:
        form = page.request.get(where)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form.text())
        assert token
        sent = {**facts, "csrfmiddlewaretoken": token[1]}
        page.request.post(f"{where}find", form=sent, headers={"Referer": form.url}, max_redirects=0)
        page.goto(where)
    else:
        page.goto(where)
        for name, value in facts.items():
            page.locator(f"#id_{name}").fill(value)
        page.locator("form .btn-go").click()
    expect(page.locator(".phone-table")).to_be_visible()
    return page


def report(page: Page, *scores: int) -> None:
    """A result in seat order, by thumb."""
    page.locator("summary.btn").click()
    for place, score in enumerate(scores, start=1):
        page.locator(f"#id_s{place}").fill(str(score))
    page.locator("#report .btn-go").click()


def stage(person: Person, label: str, heading: str) -> None:
    """One click in the list on the left."""
    person.page.locator(f'.rail .stages a:has(> span:text-is("{label}"))').click()
    person.arrived(heading)
