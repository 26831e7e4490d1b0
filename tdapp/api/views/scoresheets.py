"""Scoresheets: check one without storing it; those stored at an event's tables; bring one."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import Report, sheet_to_data, write_sheet
from tdapp.api import problems
from tdapp.api.access import at_event
from tdapp.api.base import Endpoint
from tdapp.api.docs import KEY, paged
from tdapp.api.finding import round_of
from tdapp.api.parsing import SheetJSON
from tdapp.api.shapes import shapes, sheet_shapes
from tdapp.events.models import Table
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.files.commands.upload import upload
from tdapp.scoresheets.lists.checking import as_file, read_sent, report_on
from tdapp.scoresheets.lists.listing import loaded
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.reading import as_scoresheet, report_of, ruleset_of
from tdapp.scoresheets.sheet.state import finding_data

AS = OpenApiParameter("as", OpenApiTypes.STR, enum=["json", "gcg"], description="JSON loses nothing")
STATUS = OpenApiParameter("status", OpenApiTypes.STR, enum=Sheet.Status.values)


class Validate(Endpoint):
    parser_classes = (SheetJSON,)

    @extend_schema(
        operation_id="validate_scoresheet",
        request=sheet_shapes.ToValidate,
        responses={200: sheet_shapes.ReportShape, "4XX": shapes.Problem},
    )
    def post(self, request: Request) -> Response:
        """Check a scoresheet of at most 1 MiB and 500 turns, turn by turn. Nothing is stored, no word is looked up.

        422 with one sentence for each mistake in the file, the name of the rules or the overrides.
        """
        body = self.read(sheet_shapes.ToValidate)
        content = read_sent(body["sheet"], body["text"], body["format"])
        report = report_on(content, body["ruleset"], body["overrides"], confirmed=body["confirmed"])
        return Response(report_data(report))


def report_data(report: Report) -> dict[str, Any]:
    """A report in the reader's language."""
    return {
        "ruleset": report.ruleset.id, "verdict": report.verdict,
        "players": [player.name for player in report.sheet.players], "turns": len(report.sheet.turns),
        "plays": report.plays, "totals": list(report.totals), "computed_totals": list(report.computed_totals),
        "checks": dict(report.checks), "findings": [finding_data(finding) for finding in report.findings],
    }  # fmt: skip


class OfEvent(Endpoint):
    @extend_schema(operation_id="scoresheets", **paged(sheet_shapes.ScoresheetShape, STATUS))
    def get(self, request: Request, event: str) -> Response:
        """The event's scoresheets, oldest first; `?status=open` or `finished`."""
        _ctx, row = at_event(request, event, "sheet.view")
        rows = Sheet.objects.filter(table__round__division__event=row)
        return self.paged(loaded(_with_status(request, rows)), ("created_at", "id"), sheet_data)


def _with_status(request: Request, rows: QuerySet[Sheet]) -> QuerySet[Sheet]:
    wanted = request.query_params.get("status")
    if wanted is None:
        return rows
    if wanted not in Sheet.Status.values:
        raise problems.invalid(status="open or finished.")
    return rows.filter(status=wanted)


class OfRound(Endpoint):
    @extend_schema(operation_id="round_scoresheets", **paged(sheet_shapes.ScoresheetShape))
    def get(self, request: Request, event: str, division: str, number: int) -> Response:
        """A round's scoresheets by table."""
        _ctx, row = at_event(request, event, "sheet.view")
        # A cursor reads its place off the row itself.
        rows = Sheet.objects.filter(table__round=round_of(row, division, number)).annotate(
            at_table=F("table__number")
        )
        return self.paged(loaded(rows), ("at_table", "number"), sheet_data)


class OfTable(Endpoint):
    parser_classes = (SheetJSON,)

    @extend_schema(operation_id="table_scoresheets", **paged(sheet_shapes.ScoresheetShape))
    def get(self, request: Request, event: str, division: str, number: int, table: int) -> Response:
        """A table's scoresheets."""
        _ctx, at = _table(request, event, division, number, table, "sheet.view")
        return self.paged(loaded(at.sheets.all()), "number", sheet_data)

    @extend_schema(
        operation_id="upload_scoresheet",
        parameters=[KEY],
        request=sheet_shapes.ToUpload,
        responses={201: sheet_shapes.UploadedShape, "4XX": shapes.Problem},
    )
    def post(self, request: Request, event: str, division: str, number: int, table: int) -> Response:
        """Bring a scoresheet to a table; it stays open to be looked through.

        422 with one sentence a mistake, or `ask`: its players sit otherwise, it names other rules or another table;
        send it again with `order` or `sure`.
        """
        ctx, at = _table(request, event, division, number, table, "sheet.write")
        body = self.read(sheet_shapes.ToUpload)
        data, name = as_file(body["sheet"], body["text"], body["format"])
        told = upload(
            ctx, at, data=data, name=name, kept_by=body["kept_by"], order=body["order"], sure=body["sure"]
        )
        return Response(told, status=201)


class One(Endpoint):
    @extend_schema(
        operation_id="scoresheet",
        parameters=[AS],
        responses={
            (200, "application/json"): sheet_shapes.WholeScoresheet,
            (200, "text/plain"): OpenApiTypes.STR,
            "4XX": shapes.Problem,
        },
    )
    def get(
        self, request: Request, event: str, division: str, number: int, table: int, sheet: int
    ) -> Response | HttpResponse:
        """One scoresheet with its rows and its report; `?as=gcg`: as a GCG text, which carries less."""
        _ctx, at = _table(request, event, division, number, table, "sheet.view")
        row = find(sheets(), table=at, number=sheet)
        wanted = request.query_params.get("as", "json")
        if wanted not in ("json", "gcg"):
            raise problems.invalid(**{"as": "json or gcg."})
        return Response(whole(row)) if wanted == "json" else _gcg(row)


def _table(
    request: Request, event: str, division: str, number: int, table: int, needs: str
) -> tuple[Context, Table]:
    ctx, row = at_event(request, event, needs)
    tables = round_of(row, division, number).tables.select_related("round__division__event")
    return ctx, find(tables, number=table)


def _gcg(row: Sheet) -> HttpResponse:
    text, _losses = write_sheet(as_scoresheet(row), "gcg", ruleset_of(row).tile_set)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def sheet_data(row: Sheet) -> dict[str, Any]:
    """A scoresheet of a list, its table's seats loaded."""
    table = row.table
    return {
        "division": table.round.division.slug, "round": table.round.number, "table": table.number, "sheet": row.number,
        "seats": [
            {"seat": slot.seat, "id": slot.entrant_id, "number": slot.entrant.number, "name": slot.entrant.listed}
            for slot in sorted(table.seats.all(), key=lambda slot: slot.seat or 0)
        ],
        "kept_by": row.kept_by, "origin": row.origin, "status": row.status, "version": row.version,
        "totals": row.totals, "verdict": row.verdict, "errors": row.errors, "started_by": row.created_name,
        "started_at": row.created_at, "finished_at": row.finished_at, "released_at": row.released_at,
    }  # fmt: skip


def whole(row: Sheet) -> dict[str, Any]:
    """A scoresheet with its rows and its report."""
    found = find(loaded(Sheet.objects.filter(pk=row.pk)))
    report = report_of(row)
    return {**sheet_data(found), "scoresheet": sheet_to_data(report.sheet), "report": report_data(report)}
