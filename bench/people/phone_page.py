"""U9: what a player's phone has to fetch. `python -m bench.people.phone_page`, at 360 px in a real browser over real HTTP.

A throw-away event (the demo), its web process as on a laptop; a player finds himself, then comes back. Printed: bytes over
the wire and requests of the first visit, requests of the second (the polls of `now.json` and of the page's own part are
counted apart), the widest thing on the page, the smallest target.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
# Gone with this program, also when it is interrupted or stops with a fault.
KEPT = tempfile.TemporaryDirectory(prefix="td-phone-")
os.environ |= {"TD_DATA": KEPT.name, "DJANGO_SETTINGS_MODULE": "tdapp.settings", "TD_LOG_LEVEL": "ERROR"}

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402

from tdapp.desk.pairing.commands.release import release_standings, show_pairings  # noqa: E402
from tdapp.desk.phones.codes import code_of  # noqa: E402
from tdapp.events.models import Division, Entrant, Round  # noqa: E402
from tdapp.kernel import context  # noqa: E402
from tdapp.launch.host.browsers import chromium  # noqa: E402
from tdapp.launch.host.services import free_port  # noqa: E402

NARROW = {"width": 360, "height": 740}
PAUSE = 2.0


@dataclass
class Wire:
    """What went over the wire since it was last emptied."""

    sizes: dict[str, int] = field(default_factory=dict)
    urls: dict[str, str] = field(default_factory=dict)
    cached: set[str] = field(default_factory=set)

    def watch(self, page: Page) -> None:
        """Listen to a page's own network events."""
        wire: Any = page.context.new_cdp_session(page)
        wire.on(
            "Network.requestWillBeSent", lambda e: self.urls.update({e["requestId"]: e["request"]["url"]})
        )
        wire.on("Network.requestServedFromCache", lambda e: self.cached.add(e["requestId"]))
        wire.on("Network.responseReceived", self._response)
        wire.on(
            "Network.loadingFinished",
            lambda e: self.sizes.update({e["requestId"]: int(e["encodedDataLength"])}),
        )
        wire.send("Network.enable")

    def _response(self, event: Any) -> None:
        if event["response"].get("fromDiskCache"):
            self.cached.add(event["requestId"])

    def empty(self) -> None:
        self.sizes.clear()
        self.urls.clear()
        self.cached.clear()

    def asked(self) -> list[tuple[str, int]]:
        """What was fetched, polls apart."""
        return [
            (url.split("/", 3)[3], self.sizes.get(one, 0))
            for one, url in self.urls.items()
            if one not in self.cached and not url.startswith("data:") and not is_poll(url)
        ]


def is_poll(url: str) -> bool:
    """The clock's and the page's own asking whether there is anything new."""
    return url.endswith("/now.json") or "/me/?v=" in url


def demo() -> Entrant:
    """The demo with round 4 shown and round 3 released; a player whose table is still out."""
    call_command("migrate", verbosity=0)
    call_command("create_demo", verbosity=0)
    division = Division.objects.select_related("event").get(event__slug="demo", slug="open")
    round_ = Round.objects.select_related("division__event").get(division=division, number=4)
    program = context.system(division.event.scope_key)
    show_pairings(program, round_, shown=True)
    release_standings(program, division, after=3)
    # The first ones are the dispute, the call and the sheet with the slip.
    out = round_.tables.filter(results=None).order_by("-number")[0]
    return out.seats.select_related("entrant__division__event").order_by("seat")[0].entrant


@contextmanager
def served() -> Iterator[str]:
    """The web process on a free port."""
    port = free_port()
    asked = [
        sys.executable,
        str(ROOT / "manage.py"),
        "runserver",
        f"127.0.0.1:{port}",
        "--noreload",
        "--nostatic",
    ]
    web = subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield _up(f"http://127.0.0.1:{port}")
    finally:
        web.terminate()
        web.wait(10)


def _up(base: str) -> str:
    for _try in range(600):
        try:
            urllib.request.urlopen(f"{base}/healthz", timeout=1)
            return base
        except OSError:
            time.sleep(0.2)
    raise SystemExit("The web process did not come up.")


def measure(base: str, number: int, code: str) -> None:
    """A first visit from the QR code to one's own table, then a second one."""
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=str(chromium()[0]), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_context(viewport=NARROW, has_touch=True).new_page()
        wire = Wire()
        wire.watch(page)
        page.goto(f"{base}/t/demo/me/")
        page.fill("#id_who", str(number))
        page.fill("#id_code", code)
        page.click("form .btn-go")
        page.wait_for_selector(".phone-table")
        time.sleep(PAUSE)
        print_visit("first visit (finding oneself and the table)", wire.asked())
        wire.empty()
        page.goto(f"{base}/t/demo/me/")
        page.wait_for_selector(".phone-table")
        time.sleep(PAUSE)
        print_visit("second visit", wire.asked())
        print(f"  width of the page at 360 px: {page.evaluate('document.documentElement.scrollWidth')} px")
        print(f"  lowest target: {page.evaluate(LOWEST)} px")
        browser.close()


LOWEST = """Math.min(...[...document.querySelectorAll('main a, main button, main summary, main input:not([type=hidden])')]
    .filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect().height))"""


def print_visit(title: str, asked: list[tuple[str, int]]) -> None:
    """One visit, line by line."""
    print(f"{title}: {len(asked)} requests, {sum(size for _url, size in asked)} bytes with headers")
    for url, size in asked:
        print(f"    {size:6}  /{url.partition('?')[0]}")


if __name__ == "__main__":
    player = demo()
    own = player.number, code_of(player)
    with KEPT, served() as address:
        measure(address, *own)
