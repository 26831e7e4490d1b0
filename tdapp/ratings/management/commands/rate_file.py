"""`rate_file FILE.t [--formula F] [--rounds N] [--json]`: what ratings a division file comes to, round by round.

Nothing is stored. A newcomer who has not played yet shows what tsh shows for him, 1500, so that `newr` compares.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from pairings.event.refusals import Refusals
from pairings.formats.tsh import TshFile, read_t
from tdapp.events.cli import DeskCommand
from tdapp.kernel.refusals import Refusal
from tdapp.ratings.exchange.tsh_field import field_of, rounds_of, scored_rounds
from tdapp.ratings.formulas import DEFAULT, FORMULAS, Formula

TSH_NEWCOMER = 1500
MOST_BYTES = 5_000_000


class Command(DeskCommand):
    help = "Print every player's rating after every round of a tsh division file; nothing is stored."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")
        parser.add_argument(
            "--formula", default=DEFAULT, help=f"one of {', '.join(FORMULAS)}; default {DEFAULT}"
        )
        parser.add_argument(
            "--rounds", type=int, default=0, help="rounds of the whole event, if it is not over"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        formula, file = _formula(options["formula"]), _read(options["file"])
        rounds = max(options["rounds"], rounds_of(file))
        after = [_after(formula, file, number, rounds) for number in range(1, scored_rounds(file) + 1)]
        players = [
            {
                "id": number,
                "name": player.name,
                "start": player.rating,
                "after": [row[number - 1] for row in after],
            }
            for number, player in enumerate(file.players, start=1)
        ]
        return {"formula": formula.id, "players": players}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("%(formula)s, before and after each round") % result)
        for player in result["players"]:
            numbers = " ".join(f"{rating:>4}" for rating in player["after"])
            self.stdout.write(f"{player['id']:>3}  {player['name']:<24} {player['start']:>4}  {numbers}")


def _after(formula: Formula, file: TshFile, number: int, rounds: int) -> list[int]:
    settings = dict(formula.settings)
    if "unplayed" in settings:
        settings["unplayed"] = TSH_NEWCOMER
    return [rated.rating for rated in formula.rate(field_of(file, number, rounds), settings)]


def _formula(name: str) -> Formula:
    if name not in FORMULAS:
        facts = {"name": name, "known": ", ".join(FORMULAS)}
        raise Refusal("no-formula", _("There is no formula “%(name)s”; there are %(known)s.") % facts)
    return FORMULAS[name]


def _read(name: str) -> TshFile:
    path = Path(name)
    try:
        data = path.read_bytes() if path.stat().st_size <= MOST_BYTES else None
    except OSError as error:
        facts = {"file": name, "why": error.strerror or type(error).__name__}
        raise Refusal("no-file", _("%(file)s cannot be read: %(why)s.") % facts) from error
    if data is None:
        raise Refusal("too-large", _("%(file)s is larger than 5 MB: no division file.") % {"file": name})
    found = read_t(data)
    if isinstance(found, Refusals):
        raise Refusal("bad-file", *(f"{name}: {sentence}" for sentence in found.sentences))
    return found
