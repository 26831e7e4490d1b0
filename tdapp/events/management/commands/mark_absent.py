"""`mark_absent EVENT [--division D] NUMBER... | --missing`: who misses a round; `check_in` brings them back."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events import titles
from tdapp.events.cli import DeskCommand, division_of, event_and_context
from tdapp.events.entries.commands.entrants import last_published
from tdapp.events.entries.commands.presence import mark_missing
from tdapp.events.models import Presence
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    is_intermixed = True
    help = (
        "Mark entrants absent by number: who is checked in for one round, who is not until checked in. "
        "`withdraw` is for those who leave."
    )

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("numbers", nargs="*", type=int)
        parser.add_argument("--division", default="")
        parser.add_argument(
            "--missing", action="store_true", help="everybody in the division who is not checked in"
        )
        parser.add_argument("--round", type=int, default=0, help="default: the next one to be posted")
        parser.add_argument("--counts-as", choices=Presence.Intent.values, default=Presence.Intent.UNSCORED)

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"])
        asked = {
            "round_number": options["round"] or last_published(division) + 1,
            "intent": options["counts_as"],
        }
        if not options["numbers"] and not options["missing"]:
            raise Refusal("nobody-named", _("Name entrants by number, or say --missing."))
        return mark_missing(
            ctx, division, numbers=None if options["missing"] else options["numbers"], **asked
        )

    def say(self, result: dict[str, Any]) -> None:
        if not result["names"]:
            self.stdout.write(
                _("Nobody is marked absent by that: they are away already, or nobody is missing.")
            )
            return
        told = {**result, "names": "; ".join(result["names"]), "as": titles.INTENTS[result["counts_as"]]}
        self.stdout.write(_("Marked absent for round %(round)s (%(as)s): %(names)s.") % told)
