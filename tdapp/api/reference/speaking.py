"""The texts of the description, and the description in the language now read: names of fields and commands stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tdapp.api.reference import words
from tdapp.api.telling.sentences import NEEDS

TEXTS = ("summary", "description", "title")
# Values, not words: what lies in them is what a program sends or gets.
DATA = frozenset({"example", "examples", "default", "enum", "const", "required"})


def texts(document: dict[str, Any]) -> list[str]:
    """Every text of a description, once: what the catalogue holds in other languages."""
    found = {_apart(holder[name])[0] for holder, name in _places(document)}
    return sorted(found - {""})


def translated(document: dict[str, Any]) -> dict[str, Any]:
    """A description of one's own (it is changed), its texts and its groups in the language now read."""
    for holder, name in list(_places(document)):
        holder[name] = said(holder[name])
    # In English the groups keep the names that programs made of the description go by.
    english = (get_language() or "en").startswith("en")
    titles = {tag: tag if english else str(title) for tag, _slug, title in words.ROOMS}
    for methods in document["paths"].values():
        for operation in methods.values():
            operation["tags"] = [titles.get(tag, tag) for tag in operation["tags"]]
    groups = ((titles[tag], str(title)) for tag, _slug, title in words.ROOMS)
    document["tags"] = [
        {"name": name, **({} if name == title else {"description": title})} for name, title in groups
    ]
    return document


def said(text: str) -> str:
    """One text in the language now read; the line that names a permission is the same sentence everywhere."""
    plain, needs = _apart(text)
    told = _(plain) if plain else ""
    return "\n\n".join(filter(None, (told, _("Needs `%(needs)s`.") % {"needs": needs} if needs else "")))


def _apart(text: str) -> tuple[str, str]:
    found = NEEDS.search(text)
    return (NEEDS.sub("", text).strip(), found[1]) if found else (text, "")


def _places(value: Any, names: bool = False) -> Iterator[tuple[dict[str, Any], str]]:
    """Where a text stands; `names`: the keys of this object are names of fields or addresses."""
    if isinstance(value, list):
        for one in value:
            yield from _places(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if not names and key in TEXTS and isinstance(one, str):
                yield value, key
            elif names or key not in DATA:
                yield from _places(one, names=not names and key in ("properties", "schemas", "paths"))
