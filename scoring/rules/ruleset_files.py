"""Ruleset files: TOML text -> entries, through `extends`, every mistake with its file and line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from core.later import later
from core.messages import gettext_noop
from core.plain_files import read_plain_file
from scoring.marks import DEPARTURE
from scoring.rules.schema import KINDS, SECTIONS, VOIDED_BY
from scoring.rules.written_values import Entry, Mistake, Origin, entry_of, mark_of, own_rule

if TYPE_CHECKING:
    import difflib
    import tomllib

    from scoring.rules import toml_lines
else:
    difflib, tomllib, toml_lines = later("difflib"), later("tomllib"), later("scoring.rules.toml_lines")

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rulesets")
SCHEMA = 1
MAX_BYTES = 256_000
MAX_DEPTH = 8
HEADER = ("schema", "id", "name", "extends", "book", "language")
NOTE_KEYS = ("topic", "text")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SYNTAX_LINE = re.compile(r"\(at line (\d+)")

_NOT_THERE = gettext_noop("there is no ruleset “%s”; known are %s, or give a .toml file")


@dataclass
class Draft:
    """A ruleset on its way: header, entries by field, notes, and the mistakes found so far."""

    header: dict[str, str] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    notes: list[dict[str, str]] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    origin: Origin = field(default_factory=lambda: Origin("ruleset"))
    readable: bool = True

    def wrong(self, origin: Origin, where: str, code: str, message: str) -> None:
        self.mistakes.append(Mistake(origin, where, code, message))


def shipped_ids() -> tuple[str, ...]:
    """Ids of the rulesets that come with this package."""
    return tuple(sorted(name.removesuffix(".toml") for name in os.listdir(FOLDER) if name.endswith(".toml")))


def read_draft(ref: str | os.PathLike[str], *, lines: bool = True) -> Draft:
    """The entries of a shipped ruleset (by id) or of a file (by path).

    `lines` False: every origin is line 1. That is enough to find out whether there are mistakes, in half the time.
    """
    path = _locate(ref)
    if path is None:
        return _unreadable(str(ref), "unknown_ruleset", _NOT_THERE % (ref, ", ".join(shipped_ids())))
    text, problem = _read_text(path)
    place = _Place(_label(path), path, lines=lines)
    return _unreadable(str(ref), "unreadable", problem) if problem else _draft(text, place)


def read_text_draft(text: str, name: str, *, lines: bool = True) -> Draft:
    """The entries of an uploaded text; `extends` may then name shipped rulesets only. `lines`: see `read_draft`."""
    if len(text) > MAX_BYTES:
        return _unreadable(
            name, "unreadable", f"{name} is larger than {MAX_BYTES} bytes: that is no ruleset file"
        )
    return _draft(text, _Place(name, None, lines=lines))


class _Place(NamedTuple):
    label: str
    path: str | None
    above: tuple[str, ...] = ()
    lines: bool = True


def _label(path: str) -> str:
    return f"rulesets/{os.path.basename(path)}" if os.path.dirname(path) == FOLDER else path


def _locate(ref: str | os.PathLike[str]) -> str | None:
    shipped = os.path.join(FOLDER, f"{ref}.toml")
    if isinstance(ref, str) and _ID.fullmatch(ref) and os.path.isfile(shipped):
        return shipped
    return os.fspath(ref) if not isinstance(ref, str) or ref.endswith(".toml") else None


def _read_text(path: str) -> tuple[str, str]:
    try:
        data = read_plain_file(path, MAX_BYTES)
        text = data.decode("utf-8-sig")
    except OSError as error:
        return "", f"{path} cannot be read: {(error.strerror or 'error').lower()}"
    except UnicodeDecodeError:
        return "", f"{path} is not a text in UTF-8"
    return (text, "") if len(data) <= MAX_BYTES else ("", f"{path} is larger than {MAX_BYTES} bytes")


def _unreadable(name: str, code: str, message: str) -> Draft:
    draft = Draft(origin=Origin(name), readable=False)
    draft.wrong(draft.origin, "", code, message)
    return draft


def _draft(text: str, place: _Place) -> Draft:
    try:
        data = _parsed(text)
        lines = toml_lines.key_lines(text.replace("\r\n", "\n")) if place.lines else {}
    except tomllib.TOMLDecodeError as error:
        return _bad_syntax(place, str(error))
    except RecursionError:
        return _bad_syntax(place, "the file is nested too deeply")
    except ValueError:
        return _bad_syntax(place, "a number has too many digits")
    return _Reader(data, lines, place).draft()


@lru_cache(maxsize=16)
def _parsed(text: str) -> Mapping[str, object]:
    """The text's values, read once for all the rulesets that extend it; nobody changes them."""
    return tomllib.loads(text)


def _bad_syntax(place: _Place, message: str) -> Draft:
    found = _SYNTAX_LINE.search(message)
    draft = Draft(origin=Origin(place.label))
    line = int(found[1]) if found else 1
    draft.wrong(Origin(place.label, line), "", "syntax", f"this is not TOML: {message}")
    return draft


class _Reader:
    """Reads one parsed file on top of the one it extends."""

    def __init__(
        self, data: Mapping[str, object], lines: Mapping[tuple[str | int, ...], int], place: _Place
    ) -> None:
        self.data, self.lines, self.place = data, lines, place
        self.result = Draft()

    def draft(self) -> Draft:
        self.result = self._base()
        self.result.origin = Origin(self.place.label, 1)
        self._header()
        own = self._entries()
        for name, entry in own.items():
            put(self.result, name, entry, own)
        self._notes()
        return self.result

    def _at(self, *path: str | int) -> Origin:
        """The origin of the deepest part of `path` whose line is known."""
        for depth in range(len(path), 0, -1):
            if path[:depth] in self.lines:
                return Origin(self.place.label, self.lines[path[:depth]])
        return Origin(self.place.label, 1)

    def _wrong(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        self.result.wrong(self._at(*path), ".".join(str(part) for part in path[:2]), code, message)

    def _header(self) -> None:
        for key in HEADER[1:]:
            value = self.data.get(key)
            if isinstance(value, str) and 0 < len(value.strip()) <= 200:
                self.result.header[key] = value.strip()
            elif key in self.data or key in ("id", "name"):
                code = "wrong_type" if key in self.data else "missing"
                self._wrong((key,), code, f"{key} must be a short text")
        self._header_values()

    def _header_values(self) -> None:
        if self.data.get("schema") != SCHEMA:
            self._wrong(("schema",), "out_of_range", f"schema must be {SCHEMA}: the one form known here")
        own = self.data.get("id")
        if isinstance(own, str) and own and not _ID.fullmatch(own):
            message = f"id is “{own}”; it must be small letters, digits and hyphens"
            self._wrong(("id",), "out_of_range", message)
        for key in self.data:
            if key not in HEADER and key not in SECTIONS and key != "notes":
                self._wrong((key,), "unknown_key", unknown(key, (*HEADER, *SECTIONS, "notes")))

    def _base(self) -> Draft:
        """The draft of the extended file; its mistakes are reported with its own lines."""
        name = self.data.get("extends")
        if not isinstance(name, str) or not name.strip():
            return Draft()
        path, problem = self._base_path(name.strip())
        text, problem = _read_text(path) if path else ("", problem)
        if path is None or problem:
            draft = Draft()
            draft.wrong(self._at("extends"), "extends", "extends", problem)
            return draft
        above = (*self.place.above, self.place.label)
        return _draft(text, _Place(_label(path), path, above, self.place.lines))

    def _base_path(self, name: str) -> tuple[str | None, str]:
        """A shipped id, or a .toml file in the same folder as this one."""
        if len(self.place.above) >= MAX_DEPTH or self.place.label in self.place.above:
            return None, f"extends leads back to itself: {' -> '.join((*self.place.above, self.place.label))}"
        path = _locate(name)
        if path is not None and os.path.dirname(path) == FOLDER:
            return path, ""
        if path is None or self.place.path is None or os.path.basename(name) != name:
            known = ", ".join(shipped_ids())
            return None, f"extends is “{name}”; it must be one of {known}, or a .toml file beside this one"
        return os.path.join(os.path.dirname(self.place.path), name), ""

    def _entries(self) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        for section in SECTIONS:
            table = self.data.get(section, {})
            if not isinstance(table, Mapping):
                self._wrong((section,), "wrong_type", f"{section} must be a table: [{section}]")
                continue
            for key, raw in table.items():
                self._entry(found, section, key, raw)
        return found

    def _entry(self, found: dict[str, Entry], section: str, key: str, raw: object) -> None:
        name = f"{section}.{key}"
        if name not in KINDS:
            self._wrong((section, key), "unknown_key", unknown(name, KINDS))
            return
        own = own_rule(f"set in {self.place.label} without a mark")
        entry, problem = entry_of(raw, self._at(section, key), own)
        value_at = self._at(section, key, "value")
        found[name] = entry.moved(value_at)
        if problem:
            self._wrong((section, key), "bad_mark", f"{name}: {problem}")

    def _notes(self) -> None:
        notes = self.data.get("notes", [])
        if not isinstance(notes, list):
            self._wrong(("notes",), "wrong_type", "notes must be a list of tables: [[notes]]")
            return
        for index, note in enumerate(notes):
            self._note(index, note)

    def _note(self, index: int, note: object) -> None:
        if not isinstance(note, Mapping) or not all(isinstance(note.get(key), str) for key in NOTE_KEYS):
            self._wrong(("notes", index), "wrong_type", "a note needs a topic and a text")
            return
        mark, problem = mark_of({key: value for key, value in note.items() if key not in NOTE_KEYS})
        if problem or mark is None:
            self._wrong(("notes", index), "bad_mark", problem or "a note carries one mark")
            return
        self.result.notes.append({**{key: str(note[key]) for key in NOTE_KEYS}, **mark.as_data()})


def put(draft: Draft, name: str, entry: Entry, beside: Iterable[str]) -> None:
    """Set a field; what was known about the value it replaces is void unless given again `beside` it."""
    draft.entries[name] = entry
    for other, value in VOIDED_BY.get(name, {}).items():
        if other not in beside:
            draft.entries[other] = _vouched(name, entry) if value is False else _void(name, entry, value)


def _void(name: str, entry: Entry, value: object) -> Entry:
    return Entry(value, own_rule(f"void since {name} was replaced"), entry.origin)


def _vouched(name: str, entry: Entry) -> Entry:
    """Who writes a board or tile table into a file as their own vouches for it; one painted over needs its tick."""
    own = entry.origin.line > 0 and entry.mark.kind == DEPARTURE
    return (
        Entry(True, own_rule(f"{name} is this file's own"), entry.origin)
        if own
        else _void(name, entry, False)
    )


def unknown(name: str, known: Iterable[str]) -> str:
    """The sentence for a key nobody knows, with the nearest known one."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"{name} is not a field of a ruleset" + (f"; did you mean {near[0]}?" if near else "")
