"""`remove_demo`: take the demo away, its ratings, its list of words and its people with it."""

from __future__ import annotations

from typing import Any

from tdapp.demo import commands
from tdapp.events.cli import DeskCommand, installation_context
from tdapp.kernel.commands import Installation


class Command(DeskCommand):
    help = "Remove the demo for good: its events, ratings, list of words and people. Nothing real is touched."

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        return commands.remove(installation_context(options["user"]), Installation())
