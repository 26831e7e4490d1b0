"""An event from its archive: everything the file says, or nothing. What the file does not say is not guessed.

A file without private data holds guarded children by their public names only; they stay guarded here.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from pairings.standings.standings import standings_by_round
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger import lineups, pairing_adapter
from tdapp.desk.ledger.rounds import kept
from tdapp.desk.models import PhoneRule, Result, Snapshot
from tdapp.desk.pairing.commands.line_ups import keep as keep_line_ups
from tdapp.desk.results import claims
from tdapp.events.day import schedule
from tdapp.events.entries import eligible, wishes
from tdapp.events.entries.commands.minors import refuse_unreadable, settle_minors
from tdapp.events.models import Division, Eligibility, Entrant, Event, Presence, Round
from tdapp.events.models.hall import DayPlan, RoundTime
from tdapp.events.rules import divisions
from tdapp.events.setup.commands.creating import reveal, stage_event
from tdapp.events.setup.presets import PRESETS
from tdapp.interchange import staging
from tdapp.interchange.archives.rounds import Writer
from tdapp.interchange.event_file import games, parts, reading
from tdapp.interchange.tsh.importing import keep_snapshot
from tdapp.kernel import audit, clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.log.facts import note_ready, ready
from tdapp.kernel.log.gathering import Ready
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.kernel.running.legs import Legs, Undo
from tdapp.people import registry
from tdapp.people.matching import How
from tdapp.people.models import Player
from tdapp.people.names import ADULT, MINOR, UNKNOWN, fold

# "Ana R. (Cebu National High)": the public form of a guarded name (`people.names.display_name`).
GUARDED = re.compile(r"(?:(?P<given>.+) )?(?P<initial>\w)\.")
PEOPLE_A_LEG = 20


@command(
    "event.import_archive",
    "event brought in from its archive",
    needs="installation.create_event",
    private=("data",),
)
def import_archive(
    ctx: Context, target: Installation, *, data: bytes, slug: str = "", name: str = "", minors: str = ""
) -> Legs:
    """Create the event an archive holds; `slug` and `name` replace its own. Nothing of it is public at first.

    `minors`: yes or no, as for .t files, where the archive has no answer itself. Refuses 422 what is no whole archive,
    a taken short name, or another answer than the archive's; 409 an archive that was already brought in.
    """
    refuse_unreadable(minors)
    event = yield from staged(ctx, data, slug=slug, name=name)
    rows = yield lambda: ready(event.scope_key)
    facts = finished(ctx, event, rows, minors)
    return Change({"slug": event.slug, "name": event.name, **facts}, str(event), None, facts)


def staged(ctx: Context, data: bytes, *, slug: str = "", name: str = "") -> Legs:
    """The event an archive holds, filled out of sight, in legs; what `finished` makes valid."""
    told = yield lambda: reading.read(data)
    _refuse_again(told)
    event = _event(told, slug, name)
    yield Undo(lambda: staging.clear(event))
    for row in told["divisions"]:
        division = event.divisions.select_related("event").get(slug=row["slug"])
        yield from _Filling(ctx, division, row, told["private"], told["event"]).fill()
    _day_plan(event, told)
    yield None
    event.refresh_from_db()
    event.extras[FACTS] = {
        "digest": told["digest"], "divisions": [_counted(row) for row in told["divisions"]],
        "parts": parts.fill(event, told),
    }  # fmt: skip
    event.save(update_fields=["extras"])
    yield None
    return event


# What the log will say of an archive, while its event is staged.
FACTS = "facts_of_the_archive"


def finished(ctx: Context, event: Event, rows: Ready, minors: str = "") -> dict[str, Any]:
    """Make an archive's event valid, inside a command, with its rows made ready; what the log says of it."""
    event.refresh_from_db()
    facts: dict[str, Any] = event.extras.pop(FACTS)
    _refuse_again(facts)
    event.extras["archive"] = facts["digest"]
    settle_minors(ctx, event, minors)
    reveal(ctx, event)
    note_ready(event.scope_key, rows, Event, Division)
    audit.write(replace(ctx, scope=event.scope_key), "event.import", str(event), after=facts)
    return facts


def _day_plan(event: Event, told: dict[str, Any]) -> None:
    """The day plan as it stood; archives made before there was one have none."""
    if line := schedule.read(str(told.get("day_plan") or ""), None).line:
        DayPlan.objects.create(event=event, line=line)


def _refuse_again(told: dict[str, Any]) -> None:
    known = Event.objects.filter(extras__archive=told["digest"], deleted_at=None).first()
    if known:
        facts = {"name": known.name, "slug": known.slug}
        sentence = _("This archive was brought in already: it is %(name)s, at /e/%(slug)s/.")
        raise Conflict("already-imported", sentence % facts, slug=known.slug)


def _event(told: dict[str, Any], slug: str, name: str) -> Event:
    values = games.EVENT.values(told["event"])
    rows = [_settings(row) for row in told["divisions"]]
    event = stage_event(
        # A demo is brought in under the name that says so.
        name=values["name"] if values["demo"] else name or values["name"], slug=slug or values["slug"],
        starts_on=values["starts_on"], ends_on=values["ends_on"], venue=values["venue"],
        preset=values["preset"] if values["preset"] in PRESETS else next(iter(PRESETS)), divisions=rows,
        demo=values["demo"],
    )  # fmt: skip
    event.school, event.preset = values["school"], values["preset"]
    told_ages = {name: values[name] for name in ("guards_unknown", "guards_unknown_by", "guards_unknown_at")}
    for name, value in told_ages.items():
        setattr(event, name, value)
    event.save(update_fields=["school", "preset", *told_ages])
    return event


def _counted(row: dict[str, Any]) -> dict[str, Any]:
    tables = [table for one in row["rounds"] for table in one["tables"]]
    played = sum(1 for one in row["rounds"] if one["status"] != Round.Status.PLANNED)
    counts = {"players": len(row["entrants"]), "rounds": played, "tables": len(tables)}
    return {"division": row["slug"], "name": row["name"], **counts}


def _settings(row: dict[str, Any]) -> dict[str, Any]:
    """A division's settings. Before there were wishes a cap of 0 repeats was stored and never applied; before there was a
    rule for points off they came off the spread alone.
    """
    found = games.DIVISION.values(row, *divisions.FIELDS)
    found["penalty_rule"] = row.get("penalty_rule", Division.PenaltyRule.SPREAD)
    return found if "wishes" in row else {**found, "max_repeats": found["max_repeats"] or None}


class _Filling:
    """One division of the archive on its way into the empty one made for it."""

    def __init__(
        self, ctx: Context, division: Division, row: dict[str, Any], private: bool, event: dict[str, Any]
    ) -> None:
        self.ctx, self.division, self.row, self.private = ctx, division, row, private
        # Before events had an answer, who is of unknown age was shown in full though nobody had been asked.
        self.asked = "guards_unknown" in event or event["school"] or division.school
        self.people: dict[int, Entrant] = {}
        self.started = any(one["status"] != Round.Status.PLANNED for one in row["rounds"])

    def fill(self) -> Legs:
        """Entrants, rounds, results; then what publishing and closing would have left behind. In legs."""
        # Who has a number first: a newcomer's temporary one must not be one that the file still needs.
        rows = sorted(self.row["entrants"], key=lambda one: not one.get("member_number"))
        for at, one in enumerate(rows):
            self.people[one["number"]] = self._entrant(one)
            if at % PEOPLE_A_LEG == PEOPLE_A_LEG - 1:
                yield None
        yield None
        self._substitutes()
        self._wishes()
        yield from Writer(self.division, self.people).write(self.row["rounds"])
        self._round_time()
        self._keep_division()
        yield None
        yield from self._settle()
        self._phones()
        self._line_ups()

    def _line_ups(self) -> None:
        """Line-ups of every round, and who may enter; archives made before there were any have none."""
        for number, lines in (self.row.get("line_ups") or {}).items():
            found, faults = lineups.read(self.division, lines)
            if faults:
                raise Refusal("bad-archive", *faults)
            keep_line_ups(self.division, int(number), found)
        asked = eligible.of_data(self.row.get("eligible") or {})
        if asked.asks:
            Eligibility.objects.create(division=self.division, conditions=asked.data)

    def _phones(self) -> None:
        """What phones may do. Claims and codes stay where they were made: what counts of them is in the results."""
        mode = self.row.get("phones", claims.REPORT)
        if mode != claims.REPORT:
            PhoneRule.objects.create(division=self.division, mode=mode)

    def _entrant(self, row: dict[str, Any]) -> Entrant:
        club = registry.club(row["club"]) if row.get("club") else None
        given, surname = self._name(row)
        player = registry.player(given=given, surname=surname, number=_number(row, given, surname), club=club)
        entrant = Entrant.objects.create(
            event=self.division.event, division=self.division, player=player, given=given, surname=surname, club=club,
            checked_in_at=clock.now() if self.started else None, **games.ENTRANT.values(row),
            **self._guard(row),
        )  # fmt: skip
        self._keep_private(player, row)
        Presence.objects.bulk_create(
            Presence(entrant=entrant, **games.PRESENCE.values(one)) for one in row["absences"]
        )
        return entrant

    def _name(self, row: dict[str, Any]) -> tuple[str, str]:
        """Given name and surname; of a guarded child no more than the public knows."""
        if "surname" in row:
            return row.get("given", ""), row["surname"]
        name = row["name"].removesuffix(f" ({row['club']})") if row.get("club") else row["name"]
        parts = GUARDED.fullmatch(name)
        return (parts["given"] or "", f"{parts['initial']}.") if parts else (name, name[:1].upper())

    def _guard(self, row: dict[str, Any]) -> dict[str, Any]:
        """Age and consent. Without private data: who was guarded there is guarded here, who was shown may be shown,
        unless the archive is of a time when nobody was asked about unknown ages.
        """
        if self.private:
            known = row.get("age") if row.get("age") in (ADULT, MINOR) else UNKNOWN
            return {"age": known, "display_consent": bool(row.get("display_consent"))}
        shown = "surname" in row
        return {
            "age": UNKNOWN if shown else MINOR,
            "display_consent": shown and self.asked and self.division.guards_unknown_age,
        }

    def _keep_private(self, player: Player, row: dict[str, Any]) -> None:
        told = row.get("private") if self.private else None
        if isinstance(told, dict):
            facts = {name: told.get(name) for name in games.PLAYER_PRIVATE.private}
            consent = bool(facts.pop("consent"))
            registry.keep_private(
                player, self.division.scope_key, consent=consent, by=self.ctx.actor_name, **facts
            )

    def _substitutes(self) -> None:
        for one in self.row["entrants"]:
            if leaves := self.people.get(one.get("substitute_for") or 0):
                Entrant.objects.filter(pk=self.people[one["number"]].pk).update(substitute_for=leaves)

    def _wishes(self) -> None:
        found, faults = wishes.read(self.division, self.row.get("wishes") or {})
        if faults:
            raise Refusal("bad-archive", *faults)
        Division.objects.filter(pk=self.division.pk).update(wishes=found)
        self.division.refresh_from_db()

    def _round_time(self) -> None:
        if told := self.row.get("round_time"):
            RoundTime.objects.create(division=self.division, **games.ROUND_TIME.values(told))

    def _keep_division(self) -> None:
        """Lots, the rules as they were frozen, what was released: as the file says, not as they would be made now."""
        values = games.DIVISION.values(self.row, *games.SETTLED)
        last = Result.objects.filter(table__round__division=self.division).count()
        Division.objects.filter(pk=self.division.pk).update(
            **values, frozen_at=clock.now() if values["ruleset_hash"] else None, entries=last,
            version=self.division.version + 1,
        )  # fmt: skip
        self.division.refresh_from_db()

    def _settle(self) -> Legs:
        Snapshot.objects.bulk_create(
            Snapshot(division=self.division, **games.SNAPSHOT.values(one))
            for one in self.row.get("snapshots", [])
        )
        unknown = {one["number"] for one in self.row["rounds"] if "basis" not in one}
        kept.keep_closed(self.division)
        history = yield lambda: halls.of_division(self.division)
        tables = yield lambda: standings_by_round(history, tuple(self.division.precedence))
        for row in self.division.rounds.exclude(status=Round.Status.PLANNED).order_by("number"):
            if row.number in unknown:
                Round.objects.filter(pk=row.pk).update(basis=pairing_adapter.basis(history, row.based_on))
            if row.status == Round.Status.CLOSED and "snapshots" not in self.row:
                yield from keep_snapshot(self.division, row.number, tables[row.number])


def _number(row: dict[str, Any], given: str, surname: str) -> str:
    """The member number to look the player up by. A temporary one means nothing elsewhere, and one that is somebody
    else's here is not taken over: both give way to a new temporary number.
    """
    number = str(row.get("member_number", ""))
    found = registry.of_number(number, fold(f"{surname} {given}"))
    kept = found.how == How.NEW or (found.player is not None and not found.player.is_temporary)
    return number if kept else ""
