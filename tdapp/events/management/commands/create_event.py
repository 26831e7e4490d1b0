"""`create_event NAME --slug S --preset P --division "Open;plan=swiss 1-6, koth 7;ruleset=salitaan-competition"`."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.events.models import Division
from tdapp.events.rules import divisions
from tdapp.events.setup.commands.creating import create_event
from tdapp.events.setup.presets import PRESETS
from tdapp.kernel import clock
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = "Create an event from a preset, with its divisions."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument(
            "--slug", default="", help="short name for addresses; default: made from the name"
        )
        parser.add_argument("--preset", default="pspa-open", help=", ".join(PRESETS))
        parser.add_argument("--starts", default="", help="first day, YYYY-MM-DD; default: today")
        parser.add_argument("--venue", default="")
        parser.add_argument(
            "--division", action="append", default=[], metavar="NAME[;FIELD=VALUE...]",
            help="one division, over the preset's values; may be repeated. Fields: " + ", ".join(divisions.FIELDS),
        )  # fmt: skip

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        return create_event(
            installation_context(options["user"]), Installation(), name=options["name"], slug=options["slug"],
            preset=options["preset"], starts_on=_day(options["starts"]), venue=options["venue"],
            divisions=[read_division(text) for text in options["division"]],
        )  # fmt: skip

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{result['name']} is at /e/{result['slug']}/")
        for row in result["divisions"]:
            self.stdout.write(
                f"  {row['name']}: {row['plan']}, tables {row['table_first']}-{row['table_last']}"
            )


def _day(text: str) -> date:
    if not text:
        return clock.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("bad-date", _("%(text)s is not a date; write YYYY-MM-DD.") % {"text": text}) from None


def read_division(text: str) -> dict[str, Any]:
    """`Open;plan=swiss 1-7;bye_spread=75` as field values; refuses with one sentence for each mistake."""
    name, *rest = (part.strip() for part in text.split(";"))
    values: dict[str, Any] = {"name": name}
    faults = []
    for part in rest:
        field, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or field not in divisions.FIELDS:
            faults.append(_("%(part)s is not FIELD=VALUE with a field of a division.") % {"part": part})
            continue
        values[field] = typed(field, value)
    if faults:
        raise Refusal("bad-division", *faults)
    return values


def typed(field: str, value: str) -> Any:
    """A division field's value as the model holds it."""
    kind = Division._meta.get_field(field).get_internal_type()
    if kind == "BooleanField":
        return value.casefold() in {"yes", "true", "1", "on"}
    if kind == "JSONField":
        return [part.strip() for part in value.split(",") if part.strip()]
    is_number = value.lstrip("-").isdecimal() and kind.endswith("IntegerField")
    return int(value) if is_number else value
