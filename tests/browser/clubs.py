"""A club as its people walk through it: opened by who keeps the installation, accepted by a printed code, shown elsewhere."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import expect

from tdapp.kernel.models import Invitation
from tdapp.kernel.signing_in import invitations
from tdapp.people.models import ClubHome
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import Person

SECRET = "tiles on monday"


def clean(person: Person) -> None:
    """The page can be read by all, and is no wider than its window."""
    assert faults(person.page) == [], person.page.url
    assert not person.page.evaluate("document.documentElement.scrollWidth > innerWidth"), person.page.url


def opened(arrive: Arrive) -> ClubHome:
    """The operator opens the club and holds an invitation in hand."""
    operator = arrive()
    operator.sign_in(f.user("keeper", operator=True))
    operator.go("/")
    operator.follow("Clubs", "Clubs", exact=True)
    operator.follow("Open a club", "Open a club")
    operator.page.get_by_label("Name", exact=True).fill("Lipa Tile Club")
    operator.click("Open it")
    operator.arrived("Clubs")
    clean(operator)
    operator.follow("Invite an officer", "Invite an officer: Lipa Tile Club")
    clean(operator)
    operator.click("Make the invitation")
    operator.arrived("Invitation")
    clean(operator)
    expect(operator.page.locator("main")).to_contain_text(invitations.code_of(Invitation.objects.get()))
    return ClubHome.objects.get()


def accepted(officer: Person, code: str) -> None:
    """Somebody who has never been here types the code of the paper, and stands at the club."""
    officer.go("/login")
    officer.follow("I have a code", "Type your code")
    officer.page.get_by_label("Code").fill(code.upper().replace("-", " "))
    officer.click("Continue")
    officer.arrived("You are invited")
    officer.sees("Invitation to Lipa Tile Club, as: Officer.")
    officer.fill(Your_name="Lia Ponce", Username="lia", Password=SECRET)
    officer.click("Make my account")
    officer.arrived("Lipa Tile Club")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_told: object) -> None:
        """Nothing on the screen of the tests."""


@contextmanager
def website(folder: Path) -> Iterator[int]:
    """Another website: the files of a folder on a port of its own. One port, two origins: by number and by name."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
