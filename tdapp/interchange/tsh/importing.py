"""A whole event from tsh division files: people, pairings, results, starts, byes, forfeits, withdrawals.

What the files say beyond that is kept on entrants and divisions, so that `exporting` writes it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from core import canonical
from pairings.event import history as h
from pairings.formats.tsh import TshPlayer
from pairings.standings.standings import Row, standings_by_round
from tdapp.desk.ledger import division_standings, pairing_adapter
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger.rounds import kept
from tdapp.desk.models import Snapshot
from tdapp.desk.pairing.commands.publishing import freeze
from tdapp.events.entries.commands.minors import refuse_unreadable, settle_minors
from tdapp.events.models import Division, Entrant, Event, Presence, Round
from tdapp.events.setup.commands.creating import reveal, stage_event
from tdapp.interchange import staging
from tdapp.interchange.tsh import compare_standings, rounds
from tdapp.interchange.tsh.folder import read_event
from tdapp.interchange.tsh.known_people import KnownPeople
from tdapp.interchange.tsh.naming import parts
from tdapp.interchange.tsh.reading import Read
from tdapp.kernel import audit, clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.log.facts import note_ready, ready
from tdapp.kernel.log.gathering import Ready
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.running.legs import Legs, Undo
from tdapp.people import registry
from tdapp.people.models import Club, Player

SPARE_TABLES = 10
PEOPLE_A_LEG = 20
# A tsh player's password for its own web entry: nothing of ours uses it, so it is neither stored nor exported.
SECRETS = frozenset({"password"})


@command("event.import", "event read from a file", needs="installation.create_event", private=("files",))
def import_event(
    ctx: Context, target: Installation, *, files: Sequence[tuple[str, bytes]], name: str = "", slug: str = "",
    starts_on: date | None = None, preset: str = "pspa-open", ruleset: str = "", sure: bool = False,
    minors: str = "", columns: str = "", known_people: bool = False, more_games: bool = False,
) -> Legs:  # fmt: skip
    """Create an event from .t files, (file name, bytes) each, one division a file, or from a tsh folder as `folder` reads
    it, which names itself; everything or nothing.

    Results count as confirmed; a round is closed when all its tables have one. Refuses (422) with one sentence for
    each mistake in the files, and as `event.create` does; unless `sure`, also standings that come out otherwise than
    the file's own. `minors`: yes or no, whether there are minors among players without a birth date; without an
    answer they are shown as children until there is one. `known_people`: who has the name of one person here is that
    person; else a name without a number is somebody new. `more_games`: of a table of results, somebody may have several
    games in one round; each beyond the first stands in a round behind the last.
    """
    refuse_unreadable(minors)
    event = yield from staged(
        ctx, files=files, name=name, slug=slug, starts_on=starts_on, preset=preset, ruleset=ruleset, sure=sure,
        columns=columns, known_people=known_people, more_games=more_games,
    )  # fmt: skip
    rows = yield lambda: ready(event.scope_key)
    facts = finished(ctx, event, rows, minors)
    extras = dict(event.divisions.values_list("slug", "extras"))
    told = [{**one, "lost": extras[one["division"]]["not_in_the_file"]} for one in facts]
    return Change(
        {"slug": event.slug, "name": event.name, "divisions": told}, str(event), None, {"files": facts}
    )


def staged(
    ctx: Context, *, files: Sequence[tuple[str, bytes]], name: str = "", slug: str = "", starts_on: date | None = None,
    preset: str = "pspa-open", ruleset: str = "", sure: bool = False, columns: str = "", known_people: bool = False,
    more_games: bool = False,
) -> Legs:  # fmt: skip
    """The event of these files, filled out of sight, in legs; what `finished` makes valid."""
    found = yield lambda: read_event(files, columns, more_games)
    read = found.divisions
    if not (name or found.name):
        raise Refusal("no-name", _("The event needs a name: these files have none."))
    values = [_division(one, offset, ruleset) for one, offset in zip(read, _offsets(read), strict=True)]
    event = stage_event(
        name=name or found.name, slug=slug, preset=preset, divisions=values,
        starts_on=starts_on or found.starts_on or clock.today(),
    )  # fmt: skip
    event.extras[FACTS] = [
        {"division": one.slug, "sha256": one.digest, "players": len(one.file.players), "rounds": one.rounds}
        for one in read
    ]
    event.save(update_fields=["extras"])
    yield Undo(lambda: staging.clear(event))
    people = (yield KnownPeople) if known_people else None
    for one, offset in zip(read, _offsets(read), strict=True):
        division = event.divisions.select_related("event").get(slug=one.slug)
        yield from fill(ctx, division, one, offset, sure=sure, known=people)
    return event


# What the log will say of the files, while their event is staged.
FACTS = "facts_of_the_files"


def finished(ctx: Context, event: Event, rows: Ready, minors: str = "") -> list[dict[str, Any]]:
    """Make the event of .t files valid, inside a command, with its rows made ready; what the log says of each file."""
    facts: list[dict[str, Any]] = event.extras.pop(FACTS)
    settle_minors(ctx, event, minors)
    reveal(ctx, event)
    note_ready(event.scope_key, rows, Event, Division)
    audit.write(replace(ctx, scope=event.scope_key), "event.import", str(event), after={"files": facts})
    return facts


def _offsets(read: Sequence[Read]) -> list[int]:
    """What is added to each file's table numbers: every file counts from 1, in the hall they are unique. A config.tsh may
    say where each division's begin.
    """
    if all("table_first" in one.settings for one in read):
        return [one.settings["table_first"] - 1 for one in read]
    offsets, last = [], 0
    for one in read:
        offsets.append(last)
        last += one.tables + SPARE_TABLES
    return offsets


def _division(one: Read, offset: int, ruleset: str) -> dict[str, Any]:
    values: dict[str, Any] = {
        "name": one.name, "slug": one.slug, "table_first": offset + 1,
        "table_last": offset + one.tables + SPARE_TABLES, **one.forfeits,
    }  # fmt: skip
    if one.rounds:
        values["plan"] = f"manual 1-{one.rounds}" if one.rounds > 1 else "manual 1"
    return values | dict(one.settings) | ({"ruleset": ruleset} if ruleset else {})


def fill(
    ctx: Context, division: Division, one: Read, offset: int, *, sure: bool = False, known: KnownPeople | None = None
) -> Legs:  # fmt: skip
    """Write one file that was read into an empty division, in legs; `offset` is added to its table numbers. `known`: whose
    names are enough.

    Refuses (422), unless `sure`, when the division's standings are not those of the file.
    """
    one = yield partial(compare_standings.with_byes, one, division)
    if one.penalised:
        division.penalty_rule = Division.PenaltyRule.SPREAD
    if len(one.caps) > 1:
        division.wishes = {**division.wishes, "spread_caps": list(one.caps)}
    people = yield from _entrants(division, one, known)
    Presence.objects.bulk_create(
        Presence(
            entrant=people[entrant.id], first=absence.first, last=absence.last, intent=absence.intent,
            kind=Presence.Kind.WITHDRAWN if absence.withdrawn else Presence.Kind.AWAY,
            reason=_("Withdrawn in the imported file.") if absence.withdrawn else _("From the imported file."),
        )
        for entrant in one.history.entrants
        for absence in entrant.absences
    )  # fmt: skip
    file = one.file
    division.extras["tsh"] = {
        "encoding": file.encoding, "newline": file.newline, "final_newline": file.final_newline, "offset": offset,
    }  # fmt: skip
    division.extras["not_in_the_file"] = [*one.lost, *(known.told(len(people)) if known else ())]
    division.entries = yield from rounds.write(ctx, division, one.history, people, offset, drawn=_drawn(one))
    division.version += 1
    division.save(update_fields=["extras", "entries", "penalty_rule", "version", "wishes"])
    differing = yield from _settle(division, one)
    division.extras["not_in_the_file"] += differing
    division.save(update_fields=["extras"])
    if not sure:
        compare_standings.refuse_differing(differing)


def _entrants(division: Division, one: Read, known: KnownPeople | None) -> Legs:
    """The entrants by the id the history gives them (their line's number as text)."""
    rows: dict[str, Entrant] = {}
    for at, (entrant, line) in enumerate(zip(one.history.entrants, one.file.players, strict=True)):
        rows[entrant.id] = _entrant(division, entrant, line, known)
        rows[entrant.id].save(force_insert=True)
        if at % PEOPLE_A_LEG == PEOPLE_A_LEG - 1:
            yield None
    yield None
    return rows


def _entrant(division: Division, entrant: h.Entrant, line: TshPlayer, known: KnownPeople | None) -> Entrant:
    surname, given, _member = parts(line.name)
    games, club = line.numbers("lifeg"), registry.club(entrant.club)
    return Entrant(
        event=division.event, division=division, player=_player(line, club, known), number=entrant.seed, given=given,
        surname=surname, club=club, team=entrant.team, klass=entrant.klass, rating=entrant.rating,
        checked_in_at=clock.now(), lifetime_games=min(max(games[0], 0), 100_000) if games else 0, house=entrant.house,
        extras={"tsh": _kept(line)},
    )  # fmt: skip


def _player(line: TshPlayer, club: Club | None, known: KnownPeople | None) -> Player:
    surname, given, member = parts(line.name)
    if known and not member and (found := known.find(given, surname)):
        return found
    player = registry.player(given=given, surname=surname, number=member, club=club)
    if known and member:
        known.met(player)
    return player


def _kept(line: TshPlayer) -> dict[str, Any]:
    """What a line says beyond opponents and scores, as it stands; secrets are not taken over."""
    keys = [list(item) for item in line.extras if item[0] not in SECRETS]
    return {"name": line.name, "gap": line.gap, "closed": line.closed, "keys": keys}


def _drawn(one: Read) -> frozenset[tuple[int, str]]:
    """(round, line) where the file leaves the start to a draw at the table (`p12` 3)."""
    return frozenset(
        (at, str(number))
        for number, line in enumerate(one.file.players, start=1)
        for at, mark in enumerate(line.numbers("p12"), start=1)
        if mark == rounds.TO_BE_DRAWN
    )


def _settle(division: Division, one: Read) -> Legs:
    """What publishing and closing would have left behind: frozen rules, the basis of each round, snapshots.

    Answers what the standings then say otherwise than the file.
    """
    if not division.rounds.exists():
        return []
    freeze(division)
    kept.keep_closed(division)
    history = yield lambda: halls.of_division(division)
    tables = yield lambda: standings_by_round(history, tuple(division.precedence))
    for row in division.rounds.order_by("number"):
        basis = yield partial(pairing_adapter.basis, history, row.based_on)
        Round.objects.filter(pk=row.pk).update(basis=basis)
        if row.status == Round.Status.CLOSED:
            yield from keep_snapshot(division, row.number, tables[row.number])
    differing = yield partial(compare_standings.disagreements, one, history, tables[-1])
    return differing


def keep_snapshot(division: Division, after: int, ranked: tuple[Row, ...]) -> Legs:
    """Store the standings as closing the round would have; all rounds are counted in one pass. In legs."""
    rows = yield lambda: division_standings.stored_rows(division, after, ranked)
    Snapshot.objects.create(
        division=division, after=after, why="closed", version=division.version, rows=rows, digest=canonical.digest(rows)
    )  # fmt: skip
