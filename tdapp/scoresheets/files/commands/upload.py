"""A file becomes a sheet of a table: its players at the table's seats, nothing taken over that does not fit unasked."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring import Player, Ruleset, choose_ruleset
from scoring.checks.choose_ruleset import Choice, agreement
from tdapp.events.models import Entrant, Table
from tdapp.events.rules import rulesets
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.messages.sentences import of_rules, translated
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.editor.commands.writing import facts_of, new_sheet, str_sheet
from tdapp.scoresheets.files.incoming import Incoming, read_file
from tdapp.scoresheets.files.seats import Order, Seating, in_order, nameless, order_in, seating
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.reading import seats_of
from tdapp.scoresheets.sheet.storing import MOST_ROWS

Question = dict[str, Any]
MOST_REMARKS = 20
# So many plays a file must have before it is said that they follow no rules we know.
_FEW = 4


@command("sheet.upload", "scoresheet uploaded", needs="sheet.write", private=("data",))
def upload(
    ctx: Context, table: Table, *, data: bytes, name: str, kept_by: int | None = None, order: str = "",
    sure: bool = False,
) -> Change:  # fmt: skip
    """Make the table's next sheet of a GCG, JSON, CSV or xlsx file; it stays open to be looked through.

    `order`: "2 1" when the file's second player sits at seat 1; "" by the names. `sure`: agreed to what was asked.
    Refuses: 413 too large; 422 bad-file with one sentence a mistake, wrong-seats, ask with its questions (the
    players are not those of the table or sit otherwise; other rules; plays of another game; another table). Nothing is
    stored then.
    """
    found = read_file(data, name)
    people = [slot.entrant for slot in seats_of(table)]
    _refuse_number(found, people, table)
    wanted = _wanted(order, found, people)
    asked = [*_about_seats(order, found, people), *([] if sure else _about_place(found, table))]
    if asked:
        raise _ask(asked, wanted, found.sheet.players, people)
    content = in_order(found.sheet, wanted)
    sheet = new_sheet(ctx, table, kept_by=kept_by, origin=Sheet.Origin.UPLOAD, content=content)
    told = {
        "sheet": sheet.number, "version": sheet.version, "kind": found.kind, "turns": len(sheet.rows),
        "remarks": [translated(remark.message) for remark in found.sheet.remarks[:MOST_REMARKS]],
    }  # fmt: skip
    return Change(told, str_sheet(sheet), None, {**facts_of(sheet), "file": name[:200], "kind": found.kind})


def _refuse_number(found: Incoming, people: list[Entrant], table: Table) -> None:
    players = found.sheet.players
    if len(players) != len(people):
        facts = {"players": len(players), "table": table.number, "seats": len(people)}
        sentence = _("The file has %(players)s players; at table %(table)s sit %(seats)s.")
        raise Refusal("wrong-seats", sentence % facts)


def _wanted(order: str, found: Incoming, people: list[Entrant]) -> Order:
    if not order:
        return seating(found.sheet.players, people).order
    chosen = order_in(order, len(people))
    if chosen is None:
        sentence = _("The order of the players must name each of 1 to %(seats)s once, like 2 1.")
        raise Refusal("bad-order", sentence % {"seats": len(people)})
    return chosen


def _about_seats(order: str, found: Incoming, people: list[Entrant]) -> list[Question]:
    if order:
        return []
    best = seating(found.sheet.players, people)
    if best.known and not best.turned:
        return []
    return [_turned(found, people) if best.known else _strangers(found, people, best)]


def _turned(found: Incoming, people: list[Entrant]) -> Question:
    facts = {"file": names(found.sheet.players), "table": listed(people)}
    sentence = _(
        "The file has the players in the order %(file)s; at the table sit %(table)s. Turn the file round?"
    )
    return {"code": "turned", "sentence": sentence % facts}


def _strangers(found: Incoming, people: list[Entrant], best: Seating) -> Question:
    facts = {"file": names(found.sheet.players), "table": listed(people)}
    sentence = _("The file names %(file)s; at the table sit %(table)s. Who of the file sits where?")
    return {"code": "strangers", "sentence": sentence % facts}


def names(players: tuple[Player, ...]) -> str:
    """The file's players in its order."""
    return " – ".join(_shown(players))


def _shown(players: tuple[Player, ...]) -> list[str]:
    """Each name; a number in its place is called none."""
    without = _("player %(n)s, no name")
    return [
        without % {"n": number} if nameless(player) else player.name[:60]
        for number, player in enumerate(players, 1)
    ]


def listed(people: list[Entrant]) -> str:
    """The table's players, starter first."""
    return " – ".join(entrant.listed for entrant in people)


def _about_place(found: Incoming, table: Table) -> list[Question]:
    ruleset = rulesets.of_division(table.round.division)
    return [*_other_rules(found, ruleset), *_other_table(found, table)]


def _other_rules(found: Incoming, ruleset: Ruleset) -> list[Question]:
    written = found.sheet.ruleset
    if not written:
        return _other_game(found, ruleset)
    if written in (ruleset.id, ruleset.name):
        return []
    facts = {"written": written[:60], "ours": of_rules(ruleset.name)}
    sentence = _("The file was written by the rules “%(written)s”; this division plays by “%(ours)s”.")
    return [{"code": "other-rules", "sentence": sentence % facts}]


def _other_game(found: Incoming, ruleset: Ruleset) -> list[Question]:
    """A file that names no rules: whether its plays are scored by the division's, or clearly not."""
    if len(found.sheet.turns) > MOST_ROWS:
        return []
    ours = agreement(ruleset, found.sheet)
    if ours.fits or not ours.plays:
        return []
    sentence = _misfit(ours, choose_ruleset(found.sheet))
    return [{"code": "other-game", "sentence": sentence}] if sentence else []


def _misfit(ours: Choice, best: Choice) -> str:
    """What speaks for another game; "" when slips of the pen explain it as well."""
    facts = {"plays": ours.plays, "ours": of_rules(ours.ruleset.name), "agree": ours.agree}
    if best.fits and best.ruleset.id != ours.ruleset.id and best.agree > ours.agree:
        sentence = _(
            "It looks like another game: %(more)s of %(plays)s plays fit the rules “%(other)s”, %(agree)s fit "
            "“%(ours)s”, the rules of this division."
        )
        return sentence % {**facts, "other": of_rules(best.ruleset.name), "more": best.agree}
    if ours.plays < _FEW or ours.against <= ours.agree:
        return ""
    sentence = _(
        "It looks like another game: %(agree)s of %(plays)s plays fit “%(ours)s”, the rules of this division."
    )
    return sentence % facts


def _other_table(found: Incoming, table: Table) -> list[Question]:
    place = found.place
    same_round = place.round in (None, table.round.number)
    if same_round and place.table in (None, table.number):
        return []
    facts = {
        "round": place.round if place.round is not None else "?",
        "table": place.table if place.table is not None else "?",
        "here": table.number, "now": table.round.number,
    }  # fmt: skip
    sentence = _("The file says round %(round)s, table %(table)s; this is round %(now)s, table %(here)s.")
    return [{"code": "other-table", "sentence": sentence % facts}]


def _ask(asked: list[Question], wanted: Order, players: tuple[Player, ...], people: list[Entrant]) -> Refusal:
    return Refusal(
        "ask", *(one["sentence"] for one in asked), questions=asked,
        order=" ".join(str(player + 1) for player in wanted),
        players=_shown(players), seats=[entrant.listed for entrant in people],
    )  # fmt: skip
