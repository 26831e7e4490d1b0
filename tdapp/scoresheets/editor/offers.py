"""What the scoring room offers for a sheet being written: repairs of slips, squares that were not written.

Each comes as operations the editor can send as they are, in one writing, so that one undo takes it back. Nothing is
taken by itself, and nothing asks a lexicon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _

from scoring import (
    Inference,
    Inferred,
    Mended,
    Repair,
    Report,
    explained,
    infer,
    mend,
    repaired,
    sheet_to_data,
)
from scoring.repair.infer import SEVERAL, UNIQUE
from scoring.sheets.scoresheet import PLAY
from tdapp.kernel.messages.sentences import translated
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.headline import headline
from tdapp.scoresheets.sheet.reading import Data, judged_report, ruleset_of
from tdapp.scoresheets.sheet.state import findings_beside
from tdapp.scoresheets.sheet.storing import head_of

MOST_PLACES = 6
Operation = dict[str, Any]


def offers_of(sheet: Sheet) -> Data:
    """For the sheet's version: findings with one root a slip, and what can be taken at which row.

    `rows`: findings by row id; `findings`: of the whole sheet; `headline`; `offers`: each with `row` (its id, None below
    the rows), `text`, `choices` of `label` and `operations`, the most usual first; `all`: every square that is the only
    one that fits, or None.
    """
    report, overlay = judged_report(sheet)
    mended = mend(report, rulings=overlay.rulings)
    told = explained(mended)
    inferred = infer(ruleset_of(sheet), report.sheet) if _lacks_squares(report) else None
    beside = findings_beside(told)
    return {
        "version": sheet.version,
        "rows": {row["id"]: beside[at] for at, row in enumerate(sheet.rows)},
        "findings": beside[None],
        "headline": headline(told),
        "offers": [*_repairs(sheet, mended), *(_squares(sheet, inferred) if inferred else ())],
        "all": _all_squares(sheet, inferred) if inferred else None,
    }


def _lacks_squares(report: Report) -> bool:
    return any(turn.kind == PLAY and turn.word and not turn.position for turn in report.sheet.turns)


def _repairs(sheet: Sheet, mended: Mended) -> Iterator[Data]:
    """The first slip; a second one is for the sheet after the first repair, and is found again then."""
    for root in mended.roots[:1]:
        row = None if root.row is None else sheet.rows[root.row]["id"]
        choices = [_choice(sheet, mended.report, repair) for repair in root.repairs[:MOST_PLACES]]
        text = (
            translated(root.message)
            if len(choices) == 1
            else _(
                "One slip explains what is wrong here, and more than one would do. Which does the paper say?"
            )
        )
        yield {"row": row, "text": text, "choices": choices}


def _choice(sheet: Sheet, report: Report, repair: Repair) -> Data:
    return {"label": translated(repair.message), "operations": operations_of(sheet, report, repair)}


def operations_of(sheet: Sheet, report: Report, repair: Repair) -> list[Operation]:
    """A repair as the editor would write it: cells set, then rows taken out, put in and moved, then the head."""
    after = repaired(report.sheet, repair)
    old: Any = sheet_to_data(report.sheet)["turns"]
    new: Any = sheet_to_data(after)["turns"]
    order = repair.order(len(old))
    found = [
        {"op": "set", "row": sheet.rows[was]["id"], "seen": sheet.rows[was]["version"], "turn": turn}
        for place, was in enumerate(order)
        if was >= 0 and (turn := _changed(sheet.rows[was]["turn"], old[was], new[place])) is not None
    ]
    found += _reordered(sheet, order, new)
    if head_of(after) != head_of(report.sheet):
        found.append({"op": "head", "seen": sheet.head_version, "head": head_of(after)})
    return found


def _changed(stored: Data, old: Data, new: Data) -> Data | None:
    """The stored turn with the cells that read otherwise; None: none does. Which row a row is about follows by itself."""
    names = [name for name in {*old, *new} - {"of"} if old.get(name) != new.get(name)]
    if not names:
        return None
    turn = {**stored, **{name: new[name] for name in names if name in new}}
    return {name: value for name, value in turn.items() if name not in names or name in new}


def _reordered(sheet: Sheet, order: Sequence[int], new: Sequence[Data]) -> Iterator[Operation]:
    """From the rows as they stand to their new order, row by row from the top."""
    versions = {row["id"]: row["version"] for row in sheet.rows}
    wanted = [sheet.rows[was]["id"] if was >= 0 else str(uuid4()) for was in order]
    stands = [row["id"] for row in sheet.rows]
    for row in [one for one in stands if one not in wanted]:
        stands.remove(row)
        yield {"op": "remove", "row": row, "seen": versions[row]}
    for place, row in enumerate(wanted):
        above = wanted[place - 1] if place else None
        if row not in versions:
            stands.insert(place, row)
            yield {"op": "add", "row": row, "after": above, "turn": new[place]}
        elif stands[place] != row:
            stands.remove(row)
            stands.insert(place, row)
            yield {"op": "move", "row": row, "seen": versions[row], "after": above}


def _squares(sheet: Sheet, inferred: Inference) -> Iterator[Data]:
    for one in inferred.rows:
        choices = [
            {"label": place, "operations": [_lay(sheet, one, place)]} for place in one.places[:MOST_PLACES]
        ]
        yield {"row": sheet.rows[one.number]["id"], "text": translated(one.message), "choices": choices}


def _all_squares(sheet: Sheet, inferred: Inference) -> Data | None:
    """All rows that are settled in one writing; with fewer than two there is nothing to gain."""
    settled = [one for one in inferred.rows if one.answer == UNIQUE]
    open_ = sum(one.answer == SEVERAL for one in inferred.rows)
    if len(settled) < 2:
        return None
    text = _("Squares found: %(found)s; more than one fits in %(open)s rows.") % {
        "found": len(settled),
        "open": open_,
    }
    if inferred.mirrored:
        text += " " + _("The whole game can also lie mirrored: look at the first word on the board.")
    return {"text": text, "operations": [_lay(sheet, one, one.places[0]) for one in settled]}


def _lay(sheet: Sheet, one: Inferred, place: str) -> Operation:
    row = sheet.rows[one.number]
    return {"op": "set", "row": row["id"], "seen": row["version"], "turn": {**row["turn"], "position": place}}
