"""`unlock_user USER`: forget an account's wrong passwords, so that its owner logs in from anywhere."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from tdapp.events.cli import DeskCommand, installation_context, user_named
from tdapp.kernel.commands import Installation
from tdapp.kernel.signing_in.accounts import unlock_user


class Command(DeskCommand):
    help = (
        "Forget the wrong passwords that slow an account; for five minutes no stranger's tries hold it back."
    )

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        user = user_named(options["username"])
        answer: dict[str, Any] = unlock_user(installation_context(options["user"]), Installation(), user=user)
        return answer

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{result['user']} may log in.")
