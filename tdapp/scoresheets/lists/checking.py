"""Check a scoresheet somebody sends, by rules they name; nothing is stored and no word is looked up."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import Report, Ruleset, Scoresheet, check_ruleset, choose_ruleset, shipped_ids, validate
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.files.incoming import read_file
from tdapp.scoresheets.sheet.storing import MOST_ROWS

Overrides = Mapping[str, Any] | Sequence[str]
CONFIRMED = ("board.confirmed=true", "tiles.confirmed=true")
MOST_OVERRIDES = 64 * 1024
# A text that came as JSON is decoded already, whatever its first line says.
ENCODING = re.compile(r"\A\ufeff?#character-encoding[^\r\n]*(\r\n|\r|\n)?")


def as_file(sheet: Mapping[str, Any] | None, text: str, kind: str) -> tuple[bytes, str]:
    """What was sent as the bytes and the name of a file; Refusal unless it is either our JSON or a text."""
    if (sheet is None) == (not text):
        raise Refusal("one-sheet", _("Send either “sheet”, our JSON, or “text”, a GCG, JSON or CSV file."))
    if sheet is not None:
        return json.dumps(sheet, ensure_ascii=False).encode("utf-8", "replace"), "sheet.json"
    return ENCODING.sub("", text).encode("utf-8", "replace"), f"sheet.{kind}" if kind else "sheet"


def read_sent(sheet: Mapping[str, Any] | None, text: str, kind: str) -> Scoresheet:
    """The sheet that was sent; Refusal with one sentence a mistake."""
    found = read_file(*as_file(sheet, text, kind)).sheet
    if len(found.turns) > MOST_ROWS:
        raise Refusal("bad-file", _("A scoresheet has at most %(most)s turns.") % {"most": MOST_ROWS})
    return found


def report_on(content: Scoresheet, name: str, overrides: Overrides, *, confirmed: bool) -> Report:
    """Every check by the rules named, else by those the sheet names, else by those that fit it best.

    `name`: a shipped ruleset; `overrides`: values by field, or `field=value` lines; `confirmed`: this is the board and
    the tile set that were played with. Refusal for unknown rules and for each mistake among the overrides.
    """
    if named := name or content.ruleset:
        return validate(_rules(named, overrides, confirmed), content)
    choice = choose_ruleset(content, CONFIRMED if confirmed else ())
    if overrides:
        return validate(_rules(choice.ruleset.id, overrides, confirmed), content)
    return validate(choice.ruleset, content, choice=choice)


def _rules(name: str, overrides: Overrides, confirmed: bool) -> Ruleset:
    if name not in shipped_ids():
        facts = {"name": name[:60], "known": ", ".join(shipped_ids())}
        raise Refusal("no-ruleset", _("There are no rules “%(name)s”; known are %(known)s.") % facts)
    found = check_ruleset(name, _with_confirmation(overrides, confirmed))
    if found.ruleset is None:
        raise Refusal("bad-rules", *(str(mistake) for mistake in found.mistakes[:20]))
    return found.ruleset


def _with_confirmation(overrides: Overrides, confirmed: bool) -> Any:
    if len(repr(overrides)) > MOST_OVERRIDES:
        raise Refusal("bad-rules", _("The overrides are longer than any set of rules."))
    if isinstance(overrides, Mapping):
        sure = {"board.confirmed": True, "tiles.confirmed": True} if confirmed else {}
        return {**overrides, **sure}
    return [*overrides, *(CONFIRMED if confirmed else ())]
