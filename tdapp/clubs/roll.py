"""A club's members as its officers list them: filtered, each with age band, standing and what they played in public."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q

from tdapp.people import registry
from tdapp.people.models import ClubHome, ClubMember, Player, PlayerPrivate
from tdapp.people.names import MINOR, UNKNOWN, fits, listed_name, order_key, words_of

STATES = ("lapsed", "paid", "juniors")


@dataclass(frozen=True, slots=True)
class Line:
    """A member; `junior`: to be guarded, by what the club was told or because a school's pupils are."""

    row: ClubMember
    player: Player
    name: str
    age: str
    junior: bool
    lapsed: bool


def lines(home: ClubHome, today: date, typed: str = "", state: str = "") -> list[Line]:
    """The members that fit, in the order of names; two queries."""
    rows = ClubMember.objects.filter(_in_state(state, today), club=home.club_id)
    members = list(rows.select_related("player__merged_into"))
    told = _told(members, home.scope_key)
    found = [_line(home, row, told.get(row.player_id), today) for row in members]
    words = words_of(typed[:80]) if typed.strip() else []
    kept = [
        one for one in found
        if (not words or fits(words, one.name, one.row.number, one.player.number))
        and (state != "juniors" or one.junior)
    ]  # fmt: skip
    return sorted(kept, key=lambda one: (order_key(one.player.given, one.player.surname), one.row.number))


def _in_state(state: str, today: date) -> Q:
    lapsed = Q(paid_until__lt=today)
    return {"lapsed": lapsed, "paid": ~lapsed | Q(paid_until=None)}.get(state, Q())


def _told(members: list[ClubMember], scope: str) -> dict[Any, PlayerPrivate]:
    return registry.of_players([row.player for row in members], scope)


def line(home: ClubHome, row: ClubMember, today: date) -> Line:
    """One member."""
    return _line(home, row, _told([row], home.scope_key).get(row.player_id), today)


def _line(home: ClubHome, row: ClubMember, told: PlayerPrivate | None, today: date) -> Line:
    player = row.player.merged_into or row.player
    age = registry.age_of(today, told, ())
    junior = age == MINOR or (age == UNKNOWN and home.is_school)
    return Line(row, player, listed_name(player.given, player.surname), age, junior, row.lapsed_on(today))
