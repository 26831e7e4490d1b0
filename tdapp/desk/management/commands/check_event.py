"""`check_event EVENT`: do the invariants hold? Exit 1 and a list when not."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from tdapp.desk.invariants import broken, notes
from tdapp.events.cli import DeskCommand, event_and_context


class Command(DeskCommand):
    help = "Check an event's invariants; exit 1 when one is broken."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, _ctx = event_and_context(options["event"], options["user"])
        faults = broken(event)
        self.exit_code = int(bool(faults))
        return {"event": event.slug, "faults": faults, "paired_on_older_results": notes(event)}

    def say(self, result: dict[str, Any]) -> None:
        for fault in result["faults"]:
            self.stdout.write(f"{fault['invariant']}: {fault['sentence']}")
        for note in result["paired_on_older_results"]:
            self.stdout.write(f"note: {note['division']} round {note['round']} was paired on older results")
        self.stdout.write(
            f"{result['event']}: "
            + (f"{len(result['faults'])} faults" if result["faults"] else "all invariants hold")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        if self.exit_code:
            sys.exit(self.exit_code)
