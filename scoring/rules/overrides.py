"""Overrides of single fields: `rack.size=8` as from a form or a command line, or a mapping of values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.marks import DEPARTURE, SOURCE, Mark
from scoring.rules.ruleset_files import Draft, put, unknown
from scoring.rules.schema import ALIASES, KINDS, SECTIONS
from scoring.rules.written_values import Entry, Origin, entry_of

Overrides = Mapping[str, object] | Iterable[str]
MARK = Mark(DEPARTURE, "set for this event")


def apply_overrides(draft: Draft, overrides: Overrides) -> None:
    """Lay `overrides` over the draft; an override equal to what is there leaves value and mark alone."""
    given = _pairs(draft, overrides)
    for name, entry in given.items():
        if not _same(draft, name, entry):
            put(draft, name, _marked(draft, name, entry), given)


def _marked(draft: Draft, name: str, entry: Entry) -> Entry:
    """The mark of an override names the lines of the book it departs from."""
    old = draft.entries.get(name)
    if entry.mark != MARK or old is None or old.mark.kind != SOURCE:
        return entry
    return entry._replace(mark=Mark(DEPARTURE, f"{MARK.text}, instead of {old.mark.text}"))


def _pairs(draft: Draft, overrides: Overrides) -> dict[str, Entry]:
    if isinstance(overrides, Mapping):
        return _checked(draft, _flat(overrides), texts=False)
    pairs: dict[str, object] = {}
    for text in overrides:
        name, sign, value = text.partition("=")
        if sign:
            pairs[name.strip()] = value
        else:
            draft.wrong(_origin(text), text, "syntax", f"“{text}” is no override; write field=value")
    return _checked(draft, pairs, texts=True)


def _origin(name: str) -> Origin:
    return Origin(f"override {name}")


def _flat(overrides: Mapping[str, object]) -> dict[str, object]:
    """`{"rack": {"size": 8}}` -> `{"rack.size": 8}`; names that are fields already stay."""
    flat: dict[str, object] = {}
    for name, value in overrides.items():
        if name in SECTIONS and isinstance(value, Mapping) and "value" not in value:
            flat.update({f"{name}.{key}": one for key, one in value.items()})
        else:
            flat[name] = value
    return flat


def _checked(draft: Draft, pairs: Mapping[str, object], *, texts: bool) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for written, raw in pairs.items():
        name = ALIASES.get(written, written)
        if name not in KINDS:
            draft.wrong(_origin(written), written, "unknown_key", unknown(written, KINDS))
            continue
        value = KINDS[name].from_text(raw) if texts and isinstance(raw, str) else raw
        found[name], problem = entry_of(value, _origin(written), MARK)
        if problem:
            draft.wrong(_origin(written), name, "bad_mark", f"{name}: {problem}")
    return found


def _same(draft: Draft, name: str, entry: Entry) -> bool:
    old, kind = draft.entries.get(name), KINDS[name]
    return old is not None and entry.mark == MARK and kind.read(old.value) == kind.read(entry.value)
