"""Have the demo made beside the day; take it away with everything that came with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import ProtectedError, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from tdapp.demo.making import club, rated, season, words
from tdapp.events.models import Entrant, Event
from tdapp.events.setup.demo_job import KIND, NEEDS, failed, waiting
from tdapp.interchange.copies import rehearsing
from tdapp.kernel import clock, context, jobs
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.kernel.running.giving_way import giving_way
from tdapp.people.models import Club, Player, RatingList


def events() -> QuerySet[Event]:
    """The events of the demo, one that is being made or was put away too; the newest first."""
    return Event.objects.filter(demo=True)


@command("demo.make", "demo asked for", needs=NEEDS)
def make_later(ctx: Context, target: Installation) -> Change:
    """Let the worker make the demo. Refuses (409) while there is one, or one is being made."""
    if waiting():
        raise _busy()
    if (known := events().filter(deleted_at=None).first()) is not None:
        raise Conflict(
            "demo-there", _("There is a demo already: %(name)s.") % {"name": known.name}, slug=known.slug
        )
    row = jobs.enqueue(ctx, KIND, {})
    return Change({"job": str(row.pk)}, "demo")


@giving_way()
def make_now(
    ctx: Context, step: season.Step = season._quiet, holds: Callable[[], bool] = lambda: True
) -> list[Event]:
    """The demo, made here and now by the commands of everybody's events; what a killed worker left is thrown away first,
    and nothing is left of one that is stopped. Between its commands pages have the database to themselves.

    `ctx`: the program's own, outside events. `holds`: whether the work is still the caller's; what lies there is that of
    whoever took it over otherwise, and stays.
    """
    # Whoever asks for an address loads the code of every page, a second's work: not while everybody waits for the database.
    reverse("events:home")
    with transaction.atomic():
        _all_away()
    try:
        made = season.make(ctx, clock.now(), step)
    except BaseException:
        with transaction.atomic():
            if holds():
                _all_away()
        raise
    with transaction.atomic():
        failed().delete()
        # What an attempt that lost its turn still began.
        for event in events().exclude(pk__in=[row.pk for row in made]):
            rehearsing.away(event)
    return made


@jobs.job(KIND, again=(Conflict, DatabaseError))
def make_in_background(run: jobs.JobRun) -> dict[str, Any]:
    """The same by the worker, with its progress; tried again where another attempt, not yet stopped, was in the way."""
    return {"events": [row.slug for row in make_now(context.system(), run.step, run.holds)]}


def make_waiting() -> bool:
    """Carry out the order that waits, here instead of in a worker; whether there was one. Refuses (409) while a worker
    is at it, and what kept it from being made.
    """
    if (order := waiting()) is None:
        return False
    jobs.run(order.pk)
    order.refresh_from_db()
    if order.status == order.Status.FAILED:
        raise Refusal("demo-failed", order.message)
    if order.status != order.Status.DONE:
        raise _busy()
    return True


def _busy() -> Conflict:
    return Conflict("busy", _("The demo is being made already; wait for it."))


@command("demo.remove", "demo removed", needs=NEEDS, also=rated.scopes)
def remove(ctx: Context, target: Installation) -> Change:
    """Take away every event of the demo for good, its club, ratings and list of words, and the people nobody else speaks of."""
    if (order := waiting()) is not None:
        jobs.cancel(order.pk)
    names = list(events().order_by("sequence").values_list("name", flat=True))
    if order is None and not names and not RatingList.objects.filter(demo=True).exists():
        raise Refusal("no-demo", _("There is no demo here; nothing was removed."))
    _all_away()
    return Change({"removed": names}, "demo", {"events": names}, None)


def _all_away() -> None:
    """Inside a transaction."""
    named = Entrant.objects.filter(event__demo=True).order_by()
    people = list(named.exclude(player=None).values_list("player", flat=True).distinct())
    clubs = list(named.exclude(club=None).values_list("club", flat=True).distinct())
    rated.away()
    for event in events():
        rehearsing.away(event)
    club.away()
    words.away()
    _forget(Player.objects.filter(pk__in=people, entries=None, privates=None, merged=None, ratings=None))
    _forget(Club.objects.filter(pk__in=clubs, entries=None, players=None, rating_lists=None))


def _forget(rows: Iterable[Player] | Iterable[Club]) -> None:
    """Each of them whom no other room names."""
    for row in rows:
        try:
            with transaction.atomic():
                row.delete()
        except ProtectedError:
            continue
