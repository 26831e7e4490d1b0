"""What can be asked: events of mine, divisions, entrants, rounds, tables, pairings, standings."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.event.table_points import WHOLE
from tdapp.api.access import at_event, events_of
from tdapp.api.base import Endpoint, whole_number
from tdapp.api.docs import paged
from tdapp.api.finding import division_of, round_of
from tdapp.api.shapes import as_data, shapes
from tdapp.desk.ledger import division_standings
from tdapp.desk.pairing.teams import team_table
from tdapp.events.models import Division, Slot, Table
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Refusal

AFTER = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": 0, "maximum": 999},
    description="standings after this round; the last published one if absent",
)


def after_of(request: Request, found: Division) -> int:
    """After which round standings are asked for: the last published one unless said otherwise."""
    last = division_standings.last_round(found)
    after = whole_number(request, "after", last)
    if after > last:
        sentence = _("“after” is a round from 0 to %(last)s.") % {"last": last}
        raise Refusal("no-such-round", sentence)
    return after


class Events(Endpoint):
    @extend_schema(operation_id="events", **paged(shapes.EventShape))
    def get(self, request: Request) -> Response:
        """Events the caller has a part in, newest first."""
        return self.paged(events_of(request), "-sequence", as_data.event)


class OneEvent(Endpoint):
    @extend_schema(operation_id="event", responses={200: shapes.EventDetail, "4XX": shapes.Problem})
    def get(self, request: Request, event: str) -> Response:
        """One event with its divisions and the caller's roles there."""
        ctx, row = at_event(request, event, "event.view")
        divisions = [as_data.division(division) for division in row.divisions.all()]
        return Response({**as_data.event(row), "roles": sorted(ctx.roles), "divisions": divisions})


class Divisions(Endpoint):
    @extend_schema(operation_id="divisions", **paged(shapes.DivisionShape))
    def get(self, request: Request, event: str) -> Response:
        """The event's divisions."""
        _ctx, row = at_event(request, event, "event.view")
        return self.paged(row.divisions.all(), ("order", "slug"), as_data.division)


class OneDivision(Endpoint):
    @extend_schema(operation_id="division", responses={200: shapes.DivisionShape, "4XX": shapes.Problem})
    def get(self, request: Request, event: str, division: str) -> Response:
        """One division."""
        _ctx, row = at_event(request, event, "event.view")
        return Response(as_data.division(division_of(row, division)))


class Entrants(Endpoint):
    @extend_schema(operation_id="entrants", **paged(shapes.EntrantShape))
    def get(self, request: Request, event: str, division: str) -> Response:
        """A division's entrants by number, without private data."""
        _ctx, row = at_event(request, event, "roster.view")
        rows = division_of(row, division).entrants.select_related("club")
        return self.paged(rows, "number", as_data.entrant)


class Rounds(Endpoint):
    @extend_schema(operation_id="rounds", **paged(shapes.RoundShape))
    def get(self, request: Request, event: str, division: str) -> Response:
        """A division's published rounds."""
        _ctx, row = at_event(request, event, "event.view")
        rows = division_of(row, division).rounds.exclude(status="planned")
        return self.paged(rows, "number", as_data.round_)


class Tables(Endpoint):
    @extend_schema(operation_id="tables", **paged(shapes.TableShape))
    def get(self, request: Request, event: str, division: str, number: int) -> Response:
        """A round's tables with seats and newest entries."""
        _ctx, row = at_event(request, event, "result.view")
        found = round_of(row, division, number)
        return self.paged(as_data.loaded(found.tables.all()), "number", as_data.table)


class OneTable(Endpoint):
    @extend_schema(operation_id="table", responses={200: shapes.TableShape, "4XX": shapes.Problem})
    def get(self, request: Request, event: str, division: str, number: int, table: int) -> Response:
        """One table. The ETag is the version of its newest entry (0: none yet), for If-Match."""
        _ctx, row = at_event(request, event, "result.view")
        tables: QuerySet[Table] = as_data.loaded(round_of(row, division, number).tables.all())
        told = as_data.table(find(tables, number=table))
        version = told["result"]["version"] if told["result"] else 0
        return Response(told, headers={"ETag": f'"{version}"'})


class Pairings(Endpoint):
    @extend_schema(operation_id="pairings", responses={200: shapes.PairingsShape, "4XX": shapes.Problem})
    def get(self, request: Request, event: str, division: str, number: int) -> Response:
        """A published round whole: tables, byes, absences."""
        _ctx, row = at_event(request, event, "result.view")
        found = round_of(row, division, number)
        tables = [as_data.table(table) for table in as_data.loaded(found.tables.order_by("number"))]
        alone = [_alone(slot) for slot in found.slots.exclude(kind="seat").select_related("entrant")]
        return Response({"division": division, "round": number, "tables": tables, "without_table": alone})


def _alone(slot: Slot) -> dict[str, Any]:
    return {"number": slot.entrant.number, "name": slot.entrant.listed, "kind": slot.kind}


class Standings(Endpoint):
    @extend_schema(
        operation_id="standings",
        parameters=[AFTER],
        responses={200: shapes.StandingsShape, "4XX": shapes.Problem},
    )
    def get(self, request: Request, event: str, division: str) -> Response:
        """Confirmed standings, as the desk sees them; the public ones are at /t/.../standings.json."""
        _ctx, row = at_event(request, event, "result.view")
        found = division_of(row, division)
        after = after_of(request, found)
        ranked = division_standings.rows_of(found, after)
        plain = division_standings.as_rows(found, after, public=False, rows=ranked)
        rows = [_halved(line) for line in division_standings.with_points(found, plain, ranked)]
        return Response({"division": found.slug, "after": after, "rows": rows})


class Teams(Endpoint):
    @extend_schema(
        operation_id="teams", parameters=[AFTER], responses={200: shapes.TeamsShape, "4XX": shapes.Problem}
    )
    def get(self, request: Request, event: str, division: str) -> Response:
        """Confirmed standings of teams and their matches; the public ones are at /t/.../teams.json."""
        _ctx, row = at_event(request, event, "result.view")
        found = division_of(row, division)
        after = after_of(request, found)
        by = team_table.MATCHES if team_table.of_matches(found) else team_table.SUM
        table = team_table.table(found, after, by, every=True)
        rows = [_team(line) for line in table.lines]
        matches = [team_table.match_as_data(one) for one in table.matches]
        return Response({"division": found.slug, "after": after, "rows": rows, "matches": matches})


def _team(line: team_table.TeamLine) -> dict[str, Any]:
    members = [{"number": one.number, "name": one.listed} for one in (*line.counted, *line.rest)]
    return {**team_table.as_data(line.row), "members": members}


def _halved(line: dict[str, Any]) -> dict[str, Any]:
    points = {"points": line["points"] / WHOLE} if "points" in line else {}
    return {**line, "wins": line["wins"] / 2, "losses": line["losses"] / 2, **points}
