"""What the desk answers to a typed line: who beat whom and their new records, a question, or a refusal.

The shape is the context of `td/forms/_echo.html`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from pairings.event.records import Record
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger.points_off import decided
from tdapp.desk.ledger.result_entry import Entry, in_words, winners_of
from tdapp.desk.ledger.rows import seats_in_hand
from tdapp.desk.models import Result
from tdapp.desk.results import claims
from tdapp.events.models import Division, Event, Round, Slot, Table, tell_apart_in_field
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.templatetags.td import points, score, signed

Echo = dict[str, Any]
JOIN = " / "


@dataclass(frozen=True, slots=True)
class Seated:
    """One seat of a stored result: who sits there, the score that decides, who was absent."""

    slot: Slot
    score: int | None
    absent: bool
    won: bool


def table_of(event: Event, answer: dict[str, Any]) -> Table:
    """The table a command's answer speaks of."""
    return Table.objects.select_related("round__division__event").get(
        pk=answer["id"], round__division__event=event
    )


def saved(
    event: Event, answer: dict[str, Any], *, table: Table | None = None, several: bool | None = None
) -> Echo:
    """The echo of a result that went in: both names and scores, the winner first, and their new records.

    `table`: the one whose answer it is, and `several`: whether others of its number are open, where that is known.
    """
    table = table or table_of(event, answer)
    seated = seats_of(table, answer)
    winner, rest = seated[0], seated[1:]
    return {
        "state": "ok", "word": word_of(answer, table.round.division), "table": table.number,
        **_game(answer, winner, rest),
        "totals": [*records_of(table.round.division, seated), *_notes(table, answer, several)],
        "place": place_of(table), "players": [_player(one) for one in seated],
    }  # fmt: skip


def word_of(answer: dict[str, Any], division: Division) -> str:
    """What the entry is now: confirmed, or what it waits for."""
    if answer["confirmed"]:
        return _("confirmed") if division.confirm_policy != Division.ConfirmPolicy.SINGLE else _("saved")
    return _("slip 1") if division.confirm_policy == Division.ConfirmPolicy.TWO_SLIPS else _("saved")


def seats_of(table: Table, answer: dict[str, Any]) -> list[Seated]:
    """The seats of a result, winner first, then in seat order."""
    slots = _slots_of(table)
    entry = decided(_entry(answer), table.round.division)
    scores = entry.scores
    best = winners_of(entry) if scores else []
    seated = [
        Seated(slot, scores[at] if scores else None, slot.seat in answer["absent"], at in best)
        for at, slot in enumerate(slots)
    ]
    return sorted(seated, key=lambda one: (one.absent, not one.won, -(one.score or 0)))


def _entry(answer: dict[str, Any]) -> Entry:
    penalties = {int(seat): points for seat, points in answer["penalties"].items()}
    return Entry(answer["kind"], tuple(answer["scores"]), tuple(answer["before"]), penalties)


def _game(answer: dict[str, Any], winner: Seated, rest: list[Seated]) -> Echo:
    if answer["kind"] not in {Result.Kind.PLAYED, Result.Kind.UNFINISHED}:
        return {"sentences": [_without_scores(answer, [winner, *rest])]}
    names = [f"{one.slot.entrant.listed} {score(one.score)}" for one in rest[:-1]]
    last = rest[-1]
    tied = last.won
    return {
        "winner": {"name": winner.slot.entrant.listed, "score": winner.score},
        "loser": {"name": "; ".join([*names, last.slot.entrant.listed]), "score": last.score},
        "verb": _("tied with") if tied else _("beat"),
        "spread": (winner.score or 0) - (rest[0].score or 0),
    }


def _without_scores(answer: dict[str, Any], seated: list[Seated]) -> str:
    names = _(" and ").join(one.slot.entrant.listed for one in seated)
    if answer["kind"] == Result.Kind.UNSCORED:
        return _("%(names)s: not scored.") % {"names": names}
    here = [one.slot.entrant.listed for one in seated if not one.absent]
    gone = [one.slot.entrant.listed for one in seated if one.absent]
    if not here:
        return _("%(names)s: nobody came.") % {"names": names}
    facts = {"here": _(" and ").join(here), "gone": _(" and ").join(gone)}
    return _("%(here)s by forfeit; %(gone)s did not come.") % facts


def records_of(division: Division, seated: list[Seated]) -> list[str]:
    """Each player's record with this entry counted: "Ferrer 3-1 +187"."""
    records = division_standings.provisional_records(division, [one.slot.entrant_id for one in seated])
    return [_record(one, records[str(one.slot.entrant_id)]) for one in seated]


def _record(one: Seated, record: Record) -> str:
    return f"{one.slot.entrant.short} {points(record.halves)}-{points(record.lost)} {signed(record.spread)}"


def _notes(table: Table, answer: dict[str, Any], several: bool | None) -> list[str]:
    notes = []
    if answer["kind"] == Result.Kind.UNFINISHED or answer["before"] or answer["penalties"]:
        notes.append(in_words(answer))
    if answer.get("sheets"):
        notes += answer["sheets"]
    elif not answer["confirmed"]:
        notes.append(_waits_for(table.round.division))
    reported = claims.note(table, seats_in_hand(table), _entry(answer))
    notes += [reported] if reported else []
    return notes + ([place_of(table)] if (several_open(table) if several is None else several) else [])


def _waits_for(division: Division) -> str:
    if division.confirm_policy == Division.ConfirmPolicy.TWO_SLIPS:
        return _("the second slip is still to come")
    return _("awaiting confirmation")


def several_open(table: Table) -> bool:
    """Whether this table number stands in more than one open round, so that the round has to be said."""
    event = table.round.division.event_id
    rows = Table.objects.filter(round__division__event=event, round__status="published", number=table.number)
    return rows.exclude(pk=table.pk).exists()


def place_of(table: Table) -> str:
    """Division and round of a table in words."""
    return _("%(division)s, round %(round)s") % {
        "division": table.round.division.name, "round": table.round.number
    }  # fmt: skip


def _player(one: Seated) -> Echo:
    """A seat as data, for programs that enter results."""
    return {"number": one.slot.entrant.number, "name": one.slot.entrant.listed, "seat": one.slot.seat,
            "score": one.score, "won": one.won, "absent": one.absent}  # fmt: skip


def undone(answer: dict[str, Any]) -> Echo:
    """The echo of an undo: what was taken back."""
    sentence = _("Table %(table)s is pending again: %(scores)s taken back.")
    told = {"table": answer["table"], "scores": in_words(answer)}
    return {"state": "ok", "word": _("undone"), "table": answer["table"], "sentences": [sentence % told]}


def asked_aside(answer: dict[str, Any]) -> Echo:
    """The echo of a question raised on a table."""
    sentence = _("Noted for whoever confirms: %(text)s") % {"text": answer["text"]}
    return {"state": "ok", "word": _("noted"), "table": answer["table"], "sentences": [sentence]}


def refused(refusal: Refusal, number: int | None, table: Table | None, who: str) -> Echo:
    """The echo of a line that did not go in: a question to agree to, a second number to type, or why not."""
    echo: Echo = {
        "state": "stop",
        "table": number,
        "sentences": list(refusal.sentences),
        "code": refusal.code,
    }
    echo |= {"totals": [_who_sits(table), place_of(table)]} if table else {}
    if refusal.code == "ask":
        codes = ",".join(question["code"] for question in refusal.facts.get("questions", ())) or "1"
        return {**echo, "state": "ask", "agree": codes, "keys": _("Enter again keeps it, Esc changes it.")}
    if refusal.code == "equal-scores":
        return {**echo, "state": "more", "word": _("equal"), "join": JOIN, "keys": _keys_of_equal()}
    if refusal.code == "racks-missing":
        return {**echo, "state": "more", "word": _("unfinished"), "join": JOIN, "keys": _keys_of_racks()}
    if refusal.code == "same-already-in":
        return {**echo, "state": "ok", "word": _("already entered"), "keys": _("Nothing to do.")}
    if refusal.facts.get("stored"):
        echo |= {"both": both_of(refusal.facts, who), "keys": _keys_of_conflict(number)}
    return {**echo, "actions": _actions(table)}


def _who_sits(table: Table) -> str:
    """The players of a table, starter first, so that a wrong table number is seen."""
    return " – ".join(slot.entrant.listed for slot in _slots_of(table))


def _slots_of(table: Table) -> list[Slot]:
    """The seats of a table in their order, each player told from any other of the name."""
    slots = seats_in_hand(table)
    tell_apart_in_field([slot.entrant for slot in slots])
    return slots


def _keys_of_equal() -> str:
    return _("Type both scores before unplayed tiles; if those are equal too it is a tie.")


def _keys_of_racks() -> str:
    return _("Type both scores with the tiles left on each rack taken off.")


def _keys_of_conflict(number: int | None) -> str:
    return _("Esc clears the line; %(table)s ? and a few words raise a question.") % {"table": number}


def both_of(facts: dict[str, Any], who: str) -> list[dict[str, str]]:
    """Both sides of a conflict: what is stored, by whom and when, and what was typed now."""
    stored, typed = facts["stored"], facts.get("typed")
    shown = [
        {
            "title": _("Already entered"),
            "text": in_words(stored),
            "who": f"{stored['by']} {clock_time(stored['at'])}",
        }
    ]
    if typed and "kind" in typed:
        shown.append({"title": _("You typed"), "text": in_words(typed), "who": who})
    return shown


def clock_time(moment: Any) -> str:
    """A moment (or its ISO text) as the hall's clock shows it."""
    found = parse_datetime(moment) if isinstance(moment, str) else moment
    return timezone.localtime(found).strftime("%H:%M") if found else ""


def _actions(table: Table | None) -> list[dict[str, str]]:
    return [{"url": table_url(table), "label": _("Look at the table, correct, ask")}] if table else []


def table_url(table: Table) -> str:
    """The page of one table of one round."""
    return round_url("desk:table", table.round, table.number)


def round_url(name: str, round_: Round, *more: Any) -> str:
    """A page that belongs to a round."""
    division = round_.division
    return reverse(name, args=[division.event.slug, division.slug, round_.number, *more])


def in_a_line(echo: Echo) -> str:
    """An echo as one line of text, for a page without a script."""
    if "winner" not in echo:
        return " ".join(echo["sentences"])
    return " · ".join([f"{echo['table']}: {_game_of(echo)}", *echo["totals"]])


def as_sentence(echo: Echo) -> str:
    """An echo as the command line says it: "Table 5: Reyes, Ana 412 beat Cruz, Ben 405 +7 · Reyes 1-0 +7"."""
    if "totals" not in echo:
        return " ".join(echo["sentences"])
    said = _game_of(echo) if "winner" in echo else " ".join(echo["sentences"])
    told = _("Table %(table)s: %(said)s") % {"table": echo["table"], "said": said}
    return " · ".join([told, *echo["totals"]])


def _game_of(echo: Echo) -> str:
    winner, loser = echo["winner"], echo["loser"]
    game = f"{winner['name']} {score(winner['score'])} {echo['verb']} {loser['name']} {score(loser['score'])}"
    return f"{game} {signed(echo['spread'])}"
