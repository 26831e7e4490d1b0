"""People nobody knows yet, entered all at once: what `entrant.add` does for one, in a dozen inserts for a thousand.

Called from inside `roster.apply`, whose line in the log names every one of them. A test holds the two equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from django.db.models import Max

from tdapp.events.commands.entrants import LOGGED, last_published, refuse_bad_values
from tdapp.events.models import Division, Entrant, Presence, as_data
from tdapp.interchange.roster import RosterRow
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.people import registry
from tdapp.people.models import Club, Player, PlayerPrivate
from tdapp.people.names import age_band, fold

MISSED = Presence.Intent.UNSCORED
BATCH = 500


def enter(ctx: Context, divisions: Mapping[str, Division], rows: Sequence[RosterRow]) -> list[dict[str, Any]]:
    """Make player, private data and entry of everybody; nobody's number may be known. Returns what the log may know."""
    clubs = {row.home: registry.club(row.home) for row in rows}
    players = _players(rows, clubs)
    privates = _privates(ctx, rows, players)
    entrants = list(_entrants(divisions, rows, players, privates))
    Entrant.objects.bulk_create(entrants, BATCH)
    _note_late_entries(entrants)
    return [{**as_data(entrant, *LOGGED), "division": entrant.division.slug} for entrant in entrants]


def _players(rows: Sequence[RosterRow], clubs: Mapping[str, Club | None]) -> list[Player]:
    first = int(registry.temporary_number().removeprefix("T-"))
    temporary = (f"T-{number}" for number in count(first))
    players = [
        Player(
            number=row.member or next(temporary), given=row.given, surname=row.surname,
            key=fold(f"{row.surname} {row.given}"), club=clubs[row.home],
        )
        for row in rows
    ]  # fmt: skip
    return Player.objects.bulk_create(players, BATCH)


def _privates(ctx: Context, rows: Sequence[RosterRow], players: Sequence[Player]) -> dict[Any, PlayerPrivate]:
    """The private rows by player; nothing said, nothing stored."""
    made = [
        _private(ctx, row, player)
        for row, player in zip(rows, players, strict=True)
        if row.birth_date or row.birth_year or row.guardian or row.contact or row.consent
    ]
    return {row.player_id: row for row in PlayerPrivate.objects.bulk_create(made, BATCH)}


def _private(ctx: Context, row: RosterRow, player: Player) -> PlayerPrivate:
    agreed: dict[str, Any] = {
        "consent": True, "consent_by": ctx.actor_name[:160], "consent_at": clock.now(),
        "notice_version": registry.NOTICE_VERSION,
    }  # fmt: skip
    return PlayerPrivate(
        player=player, scope=ctx.scope, birth_date=row.birth_date, birth_year=row.birth_year, guardian=row.guardian,
        contact=row.contact, **(agreed if row.consent else {}),
    )  # fmt: skip


def _entrants(
    divisions: Mapping[str, Division], rows: Sequence[RosterRow], players: Sequence[Player],
    privates: Mapping[Any, PlayerPrivate],
) -> Iterator[Entrant]:  # fmt: skip
    numbers: dict[str, Iterator[int]] = {}
    for row, player in zip(rows, players, strict=True):
        division = divisions[row.division]
        if row.division not in numbers:
            numbers[row.division] = _numbers(division)
        yield _entrant(division, row, player, privates.get(player.pk), next(numbers[row.division]))


def _numbers(division: Division) -> Iterator[int]:
    """The numbers after the last one; the division is locked so that nobody at the door takes the same."""
    Division.objects.select_for_update().get(pk=division.pk)
    return count((division.entrants.aggregate(last=Max("number"))["last"] or 0) + 1)


def _entrant(
    division: Division, row: RosterRow, player: Player, private: PlayerPrivate | None, number: int
) -> Entrant:
    values = {
        "given": row.given, "surname": row.surname, "team": row.team, "klass": row.klass, "rating": row.rating or 0,
        "fixed_table": row.fixed_table,
    }  # fmt: skip
    refuse_bad_values(values)
    born = (private.birth_date, private.birth_year) if private else (None, None)
    return Entrant(
        event=division.event, division=division, player=player, number=number, club=player.club,
        age=age_band(*born, division.event.starts_on), display_consent=bool(private and private.consent), **values,
    )  # fmt: skip


def _note_late_entries(entrants: Sequence[Entrant]) -> None:
    """Rounds already published count as missed, as at the door."""
    gone = {row.division.pk: last_published(row.division) for row in entrants}
    Presence.objects.bulk_create(
        Presence(entrant=row, first=1, last=last, kind=Presence.Kind.LATE, intent=MISSED)
        for row in entrants
        if (last := gone[row.division.pk])
    )
