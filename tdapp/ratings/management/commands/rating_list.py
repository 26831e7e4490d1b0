"""`rating_list SLUG [--name N --formula F --set k=v]`: make a list, or show the one there is with its players."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import RatingList, RatingValue
from tdapp.ratings.commands.lists import create_list, edit_list


class Command(DeskCommand):
    help = "Make or change a rating list; without options print it."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--name", default="")
        parser.add_argument("--formula", default="")
        parser.add_argument("--starts-on", default="", help="YYYY-MM-DD: earlier events are not rated")
        parser.add_argument("--set", action="append", default=[], help="setting=value, the value as JSON")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        facts = _facts(options)
        row = RatingList.objects.filter(slug=options["slug"]).first()
        if row is None:
            create_list(
                installation_context(options["user"]), Installation(), slug=options["slug"],
                facts={"name": options["slug"], **facts},
            )  # fmt: skip
        elif facts:
            edit_list(installation_context(options["user"]), row, facts=facts, seen=row.version)
        return _shown(RatingList.objects.get(slug=options["slug"]))

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{result['name']} ({result['formula']})")
        for row in result["players"]:
            self.stdout.write(f"{row['rank']:>4} {row['number']:>8} {row['rating']:>5} {row['games']:>5}")


def _facts(options: dict[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {name: options[name] for name in ("name", "formula") if options[name]}
    if options["starts_on"]:
        facts["starts_on"] = _day(options["starts_on"])
    if options["set"]:
        facts["settings"] = dict(_setting(line) for line in options["set"])
    return facts


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Refusal(
            "bad-day", _("--starts-on: %(text)s is no day like 2026-03-14.") % {"text": text}
        ) from error


def _setting(line: str) -> tuple[str, Any]:
    name, _equals, value = line.partition("=")
    try:
        return name.strip(), json.loads(value)
    except (ValueError, RecursionError) as error:
        raise Refusal("bad-setting", _("--set %(line)s: the value is no JSON.") % {"line": line}) from error


def _shown(row: RatingList) -> dict[str, Any]:
    values = (
        RatingValue.objects.filter(rating_list=row)
        .select_related("player")
        .order_by("-rating", "player__number")
    )
    players = [
        {"rank": rank, "number": value.player.number, "rating": value.rating, "games": value.games}
        for rank, value in enumerate(values, start=1)
    ]
    return {
        "list": row.slug, "name": row.name, "formula": row.formula, "settings": row.settings,
        "version": row.version, "players": players,
    }  # fmt: skip
