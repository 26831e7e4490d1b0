"""`season PATH... [--formula F]`: standings of a season's events and the ratings after them, from files; nothing is stored."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand
from tdapp.interchange.season.events import Notes
from tdapp.interchange.season.files import read_season
from tdapp.interchange.season.rating import Asked, counted
from tdapp.interchange.season.tables import day_of
from tdapp.kernel.refusals import Refusal
from tdapp.ratings.formulas import DEFAULT, FOR_LISTS, FORMULAS

HIGHEST_CAP, MOST_ROUNDS = 2000, 200


class Command(DeskCommand):
    help = """Rank and rate a season of events, in order, from their files. Nothing is stored.

PATH is a file, or a folder that is searched with those inside it. Read are:
  A.t                  a division of tsh; a folder with a config.tsh is one event of several divisions
  A.tou, A.trf         an event of AUPAIR, a chess report
  A-results.csv        result slips, one a row: Round, Winner, Winners Score, Opponent, Opponents Score, and where the file
                       has them Winner Number, Opponent Number (.tsv, .xlsx too)
  A-ratings.csv        what people were rated before event A: Name, Rating, and if known Number, Games, Deviation, Last Played
  any other list       of Name and Rating: where everybody stands before the first event (.RT too)
  events.csv           the season: Filename, Date, and if needed Order and Event; only what it names counts
  players.csv          Name, Number: who has which member number

People are matched by member number, else by name ("Cruz, Ana" is "Ana Cruz"); a file, a division or a slip that is there
twice counts once, and is said. Printed are each division's standings with the ratings after it, and the list at the end."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        return super().create_parser(
            prog_name, subcommand, formatter_class=RawDescriptionHelpFormatter, **kwargs
        )

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH")
        parser.add_argument(
            "--formula", default=DEFAULT, help=f"one of {', '.join(FOR_LISTS)}; default {DEFAULT}"
        )
        parser.add_argument(
            "--seeds", choices=("entries", "none"), default="entries",
            help="where people start: at the ratings in the files (usual), or none: everybody is a newcomer",
        )  # fmt: skip
        parser.add_argument("--until", default="", metavar="DAY", help="no event after this day, YYYY-MM-DD")
        parser.add_argument(
            "--cap", "--spread-cap", dest="cap", default="",
            help="most spread a game counts for in the standings, 200, or by round, 200,700; default: as each config.tsh says",
        )  # fmt: skip
        parser.add_argument(
            "--withdrawn",
            choices=("ranked", "out"),
            default="ranked",
            help="out: no place for who withdrew, in no round",
        )
        parser.add_argument("--list-only", action="store_true", help="print the list at the end alone")
        parser.add_argument(
            "--sure", action="store_true", help="leave out rows that cannot be read, and say which"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        formula = options["formula"]
        if formula not in FOR_LISTS:
            facts = {"name": formula, "known": ", ".join(FOR_LISTS)}
            raise Refusal("no-formula", _("There is no formula “%(name)s”; there are %(known)s.") % facts)
        asked = Asked(
            FORMULAS[formula], FORMULAS[formula].with_settings({}), options["seeds"] == "entries", _caps(options["cap"]),
            options["withdrawn"] == "out", _day(options["until"]), options["sure"],
        )  # fmt: skip
        notes, faults = Notes(), list[str]()
        found = counted(read_season(options["paths"], notes, faults), asked, notes, faults)
        return {**found, "events": []} if options["list_only"] else found

    def say(self, result: dict[str, Any]) -> None:
        for sentence in result["notes"]:
            self.stderr.write(sentence)
        for event in result["events"]:
            self._event(event)
        self.stdout.write(_("The list at the end (%(formula)s)") % result)
        for row in result["list"]:
            self.stdout.write(
                f"{row['rank']:>4} {row['rating']:>5} {_unsure(row):>7} {row['games']:>5}  {_named(row)}"
            )

    def _event(self, event: dict[str, Any]) -> None:
        said = (event["date"], event["name"], event["division"])
        self.stdout.write(", ".join(filter(None, said)))
        rated = {row["name"]: row for row in event["ratings"]}
        for row in event["standings"]:
            rating = rated[row["name"]]
            moved = f"{rating['before'] or '-':>5} {rating['after']:>5}"
            place = "-" if row["rank"] is None else row["rank"]
            self.stdout.write(
                f"{place:>4} {row['wins']:>5} {row['losses']:>5} {row['spread']:>+6} {moved}  {_named(rating)}"
            )
        self.stdout.write("")


def _named(row: dict[str, Any]) -> str:
    return f"{row['name']} ({row['number']})" if row["number"] else str(row["name"])


def _unsure(row: dict[str, Any]) -> str:
    return "" if row["deviation"] is None else f"{row['deviation']:.2f}"


def _caps(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")] if text else []
    if (
        all(part.isascii() and part.isdigit() and 0 < int(part[:9]) <= HIGHEST_CAP for part in parts)
        and len(parts) <= MOST_ROUNDS
    ):
        return tuple(map(int, parts))
    sentence = _(
        "--cap %(text)s: a spread cap is a whole number from 1 to %(most)s, or one a round as in 200,700."
    )
    raise Refusal("bad-cap", sentence % {"text": text[:40], "most": HIGHEST_CAP})


def _day(text: str) -> date | None:
    day = day_of(text) if text else None
    if text and day is None:
        raise Refusal("bad-date", _("%(text)s is not a date; write YYYY-MM-DD.") % {"text": text})
    return day
