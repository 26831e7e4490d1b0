"""`release EVENT [--division D] [--after N | --pairings N] [--hide]`: show standings or pairings to the public."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk.pairing import outdated_release
from tdapp.desk.pairing.commands.release import release_standings, show_pairings
from tdapp.events.cli import DeskCommand, division_of, event_and_context, round_of
from tdapp.events.models import Division, Round
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = (
        "Release the standings after a round (the newest closed one), or a round's pairings, to the public."
    )

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--division", default="")
        parser.add_argument(
            "--after", type=int, default=None, metavar="ROUND", help="0 takes the standings back"
        )
        parser.add_argument(
            "--pairings", type=int, default=0, metavar="ROUND", help="the pairings of this round"
        )
        parser.add_argument("--hide", action="store_true", help="with --pairings: take them off again")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"])
        _refuse_both(options)
        if options["pairings"]:
            row = round_of(division, options["pairings"])
            return {"division": division.slug, **show_pairings(ctx, row, shown=not options["hide"])}
        return _standings(ctx, division, options["after"])

    def say(self, result: dict[str, Any]) -> None:
        if "public" in result:
            shown = _("%(division)s: the pairings of round %(round)s are public.")
            hidden = _("%(division)s: the pairings of round %(round)s are not public any more.")
            self.stdout.write((shown if result["public"] else hidden) % result)
        elif result["released"]:
            self.stdout.write(_("%(division)s: the standings after round %(released)s are public.") % result)
            if result.get("waits_for"):
                self.stdout.write(result["waits_for"])
        else:
            self.stdout.write(_("%(division)s: no standings are public any more.") % result)


def _refuse_both(options: dict[str, Any]) -> None:
    if options["pairings"] and options["after"] is not None:
        raise Refusal("one-of-two", _("Say --after for standings or --pairings for pairings, not both."))
    if options["hide"] and not options["pairings"]:
        raise Refusal("one-of-two", _("--hide goes with --pairings; standings are hidden with --after 0."))


def _standings(ctx: Context, division: Division, after: int | None) -> dict[str, Any]:
    """A director who names no round means the newest closed one; 0 must be said."""
    if after is None:
        row = division.rounds.filter(status=Round.Status.CLOSED).order_by("-number").first()
        if row is None:
            raise Refusal(
                "nothing-closed", _("No round of %(name)s is closed yet.") % {"name": division.name}
            )
        after = row.number
    told = release_standings(ctx, division, after=after)
    waits = outdated_release.waits_for(division, after)
    return {**told, "waits_for": waits} if waits else told
