"""Calls and rulings of a world: one call waits, one is taken, rulings with a word for the committee."""

from __future__ import annotations

from typing import Any

from django.db.models import Model

from lexicon_admin.models import Edition
from tdapp.events.models import Division, Table
from tdapp.judging.models import Call, Pin, Ruling
from tdapp.judging.rulings.commands.calls import call_judge, take
from tdapp.kernel.models import User
from tests import factories as f

ANSWER = {"acceptable": True, "layer": "judge", "name": "UPD", "reason": "", "theme": False}


def calls(of: Division, judge: User, tables: list[Table]) -> dict[str, Any]:
    """Every table has called; the last one's call is taken."""
    program = f.program(of.event)
    for table in tables:
        call_judge(program, table, challengers=[2], challenged=1, words=["ma"], note="look at the blank")
    rows = Call.objects.select_related("table__round__division__event").filter(table__in=tables)
    first, last = rows.get(table=tables[0]), rows.get(table=tables[-1])
    take(f.acting(judge, of.event), last, seen=1)
    return {"call": first, "taken_call": rows.get(pk=last.pk)}


def rulings(of: Division, judge: User, tables: list[Table], edition: Model | None = None) -> Ruling:
    """A ruling at each table: a judge let a word stand that the division's dictionary does not have."""
    if isinstance(edition, Edition):
        Pin.objects.create(division=of, edition=edition, layer=Pin.Layer.MAIN)
    made = [
        Ruling.objects.create(
            division=of, round_number=1, table=table, challengers=[2], challenged=1, words=[f"usa{'a' * place}"],
            answers=[{**ANSWER, "typed": f"usa{'a' * place}", "key": f"USA{'A' * place}"}], acceptable=True,
            by_list=False, source="UPD", page="7", penalty={"kind": "next_turn_lost", "seats": [2], "points": 0},
            ruled_by="judge", judge=judge, judge_name=judge.shown_as,
        )
        for place, table in enumerate(tables)
    ]  # fmt: skip
    return made[0]
