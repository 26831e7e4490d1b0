"""`set_rules EVENT [--division D] [--file F.toml] [--board ROWS.txt] [--set field=value] [--confirm board|tiles]`."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules.ruleset_files import MAX_BYTES
from tdapp.events import titles
from tdapp.events.cli import DeskCommand, division_of, event_and_context
from tdapp.events.models import RatingKind
from tdapp.events.rules import divisions, rulesets
from tdapp.events.rules.commands import rules
from tdapp.events.setup.commands.editing import edit_division
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = (
        "Set a division's rules: a ruleset file, a board as rows of signs, single values, what is confirmed; "
        "and whether it is rated."
    )

    hints = {
        "frozen": gettext_lazy(
            "Whether it is rated can still change: set_rules %(event)s --rated full. "
            "What else can change stands on the page of the division's settings."
        ),
    }

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--division", default="")
        parser.add_argument("--file", default="", metavar="FILE.toml", help="play by this ruleset file")
        parser.add_argument("--board", default="", metavar="FILE", help="a board: one row of signs a line")
        parser.add_argument("--board-name", default="", metavar="NAME", help="and what it is called")
        parser.add_argument(
            "--start", default="", metavar="SQUARE", help="its start square; left out: the middle"
        )
        parser.add_argument(
            "--set", action="append", default=[], metavar="FIELD=VALUE", help="one value; may be repeated"
        )
        parser.add_argument(
            "--rated",
            default="",
            choices=("", *RatingKind.values),
            help="how its games are rated; also once it has begun",
        )
        parser.add_argument(
            "--confirm", action="append", default=[], choices=["board", "tiles"], help="it is ours"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        row = division_of(event, options["division"])
        values = dict(_pair(text) for text in options["set"])
        _refuse_settings(values)
        if options["file"]:
            rules.use_file(ctx, row, text=_text(options["file"]))
        if options["board"]:
            lines = _text(options["board"]).splitlines()
            rules.set_board(ctx, row, rows=lines, start=options["start"], name=options["board_name"])
        if values:
            rules.set_rules(ctx, row, values=values)
        if options["rated"]:
            edit_division(ctx, row, rating_kind=options["rated"])
        for what in options["confirm"]:
            rules.confirm(ctx, row, what=what, confirmed=True)
        ruleset = rulesets.of_division(row)
        return {
            "division": row.slug,
            "ruleset": ruleset.id,
            "hash": ruleset.content_hash,
            "overrides": row.overrides,
            "rated": row.rating_kind,
        }

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("%(division)s plays by %(ruleset)s (%(hash)s).") % result)
        self.stdout.write(_("Rated: %(rated)s.") % {"rated": titles.RATINGS[result["rated"]]})


def _refuse_settings(values: dict[str, str]) -> None:
    """Refuse what is no rule but a setting of the division, with where it is changed."""
    if "rating_kind" in values:
        raise Refusal(
            "bad-rules",
            _("rating_kind is no rule: say --rated %(value)s.") % {"value": values["rating_kind"]},
        )
    sentence = _("%(name)s is no rule: it is changed on the page of the division's settings.")
    if found := [name for name in values if name in divisions.FIELDS]:
        raise Refusal("bad-rules", *(sentence % {"name": name} for name in found))


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise Refusal("bad-rules", _("“%(text)s” is no rule; write field=value.") % {"text": text})
    return name.strip(), value.strip()


def _text(path: str) -> str:
    """The text of a file, at most the size of a ruleset file."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        sentence = _("%(path)s cannot be read: it must be a text in UTF-8 (%(error)s).")
        raise Refusal("unreadable", sentence % {"path": path, "error": error}) from error
