"""Helpers who also play: so that nobody alone enters, confirms or rules on his own game."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.events.models import Entrant, Event, Membership, Person, people_in, tell_apart
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Missing
from tdapp.people.names import fold


@command("member.plays", "said who plays", needs="member.manage")
def plays_as(ctx: Context, event: Event, *, user: User, entrant: Entrant | None) -> Change:
    """Say which entrant a member is here, or that he does not play here (None).

    It holds at this event only. Who was never said to be anybody is that player elsewhere too, until it is said there:
    that adds a guard, and no word of one event ever takes away one at another.
    """
    rows = Membership.objects.filter(event=event, user=user)
    mine = rows.first()
    if mine is None:
        raise Missing("missing", _("There is no such person here."))
    if entrant is not None and entrant.event_id != event.pk:
        raise Missing("missing", _("There is no such entry here."))
    before = {"user": user.username, "plays": person_of(mine, user) != ""}
    person = str(entrant.player_id) if entrant and entrant.player_id else ""
    rows.update(person=person)
    User.objects.filter(pk=user.pk, person="").update(person=person)
    told = {"user": user.username, "plays": entrant.number if entrant else None}
    return Change(told, str(event), before, told)


def person_of(row: Membership, user: User) -> str:
    """The player id of a member at the event of his row, "" when he does not play."""
    return user.person if row.person is None else row.person


def of_name(event: Event, name: str) -> str:
    """The player id of the one entrant who is called like this, "" when nobody or more than one is."""
    wanted = fold(name.replace(",", " "))
    rows = event.entrants.exclude(player=None)
    found = {str(row.player_id) for row in rows if wanted in _names(row)}
    return found.pop() if len(found) == 1 else ""


def _names(row: Entrant) -> set[str]:
    return {fold(f"{row.given} {row.surname}"), fold(f"{row.surname} {row.given}")}


def shown(event: Event) -> dict[str, Person]:
    """The event's entrants by player id, for saying who plays as whom."""
    found = dict(people_in(event.entrants.exclude(player=None), *event.divisions.all(), key="player"))
    tell_apart(list(found.values()), public=False)
    return {str(player): one for player, one in sorted(found.items(), key=lambda item: item[1].order)}


def entrant_of(event: Event, pk: str) -> Entrant | None:
    """The entrant of this id in the event; None for an empty choice."""
    return find(event.entrants.select_related("player"), pk=pk) if pk else None
