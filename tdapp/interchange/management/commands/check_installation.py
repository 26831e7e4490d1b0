"""`check_installation`: every event's invariants, every log there is, every edition's file. Exit 1 when broken."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from lexicon_admin.lists import editions
from tdapp.desk.rehearsal.invariants import broken, unsound
from tdapp.events.cli import DeskCommand
from tdapp.events.models import Event
from tdapp.kernel import audit


class Command(DeskCommand):
    help = "Check the invariants of every event, every log and the files of the word lists; exit 1 when one is broken."
    faulty = False

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--no-words", action="store_true", help="leave the files of the word lists unchecked"
        )

        parser.add_argument(
            "--no-log", action="store_true", help="whether rows are as the log says is left unchecked"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        events = list(Event.objects.order_by("sequence"))
        # What an event's log says is looked at with its rows. All others, whatever they are of: a kind that comes is no
        # kind that is forgotten, nor is a log of what is no longer there.
        logs = sorted(audit.every_scope() - {event.scope_key for event in events})
        faults = [
            {"event": "", "log": one, "invariant": "I4", "sentence": said}
            for one in logs
            for said in audit.broken(one)
        ]
        words = [] if options["no_words"] else editions.broken()
        faults += [{"event": "", "invariant": "words", "sentence": said} for said in words]
        check = unsound if options["no_log"] else broken
        faults += [{"event": event.slug, **fault} for event in events for fault in check(event)]
        self.faulty = bool(faults)
        return {"events": len(events), "logs": len(events) + len(logs), "faults": faults}

    def say(self, result: dict[str, Any]) -> None:
        for fault in result["faults"]:
            self.stdout.write(
                f"{fault['event'] or fault.get('log', '')} {fault['invariant']}: {fault['sentence']}".strip()
            )
        self.stdout.write(f"{result['events']} events, {result['logs']} logs, {len(result['faults'])} faults")

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        if self.faulty:
            sys.exit(1)
