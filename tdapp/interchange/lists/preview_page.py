"""A dry run as its pages show it: rows with their cells and findings, questions that concern a whole column, notes folded."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from tdapp.interchange.lists.labels import FIELDS, LABELS, SECTIONS
from tdapp.interchange.lists.merge_findings import FEW, folded
from tdapp.interchange.roster.reading import NOBODY, SPAN, division_key

PAGE, MOST, NAMED = 40, 300, 8
STATES = {"error": "stop", "question": "ask", "info": "info"}
SHOWS = ("fix", "ask", "all", "left")
# Asked once for the whole column, not at every row.
OF_COLUMNS = frozenset({"division-missing", "name-split"})
ALWAYS = ("surname", "given")
IN_ROWS = ("club", "school", "division", "rating", "klass", "team", "member")
Found = dict[str, Any]


def report(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The stored report, ready for the template; {} while the list is not read yet, or its columns are not known."""
    if "rows" not in stored:
        return {}
    rows = {one["row"] for one in stored["rows"]}
    findings = folded(stored["findings"])
    elsewhere = [one for one in findings if one["row"] not in rows and one["severity"] != "info"]
    left = {one["row"] for one in stored["left"]}
    told: dict[str, Any] = {
        "counts": stored["counts"],
        "about": [
            _problem(one) for one in elsewhere if one["row"] not in left and one["code"] != "name-split"
        ],
        "notes": _notes(stored["findings"]),
        "change": [_change(row) for row in stored["change"][:MOST]],
        "missing": stored["missing"][:MOST],
        "cut": {name: len(stored[name]) > MOST for name in ("change", "missing")},
        "columns": [text for text in stored["columns"].values() if text],
        "source": _source(stored["source"]),
    }
    return told


def rows_page(
    stored: Mapping[str, Any], show: str, number: str, divisions: Sequence[tuple[str, str]]
) -> dict[str, Any]:
    """One page of rows: those to fix, to look at, all, or left out. Forty at a time, whatever the list's length."""
    findings: dict[int, list[Found]] = defaultdict(list)
    for one in stored["findings"]:
        if one["severity"] != "info":
            findings[one["row"]].append(one)
    groups: dict[str, list[Any]] = {
        "fix": [one for one in stored["rows"] if one["fate"] == "refused"],
        "ask": [one for one in stored["rows"] if one["fate"] != "refused" and findings.get(one["row"])],
        "all": stored["rows"],
        "left": stored["left"],
    }
    # Once the last row is corrected there is nothing more under "to correct": everybody stands there again.
    show = show if show in groups and (groups[show] or show != "fix") else ("fix" if groups["fix"] else "all")
    page: Page[Any] = Paginator(groups[show], PAGE).get_page(number)
    folds = _folds(stored)
    names = [name for name in (*ALWAYS, *IN_ROWS) if _is_shown(name, stored, divisions)]
    known = {str(one["row"]): one.get("known") for one in stored["add"]}
    changed = {one["row"]: _change(one)["changes"] for one in stored["change"]}
    return {
        "show": show, "page": page, "ids": ",".join(str(one["row"]) for one in page),
        "tabs": [(name, len(groups[name])) for name in SHOWS],
        "fields": [(name, LABELS[name]) for name in names],
        "lines": [
            _line(one, findings.get(one["row"], ()), names, divisions, folds)
            | {"known": known.get(str(one["row"])), "changes": changed.get(one["row"], ())}
            for one in page
        ],
    }  # fmt: skip


def _is_shown(name: str, stored: Mapping[str, Any], divisions: Sequence[Any]) -> bool:
    return name in ALWAYS or name in stored["columns"] or (name == "division" and len(divisions) > 1)


def _folds(stored: Mapping[str, Any]) -> frozenset[str]:
    """Codes that are asked about once, above the rows."""
    split = sum(one["code"] == "name-split" and " " in one["value"] for one in stored["findings"])
    return frozenset({"division-missing", *(("name-split",) if split > FEW else ())})


def _line(
    row: Found, findings: Iterable[Found], names: Sequence[str], divisions: Sequence[tuple[str, str]], folds: frozenset[str]
) -> Found:  # fmt: skip
    if "cells" not in row:
        return {**row, "text": row["text"], "why": why_left(row["code"])}
    shown = [
        one for one in findings if one["code"] not in folds or (" " not in one["value"] and one["value"])
    ]
    odd = {one["field"]: STATES[one["severity"]] for one in reversed(shown)}
    more = dict.fromkeys(one["field"] for one in shown if one["field"] and one["field"] not in names)
    return {
        **row,
        "cells": [_cell(row, name, odd, divisions) for name in names],
        "more": [_cell(row, name, odd, divisions) for name in more if name in LABELS and name != "name"],
        "findings": [_problem(one) for one in shown],
    }


def _cell(row: Found, name: str, odd: Mapping[str, str], divisions: Sequence[tuple[str, str]]) -> Found:
    value = row["cells"].get(name, "")
    marked = odd.get(name) or (odd.get("name") if name in ALWAYS else None)
    cell = {
        "name": f"c.{row['row']}.{name}",
        "field": name,
        "label": LABELS[name],
        "value": value,
        "state": marked,
    }
    if name == "division" and divisions:
        known = [slug for slug, _name in divisions]
        cell["choices"] = [*divisions] if value in ("", *known) else [(value, f"{value}?"), *divisions]
    return cell


def why_left(code: str) -> str:
    """Why a row is nobody, in a word or two."""
    return {
        "total-row": _("a total"), "section-row": _("a heading"), "foot-row": _("below the list"),
        "heading-again": _("headings again"), "row-beside": _("nothing that is read"), "row-left": _("left out by hand"),
    }[code]  # fmt: skip


def questions(
    stored: Mapping[str, Any], reading: Mapping[str, Any], division: str, divisions: Sequence[tuple[str, str]]
) -> dict[str, Any]:
    """What is asked once for a whole column: where rows without a division go, what unknown divisions mean, what headings
    between the rows say, which part of a name comes first. Each is there only where it matters.
    """
    findings = stored.get("findings", ())
    missing = [one for one in findings if one["code"] == "division-missing"]
    split = [one for one in folded(list(findings)) if one["code"] == "name-split" and not one["row"]]
    texts = [one["text"] for one in stored.get("left", ()) if one["code"] == "section-row"]
    asked: dict[str, Any] = {}
    if (missing or division) and len(divisions) > 1:
        asked["division"] = {"count": len(missing), "rows": _rows(missing), "value": division}
    if values := _unknown_divisions(findings):
        asked["unknown"] = values
    if texts:
        value = reading.get("sections") or stored.get("sections") or NOBODY
        choices = [(NOBODY, _("nothing: left out")), *((name, FIELDS[name]) for name in SECTIONS)]
        asked["sections"] = {
            "texts": list(dict.fromkeys(texts))[:NAMED],
            "count": len(texts),
            "value": value,
            "choices": choices,
        }
    if split or reading.get("surname_first"):
        order = "surname" if reading.get("surname_first") else "given"
        asked["names"] = {"sentence": split[0]["sentence"] if split else "", "value": order}
    return asked


def _unknown_divisions(findings: Iterable[Found]) -> list[dict[str, Any]]:
    counted = Counter(one["value"] for one in findings if one["code"] == "division-unknown")
    return [
        {"value": value, "key": division_key(value), "count": count}
        for value, count in counted.most_common(NAMED)
    ]


def _rows(findings: Sequence[Found]) -> str:
    numbers = [str(one["row"]) for one in findings[:NAMED]]
    return ", ".join(numbers) + (" …" if len(findings) > NAMED else "")


def _problem(finding: Found) -> dict[str, str]:
    where = finding["cell"] or (
        _("row %(row)s") % {"row": finding["row"] % SPAN} if finding["row"] else _("file")
    )
    state = STATES[finding["severity"]]
    return {"where": where, "what": finding["sentence"], "remedy": finding["remedy"], "state": state}


def _notes(findings: Iterable[Found]) -> list[dict[str, Any]]:
    """What is only told, many of one kind as one line."""
    kinds: dict[str, list[Found]] = defaultdict(list)
    for one in findings:
        if one["severity"] == "info":
            kinds[one["code"]].append(one)
    notes: list[dict[str, Any]] = []
    for some in kinds.values():
        notes += [{**_problem(one), "more": 0} for one in some[: FEW if len(some) > FEW else None]]
        if len(some) > FEW:
            notes[-1]["more"] = len(some) - FEW
    return notes[:MOST]


def _change(row: dict[str, Any]) -> dict[str, Any]:
    changes = [
        {
            "field": FIELDS[one["field"]],
            "before": _value(one["before"], one["field"]),
            "after": _value(one["after"], one["field"]),
        }
        for one in row["changes"]
    ]
    return {**row, "changes": changes}


def _value(value: Any, field: str) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "–" if value in (None, "") or (field == "rating" and not value) else str(value)


def _source(source: dict[str, str]) -> str:
    if source["kind"] == "xlsx":
        return _("Workbook, sheet “%(sheet)s”") % source
    names = {",": _("commas"), ";": _("semicolons"), "\t": _("tabs"), "|": _("bars")}
    between = names.get(source["delimiter"], source["delimiter"])
    return _("Text (%(encoding)s), cells apart by %(between)s") % {
        "encoding": source["encoding"].upper() or "UTF-8", "between": between,
    }  # fmt: skip


def applied(counts: dict[str, int]) -> str:
    """What was done, in a sentence."""
    return _("Entered: %(add)s added, %(change)s changed, %(same)s unchanged.") % counts
