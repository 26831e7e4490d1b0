"""A division as a tsh .t file; what an imported file said beyond us is written again."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from pairings.event import history as h
from pairings.formats.tsh import TshFile, TshPlayer, write_t
from pairings.formats.tsh_history import from_history
from tdapp.desk.ledger import history as halls
from tdapp.events.models import Division, Entrant
from tdapp.interchange.tsh.naming import line_name
from tdapp.kernel.refusals import Refusal


def export_t(
    division: Division,
    *,
    full_names: bool = False,
    after: int | None = None,
    offset: int | None = None,
    encoding: str = "",
) -> bytes:
    """The division's file (up to a round). Refuses tables of three or four, which the format cannot hold. `offset`: what
    is taken off table numbers; without it what was added when the division came in. `encoding`: else that of its own file.
    """
    kept = division.extras.get("tsh", {})
    by = int(kept.get("offset", 0)) if offset is None else offset
    history = _moved(halls.of_division(division, after=after), -by)
    rows = division.entrants.select_related("club", "player").order_by("number")
    players = tuple(_line(number, row, full_names) for number, row in enumerate(rows, start=1))
    base = TshFile(
        players,
        encoding or kept.get("encoding", "utf-8"),
        kept.get("newline", "\n"),
        kept.get("final_newline", True),
    )
    try:
        return write_t(from_history(history, base))
    except ValueError as error:
        sentence = _("A .t file holds games of two; %(name)s has tables of three or four.")
        raise Refusal("not-for-two", sentence % {"name": division.name}) from error


def _line(number: int, row: Entrant, full_names: bool) -> TshPlayer:
    """What the file says of an entrant beside the rounds."""
    kept = row.extras.get("tsh", {})
    name = line_name(row, full_names)
    line = TshPlayer(
        number, name, row.rating, extras=tuple((key, value) for key, value in kept.get("keys", ())),
        gap=kept.get("gap", "") if name == kept.get("name") else "", closed=kept.get("closed", False),
    )  # fmt: skip
    games = str(row.lifetime_games)
    if row.lifetime_games and line.numbers("lifeg")[:1] != (row.lifetime_games,):
        line = line.with_extra("lifeg", games)
    return line


def _moved(history: h.History, by: int) -> h.History:
    """The same history with its table numbers moved back to those of the file it came from."""
    if not by:
        return history
    rounds = tuple(tuple(_move(outcome, by) for outcome in outcomes) for outcomes in history.rounds)
    return replace(history, rounds=rounds)


def _move(outcome: h.Outcome, by: int) -> h.Outcome:
    match outcome:
        case h.Played(table=table) | h.Unfinished(table=table):
            return replace(outcome, table=max(table + by, 1))
        case h.Forfeit(table=int(table)):
            return replace(outcome, table=max(table + by, 1))
        case _:
            return outcome
