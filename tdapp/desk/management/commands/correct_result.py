"""`correct_result EVENT --round N --reason WHY 7 412 389`: replace a result, with a reason."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.ledger.result_entry import in_words
from tdapp.desk.ledger.rows import as_entry, current_result
from tdapp.desk.pairing import outdated_release
from tdapp.desk.prizes import finals
from tdapp.desk.results import echo, intake
from tdapp.desk.results.commands.results import correct_result
from tdapp.events.cli import DeskCommand, division_of, event_and_context, refuse_nameless, with_names
from tdapp.events.models import Division


class Command(DeskCommand):
    help = "Correct a result; published pairings stay, standings follow."

    hints = {
        "ask": gettext_lazy("If it is right as it stands, say --sure."),
        "none-open": gettext_lazy("A closed round is named: --round N."),
        "nothing-in": gettext_lazy("A first result is entered: enter_result %(event)s TABLE SCORE SCORE"),
    }

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--division", default="")
        parser.add_argument("--round", type=int, default=0)
        parser.add_argument("--reason", required=True)
        parser.add_argument("--sure", action="store_true", help="keep what is unusual")
        parser.add_argument("event")
        parser.add_argument("line", nargs="+", help="table score score [score score]")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"]) if options["division"] else None
        table, entry = intake.read(
            event, " ".join(options["line"]), division=division, round_number=options["round"]
        )
        refuse_nameless(options["user"], table.round.division)
        current = current_result(table)
        seen = current.version if current else 0
        before = in_words(as_entry(current).as_data()) if current else ""
        answer = correct_result(
            ctx, table, entry=entry, seen=seen, reason=options["reason"], sure=options["sure"]
        )
        outdated = table.round.division_id in outdated_release.since_release(event)
        return {**with_names(table, answer), "told": echo.as_sentence(echo.saved(event, answer)), "was": before,
                "event": event.slug, "public_is_older": outdated,
                "final_differs": _differing_final(table.round.division)}  # fmt: skip

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(result["told"])
        if result["final_differs"]:
            sentence = _(
                "The final standings, version %(final_differs)s, say otherwise now: look at their page and call the next "
                "version final. What was rated or signed before rests on the old one."
            )
            self.stdout.write(sentence % result)
        self.stdout.write(_("Corrected, version %(version)s; before it was %(was)s.") % result)
        if result["public_is_older"]:
            self.stdout.write(
                _("A result was corrected since: the public still sees the standings from before.")
            )
            self.stdout.write(_("To release them: make_public %(event)s --division %(division)s") % result)


def _differing_final(division: Division) -> int:
    """The version called final that results do not bear out any more; 0 for none."""
    row = finals.latest(division)
    return row.version if row and finals.changed(division, row) else 0
