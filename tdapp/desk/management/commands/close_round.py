"""`close_round EVENT [--division D] [--round N]`: close a round whose results are all confirmed."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk.pairing.commands.release import close_round, reopen_round
from tdapp.events.cli import DeskCommand, division_of, event_and_context, round_of
from tdapp.events.models import Division, Round
from tdapp.kernel.refusals import Refusal


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
            row = _round(division, options["round"], Round.Status.CLOSED, last=True)
            told = reopen_round(ctx, row, reason=options["reason"])
        else:
            told = close_round(ctx, _round(division, options["round"], Round.Status.PUBLISHED))
        return {"division": division.slug, **told}

    def say(self, result: dict[str, Any]) -> None:
        closed = result["status"] == "closed"
        said = (
            _("%(division)s round %(round)s is closed.")
            if closed
            else _("%(division)s round %(round)s is open again.")
        )
        self.stdout.write(said % result)


def _round(division: Division, number: int, status: str, *, last: bool = False) -> Round:
    """The round of this number; without one the oldest (or the last) of this status."""
    if number:
        return round_of(division, number)
    rows = division.rounds.filter(status=status).select_related("division__event").order_by("number")
    row = rows.last() if last else rows.first()
    if row is None:
        none = _("No round of %(name)s is closed.") if last else _("No round of %(name)s is open.")
        raise Refusal("no-round", none % {"name": division.name})
    return row
