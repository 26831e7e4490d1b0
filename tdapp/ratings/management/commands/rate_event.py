"""`rate_event EVENT [--division D] --list L [--preview] [--from-entries | --from-list FILE] [--sure]`: rate an event's
divisions, and all that stands after them.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events import titles
from tdapp.events.cli import DeskCommand, division_of, event_named, installation_context
from tdapp.events.models import Division, Event
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import RatingList
from tdapp.ratings import access
from tdapp.ratings.exchange.commands.importing import import_list
from tdapp.ratings.exchange.rating_rows import parse
from tdapp.ratings.keeping.commands.lists import seed_list
from tdapp.ratings.keeping.seeding import starts_of
from tdapp.ratings.lookup import list_of
from tdapp.ratings.runs.commands.runs import preview, rate
from tdapp.ratings.runs.planning import RATED, unfinished

MOST_BYTES, MOST_TOLD = 5_000_000, 20


class Command(DeskCommand):
    help = (
        "Rate an event on a list; with --preview only say who would move. While more than half of the players are new to "
        "the list it asks where they start: --from-entries, --from-list FILE, or --sure as newcomers."
    )

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--division", default="", help="one division; default: every rated one")
        parser.add_argument("--list", dest="list", default="")
        parser.add_argument("--preview", action="store_true", help="write nothing")
        parser.add_argument(
            "--from-entries", action="store_true",
            help="first give players who are new to the list the ratings their entries have",
        )  # fmt: skip
        parser.add_argument(
            "--from-list", default="", metavar="FILE",
            help="first bring in this list of ratings (xlsx, CSV, .RT, .t) as of the day before the event",
        )  # fmt: skip
        parser.add_argument(
            "--sure",
            action="store_true",
            help="rate although it is not over, and although most are newcomers",
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, rating_list = event_named(options["event"]), list_of(options["list"])
        if options["division"]:
            divisions = [division_of(event, options["division"])]
        else:
            divisions = _rated(event)
        if options["preview"]:
            starts = starts_of(rating_list, divisions)
            facts = {"new": starts.new, "players": starts.of, "startable": len(starts.ratings)}
            return {
                **preview(rating_list, divisions),
                "unfinished": unfinished(divisions),
                "newcomers": facts,
            }
        ids = [division.pk for division in divisions]
        ctx = access.at(installation_context(options["user"]), rating_list)
        told = {"sure": options["sure"]}
        if not options["sure"]:
            self._ask(rating_list, divisions, seeded=options["from_entries"] or bool(options["from_list"]))
        if options["from_list"]:
            _bring_in(ctx, rating_list, divisions, options)
        if options["from_entries"]:
            seed_list(ctx, rating_list, divisions=ids, seen=rating_list.version)
            rating_list.refresh_from_db()
        return rate(ctx, rating_list, divisions=ids, seen=rating_list.version, **told)

    def _ask(self, rating_list: RatingList, divisions: list[Division], *, seeded: bool) -> None:
        """Refuse what waits for an answer before anything is stored: rounds to come, and where newcomers start."""
        starts, waiting = starts_of(rating_list, divisions), unfinished(divisions)
        if seeded or not starts.most_are_new:
            if waiting:
                raise Refusal(
                    "unfinished", *waiting, _("Wait until it is final, or rate it all the same (--sure).")
                )
            return
        facts = {"new": starts.new, "players": starts.of, "startable": len(starts.ratings)}
        means = _(
            "%(new)s of %(players)s players are new to this list. With so few known opponents their first ratings say little "
            "and may be far too high or too low."
        )
        way = _(
            "Start %(startable)s of them from the ratings in their entries (--from-entries), take a list (--from-list FILE), "
            "or rate them as newcomers (--sure)."
        )
        raise Refusal("newcomers", *waiting, means % facts, way % facts)

    def say(self, result: dict[str, Any]) -> None:
        for sentence in result.get("unfinished", []):
            self.stdout.write(f"{sentence} (--sure)")
        if (new := result.get("newcomers")) and new["new"] * 2 > new["players"]:
            sentence = _(
                "%(new)s of %(players)s players are new to this list; %(startable)s of them have a rating in the entries."
            )
            self.stdout.write(f"{sentence % new} (--from-entries)")
        for run in result.get("runs", []):
            name = run.get("name") or run.get("division")
            self.stdout.write(f"{name}: {run['games']} games, {run['players']} players")
        for move in result.get("moves", []):
            self.stdout.write(
                f"{move['number']:>8} {move['name']:<30} {move['before']:>5} {move['after']:>5} {move['change']:+d}"
            )


def _bring_in(
    ctx: Context, rating_list: RatingList, divisions: list[Division], options: dict[str, Any]
) -> None:
    """The ratings of a file as of the day before the first of the divisions ended."""
    name, on = options["from_list"], starts_of(rating_list, divisions).on
    try:
        data = Path(name).read_bytes() if Path(name).stat().st_size <= MOST_BYTES else b""
    except OSError as error:
        facts = {"file": name, "why": error.strerror or type(error).__name__}
        raise Refusal("no-file", _("%(file)s cannot be read: %(why)s.") % facts) from error
    rows, problems = parse(data)
    if problems or on is None:
        raise Refusal("bad-list", *(f"{one.where}: {one.what} {one.remedy}" for one in problems[:MOST_TOLD]))
    told = {"on": on, "note": Path(name).name, "seen": rating_list.version, "anew": options["sure"]}
    import_list(ctx, rating_list, rows=rows, **told)
    rating_list.refresh_from_db()


def _rated(event: Event) -> list[Division]:
    """The event's rated divisions; refuses an event that has none, and says what it has instead."""
    rows = list(event.divisions.select_related("event").order_by("order", "name"))
    rated = [row for row in rows if row.rating_kind in RATED]
    if rated:
        return rated
    kinds = ", ".join(f"{row.name} ({titles.RATINGS[row.rating_kind]})" for row in rows)
    sentence = _(
        "Nothing of %(event)s is rated: %(divisions)s. A division's settings say whether it is; change them, then rate."
    )
    by_command = _("By command: set_rules %(event)s --division DIVISION --rated full") % {"event": event.slug}
    raise Refusal("unrated", sentence % {"event": event.name, "divisions": kinds or "-"}, by_command)
