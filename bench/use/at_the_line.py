"""What `bench/use/__main__.py` measures itself: keys, waits and typing at the entry line, typos, the way to a first pairing,
what destroys, why a round cannot be paired. `python -m bench.use.at_the_line U1 U2 ...` prints a line for each.
"""

from __future__ import annotations

import os
import random
import re
import statistics
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}

import django  # noqa: E402

django.setup()

from django.contrib.auth.hashers import PBKDF2PasswordHasher  # noqa: E402
from playwright.sync_api import Browser, expect, sync_playwright  # noqa: E402

from bench.people import start_up  # noqa: E402
from bench.use.safety import destructive  # noqa: E402
from tdapp.desk.ledger import entry_line, result_entry  # noqa: E402
from tdapp.events.models import Entrant, Event, Round  # noqa: E402
from tdapp.kernel.models import User  # noqa: E402
from tdapp.kernel.refusals import Refusal  # noqa: E402
from tdapp.launch.host.browsers import chromium  # noqa: E402
from tests import factories as f  # noqa: E402
from tests import servers  # noqa: E402
from tests.browser import rosters, rounds, setting_up  # noqa: E402
from tests.browser.person import LAPTOP, Person  # noqa: E402
from tests.browser.the_day import COUNT  # noqa: E402
from tests.faults.clerk import PASSWORD  # noqa: E402
from tests.faults.halls import Scene, looking_into, staged  # noqa: E402

PLAYERS, RESULTS, SLIPS, READERS = 240, 20, 10_000, 4
expect.set_options(timeout=30_000)
A_SECOND, KLM_KEY, KLM_THOUGHT = 4, 0.28, 1.35
WAIT = """() => {
  window.waits = []; window.loadedOnce = true; let since = 0;
  addEventListener("keydown", (event) => { if (event.key === "Enter") since = performance.now(); }, true);
  new MutationObserver(() => {
    if (!since || !document.querySelector('[data-answer] [data-state="ok"]')) return;
    window.waits.push(performance.now() - since); since = 0;
  }).observe(document.querySelector("[data-answer]"), { childList: true, subtree: true });
}"""


@contextmanager
def hall() -> Iterator[Scene]:
    """`./td run` with 120 tables at play."""
    with tempfile.TemporaryDirectory(prefix="td-use-") as name:
        url = f"sqlite:///{(Path(name) / 'data' / 'db.sqlite3').as_posix()}"
        with servers.hall(Path(name) / "data") as running, looking_into(url):
            yield staged(running, PLAYERS)


@contextmanager
def window(scene: Scene) -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=str(chromium()[0]), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


def arrived(browser: Browser, scene: Scene, user: str) -> Person:
    base = f"http://127.0.0.1:{scene.hall.port}"
    person = Person.arrive(browser.new_context(base_url=base, viewport=LAPTOP), base, scene.event.slug)
    person.page.add_init_script(COUNT)
    person.log_in(user, PASSWORD)
    return person


def pressed(person: Person, kind: str = "keys") -> int:
    return int(person.page.evaluate(f"Number(sessionStorage['td-{kind}'] ?? 0)"))


def at_the_line(browser: Browser, scene: Scene) -> Person:
    person = arrived(browser, scene, scene.clerks[0].username)
    person.go("enter/")
    expect(person.page.locator("#td-entry")).to_be_focused()
    person.page.evaluate(WAIT)
    return person


def typed(person: Person, tables: range, *, delay: float = 0, spread: bool = False) -> None:
    """Slips of these tables, each answered before the next."""
    for table in tables:
        person.page.keyboard.type(f"{table} 412 388{' 24' if spread else ''}", delay=delay)
        person.page.keyboard.press("Enter", delay=delay)
        rounds.answered(person, "ok", table)


def waits(person: Person) -> list[float]:
    return [float(one) for one in person.page.evaluate("window.waits")]


def u1(scene: Scene) -> tuple[bool, str]:
    with window(scene) as browser:
        person = at_the_line(browser, scene)
        before, clicks = pressed(person), pressed(person, "clicks")
        typed(person, range(10, 30))
        plain = (pressed(person) - before) / RESULTS
        typed(person, range(30, 50), spread=True)
        spread = (pressed(person) - before) / RESULTS - plain
        stayed = person.page.evaluate("window.loadedOnce") is True
        mouse = pressed(person, "clicks") - clicks
    said = f"{plain:g} keys, {spread:g} with spread, {mouse} clicks, {'no' if stayed else 'a'} page loaded ({RESULTS} each)"
    return plain <= 11 and spread <= 14 and not mouse and stayed, said


def u2(scene: Scene) -> tuple[bool, str]:
    """Quiet, then with four readers of public pages; the first five results after a start are not counted."""
    Event.objects.filter(pk=scene.event.pk).update(public=True)
    Round.objects.update(public_at=scene.event.created_at)
    with window(scene) as browser:
        person = at_the_line(browser, scene)
        typed(person, range(5, 10))
        warm = len(waits(person))
        typed(person, range(10, 40))
        quiet = waits(person)[warm:]
        stop, asked = threading.Event(), [0] * READERS
        address = f"http://127.0.0.1:{scene.hall.port}/t/{scene.event.slug}/open/"
        hands = [threading.Thread(target=_read, args=(address, stop, asked, at)) for at in range(READERS)]
        for hand in hands:
            hand.start()
        began = time.perf_counter()
        typed(person, range(40, 70))
        seconds = time.perf_counter() - began
        stop.set()
        for hand in hands:
            hand.join()
        loaded = waits(person)[warm + len(quiet) :]
    first, second = (statistics.quantiles(found, n=20)[18] for found in (quiet, loaded))
    rate, load = sum(asked) / seconds, os.getloadavg()[0]
    said = f"p95 {first:.0f} ms; {second:.0f} ms beside {rate:.0f} page requests a second (machine's load {load:.1f})"
    return first <= 150 and second <= 300, said


def _read(address: str, stop: threading.Event, asked: list[int], at: int) -> None:
    """A reader with a cache, ten times a second: nothing new is a 304."""
    tag = ""
    while not stop.wait(0.1):
        try:
            with urllib.request.urlopen(
                urllib.request.Request(address, headers={"If-None-Match": tag})
            ) as answer:
                answer.read()
                tag = answer.headers.get("ETag", "")
        except urllib.error.HTTPError as error:
            if error.code != 304:
                raise
        asked[at] += 1


def u3(scene: Scene) -> tuple[bool, str]:
    model = 11 * KLM_KEY + KLM_THOUGHT
    with window(scene) as browser:
        person = at_the_line(browser, scene)
        began = time.perf_counter()
        typed(person, range(10, 10 + RESULTS), delay=1000 / A_SECOND)
        seconds = time.perf_counter() - began
    return model <= 5 and seconds <= 70, f"{model:.2f} s by the model; {RESULTS} results in {seconds:.0f} s"


def u4(scene: Scene) -> tuple[bool, str]:
    """Invented slips (means 400 and 370, deviation 65), one digit wrong, left out, doubled or changed with its neighbour."""
    chance = random.Random(4)
    who = [slot.entrant for slot in f.table(scene.division, 1).seats.select_related("entrant")]
    seen, caught = result_entry.seen_scores(scene.division), [0, 0]
    for _slip in range(SLIPS):
        scores = [max(150, round(chance.gauss(mean, 65))) for mean in (400, 370)]
        at = chance.randrange(2)
        wrong = [str(score) for score in scores]
        wrong[at] = _slipped(wrong[at], chance)
        for which, tail in enumerate(("", f" {scores[0] - scores[1]}")):
            caught[which] += _stopped(f"1 {wrong[0]} {wrong[1]}{tail}", who, scene, seen)
    plain, spread = (100 * count / SLIPS for count in caught)
    return plain >= 55 and spread >= 99, f"{plain:.1f} %, with spread {spread:.1f} % of {SLIPS:,} typos"


def _slipped(text: str, chance: random.Random) -> str:
    """The number with one typo, never the same number."""
    at = chance.randrange(len(text))
    forms = (
        text[:at] + str(chance.randrange(10)) + text[at + 1 :],
        text[:at] + text[at + 1 :],
        text[:at] + text[at] + text[at:],
        text[:at] + text[at : at + 2][::-1] + text[at + 2 :],
    )
    found = chance.choice(forms)
    return found if found != text else _slipped(text, chance)


def _stopped(text: str, who: list[Entrant], scene: Scene, seen: result_entry.Seen) -> bool:
    read = entry_line.read(text)
    if isinstance(read, list):
        return True
    given = result_entry.from_typed(read)
    try:
        result_entry.refuse_impossible(given, 2, scene.division)
    except Refusal:
        return True
    return bool(result_entry.questions(given, who, scene.division, seen))


def u5(scene: Scene) -> tuple[bool, str]:
    """One command until the first page; then from the log-in to a published round of forty from a CSV file."""
    with tempfile.TemporaryDirectory(prefix="td-use-") as name:
        start = start_up.start(Path(name) / "data")["s"]
    hashed = PBKDF2PasswordHasher().encode(PASSWORD, "saltsaltsalt", iterations=1000)
    User.objects.filter(pk=f.user("dina", operator=True).pk).update(password=hashed)
    people = "\n".join(f"Player{n},Given{n},Club {n % 5},{1900 - 10 * n}" for n in range(1, 41))
    with window(scene) as browser:
        began = time.perf_counter()
        person = arrived(browser, scene, "dina")
        setting_up.create_event(person, "My Open", "Local club", [("Open", "swiss 1-6")])
        rosters.upload(person, f"Surname,Given name,Club,Rating\n{people}\n".encode(), name="list.csv")
        rosters.apply(person, added=40)
        rounds.draft(person, "open", 1)
        rounds.publish(person, 1)
        seconds, clicks = time.perf_counter() - began, pressed(person, "clicks")
    said = (
        f"1 command (`./td run`), {clicks} clicks, {seconds:.0f} s; first page after {start:.0f} s; "
        "installing what it needs: docs/adr/0002-server.md"
    )
    return clicks <= 10 and seconds + start <= 180 and start <= 60, said


def u7(scene: Scene) -> tuple[bool, str]:
    with window(scene) as browser:
        person = at_the_line(browser, scene)
        typed(person, range(10, 11))
        before = pressed(person)
        person.keys("u", "Enter")
        expect(person.page.locator("[data-answer]")).to_contain_text("taken back")
        keys = pressed(person) - before
    safe, of, open_ = destructive()
    return keys <= 2 and safe == of, f"{keys} keys; {safe} of {of} actions that destroy{''.join(open_)}"


def u8(scene: Scene) -> tuple[bool, str]:
    """Every table that is out, or in and not confirmed, by number and names; a link to where it is settled."""
    f.enter(f.table(scene.division, 1), 412, 388)
    with window(scene) as browser:
        f_user = User.objects.get(memberships__event=scene.event, memberships__role="director")
        hashed = PBKDF2PasswordHasher().encode(PASSWORD, "saltsaltsalt", iterations=1000)
        User.objects.filter(pk=f_user.pk).update(password=hashed)
        person = arrived(browser, scene, f_user.username)
        person.go("open/round/2/")
        told = person.page.locator(".note", has_text="Why can’t I pair?")
        lines = told.locator("li").all_inner_texts()
        links = told.get_by_role("link").evaluate_all("all => all.map(one => one.getAttribute('href'))")
        answers = [person.page.request.get(link).status for link in links]
    named = [one for one in lines if re.search(r"table \d+ \(.+ - .+\)", one)]
    good = len(named) == len(lines) == len(scene.tables()) - 1 and answers == [200, 200]
    return (
        good,
        f"{len(named)} of {len(lines)} tables named with both players; {len(links)} links, all lead there",
    )


MEASURES: dict[str, Callable[[Scene], tuple[bool, str]]] = {
    "U1": u1, "U2": u2, "U3": u3, "U4": u4, "U5": u5, "U7": u7, "U8": u8,
}  # fmt: skip


def main(wanted: list[str]) -> None:
    for name in wanted or MEASURES:
        with hall() as scene:
            met, said = MEASURES[name](scene)
        print(f"{name} {'met' if met else 'missed'} {said}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
