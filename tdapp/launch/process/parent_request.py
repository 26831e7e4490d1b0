"""What a page asks for and only the parent can do: stop everything, restore a backup, start again. Standard library only."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from tdapp.launch.host.data_folder import Tenancy
from tdapp.launch.sentences import say

LINES = 6


def order_in(data: Path) -> Path:
    """Where a page leaves the order."""
    return data / "run" / "restore.json"


def outcome_in(data: Path) -> Path:
    """Where the page reads afterwards how it went."""
    return data / "run" / "restored.json"


class Errand:
    """The order of one data folder, carried out by the `restore` command while nothing else runs on it."""

    def __init__(self, python: Path, data: Path, variables: dict[str, str], tenancy: Tenancy) -> None:
        self.python, self.data, self.variables, self.tenancy = python, data, variables, tenancy
        # An order that was left behind by a program that died is not carried out unasked at the next start.
        order_in(data).unlink(missing_ok=True)

    def is_due(self) -> bool:
        """Whether somebody left an order."""
        return order_in(self.data).exists()

    def run(self) -> None:
        """Carry the order out, once, whatever comes of it; the data folder is ours again afterwards."""
        order = self._taken()
        say("Restoring a backup; the pages are back when it is done.")
        self.tenancy.leave()
        try:
            done = self._restore(order)
        finally:
            self.tenancy.take()
        said = _sentences(done)
        _keep(outcome_in(self.data), done.returncode == 0, said)
        say(" ".join(said))

    def _taken(self) -> dict[str, str]:
        try:
            order = json.loads(order_in(self.data).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            order = {}
        order_in(self.data).unlink(missing_ok=True)
        return order if isinstance(order, dict) else {}

    def _restore(self, order: dict[str, str]) -> subprocess.CompletedProcess[str]:
        command = [
            str(self.python),
            "-m",
            "django",
            "restore",
            str(order.get("file", "")),
            "--yes",
            "--via",
            "web",
        ]
        env = self.variables | {"DJANGO_SETTINGS_MODULE": "tdapp.settings"}
        return subprocess.run(
            [*command, "--as", str(order.get("user", ""))], env=os.environ | env, capture_output=True,
            text=True, encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL,
        )  # fmt: skip


def _sentences(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What the command said last, on the side that fits how it ended."""
    text = done.stdout if done.returncode == 0 else done.stderr or done.stdout
    return [line.strip() for line in text.splitlines() if line.strip()][-LINES:] or [
        f"It ended with {done.returncode}."
    ]


def _keep(path: Path, fine: bool, sentences: list[str]) -> None:
    told = {"done": fine, "sentences": sentences, "at": datetime.now(UTC).isoformat()}
    path.write_text(json.dumps(told), encoding="utf-8")
