"""A whole event from tsh division files: people, pairings, results, starts, byes, forfeits, withdrawals.

What the files say beyond that is kept on entrants and divisions, so that `exporting` writes it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from pairings import history as h
from pairings.standings import Row, standings_by_round
from pairings.tsh import TshPlayer
from tdapp.desk import engine, standings
from tdapp.desk import history as halls
from tdapp.desk.commands.pairing import freeze
from tdapp.desk.models import Snapshot
from tdapp.events.commands.setup import create_event
from tdapp.events.models import Division, Entrant, Event, Presence, Round
from tdapp.interchange.tsh import agreeing, rounds
from tdapp.interchange.tsh.naming import parts
from tdapp.interchange.tsh.reading import Read, read_files
from tdapp.kernel import audit, canonical, clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.people import registry
from tdapp.people.models import Player

SPARE_TABLES = 10
# A tsh player's password for its own web entry: nothing of ours uses it, so it is neither stored nor exported.
SECRETS = frozenset({"password"})


@command("event.import", needs="installation.create_event", private=("files",))
def import_event(
    ctx: Context, target: Installation, *, files: Sequence[tuple[str, bytes]], name: str, slug: str = "",
    starts_on: date | None = None, preset: str = "pspa-open", ruleset: str = "", sure: bool = False,
) -> Change:  # fmt: skip
    """Create an event from .t files, (file name, bytes) each, one division a file; everything or nothing.

    Results count as confirmed; a round is closed when all its tables have one. Refuses (422) with one sentence for
    each mistake in the files, and as `event.create` does; unless `sure`, also standings that come out otherwise than
    the file's own.
    """
    read = read_files(files)
    values = [_division(one, offset, ruleset) for one, offset in zip(read, _offsets(read), strict=True)]
    made = create_event(
        replace(ctx, key=""), target, name=name, slug=slug, preset=preset, divisions=values,
        starts_on=starts_on or clock.today(),
    )  # fmt: skip
    event = Event.objects.get(slug=made["slug"])
    facts, told = [], []
    for one, offset in zip(read, _offsets(read), strict=True):
        division = event.divisions.select_related("event").get(slug=one.slug)
        fill(ctx, division, one, offset, sure=sure)
        facts.append(
            {
                "division": one.slug,
                "sha256": one.digest,
                "players": len(one.file.players),
                "rounds": one.rounds,
            }
        )
        told.append({**facts[-1], "lost": division.extras["not_in_the_file"]})
    audit.write(replace(ctx, scope=event.scope_key), "event.import", str(event), after={"files": facts})
    return Change(
        {"slug": event.slug, "name": event.name, "divisions": told}, str(event), None, {"files": facts}
    )


def _offsets(read: Sequence[Read]) -> list[int]:
    """What is added to each file's table numbers: every file counts from 1, in the hall they are unique."""
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
    return values | ({"ruleset": ruleset} if ruleset else {})


def fill(ctx: Context, division: Division, one: Read, offset: int, *, sure: bool = False) -> None:
    """Write one file that was read into an empty division; `offset` is added to its table numbers.

    Refuses (422), unless `sure`, when the division's standings are not those of the file.
    """
    one = agreeing.with_byes(one, division)
    if one.penalised:
        division.penalty_rule = Division.PenaltyRule.SPREAD
    people = _entrants(division, one)
    Presence.objects.bulk_create(
        Presence(
            entrant=people[entrant.id], first=absence.first, last=absence.last, intent=absence.intent,
            kind=Presence.Kind.WITHDRAWN, reason=_("Withdrawn in the imported file."),
        )
        for entrant in one.history.entrants
        for absence in entrant.absences
    )  # fmt: skip
    file = one.file
    division.extras["tsh"] = {
        "encoding": file.encoding, "newline": file.newline, "final_newline": file.final_newline, "offset": offset,
    }  # fmt: skip
    division.extras["not_in_the_file"] = list(one.lost)
    division.entries = rounds.write(ctx, division, one.history, people, offset, drawn=_drawn(one))
    division.version += 1
    division.save(update_fields=["extras", "entries", "penalty_rule", "version"])
    differing = _settle(division, one)
    division.extras["not_in_the_file"] += differing
    division.save(update_fields=["extras"])
    if not sure:
        agreeing.refuse_differing(differing)


def _entrants(division: Division, one: Read) -> dict[str, Entrant]:
    """The entrants by the id the history gives them (their line's number as text)."""
    rows = {
        entrant.id: _entrant(division, entrant, line)
        for entrant, line in zip(one.history.entrants, one.file.players, strict=True)
    }
    Entrant.objects.bulk_create(rows.values())
    return rows


def _entrant(division: Division, entrant: h.Entrant, line: TshPlayer) -> Entrant:
    surname, given, _member = parts(line.name)
    games = line.numbers("lifeg")
    return Entrant(
        event=division.event, division=division, player=_player(line), number=entrant.seed, given=given, surname=surname,
        team=entrant.team, klass=entrant.klass, rating=entrant.rating, checked_in_at=clock.now(),
        lifetime_games=min(max(games[0], 0), 100_000) if games else 0, house=entrant.house, extras={"tsh": _kept(line)},
    )  # fmt: skip


def _player(line: TshPlayer) -> Player:
    surname, given, member = parts(line.name)
    return registry.player(given=given, surname=surname, number=member, club=None)


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


def _settle(division: Division, one: Read) -> list[str]:
    """What publishing and closing would have left behind: frozen rules, the basis of each round, snapshots.

    Answers what the standings then say otherwise than the file.
    """
    if not division.rounds.exists():
        return []
    freeze(division)
    history = halls.of_division(division)
    tables = standings_by_round(history, tuple(division.precedence))
    for row in division.rounds.order_by("number"):
        Round.objects.filter(pk=row.pk).update(basis=engine.basis(history, row.based_on))
        if row.status == Round.Status.CLOSED:
            keep_snapshot(division, row.number, tables[row.number])
    return agreeing.said(one, history, tables[-1])


def keep_snapshot(division: Division, after: int, ranked: tuple[Row, ...]) -> None:
    """Store the standings as closing the round would have; all rounds are counted in one pass."""
    rows = canonical.plain(standings.as_rows(division, after, public=False, rows=ranked))
    Snapshot.objects.create(
        division=division, after=after, why="closed", version=division.version, rows=rows, digest=canonical.digest(rows)
    )  # fmt: skip
