"""`rating_backtest --list L [--formula F ...]`: which formula foretold the stored events best."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand
from tdapp.kernel.refusals import Refusal
from tdapp.ratings.formulas import FORMULAS
from tdapp.ratings.lookup import list_of
from tdapp.ratings.runs.backtest import backtest

# A performance rating forgets what was before: it foretells nothing.
SENSIBLE = tuple(name for name in FORMULAS if name != "performance")


class Command(DeskCommand):
    help = (
        "Replay a list's events with several formulas: log-loss, Brier score, calibration. Nothing is stored."
    )

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--list", dest="list", default="")
        parser.add_argument("--formula", action="append", default=[], help="again for each; default: all")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        names = options["formula"] or list(SENSIBLE)
        unknown = [name for name in names if name not in FORMULAS]
        if unknown:
            facts = {"name": unknown[0], "known": ", ".join(FORMULAS)}
            raise Refusal("no-formula", _("There is no formula “%(name)s”; there are %(known)s.") % facts)
        return {"formulas": backtest(list_of(options["list"]), names, self._progress)}

    def _progress(self, done: int, total: int) -> None:
        self.stderr.write(f"{done}/{total} events")

    def say(self, result: dict[str, Any]) -> None:
        if not any(score["games"] for score in result["formulas"].values()):
            self.stdout.write(
                _("There is no game between two rated players on this list: nothing to foretell yet.")
            )
            return
        ranked = sorted(result["formulas"].items(), key=lambda item: item[1]["log_loss"])
        for name, score in ranked:
            self.stdout.write(
                f"{name:<14} log-loss {score['log_loss']:.5f}  Brier {score['brier']:.5f}  {score['games']} games"
            )
