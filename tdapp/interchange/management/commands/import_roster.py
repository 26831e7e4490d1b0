"""`import_roster FILE --event SLUG`: a workbook, CSV, or `-` for text on standard input; all rows or none."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tdapp.events.cli import DeskCommand, division_of, event_and_context
from tdapp.events.models import Entrant, Event
from tdapp.interchange import files
from tdapp.interchange.commands.entering import apply_roster
from tdapp.interchange.commands.roster import discard_roster, found, keep_roster, sent, unsaved
from tdapp.interchange.entering import trial
from tdapp.interchange.lists import reading_told
from tdapp.interchange.lists.labels import LABELS, SECTIONS
from tdapp.interchange.lists.merge_findings import FEW, folded
from tdapp.interchange.models import RosterPreview
from tdapp.interchange.roster import Reading, SheetReading
from tdapp.interchange.roster.headings import folded as folded_heading
from tdapp.interchange.roster.reading import NOBODY, SPAN
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import LIMITS, column_letters

MOST_NAMED = 12


class Command(DeskCommand):
    help = "Enter everybody in a roster (.xlsx, CSV, or - for standard input); exit 2 while rows are refused."

    hints = {
        "minors-unsaid": gettext_lazy("Type the command again with --minors yes or --minors no behind it."),
    }

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--event", required=True)
        parser.add_argument("--division", default="", help="where rows without a division go")
        parser.add_argument(
            "--sheet", action="append", default=[], metavar="NAME[=DIVISION]",
            help="a sheet to read, with the division its players play in; again for another. Default: those with people",
        )  # fmt: skip
        parser.add_argument(
            "--map", action="append", default=[], metavar="HEADING=FIELD",
            help="what a column holds, by its heading or, in a list without headings, its letter; an empty field leaves it "
            f"out. Fields: {', '.join(LABELS)}",
        )  # fmt: skip
        parser.add_argument(
            "--sections", default="", metavar="FIELD", choices=("", *SECTIONS, NOBODY),
            help="what headings that stand alone (GRADE 7) say of the rows below: " + ", ".join(SECTIONS),
        )  # fmt: skip
        parser.add_argument(
            "--surname-first", action="store_true", help="names without a comma begin with the surname"
        )
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
        told = "is somebody, though it was left out; by its number, of several sheets as SHEET:14; again for another"
        parser.add_argument("--people", action="append", default=[], metavar="ROW", help=f"this row {told}")
        parser.add_argument(
            "--nobody", action="append", default=[], metavar="ROW", help="this row is nobody: leave it out"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        into = division_of(event, options["division"]).slug if options["division"] else ""
        preview = unsaved(
            ctx, event, data=files.read(options["file"], LIMITS.packed), name=files.name_of(options["file"]),
            division=into, totals=options["totals_are_people"], reading=_reading(event, options).as_data(),
        )  # fmt: skip
        one = _read(preview, options)
        found(preview, one)
        told = {name: value for name, value in preview.report.items() if name not in ("rows", "layout")}
        result: dict[str, Any] = {"event": event.slug, "applied": False, **told}
        result["read"] = reading_told.read_as(preview.report["layout"])
        if options["dry_run"]:
            return result
        if result["refused"] and not options["skip_refused"]:
            raise _refused(result)
        keep_roster(ctx, event, preview=preview, sent=sent(preview))
        before = set(event.entrants.values_list("pk", flat=True))
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
        return {**result, "applied": True, "new": _new(event, before)}

    def say(self, result: dict[str, Any]) -> None:
        told: Counter[str] = Counter()
        if not result["applied"]:
            for line in reading_told.column_lines(result["read"]):
                self.stdout.write(line)
        for line in reading_told.left_lines(result["left"], result["findings"]):
            self.stdout.write(line)
        for finding in folded([one for one in result["findings"] if one["code"] not in reading_told.TOLD]):
            if finding["severity"] == "info":
                told[finding["code"]] += 1
                if told[finding["code"]] > FEW:
                    continue
            place = finding["cell"] or finding["row"] % SPAN or "-"
            self.stdout.write(
                f"{place} {finding['severity']}: {finding['sentence']} {finding['remedy']}".rstrip()
            )
        if more := sum(count - FEW for count in told.values() if count > FEW):
            self.stdout.write(_("%(count)s more of such notes; --json has them all.") % {"count": more})
        counts = ", ".join(f"{name} {count}" for name, count in result["counts"].items() if name != "missing")
        self.stdout.write((_("Entered: %s") if result["applied"] else _("Dry run: %s")) % counts)
        self._say_who(result)

    def _say_who(self, result: dict[str, Any]) -> None:
        """Who is new, with the numbers other commands take; and that nobody else is touched."""
        new = result.get("new", ())
        for one in new if len(new) <= MOST_NAMED else ():
            self.stdout.write(_("New: number %(number)s, %(name)s (%(division)s).") % one)
        if len(new) > MOST_NAMED:
            self.stdout.write(_("Their numbers: entries %(event)s") % result)
        if absent := result["counts"]["missing"]:
            sentence = ngettext(
                "%(count)s entry is not in this list: it stays as it is, nobody is removed.",
                "%(count)s entries are not in this list: they stay as they are, nobody is removed.",
                absent,
            )
            self.stdout.write(sentence % {"count": absent})


def _read(preview: RosterPreview, options: dict[str, Any]) -> trial.Trial:
    """The list as a trial; a second time where rows were named, for only then it is known which sheets are read."""
    one = trial.read(preview)
    _refuse_unmatched(one, options["map"])
    if one.stopped is not None:
        raise _no_columns(one)
    if not options["people"] and not options["nobody"]:
        return one
    said = reading_told.with_rows(
        Reading.from_data(preview.reading), one.book.sheets, options["people"], options["nobody"]
    )
    preview.reading = said.as_data()
    return trial.read(preview)


def _new(event: Event, before: set[Any]) -> list[dict[str, Any]]:
    """Entrants that were not there before, by division and number."""
    added = [pk for pk in event.entrants.values_list("pk", flat=True) if pk not in before]
    if len(added) > MOST_NAMED:
        return [{"id": pk} for pk in added]
    rows = Entrant.objects.filter(pk__in=added).select_related("division__event")
    return [
        {"number": row.number, "name": row.listed, "division": row.division.slug}
        for row in rows.order_by("division__order", "number")
    ]


def _reading(event: Event, options: dict[str, Any]) -> Reading:
    """The columns, sheets and sections that were named."""
    sheets: dict[str, SheetReading] = {}
    slugs = {word.casefold(): row.slug for row in event.divisions.all() for word in (row.name, row.slug)}
    for said in options["sheet"]:
        name, _equals, typed = said.rpartition("=")
        division = slugs.get(typed.strip().casefold(), "") if name else ""
        sheets[name if division else said] = SheetReading(read=True, division=division)
    headings = dict(_column(said) for said in options["map"])
    return Reading(
        sheets,
        headings,
        sections=options["sections"],
        surname_first=options["surname_first"],
        settled=bool(headings),
    )


def _column(said: str) -> tuple[str, str]:
    heading, equals, field = said.rpartition("=")
    field = field.strip().casefold()
    fields = ", ".join(LABELS)
    if not equals or not folded_heading(heading):
        sentence = _("--map %(said)s: write HEADING=FIELD, for example “Marka=rating”. Fields: %(fields)s.")
        raise Refusal("bad-map", sentence % {"said": said, "fields": fields})
    if field not in ("", *LABELS):
        sentence = _("--map %(said)s: there is no field %(field)s. Fields: %(fields)s.")
        raise Refusal("bad-map", sentence % {"said": said, "field": field, "fields": fields})
    return folded_heading(heading), field


def _refuse_unmatched(one: trial.Trial, maps: list[str]) -> None:
    """Refuse a --map that names no column: a slip of the finger would else leave a column out without a word."""
    columns = [column for sheet in one.book.found for column in sheet.layout.columns]
    known = {folded_heading(column.heading) for column in columns} | {
        column_letters(column.at).casefold() for column in columns
    }
    sentence = _("--map %(said)s: no column is headed so. The headings are: %(headings)s.")
    headings = ", ".join(dict.fromkeys(column.heading for column in columns if column.heading))
    wrong = [said for said in maps if _column(said)[0] not in known]
    if wrong:
        raise Refusal("bad-map", *(sentence % {"said": said, "headings": headings or "-"} for said in wrong))


def _no_columns(one: trial.Trial) -> Refusal:
    """What is said where no column is known to hold names, with the columns as they were found."""
    columns = [
        f"{column_letters(column.at)} ({', '.join(column.samples)})"
        for sheet in one.book.found
        for column in sheet.layout.columns
    ]
    sentence = _("Say which column holds what: --map A=surname --map B=given. Columns: %(columns)s.")
    return Refusal(
        "no-headings",
        *(one.stopped.sentences if one.stopped else ()),
        sentence % {"columns": "; ".join(columns)},
    )


def _refused(result: dict[str, Any]) -> Refusal:
    """One sentence for each error; nothing was entered."""
    errors = [finding for finding in result["findings"] if finding["severity"] == "error"]
    sentences = [f"{finding['sentence']} {finding['remedy']}".rstrip() for finding in errors]
    return Refusal(
        "rows-refused", *sentences, _("Nothing was entered."), counts=result["counts"], findings=errors
    )
