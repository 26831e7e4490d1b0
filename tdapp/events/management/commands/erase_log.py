"""`erase_log EVENT --entries 3,5-9 | --person USER --reason WHY`: blank what names a person in the log; it says who did."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, event_and_context, user_named
from tdapp.events.log.commands.log import erase
from tdapp.events.models import Event
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Refusal

MOST = 100_000


class Command(DeskCommand):
    help = "Blank contents of log entries, or a person's name in all of theirs, for good; the log says who did and why."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--entries", default="", help="numbers of entries, like 3,5-9: their contents")
        parser.add_argument("--person", default="", help="user name: their name in every entry of theirs")
        parser.add_argument("--reason", default="")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        names = _of(event, options["person"]) if options["person"] else []
        return erase(ctx, event, entries=_numbers(options["entries"]), names=names, reason=options["reason"])

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(
            f"{len(result['contents'])} contents and {len(result['name'])} names erased; the log says so."
        )


def _of(event: Event, name: str) -> list[int]:
    rows = AuditEntry.objects.filter(scope=event.scope_key, actor=user_named(name).actor)
    found = list(rows.exclude(actor_name="").order_by("number").values_list("number", flat=True))
    if not found:
        facts = {"name": name, "event": event.name}
        raise Refusal("no-entries", _("%(name)s is named in no entry of the log of %(event)s.") % facts)
    return found


def _numbers(text: str) -> list[int]:
    """`3,5-9` as numbers."""
    found: set[int] = set()
    for part in filter(None, text.replace(" ", "").split(",")):
        first, _dash, last = part.partition("-")
        if not (first.isdecimal() and (last or first).isdecimal()) or int(last or first) > MOST:
            raise Refusal("bad-entries", _("%(text)s are no entries; write 3,5-9.") % {"text": part})
        found |= set(range(int(first), int(last or first) + 1))
    return sorted(found)
