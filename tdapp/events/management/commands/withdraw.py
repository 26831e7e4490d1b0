"""`withdraw EVENT NUMBER [--from N] [--to N] [--counts-as forfeit]`: take an entrant out; `--rejoin` brings one back."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events import titles
from tdapp.events.cli import DeskCommand, division_of, entrant_of, event_and_context
from tdapp.events.entries.commands.entrants import last_published
from tdapp.events.entries.commands.presence import rejoin, withdraw
from tdapp.events.models import Presence


class Command(DeskCommand):
    help = "Take an entrant out from a round on, the next one to be published when none is named."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("number", type=int, help="the entrant's number")
        parser.add_argument("--division", default="")
        parser.add_argument("--from", dest="first", type=int, default=None, metavar="ROUND")
        parser.add_argument(
            "--to", dest="last", type=int, default=None, metavar="ROUND", help="only until this one"
        )
        parser.add_argument("--counts-as", choices=Presence.Intent.values, default=Presence.Intent.UNSCORED)
        parser.add_argument("--rejoin", action="store_true", help="bring the entrant back instead")
        parser.add_argument("--reason", default="")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        row = entrant_of(division_of(event, options["division"]), options["number"])
        following = last_published(row.division) + 1
        first = following if options["first"] is None else options["first"]
        if options["rejoin"]:
            return {**rejoin(ctx, row, from_round=first, reason=options["reason"]), "back": True}
        return withdraw(
            ctx, row, from_round=first, to_round=options["last"], intent=options["counts_as"],
            reason=options["reason"],
        )  # fmt: skip

    def say(self, result: dict[str, Any]) -> None:
        told = {**result, "counts_as": titles.INTENTS.get(result.get("counts_as", ""), "")}
        if result.get("back"):
            self.stdout.write(_("%(name)s is back from round %(from)s on.") % result)
        elif result["to"]:
            self.stdout.write(_("%(name)s is out of rounds %(from)s-%(to)s (%(counts_as)s).") % told)
        else:
            self.stdout.write(_("%(name)s is out from round %(from)s on (%(counts_as)s).") % told)
