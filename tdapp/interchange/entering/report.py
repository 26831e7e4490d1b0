"""A plan as plain data: what the page, the command line and the stored preview show of a dry run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from typing import Any

from core import canonical
from tdapp.interchange.entering.reconcile import Alteration, Plan
from tdapp.interchange.roster import Roster, RosterFinding, RosterRow

# Cells that can be mended on the page of any row; others where something is wrong with them.
MENDED = frozenset({"surname", "given", "member", "club", "school", "division", "rating", "klass", "team"})


def report(roster: Roster, plan: Plan) -> dict[str, Any]:
    """Counts, rows by fate, and every finding in the order of the rows. Holds private values: never log it."""
    findings = sorted([*roster.findings, *plan.findings], key=lambda finding: finding.row)
    told: dict[str, Any] = {
        "counts": plan.counts,
        "columns": roster.columns,
        "source": roster.source,
        "sheets": roster.sheets,
        "add": [{**_row(one.row), "known": bool(one.player)} for one in plan.add],
        "change": [_change(one) for one in plan.change],
        "refused": [_row(row) for row in sorted(plan.refused, key=lambda row: row.row)],
        "missing": [
            {"name": one.name, "division": one.division, "member": one.member} for one in plan.missing
        ],
        "findings": [finding.as_dict() for finding in findings],
        "rows": _rows(roster, plan, findings),
        "left": [
            {"row": int(one.row), "label": str(one.row), "code": one.code, "text": one.text}
            for one in roster.left
        ],
    }
    plain: dict[str, Any] = canonical.plain(told)
    return plain


def _rows(roster: Roster, plan: Plan, findings: Sequence[RosterFinding]) -> list[dict[str, Any]]:
    """Every row that is somebody, with what its cells say where they can be mended: no guardian, no number to ring."""
    asked: dict[int, set[str]] = defaultdict(set)
    for finding in findings:
        asked[finding.row].add(finding.field)
    fates = {row.row: "refused" for row in plan.refused}
    for fate, some in (("add", plan.add), ("change", plan.change), ("same", plan.same)):
        fates |= {one.row.row: fate for one in some}
    return [
        {"row": int(row.row), "label": str(row.row), "fate": fates[row.row],
         "cells": _cells(row, roster.cells.get(row.row, {}), asked[row.row])}
        for row in roster.rows
    ]  # fmt: skip


def _cells(row: RosterRow, cells: Mapping[str, str], asked: Container[str]) -> dict[str, str]:
    shown = {name: text for name, text in cells.items() if name in MENDED or name in asked}
    if row.surname or row.given:
        shown |= {"surname": row.surname, "given": row.given}
    if row.rating == 0:
        shown["rating"] = ""  # unrated, however the cell writes it
    return shown | ({"division": row.division} if row.division else {})


def _row(row: RosterRow) -> dict[str, Any]:
    return {
        "row": int(row.row), "name": row.name, "club": row.home, "division": row.division, "rating": row.rating,
        "member": row.member,
    }  # fmt: skip


def _change(one: Alteration) -> dict[str, Any]:
    changes = [{"field": name, "before": old, "after": new} for name, (old, new) in one.changes.items()]
    return {**_row(one.row), "changes": changes}


def digest(plan: Plan) -> str:
    """What of a plan must not have moved between looking and applying: who is added, changed, refused, and how."""
    return canonical.digest(
        {
            "add": [[_everything(one.row), one.player] for one in plan.add],
            "change": [[_everything(one.row), one.known.id, one.changes] for one in plan.change],
            "same": [one.known.id for one in plan.same],
            "refused": sorted(row.row for row in plan.refused),
        }
    )


def _everything(row: RosterRow) -> list[Any]:
    return [getattr(row, name) for name in RosterRow.__slots__]
