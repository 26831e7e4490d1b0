"""`begin_logs`: events from before logs told of rows are written down as they stand; what follows can be checked."""

from __future__ import annotations

from typing import Any

from tdapp.events.cli import DeskCommand
from tdapp.events.log.commands.log import begin
from tdapp.events.models import Event
from tdapp.kernel import audit, context, fence


class Command(DeskCommand):
    help = "Begin to check the logs of events from before this version; done by itself when data is updated."

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        waiting = [row for row in Event.objects.order_by("sequence") if not audit.begun(row.scope_key)]
        here = [row for row in waiting if not fence.state(row.scope_key).fenced]
        return {"events": [begin(context.system(row.scope_key, via="cli"), row)["event"] for row in here]}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{len(result['events'])} logs begin to tell of their rows.")
