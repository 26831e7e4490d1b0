"""The club that runs the demo: its page, its members, its season, its officers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from tdapp.clubs.commands.homes import edit_page, open_club, set_colour
from tdapp.clubs.commands.members import add_member
from tdapp.clubs.commands.offices import OFFICER, take_office
from tdapp.clubs.commands.seasons import add_season
from tdapp.clubs.models import Season
from tdapp.demo.making.cast import CLUBS, Somebody
from tdapp.demo.making.stage import inside
from tdapp.events.models import Event
from tdapp.events.setup.commands.for_a_club import hand_over
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry, Invitation, User
from tdapp.people.models import ClubHome, ClubMember, FormerName, Officer, PlayerPrivate

NAME, SLUG = CLUBS[0], "demo-club"
PAGE = {
    "about": "We play on Saturdays at two, in Bulwagang Baybayin.\n"
    "Naglalaro kami tuwing Sabado, alas-dos ng hapon, sa Bulwagang Baybayin.",
    "joining": "Come along and play a game. / Pumunta at maglaro.",
    "contact": "Bulwagang Baybayin, Saturdays / tuwing Sabado",
}
COLOUR = "#0b5d7a"
POINTS, LAPSED = "20 16 13 11 10 9 8 7 6 5 4 3 2 1", 1


def keep(ctx: Context, events: Sequence[Event], people: Sequence[Somebody], day: date) -> None:
    """Open the club and hand it the demo's events; nothing where somebody keeps a club at its address.

    `people`: the cast; those of the club are its members. `day`: today, which the season is around.
    """
    if ClubHome.objects.filter(slug=SLUG).exists():
        return
    open_club(ctx, Installation(), name=NAME, slug=SLUG)
    home = ClubHome.objects.select_related("club").get(slug=SLUG)
    here = context.system(home.scope_key, via=ctx.via)
    edit_page(here, home, seen=home.version, public=True, **PAGE)
    set_colour(here, home, colour=COLOUR)
    for event in events:
        hand_over(inside(ctx, event), event, home=home)
    _members(here, home, [one for one in people if one.club == NAME], day)
    add_season(
        here, home, name=f"Season {day.year}", starts_on=min(event.starts_on for event in events),
        ends_on=day + timedelta(days=120), as_scored=False, points=POINTS, rest=1, best=0, school_best=0, public=True,
    )  # fmt: skip
    for user in User.objects.filter(operator=True, is_active=True):
        take_office(here, home, user=user, role=OFFICER)


def _members(ctx: Context, home: ClubHome, people: Sequence[Somebody], day: date) -> None:
    """Who has the club's name, with numbers; the first has not paid this year yet."""
    for at, one in enumerate(people):
        paid = day + timedelta(days=-30 if at < LAPSED else 200)
        add_member(
            ctx, home, given=one.given, surname=one.surname, federation_number=one.number, number=f"K-{at + 1:02d}",
            since=day - timedelta(days=400 + 90 * at), paid_until=paid,
        )  # fmt: skip


def away() -> None:
    """Take the club away, with its log, inside a transaction and after the demo's events; not one that runs a real event."""
    for home in ClubHome.objects.filter(slug=SLUG, club__name=NAME):
        if Event.objects.filter(host=home.club_id).exists():
            continue
        for model in (Season, ClubMember, Officer, FormerName):
            model._base_manager.filter(club=home.club_id).delete()
        Invitation.objects.filter(payload__home=str(home.pk)).delete()
        for told in (AuditEntry, PlayerPrivate):
            told._base_manager.filter(scope=home.scope_key).delete()
        home.delete()
