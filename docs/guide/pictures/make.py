"""The pictures of `../the-day.md`, taken anew from the demo event: `python docs/guide/pictures/make.py`."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2]))
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

from bench.people.phone_page import demo, served  # noqa: E402  (sets a throw-away data folder up)

# ruff: isort: split
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tdapp.desk.models import Result  # noqa: E402
from tdapp.desk.phones.codes import code_of  # noqa: E402
from tdapp.events.models import Entrant, Table  # noqa: E402
from tdapp.launch.host.browsers import chromium  # noqa: E402
from tests import factories as f  # noqa: E402
from tests.browser.person import Person  # noqa: E402

MOST_BYTES, COLOURS = 60_000, 64
DESK, NARROW, WALL = (
    {"width": 1100, "height": 640},
    {"width": 360, "height": 640},
    {"width": 1120, "height": 630},
)


def kept(page: Page, name: str) -> None:
    """A picture of few colours and few bytes."""
    page.wait_for_load_state("networkidle")
    whole = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    stream = io.BytesIO()
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(stream, "PNG", optimize=True)
    assert stream.tell() <= MOST_BYTES, f"{name}: {stream.tell()}"
    (HERE / f"{name}.png").write_bytes(stream.getvalue())


def desk(browser: Browser, base: str, event: f.Event) -> None:
    """The desk's pages, as the director, a clerk and a judge see them."""
    for role, pages in ROLES.items():
        person = Person.arrive(browser.new_context(base_url=base, viewport=DESK), base, event.slug)
        person.sign_in(f.member(event, role, f"{role}2", shown=NAMES[role]))
        for name, (path, act) in pages.items():
            person.go(path)
            act(person)
            kept(person.page, name)


def nothing(_person: Person) -> None:
    """As it is when it opens."""


def typing(person: Person) -> None:
    """A result saved, the next one half typed."""
    out = Table.objects.filter(round__division__event__slug="demo", results=None).order_by("-number")
    person.keys(f"{out[0].number} 412 388", "Enter")
    person.page.wait_for_selector(".echo-ok")
    person.keys("9 6")


def clock_on(person: Person) -> None:
    person.keys("s")
    person.page.wait_for_selector("main [data-clock][data-state=running]")


NAMES = {"director": "Dina Director", "clerk": "Ana Clerk", "judge": "Juan Judge"}
ROLES: dict[str, dict[str, tuple[str, Callable[[Person], None]]]] = {
    "director": {
        "where-were-we": ("", nothing), "round": ("open/round/4/", nothing), "release": ("publish/", nothing),
        "prizes": ("prizes/", nothing),
    },
    "clerk": {"hall": ("hall/", clock_on), "enter": ("enter/", typing)},
    "judge": {"judges": ("judges/", nothing)},
}  # fmt: skip


def public(browser: Browser, base: str, player: Entrant) -> None:
    """A player's phone, the coach's page, the wall, the megaphone."""
    phone = browser.new_context(base_url=base, viewport=NARROW, device_scale_factor=1.5).new_page()
    phone.goto("/t/demo/me/")
    phone.fill("#id_who", str(player.number))
    phone.fill("#id_code", code_of(player))
    phone.click("form .btn-go")
    phone.wait_for_selector(".phone-table")
    kept(phone, "phone")
    phone.click("summary.btn")
    phone.fill("#id_s1", "412")
    phone.fill("#id_s2", "388")
    phone.locator("#report").scroll_into_view_if_needed()
    kept(phone, "report")
    assert player.club
    phone.goto(f"/t/demo/by-school/?of={player.club.name}")
    kept(phone, "school")
    wall = browser.new_context(base_url=base, viewport=WALL).new_page()
    for name, path in (("screen", "screen/?show=tables"), ("call-out", f"{player.division.slug}/call-out/")):
        wall.goto(f"/t/demo/{path}")
        kept(wall, name)


def main() -> None:
    player = demo()
    assert not Result.objects.filter(table__seats__entrant=player, table__round__number=4).exists()
    with served() as base, sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=str(chromium()[0]), args=["--no-sandbox", "--disable-gpu"]
        )
        public(browser, base, player)
        desk(browser, base, player.division.event)
        browser.close()


if __name__ == "__main__":
    main()
