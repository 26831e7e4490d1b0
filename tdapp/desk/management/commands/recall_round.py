"""`recall_round EVENT [--division D] [--round N] --reason WHY`: take a posted round back."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.pairing.commands.recalling import recall_round
from tdapp.events.cli import DeskCommand, division_of, event_and_context, round_to_change
from tdapp.events.models import Round

AS_PLAYED = gettext_lazy('By command: as_played %(event)s "TABLE NUMBER NUMBER" --reason WHY')


class Command(DeskCommand):
    help = "Take a posted round back while nothing is entered for it; the newest open one when none is named."

    hints = {
        "results-in": AS_PLAYED,
        "sheets-in": AS_PLAYED,
        "calls-in": AS_PLAYED,
        "incidents-in": AS_PLAYED,
        "no-reason": gettext_lazy("It is said with --reason."),
    }

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--division", default="")
        parser.add_argument("--round", type=int, default=0)
        parser.add_argument("--reason", default="", help="why it is taken back; needed")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"])
        row = round_to_change(division, options["round"], Round.Status.PUBLISHED, last=True)
        told = recall_round(ctx, row, reason=options["reason"])
        return {"event": event.slug, "division": division.slug, **told}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("%(division)s round %(round)s is recalled; its prints are void.") % result)
        if names := result["in_again"]:
            said = _("Now in the draw of round %(n)s, too: %(names)s.")
            self.stdout.write(said % {"n": result["round"], "names": "; ".join(names)})
        self.stdout.write(_("To pair it anew: pair %(event)s --division %(division)s") % result)
