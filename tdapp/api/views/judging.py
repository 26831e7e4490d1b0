"""Judges: call one to a table; the rulings of an event, for those who rule."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tdapp.api.access import at_event
from tdapp.api.base import Endpoint
from tdapp.api.docs import KEY, paged
from tdapp.api.finding import round_of
from tdapp.api.shapes import judging_shapes, shapes
from tdapp.judging.access import rulings
from tdapp.judging.models import Ruling
from tdapp.judging.rulings.commands.calls import call_judge
from tdapp.judging.words.playing import plays_now
from tdapp.kernel.managers import find
from tdapp.kernel.permissions import can

KEPT = (
    "at", "turn", "challengers", "challenged", "by_list", "source", "page", "note", "penalty", "layers",
    "stopped_seconds", "ruled_by", "reason", "acceptable",
)  # fmt: skip
WORD = ("typed", "key", "acceptable", "layer", "name")
TYPED = WORD[:2]


class Rulings(Endpoint):
    @extend_schema(operation_id="rulings", **paged(judging_shapes.RulingShape))
    def get(self, request: Request, event: str) -> Response:
        """Every ruling of the event, oldest first, superseded ones too. What single words were answered: directors only."""
        ctx, row = at_event(request, event, "judge.rule")
        told = WORD if can(ctx, "division.edit") else TYPED
        # Who plays in a round of the event hears of no single word meanwhile, director or not.
        told = TYPED if any(plays_now(ctx, division) for division in row.divisions.all()) else told
        return self.paged(
            rulings().filter(division__event=row), ("at", "id"), partial(ruling_data, told=told)
        )


class CallJudge(Endpoint):
    @extend_schema(
        operation_id="call_judge",
        parameters=[KEY],
        request=judging_shapes.ToCall,
        responses={201: judging_shapes.CallShape, "4XX": shapes.Problem},
    )
    def post(self, request: Request, event: str, division: str, number: int, table: int) -> Response:
        """Call a judge to a table of a round being played. 409 while the table's last call is open."""
        ctx, row = at_event(request, event, "challenge.call")
        tables = round_of(row, division, number).tables.select_related("round__division__event")
        at = find(tables, number=table)
        return Response(call_judge(ctx, at, **self.read(judging_shapes.ToCall)), status=201)


def ruling_data(row: Ruling, told: tuple[str, ...]) -> dict[str, Any]:
    """A ruling of a list, loaded by `access.rulings`."""
    newer = getattr(row, "superseded_by", None)
    return {
        **{name: getattr(row, name) for name in KEPT}, "ruling": row.pk, "division": row.division.slug,
        "round": row.round_number, "table": row.table.number if row.table else None, "judge": row.judge_name,
        "supersedes": row.supersedes_id,
        "words": [{name: one[name] if name in told else None for name in WORD} for one in row.answers],
        "superseded_by": newer.pk if newer else None,
    }  # fmt: skip
