"""A ruleset, whole and checked: load by id or path, override, hash, store.

ruleset = load_ruleset("salitaan-competition", ["timer.overrun=points"])
found = check_ruleset("ours.toml")  # found.ruleset, or all found.mistakes with file and line
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

from core.messages import gettext_noop
from scoring.marks import ASSUMED, Mark
from scoring.marks import KINDS as MARK_KINDS
from scoring.rules.between_fields import cross_check
from scoring.rules.overrides import Overrides, apply_overrides
from scoring.rules.ruleset import HEADER, Note, Ruleset
from scoring.rules.ruleset_files import Draft, read_draft, read_text_draft
from scoring.rules.schema import ASKED, KINDS, LATER, SECTIONS
from scoring.rules.value_kinds import BadValue
from scoring.rules.written_values import Entry, Mistake, Origin, entry_of, own_rule

DEFAULT = "salitaan-competition"
# The ruleset to offer first for a game, by its book.
DEFAULTS: Mapping[str, str] = {"SAL": DEFAULT, "SET": "set-words-club", "BIS": "bisonte"}
_OLDER = Mark(ASSUMED, gettext_noop("these rules were written before there was such a field"))
_NO_BASE = ("syntax", "extends")


class RulesetError(ValueError):
    """A ruleset that cannot be used; `mistakes` holds every reason."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__("\n".join(str(mistake) for mistake in mistakes))
        self.mistakes = mistakes


class Checked(NamedTuple):
    """A ruleset, or every mistake. `readable` False: there was nothing to check."""

    ruleset: Ruleset | None
    mistakes: tuple[Mistake, ...]
    readable: bool = True

    def unwrap(self) -> Ruleset:
        """The ruleset, or RulesetError with all mistakes."""
        if self.ruleset is None:
            raise RulesetError(self.mistakes)
        return self.ruleset


def check_ruleset(ref: str | os.PathLike[str], overrides: Overrides = ()) -> Checked:
    """A shipped ruleset (id) or a file (path ending in .toml) with overrides: the ruleset or all mistakes.

    What ships belongs to the program and is read once a process; other files are read each time they are asked for.
    """
    if (
        isinstance(ref, str)
        and not ref.endswith(".toml")
        and not (overrides and isinstance(overrides, Mapping))
    ):
        return _by_id(ref, tuple(overrides))
    return _read(partial(read_draft, ref), overrides)


@lru_cache(maxsize=64)
def _by_id(name: str, overrides: tuple[str, ...]) -> Checked:
    return _read(partial(read_draft, name), overrides)


def check_ruleset_text(text: str, name: str = "ruleset.toml", overrides: Overrides = ()) -> Checked:
    """As `check_ruleset`, for a text that was uploaded or typed; it may extend shipped rulesets only."""
    return _read(partial(read_text_draft, text, name), overrides)


def _read(draft: Callable[..., Draft], overrides: Overrides) -> Checked:
    """The lines of the file are looked for only when there is a mistake to name them for."""
    told = overrides if isinstance(overrides, Mapping) else tuple(overrides)
    found = _finish(draft(lines=False), told)
    return found if found.ruleset else _finish(draft(lines=True), told)


def load_ruleset(ref: str | os.PathLike[str] = DEFAULT, overrides: Overrides = ()) -> Ruleset:
    """The ruleset itself; raises RulesetError naming every mistake."""
    return check_ruleset(ref, overrides).unwrap()


def ruleset_from_data(data: Mapping[str, Any], overrides: Overrides = ()) -> Ruleset:
    """A ruleset from `Ruleset.to_data()`, checked like a file; raises RulesetError."""
    draft = Draft(origin=Origin("stored ruleset"))
    draft.header = {key: str(data.get(key, "")) for key in HEADER}
    values, marks = _mapping(data.get("values")), _mapping(data.get("marks"))
    for name, value in values.items():
        _stored_entry(draft, name, {"value": value, **_mapping(marks.get(name))})
    draft.notes = [dict(note) for note in data.get("notes", [])]
    return _finish(draft, overrides).unwrap()


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _stored_entry(draft: Draft, name: str, raw: Mapping[str, object]) -> None:
    entry, problem = entry_of(raw, draft.origin, own_rule("stored without a mark"))
    if problem:
        draft.wrong(draft.origin, name, "bad_mark", problem)
    if name in KINDS:
        draft.entries[name] = entry
    else:
        draft.wrong(draft.origin, name, "unknown_key", f"{name} is not a field of a ruleset")


def to_decide(ruleset: Ruleset) -> tuple[str, ...]:
    """Fields the director must look at when creating an event: open in the book, and used by this ruleset."""
    return ASKED if ruleset.timer.kind != "none" else ()


def _finish(draft: Draft, overrides: Overrides) -> Checked:
    if not draft.readable:
        return Checked(None, tuple(draft.mistakes), readable=False)
    for name, meant in LATER.items():
        draft.entries.setdefault(name, Entry(meant, _OLDER, draft.origin))
    apply_overrides(draft, overrides)
    values = _read_values(draft)
    marks = {name: entry.mark for name, entry in draft.entries.items()}
    for name, involved, message in cross_check(values, marks):
        draft.wrong(_blamed(draft, (name, *involved)), name, "contradiction", message)
    mistakes = sorted(draft.mistakes, key=lambda mistake: (mistake.origin.file, mistake.origin.line))
    return Checked(None, tuple(mistakes)) if mistakes else Checked(_build(draft, values, marks), ())


def _blamed(draft: Draft, names: tuple[str, ...]) -> Origin:
    """Where to look: at an override among the fields involved, else at what this file sets, else at its base."""
    origins = [draft.entries[name].origin for name in names]
    overridden = [origin for origin in origins if not origin.line]
    own = [origin for origin in origins if origin.file == draft.origin.file]
    return (overridden or own or origins)[0]


def _read_values(draft: Draft) -> dict[str, Any]:
    values: dict[str, Any] = {}
    missing = [name for name in KINDS if name not in draft.entries]
    for name, entry in draft.entries.items():
        read = KINDS[name].read(entry.value)
        if isinstance(read, BadValue):
            message = f"{name} is {_shown(entry)}; it must be {read.expected}"
            draft.wrong(entry.origin, name, read.code, message)
        else:
            values[name] = read
    if not any(mistake.code in _NO_BASE for mistake in draft.mistakes):
        _report_missing(draft, missing)
    return values


def _report_missing(draft: Draft, missing: list[str]) -> None:
    for name in missing:
        hint = f"give it, or start the file with extends = “{DEFAULT}” or another ruleset"
        draft.wrong(draft.origin, name, "missing", f"{name} is missing: {hint}")


def _shown(entry: Entry) -> str:
    text = f"“{entry.value}” (a text)" if isinstance(entry.value, str) else str(entry.value)
    return text if len(text) <= 60 else text[:57] + "…"


def _build(draft: Draft, values: Mapping[str, Any], marks: Mapping[str, Mark]) -> Ruleset:
    sections = {name: cls(**_of_section(name, values)) for name, cls in SECTIONS.items()}
    header: dict[str, Any] = {key: draft.header.get(key, "") for key in HEADER}
    notes = tuple(_note(raw) for raw in draft.notes)
    return Ruleset(**header, **sections, marks=dict(marks), notes=notes)


def _of_section(section: str, values: Mapping[str, Any]) -> dict[str, Any]:
    return {name.split(".")[1]: value for name, value in values.items() if name.startswith(f"{section}.")}


def _note(raw: Mapping[str, str]) -> Note:
    kind = next(key for key in MARK_KINDS if key in raw)
    return Note(raw["topic"], raw["text"], Mark(kind, raw[kind], raw.get("note", "")))


__all__ = [
    "DEFAULT",
    "DEFAULTS",
    "Checked",
    "Note",
    "Ruleset",
    "RulesetError",
    "check_ruleset",
    "check_ruleset_text",
    "load_ruleset",
    "ruleset_from_data",
    "to_decide",
]
