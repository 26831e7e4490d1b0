"""`simulate_event --players N --rounds R --seed S`: an invented event through the real commands."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from tdapp.desk.ledger import division_standings
from tdapp.desk.rehearsal import simulation
from tdapp.desk.rehearsal.invariants import broken
from tdapp.events.cli import DeskCommand, installation_context


class Command(DeskCommand):
    help = "Invent an event and play it through the real commands."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=24)
        parser.add_argument("--rounds", type=int, default=7)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--name", default="")
        parser.add_argument("--slug", default="")
        parser.add_argument("--plan", default="", help="default: swiss, the last round king of the hill")
        parser.add_argument("--ruleset", default="salitaan-competition")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        name = (
            options["name"] or f"Simulation {options['players']}x{options['rounds']} seed {options['seed']}"
        )
        field = simulation.Field(
            options["players"],
            options["rounds"],
            options["seed"],
            name,
            options["slug"],
            options["plan"],
            options["ruleset"],
        )
        event = simulation.run(field, installation_context(options["user"]))
        division = event.divisions.get()
        rows = division_standings.as_rows(division, field.rounds, public=False)
        return {"event": event.slug, "rounds": field.rounds, "faults": broken(event), "standings": rows}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{result['event']}: {result['rounds']} rounds, {len(result['faults'])} faults")
        for row in result["standings"][:5]:
            self.stdout.write(f"{row['rank']:>3}  {row['name']:<32} {row['wins'] / 2:g} {row['spread']:+d}")
