"""The commands of `python -m scoring` about rulesets: rulesets, check-ruleset."""

from __future__ import annotations

import json
from argparse import Namespace
from textwrap import fill

from scoring.rules.loading import DEFAULT, Checked, Ruleset, check_ruleset
from scoring.rules.ruleset_files import shipped_ids
from scoring.rules.rulesheet import rule_sheet

Lines = list[str]
Result = tuple[int, Lines]


def rulesets_command(options: Namespace) -> Result:
    if options.ref is None:
        checked = [check_ruleset(name, options.set) for name in shipped_ids()]
        return max(map(_code, checked)), [line for one in checked for line in _summary(one, options.json)]
    found = check_ruleset(options.ref, options.set)
    if found.ruleset is None:
        return _code(found), _mistakes(options.ref, found, options.json)
    return 0, [json.dumps(_sheet_data(found.ruleset), ensure_ascii=False)] if options.json else _sheet(
        found.ruleset
    )


def check_command(options: Namespace) -> Result:
    found = check_ruleset(options.ref, options.set)
    return _code(found), _mistakes(options.ref, found, options.json)


def _code(found: Checked) -> int:
    if not found.readable:
        return 2
    return 0 if found.ruleset else 1


def _summary(found: Checked, as_json: bool) -> Lines:
    ruleset = found.ruleset
    if ruleset is None:
        return [str(mistake) for mistake in found.mistakes]
    facts = _facts(ruleset)
    if as_json:
        return [json.dumps(facts, ensure_ascii=False)]
    default = " (default)" if ruleset.id == DEFAULT else ""
    return [f"{ruleset.id:22} {facts['board']:>7} {facts['tiles']:>4} tiles  {ruleset.name}{default}"]


def _facts(ruleset: Ruleset) -> dict[str, object]:
    """The head of a ruleset, and how many values are sure."""
    kinds = [mark.kind for mark in ruleset.marks.values()]
    return {
        "id": ruleset.id,
        "name": ruleset.name,
        "book": ruleset.book,
        "board": f"{ruleset.layout.width}x{ruleset.layout.height}",
        "tiles": ruleset.tile_set.size,
        "rack": ruleset.rack.size,
        "marks": {kind: kinds.count(kind) for kind in sorted(set(kinds))},
        "hash": ruleset.content_hash,
    }


def _sheet_data(ruleset: Ruleset) -> dict[str, object]:
    rows = [row.as_data() for row in rule_sheet(ruleset)]
    return {**_facts(ruleset), "values": ruleset.values(), "rows": rows}


def _sheet(ruleset: Ruleset) -> Lines:
    lines, topic = [f"{ruleset.name} ({ruleset.id})", f"rules {ruleset.content_hash[:12]}"], ""
    for row in rule_sheet(ruleset):
        lines += ["", str(row.topic)] if str(row.topic) != topic else []
        topic = str(row.topic)
        told = f"{row.rule} [{row.source or f'{row.mark.kind}: {row.mark.text}'}]"
        lines.append(fill(told, 100, initial_indent="  ", subsequent_indent="    "))
    return [*lines, "", *(f"  {' '.join(row)}" for row in ruleset.layout.rows)]


def _mistakes(ref: str, found: Checked, as_json: bool) -> Lines:
    if as_json:
        ruleset = found.ruleset
        head = {"file": ref, "ok": ruleset is not None, "hash": ruleset.content_hash if ruleset else ""}
        return [json.dumps({**head, "mistakes": [m.as_data() for m in found.mistakes]}, ensure_ascii=False)]
    if found.ruleset:
        return [f"{ref}: {found.ruleset.name}: no mistakes"]
    return [str(mistake) for mistake in found.mistakes]
