"""`pair EVENT [--division D] [--round N]`: draft a round."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.ledger import division_standings
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing.commands.drafting import absent_now, draft_round, unseen_of
from tdapp.desk.pairing.drafts import placed as placed_on
from tdapp.events.cli import DeskCommand, division_of, event_and_context, names_in
from tdapp.events.models import Division, tell_apart


class Command(DeskCommand):
    help = "Draft the pairings of a round; the next one when none is named."

    hints = {
        "published": gettext_lazy(
            "By command: recall_round %(event)s --reason WHY, or as_played %(event)s with tables and players. "
            "Without --round the next round is paired."
        ),
    }

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--division", default="")
        parser.add_argument("--round", type=int, default=0)
        parser.add_argument("--again", action="store_true", help="throw an existing draft away and pair anew")
        parser.add_argument("--system", default="", help="another system than the plan's, for this round")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"])
        number = options["round"] or division_standings.last_round(division) + 1
        told = draft_round(ctx, division, number=number, again=options["again"], system=options["system"])
        boards = named(division, told["boards"])
        return {
            **told,
            "boards": boards,
            "event": event.slug,
            "away": _away(division, number, told["boards"]),
            "never_checked_in": _never_checked_in(told["id"]),
        }

    def say(self, result: dict[str, Any]) -> None:
        if result.get("existing"):
            self.stdout.write(_("This draft was there already; --again throws it away and pairs anew."))
        for name in result["away"]:
            self.stdout.write(
                _("%(name)s is on the draft but away now: pair again with --again.") % {"name": name}
            )
        self.stdout.write(f"{result['division']} round {result['round']}, draft version {result['version']}")
        for table in result["boards"]["tables"]:
            self.stdout.write(f"{table['table']:>4}  {' - '.join(table['names'])}  ({table['why']})")
        for bye in result["boards"]["byes"]:
            self.stdout.write(f" bye  {bye['name']}  ({bye['why']})")
        if unseen := result["never_checked_in"]:
            sentence = _(
                "Never checked in, and paired: %(names)s. If they are not here: mark_absent with their numbers, then "
                "pair with --again."
            )
            self.stdout.write(sentence % {"names": "; ".join(unseen)})


def _never_checked_in(run: Any) -> list[str]:
    """Who has a place on the draft though a check-in that is in use never saw them, with number."""
    row = PairingRun.objects.select_related("round__division__event").defer("request", "outcome").get(pk=run)
    found = unseen_of(row, absent_now(row.round.division, row.round.number))
    return [f"{one.listed} #{one.number}" for one in found]


def _away(division: Division, number: int, boards: dict[str, Any]) -> list[str]:
    """Who has a place on the draft and is away by now."""
    away = absent_now(division, number)
    placed = [one for one in placed_on(boards) if one in away]
    names = names_in(division) if placed else {}
    numbers = division.entrants.filter(pk__in=placed).order_by("number").values_list("number", flat=True)
    return [names[number] for number in numbers]


def named(division: Division, boards: dict[str, Any]) -> dict[str, Any]:
    """A draft with entrant numbers and names instead of ids."""
    rows = {str(row.pk): row for row in division.entrants.select_related("club")}
    tell_apart(list(rows.values()), public=False)
    tables = [
        {
            "table": table["table"], "seats": [rows[e].number for e in table["seats"]],
            "names": [rows[e].listed for e in table["seats"]], "why": table["why"], "locked": table["locked"],
        }
        for table in boards["tables"]
    ]  # fmt: skip
    byes = [
        {"number": rows[b["entrant"]].number, "name": rows[b["entrant"]].listed, "why": b["why"]}
        for b in boards["byes"]
    ]
    absent = [
        {"number": rows[a["entrant"]].number, "name": rows[a["entrant"]].listed, "intent": a["intent"]}
        for a in boards["absent"]
    ]
    return {"tables": tables, "byes": byes, "absent": absent}
