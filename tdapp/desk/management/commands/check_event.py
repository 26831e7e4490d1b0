"""`check_event EVENT [--against HEAD]`: do the invariants hold, and is the log the one that was printed? Exit 1 when not."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from tdapp.desk.rehearsal import invariants
from tdapp.events.cli import DeskCommand, event_and_context
from tdapp.kernel.log import printed_heads


class Command(DeskCommand):
    help = "Check an event's invariants and its log; exit 1 when one is broken."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument(
            "--against", action="append", default=[], metavar="HEAD",
            help="the log's head as a print or a copy shows it, like 137-K4T9-...; may be given several times",
        )  # fmt: skip

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, _ctx = event_and_context(options["event"], options["user"])
        held = printed_heads.hold(event.scope_key, options["against"])
        checked = invariants.checked(event)
        self.exit_code = int(bool(checked.faults) or not all(one.matches for one in held))
        return {
            "event": event.slug, "faults": checked.faults, "unchecked": checked.unchecked,
            "paired_on_older_results": invariants.notes(event), "against": [asdict(one) for one in held],
        }  # fmt: skip

    def say(self, result: dict[str, Any]) -> None:
        for fault in result["faults"]:
            self.stdout.write(f"{fault['invariant']}: {fault['sentence']}")
        for sentence in result["unchecked"]:
            self.stdout.write(f"note: {sentence}")
        for note in result["paired_on_older_results"]:
            self.stdout.write(f"note: {note['division']} round {note['round']} was paired on older results")
        for held in result["against"]:
            self.stdout.write(f"{held['head']}: {held['sentence']}")
        self.stdout.write(
            f"{result['event']}: "
            + (f"{len(result['faults'])} faults" if result["faults"] else "all invariants hold")
        )
