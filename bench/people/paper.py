"""U13 of the goals: what a 40-player round is on paper. Every sheet on A4 and Letter, as our PDF and as the browser prints
its page: how many pages, whether every row stands whole on one, whether anything runs over an edge.

Asks `pdftotext` (poppler) where each word lies, and Chromium (TD_CHROMIUM, or as Playwright finds it) to print. Exit 1 when
a sheet is not as promised: no row cut, nothing outside, and 40 players on one page for pairings by table and by name, slips
(twenty a page) and standings.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from playwright.sync_api import Page, Route, sync_playwright  # noqa: E402

from tdapp.desk.day import prints  # noqa: E402
from tdapp.desk.standings.ranking import ranking  # noqa: E402
from tdapp.events.models import Division, Round  # noqa: E402
from tdapp.publishing.paper import rounds  # noqa: E402
from tdapp.publishing.paper.drawing.document import Document  # noqa: E402
from tdapp.publishing.paper.pack import PARTS, Making, Wish  # noqa: E402
from tests import factories as f  # noqa: E402

PLAYERS, HOST, EDGE = 40, "http://localhost", 1.0
PAPERS = ("a4", "letter")
ONE_PAGE = ("by-table", "by-name", "standings", "slips-20", "scoresheet")
Rows = list[tuple[str, ...]]


@dataclass(frozen=True)
class Word:
    """One word of a page: its text and its box, from the top left corner."""

    text: str
    left: float
    top: float
    right: float
    below: float


@dataclass(frozen=True)
class Printed:
    """The words of a PDF page by page, and each page's size."""

    pages: list[list[Word]]
    sizes: list[tuple[float, float]]

    @property
    def outside(self) -> int:
        """Words that touch an edge of the paper."""
        return sum(
            word.left < EDGE or word.top < EDGE or word.right > size[0] - EDGE or word.below > size[1] - EDGE
            for words, size in zip(self.pages, self.sizes, strict=True)
            for word in words
        )

    def whole(self, row: Sequence[str], height: float) -> bool:
        """Whether all words of a row stand on one page, no further apart in height than `height`."""
        wanted = [part for cell in row for part in cell.split()]
        return any(_together(words, wanted, height) for words in self.pages)


def _together(words: list[Word], wanted: Sequence[str], height: float) -> bool:
    places = {part: [word.top for word in words if word.text == part] for part in wanted}
    if not all(places.values()):
        return False
    return any(
        all(any(abs(top - start) <= height for top in tops) for tops in places.values())
        for start in places[wanted[-1]]
    )


def words_of(data: bytes) -> Printed:
    """Where every word of a PDF lies."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "sheet.pdf")
        file.write_bytes(data)
        done = subprocess.run(["pdftotext", "-bbox", str(file), "-"], capture_output=True, check=True)
    pages, sizes = [], []
    for page in done.stdout.decode().split("<page ")[1:]:
        sizes.append((_number(page, "width"), _number(page, "height")))
        pages.append([_word(one) for one in re.findall(r"<word (.*?)</word>", page)])
    return Printed(pages, sizes)


def _number(text: str, name: str) -> float:
    found = re.search(rf'{name}="([-0-9.]+)"', text)
    assert found
    return float(found[1])


def _word(text: str) -> Word:
    box = (_number(text, name) for name in ("xMin", "yMin", "xMax", "yMax"))
    return Word(unescape(text.partition(">")[2]), *box)


def hall() -> tuple[Division, Round, Client]:
    """Forty players, one round played, the second published."""
    event = f.event("paper", name="Batangas Open 2026", public=True)
    division = f.division(event, "Open")
    f.entrants(division, PLAYERS)
    f.play(f.published(division))
    f.published(division, f.turned(division, 2))
    client = Client()
    client.force_login(f.member(event, "director", "director"))
    fresh = Division.objects.select_related("event").get(pk=division.pk)
    return fresh, Round.objects.select_related("division__event").get(division=division, number=2), client


def rows_of(round_: Round) -> dict[str, tuple[Rows, float]]:
    """The rows each sheet must hold whole, and how high one may be (points)."""
    printed = prints.of_round(round_)
    tables: Rows = [(str(one.table), *one.names) for one in prints.by_table(printed)]
    people: Rows = [(str(one.table), one.opponents, one.name) for one in prints.by_name(printed)]
    ranked: Rows = [(prints.posted_name(line.entrant),) for line in ranking(round_.division, 1).lines]
    return {
        "by-table": (tables, 3), "by-name": (people, 3), "call-out": (tables, 30), "standings": (ranked, 3),
        "slips-2": (tables, 420), "slips-4": (tables, 210), "slips-20": (tables, 84),
        "scoresheet": ([(str(number),) for number in range(1, 21)], 3),
    }  # fmt: skip


def pdf(round_: Round, what: str, paper: str) -> bytes:
    """Our own PDF of a sheet."""
    if what == "scoresheet":
        document = Document(paper, "Scoresheets", round_.division.event.name)
        making = Making(document, round_.division.event, Wish(("scoresheets",), paper), "")
        draw = PARTS["scoresheets"].each
        assert draw
        draw(making, round_.division)
        return document.done()
    if what == "standings":
        round_ = Round.objects.select_related("division__event").get(division=round_.division, number=1)
    return rounds.render(round_, what, paper, address=f"{HOST}/t/paper/")


def page_of(what: str) -> str:
    """The address of a sheet's page in the browser; "" where there is none."""
    if what == "slips-20":
        return ""
    if what == "scoresheet":
        return "/e/paper/open/blank-sheet/"
    return (
        "/e/paper/open/standings/1/print/" if what == "standings" else f"/e/paper/open/round/2/print/{what}/"
    )


def printer(page: Page, client: Client) -> Callable[[str, str], bytes]:
    """Prints an address as the browser would; every request is answered by the application itself."""

    def answer(route: Route) -> None:
        reply: Any = client.get(route.request.url.removeprefix(HOST), headers={"host": "localhost"})
        body = b"".join(reply.streaming_content) if reply.streaming else reply.content
        route.fulfill(status=reply.status_code, content_type=reply["Content-Type"], body=body)

    page.route("**/*", answer)

    def print_(address: str, paper: str) -> bytes:
        page.goto(f"{HOST}{address}?paper={paper}", wait_until="networkidle")
        return page.pdf(prefer_css_page_size=True)

    return print_


def measured(client: Client, round_: Round) -> Iterator[tuple[str, str, str, int, int, int, int]]:
    """Sheet, paper, maker, pages, rows whole, rows, words outside."""
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=os.environ.get("TD_CHROMIUM") or None, args=["--no-sandbox", "--disable-gpu"]
        )
        print_ = printer(browser.new_page(), client)
        for what, (rows, height) in rows_of(round_).items():
            for paper in PAPERS:
                made = {"PDF": pdf(round_, what, paper)}
                if page_of(what):
                    made["browser"] = print_(page_of(what), paper)
                for maker, data in made.items():
                    found = words_of(data)
                    whole = sum(found.whole(row, height) for row in rows)
                    yield what, paper, maker, len(found.pages), whole, len(rows), found.outside
        browser.close()


def main() -> int:
    """Print the table; 1 when a sheet is not as promised."""
    call_command("migrate", verbosity=0)
    _division, round_, client = hall()
    bad = 0
    print(f"{PLAYERS} players, {PLAYERS // 2} tables")
    print(f"{'sheet':<12}{'paper':<8}{'made by':<9}{'pages':>6}{'rows whole':>12}{'outside':>9}")
    for what, paper, maker, pages, whole, rows, outside in measured(client, round_):
        fine = whole == rows and not outside and (pages == 1 or what not in ONE_PAGE)
        bad += not fine
        print(
            f"{what:<12}{paper:<8}{maker:<9}{pages:>6}{whole:>8}/{rows:<3}{outside:>9}  {'' if fine else 'NOT AS PROMISED'}"
        )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
