"""The rows there are, by the address of what they are: what a case's address is filled in with, so that it meets something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from tdapp.api.doors.places import BY_NAME, rows_of
from tdapp.api.doors.which import JOB_KINDS
from tdapp.api.models import ApiToken, Webhook
from tdapp.desk.models import PairingRun
from tdapp.events.models import Event, Round, Table
from tdapp.interchange.commands.export import KIND as EXPORT
from tdapp.kernel.models import Job, User
from tdapp.people.models import ClubHome, Player, RatingList
from tdapp.scoresheets.models import Sheet
from tests import factories as f

Names = dict[str, Any]
# An address filled in, and the row that stands there.
Spot = tuple[Names, Any]
THINGS = "|".join(BY_NAME)


class Rows:
    """What there is at an event and a club for a person, found once: all of it stays, for each case is taken back."""

    def __init__(self, event: Event, person: User, home: ClubHome) -> None:
        self.event, self.person, self.home = event, person, home
        self._at: dict[str, list[Spot]] = {}

    def at(self, path: str) -> list[Spot]:
        """The spots of an address of the description (`/api/v1/events/{event}/prizes/{pk}`); its commands stand there too."""
        place, _commands, intent = path.removeprefix("/api/v1").partition("/commands/")
        if place not in self._at:
            find = next(find for pattern, find in self._finds if pattern.fullmatch(place))
            self._at[place] = list(find(place))
        kinds = JOB_KINDS.get(intent)
        fit = [one for one in self._at[place] if kinds is None or one[1].kind in kinds]
        return fit or self._at[place]

    @cached_property
    def _finds(self) -> tuple[tuple[re.Pattern[str], Callable[[str], Iterator[Spot]]], ...]:
        here = r"/events/{event}/divisions/{division}"
        table = here + r"/rounds/{number}/tables/{table}"
        found = {
            rf"{table}/scoresheets/{{sheet}}": self._sheets,
            rf"{table}(/.*)?": self._tables,
            rf"{here}/rounds/{{number}}/draft": self._drafts,
            rf"{here}/rounds/{{number}}(/.*)?": self._rounds,
            rf"{here}/entrants/{{entrant}}": self._entrants,
            rf"{here}(/.*)?": self._divisions,
            r"/events/{event}/jobs/{pk}/file": self._files,
            r"/events/{event}/tokens/{token}": self._tokens,
            rf"/(events/{{event}}|clubs/{{club}})/({THINGS})/{{(pk|id)}}": self._things,
            r"/events/{event}(/.*)?": lambda _at: iter([({"event": self.event.slug}, self.event)]),
            r"/clubs/{club}(/.*)?": lambda _at: iter([({"club": self.home.slug}, self.home)]),
            r"/webhooks/{(pk|id)}(/.*)?": self._webhooks,
            r"/rating-lists/{slug}": lambda _at: (({"slug": one.slug}, one) for one in RatingList.objects.all()),
            r"/players/{player}": lambda _at: (({"player": one.number}, one) for one in Player.objects.all()),
            r"/jobs/{id}": lambda _at: (({"id": one.pk}, one) for one in Job.objects.filter(scope="installation")),
            r".*": lambda _at: iter([({}, None)]),
        }  # fmt: skip
        return tuple((re.compile(pattern), find) for pattern, find in found.items())

    def _divisions(self, _at: str) -> Iterator[Spot]:
        for row in self.event.divisions.all():
            yield self._in(row), row

    def _in(self, division: Any, **more: Any) -> Names:
        return {"event": self.event.slug, "division": division.slug, **more}

    def _rounds(self, _at: str) -> Iterator[Spot]:
        for row in Round.objects.filter(division__event=self.event).select_related("division"):
            yield self._in(row.division, number=row.number), row

    def _drafts(self, _at: str) -> Iterator[Spot]:
        rows = PairingRun.objects.filter(round__division__event=self.event, status="draft")
        for row in rows.select_related("round__division"):
            yield self._in(row.round.division, number=row.round.number), row

    def _tables(self, _at: str) -> Iterator[Spot]:
        rows = Table.objects.filter(round__division__event=self.event)
        for row in rows.select_related("round__division"):
            yield self._in(row.round.division, number=row.round.number, table=row.number), row

    def _sheets(self, _at: str) -> Iterator[Spot]:
        rows = Sheet.objects.filter(table__round__division__event=self.event)
        for row in rows.select_related("table__round__division"):
            table = row.table
            names = {"number": table.round.number, "table": table.number, "sheet": row.number}
            yield self._in(table.round.division, **names), row

    def _entrants(self, _at: str) -> Iterator[Spot]:
        for row in self.event.entrants.select_related("division"):
            yield self._in(row.division, entrant=row.number), row

    def _files(self, _at: str) -> Iterator[Spot]:
        for row in Job.objects.filter(scope=self.event.scope_key, kind=EXPORT):
            yield {"event": self.event.slug, "pk": row.pk}, row

    def _tokens(self, _at: str) -> Iterator[Spot]:
        for row in ApiToken.objects.filter(event=self.event):
            yield {"event": self.event.slug, "token": row.pk}, row

    def _webhooks(self, at: str) -> Iterator[Spot]:
        key = "pk" if "{pk}" in at else "id"
        for row in Webhook.objects.filter(user=self.person):
            if "{message}" not in at:
                yield {key: row.pk}, row
                continue
            yield from (({key: row.pk, "message": one.pk}, one) for one in row.messages.all())

    def _things(self, at: str) -> Iterator[Spot]:
        base, _key, name, key = at.strip("/").split("/")
        where, target = ("event", self.event) if base == "events" else ("club", self.home)
        thing = BY_NAME[name]
        ctx = f.acting(self.person, self.event)
        for row in rows_of(thing, replace(ctx, scope=target.scope_key), target):
            yield {where: target.slug, key.strip("{}"): row.pk}, row
