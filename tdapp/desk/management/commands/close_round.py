"""`close_round EVENT [--division D] [--round N]`: close a round whose results are all confirmed."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk.pairing.commands.release import close_round, reopen_round
from tdapp.events.cli import DeskCommand, division_of, event_and_context, round_to_change
from tdapp.events.models import Round


class Command(DeskCommand):
    help = "Close a round; the one that is open when none is named. With --reopen: open a closed one again."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--division", default="")
        parser.add_argument("--round", type=int, default=0)
        parser.add_argument("--reopen", action="store_true", help="open the round again; needs --reason")
        parser.add_argument("--reason", default="", help="why it is opened again")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"])
        if options["reopen"]:
            row = round_to_change(division, options["round"], Round.Status.CLOSED, last=True)
            told = reopen_round(ctx, row, reason=options["reason"])
        else:
            told = close_round(ctx, round_to_change(division, options["round"], Round.Status.PUBLISHED))
        return {"division": division.slug, **told}

    def say(self, result: dict[str, Any]) -> None:
        closed = result["status"] == "closed"
        said = (
            _("%(division)s round %(round)s is closed.")
            if closed
            else _("%(division)s round %(round)s is open again.")
        )
        self.stdout.write(said % result)
