"""What every management command shares: `--as USER`, `--json`, one sentence and exit 2 for a refusal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError
from django.db.models import Q
from django.utils.translation import gettext as _

from tdapp.events import access
from tdapp.events.models import Division, Entrant, Event, Round
from tdapp.kernel import canonical, context
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Missing, Refusal

EXIT_REFUSED = 2


class DeskCommand(BaseCommand):
    """Subclasses define `arguments(parser)` and `act(options) -> dict`; `say(result)` prints it for people."""

    requires_system_checks: list[str] = []
    # What this command offers when it is refused with a code: one more sentence.
    hints: Mapping[str, object] = {}

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--as", dest="user", default=None, help="user name to act as; default: the program itself"
        )
        parser.add_argument("--json", action="store_true", help="answer as one JSON object")
        self.arguments(parser)

    def arguments(self, parser: ArgumentParser) -> None:
        """Add the command's own arguments."""

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        """Do the work; returns JSON-able data."""
        raise AssertionError(f"{type(self).__name__} defines no act()")

    def say(self, result: dict[str, Any]) -> None:
        """Print the result for a person."""
        for name, value in result.items():
            self.stdout.write(f"{name}: {value}")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            result = self.act({**options, "user": _named(options["user"])})
        except Refusal as refusal:
            self._refuse(refusal, options["json"])
        except DatabaseError as error:
            self._refuse(_database_refusal(error), options["json"])
        if options["json"]:
            self.stdout.write(canonical.dumps(result))
        else:
            self.say(result)

    def _refuse(self, refusal: Refusal, as_json: bool) -> None:
        if as_json:
            self.stdout.write(canonical.dumps(refusal.as_dict()))
        for sentence in [*refusal.sentences, *self._hint(refusal.code)]:
            self.stderr.write(sentence)
        sys.exit(EXIT_REFUSED)

    def _hint(self, code: str) -> list[str]:
        return [str(self.hints[code])] if code in self.hints else []


def _named(user: str | None) -> str:
    """Nobody named: the program itself. An empty name is a mistake (an unset variable), never the program."""
    if user is not None and not user.strip():
        raise Refusal("no-user", _("--as needs a user name; leave it out to act as the program itself."))
    return user or ""


def _database_refusal(error: DatabaseError) -> Refusal:
    """A database without tables, away, busy or full, in one sentence instead of a traceback."""
    sentence = _("The database cannot be used (%(error)s). If it is new, run `manage.py migrate` first.")
    return Refusal("database", sentence % {"error": str(error).splitlines()[0]})


def user_named(name: str) -> User:
    """The active user of this name; Missing with a sentence otherwise."""
    user = User.objects.filter(username=name, is_active=True).first()
    if user is None:
        raise Missing("unknown-user", _("There is no user %(name)s.") % {"name": name})
    return user


def installation_context(name: str) -> Context:
    """The named user's context outside events; the program's own for an empty name."""
    return access.installation_context(user_named(name), "cli") if name else context.system(via="cli")


def event_named(slug: str) -> Event:
    """The event with this short name; Missing with a sentence otherwise."""
    event = Event.objects.filter(slug=slug, deleted_at=None).first()
    if event is None:
        raise Missing("unknown-event", _("There is no event %(slug)s.") % {"slug": slug})
    return event


def event_and_context(slug: str, name: str, *, key: str = "") -> tuple[Event, Context]:
    """An event and the named user's (or the program's) context at it."""
    event = event_named(slug)
    if not name:
        return event, context.system(event.scope_key, via="cli")
    return event, access.event_context(user_named(name), event, "cli", key=key)


def division_of(event: Event, slug: str) -> Division:
    """The division of this short name; the only one when `slug` is empty."""
    rows = list(event.divisions.select_related("event").filter(Q(slug=slug) if slug else Q()))
    if len(rows) == 1:
        return rows[0]
    names = ", ".join(row.slug for row in event.divisions.all())
    if slug:
        raise Missing(
            "unknown-division",
            _("There is no division %(slug)s; known are %(names)s.") % {"slug": slug, "names": names},
        )
    raise Refusal("which-division", _("Say which division: %(names)s.") % {"names": names})


def entrant_of(division: Division, number: int) -> Entrant:
    """The division's entrant of this number; Missing with a sentence otherwise."""
    row = division.entrants.select_related("division__event", "club").filter(number=number).first()
    if row is None:
        facts = {"name": division.name, "n": number}
        raise Missing("unknown-entrant", _("There is no entrant number %(n)s in %(name)s.") % facts)
    return row


def round_of(division: Division, number: int) -> Round:
    """The round of this number; Missing with a sentence when it was never drafted."""
    rows = Round.objects.select_related("division__event").filter(division=division, number=number)
    if row := rows.first():
        return row
    facts = {"name": division.name, "round": number}
    raise Missing("unknown-round", _("%(name)s has no round %(round)s yet.") % facts)
