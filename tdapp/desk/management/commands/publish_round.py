"""`publish_round EVENT [--division D] [--round N]`: make a draft's pairings facts."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.models import PairingRun
from tdapp.desk.pairing.commands.publishing import publish_round
from tdapp.events.cli import DeskCommand, division_of, event_and_context
from tdapp.events.models import Division, Round
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = "Post a drafted round: its pairings become facts. `post_round` and `publish_round` are the same."

    hints = {
        "cannot-publish": gettext_lazy("To draft the round again: pair %(event)s --again"),
        "no-draft": gettext_lazy("To pair it: pair %(event)s"),
        "published": gettext_lazy(
            "By command: recall_round %(event)s --reason WHY, or as_played %(event)s with tables and players. "
            "To pair the next round: pair %(event)s"
        ),
    }

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--division", default="")
        parser.add_argument("--round", type=int, default=0)
        parser.add_argument("--sure", action="store_true", help="publish although it breaks a wish")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"])
        rows = PairingRun.objects.select_related("round__division__event").filter(
            round__division=division, status="draft"
        )
        rows = (
            rows.filter(round__number=options["round"])
            if options["round"]
            else rows.order_by("round__number")
        )
        run = rows.first()
        if run is None:
            raise _nothing_to_post(division, options["round"])
        return publish_round(ctx, run, seen=run.version, sure=options["sure"])

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(
            f"{result['division']} round {result['round']} is posted, {result['tables']} tables."
        )


def _nothing_to_post(division: Division, number: int) -> Refusal:
    posted = division.rounds.filter(number=number).exclude(status=Round.Status.PLANNED).exists()
    if not posted:
        return Refusal("no-draft", _("There is no draft to post; pair the round first."))
    sentence = _("Round %(round)s is already posted. Recall it, or record what was played.")
    return Refusal("published", sentence % {"round": number})
