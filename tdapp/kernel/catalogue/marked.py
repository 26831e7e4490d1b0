"""Every marked string of the tree: calls of gettext in Python, the tags of templates, the texts of rule pages."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from django.utils.translation import templatize

from tdapp.kernel.pages.markdown import texts_of

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("core", "lexicon_admin", "pairings", "scoring", "tdapp")
# name of the function -> where its arguments stand: context, text, plural (None: it has none)
SHAPES: dict[str, tuple[int | None, int, int | None]] = {
    **dict.fromkeys(("gettext", "gettext_lazy", "gettext_noop"), (None, 0, None)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (None, 0, 1)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), (0, 1, None)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), (0, 1, 2)),
    "say": (None, 0, None),
    "say_as": (0, 1, None),
    "command": (None, 1, None),
}
# What a file of rules says to people.
TEXTS = frozenset({"bag", "name", "note", "text", "unconfirmed", "assumed", "departure"})
# These mark a text where they are those of `core.messages`.
SAYING = frozenset({"say", "say_as"})
CALL = re.compile(r"(?<![\w.])(_|n?p?gettext)\(")


def marked(root: Path = ROOT) -> Catalog:
    """What is marked under `root`, each string once with the files it stands in, in the order of the files."""
    return gathered(
        (path.relative_to(root).as_posix(), message)
        for path in sorted(_files(root))
        for message in READERS.get(path.suffix, _of_template)(path)
    )


def gathered(found: Iterable[tuple[str, Message]]) -> Catalog:
    """A catalogue of what stands where; of each string nothing but its words and its places."""
    catalog = Catalog()
    for place, message in found:
        catalog.add(message.id, locations=[(place, 0)], context=message.context)
    return catalog


def _of_page(path: Path) -> Iterator[Message]:
    """A rule page: each of its headings, paragraphs, items and cells."""
    yield from (Message(text) for text in texts_of(path.read_text(encoding="utf-8")))


def _of_rules(path: Path) -> Iterator[Message]:
    """A file of rules: its names, notes and doubts."""
    yield from (Message(text) for text in _texts_in(tomllib.loads(path.read_text(encoding="utf-8"))))


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str) and key in TEXTS:
                yield inner
            # A name with its mark beside it.
            if key == "name" and isinstance(inner, dict) and isinstance(inner.get("value"), str):
                yield inner["value"]
            yield from _texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts_in(inner)


def _of_list(path: Path) -> Iterator[Message]:
    """Texts written down as a list: what a program gathered that this one cannot read (the API's description)."""
    yield from (Message(text) for text in json.loads(path.read_text(encoding="utf-8")))


def _files(root: Path) -> Iterator[Path]:
    yield from (root / "tdapp").glob("*/reference/texts.json")
    yield from (root / "docs" / "rules").glob("*.md")
    yield from (root / "scoring" / "rules" / "rulesets").glob("*.toml")
    for room in ROOMS:
        yield from (root / room).rglob("*.py")
        yield from (
            path for path in (root / room).rglob("templates/**/*") if path.suffix in {".html", ".txt"}
        )


def of_python(path: Path) -> Iterator[Message]:
    """The marked strings of one Python file, names imported under another name included."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    saying = frozenset[str]() if path == ROOT / "core" / "messages.py" else SAYING
    names = {name: name for name in SHAPES if name not in saying} | dict(_aliases(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield from _message(names[node.func.id], node.args)


def _aliases(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            sure = node.module == "core.messages"
            yield from (
                (one.asname or one.name, one.name)
                for one in node.names
                if one.name in SHAPES and (one.asname or sure)
            )
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in SHAPES:
            yield from ((one.id, node.value.id) for one in node.targets if isinstance(one, ast.Name))


def _message(function: str, args: Iterable[ast.expr]) -> Iterator[Message]:
    texts = [
        arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else None for arg in args
    ]
    context, text, plural = (
        None if at is None else (texts[at : at + 1] or [None])[0] for at in SHAPES[function]
    )
    if text:
        yield Message((text, plural) if plural else text, context=context or None)


def _of_template(path: Path) -> Iterator[Message]:
    """Django turns a template into calls of gettext between fillers; each call is read by itself."""
    source = templatize(path.read_text(encoding="utf-8"))
    for found in CALL.finditer(source):
        name = "gettext" if found[1] == "_" else found[1]
        yield from _message(name, _arguments(source, found.end()))


def _arguments(source: str, start: int) -> list[ast.expr]:
    """The arguments of the call that opens just before `start`: up to the first bracket with which it can be read."""
    end = start
    while (end := source.find(")", end)) >= 0:
        end += 1
        try:
            call = ast.parse(f"f({source[start:end]}", mode="eval").body
        except SyntaxError:
            continue
        return call.args if isinstance(call, ast.Call) else []
    return []


READERS: dict[str, Callable[[Path], Iterator[Message]]] = {
    ".py": of_python,
    ".md": _of_page,
    ".toml": _of_rules,
    ".json": _of_list,
}
