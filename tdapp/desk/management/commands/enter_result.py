"""`enter_result EVENT 7 412 388 [spread]`: enter one result, in seat order as printed on the slip."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext_lazy

from tdapp.desk.results import intake
from tdapp.events.cli import DeskCommand, division_of, event_and_context, refuse_nameless, with_names


class Command(DeskCommand):
    help = "Enter a result: table and scores in seat order; f2 forfeit, x unscored, u 300 280 unfinished."

    hints = {"ask": gettext_lazy("If it is right as it stands, say --sure.")}

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--division", default="")
        parser.add_argument("--round", type=int, default=0)
        parser.add_argument("--sure", action="store_true", help="keep what is unusual")
        parser.add_argument("--key", default="", help="idempotency key")
        parser.add_argument("event")
        parser.add_argument("line", nargs="+", help="table score score [score score] [spread]")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"], key=options["key"])
        division = division_of(event, options["division"]) if options["division"] else None
        table, entry = intake.read(
            event, " ".join(options["line"]), division=division, round_number=options["round"]
        )
        refuse_nameless(options["user"], table.round.division)
        return with_names(table, intake.enter_at(ctx, table, entry, sure=options["sure"]))

    def say(self, result: dict[str, Any]) -> None:
        names = " - ".join(f"{seat['name']}" for seat in result["seats"])
        scores = " - ".join(map(str, result["scores"])) or result["kind"]
        state = "confirmed" if result["confirmed"] else "to be confirmed"
        self.stdout.write(f"table {result['table']}: {names}: {scores} ({state})")
