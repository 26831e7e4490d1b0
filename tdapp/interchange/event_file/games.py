"""The tables an archive holds of the games: the event, its divisions, who is entered, every round with its results."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tdapp.desk.ledger import lineups
from tdapp.desk.models import Result
from tdapp.desk.pairing import freezing
from tdapp.desk.results import claims
from tdapp.events.entries import eligible, wishes
from tdapp.events.models import Division, Entrant, Round, Table, as_data
from tdapp.events.rules import divisions
from tdapp.interchange.event_facts import exported_name
from tdapp.interchange.event_file import checks
from tdapp.interchange.event_file.fields import Data
from tdapp.interchange.event_file.names import Book
from tdapp.interchange.event_file.table_spec import ACCOUNT, COUNTED, TOP, TableSpec, spec
from tdapp.people.models import PlayerPrivate

HERE = "how the event stands on this installation"
TYPED = "a reason somebody typed"
PERSON = "the entry says the person as entered; the person's own row is of this installation"

EVENT = spec(TableSpec(
    "events.Event", "event", inside=TOP, open=True,
    public=("name", "slug", "venue", "starts_on", "ends_on", "preset", "school", "guards_unknown", "guards_unknown_by",
            "guards_unknown_at", "under_particle", "show_ratings", "demo"),
    left=dict.fromkeys(("sequence", "public", "host", "closed_at", "deleted_at", "created_at", "extras"), HERE),
))  # fmt: skip
spec(TableSpec(
    "events.DayPlan", "day_plan", inside=TOP, folded=True, open=True, above="event", said={"line": "day_plan"},
    left={"version": COUNTED},
))  # fmt: skip


def _division_out(book: Book, row: Division, data: Data) -> Data:
    return {
        **data,
        "wishes": wishes.for_archive(row, private=book.private),
        "phones": claims.mode_of(row),
        "eligible": eligible.of_division(row).data,
        "line_ups": lineups.written(row) if book.private else {},
    }


SETTLED = ("seed", "ruleset_hash", "ruleset_frozen", "released_round")
DIVISION = spec(TableSpec(
    "events.Division", "divisions", inside=TOP, open=True, above="event", public=(*divisions.FIELDS, *SETTLED),
    said={"wishes": "wishes"}, made=("line_ups",), order=("order", "name"), along=("event",), out=_division_out,
    place=lambda _where, at, _row: _("division %(n)s") % {"n": at}, check=checks.division,
    left={"frozen_at": COUNTED, "entries": COUNTED, "version": COUNTED, "released_version": COUNTED, "extras": HERE},
))  # fmt: skip
ROUND_TIME = spec(TableSpec(
    "events.RoundTime", "round_time", inside="events.Division", single=True, open=True, above="division",
    public=("minutes", "last_turn"), left={"version": COUNTED}, check=checks.round_time,
))  # fmt: skip
spec(TableSpec(
    "events.Eligibility", "eligible", inside="events.Division", folded=True, open=True, above="division",
    said={"conditions": "eligible"},
))  # fmt: skip
PHONE_RULE = spec(TableSpec(
    "desk.PhoneRule", "phones", inside="events.Division", folded=True, open=True, above="division",
    said={"mode": "phones"},
))  # fmt: skip
spec(TableSpec(
    "desk.LineUp", "line_ups", inside="events.Division", folded=True, above="division",
    said={"number": "line_ups", "team": "line_ups", "members": "line_ups"},
))  # fmt: skip


def _entrant_out(book: Book, row: Entrant, data: Data) -> Data:
    told = {
        **data,
        "name": exported_name(row, book.private),
        "club": row.club.name if row.club else "",
    }
    if book.private or not row.guarded:
        told |= as_data(row, "given", "surname")
        told["member_number"] = row.player.number if row.player else ""
    if book.private:
        told |= {**as_data(row, "age", "display_consent"), "private": _private(row)}
    return told


def _private(row: Entrant) -> Data:
    """What this event was told of a player."""
    names = PLAYER_PRIVATE.private
    known = PlayerPrivate.objects.filter(player=row.player, scope=row.scope_key).first()
    return as_data(known or PlayerPrivate(), *names)


ENTRANT = spec(TableSpec(
    "events.Entrant", "entrants", inside="events.Division", open=True, many=True, above="division",
    public=("number", "team", "klass", "rating", "deviation", "lifetime_games", "seniority", "fixed_table", "house"),
    refs={"substitute_for": "number"}, maybe=frozenset({"substitute_for"}),
    said={"given": "given", "surname": "surname", "player": "member_number", "club": "club", "age": "age",
          "display_consent": "display_consent"},
    hidden=frozenset({"age", "display_consent"}),
    left={"event": "its division's", "checked_in_at": "of the day", "version": COUNTED, "extras": HERE},
    made=("name",), order=("number",), along=("club", "player", "division__event"), out=_entrant_out,
    place=lambda where, at, _row: f"{where}, {_('entrant')} {at}", check=checks.entrant,
))  # fmt: skip
PLAYER_PRIVATE = spec(TableSpec(
    "people.PlayerPrivate", "private", inside="events.Entrant", folded=True, scoped=True, above="player",
    private=("birth_date", "birth_year", "gender", "consent", "guardian", "contact", "notes"),
    left={"scope": "this event's", "consent_by": ACCOUNT, "consent_at": COUNTED, "notice_version": COUNTED,
          **dict.fromkeys(("page", "page_by", "page_at"), "agreed to for the pages of this website alone")},
))  # fmt: skip
spec(TableSpec(
    "people.Player", "member_number", inside="events.Entrant", folded=True, open=True, said={"number": "member_number"},
    left=dict.fromkeys(("surname", "given", "key", "club", "merged_into", "code", "created_at"), PERSON),
))  # fmt: skip
spec(TableSpec(
    "people.Club", "club", inside="events.Entrant", folded=True, open=True, said={"name": "club"},
    left=dict.fromkeys(("key", "kind", "region"), "a club is known by its name"),
))  # fmt: skip
PRESENCE = spec(TableSpec(
    "events.Presence", "absences", inside="events.Entrant", open=True, above="entrant",
    public=("first", "last", "kind", "intent"), left={"reason": TYPED},
))  # fmt: skip


def _not_kept_back(division: Division, rows: QuerySet[Round]) -> QuerySet[Round]:
    """All rounds but those that are kept back until the prize giving."""
    bound = freezing.bound(division)
    return rows if bound is None else rows.filter(number__lte=bound)


ROUND = spec(TableSpec(
    "events.Round", "rounds", inside="events.Division", open=True, above="division",
    public=("number", "status", "based_on", "basis", "print_version", "published_at", "closed_at"),
    left={"public_at": "when it was shown here; nothing is public at first", "version": COUNTED},
    order=("number",), shown=_not_kept_back, place=lambda where, at, _row: f"{where}, {_('round')} {at}",
    check=checks.round_,
))  # fmt: skip


def _table_out(book: Book, row: Table, data: Data) -> Data:
    seats = sorted(row.seats.all(), key=lambda slot: slot.seat or 0)
    told = {**data, "seats": [slot.entrant.number for slot in seats]}
    return {**told, "as_played": row.as_played} if book.private else told


def _place_of_table(where: str, _at: int, row: Any) -> str:
    return f"{where}, {_('table')} {row.get('number') if isinstance(row, dict) else '?'}"


TABLE = spec(TableSpec(
    "events.Table", "tables", inside="events.Round", open=True, many=True, above="round", public=("number", "starts"),
    said={"as_played": "as_played"}, hidden=frozenset({"as_played"}), left={"version": COUNTED, "reason": TYPED},
    made=("seats",), order=("number",), together=("seats__entrant",), out=_table_out,
    place=_place_of_table, check=checks.table,
))  # fmt: skip
SLOT = spec(TableSpec(
    "events.Slot", "without_table", inside="events.Round", open=True, above="round", public=("kind", "spread"),
    refs={"entrant": "number"}, said={"table": "seats", "seat": "seats"}, left={"reason": TYPED}, only={"table": None},
    order=("entrant__number",),
))  # fmt: skip


def _result_out(book: Book, row: Result, data: Data) -> Data:
    return {**data, **as_data(row, *NAMED)} if book.private else data


NAMED = ("entered_name", "confirmed_name", "reason")
RESULT = spec(TableSpec(
    "desk.Result", "results", inside="events.Table", open=True, many=True, above="table",
    public=("version", "kind", "is_current", "in_force", "withdrawn", "sequence", "entered_at", "confirmed_at"),
    said={name: name for name in NAMED}, hidden=frozenset(NAMED),
    left={"entered_by": ACCOUNT, "confirmed_by": ACCOUNT}, order=("version",), out=_result_out,
    check=checks.result,
))  # fmt: skip
LINE = spec(TableSpec(
    "desk.ResultLine", "lines", inside="desk.Result", open=True, above="result",
    public=("seat", "score", "before", "penalty", "absent"), left={"slot": "its table and seat say it"},
    order=("seat",),
))  # fmt: skip
SNAPSHOT = spec(TableSpec(
    "desk.Snapshot", "snapshots", inside="events.Division", above="division",
    private=("after", "why", "version", "rows", "digest", "at"), order=("at", "after"),
    place=lambda where, at, _row: f"{where}, snapshots {at}", check=checks.snapshot,
))  # fmt: skip
