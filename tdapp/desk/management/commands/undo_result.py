"""`undo_result EVENT`: take back the last result one entered oneself, in the rounds that are open."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext_lazy

from tdapp.desk.results import echo, intake
from tdapp.events.cli import DeskCommand, event_and_context, refuse_nameless

HINTS = {
    "confirmed": gettext_lazy("By command: correct_result %(event)s --reason WHY TABLE SCORE SCORE"),
    "nothing-mine": gettext_lazy(
        "Say with --as whose last entry is meant. Every other one is replaced: "
        "correct_result %(event)s --reason WHY TABLE SCORE SCORE"
    ),
}


class Command(DeskCommand):
    help = "Take back the last result that you (--as) or the program entered; again for the one before."
    hints = HINTS

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--key", default="", help="idempotency key")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"], key=options["key"])
        undone = intake.undo_last(
            ctx, event, check=lambda table: refuse_nameless(options["user"], table.round.division)
        )
        return {**undone, "told": echo.as_sentence(echo.undone(undone))}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(result["told"])
