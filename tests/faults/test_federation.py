"""A server of several machines, as processes: started anew one after the other, or killed, while clerks type through nginx
and TLS. Nobody meets a failed request, and nothing is lost or doubled.
"""

from __future__ import annotations

import http.client
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Semaphore
from typing import Any

import pytest

from tdapp.devtools.federation import Federation, federation
from tests.faults.clerk import Browser, Clerk
from tests.faults.halls import CLERKS, Scene, looking_into, staged
from tests.faults.test_killed import check_nothing_is_lost
from tests.faults.under_entry import saved, types
from tests.servers import Hall, eventually

pytestmark = [pytest.mark.slow, pytest.mark.services]
PLAYERS = 72
MISHAPS = (("web-1", signal.SIGTERM), ("web-2", signal.SIGTERM), ("web-1", signal.SIGKILL))


class Visitor(Browser):
    """A browser that comes by https; its cookies are the program's own of server mode."""

    def __init__(self, made: Federation) -> None:
        super().__init__(made.port)
        self.made = made

    def new_line(self) -> http.client.HTTPConnection:
        return http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=self.timeout, context=self.made.tls
        )

    def ask(
        self, method: str, path: str, body: str | bytes = "", headers: dict[str, str] | None = None
    ) -> Any:
        """As a page of its own does."""
        own = {"Origin": f"https://127.0.0.1:{self.port}"}
        answer = super().ask(method, path, body, own | (headers or {}))
        self.cookies["csrftoken"] = self.cookies.get("__Host-csrf", "")
        return answer


@pytest.fixture
def made(tmp_path: Path, transactional_db: None) -> Iterator[Federation]:
    with federation(tmp_path, webs=2, workers=1) as running, looking_into(running.database):
        yield running


def test_members_started_anew_or_killed_are_missed_by_no_clerk(made: Federation) -> None:
    scene = staged(Hall(None, made.port, made.trusted, made.trusted), PLAYERS)  # type: ignore[arg-type]
    clerks = [signed_in(made, scene, number) for number in range(CLERKS)]
    tables, turns = scene.tables(), Semaphore(0)
    share = len(tables) // 4
    with ThreadPoolExecutor(CLERKS) as pool:
        work = [pool.submit(types, who, tables[n::CLERKS], 0.05, turns) for n, who in enumerate(clerks)]
        try:
            for number, (name, how) in enumerate(MISHAPS):
                turns.release(share)
                saved(clerks, share * number + share // 2)
                made.restart(name, how)
        finally:
            turns.release(len(tables))
        for future in work:
            future.result(240)
    check_nothing_is_lost(scene, clerks)
    assert [who.broken for who in clerks] == [0] * CLERKS
    eventually(lambda: clerks[0].browser.tried("GET", "/readyz").status == 200, "all of it")


def signed_in(made: Federation, scene: Scene, number: int) -> Clerk:
    visitor = Visitor(made)
    visitor.sign_in(scene.clerks[number].username)
    return Clerk(visitor, scene.event.slug)
