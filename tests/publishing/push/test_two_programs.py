"""A club's laptop sends to a federation's server: two programs on this machine, each on its own data, a real line between."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import urllib3

from tdapp.launch.host.services import free_port
from tdapp.publishing.inbox import commands
from tdapp.publishing.site import inbox_protocol as protocol
from tdapp.publishing.site.push import sealing
from tdapp.publishing.site.push.targets import inbox
from tests import servers
from tests.copies.laptops import environment, script

pytestmark = pytest.mark.slow
LET_IN = """
import sys
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.publishing.inbox import commands
commands.add_sender(context.system(), Installation(), name="Cebu club", token=sys.argv[1])
print("let in")
"""


class Laptop:
    """The club's program: what it is told to do, and how its place stands then."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def does(self, what: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{what}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the laptop's program ended"
        return dict(json.loads(line))


@contextmanager
def laptop(data: Path, address: str, token: str) -> Iterator[Laptop]:
    """Running; ended at once afterwards, as by a lid that is closed."""
    command = [sys.executable, "-m", "tests.publishing.push.laptop", address, token]
    process = subprocess.Popen(
        command,
        cwd=servers.ROOT,
        env=environment(data),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Laptop(process)
    finally:
        process.kill()
        process.communicate()


def test_what_a_laptop_releases_stands_at_the_federation_and_goes_when_it_is_hidden(tmp_path: Path) -> None:
    club, federation = tmp_path / "club" / "data", tmp_path / "federation" / "data"
    servers.used_before(club)
    token, port = commands.new_token(), free_port()
    address = f"http://127.0.0.1:{port}/inbox/receive/"
    with laptop(club, address, token) as one:
        told = one.does("tick")
        assert (told["fault"], told["failures"]) == ("no-network", 1)
    with servers.hall(federation, port=port) as there, laptop(club, address, token) as one:
        script(federation, LET_IN, token)
        told = one.does("a minute later")
        assert told["fault"] == "", told
        event = told["event"]
        home = f"/inbox/cebu-club/{event}/t/{event}/"
        assert there.get(home)[0] == 200
        assert there.get(f"{home}open/standings/2/")[0] == 404
        one.does("release")
        assert one.does("a minute later")["fault"] == ""
        assert there.get(f"{home}open/standings/2/")[0] == 200
        one.does("hide")
        one.does("a minute later")
        assert there.get(f"{home}open/standings/2/")[0] == 404
        assert there.get(f"{home}open/standings/1/")[0] == 200
        assert refused(address, event, token) == [
            "This token belongs to another key: the first that came with it."
        ]
        assert there.get(home)[0] == 200


def refused(address: str, event: str, token: str) -> list[str]:
    """What a stranger is told who found the token and has another key."""
    made = datetime.now(UTC).isoformat()
    public, signature = inbox._signed(sealing.new_key()[0], protocol.said(event, made, ""))
    fields = {"token": token, "made": made, "key": public, "signature": signature}
    answer = urllib3.request("POST", f"{address}{event}", fields=fields)
    assert answer.status == 403
    return list(answer.json()["sentences"])
