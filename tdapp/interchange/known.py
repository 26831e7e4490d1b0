"""Who is there already, as plain records for `reconcile`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from tdapp.events.models import Entrant, Event
from tdapp.interchange.meeting import Known
from tdapp.interchange.reconcile import Plan
from tdapp.interchange.roster import RosterRow
from tdapp.people import registry
from tdapp.people.models import Player, PlayerPrivate
from tdapp.people.names import fold


def entrants(event: Event) -> list[Known]:
    """Everybody entered in the event, house players left out; three queries."""
    rows = list(
        Entrant.objects.filter(event=event, house=False)
        .select_related("division", "club", "player")
        .order_by("division__order", "number")
    )
    told = registry.of_players((row.player for row in rows), event.scope_key)
    return [_entrant(row, told.get(row.player_id)) for row in rows]


def _entrant(row: Entrant, private: PlayerPrivate | None) -> Known:
    return Known(
        id=str(row.pk), surname=row.surname, given=row.given, member=row.player.number if row.player else "",
        club=row.club.name if row.club else "", division=row.division.slug, rating=row.rating, team=row.team,
        klass=row.klass, fixed_table=row.fixed_table, fixed=row.division.frozen_at is not None,
        **_private(private),
    )  # fmt: skip


def players(event: Event, rows: Iterable[RosterRow]) -> list[Known]:
    """Players not entered in the event whose number or name stands in the rows."""
    rows = list(rows)
    keys = {fold(f"{row.surname} {row.given}") for row in rows}
    found = Player.objects.filter(
        Q(number__in=_numbers(rows)) | Q(key__in=keys, number__startswith="T-"), merged_into__isnull=True
    )
    found = found.exclude(entries__event=event).select_related("club")
    return [_player(row) for row in found.order_by("created_at", "number")]


def _numbers(rows: Iterable[RosterRow]) -> set[str]:
    return {row.member for row in rows if row.member}


def _player(row: Player) -> Known:
    """What other events were told of him stays theirs."""
    return Known(str(row.pk), row.surname, row.given, row.number, row.club.name if row.club else "")


def _private(row: PlayerPrivate | None) -> dict[str, Any]:
    if row is None:
        return {}
    facts: dict[str, Any] = {
        name: getattr(row, name) for name in ("birth_date", "birth_year", "consent", "guardian", "contact")
    }
    return facts


def registered(rows: Iterable[RosterRow]) -> frozenset[str]:
    """The member numbers in the rows that somebody has, or had before he was merged with another."""
    return frozenset(Player.objects.filter(number__in=_numbers(rows)).values_list("number", flat=True))


def numbers_of(plan: Plan) -> dict[str, str]:
    """The member numbers of the known players a plan enters, by their id."""
    ids = [one.player for one in plan.add if one.player]
    return {str(pk): number for pk, number in Player.objects.filter(pk__in=ids).values_list("pk", "number")}


def private_of(entrant: Entrant) -> dict[str, Any]:
    """What is stored privately of an entrant, as arguments of `entrant.private`."""
    empty: dict[str, Any] = {
        "birth_date": None, "birth_year": None, "consent": False, "guardian": "", "contact": "",
    }  # fmt: skip
    row = PlayerPrivate.objects.filter(player=entrant.player, scope=entrant.scope_key).first()
    return empty | ({name: getattr(row, name) for name in empty} if row else {})
