"""Enter, confirm, correct. Each is the desk's own command: same checks, same log, same conflicts."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from tdapp.api import problems
from tdapp.api.access import at_event
from tdapp.api.base import Endpoint
from tdapp.api.docs import IF_MATCH, KEY
from tdapp.api.finding import round_of
from tdapp.api.shapes import as_data, shapes
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.results.commands.results import confirm_result, correct_result
from tdapp.desk.results.intake import enter_at
from tdapp.events.models import Table
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find

ETAG = re.compile(r'(?:W/)?"?(\d{1,5})"?', re.ASCII)


class NothingSeen(APIException):
    """A write over an existing result has to say which version it looked at."""

    status_code = 428
    default_code = "nothing-seen"


def _table(
    request: Request, event: str, division: str, number: int, table: int, needs: str
) -> tuple[Context, Table]:
    ctx, row = at_event(request, event, needs)
    tables = round_of(row, division, number).tables.select_related("round__division__event")
    return ctx, find(tables, number=table)


def _seen(request: Request, body: dict[str, Any]) -> int:
    """The version the caller saw, from the body or from If-Match."""
    header = request.headers.get("If-Match")
    match = None if header is None else ETAG.fullmatch(header.strip())
    if header is not None and match is None:
        raise problems.invalid(If_Match=_("This is not an ETag of a table."))
    if body.get("seen"):
        return int(body["seen"])
    if match is None:
        raise NothingSeen(
            _("Say which version you saw: `seen` in the body, or If-Match with the table's ETag.")
        )
    return int(match[1])


def _entry(body: dict[str, Any]) -> Entry:
    return Entry(
        body["kind"], tuple(body["scores"]), tuple(body["before"]), body["penalties"], tuple(body["absent"]),
        body.get("spread"),
    )  # fmt: skip


class EnterResult(Endpoint):
    @extend_schema(
        operation_id="enter_result",
        parameters=[KEY],
        request=shapes.NewResult,
        responses={201: shapes.ResultShape, "4XX": shapes.Problem},
    )
    def post(self, request: Request, event: str, division: str, number: int, table: int) -> Response:
        """Enter a table's result in seat order.

        422 `ask`: unusual, send it again with `sure`; 409 `already-in` with both entries; 422 `equal-scores`: give `before`;
        422 `racks-missing`: an unfinished game needs both pairs of scores here; 409 `slips-differ`: kept as a question.
        """
        ctx, row = _table(request, event, division, number, table, "result.enter")
        body = self.read(shapes.NewResult)
        told = enter_at(ctx, row, _entry(body), sure=body["sure"], second=body["second"])
        return Response(as_data.answered(told), status=201, headers=_etag(told))


class ConfirmResult(Endpoint):
    @extend_schema(
        operation_id="confirm_result",
        parameters=[KEY, IF_MATCH],
        request=shapes.Seen,
        responses={200: shapes.ResultShape, "4XX": shapes.Problem},
    )
    def post(self, request: Request, event: str, division: str, number: int, table: int) -> Response:
        """Confirm the entry that was seen; 409 when another one is there now."""
        ctx, row = _table(request, event, division, number, table, "result.confirm")
        told = confirm_result(ctx, row, seen=_seen(request, self.read(shapes.Seen)))
        return Response(as_data.answered(told), headers=_etag(told))


class CorrectResult(Endpoint):
    @extend_schema(
        operation_id="correct_result",
        parameters=[KEY, IF_MATCH],
        request=shapes.Correction,
        responses={200: shapes.ResultShape, "4XX": shapes.Problem},
    )
    def post(self, request: Request, event: str, division: str, number: int, table: int) -> Response:
        """Replace the entry that was seen by a new version, with a reason."""
        ctx, row = _table(request, event, division, number, table, "result.correct")
        body = self.read(shapes.Correction)
        seen = _seen(request, body)
        told = correct_result(
            ctx, row, entry=_entry(body), seen=seen, reason=body["reason"], sure=body["sure"]
        )
        return Response(as_data.answered(told), headers=_etag(told))


def _etag(told: dict[str, Any]) -> dict[str, str]:
    return {"ETag": f'"{told["version"]}"'}
