"""`set_rules EVENT [--division D] [--file F.toml] [--board ROWS.txt] [--set field=value] [--confirm board|tiles]`."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from scoring.rules.ruleset_files import MAX_BYTES
from tdapp.events.cli import DeskCommand, division_of, event_and_context
from tdapp.events.rules import rulesets
from tdapp.events.rules.commands import rules
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = (
        "Set a division's rules: a ruleset file, a board as rows of signs, single values, what is confirmed."
    )

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
            "--confirm", action="append", default=[], choices=["board", "tiles"], help="it is ours"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        row = division_of(event, options["division"])
        values = dict(_pair(text) for text in options["set"])
        if options["file"]:
            rules.use_file(ctx, row, text=_text(options["file"]))
        if options["board"]:
            lines = _text(options["board"]).splitlines()
            rules.set_board(ctx, row, rows=lines, start=options["start"], name=options["board_name"])
        if values:
            rules.set_rules(ctx, row, values=values)
        for what in options["confirm"]:
            rules.confirm(ctx, row, what=what, confirmed=True)
        ruleset = rulesets.of_division(row)
        return {
            "division": row.slug,
            "ruleset": ruleset.id,
            "hash": ruleset.content_hash,
            "overrides": row.overrides,
        }

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("%(division)s plays by %(ruleset)s (%(hash)s).") % result)


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
