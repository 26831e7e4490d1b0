"""`rating_list SLUG [--new] [--name N --formula F --set k=v]`: show a list with its players, change it, or make it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.people.models import RatingList, RatingValue
from tdapp.ratings import access
from tdapp.ratings.keeping.commands.lists import create_list, edit_list


class Command(DeskCommand):
    help = "Print a rating list; with options change it, with --new make it."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--new", action="store_true", help="make this list; without it the list must be there"
        )
        parser.add_argument("--name", default="")
        parser.add_argument("--formula", default="")
        parser.add_argument("--starts-on", default="", help="YYYY-MM-DD: earlier events are not rated")
        parser.add_argument("--set", action="append", default=[], help="setting=value, the value as JSON")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        facts = _facts(options)
        ctx, slug = installation_context(options["user"]), options["slug"]
        if options["new"]:
            create_list(ctx, Installation(), slug=slug, facts={"name": slug, **facts})
        elif facts:
            row = _there(slug)
            edit_list(access.at(ctx, row), row, facts=facts, seen=row.version)
        return _shown(_there(slug))

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{result['name']} ({result['formula']})")
        for row in result["players"]:
            self.stdout.write(f"{row['rank']:>4} {row['number']:>8} {row['rating']:>5} {row['games']:>5}")


def _there(slug: str) -> RatingList:
    row = RatingList.objects.filter(slug=slug).first()
    if row is None:
        known = ", ".join(RatingList.objects.order_by("slug").values_list("slug", flat=True)) or _("none yet")
        told = {"slug": slug, "known": known}
        raise Missing(
            "no-list", _("There is no list “%(slug)s” (--new makes it); there are: %(known)s.") % told
        )
    return row


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
