"""The demo's rating list: values of a year, invented, and last month's open on top of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta

from tdapp.demo.making.cast import Somebody
from tdapp.events.models import Event
from tdapp.kernel import audit, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry, AuditHead
from tdapp.people.models import Player, RatingList
from tdapp.ratings.keeping.commands.lists import Standing, create_list, set_values
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.runs.commands.runs import rate

SLUG, NAME, NOTE = "demo", "Demo ratings", "Demo: invented"
# So long before the open values were set, the oldest first.
BEFORE = (timedelta(days=330), timedelta(days=240), timedelta(days=150), timedelta(days=60))
GAMES, GAMES_BETWEEN = 60, 18


def rate_open(ctx: Context, event: Event, people: Sequence[Somebody], seed: int, day: date) -> RatingList:
    """A list of the demo's own with a past, and every rated division of the event on it."""
    slug = SLUG if not RatingList.objects.filter(slug=SLUG).exists() else "demo-ratings"
    create_list(
        context.system(via=ctx.via),
        Installation(),
        slug=slug,
        facts={"name": NAME, "public": True},
        demo=True,
    )
    row = RatingList.objects.get(slug=slug)
    here = context.system(row.scope_key, via=ctx.via)
    known = Player.objects.filter(entries__event__demo=True).in_bulk(
        [one.number for one in people], field_name="number"
    )
    drawn = random.Random(seed)  # noqa: S311 - invented ratings, not secrets
    for at, before in enumerate(BEFORE):
        left = len(BEFORE) - 1 - at
        values = [
            Standing(known[one.number], max(300, one.rating - round(left * drawn.gauss(18, 30))), GAMES + GAMES_BETWEEN * at)
            for one in people if one.number in known
        ]  # fmt: skip
        set_values(here, row, values=values, on=day - before, note=NOTE, seen=_version(row))
    rate(here, row, divisions=[one.pk for one in event.divisions.all()], seen=_version(row))
    return row


def _version(row: RatingList) -> int:
    row.refresh_from_db(fields=["version"])
    return row.version


def scopes() -> list[str]:
    """The scopes of the demo's lists."""
    return [row.scope_key for row in RatingList.objects.filter(demo=True)]


def away() -> None:
    """Take the demo's lists away with their logs, inside a transaction; nobody writes into them meanwhile."""
    audit.lock_all(scopes())
    lists = RatingList.objects.filter(demo=True)
    RatingChange.objects.filter(run__rating_list__in=lists).delete()
    RatingRun.objects.filter(rating_list__in=lists).delete()
    for row in lists:
        row.values.all().delete()
        for told in (AuditEntry, AuditHead):
            told._base_manager.filter(scope=row.scope_key).delete()
        row.delete()
