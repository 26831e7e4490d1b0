"""`as_played EVENT "7 12 5" "bye 9" --reason WHY`: record the actual pairings of an open round, in the page's lines."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, TextIO

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.pairing.commands.as_played import as_played
from tdapp.desk.pairing.pairing_forms import read_places
from tdapp.events.cli import DeskCommand, division_of, event_and_context, names_in, round_to_change
from tdapp.events.models import Division, Round
from tdapp.kernel.refusals import Refusal

MOST_TYPED = 8000


class Command(DeskCommand):
    is_intermixed = True
    help = (
        "Record the actual pairings at single tables of an open round: who really sat there, first player first. "
        "Numbers are those `entries EVENT` lists. Several lines each in quotes, or one a line on standard input with -."
    )

    hints = {
        "ask": gettext_lazy(
            "Not here: absent NUMBER not scored (or forfeit). To give the bye all the same, say --sure."
        ),
        "cannot-place": gettext_lazy(
            "A result that is in the way is taken back with undo_result %(event)s, the last one first."
        ),
        "no-reason": gettext_lazy("It is said with --reason."),
        "round-closed": gettext_lazy("To open it again: close_round %(event)s --reopen --reason WHY"),
    }

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--division", default="")
        parser.add_argument("--round", type=int, default=0, help="default: the oldest one that is open")
        parser.add_argument("--reason", default="", help="why it differs from what was posted; needed")
        parser.add_argument("--sure", action="store_true", help="give a bye to somebody who is not here")
        parser.add_argument("event")
        parser.add_argument(
            "line", nargs="+",
            help="a table and its players: 7 12 5; bye 9; absent 4 not scored; a table alone: nobody played there",
        )  # fmt: skip

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"])
        row = round_to_change(division, options["round"], Round.Status.PUBLISHED)
        places = read_places(_lines(options["line"], sys.stdin))
        told = as_played(ctx, row, reason=options["reason"], sure=options["sure"], **places)
        names = _named(division, told["now"])
        return {"event": event.slug, "division": division.slug, **told, "names": names}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("%(division)s round %(round)s is recorded as played.") % result)
        for place, names in result["names"]:
            self.stdout.write(f"{place:>8}  {' - '.join(names)}")


def _lines(words: Sequence[str], standard_input: TextIO) -> str:
    """The lines meant: an argument with a blank in it is one of its own, words beside each other are one together."""
    if list(words) == ["-"]:
        text = standard_input.read(MOST_TYPED + 1)
    else:
        whole = [word for word in words if len(word.split()) > 1]
        text = "\n".join([*whole, " ".join(word for word in words if len(word.split()) == 1)])
    if len(text) > MOST_TYPED:
        raise Refusal("too-long", _("That is more than a round has tables: send at most 8,000 letters."))
    if not text.strip():
        raise Refusal(
            "no-lines", _("Say who sat where: a table and its players, like 7 12 5; bye 9; absent 4.")
        )
    return text


def _named(division: Division, places: Sequence[Any]) -> list[list[Any]]:
    """Places as the log has them, with names beside the numbers: a table, or what somebody got without one."""
    names = names_in(division)
    kinds = {
        "bye": _("bye"), "half": _("half bye"), "forfeit": _("forfeit"), "unscored": _("not scored"),
    }  # fmt: skip
    return [
        [kinds.get(str(place), str(place)), [f"{names[number]} #{number}" for number in numbers]]
        for place, numbers in places
    ]
