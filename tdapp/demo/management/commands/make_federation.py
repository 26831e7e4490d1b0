"""`make_federation [--scale 0.1]`: an invented federation in an empty installation, to measure and to try on."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.demo.federation import settling
from tdapp.demo.federation.making import Federation, Scale
from tdapp.desk.models import Result
from tdapp.events.cli import DeskCommand
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = "Invent a federation in an empty installation: 300 clubs, 10,000 events of five years, a million games."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--scale", type=float, default=1.0, help="how much of it (1)")
        parser.add_argument("--seed", type=int, default=17)

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        if Event.objects.exists():
            raise Refusal(
                "not-empty",
                _("There are events here. An invented federation is made in an empty installation."),
            )
        began, took = time.monotonic(), {}
        made = Federation(Scale.of(options["scale"]), options["seed"], clock.today())
        made.keep_clubs()
        for step, work in (("events", made.keep_events), ("logs", settling.keep_logs)):
            start = time.monotonic()
            for done in work():
                self._tell(f"{step}: {done}")
            took[step] = round(time.monotonic() - start, 1)
        start = time.monotonic()
        rated = settling.rate_all()
        took["ratings"] = round(time.monotonic() - start, 1)
        return {
            "clubs": made.scale.clubs, "players": made.scale.players, "events": Event.objects.count(), "rated": rated,
            "games": Result.objects.count(), "rows": made.rows.written, "seconds": took,
            "all": round(time.monotonic() - began, 1),
        }  # fmt: skip

    def _tell(self, text: str) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{text}   ", ending="")

    def say(self, result: dict[str, Any]) -> None:
        for name, value in result.items():
            self.stdout.write(f"{name}: {value}")
