"""What every management command shares: `--as USER`, `--json`, one sentence and exit 2 for a refusal."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError
from django.utils.translation import gettext as _

from core import canonical
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Missing, Refusal

EXIT_REFUSED = 2


class DeskCommand(BaseCommand):
    """Subclasses define `arguments(parser)` and `act(options) -> dict`; `say(result)` prints it for people."""

    requires_system_checks: list[str] = []
    # What this command offers when it is refused with a code: one more sentence, with what was typed in it (%(event)s).
    hints: Mapping[str, object] = {}
    exit_code = 0
    # Whether options may stand among several words of one kind: `check_in cebu --division open --out 5 6`.
    is_intermixed = False

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        if self.is_intermixed:
            parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        parser.error = partial(self._misunderstood, parser.error)  # type: ignore[method-assign]
        return parser

    def _misunderstood(self, usual: Callable[[str], NoReturn], message: str) -> NoReturn:
        """Words that are no command line: told as JSON too where that was asked for."""
        if "--json" in sys.argv:
            self.stdout.write(canonical.dumps(Refusal("usage", message).as_dict()))
        usual(message)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--as", dest="user", default=None, help="username to act as; default: the program itself"
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
            self._refuse(refusal, options)
        except DatabaseError as error:
            self._refuse(_database_refusal(error), options)
        try:
            if options["json"]:
                self.stdout.write(canonical.dumps(result))
            else:
                self.say(result)
            self.stdout.flush()
        except BrokenPipeError:
            # `| head` has read enough: no error, neither now nor where Python writes the rest at its end.
            sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
        if self.exit_code:
            sys.exit(self.exit_code)

    def _refuse(self, refusal: Refusal, options: Mapping[str, Any]) -> None:
        if options["json"]:
            self.stdout.write(canonical.dumps(refusal.as_dict()))
        for sentence in [*refusal.sentences, *self.hint(refusal.code, options)]:
            self.stderr.write(sentence)
        sys.exit(EXIT_REFUSED)

    def hint(self, code: str, options: Mapping[str, Any]) -> list[str]:
        """What whoever is refused with this code can type instead; [] where nothing is known."""
        return [str(self.hints[code]) % options] if code in self.hints else []


def _named(user: str | None) -> str:
    """Nobody named: the program itself. An empty name is a mistake (an unset variable), never the program."""
    if user is not None and not user.strip():
        raise Refusal("no-user", _("--as needs a username; leave it out to act as the program itself."))
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
