"""A sheet as one JSON answer: what was written, what it comes to, what is wrong where. Read by editor, tally, replay.

Seats and turns count from 1. Nothing here tells more than the sheet itself: racks and bag are the fold's bounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.urls import reverse

from scoring import Report, Ruleset
from scoring.checks.findings import Finding
from scoring.game.state import Step
from tdapp.events.models import Slot
from tdapp.events.rules.rule_pages import page_of
from tdapp.kernel.context import Context
from tdapp.kernel.messages.sentences import translated
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.rulings.ruled_rows import ruled_rows
from tdapp.scoresheets.sheet.fixes import fix_of
from tdapp.scoresheets.sheet.headline import headline
from tdapp.scoresheets.sheet.reading import Data, judged_report, ruleset_of, seats_of
from tdapp.scoresheets.sheet.undoing import last_own

MOST_EDITORS = 8


def state_of(ctx: Context, sheet: Sheet) -> Data:
    """Everything a page about this sheet needs, in a fixed number of queries."""
    seats = seats_of(sheet.table)
    report, overlay = judged_report(sheet, [slot.entrant.listed for slot in seats])
    return {
        **_head(sheet),
        "seats": [_seat(slot) for slot in seats],
        "ruleset": ruleset_data(ruleset_of(sheet)),
        **checked(sheet, report, ruled_rows(ctx, sheet, overlay)),
        "can_undo": sheet.is_open and last_own(ctx, sheet) is not None,
        "editors": editors(sheet),
    }


def _head(sheet: Sheet) -> Data:
    return {
        "number": sheet.number, "version": sheet.version, "status": sheet.status, "kept_by": sheet.kept_by,
        "origin": sheet.origin, "head": sheet.head, "head_version": sheet.head_version,
    }  # fmt: skip


def _seat(slot: Slot) -> Data:
    return {"seat": slot.seat, "name": slot.entrant.listed, "number": slot.entrant.number}


def ruleset_data(ruleset: Ruleset) -> Data:
    """What a page needs of the rules to help a writer: rack, bonus, clock, tiles, size of the board."""
    tiles = [
        {
            "id": tile.id,
            "shown": tile.shown,
            "letters": tile.letters,
            "value": tile.value,
            "count": tile.count,
        }
        for tile in ruleset.tile_set.tiles
    ]
    return {
        "id": ruleset.id, "name": ruleset.name, "rack": ruleset.rack.size, "tiles": tiles,
        "bonus": {str(count): points for count, points in ruleset.bonus.by_tiles},
        "clock": ruleset.timer.kind, "limit": ruleset.timer.seconds, "width": ruleset.layout.width,
        "height": ruleset.layout.height, "start": ruleset.layout.start.name,
        "turn_limit": ruleset.variants.short_turns, "theme": ruleset.variants.theme,
        "recycled_blanks": ruleset.variants.recycled_blanks,
    }  # fmt: skip


def checked(sheet: Sheet, report: Report, ruled: Mapping[int, list[Data]]) -> Data:
    """The rows with what they come to and what is wrong beside them; what is wrong with the sheet as a whole."""
    beside = findings_beside(report)
    return {
        "rows": [
            {
                "id": row["id"], "version": row["version"], "no": step.number + 1, "turn": row["turn"],
                "computed": _computed(report, step), "findings": beside[step.number],
                "rulings": ruled.get(step.number, []),
            }
            for row, step in zip(sheet.rows, report.game.steps, strict=True)
        ],
        "findings": beside[None], "totals": list(report.totals), "computed_totals": list(report.computed_totals),
        "verdict": report.verdict, "headline": headline(report), "checks": dict(report.checks),
        "expected_seat": _expected(report), "owed": list(report.game.order.owed), "ended": _ended(report),
    }  # fmt: skip


def findings_beside(report: Report) -> dict[int | None, list[Data]]:
    """What is wrong, by the row it stands beside, from 0; None: with the sheet as a whole."""
    found: dict[int | None, list[Data]] = defaultdict(list)
    for finding in report.findings:
        found[finding.turn].append(finding_data(finding))
    return found


def finding_data(finding: Finding) -> Data:
    """A finding in the reader's language, with the page that explains it."""
    suggestion = translated(finding.suggestion) if finding.suggestion else None
    told = {"message": translated(finding.message), "suggestion": suggestion}
    own = {"root": finding.cause is None, "page": page_of(finding.code), "fix": fix_of(finding)}
    return {**finding.as_data(), **told, **own}


def _computed(report: Report, step: Step) -> Data:
    judged = step.placed.judged if step.placed else None
    total = step.scores[step.seat] if step.seat is not None and step.seat < len(step.scores) else None
    return {
        "score": step.computed, "total": total, "scores": list(step.scores),
        "seat": None if step.seat is None else step.seat + 1,
        "words": [word.spelling for word in judged.words] if judged else [],
        "line": judged.line if judged else "", "placements": _placements(step),
        "mended": bool(step.placed and step.placed.mended), "bag": _bag_after(report, step.number),
        "bonus": judged.bonus if judged else 0, "taken_back": step.number in report.game.taken_back,
        "certain": step.certain,
    }  # fmt: skip


def _placements(step: Step) -> list[Data]:
    """The tiles newly laid, each with its square, the tile's id and what it reads as."""
    placed = step.placed.placements if step.placed else ()
    return [
        {
            "square": square.name, "tile": piece.tile, "letter": piece.face, "value": piece.value,
            "blank": piece.blank,
        }
        for square, piece in placed
    ]  # fmt: skip


def _bag_after(report: Report, number: int) -> list[int]:
    steps = report.game.steps
    after = steps[number + 1].in_bag if number + 1 < len(steps) else report.game.bounds.in_bag
    return list(after)


def _expected(report: Report) -> int:
    """Whose turn the next row is, from 1; whether a lost turn is due there tells `owed`."""
    due = report.game.order.due
    return (due if due is not None else report.sheet.starter or 0) + 1


def _ended(report: Report) -> Data | None:
    ended = report.game.ended
    if ended is None:
        return None
    return {"why": ended.why, "no": ended.number + 1, "seat": None if ended.seat is None else ended.seat + 1}


def editors(sheet: Sheet) -> list[str]:
    """Who wrote in it, newest first."""
    names = sheet.edits.order_by("-version").values_list("by_name", flat=True)[:200]
    return list(dict.fromkeys(names))[:MOST_EDITORS]


def address(sheet: Sheet, name: str = "sheet") -> str:
    """Where one of the sheet's pages is."""
    table = sheet.table
    division = table.round.division
    facts = [division.event.slug, division.slug, table.round.number, table.number, sheet.number]
    return reverse(f"scoresheets:{name}", args=facts)
