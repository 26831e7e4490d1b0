"""`prepare`: what `./td run` does before it serves, for other servers: the database up to date, the first director."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tdapp.launch import prepare


class Command(BaseCommand):
    help = "Bring the database up to date and make the first director; safe on several machines at once."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demo", action="store_true", help="on the first start, with the demo event")

    def handle(self, *args: Any, **options: Any) -> None:
        if not prepare.prepare(options["demo"]):
            sys.exit(2)
