"""`create_director [--username U]`: who may create events, with a random password printed once; the first is the owner."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.kernel.commands import Installation
from tdapp.kernel.signing_in.users import create_user, owners, random_password


class Command(DeskCommand):
    help = "Create a director who may set up events; prints a random password once."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--username", default="director")
        parser.add_argument("--name", default="", help="name shown to others")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        password = random_password()
        told = create_user(
            installation_context(options["user"]), Installation(), username=options["username"],
            password=password, name=options["name"], operator=True, owner=not owners().exists(),
        )  # fmt: skip
        return {**told, "password": password}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{result['username']} / {result['password']}")
