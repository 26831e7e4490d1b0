"""`entries EVENT [--division D] [--state missing] [WORDS]`: who is entered, with the numbers the other commands take."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, division_of, event_and_context
from tdapp.events.entries import roster
from tdapp.events.models import Entrant


class Command(DeskCommand):
    help = "List who is entered: number, name, club or school, rating, here or not."
    is_intermixed = True

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("words", nargs="*", help="only those whose name, club or number begins so")
        parser.add_argument("--division", default="")
        parser.add_argument(
            "--state", default="", choices=("", *roster.STATES), help=", ".join(roster.STATES)
        )
        parser.add_argument("--sort", default="number", choices=tuple(roster.SORTS))

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, _ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"]) if options["division"] else None
        found = roster.entries(event, division, " ".join(options["words"]), options["state"], options["sort"])
        prefetch_related_objects(found, "absences")
        return {"event": event.slug, "entries": [_told(row) for row in found]}

    def say(self, result: dict[str, Any]) -> None:
        before = ""
        for row in result["entries"]:
            if row["division"] != before:
                self.stdout.write(f"{row['division_name']} ({row['division']})")
            before = row["division"]
            state = "; ".join([_("here") if row["here"] else _("not here"), *row["away"]])
            klass = row["class"] and f"{_('class')} {row['class']}"
            rating = row["rating"] and f"{_('rating')} {row['rating']}"
            told = " · ".join(filter(None, (row["club"], klass, rating, state)))
            self.stdout.write(f"{row['number']:>4}  {row['name']}  {told}")
        self.stdout.write(_("%(count)s entries.") % {"count": len(result["entries"])})


def _told(row: Entrant) -> dict[str, Any]:
    return {
        "number": row.number, "name": row.listed, "division": row.division.slug, "division_name": row.division.name,
        "club": row.club.name if row.club else "", "class": row.klass, "rating": row.rating or None,
        "here": row.checked_in_at is not None, "away": roster.away_words(row.absences.all()),
    }  # fmt: skip
