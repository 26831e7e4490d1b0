"""`diff_editions A B`: what was added, removed and changed from one edition to another."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from lexicon_admin.lists.editions import edition_named, store_of
from lexicon_admin.words.store import difference
from tdapp.kernel.cli import DeskCommand


class Command(DeskCommand):
    help = "Show the difference of two editions, each named lexicon/edition."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("first")
        parser.add_argument("second")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        first, second = edition_named(options["first"]), edition_named(options["second"])
        found = difference(store_of(first), store_of(second))
        return {
            "from": str(first), "to": str(second), "added": [word.printed for word in found.added],
            "removed": [word.printed for word in found.removed], "changed": [new.printed for _old, new in found.changed],
        }  # fmt: skip

    def say(self, result: dict[str, Any]) -> None:
        for sign, name in (("+", "added"), ("-", "removed"), ("~", "changed")):
            for word in result[name]:
                self.stdout.write(f"{sign} {word}")
        counts = ", ".join(f"{name} {len(result[name])}" for name in ("added", "removed", "changed"))
        self.stdout.write(f"{result['from']} -> {result['to']}: {counts}")
