"""`push EVENT [--to NAME] [--now]`: the website sent to its places, by the worker or here and now."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import EXIT_REFUSED, DeskCommand, event_and_context
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site.push import pushing, standing
from tdapp.publishing.site.push.commands import places


class Command(DeskCommand):
    help = "Send the website of an event to its places (they are set on its page Website)."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--to", default="", help="the name of one place; otherwise all of them")
        parser.add_argument(
            "--now", action="store_true", help="here and now, and wait for it; otherwise the worker does it"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        rows = list(_named(PushPlace.objects.filter(event=event).select_related("event"), options["to"]))
        if not rows:
            raise Missing("no-place", _none(options["to"]))
        for row in rows:
            places.push_now(ctx, row)
        return {"event": event.slug, "places": [self._sent(row, options["now"]) for row in rows]}

    def _sent(self, row: PushPlace, now: bool) -> dict[str, Any]:
        told = {"name": row.name, "where": standing.of(row).where}
        if not now:
            return {**told, "asked": True}
        try:
            return {**told, **pushing.here_and_now(row)}
        except Refusal as refusal:
            self.exit_code = EXIT_REFUSED
            return {**told, "fault": str(refusal)}

    def say(self, result: dict[str, Any]) -> None:
        for one in result["places"]:
            if "asked" in one:
                told = _("%(name)s: asked for; the worker sends it within seconds.")
            elif "fault" in one:
                told = _("%(name)s: %(fault)s")
            else:
                told = _("%(name)s: %(sent)s files sent, %(removed)s taken away, %(unchanged)s as they were.")
            self.stdout.write(told % one)


def _named(rows: Any, name: str) -> Any:
    return rows.filter(name__iexact=name) if name else rows


def _none(name: str) -> str:
    if name:
        return _("The website has no place %(name)s.") % {"name": name}
    return _("The website has no places yet. Add one on its page Website, under Send it somewhere.")
