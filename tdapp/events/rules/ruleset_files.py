"""A ruleset as a TOML file that reads back as the same rules, marks and notes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scoring.rules.loading import Ruleset
from scoring.rules.ruleset_files import SCHEMA

_HEADER = ("id", "name", "book", "language")


def toml_of(ruleset: Ruleset) -> str:
    """The whole ruleset as one file, every value with its mark; nothing is left to a file it extends."""
    data = ruleset.to_data()
    head = [f"schema = {SCHEMA}", *(f"{key} = {_value(data[key])}" for key in _HEADER if data[key])]
    parts = ["\n".join(head), *_sections(data), *_notes(data)]
    return "\n\n".join(parts) + "\n"


def _sections(data: Mapping[str, Any]) -> list[str]:
    sections: dict[str, list[str]] = {}
    for name, value in data["values"].items():
        section, key = name.split(".")
        sections.setdefault(section, []).append(f"{key} = {_entry(value, data['marks'][name])}")
    return [f"[{section}]\n" + "\n".join(lines) for section, lines in sections.items()]


def _entry(value: Any, mark: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in {"value": value, **mark}.items()) + " }"


def _notes(data: Mapping[str, Any]) -> list[str]:
    return [
        "[[notes]]\n" + "\n".join(f"{key} = {_value(text)}" for key, text in note.items())
        for note in data["notes"]
    ]


def _value(value: Any) -> str:
    """A value in TOML. Texts as JSON writes them are TOML texts too; long lists get one line an item."""
    if isinstance(value, Mapping):
        return (
            "{ " + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + " }"
            if value
            else "{}"
        )
    if isinstance(value, list):
        items = [_value(one) for one in value]
        short = sum(map(len, items)) < 90
        return f"[{', '.join(items)}]" if short else "[\n  " + ",\n  ".join(items) + ",\n]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else _value(key)
