"""What a suggestion would change in the cells of its row, so that it can be taken with one key.

Only what the writer may have meant with the paper in hand: a square, the letters, digits the other way round. What the
rules make of a row (its score, its total) is shown beside what was written and never offered in its place.
"""

from __future__ import annotations

from scoring.checks.findings import Finding

_PLACE = frozenset({"shifted_square", "other_direction"})
_WORD = frozenset({"swapped_letters", "other_letter"})
# Who can have gone out is asked, and the answer the last play gives may be taken.
_SEAT = frozenset({"unplayed_of_nobody", "out_by_another", "out_had_tiles"})


def fix_of(finding: Finding) -> dict[str, str] | None:
    """Cells of the editor's row (`seat`, `at`, `word`, `score`, `total`) and what would stand in them; None: nothing."""
    if finding.code in _SEAT and finding.message.facts["seat"]:
        return {"seat": str(finding.message.facts["seat"])}
    meant = finding.suggestion
    if meant is None:
        return None
    if meant.code in _PLACE:
        return {"at": str(meant.facts["place"])}
    if meant.code in _WORD:
        return {"word": str(meant.facts["word"])}
    if meant.code == "swapped_digits" and finding.computed is not None:
        return {"total" if finding.code == "total_wrong" else "score": str(finding.computed)}
    return None
