"""A dry run as its page shows it: findings as problems, fields by their names, long lists cut."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.interchange.roster.merge_findings import folded

MOST = 300
FIELDS = {
    "surname": gettext_lazy("surname"), "given": gettext_lazy("given name"), "member": gettext_lazy("member number"),
    "club": gettext_lazy("club"), "division": gettext_lazy("division"), "rating": gettext_lazy("rating"),
    "team": gettext_lazy("team"), "klass": gettext_lazy("class"), "fixed_table": gettext_lazy("fixed table"),
    "birth_date": gettext_lazy("birth date"), "birth_year": gettext_lazy("birth year"),
    "consent": gettext_lazy("consent"), "guardian": gettext_lazy("guardian"), "contact": gettext_lazy("contact"),
}  # fmt: skip
STATES = {"error": "stop", "question": "ask", "info": "info"}


def report(stored: dict[str, Any], divisions: dict[str, str]) -> dict[str, Any]:
    """The stored report, ready for the template; {} while the list is not read yet. divisions: names by short name."""
    if not stored:
        return {}
    names = {row["row"]: row["name"] for fate in ("add", "change", "refused") for row in stored[fate]}
    problems = [_problem(finding, names) for finding in folded(stored["findings"])]
    told: dict[str, Any] = {
        "counts": stored["counts"],
        "errors": [one for one in problems if one["state"] == "stop"][:MOST],
        "questions": [one for one in problems if one["state"] == "ask"][:MOST],
        "notes": [one for one in problems if one["state"] == "info"][:MOST],
        "change": [_change(row) for row in stored["change"][:MOST]],
        "columns": stored["columns"].values(),
        "source": _source(stored["source"]),
    }
    told |= {name: [_named(row, divisions) for row in stored[name][:MOST]] for name in ("add", "missing")}
    told["cut"] = {name: len(stored[name]) > MOST for name in ("add", "change", "missing")}
    return told


def _named(row: dict[str, Any], divisions: dict[str, str]) -> dict[str, Any]:
    return {**row, "division": divisions.get(row["division"], row["division"])}


def _problem(finding: dict[str, Any], names: dict[int, str]) -> dict[str, str]:
    where = finding["cell"] or (_("row %(row)s") % finding if finding["row"] else _("file"))
    who = names.get(finding["row"], "")
    return {
        "where": f"{where} {who}".strip(),
        "what": finding["sentence"],
        "remedy": finding["remedy"],
        "state": STATES[finding["severity"]],
    }


def _change(row: dict[str, Any]) -> dict[str, Any]:
    changes = [
        {"field": FIELDS[one["field"]], "before": _value(one["before"]), "after": _value(one["after"])}
        for one in row["changes"]
    ]
    return {**row, "changes": changes}


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "–" if value in (None, "") else str(value)


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
    return _("Entered: %(add)s added, %(change)s changed, %(same)s as they were.") % counts
