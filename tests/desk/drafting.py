"""Drafts and published rounds, as the commands make them."""

from __future__ import annotations

from typing import Any

from tdapp.desk.models import PairingRun
from tdapp.desk.pairing.commands import drafting
from tdapp.desk.rehearsal import simulation
from tdapp.events.models import Division, Round, Table
from tdapp.kernel.context import Context


def draft(ctx: Context, division: Division, number: int = 1, **what: Any) -> PairingRun:
    drafting.draft_round(ctx, division, number=number, **what)
    return PairingRun.objects.select_related("round__division__event").get(
        round__division=division, round__number=number, status="draft"
    )


def publish(ctx: Context, division: Division, number: int = 1) -> Round:
    return simulation.pair_and_publish(ctx, division, number)


def numbers(table: Table) -> list[int]:
    return [slot.entrant.number for slot in table.seats.select_related("entrant").order_by("seat")]
