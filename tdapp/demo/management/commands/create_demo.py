"""`create_demo`: the demo of a new installation, here and now, or `--later` by the worker; once."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from tdapp.demo import commands
from tdapp.events.cli import DeskCommand, installation_context
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.permissions import require


class Command(DeskCommand):
    help = "Make the demo: last month's open, over and rated, and today's event in round 4; does nothing when it is there."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--later", action="store_true", help="let the worker make it, beside the day")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        known = list(commands.events().filter(deleted_at=None).values_list("slug", flat=True))
        if known:
            return {"events": known, "created": False}
        ctx = installation_context(options["user"])
        if options["later"]:
            return {**commands.make_later(ctx, Installation()), "created": False}
        require(ctx, commands.NEEDS)
        if not commands.make_waiting():
            commands.make_now(context.system(via="cli"))
        return {"events": list(commands.events().values_list("slug", flat=True)), "created": True}
