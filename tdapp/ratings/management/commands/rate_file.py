"""`rate_file FILE.t [--formula F] [--rounds N] [--json]`: what ratings a division file comes to, round by round.

Nothing is stored. A newcomer who has not played yet shows what tsh shows for them, 1500, so that `newr` compares.
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
from tdapp.ratings.exchange.planned_rounds import AS_NEWR, as_newr, compared, planned_after, too_short
from tdapp.ratings.exchange.tsh_field import field_of, rounds_of, scored_rounds
from tdapp.ratings.formulas import DEFAULT, FORMULAS, Formula

TSH_NEWCOMER = 1500
MOST_BYTES = 5_000_000


class Command(DeskCommand):
    help = (
        "Print every player's rating after every round of a tsh division file; nothing is stored. Read are names, ratings, "
        "opponents, scores and lifeg; where the file has ratings of its own (newr) it is said how many are the same."
    )

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a division file of tsh (.t)")
        parser.add_argument(
            "--formula", default=DEFAULT, help=f"one of {', '.join(FORMULAS)}; default {DEFAULT}"
        )
        parser.add_argument(
            "--rounds", default="", metavar="N",
            help="rounds of the whole event (max_rounds of tsh), for long events are rated in parts: 31; where that changed "
            "on the way one number a round, 15,15,31, the last for all later ones, or from a round on, 15,13:31; newr: as "
            "the file's own ratings show. Default: the rounds in the file",
        )  # fmt: skip

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        formula, file = _formula(options["formula"]), _read(options["file"])
        rounds = _rounds(formula, file, options["rounds"])
        after = [_after(formula, file, number, length) for number, length in enumerate(rounds, start=1)]
        players = [
            {
                "id": number,
                "name": player.name,
                "start": player.rating,
                "after": [row[number - 1] for row in after],
            }
            for number, player in enumerate(file.players, start=1)
        ]
        told: dict[str, Any] = {"formula": formula.id, "rounds": rounds, "players": players}
        told |= {"newr": same} if (same := compared(file, after)) else {}
        return told | ({"note": note} if (note := too_short(options["rounds"], scored_rounds(file))) else {})

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("%(formula)s, before and after each round") % result)
        for player in result["players"]:
            numbers = " ".join(f"{rating:>4}" for rating in player["after"])
            self.stdout.write(f"{player['id']:>3}  {player['name']:<24} {player['start']:>4}  {numbers}")
        if "newr" in result:
            self.stdout.write(
                _("%(same)s of %(values)s ratings in the file (newr) are the same.") % result["newr"]
            )
        if "note" in result:
            self.stdout.write(result["note"])


def _rounds(formula: Formula, file: TshFile, said: str) -> list[int]:
    """The rounds planned after each round."""
    if said.strip().lower() != AS_NEWR:
        return planned_after(said, scored_rounds(file), rounds_of(file))
    if not any(player.numbers("newr") for player in file.players):
        raise Refusal("no-newr", _("--rounds newr: the file has no ratings of its own (newr); say a number."))
    return as_newr(formula, file, _settings(formula))


def _settings(formula: Formula) -> dict[str, object]:
    settings = dict(formula.settings)
    if "unplayed" in settings:
        settings["unplayed"] = TSH_NEWCOMER
    return settings


def _after(formula: Formula, file: TshFile, number: int, rounds: int) -> list[int]:
    rated = formula.rate(field_of(file, number, rounds), _settings(formula))
    return [one.rating for one in rated]


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
