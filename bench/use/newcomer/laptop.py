"""The newcomer's laptop: a data folder nobody used before, `./td run`, a browser, the copies on its disk."""

from __future__ import annotations

import re
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from bench.people.start_up import used_by
from tdapp.launch.host.browsers import chromium
from tests import servers

SCREEN = {"width": 1440, "height": 900}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
# Installing needs longer than a start on a machine where others work.
START_SECONDS = 300.0


@dataclass(frozen=True)
class Laptop:
    """What runs, and the password it printed."""

    hall: servers.Hall
    password: str
    context: BrowserContext

    def copies(self) -> dict[str, int]:
        """Every copy on the disk with when it was written."""
        return {
            place.name: place.stat().st_mtime_ns for place in (self.hall.data / "copies").glob("*.tdcopy")
        }

    def copied_since(self, before: dict[str, int]) -> bool:
        """Whether a copy comes that was not there before; a worker makes it beside what the person does next."""
        try:
            servers.eventually(lambda: self.copies() != before, "a copy of the closed round")
        except AssertionError:
            return False
        return True

    def seconds(self) -> float:
        """Processor seconds of the program and its children up to now."""
        return used_by(self.hall.process.pid)


@contextmanager
def laptop() -> Iterator[Laptop]:
    """Started from nothing, with its demo, and stopped at the end."""
    with tempfile.TemporaryDirectory(prefix="td-newcomer-") as name:
        hall = servers.start(Path(name) / "data", "--no-browser")
        try:
            servers.eventually(hall.is_ready, "the first page", START_SECONDS)
            printed = re.search(r"^ *password +(\S+)$", hall.output.read_text(encoding="utf-8"), re.MULTILINE)
            assert printed, hall.output.read_text(encoding="utf-8")
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=str(chromium()[0]), args=ARGUMENTS)
                context = browser.new_context(base_url=hall.url, viewport=SCREEN, accept_downloads=True)
                yield Laptop(hall, printed[1], context)
                browser.close()
        finally:
            hall.stop(signal.SIGTERM)
