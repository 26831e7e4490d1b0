"""Who holds which office at a club: the only place where offices are looked up."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.people.models import ClubHome, Officer

Offices = dict[Any, frozenset[str]]


def roles_at(user: User, club: Any) -> frozenset[str]:
    """The offices of a user at a club (or at the club of this id); none for an inactive user."""
    if not user.is_active:
        return frozenset()
    return frozenset(Officer.objects.filter(user=user, club=club).values_list("role", flat=True))


def offices_of(user: User) -> Offices:
    """All offices of a user, by the club's id."""
    found: Offices = {}
    for club, role in Officer.objects.filter(user=user).values_list("club", "role"):
        found[club] = found.get(club, frozenset()) | {role}
    return found if user.is_active else {}


def homes_of(user: User) -> QuerySet[ClubHome]:
    """The clubs a user holds an office at, by name."""
    rows = ClubHome.objects.filter(club__officers__user=user).distinct()
    return rows.select_related("club").order_by("club__name")


def club_context(user: User, home: ClubHome, via: str, *, request_id: str = "", key: str = "") -> Context:
    """The user's context at a club; without an office it holds no role."""
    roles = roles_at(user, home.club_id)
    return Context(user.actor, user.shown_as, home.scope_key, roles, via, request_id, key, user.person)
