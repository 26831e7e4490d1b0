"""`import_event FILE... --slug S`: a whole event from tsh .t or TRF files, one division a file, from a tsh folder (or a zip
of one), or from one archive.
"""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.events.setup.presets import PRESETS
from tdapp.interchange import files
from tdapp.interchange.archives.importing import import_archive
from tdapp.interchange.event_file import reading
from tdapp.interchange.tsh import folder
from tdapp.interchange.tsh.importing import import_event
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = (
        "Create an event from a tsh folder or a zip of one, from tsh .t or TRF files with pairings and results, one "
        "division a file, from one .tou file, one workbook or CSV file of results, or one archive (.json)."
    )

    hints = {
        "standings-differ": gettext_lazy("Nothing was imported. To take the file as it stands, say --sure.")
    }

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="file")
        parser.add_argument(
            "--slug",
            default="",
            help="short name of the new event; archives, tsh folders and .tou files have their own",
        )
        parser.add_argument(
            "--name", default="", help="its name; default: a tsh folder's own, else the short name"
        )
        parser.add_argument(
            "--starts", default="", help="first day, YYYY-MM-DD; default: a tsh folder's own, else today"
        )
        parser.add_argument("--preset", default="pspa-open", help=", ".join(PRESETS))
        parser.add_argument("--ruleset", default="", help="default: the preset's")
        parser.add_argument(
            "--sure", action="store_true", help="take a file whose standings come out otherwise here"
        )
        parser.add_argument(
            "--map", action="append", default=[], metavar="HEADING=FIELD",
            help="of a table of results: what a column holds, as in “Contestant=name1”",
        )  # fmt: skip
        parser.add_argument(
            "--known-people", action="store_true",
            help="a player without a number is the one person here who has this name; without it always somebody new",
        )  # fmt: skip
        parser.add_argument(
            "--more-games", action="store_true",
            help="of a table of results: a second game of somebody in one round stands in a round behind the last",
        )  # fmt: skip
        parser.add_argument(
            "--minors", default="", metavar="yes|no",
            help="whether there are minors among players without a birth date; unsaid: shown as children until you say",
        )  # fmt: skip

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        found = [one for path in options["files"] for one in _files(path)]
        if any(reading.looks_like_one(data) for _name, data in found):
            return _archive(options, [data for _name, data in found])
        own = folder.names_itself(found)
        if not options["slug"] and not own:
            raise Refusal("no-slug", _("These files have no short name: say --slug."))
        return import_event(
            installation_context(options["user"]), Installation(), files=found, slug=options["slug"],
            name=options["name"] or ("" if own else options["slug"]), starts_on=_day(options["starts"]), preset=options["preset"],
            ruleset=options["ruleset"], sure=options["sure"], minors=options["minors"],
            columns="\n".join(options["map"]), known_people=options["known_people"],
            more_games=options["more_games"],
        )  # fmt: skip

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{result['name']} is at /e/{result['slug']}/")
        for row in result["divisions"]:
            facts = {"division": row["division"], "players": row["players"], "rounds": row["rounds"]}
            self.stdout.write(_("  %(division)s: %(players)s players, %(rounds)s rounds") % facts)
            for sentence in row.get("lost", []):
                self.stdout.write(f"    {sentence}")


def _files(path: str) -> list[tuple[str, bytes]]:
    """A file, or of a folder its config.tsh and the divisions it names; nothing outside of the folder is opened."""
    if not Path(path).is_dir():
        return [(files.name_of(path), files.read(path, reading.MOST_BYTES))]
    config = next((name for name in folder.CONFIGS if (Path(path) / name).is_file()), None)
    if config is None:
        raise Refusal("no-config", _("%(path)s is a folder without a config.tsh.") % {"path": path})
    data = files.read(str(Path(path) / config), reading.MOST_BYTES)
    beside = (name.replace("\\", "/") for name in folder.divisions_in(data))
    inside = [name for name in beside if (Path(path) / name).resolve().is_relative_to(Path(path).resolve())]
    found = [(name, files.read(str(Path(path) / name), reading.MOST_BYTES)) for name in dict.fromkeys(inside)]
    return [(config, data), *found]


def _archive(options: dict[str, Any], found: list[bytes]) -> dict[str, Any]:
    """An archive says everything itself; only its name and short name may be replaced."""
    if len(found) > 1:
        raise Refusal("one-archive", _("An archive is a whole event; name it alone."))
    ctx = installation_context(options["user"])
    return import_archive(
        ctx,
        Installation(),
        data=found[0],
        slug=options["slug"],
        name=options["name"],
        minors=options["minors"],
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Refusal("bad-date", _("%(text)s is not a date; write YYYY-MM-DD.") % {"text": text}) from None
