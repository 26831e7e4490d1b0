"""`import_roster FILE --event SLUG`: a workbook, CSV, or `-` for text on standard input; all rows or none."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, event_and_context
from tdapp.interchange import files
from tdapp.interchange.commands.entering import apply_roster
from tdapp.interchange.commands.roster import discard_roster, found, keep_roster, sent, unsaved
from tdapp.interchange.entering import trial
from tdapp.interchange.roster.merge_findings import folded
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import LIMITS


class Command(DeskCommand):
    help = "Enter everybody in a roster (.xlsx, CSV, or - for standard input); exit 2 while rows are refused."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--event", required=True)
        parser.add_argument("--division", default="", help="where rows without a division go")
        parser.add_argument("--sheet", default="", help="a workbook's sheet; default: the first one shown")
        parser.add_argument("--dry-run", action="store_true", help="say what would be done, enter nobody")
        parser.add_argument(
            "--skip-refused", action="store_true", help="enter the others, leave refused rows out"
        )
        parser.add_argument(
            "--minors", default="", metavar="yes|no",
            help="whether there are minors among players without a birth date; asked once an event",
        )  # fmt: skip
        parser.add_argument(
            "--totals-are-people", action="store_true", help="take in rows that look like totals of the list"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        preview = unsaved(
            ctx, event, data=files.read(options["file"], LIMITS.packed), name=files.name_of(options["file"]),
            division=options["division"], sheet=options["sheet"], totals=options["totals_are_people"],
        )  # fmt: skip
        found(preview, trial.read(preview))
        result: dict[str, Any] = {"event": event.slug, "applied": False, **preview.report}
        if options["dry_run"]:
            return result
        if result["refused"] and not options["skip_refused"]:
            raise _refused(result)
        keep_roster(ctx, event, preview=preview, sent=sent(preview))
        try:
            apply_roster(
                ctx,
                preview,
                seen=preview.digest,
                skip_refused=options["skip_refused"],
                minors=options["minors"],
            )
        except Refusal:
            discard_roster(ctx, preview)
            raise
        return {**result, "applied": True}

    def say(self, result: dict[str, Any]) -> None:
        for finding in folded(result["findings"]):
            place = finding["cell"] or finding["row"] or "-"
            self.stdout.write(
                f"{place} {finding['severity']}: {finding['sentence']} {finding['remedy']}".rstrip()
            )
        counts = ", ".join(f"{name} {count}" for name, count in result["counts"].items())
        self.stdout.write((_("Entered: %s") if result["applied"] else _("Dry run: %s")) % counts)


def _refused(result: dict[str, Any]) -> Refusal:
    """One sentence for each error; nothing was entered."""
    errors = [finding for finding in result["findings"] if finding["severity"] == "error"]
    sentences = [f"{finding['sentence']} {finding['remedy']}".rstrip() for finding in errors]
    return Refusal(
        "rows-refused", *sentences, _("Nothing was entered."), counts=result["counts"], findings=errors
    )
